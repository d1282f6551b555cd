import Testing

@testable import Settings

struct AdminListenTests {
    private func listen(_ written: String, _ environment: [String: String] = [:]) throws -> AdminListen {
        let needed = ["MARTLET_AUTH_KEYS_FILE": "/keys.json"].merging(environment) { $1 }
        let text = "{admin: {\(written)}}"
        return try Configuration.read(text, named: "/etc/martlet/martlet.json5", environment: needed).admin.listen
    }

    @Test(
        arguments: [
            ("", .address("127.0.0.1", port: 7751)), ("listen: false", .off),
            ("listen: 0", .address("127.0.0.1", port: 0)),
            ("listen: 7000", .address("127.0.0.1", port: 7000)),
            ("listen: '10.1.2.3:80'", .address("10.1.2.3", port: 80)),
            ("listen: '[::1]:7751'", .address("::1", port: 7751)),
            ("listen: '/run/m/a.sock'", .unixSocket("/run/m/a.sock")),
            ("listen: './a.sock'", .unixSocket("/etc/martlet/./a.sock")),
        ] as [(String, AdminListen)])
    func `operators are listened for at a port, an address or a path, or nowhere`(
        written: String, expected: AdminListen
    ) throws {
        #expect(try listen(written) == expected)
    }

    @Test(
        arguments: [
            ("false", .off), ("7000", .address("127.0.0.1", port: 7000)), ("[::]:1", .address("::", port: 1)),
            ("127.0.0.1:1", .address("127.0.0.1", port: 1)), ("/run/a.sock", .unixSocket("/run/a.sock")),
        ] as [(String, AdminListen)])
    func `the environment says it without quotes`(text: String, expected: AdminListen) throws {
        #expect(try listen("", ["MARTLET_ADMIN_LISTEN": text]) == expected)
    }

    @Test(arguments: [
        "true", "null", "70000", "-1", "'localhost:7751'", "'127.0.0.1'", "'admin.sock'", "''", "'127.0.0.1:x'",
        "'::1:7751'", "'/\(String(repeating: "x", count: 107))'",
    ])
    func `anything else is refused`(written: String) {
        #expect(throws: ConfigurationError.self) { try listen("listen: \(written)") }
    }

    @Test func `the longest path of a Unix socket is taken`() throws {
        let path = "/" + String(repeating: "x", count: 106)
        #expect(try listen("listen: '\(path)'") == .unixSocket(path))
    }

    @Test func `what the clients' port serves is a list of known words`() throws {
        let needed = ["MARTLET_AUTH_KEYS_FILE": "/keys.json"]
        let all = try Configuration.read("{listen: {serves: ['metrics', 'api']}}", environment: needed)
        #expect(all.listen.serves == [.metrics, .api])
        #expect(throws: ConfigurationError.self) {
            try Configuration.read("{listen: {serves: ['health']}}", environment: needed)
        }
    }
}
