import Commands
import Foundation
import TestSupport
import Testing

@testable import martlet

extension CommandLineTests {
    struct ConfigTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func write(_ name: String, _ text: String) throws -> String {
            let path = folder.path(name)
            let made = FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
            try #require(made)
            return path
        }

        @Test func `a configuration with good keys passes its check`() throws {
            try #require(Program.martlet.run(["token", "--new-key-file", folder.path("keys.json")]) == 0)
            let file = try write("martlet.json5", "{auth: {keysFile: 'keys.json'}}")
            #expect(Program.martlet.run(["config", "check", "--config", file]) == 0)
        }

        @Test(arguments: [
            "{auth: {keysFile: 'weak.json'}}",
            "{auth: {testMode: true, adminKeysFile: 'weak.json'}}",
            "{auth: {testMode: true}, tls: {certificates: [{certificate: 'weak.json', key: 'weak.json'}]}}",
            "{auth: {testMode: true}, listen: {port: 'http'}}",
        ])
        func `a weak secret, a bad certificate or a bad setting does not`(text: String) throws {
            _ = try write("weak.json", #"{"keys": [{"kid": "k", "alg": "HS256", "secret": "c2VjcmV0"}]}"#)
            let file = try write("martlet.json5", text)
            #expect(Program.martlet.run(["config", "check", "--config", file]) == 78)
        }
    }
}
