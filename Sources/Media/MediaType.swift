/// The type that a file's first bytes agree with, and how a type is given out, so that nothing runs (U-30, U-31).
package enum MediaType {
    /// Whether a file with these first bytes may be what its client calls it. A type whose files all begin alike is held to
    /// that; of others, such as `text/plain`, nothing is known.
    package static func agrees(_ type: String, with beginning: [UInt8]) -> Bool {
        let type = plain(type)
        guard let signatures = signatures[type] else { return true }
        return beginning.withUnsafeBytes { bytes in signatures.contains { $0.matches(bytes) } }
    }

    /// Whether a browser may show it in its place. All else is saved as a file: SVG, HTML, XML and PDF can hold scripts.
    package static func isShown(_ type: String) -> Bool { signatures[plain(type)]?.first?.isShown ?? false }

    /// As it stands in the header. Scripts and style sheets are plain text there: with `nosniff` no page, and nobody who puts a
    /// link into a page, can have a browser run them.
    package static func given(_ type: String) -> String {
        let plain = plain(type)
        let runs = ["javascript", "ecmascript", "text/css", "wasm"].contains { plain.contains($0) }
        return runs ? "text/plain; charset=utf-8" : type
    }

    /// Lower-cased and without parameters.
    static func plain(_ type: String) -> String {
        let end = type.utf8.firstIndex(of: UInt8(ascii: ";")) ?? type.endIndex
        return String(type[..<end].filter { $0 != " " }).lowercased()
    }

    /// Bytes that stand at a place, and perhaps others at a second one.
    private struct Beginning: Sendable {
        let parts: [(place: Int, bytes: [UInt8])]
        let isShown: Bool

        init(_ bytes: [UInt8], at place: Int = 0, then more: String = "", from other: Int = 0, isShown: Bool = true) {
            parts = [(place, bytes)] + (more.isEmpty ? [] : [(other, Array(more.utf8))])
            self.isShown = isShown
        }

        func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
            parts.allSatisfy { place, wanted in
                bytes.count >= place + wanted.count && bytes[place..<place + wanted.count].elementsEqual(wanted)
            }
        }
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let signatures: [String: [Beginning]] = {
        let riff = text("RIFF")
        let ftyp = text("ftyp")
        let mp3 = [Beginning(text("ID3"))] + [0xFA, 0xFB, 0xF2, 0xF3].map { Beginning([0xFF, $0]) }
        let ogg = [Beginning(text("OggS"))]
        let matroska = [Beginning([0x1A, 0x45, 0xDF, 0xA3])]
        let heif = ["heic", "heix", "hevc", "mif1", "msf1"].map { Beginning(ftyp, at: 4, then: $0, from: 8) }
        return [
            "image/png": [Beginning([0x89] + text("PNG\r\n") + [0x1A, 0x0A])],
            "image/jpeg": [Beginning([0xFF, 0xD8, 0xFF])], "image/jpg": [Beginning([0xFF, 0xD8, 0xFF])],
            "image/gif": [Beginning(text("GIF87a")), Beginning(text("GIF89a"))],
            "image/webp": [Beginning(riff, then: "WEBP", from: 8)],
            "image/avif": ["avif", "avis"].map { Beginning(ftyp, at: 4, then: $0, from: 8) },
            "image/heic": heif, "image/heif": heif, "image/bmp": [Beginning(text("BM"))],
            "video/mp4": [Beginning(ftyp, at: 4)], "audio/mp4": [Beginning(ftyp, at: 4)],
            "video/quicktime": [Beginning(ftyp, at: 4)], "video/webm": matroska, "audio/webm": matroska,
            "video/ogg": ogg, "audio/ogg": ogg, "audio/mpeg": mp3,
            "audio/aac": [0xF0, 0xF1, 0xF8, 0xF9].map { Beginning([0xFF, $0]) },
            "audio/wav": [Beginning(riff, then: "WAVE", from: 8)], "audio/flac": [Beginning(text("fLaC"))],
            "audio/amr": [Beginning(text("#!AMR"))],
            "application/pdf": [Beginning(text("%PDF-"), isShown: false)],
            "application/zip": [Beginning(text("PK"), isShown: false)],
            "application/gzip": [Beginning([0x1F, 0x8B], isShown: false)],
        ]
    }()
}
