import Chat
import Commands
import Domain
import Gateway
import Settings
import Storage

extension Command {
    private static let user = Flag(
        "user", "ID", "Only this user: what it has, and the messages that it can read or has sent.")

    static let exporting = Command(
        "export", "Prints everything that the store holds, or what it holds of one user, as lines of JSON.",
        flags: [.config, user],
        notes: """
            It reads the store as of one moment, while the gateway runs or is stopped. `martlet import lines` takes the lines
            back; docs/exporting.md says what is in them, and what is not.

            """
    ) { invocation in
        let configuration = try invocation.configuration()
        let output = LineOutput()
        var unknown: String?
        try SQLiteStore.read(directory: configuration.data.directory, migrations: Schema.migrations) {
            store throws(StoreError) in
            let export = configuration.export(of: store) { line in output.write(line) }
            guard let name = invocation[user] else { return try export.everything() }
            guard let id = UserID(name), try export.user(id) else { return unknown = name }
        }
        if let unknown { throw CommandFailure(reason: "there is no user \(unknown)", exitCode: ExitCode.failure) }
        output.flush()
        return ExitCode.success
    }
}

/// Lines on standard output, many at a time.
private final class LineOutput {
    private var lines = ""

    func write(_ line: String) {
        lines += line + "\n"
        if lines.utf8.count > 1 << 16 { flush() }
    }

    func flush() {
        say(lines)
        lines = ""
    }
}
