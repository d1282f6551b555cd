import Chat
import Commands
import Domain
import Gateway
import Media
import Settings
import Storage

extension Command {
    private static let user = Flag(
        "user", "ID", "Only this user: what it has, and the messages that it can read or has sent.")

    private static let media = Flag(
        "media", "DIR", "The bytes of uploads go along, into this new folder: a file for each, named by its SHA-256.")

    static let exporting = Command(
        "export", "Prints everything that the store holds, or what it holds of one user, as lines of JSON.",
        flags: [.config, user, media],
        notes: """
            It reads the store as of one moment, while the gateway runs or is stopped. `martlet import lines` takes the lines
            back if all of them are there; docs/exporting.md says what is in them, and what is not.

            Exit codes: 0 all is written, 1 there is no such user or the store cannot be read, 2 all but uploads whose bytes
            are missing, which it names, 64 the command line is wrong, 73 the lines or files cannot be written, 78 the
            configuration is wrong.

            """
    ) { invocation in
        let configuration = try invocation.configuration()
        let bytes = try invocation[media].map { try mediaExport(configuration, to: $0) }
        if invocation[user] == nil { try copying { try bytes?.takeAll() } }
        let output = LineOutput(of: invocation[user])
        var unknown: String?
        try SQLiteStore.read(directory: configuration.data.directory, migrations: Schema.migrations) {
            store throws(StoreError) in
            let export = configuration.export(of: store, bytes) { line in output.write(line) }
            guard let name = invocation[user] else { return try export.everything() }
            guard let id = UserID(name), try export.user(id) else { return unknown = name }
        }
        if let unknown { throw CommandFailure(reason: "there is no user \(unknown)", exitCode: ExitCode.failure) }
        // Without its last line no import takes it.
        try copying { try bytes?.finish() }
        guard output.end() else {
            throw CommandFailure(reason: "not all lines can be written", exitCode: ExitCode.cannotCreate)
        }
        let leftOut = bytes?.leftOut ?? []
        for upload in leftOut { complain("Left out: \(upload).") }
        return leftOut.isEmpty ? ExitCode.success : ExitCode.refused
    }

    private static func mediaExport(_ configuration: Configuration, to path: String) throws -> MediaExport {
        try copying {
            guard let bytes = try MediaExport(configuration, to: path) else {
                throw CommandFailure(reason: "the gateway keeps no media (media.store)")
            }
            return bytes
        }
    }

    private static func copying<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let problem as MediaProblem {
            throw CommandFailure(reason: "not all bytes can be copied: \(problem)", exitCode: ExitCode.cannotCreate)
        }
    }
}

/// An export on standard output, many lines at a time.
private final class LineOutput {
    private var lines: String
    private var digest: ExportDigest
    private var isWritten = true

    init(of user: String?) {
        let header = ExportDigest.header(of: user)
        lines = header + "\n"
        digest = ExportDigest(header: header)
    }

    func write(_ line: String) {
        digest.take(line)
        lines += line + "\n"
        if lines.utf8.count > 1 << 16 { flush() }
    }

    /// False: it is not whole.
    func end() -> Bool {
        lines += digest.end() + "\n"
        flush()
        return isWritten
    }

    private func flush() {
        if !say(lines) { isWritten = false }
        lines = ""
    }
}
