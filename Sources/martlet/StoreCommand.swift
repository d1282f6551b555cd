import Chat
import Commands
import Settings
import Storage

extension Command {
    static let storeBackup = Command(
        "store backup", "Copies the store to a new file, while the gateway runs or is stopped.",
        operands: "FILE", flags: [.config],
        notes: """
            FILE is a complete database, as at the copy's beginning. To restore it, stop the gateway and put FILE into
            data.directory as martlet.sqlite, without martlet.sqlite-wal and martlet.sqlite-shm beside it.

            """
    ) { invocation in
        guard invocation.operands.count == 1 else { throw UsageError(reason: "give one file to copy to") }
        let directory = try invocation.configuration().data.directory
        let file = invocation.operands[0]
        do throws(StoreError) {
            try SQLiteStore.backUp(directory: directory, to: file)
        } catch {
            throw CommandFailure(reason: error.message, exitCode: ExitCode.cannotCreate)
        }
        say("The store is copied to \(file).\n")
        return ExitCode.success
    }

    static let storeCheck = Command(
        "store check",
        "Reads the whole store, lists all its faults, and exits with 1 if there are any.",
        flags: [.config]
    ) { invocation in
        let directory = try invocation.configuration().data.directory
        let problems = try SQLiteStore.problems(directory: directory, migrations: Schema.migrations)
        for problem in problems { complain("\(problem)\n") }
        if !problems.isEmpty { return ExitCode.failure }
        say("The store in \(directory) is fine.\n")
        return ExitCode.success
    }
}
