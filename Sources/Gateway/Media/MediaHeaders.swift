import Framing
import Media

/// The part of a file that a request asks for (RFC 9110 §14.1.2).
enum MediaRange: Equatable {
    case whole
    case part(Range<Int>)
    /// No byte of the file is in it.
    case outside

    /// One range alone; several, or what is none, are asked for in vain: then the whole file comes.
    init(_ text: String?, size: Int) {
        self = .whole
        guard let text, text.hasPrefix("bytes="), !text.contains(",") else { return }
        let ends = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return }
        // A number that is too long for an `Int` is beyond every file.
        let (first, last) = (ends[0].isEmpty ? nil : Int(ends[0]) ?? .max, ends[1].isEmpty ? nil : Int(ends[1]) ?? .max)
        switch (first, last) {
        case (let first?, let last) where last.map { $0 >= first } ?? true:
            self = first >= size ? .outside : .part(first..<(last.map { min($0, size - 1) } ?? size - 1) + 1)
        case (nil, let count?):
            self = count == 0 || size == 0 ? .outside : .part(max(0, size - count)..<size)
        default: break
        }
    }
}

/// The headers of a file, so that nothing in it acts as a page of ours (U-30, U-31).
struct MediaHeaders {
    let tag: String
    private let type: String
    private let name: String
    private let seconds: Int?

    /// `seconds`: until the URL ends; nil: never.
    init(id: MediaID, type: String, name: String, seconds: Int?) {
        tag = "\"\(id.text)\""
        // A type that is none would be a break in the head.
        self.type = Self.isType(type) ? MediaType.given(type) : "application/octet-stream"
        self.name = name
        self.seconds = seconds
    }

    /// With a file, a part of it, or the word that nothing has changed.
    var all: [HTTPHeader] {
        let caching = seconds.map { "private, max-age=\($0), immutable" } ?? "public, max-age=86400"
        return Self.safety + [
            HTTPHeader("Content-Type", type), HTTPHeader("Content-Disposition", disposition), HTTPHeader("ETag", tag),
            HTTPHeader("Cache-Control", caching), HTTPHeader("Accept-Ranges", "bytes"),
        ]
    }

    static let safety = [
        HTTPHeader("X-Content-Type-Options", "nosniff"),
        HTTPHeader("Content-Security-Policy", "sandbox; default-src 'none'"),
        // Pages of other origins show it: who has the URL may.
        HTTPHeader("Cross-Origin-Resource-Policy", "cross-origin"), HTTPHeader("Referrer-Policy", "no-referrer"),
    ]

    /// RFC 6266; the name in UTF-8 as RFC 8187 has it.
    private var disposition: String {
        let place = MediaType.isShown(type) ? "inline" : "attachment"
        if name.isEmpty { return place }
        return "\(place); filename*=UTF-8''\(percentEncoded(name))"
    }

    private static func isType(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.split(separator: "/").count == 2
    }
}
