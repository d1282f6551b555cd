import Glibc
import MartletClient
import MartletLocking

private let output = Lock(STDOUT_FILENO)

/// Writes a line at once. Lines of several threads do not mix.
func say(_ line: JSON) {
    let bytes = Array("\(line.compactLine)\n".utf8)
    output.withLock { descriptor in
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            // Nobody listens any more.
            if count <= 0 { exit(0) }
            written += count
        }
    }
}

extension JSON {
    /// Of what a driver says, which is JSON.
    var compactLine: String {
        do {
            return try text()
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

var driver: Driver?
while let line = readLine() {
    let command = try JSON(parsing: line)
    if command["do"] == "connect" { driver = Driver(command) } else { driver?.take(command) }
}
