import Client
import Testing

/// How a gateway's URL is read.
struct EndpointTests {
    @Test(
        arguments: [
            ("ws://h:1/v1/ws", false, "h", 1, "/v1/ws"), ("WSS://Example.ORG", true, "example.org", 443, ""),
            ("http://127.0.0.1/", false, "127.0.0.1", 80, "/"), ("https://[::1]:7/a?b=c", true, "::1", 7, "/a?b=c"),
            ("ws://h?x", false, "h", 80, "/?x"),
        ] as [(String, Bool, String, UInt16, String)])
    func `a URL names a host, a port and what to ask for`(
        url: String, isSecure: Bool, host: String, port: UInt16, target: String
    ) throws {
        let endpoint = try #require(Endpoint(url))
        #expect(endpoint.isSecure == isSecure && endpoint.host == host)
        #expect(endpoint.port == port && endpoint.target == target)
    }

    @Test(arguments: [
        "", "h", "h:1", "ftp://h", "ws:/h", "ws://", "ws://:1", "ws://h:x", "ws://h:70000", "ws://u@h", "ws://h/#f",
        "ws://h/a b", "ws://[::1", "ws://h\r\n",
    ])
    func `what is no such URL is refused`(url: String) {
        #expect(Endpoint(url) == nil)
    }

    @Test func `an IPv6 address stands in brackets where it has a port`() {
        #expect(Endpoint(host: "::1", port: 7).authority == "[::1]:7")
        #expect(Endpoint("wss://[::1]:7/x")?.description == "wss://[::1]:7/x")
    }
}
