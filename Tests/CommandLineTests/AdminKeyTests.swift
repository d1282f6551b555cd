import Commands
import Foundation
import Security
import Settings
import TestSupport
import Testing

@testable import martlet

extension CommandLineTests {
    struct AdminKeyTests {
        private let folder: TemporaryFolder
        private let file: String

        init() throws {
            folder = try TemporaryFolder()
            file = folder.path("admin.json")
        }

        private func run(_ action: String, _ line: String...) -> Int32 {
            Program.martlet.run(["admin-key", action] + line + ["--key-file", file])
        }

        private var keys: [AdminKeyFile.Entry] {
            get throws { try AdminKeyFile(File.readSecret(file)).entries }
        }

        @Test func `keys are added to a file, which is made for the first one, and removed`() throws {
            #expect(run("add", "admin") == 0)
            let first = try #require(try keys.first)
            #expect(
                run(
                    "add", "looker", "--scope", "admin.user.state", "--scope", "admin.account.*", "--address",
                    "10.0.0.0/8") == 0)
            #expect(try keys.map(\.name) == ["admin", "looker"])
            #expect(try keys[0].secret == first.secret && keys[1].secret != first.secret)
            #expect(
                try keys[1].scopes == ["admin.user.state", "admin.account.*"] && keys[1].addresses == ["10.0.0.0/8"])
            #expect(run("list") == 0)
            #expect(run("remove", "admin") == 0)
            #expect(try keys.map(\.name) == ["looker"])
            #expect(FileManager.default.fileExists(atPath: file + ".new") == false)
        }

        @Test func `what else an entry says, and the mode of the file, stay as they were`() throws {
            let secret = "9f2c4b7e81d05a3696e7c8f4b2d1a05e3c7f9184d6b2a07e5f13c8d49ab6e072"
            let text = #"{"keys":[{"name":"shop","secret":"\#(secret)","requestsPerSecond":20,"burst":40}]}"#
            let made = FileManager.default.createFile(
                atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o400])
            try #require(made)
            #expect(run("add", "anna") == 0)
            let shop = try #require(try AdminKeys(File.readSecret(file)).keys.first)
            #expect(shop.name == "shop" && shop.rate?.perSecond == 20 && shop.rate?.burst == 40)
            #expect(try keys[0].secret == secret)
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o400)
        }

        @Test func `a file through a link is changed where it is, and what a killed change has left does not matter`()
            throws
        {
            let real = folder.path("real.json")
            #expect(Program.martlet.run(["admin-key", "add", "admin", "--key-file", real]) == 0)
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: real)
            #expect(FileManager.default.createFile(atPath: real + ".new", contents: Data("{".utf8)))
            #expect(run("add", "anna") == 0)
            #expect(try AdminKeyFile(File.readSecret(real)).entries.map(\.name) == ["admin", "anna"])
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == real)
        }

        @Test(
            arguments: [
                (["add", "admin"], 1), (["add", "x", "--scope", "admin.nothing"], 78),
                (["add", "x", "--address", "nowhere"], 78), (["remove", "anna"], 1), (["remove", "admin"], 1),
                (["add"], 64), (["add", ""], 64), (["add", "a\u{7}"], 64), (["add", "a", "b"], 64),
                (["list", "a"], 64),
            ] as [([String], Int32)])
        func `what would leave a file that the gateway refuses is not done`(line: [String], code: Int32) throws {
            try #require(run("add", "admin") == 0)
            let before = try Data(contentsOf: URL(filePath: file))
            #expect(Program.martlet.run(["admin-key"] + line + ["--key-file", file]) == code)
            #expect(try Data(contentsOf: URL(filePath: file)) == before)
        }

        @Test func `the configuration names the file, and a file of other things is left alone`() throws {
            let configuration = folder.path("martlet.json5")
            try Data("{auth: {testMode: true, adminKeysFile: 'admin.json'}}".utf8).write(
                to: URL(filePath: configuration))
            #expect(Program.martlet.run(["admin-key", "add", "admin", "--config", configuration]) == 0)
            #expect(try keys.map(\.name) == ["admin"])
            try Data("{auth: {testMode: true}}".utf8).write(to: URL(filePath: configuration))
            #expect(Program.martlet.run(["admin-key", "list", "--config", configuration]) == 78)
            #expect(Program.martlet.run(["admin-key", "add", "x", "--key-file", folder.path("no/admin.json")]) == 73)
            #expect(Program.martlet.run(["token", "--new-key-file", folder.path("keys.json")]) == 0)
            let command = ["admin-key", "add", "x", "--key-file", folder.path("keys.json")]
            #expect(Program.martlet.run(command) == 78)
        }
    }
}
