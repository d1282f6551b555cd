import Testing

@testable import Settings

struct ConfigurationTests {
    private func read(_ text: String, _ environment: [String: String] = [:]) throws -> Configuration {
        var environment = environment
        environment["MARTLET_AUTH_KEYS_FILE"] = environment["MARTLET_AUTH_KEYS_FILE"] ?? "/keys.json"
        return try Configuration.read(text, named: "/etc/martlet/martlet.json5", environment: environment)
    }

    @Test func `an empty file leaves every setting at its default`() throws {
        var expected = Configuration.defaults
        expected.auth.keysFile = "/keys.json"
        #expect(try read("{}") == expected)
    }

    @Test func `the file wins over the default and the environment over the file`() throws {
        let text = "{listen: {port: 1, backlog: 2}}"
        let configuration = try read(text, ["MARTLET_LISTEN_BACKLOG": "3"])
        #expect(configuration.listen.port == 1)
        #expect(configuration.listen.backlog == 3)
        #expect(configuration.listen.address == Configuration.defaults.listen.address)
    }
}
