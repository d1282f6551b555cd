import Foundation
import Testing

/// A folder of a test's own, gone with the test.
final class Workspace: Sendable {
    struct Failure: Error {
        let description: String

        init(_ call: String, _ path: String) {
            description = "\(call) \(path): \(String(cString: strerror(errno)))"
        }
    }

    let path: String

    init() throws {
        var template = Array("/tmp/martlet-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("mkdtemp", "/tmp") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Issue.record("a workspace stays behind: \(error)")
        }
    }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Readable by its owner alone, as files of secrets must be. Replaces what was there in one step.
    @discardableResult
    func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws -> String {
        let final = self(name)
        let fresh = final + ".new"
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure("open", fresh) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure("write", fresh) }
        guard close(descriptor) == 0, rename(fresh, final) == 0 else { throw Failure("rename", fresh) }
        return final
    }

    func read(_ name: String) throws -> String { try Self.read(self(name)) }

    static func read(_ path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("open", path) }
        defer { _ = close(descriptor) }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { throw Failure("read", path) }
            if count == 0 { return String(decoding: text, as: UTF8.self) }
            text += chunk[..<count]
        }
    }
}
