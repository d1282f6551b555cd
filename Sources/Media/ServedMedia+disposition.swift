extension ServedMedia {
    /// The value of `Content-Disposition` (RFC 6266): whether a browser may show it in its place, and the name under which it is
    /// saved. A name stays a name, with any characters in it (U-31).
    package var disposition: String {
        let kind = MediaType.isShown(type) ? "inline" : "attachment"
        if name.isEmpty { return kind }
        // For programs that do not know `filename*`.
        let plain = name.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                byte
            default: UInt8(ascii: "_")
            }
        }
        return
            "\(kind); filename=\"\(String(decoding: plain, as: UTF8.self))\"; filename*=UTF-8''\(percentEncoded(name))"
    }
}
