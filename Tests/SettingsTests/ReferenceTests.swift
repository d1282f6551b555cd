import TestSupport
import Testing

@testable import Settings

struct ReferenceTests {
    private let settings = Configuration.catalogue.flatMap(\.settings)

    @Test func `docs/configuration.md is up to date`() throws {
        #expect(
            try repositoryFile("docs/configuration.md") == Configuration.reference,
            "run `martlet config doc > docs/configuration.md`")
    }

    @Test func `the file of all defaults sets everything to its default`() throws {
        var text = Configuration.defaultsFile
        text.replace("keysFile: null", with: "keysFile: '/keys.json'")
        var expected = Configuration.defaults
        expected.auth.keysFile = "/keys.json"
        #expect(try Configuration.read(text) == expected)
    }

    @Test func `every setting can be given in the environment`() throws {
        var environment: [String: String] = [:]
        for setting in settings {
            let isText = setting.standard.hasPrefix("\"")
            let standard = setting.standard == "null" ? "" : setting.standard
            environment[setting.environmentName] = isText ? String(standard.dropFirst().dropLast()) : standard
        }
        environment["MARTLET_AUTH_KEYS_FILE"] = "/keys.json"
        #expect(environment.count == settings.count, "two settings share a variable")
        var expected = Configuration.defaults
        expected.auth.keysFile = "/keys.json"
        #expect(try Configuration.read(nil, environment: environment) == expected)
    }

    @Test(arguments: [
        ("http.headBytes", "MARTLET_HTTP_HEAD_BYTES"),
        ("auth.sdkAppId", "MARTLET_AUTH_SDK_APP_ID"),
        ("listen.port", "MARTLET_LISTEN_PORT"),
    ])
    func `a setting's variable is its path in capitals`(path: String, name: String) {
        #expect(settings.first { $0.path == path }?.environmentName == name)
    }

    @Test(arguments: [
        "config/martlet.json5", "config/production.json5", "config/container.json5", "deploy/debian/martlet.json5",
    ])
    func `the example is a valid configuration, with keys of users' tokens and of administrators`(path: String) throws {
        let configuration = try Configuration.read(try repositoryFile(path), named: path)
        #expect(configuration.auth.keysFile != nil && configuration.auth.adminKeysFile != nil)
    }

    @Test func `every default is within its own bounds`() {
        #expect(throws: Never.self) { try Configuration.read(nil, environment: ["MARTLET_AUTH_KEYS_FILE": "/k"]) }
    }
}
