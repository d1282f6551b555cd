import Domain
import Framing
import Telemetry
import Testing

@testable import Settings

struct ConfigurationTests {
    /// With what a start needs at least.
    private func read(_ text: String, _ environment: [String: String] = [:]) throws -> Configuration {
        let needed = ["MARTLET_AUTH_KEYS_FILE": "/keys.json"]
        return try Configuration.read(
            text, named: "/etc/martlet/martlet.json5", environment: needed.merging(environment) { $1 })
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

    @Test func `an empty variable counts as not set`() throws {
        #expect(try read("{listen: {port: 1}}", ["MARTLET_LISTEN_PORT": ""]).listen.port == 1)
    }

    @Test func `every type is read from the file`() throws {
        let configuration = try read(
            """
            {
                tls: {minimumVersion: "1.3", certificates: [{certificate: "c.pem", key: "/k.pem"}]},
                origins: {allowed: ["https://a.example", "http://b.example:8080"]},
                deflate: {enabled: true},
                outbox: {bytesPerConnection: 0x200000, bytesPerNode: 1e9},
                sessions: {exclusive: [["ios", "android"], ["web"]]},
                auth: {issuer: "me", sdkAppId: 7, audience: null},
                log: {format: "text", level: "warning"},
            }
            """)
        #expect(configuration.tls.minimumVersion == .tls1_3)
        #expect(configuration.tls.certificates == [Certificate(certificate: "/etc/martlet/c.pem", key: "/k.pem")])
        #expect(configuration.origins.allowed == ["https://a.example", "http://b.example:8080"])
        #expect(configuration.deflate.enabled)
        #expect(configuration.outbox.bytesPerConnection == 2_097_152)
        #expect(configuration.outbox.bytesPerNode == 1_000_000_000)
        #expect(configuration.sessions.exclusive == [[.ios, .android], [.web]])
        #expect(configuration.auth.issuer == "me")
        #expect(configuration.auth.sdkAppId == 7)
        #expect(configuration.auth.audience == nil)
        #expect(configuration.log.format == .text)
        #expect(configuration.log.level == .warning)
    }

    @Test func `every type is read from the environment`() throws {
        let configuration = try read(
            "{deflate: {enabled: true}, auth: {issuer: 'me'}}",
            [
                "MARTLET_DEFLATE_ENABLED": "false",
                "MARTLET_AUTH_ISSUER": "https://issuer.example",
                "MARTLET_AUTH_KEYS_FILE": "keys.json",
                "MARTLET_AUTH_SDK_APP_ID": "null",
                "MARTLET_LOG_LEVEL": "debug",
                "MARTLET_ORIGINS_ALLOWED": "https://a.example, https://b.example",
                "MARTLET_SESSIONS_EXCLUSIVE": "[['ios', 'android']]",
                "MARTLET_TLS_CERTIFICATES": "[{certificate: 'c.pem', key: 'k.pem'}]",
            ])
        #expect(!configuration.deflate.enabled)
        #expect(configuration.auth.issuer == "https://issuer.example")
        #expect(configuration.auth.keysFile == "keys.json")
        #expect(configuration.auth.sdkAppId == nil)
        #expect(configuration.log.level == .debug)
        #expect(configuration.origins.allowed == ["https://a.example", "https://b.example"])
        #expect(configuration.sessions.exclusive == [[.ios, .android]])
        #expect(configuration.tls.certificates == [Certificate(certificate: "c.pem", key: "k.pem")])
    }

    @Test(arguments: [
        ("martlet.json5", "keys.json", "keys.json"),
        ("config/martlet.json5", "keys.json", "config/keys.json"),
        ("/martlet.json5", "keys.json", "/keys.json"),
        ("/etc/martlet.json5", "../keys.json", "/etc/../keys.json"),
        ("/etc/martlet.json5", "/keys.json", "/keys.json"),
    ])
    func `a path in the file starts at the file`(file: String, written: String, path: String) throws {
        let configuration = try Configuration.read("{auth: {keysFile: '\(written)'}}", named: file)
        #expect(configuration.auth.keysFile == path)
    }

    @Test func `variables that Kubernetes adds for a service called martlet are left alone`() throws {
        _ = try read(
            "{}",
            [
                "MARTLET_SERVICE_HOST": "10.0.0.7", "MARTLET_SERVICE_PORT": "7750",
                "MARTLET_SERVICE_PORT_WS": "7750", "MARTLET_PORT": "tcp://10.0.0.7:7750",
                "MARTLET_PORT_7750_TCP_ADDR": "10.0.0.7", "MARTLET_BLUE_SERVICE_HOST": "10.0.0.8",
                "MARTLET_CONFIG": "/etc/martlet/martlet.json5", "HOME": "/",
            ])
    }

    @Test func `allowed origins become a policy`() throws {
        guard case .any = try read("{origins: {allowed: ['*']}}").origins.policy else {
            Issue.record("\"*\" does not allow all")
            return
        }
        let listed = try read("{origins: {allowed: ['https://a.example']}}").origins.policy
        guard case .sameOrigin(or: let origins) = listed else {
            Issue.record("a list allows all")
            return
        }
        #expect(origins.count == 1)
    }
}
