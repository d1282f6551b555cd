import Chat
import Commands
import Settings
import Storage

extension Command {
    static let storeBackup = Command(
        "store backup", "Copies the store to a new file, while the gateway runs or while it does not.",
        operands: "FILE", flags: [.config],
        notes: """
            FILE is a whole database as of the moment the copy began. To go back to it, stop the gateway and put it into
            data.directory as martlet.sqlite, with no martlet.sqlite-wal and martlet.sqlite-shm beside it.

            """
    ) { invocation in
        guard invocation.operands.count == 1 else { throw UsageError(reason: "give the one file to copy to") }
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
        "Reads the whole store, tells everything that is wrong with it, and exits with 1 if anything is.",
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
