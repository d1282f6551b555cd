import Cluster
import EventLoop
import Glibc
import TestSupport
import Testing

/// The edges of libpq and of a real server: what a call says when its backend, the server or the time ends.
@Suite(.serialized) struct PostgresFaultTests {
    private func options(_ server: PostgresServer) -> PostgresLogOptions { options(server.address) }

    /// The time is for tests that wait for it to pass.
    private func options(_ address: String, timeout: Int64 = 700) -> PostgresLogOptions {
        var random = SystemRandomNumberGenerator()
        var options = PostgresLogOptions(address: address, cluster: "test")
        options.schema = "fault_\(random.next())"
        options.timeoutMilliseconds = timeout
        return options
    }

    @Test func `a backend that is ended is replaced, and the same append decides`() throws {
        let server = PostgresServer.shared
        let log = try PostgresLog(options("\(server.address) application_name=doomed", timeout: 10_000))
        var chain = RecordChain()
        let first = chain.next("a")
        #expect(try log.append(first.record, id: first.id) == .appended)
        #expect(try log.read(after: Position(0), bytes: 1_000, waiting: 0).records == [first.record])
        try server.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'doomed'")
        let second = chain.next("b")
        #expect(throws: LogError.self) { try log.append(second.record, id: second.id) }
        #expect(try log.append(second.record, id: second.id) == .appended)
        #expect(throws: LogError.self) { try log.read(after: Position(0), bytes: 1, waiting: 0) }
        #expect(try log.read(after: Position(0), bytes: 1_000, waiting: 0).records == [first.record, second.record])
    }

