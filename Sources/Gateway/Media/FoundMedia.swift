import Framing
import Media

/// An open file, and the response to a request for it.
struct FoundMedia: Sendable {
    let file: MediaFile
    /// The part of it that goes out; nil: none.
    let range: Range<Int>?
    private(set) var response: HTTPResponse
    private let head: HTTPResponseHead

    /// `headers`: of every response.
    init(_ file: MediaFile, _ media: MediaHeaders, _ request: HTTPRequest, _ headers: [HTTPHeader]) {
        self.file = file
        let tags = request.headers.first(of: "if-none-match")?.split(separator: ",") ?? []
        if tags.contains(where: { ["*", media.tag, "W/\(media.tag)"].contains($0.filter { $0 != " " }) }) {
            head = HTTPResponseHead(.notModified, headers: headers + media.all)
            (range, response) = (nil, HTTPResponse(head))
            return
        }
        let condition = request.headers.first(of: "if-range")
        let wanted = condition == nil || condition == media.tag ? request.headers.first(of: "range") : nil
        let (status, part, more): (HTTPStatus, Range<Int>, [HTTPHeader])
        switch MediaRange(wanted, size: file.size) {
        case .whole: (status, part, more) = (.ok, 0..<file.size, [])
        case .part(let asked):
            let said = "bytes \(asked.lowerBound)-\(asked.upperBound - 1)/\(file.size)"
            (status, part, more) = (.partialContent, asked, [HTTPHeader("Content-Range", said)])
        case .outside:
            let size = HTTPHeader("Content-Range", "bytes */\(file.size)")
            head = HTTPResponseHead(.rangeNotSatisfiable, headers: headers + MediaHeaders.safety + [size])
            (range, response) = (nil, HTTPResponse(head))
            return
        }
        head = HTTPResponseHead(status, headers: headers + media.all + more)
        response = HTTPResponse(status, headers: headers + media.all + more, laterBytes: part.count)
        range = request.method == .get && !part.isEmpty ? part : nil
    }

    /// The same with all bytes that go out.
    func with(_ body: [UInt8]) -> FoundMedia {
        var found = self
        found.response = HTTPResponse(head, body: body)
        return found
    }

    /// Bytes are to come behind the head of the response.
    var isLater: Bool { range != nil && response.laterBytes != nil }
}
