import Chat
import Cluster
import Commands
import EventLoop
import Gateway
import Security
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

    static let storeReindex = Command(
        "store reindex",
        "Makes the index of message.search anew, while the gateway is stopped.",
        flags: [.config],
        notes: """
            The gateway makes a lost or damaged index anew by itself, while it runs; this does it beforehand. The index is
            search.db in data.directory. Backups do not have it, and `store check` does not read it.

            """
    ) { invocation in
        let configuration = try invocation.configuration()
        guard configuration.messages.search else {
            throw CommandFailure(reason: "messages.search is off", exitCode: ExitCode.failure)
        }
        let directory = try DataDirectory.existing(configuration.data.directory)
        defer { directory.release() }
        let count = try Reindexing.run(configuration, directory)
        say("The index has \(count) messages.\n")
        return ExitCode.success
    }

    static let storeCompact = Command(
        "store compact",
        "Makes the store's file anew with nothing in it but its rows, while the gateway is stopped.",
        flags: [.config],
        notes: """
            It needs as much room in data.directory as the store takes. The file becomes as short as it can be, and has no
            copies of deleted texts in unused room any more.

            """
    ) { invocation in
        let directory = try DataDirectory.existing(try invocation.configuration().data.directory)
        defer { directory.release() }
        try SQLiteStore.compact(directory)
        say("The store is compacted.\n")
        return ExitCode.success
    }

    private static let at = Flag(
        "at", "RECORD", "As of this record of the cluster's log: waits ten seconds at most until the store has it.")

    static let storeDigest = Command(
        "store digest",
        "Prints a digest for each table; two stores with equal digests hold the same.",
        flags: [.config, at],
        notes: """
            It reads the whole store as of one moment, while the gateway runs or is stopped. Of a node of a cluster, the first
            line is the last record that the store has, with the digest of the log up to there: at the same record all nodes
            have the same lines. The last line is of all tables. The index of message.search, the table of the disk's probe and
            all other files are a node's own, and are not in it.

            """
    ) { invocation in
        let directory = try invocation.configuration().data.directory
        let digest =
            if let number = try invocation.integer(at, in: 0...Int.max) {
                try digest(of: directory, at: Position(Int64(number)))
            } else {
                try StoreDigest(of: directory)
            }
        if let place = digest.place { say("\(hex(place.digest.bytes))  record \(place.position)\n") }
        for table in digest.tables { say("\(hex(table.digest))  \(table.table)  \(table.rows) rows\n") }
        let all = digest.tables.flatMap(\.digest).withUnsafeBytes { Digest.sha256($0) }
        say("\(hex(all))  all\n")
        return ExitCode.success
    }

    private static func digest(of directory: String, at position: Position) throws -> StoreDigest {
        let deadline = Clock.monotonic + 10_000
        while Clock.monotonic < deadline {
            do throws(StoreError) {
                if let digest = try StoreDigest(of: directory, at: position) { return digest }
            } catch {
                throw CommandFailure(reason: error.message)
            }
            Clock.sleep(milliseconds: 10)
        }
        throw CommandFailure(reason: "the store does not have record \(position) yet")
    }
}

func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