    @Test func `an append that waits for a lock ends in time, and nothing of it is left undecided`() throws {
        let server = PostgresServer.shared
        let options = options(server)
        let log = try PostgresLog(options)
        var chain = RecordChain()
        let first = chain.next("a")
        #expect(try log.append(first.record, id: first.id) == .appended)
        try server.makeAppendsSlow(in: options.schema)
        let second = chain.next("b")
        let before = Clock.monotonic
        #expect {
            _ = try log.append(second.record, id: second.id)
        } throws: { error in
            if case .unknownOutcome = error as? LogError { true } else { false }
        }
        #expect(Clock.monotonic - before < 1_400)
        // The first insert is still under way, and this waits for it: it becomes visible after its time-out, and is found.
        try server.psql("ALTER TABLE \(options.schema).record DISABLE TRIGGER slow")
        #expect(try log.append(second.record, id: second.id) == .appended)
        #expect(try log.read(after: Position(1), bytes: 1, waiting: 0).records == [second.record])
    }

    @Test func `a reader is woken by an append`() throws {
        let options = options(PostgresServer.shared)
        let (writer, reader) = (try PostgresLog(options), try PostgresLog(options))
        var chain = RecordChain()
        let first = chain.next("a")
        #expect(try reader.read(after: Position(0), bytes: 1, waiting: 50).records.isEmpty)
        // Sent after the reader listens, and before it waits.
        #expect(try writer.append(first.record, id: first.id) == .appended)
        let before = Clock.monotonic
        #expect(try reader.read(after: Position(0), bytes: 1, waiting: 500).records == [first.record])
        #expect(Clock.monotonic - before < 400)
    }

    @Test func `the log of another cluster is refused`() throws {
        var options = options(PostgresServer.shared)
        _ = try PostgresLog(options)
        options.cluster = "other"
        #expect(throws: LogError.refused("the log is of the cluster test, not of other")) { try PostgresLog(options) }
    }

    @Test func `two nodes make the tables at once`() throws {
        let options = options(PostgresServer.shared)
        for _ in 0..<3 { _ = try PostgresLog(options) }
    }

    @Test func `a server that ends and comes back is the same log`() throws {
        let server = try PostgresServer()
        defer { server.stop("immediate") }
        let log = try PostgresLog(options(server.address, timeout: 10_000))
        var chain = RecordChain()
        let first = chain.next("a")
        #expect(try log.append(first.record, id: first.id) == .appended)
        server.stop("fast")
        let second = chain.next("b")
        #expect(throws: LogError.self) { try log.append(second.record, id: second.id) }
        #expect {
            _ = try log.append(second.record, id: second.id)
        } throws: { error in
            if case .unreachable = error as? LogError { true } else { false }
        }
        try server.start()
        #expect(try log.append(second.record, id: second.id) == .appended)
        let renewal = Renewal(
            node: "a", incarnation: Incarnation(1), replaces: nil, number: 1, applied: second.record.place, lag: 0,
            build: NodeBuild(version: ""),
            wish: .lead,
            heir: nil)
        // The lease has a connection of its own, which may not know yet that the server has ended.
        var standing: Standing?
        do { standing = try log.renew(renewal) } catch { standing = try log.renew(renewal) }
        #expect(standing?.agreement == .same)
    }

    @Test func `a server that is paused costs no more than the time-out`() throws {
        let server = try PostgresServer()
        defer { server.stop("immediate") }
        let log = try PostgresLog(options(server))
        var chain = RecordChain()
        let first = chain.next("a")
        #expect(try log.append(first.record, id: first.id) == .appended)
        let processes = try server.processes("SELECT pid FROM pg_stat_activity WHERE application_name = 'martlet'")
        for process in processes { kill(process, SIGSTOP) }
        let second = chain.next("b")
        let before = Clock.monotonic
        #expect(throws: LogError.unknownOutcome("no answer in time")) { try log.append(second.record, id: second.id) }
        #expect(Clock.monotonic - before < 1_200)
        for process in processes { kill(process, SIGCONT) }
        #expect(try log.append(second.record, id: second.id) == .appended)
        #expect(try log.read(after: Position(1), bytes: 1, waiting: 0).end == second.record.place)
    }

    @Test func `a record that takes longer than the time-out is appended and read while its bytes go`() throws {
        let server = PostgresServer.shared
        let way = try SlowWay(to: server.socketPath, bytes: 12_500)
        let address = "host=127.0.0.1 port=\(way.port) dbname=postgres user=martlet sslmode=disable"
        var options = options(address, timeout: 1_000)
        let log = try PostgresLog(options)
        var chain = RecordChain()
        let large = chain.next(String(repeating: "x", count: 1_500_000))
        var before = Clock.monotonic
        #expect(try log.append(large.record, id: large.id) == .appended)
        #expect(Clock.monotonic - before > 2 * options.timeoutMilliseconds)
        before = Clock.monotonic
        #expect(try log.read(after: Position(0), bytes: 1, waiting: 0).records == [large.record])
        #expect(Clock.monotonic - before > 2 * options.timeoutMilliseconds)
        // But not for ever.
        options.mostMilliseconds = 1_000
        let hasty = try PostgresLog(options)
        let larger = chain.next(String(repeating: "x", count: 1_500_000))
        before = Clock.monotonic
        #expect(throws: LogError.unknownOutcome("no answer in time")) { try hasty.append(larger.record, id: larger.id) }
        #expect(Clock.monotonic - before < 2_000)
    }

    @Test func `a server that ends in the middle of an append leaves it to be decided`() throws {
        let server = try PostgresServer()
        let options = options(server)
        let log = try PostgresLog(options)
        try server.makeAppendsSlow(in: options.schema)
        var chain = RecordChain()
        for (number, mode) in ["fast", "immediate", "fast"].enumerated() {
            let next = chain.next("\(number)")
            let stopper = Thread.start(name: "operator") {
                Clock.sleep(milliseconds: 300)
                server.stop(mode)
            }
            #expect(throws: LogError.self) { try log.append(next.record, id: next.id) }
            stopper.join()
            try server.start()
            try server.psql("ALTER TABLE \(options.schema).record DISABLE TRIGGER slow")
            #expect(try log.appendUntilDecided(next) == .appended)
            try server.psql("ALTER TABLE \(options.schema).record ENABLE TRIGGER slow")
        }
        #expect(try log.readUntilAnswered(after: Position(0)).end == chain.end)
    }

    @Test func `a whole server that is paused costs a call no more than the time-out`() throws {
        let server = try PostgresServer()
        let log = try PostgresLog(options(server))
        var chain = RecordChain()
        let next = chain.next("a")
        try server.pause()
        for _ in 0..<3 {
            let before = Clock.monotonic
            #expect(throws: LogError.self) { try log.append(next.record, id: next.id) }
            #expect(throws: LogError.self) { try log.read(after: Position(0), bytes: 1, waiting: 0) }
            #expect(Clock.monotonic - before < 2 * 700 + 500)
        }
        server.goOn()
        #expect(try log.appendUntilDecided(next) == .appended)
    }

    // MARK: - libpq's own ways

    @Test func `TLS and passwords are libpq's own matters`() throws {
        let server = try PostgresServer(port: PostgresServer.freePort())
        try server.psql("ALTER ROLE martlet PASSWORD 'opens'")
        var chain = RecordChain()
        let next = chain.next("a")
        let log = try PostgresLog(options("\(server.secureAddress) password=opens"))
        #expect(try log.append(next.record, id: next.id) == .appended)
        #expect(
            try server.psql(
                "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE "
                    + "application_name = 'martlet'") == "t")
        let refusals = [
            ("password=closed", "password authentication failed"), ("", "no password supplied"),
            ("password=opens sslmode=disable", "no encryption"), ("password=opens sslrootcert=/nowhere", "/nowhere"),
        ]
        for (settings, reason) in refusals {
            #expect {
                try PostgresLog(options("\(server.secureAddress) \(settings)"))
            } throws: { error in
                if case .unreachable(let why) = error as? LogError { why.contains(reason) } else { false }
            }
        }
    }

    @Test func `of several hosts it takes the primary, also behind one that does not answer`() throws {
        let primary = try PostgresServer()
        let standby = try PostgresServer(standbyOf: primary)
        var options = options(PostgresServer.address(of: [standby, primary]))
        options.timeoutMilliseconds = 2_000
        let log = try PostgresLog(options)
        var chain = RecordChain()
        let first = chain.next("a")
        #expect(try log.append(first.record, id: first.id) == .appended)
        try standby.pause()
        let again = try PostgresLog(options)
        #expect(try again.read(after: Position(0), bytes: 1, waiting: 0).records == [first.record])
        standby.goOn()
    }

    @Test func `a commit that waits for its standby is no acknowledgement, and a promoted standby goes on`() throws {
        let primary = try PostgresServer()
        let standby = try PostgresServer(standbyOf: primary)
        try primary.psql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try primary.psql("SELECT pg_reload_conf()")
        let options = options(PostgresServer.address(of: [primary, standby]))
        let log = try PostgresLog(options)
        var chain = RecordChain()
        let first = chain.next("a")
        #expect(try log.appendUntilDecided(first) == .appended)
        let message = "INSERT INTO \(options.schema).message (receiver, sender, bytes) VALUES (1, 2, '')"
        try primary.psql(message)
        // From here on the standby can begin, without reading what came before.
        try primary.psql("CHECKPOINT")

        let receivers = try standby.processes("SELECT pid FROM pg_stat_wal_receiver")
        for process in receivers { kill(process, SIGSTOP) }
        let second = chain.next("b")
        #expect {
            _ = try log.append(second.record, id: second.id)
        } throws: { error in
            if case .unknownOutcome = error as? LogError { true } else { false }
        }
        // The next try may still wait for the first one's lock: then it has done nothing, and says so.
        #expect {
            _ = try log.append(second.record, id: second.id)
        } throws: { error in
            switch error as? LogError {
            case .unknownOutcome, .unreachable: true
            default: false
            }
        }
        // Cancelled waits show the commit on the primary, and its backend says so by a warning: still unknown.
        try primary.psql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        #expect(try primary.psql("SELECT count(*) FROM \(options.schema).record") == "3")
        let canceller = Thread.start(name: "operator") {
            Clock.sleep(milliseconds: 300)
            _ = try? primary.psql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        }
        #expect {
            _ = try log.append(second.record, id: second.id)
        } throws: { error in
            if case .unknownOutcome(let why) = error as? LogError { why.contains("cancel") } else { false }
        }
        canceller.join()
        for process in receivers { kill(process, SIGCONT) }
        #expect(try log.appendUntilDecided(second) == .appended)

        primary.stop("immediate")
        try standby.promote()
        let third = chain.next("c")
        #expect(try log.appendUntilDecided(third) == .appended)
        let slice = try log.readUntilAnswered(after: Position(0))
        #expect(slice.records == [first.record, second.record, third.record])
        // Links go on as well: their rows are gone, and not the order that they have.
        try standby.psql(message)
        #expect(try standby.psql("SELECT count(*) FROM \(options.schema).message WHERE number > 1") == "1")
    }

    @Test func `what a database of an earlier version lacks is added`() throws {
        let options = options(PostgresServer.shared)
        let schema = options.schema
        _ = try PostgresLog(options)
        for statement in [
            "ALTER TABLE \(schema).member DROP COLUMN former, DROP COLUMN former_seen",
            "DROP TABLE \(schema).message", "DROP SEQUENCE \(schema).message_order",
            "CREATE UNLOGGED TABLE \(schema).message (number bigint GENERATED ALWAYS AS IDENTITY, receiver bigint)",
        ] {
            try PostgresServer.shared.psql(statement)
        }
        for _ in 1...2 { _ = try PostgresLog(options) }
        let server = PostgresServer.shared
        try server.psql("INSERT INTO \(schema).message (receiver, sender, bytes) VALUES (1, 2, '')")
        let columns =
            "SELECT count(*) FROM pg_attribute WHERE attrelid = '\(schema).member'::regclass AND attname ~ '^former'"
        #expect(try server.psql(columns) == "2")
        let persistence = "SELECT relpersistence FROM pg_class WHERE oid = '\(schema).message_order'::regclass"
        #expect(try server.psql(persistence) == "p")
    }

    /// `MARTLET_LONG`: how long an append takes, by the bytes of its batch.
    @Test(.enabled(if: isLongRun)) func `appends are measured`() throws {
        let log = try PostgresLog(options(PostgresServer.shared))
        var chain = RecordChain()
        for size in [1_000, 5_000, 20_000, 100_000, 500_000, 1_000_000] {
            let text = String(repeating: "x", count: size)
            var times: [Int64] = []
            for _ in 0..<200 {
                let next = chain.next(text)
                let before = Clock.monotonicNanoseconds
                #expect(try log.append(next.record, id: next.id) == .appended)
                times.append((Clock.monotonicNanoseconds - before) / 1_000)
            }
            times.sort()
            print("append of \(size) bytes: \(times[100]) us at the median, \(times[197]) us at p99")
        }
    }
}

