/// The header of the PROXY protocol, with which a proxy begins a connection to say whose it is: version 1 is a line of text,
/// version 2 is binary (haproxy's doc/proxy-protocol.txt, §2.1 and §2.2).
package struct ProxyHeader: Equatable, Sendable {
    package enum Source: Equatable, Sendable {
        /// The connection is the proxy's own (a health check), or it does not know whose it is.
        case own
        /// As text, which is not looked at here.
        case text(String, isIPv6: Bool, port: UInt16)
        /// 4 or 16 bytes.
        case bytes([UInt8], port: UInt16)
    }

    package let source: Source
    /// How many bytes the header takes; what follows is the client's.
    package let count: Int

    /// No header, or one that breaks its rules.
    package struct Malformed: Error, Equatable {
        package init() {}
    }

    /// No header is longer than this; those of version 2 have room for what proxies add about TLS.
    package static let longest = 2_048

    /// Reads the header at the front of `bytes`; nil as long as it is not whole. Fails at the first byte that cannot belong
    /// to a header.
    package static func read(_ bytes: [UInt8]) throws(Malformed) -> ProxyHeader? {
        if bytes.first == textSignature[0] { return try readText(bytes) }
        return try readBinary(bytes)
    }

    // MARK: - Version 1

    private static let textSignature = Array("PROXY ".utf8)
    /// With the line's end (§2.1).
    private static let longestText = 107

    private static func readText(_ bytes: [UInt8]) throws(Malformed) -> ProxyHeader? {
        guard bytes.starts(with: textSignature.prefix(bytes.count)) else { throw Malformed() }
        guard let end = bytes.prefix(longestText).firstIndex(of: UInt8(ascii: "\n")) else {
            if bytes.count >= longestText { throw Malformed() }
            return nil
        }
        guard bytes[end - 1] == UInt8(ascii: "\r") else { throw Malformed() }
        let words = bytes[textSignature.count..<end - 1].split(
            separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard let family = words.first else { throw Malformed() }
        // The rest of the line is to be ignored.
        if family.elementsEqual("UNKNOWN".utf8) { return ProxyHeader(source: .own, count: end + 1) }
        let isIPv6 = family.elementsEqual("TCP6".utf8)
        guard isIPv6 || family.elementsEqual("TCP4".utf8), words.count == 5, isAddress(words[1]), isAddress(words[2]),
            let port = number(words[3]), number(words[4]) != nil
        else { throw Malformed() }
        let source = Source.text(String(decoding: words[1], as: UTF8.self), isIPv6: isIPv6, port: port)
        return ProxyHeader(source: source, count: end + 1)
    }

    private static func isAddress(_ word: ArraySlice<UInt8>) -> Bool {
        !word.isEmpty && word.allSatisfy { $0.hexDigit != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    }

    private static func number(_ word: ArraySlice<UInt8>) -> UInt16? {
        guard word.allSatisfy(\.isDigit), word.count == 1 || word.first != UInt8(ascii: "0") else { return nil }
        return UInt16(String(decoding: word, as: UTF8.self))
    }

    // MARK: - Version 2

    private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    /// Signature, version and command, family, length.
    private static let headBytes = 16

    private static func readBinary(_ bytes: [UInt8]) throws(Malformed) -> ProxyHeader? {
        guard bytes.starts(with: signature.prefix(bytes.count)) else { throw Malformed() }
        if bytes.count > 12, bytes[12] != 0x20, bytes[12] != 0x21 { throw Malformed() }
        if bytes.count < headBytes { return nil }
        let count = headBytes + Int(bytes[14]) << 8 + Int(bytes[15])
        if count > longest { throw Malformed() }
        if bytes.count < count { return nil }
        let source = try readSource(bytes[headBytes..<count], isLocal: bytes[12] == 0x20, family: bytes[13])
        return ProxyHeader(source: source, count: count)
    }

    private static func readSource(
        _ body: ArraySlice<UInt8>, isLocal: Bool, family: UInt8
    ) throws(Malformed) -> Source {
        if isLocal { return .own }
        switch family {
        // TCP over IPv4: both addresses, both ports.
        case 0x11: return try address(body, bytes: 4)
        // TCP over IPv6.
        case 0x21: return try address(body, bytes: 16)
        // Not said, or a Unix socket: the receiver uses the connection's own address.
        case 0x00, 0x31: return .own
        default: throw Malformed()
        }
    }

    private static func address(_ body: ArraySlice<UInt8>, bytes: Int) throws(Malformed) -> Source {
        guard body.count >= 2 * bytes + 4 else { throw Malformed() }
        let port = body.startIndex + 2 * bytes
        return .bytes(Array(body.prefix(bytes)), port: UInt16(body[port]) << 8 | UInt16(body[port + 1]))
    }
}
