import Foundation
import TestSupport
import Testing

@testable import Settings

struct FileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { folder.path(name) }

    private func write(_ name: String, _ bytes: [UInt8], mode: Int) throws -> String {
        let path = path(name)
        let made = FileManager.default.createFile(
            atPath: path, contents: Data(bytes), attributes: [.posixPermissions: mode])
        try #require(made)
        return path
    }

    @Test func `a new secret is its owner's alone and never overwrites`() throws {
        let path = path("secret")
        try File.createSecret(path, "one")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(throws: FileError(path: path, reason: "cannot be created: File exists")) {
            try File.createSecret(path, "two")
        }
        #expect(try File.readSecret(path) == Array("one".utf8))
    }

    @Test func `changes of a secret at once lose none, and one that fails leaves the file as it was`() throws {
        let path = path("secret")
        try File.createSecret(path, "")
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            #expect(throws: Never.self) {
                try File.changeSecret(path) { String(decoding: $0 + [UInt8(ascii: "+")], as: UTF8.self) }
            }
        }
        #expect(try File.readSecret(path) == Array(repeating: UInt8(ascii: "+"), count: 16))
        #expect(throws: CancellationError.self) { try File.changeSecret(path) { _ in throw CancellationError() } }
        #expect(try File.readSecret(path).count == 16)
        #expect(throws: FileError.self) { try File.changeSecret(path + "s") { _ in "" } }
    }

    @Test(.enabled("Only root can give files away.") { geteuid() == 0 })
    func `a changed secret stays its owner's, and its group's`() throws {
        let path = path("secret")
        try File.createSecret(path, "one")
        try #require(chown(path, 0, 77) == 0 && chmod(path, 0o640) == 0)
        try File.changeSecret(path) { _ in "two" }
        var changed = stat()
        try #require(stat(path, &changed) == 0)
        #expect((changed.st_uid, changed.st_gid) == (0, 77) && changed.st_mode & 0o777 == 0o640)
        #expect(try File.readSecret(path) == Array("two".utf8))
    }

    @Test(
        .enabled("Only root can give files away.") { geteuid() == 0 },
        arguments: [
            (77, 77, 0o600, [0o600], [0o640, 0o604]), (77, 0, 0o600, [0o600], [0o640]),
            (0, 77, 0o640, [0o640, 0o440, 0o600], [0o660, 0o644, 0o650]), (0, 0, 0o600, [0o600], [0o640]),
        ] as [(uid_t, gid_t, mode_t, [mode_t], [mode_t])])
    func `a secret that root makes is for owner and group of its folder, and for nobody else`(
        owner: uid_t, group: gid_t, mode: mode_t, good: [mode_t], bad: [mode_t]
    ) throws {
        let place = path("folder")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        try #require(chown(place, owner, group) == 0)
        let secret = place + "/secret"
        try File.createSecret(secret, "one")
        var made = stat()
        try #require(stat(secret, &made) == 0)
        #expect((made.st_uid, made.st_gid) == (owner, group) && made.st_mode & 0o777 == mode)
        for mode in good {
            chmod(secret, mode)
            #expect(try File.readSecret(secret) == Array("one".utf8))
        }
        for mode in bad {
            chmod(secret, mode)
            let error = #expect(throws: FileError.self) { try File.readSecret(secret) }
            let advice = owner == 0 && group != 0 ? "640" : "600"
            #expect(error?.reason.hasSuffix("; run `chmod \(advice) \(secret)`") == true)
        }
    }

    @Test func `only regular files are read, and nobody is waited for`() throws {
        let fifo = path("fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        let refusal = FileError(path: fifo, reason: "is not a regular file")
        #expect(throws: refusal) { try File.read(fifo) }
        #expect(throws: refusal) { try File.readSecret(fifo) }
        #expect(throws: FileError(path: "/dev/null", reason: "is not a regular file")) { try File.read("/dev/null") }
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o660])
    func `a secret that others may read or write is refused`(mode: Int) throws {
        let path = try write("open", [1], mode: mode)
        let error = #expect(throws: FileError.self) { try File.readSecret(path) }
        #expect(error?.reason == "holds secrets and is open to other users; run `chmod 600 \(path)`")
    }

    @Test func `the longest file is read and a longer one is not`() throws {
        let longest = try write("longest", [UInt8](repeating: 7, count: File.longest), mode: 0o600)
        #expect(try File.read(longest).count == File.longest)
        let longer = try write("longer", [UInt8](repeating: 7, count: File.longest + 1), mode: 0o600)
        #expect(throws: FileError(path: longer, reason: "is longer than 1048576 bytes")) { try File.read(longer) }
    }

    @Test func `a configuration that is not UTF-8 or not there is refused`() throws {
        let binary = try write("binary.json5", [0x7B, 0xFF, 0x7D], mode: 0o644)
        let refused = #expect(throws: ConfigurationError.self) {
            try Configuration.load(file: binary, environment: [:])
        }
        #expect(refused?.description == "\(binary): the file is not UTF-8")
        let missing = path("missing.json5")
        let absent = #expect(throws: ConfigurationError.self) {
            try Configuration.load(file: missing, environment: [:])
        }
        #expect(absent?.description == "\(missing): the file cannot be read: No such file or directory")
    }

    @Test func `files that the configuration names must be readable`() throws {
        let text = """
            {
                auth: {keysFile: "open.json", adminKeysFile: "missing.json"},
                tls: {certificates: [{certificate: "chain.pem", key: "open.json"}]},
            }
            """
        let file = try write("martlet.json5", Array(text.utf8), mode: 0o644)
        let open = try write("open.json", [1], mode: 0o644)
        let error = #expect(throws: ConfigurationError.self) { try Configuration.load(file: file, environment: [:]) }
        #expect(
            error?.problems.map(\.description) == [
                "\(file):2: auth.keysFile is \"\(open)\", but the file holds secrets and is open to other users; "
                    + "run `chmod 600 \(open)`",
                "\(file):2: auth.adminKeysFile is \"\(path("missing.json"))\", but the file cannot be read: "
                    + "No such file or directory",
                "\(file):3: tls.certificates names \"\(path("chain.pem"))\", but the file cannot be read: "
                    + "No such file or directory",
                "\(file):3: tls.certificates names \"\(open)\", but the file holds secrets and is open to other users; "
                    + "run `chmod 600 \(open)`",
            ])
    }

    @Test func `a configuration whose files are readable is loaded`() throws {
        let file = try write("martlet.json5", Array("{auth: {keysFile: 'keys.json'}}".utf8), mode: 0o644)
        let keys = try write("keys.json", [1], mode: 0o600)
        #expect(try Configuration.load(file: file, environment: [:]).auth.keysFile == keys)
    }
}