extension ClusterLog {
    /// As a node does it. The test fails if it takes longer than ten seconds.
    fileprivate func appendUntilDecided(_ made: (record: Record, id: RecordID)) throws(LogError) -> AppendResult {
        try untilAnswered { () throws(LogError) in try append(made.record, id: made.id) }
    }

    fileprivate func readUntilAnswered(after position: Position) throws(LogError) -> LogSlice {
        try untilAnswered { () throws(LogError) in try read(after: position, bytes: 1 << 20, waiting: 0) }
    }

    private func untilAnswered<Answer>(_ ask: () throws(LogError) -> Answer) throws(LogError) -> Answer {
        let deadline = Clock.monotonic + 10_000
        while true {
            do throws(LogError) {
                return try ask()
            } catch {
                if Clock.monotonic > deadline { throw error }
                Clock.sleep(milliseconds: 20)
            }
        }
    }
}

extension PostgresServer {
    /// Process ids that a query tells.
    fileprivate func processes(_ sql: String) throws -> [Int32] {
        try psql(sql).split(separator: "\n").compactMap { Int32($0) }
    }

    /// Each append takes a second and a half.
    fileprivate func makeAppendsSlow(in schema: String) throws {
        try psql(
            """
            CREATE FUNCTION \(schema).slow() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN PERFORM pg_sleep(1.5); RETURN NEW; END';
            CREATE TRIGGER slow BEFORE INSERT ON \(schema).record FOR EACH ROW EXECUTE FUNCTION \(schema).slow()
            """)
    }
}
