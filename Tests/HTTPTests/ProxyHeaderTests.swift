import Testing

@testable import Framing

struct ProxyHeaderTests {
    private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    private static let four: [UInt8] = [203, 0, 113, 7, 192, 0, 2, 1, 0x30, 0x39, 0x01, 0xBB]
    private static let six: [UInt8] =
        [0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [7] + Array(repeating: 0xFD, count: 16)
        + [0x30, 0x39, 0x01, 0xBB]

    private static func binary(_ command: UInt8, _ family: UInt8, _ body: [UInt8]) -> [UInt8] {
        signature + [command, family, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }

    private static func text(_ line: String) -> [UInt8] { Array("\(line)\r\n".utf8) }

    static let headers: [([UInt8], ProxyHeader.Source)] = [
        (
            text("PROXY TCP4 203.0.113.7 192.0.2.1 12345 443"),
            .text("203.0.113.7", isIPv6: false, port: 12345)
        ),
        (text("PROXY TCP6 2001:db8::7 fd00::1 0 65535"), .text("2001:db8::7", isIPv6: true, port: 0)),
        (text("PROXY UNKNOWN"), .own),
        (text("PROXY UNKNOWN ffff::1 whatever it is 1 2"), .own),
        (binary(0x21, 0x11, four), .bytes([203, 0, 113, 7], port: 12345)),
        // Additions behind the addresses, which are not read.
        (binary(0x21, 0x11, four + [0x04, 0x00, 0x01, 0xFF]), .bytes([203, 0, 113, 7], port: 12345)),
        (binary(0x21, 0x21, six), .bytes(Array(six.prefix(16)), port: 12345)),
        (binary(0x20, 0x00, []), .own),
        (binary(0x20, 0x11, four), .own),
        (binary(0x21, 0x00, []), .own),
        (binary(0x21, 0x31, Array(repeating: 0, count: 216)), .own),
        (
            binary(0x21, 0x11, four + Array(repeating: 0, count: 2_048 - 16 - 12)),
            .bytes([203, 0, 113, 7], port: 12345)
        ),
    ]

    @Test(arguments: headers.indices) func `a header is read when its last byte is there, and not before`(
        index: Int
    ) throws {
        let (bytes, source) = Self.headers[index]
        for count in 0..<bytes.count { #expect(try ProxyHeader.read(Array(bytes[..<count])) == nil, "\(count) bytes") }
        for behind in [[], Array("GET / HTTP/1.1\r\n".utf8)] {
            #expect(try ProxyHeader.read(bytes + behind) == ProxyHeader(source: source, count: bytes.count))
        }
    }

    /// Each with the number of bytes after which it is refused.
    static let malformed: [([UInt8], Int)] = [
        (Array("GET / HTTP/1.1\r\n".utf8), 1),
        ([0x16, 0x03, 0x01], 1),
        (Array("PROXY\r\n".utf8), 6),
        (Array("PROXY \n".utf8), 7),
        (text("PROXY TCP4"), 12),
        (text("PROXY TCP5 1.1.1.1 2.2.2.2 1 2"), 32),
        (text("PROXY TCP4 1.1.1.1 2.2.2.2 1"), 30),
        (text("PROXY TCP4 1.1.1.1 2.2.2.2 1 2 3"), 34),
        (text("PROXY TCP4  1.1.1.1 2.2.2.2 1 2"), 33),
        (text("PROXY TCP4 1.1.1.1 2.2.2.2 01 2"), 33),
        (text("PROXY TCP4 1.1.1.1 2.2.2.2 1 65536"), 36),
        (text("PROXY TCP4 localhost 2.2.2.2 1 2"), 34),
        (Array("PROXY TCP4 1.1.1.1 2.2.2.2 1 2\n".utf8), 31),
        (Array(("PROXY UNKNOWN " + String(repeating: "x", count: 200)).utf8), 107),
        (signature + [0x11], 13),
        (signature + [0x22], 13),
        (binary(0x21, 0x12, four), 28),
        (binary(0x21, 0x11, Array(four.dropLast())), 27),
        (binary(0x21, 0x21, four), 28),
        (signature + [0x21, 0x11, 0x07, 0xF1], 16),
        (signature + [0x20, 0x00, 0xFF, 0xFF], 16),
    ]

    @Test(arguments: malformed.indices) func `what is no header is refused as early as that is known`(index: Int) throws
    {
        let (bytes, count) = Self.malformed[index]
        #expect(try ProxyHeader.read(Array(bytes[..<(count - 1)])) == nil)
        for end in count...bytes.count {
            #expect(throws: ProxyHeader.Malformed.self) { try ProxyHeader.read(Array(bytes[..<end])) }
        }
    }

    /// Lines of headers, and the hops that they name, from the last to the first.
    static let forwarded: [(ForwardedHeader, [String], [String])] = [
        (.xForwardedFor, [], []),
        (.xForwardedFor, ["192.0.2.1"], ["192.0.2.1"]),
        (.xForwardedFor, ["192.0.2.1 ,, 192.0.2.2,192.0.2.3 "], ["192.0.2.3", "192.0.2.2", "192.0.2.1"]),
        (.xForwardedFor, ["192.0.2.1", "192.0.2.2, [::1]:80"], ["[::1]:80", "192.0.2.2", "192.0.2.1"]),
        (.xForwardedFor, [#"", 192.0.2.1"#], ["192.0.2.1", "\""]),
        (.forwarded, ["for=192.0.2.1;proto=https, By=10.0.0.1;FOR=192.0.2.2"], ["192.0.2.2", "192.0.2.1"]),
        (.forwarded, [#"for="[2001:db8::1]:4711";by="a,b""#, "for=_hidden"], ["_hidden", "[2001:db8::1]:4711"]),
        (.forwarded, ["proto=http, for=unknown"], ["unknown", ""]),
        // The quote of a client does not hide what the proxy has appended.
        (.forwarded, [#"for="192.0.2.66, for=192.0.2.1"#], ["192.0.2.1", #""192.0.2.66"#]),
    ]

    @Test(arguments: forwarded.indices) func `hops are read from the right`(index: Int) throws {
        let (header, lines, hops) = Self.forwarded[index]
        let text = "GET / HTTP/1.1\r\nHost: a\r\n" + lines.map { "\(header.rawValue): \($0)\r\n" }.joined() + "\r\n"
        var reader = HTTPRequestReader()
        let event = try Array(text.utf8).withUnsafeBytes { bytes in
            var input = bytes
            return try reader.next(&input, limits: HTTPLimits())
        }
        guard case .request(let request) = event else {
            Issue.record("no request: \(text)")
            return
        }
        #expect(Array(header.hops(of: request.headers)) == hops)
    }
}
