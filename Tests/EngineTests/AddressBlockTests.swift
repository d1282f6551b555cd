import Testing

@testable import Transport

/// Addresses that begin alike, as files of keys name them.
struct AddressBlockTests {
    static let blocks: [(block: String, inside: [String], outside: [String])] = [
        ("127.0.0.1", ["127.0.0.1"], ["127.0.0.2", "::1", "7f00:1::"]),
        ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["9.255.255.255", "11.0.0.0", "a00::"]),
        ("10.1.2.3/8", ["10.0.0.1"], ["11.1.2.3"]),
        ("192.168.4.0/22", ["192.168.4.0", "192.168.7.255"], ["192.168.3.255", "192.168.8.0"]),
        ("0.0.0.0/0", ["1.2.3.4", "255.255.255.255", "::ffff:1.2.3.4"], ["::1", "fd00::1"]),
        ("::1", ["::1"], ["::2", "127.0.0.1"]),
        ("fd00::/8", ["fd00::1", "fdff::"], ["fe00::", "fc00::"]),
        ("2001:db8::/64", ["2001:db8::ffff:ffff:ffff:ffff"], ["2001:db8:0:1::"]),
        ("2001:db8::/65", ["2001:db8::7fff:ffff:ffff:ffff"], ["2001:db8::8000:0:0:0"]),
        ("::/0", ["::", "fd00::1", "1.2.3.4"], []),
    ]

    @Test(arguments: blocks.indices) func `a block has the addresses that begin as it does`(index: Int) throws {
        let (text, inside, outside) = Self.blocks[index]
        let block = try #require(SocketAddress.Block(text))
        for address in inside {
            #expect(block.contains(try #require(SocketAddress(address, port: 1)).host), "\(address)")
        }
        for address in outside {
            #expect(!block.contains(try #require(SocketAddress(address, port: 1)).host), "\(address)")
        }
    }

    @Test(arguments: [
        "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.0/+8", "10.0.0/8", "::/129",
        "localhost", "10.0.0.0/8/8", " 10.0.0.0/8", "*",
    ])
    func `another text is no block`(text: String) {
        #expect(SocketAddress.Block(text) == nil)
    }
}
