import Commands
import Foundation
import Security
import Settings
import TestSupport
import Testing

@testable import martlet

extension CommandLineTests {
    struct TokenTests {
        private let folder: TemporaryFolder
        private let keys: String

        init() throws {
            folder = try TemporaryFolder()
            keys = folder.path("keys.json")
            try #require(Program.martlet.run(["token", "--new-key-file", keys]) == 0)
        }

        private func claims(_ flags: String..., policy: TokenPolicy = TokenPolicy()) throws -> Claims {
            let token = try Command.sign("alice", keysAt: keys, Invocation(of: .token, flags))
            let set = try KeySet(Array(Data(contentsOf: URL(filePath: keys))))
            return try TokenVerifier(keys: set, policy: policy).verify(token, now: Int64(Date().timeIntervalSince1970))
        }

        @Test func `a token made with a new key file is accepted for an hour`() throws {
            let claims = try claims()
            #expect(claims.subject == "alice")
            #expect(claims.expiresAt == claims.issuedAt! + 3600)
            #expect(claims.sdkAppID == nil)
        }

        @Test func `the flags become claims`() throws {
            let claims = try claims(
                "--ttl=60", "--sdk-app-id=7", "--issuer=me", "--audience=you",
                policy: TokenPolicy(issuer: "me", audience: "you"))
            #expect(claims.expiresAt == claims.issuedAt! + 60)
            #expect(claims.sdkAppID == 7)
        }

        @Test func `a key is chosen by its name`() throws {
            let named = folder.path("named.json")
            #expect(Program.martlet.run(["token", "--new-key-file", named, "--key-id", "blue"]) == 0)
            #expect(Program.martlet.run(["token", "--key-file", named, "--key-id", "blue", "--user", "alice"]) == 0)
            #expect(Program.martlet.run(["token", "--key-file", named, "--key-id", "red", "--user", "alice"]) == 78)
        }

        @Test func `one command makes the files of all keys, each as its reader takes it`() throws {
            let (users, admins, webhook) = (folder.path("users"), folder.path("admins"), folder.path("webhook"))
            let line = [
                "token", "--new-key-file", users, "--new-admin-key-file", admins, "--new-webhook-secret", webhook,
            ]
            #expect(Program.martlet.run(line) == 0)
            #expect(Program.martlet.run(["token", "--key-file", users, "--user", "alice"]) == 0)
            #expect(try AdminKeys(File.readSecret(admins)).keys.map(\.name) == ["admin"])
            let secret = String(decoding: try File.readSecret(webhook), as: UTF8.self)
            #expect(throws: Never.self) { try WebhookSecrets(secret) }

            let named = folder.path("named")
            #expect(Program.martlet.run(["token", "--new-admin-key-file", named, "--key-id", "anna"]) == 0)
            #expect(try AdminKeys(File.readSecret(named)).keys.map(\.name) == ["anna"])
            #expect(Program.martlet.run(["token", "--new-admin-key-file", named]) == 73)
        }

        @Test func `a key file is never overwritten`() throws {
            let before = try Data(contentsOf: URL(filePath: keys))
            #expect(Program.martlet.run(["token", "--new-key-file", keys]) == 73)
            #expect(try Data(contentsOf: URL(filePath: keys)) == before)
        }

        @Test func `a key file that is none is refused`() throws {
            let empty = folder.path("empty.json")
            let made = FileManager.default.createFile(
                atPath: empty, contents: Data(), attributes: [.posixPermissions: 0o600])
            try #require(made)
            #expect(Program.martlet.run(["token", "--key-file", empty, "--user", "alice"]) == 78)
        }

        @Test(arguments: [
            [], ["--user", "u"], ["--key-file", "/k"], ["--new-key-file", "/k", "--user", "u"],
            ["--new-admin-key-file", "/k", "--key-file", "/k"],
            ["--key-file", "/k", "--user", ""], ["--key-file", "/k", "--user", "\u{202E}"],
            ["--key-file", "/k", "--user", "u", "--ttl", "0"],
        ])
        func `flags that do not go together are refused`(flags: [String]) {
            #expect(Program.martlet.run(["token"] + flags) == 64)
        }
    }
}
