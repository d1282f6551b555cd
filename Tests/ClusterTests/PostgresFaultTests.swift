import Cluster
import EventLoop
import Glibc
import TestSupport
import Testing

/// The edges of libpq and of a real server: what a call says when its backend, the server or the time ends.
@Suite(.serialized, .enabled(if: PostgresServer.isWanted)) struct PostgresFaultTests {
    private func options(_ server: PostgresServer) -> PostgresLogOptions {
        var random = SystemRandomNumberGenerator()
        var options = PostgresLogOptions(address: server.address, cluster: "test")
        options.schema = "fault_\(random.next())"
        options.timeoutMilliseconds = 700
        return options
    }

    @Test func `a backend that is ended is replaced, and the same append decides`() throws {
        let server = PostgresServer.shared
        let log = try PostgresLog(options(server))
        var chain = RecordChain()
        let first = chain.next("a")
        #expect(try log.append(first.record, id: first.id) == .appended)
        try server.psql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'martlet'")
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
        try server.psql(
            """
            CREATE FUNCTION \(options.schema).slow() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN PERFORM pg_sleep(1.5); RETURN NEW; END';
            CREATE TRIGGER slow BEFORE INSERT ON \(options.schema).record FOR EACH ROW
            EXECUTE FUNCTION \(options.schema).slow()
            """)
        let second = chain.next("b")
        let before = Clock.monotonic
        #expect {
            _ = try log.append(second.record, id: second.id)
        } throws: { error in
            if case .unknownOutcome = error as? LogError { true } else { false }
        }
        #expect(Clock.monotonic - before < 1_400)
        // The first insert is still under way: it becomes visible after its time-out, and is found.
        Clock.sleep(milliseconds: 1_700)
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
        let log = try PostgresLog(options(server))
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
            node: "a", incarnation: Incarnation(1), number: 1, applied: second.record.place, wish: .lead)
        #expect(throws: LogError.self) { try log.renew(renewal) }
        #expect(try log.renew(renewal).agreement == .same)
    }

    @Test func `a server that is paused costs no more than the time-out`() throws {
        let server = try PostgresServer()
        defer { server.stop("immediate") }
        let log = try PostgresLog(options(server))
        var chain = RecordChain()
        let first = chain.next("a")
        #expect(try log.append(first.record, id: first.id) == .appended)
        let processes = try server.psql("SELECT pid FROM pg_stat_activity WHERE application_name = 'martlet'")
            .split(separator: "\n").compactMap { Int32($0) }
        for process in processes { kill(process, SIGSTOP) }
        let second = chain.next("b")
        let before = Clock.monotonic
        #expect(throws: LogError.unknownOutcome("no answer in time")) { try log.append(second.record, id: second.id) }
        #expect(Clock.monotonic - before < 1_200)
        for process in processes { kill(process, SIGCONT) }
        #expect(try log.append(second.record, id: second.id) == .appended)
        #expect(try log.read(after: Position(1), bytes: 1, waiting: 0).end == second.record.place)
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
                times.append(Clock.monotonicNanoseconds - before)
            }
            times.sort()
            print("append of \(size) bytes: \(times[100] / 1_000) us at the median, \(times[197] / 1_000) us at p99")
        }
    }
}
