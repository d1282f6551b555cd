import CLinux
import Commands
import Glibc

/// Lines of a file or of standard input, as far as they have come.
struct LineInput {
    let descriptor: Int32
    private(set) var hasEnded = false
    private var rest: [UInt8] = []

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Reads once; poll(2) has said that this will not wait. A line without its end counts when nothing follows.
    mutating func read() throws(CommandFailure) -> [String] {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        let code = martlet_errno()
        if count < 0 && (code == EINTR || code == EAGAIN) { return [] }
        guard count >= 0 else {
            throw CommandFailure(
                reason: "cannot read lines: \(String(cString: strerror(code)))", exitCode: ExitCode.failure)
        }
        hasEnded = count == 0
        rest += chunk[..<count]
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let unfinished = lines.removeLast()
        if hasEnded { lines.append(unfinished) }
        rest = hasEnded ? [] : Array(unfinished)
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }
}
