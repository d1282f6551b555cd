/// `host` or `host:port` (RFC 3986 §3.2 without user information), lower-cased.
package struct HTTPAuthority: Hashable, Sendable {
    package let host: String
    package let port: UInt16?

    package init(host: String, port: UInt16?) {
        self.host = host
        self.port = port
    }

    /// Nil unless the text is exactly an authority with a host.
    package init?(_ text: some BidirectionalCollection<UInt8>) {
        let bytes = Array(text)
        guard let parts = bytes.withUnsafeBytes(Self.parts) else { return nil }
        host = String(decoding: bytes[..<parts.hostEnd].map(\.lowercased), as: UTF8.self)
        port = parts.port
    }

    /// Whether the text is exactly an authority with a host.
    static func isValid(_ text: ArraySlice<UInt8>) -> Bool { text.withUnsafeBytes(parts) != nil }

    private static func parts(_ bytes: UnsafeRawBufferPointer) -> (hostEnd: Int, port: UInt16?)? {
        guard let hostEnd = endOfHost(bytes), hostEnd > 0 else { return nil }
        if hostEnd == bytes.count { return (hostEnd, nil) }
        let digits = bytes[(hostEnd + 1)...]
        guard bytes[hostEnd] == UInt8(ascii: ":"), digits.allSatisfy(\.isDigit) else { return nil }
        if digits.isEmpty { return (hostEnd, nil) }  // RFC 3986 §3.2.3: the default port.
        guard let port = UInt16(String(decoding: digits, as: UTF8.self)) else { return nil }
        return (hostEnd, port)
    }

    private static func endOfHost(_ bytes: UnsafeRawBufferPointer) -> Int? {
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let address = bytes[1..<bracket]
            let isAddress = address.allSatisfy {
                $0.hexDigit != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
            }
            return isAddress && address.contains(UInt8(ascii: ":")) ? bracket + 1 : nil
        }
        let end = bytes.index(of: UInt8(ascii: ":"))
        let name = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        return name.allSatisfyPercentEncoded(\.isRegisteredName) ? end : nil
    }
}
