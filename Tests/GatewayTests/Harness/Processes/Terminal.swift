import CLinux
import Client
import Glibc

/// A pseudo-terminal: a program sits at its path, the test types and reads.
final class Terminal {
    /// The path that a program opens as its standard input and output.
    let path: String
    private let descriptor: Int32
    /// The program's side, held open so that the terminal outlives a program.
    private let endpoint: Int32
    private var shown = ""

    init() throws {
        var (descriptor, endpoint) = (Int32(-1), Int32(-1))
        var name = [CChar](repeating: 0, count: 64)
        guard openpty(&descriptor, &endpoint, &name, nil, nil) == 0 else { throw Workspace.Failure("openpty", "") }
        self.descriptor = descriptor
        self.endpoint = endpoint
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        _ = close(descriptor)
        _ = close(endpoint)
    }

    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            throw Workspace.Failure("write", path)
        }
    }

    /// Waits until the terminal has shown that text, and forgets it with all before it.
    func expect(_ text: String, within patience: Duration = .seconds(10)) throws {
        let deadline = Deadline.after(patience)
        while true {
            if let found = shown.firstRange(of: text) {
                shown = String(shown[found.upperBound...])
                return
            }
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, deadline.milliseconds) > 0, ready.revents & Int16(POLLIN) != 0 else {
                throw Overdue(description: "the terminal does not show '\(text)' but '\(shown)'")
            }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { throw Workspace.Failure("read", path) }
            shown += String(decoding: chunk[..<count], as: UTF8.self)
        }
    }
}
