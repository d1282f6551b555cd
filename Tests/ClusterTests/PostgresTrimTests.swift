import Cluster
import EventLoop
import TestSupport
import Testing

/// What an interrupted trimming leaves in a real database keeps nobody from using the log.
struct PostgresTrimTests {
    private let server = PostgresServer.shared
    private let options: PostgresLogOptions
    private let log: PostgresLog
    private var chain = RecordChain()

    /// A log of 21 records in six partitions, with a snapshot of the last one.
    init() throws {
        options = .ofTest { options in
            options.partitionRecords = 4
            options.timeoutMilliseconds = 2_000
            options.trimMilliseconds = 300
        }
        log = try PostgresLog(options)
        for number in 1...20 {
            let next = chain.next("\(number)")
            try #require(try log.append(next.record, id: next.id) == .appended)
        }
        try log.keep(Snapshot(chain.end, []))
    }

    /// The tables by the name of a partition: those that are in use, those that are being detached, and others.
    private func tables() throws -> String {
        try server.psql(
            """
            SELECT concat_ws(' ', count(*) FILTER (WHERE relispartition AND NOT coalesce(inhdetachpending, false)),
                count(*) FILTER (WHERE inhdetachpending), count(*) FILTER (WHERE NOT relispartition))
            FROM pg_class LEFT JOIN pg_inherits ON inhrelid = oid
            WHERE relnamespace = '\(options.schema)'::regnamespace AND relkind = 'r' AND relname ~ '^record_[0-9]+$'
            """)
    }

    /// A process that begins, uses the log and trims it.
    private mutating func goOn(_ comment: Comment) throws {
        let again = try PostgresLog(options)
        let next = chain.next("more")
        #expect(try again.append(next.record, id: next.id) == .appended, comment)
        try again.trim(through: chain.end.position)
        let slice = try again.read(after: Position(0), bytes: 1, waiting: 0)
        #expect(slice.oldest > Position(4) && slice.end == chain.end, comment)
    }

    @Test mutating func `a log that was trimmed is opened as it is`() throws {
        try log.trim(through: chain.end.position)
        let before = try tables()
        try goOn("trimmed")
        #expect(try tables() == before)
    }

    @Test mutating func `a trimming that waits for a dump in vain is done by the next one`() throws {
        let dump = Thread.start(name: "operator") { [server, options] in
            _ = try? server.psql(
                "BEGIN; LOCK TABLE \(options.schema).record IN ACCESS SHARE MODE; SELECT pg_sleep(60) -- \(options.schema)"
            )
        }
        let waits = "query LIKE '%pg_sleep%\(options.schema)' AND wait_event = 'PgSleep' AND pid <> pg_backend_pid()"
        #expect(
            try soon { try server.psql("SELECT count(*) FROM pg_stat_activity WHERE \(waits)") == "1" ? true : nil }
                == true)
        #expect(throws: LogError.self) { try log.trim(through: chain.end.position) }
        #expect(try tables() == "5 1 0")
        // While the dump goes on, the log is used, and neither opened again nor trimmed in vain for ever.
        let beside = try PostgresLog(options)
        #expect(throws: LogError.self) { try beside.trim(through: chain.end.position) }
        let next = chain.next("beside")
        #expect(try beside.append(next.record, id: next.id) == .appended)
        try server.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE \(waits)")
        dump.join()
        try goOn("after the dump")
        #expect(try tables().hasSuffix(" 0 0"))
    }

    @Test mutating func `what was detached and not dropped is dropped by the next trimming`() throws {
        let schema = options.schema
        try server.psql("ALTER TABLE \(schema).record DETACH PARTITION \(schema).record_0 CONCURRENTLY")
        #expect(try tables() == "5 0 1")
        try goOn("detached")
        #expect(try tables().hasSuffix(" 0 0"))
    }

    @Test mutating func `what lies behind the snapshot is not dropped`() throws {
        let schema = options.schema
        try server.psql("CREATE TABLE \(schema).record_900 (position bigint)")
        try goOn("another table")
        #expect(try tables().hasSuffix(" 0 1"))
    }
}
