import Foundation
import MartletClient
import MartletStore

private let turn = NSLock()

/// Writes a line at once. Lines of several threads do not mix.
func say(_ line: JSON) {
    let bytes = Array("\(line.compactLine)\n".utf8)
    turn.withLock {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
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

say(["able": ["suspend", "store", "groups"]])
var driver: Driver?
while let line = readLine() {
    let command = try JSON(parsing: line)
    switch command["do"]?.string {
    case "damage":
        try await damage(command["storage"]?.string ?? "")
        exit(0)
    case "open": driver = Driver(command)
    case "connect": driver = driver ?? Driver(command)
    default: break
    }
    driver?.take(command)
    if command["do"] == "signOut" { driver = nil }
}
