import Glibc
import Testing

@testable import Telemetry

struct LogTests {
    /// A log into a pipe, whose reader decides how slow it is.
    private struct Piped: ~Copyable {
        let log: Telemetry.Log
        private let reader: Int32
        private let writer: Int32

        init(level: LogLevel = .info, queueLines: Int = 1000, nonBlocking: Bool = false) {
            var ends: [Int32] = [0, 0]
            precondition(pipe(&ends) == 0)
            // As the program does: a reader who goes is an error of `write`, not the end of the process.
            signal(SIGPIPE, SIG_IGN)
            (reader, writer) = (ends[0], ends[1])
            if nonBlocking { precondition(fcntl(writer, F_SETFL, O_NONBLOCK) == 0) }
            log = Telemetry.Log(format: .text, level: level, queueLines: queueLines, descriptor: writer)
        }

        deinit {
            // A write that still waits fails now; only then may the descriptor's number become another file's.
            close(reader)
            log.flush()
            close(writer)
        }

        /// The text that has been written, without waiting for more.
        func read() -> String {
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            let count = Glibc.read(reader, &bytes, bytes.count)
            return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        }

        /// The messages and fields of the next lines, until one contains `last`.
        func lines(through last: String) -> [String] {
            var text = ""
            while !text.contains(last) { text += read() }
            return text.split(separator: "\n").map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") }
        }
    }

    @Test func `lines are written in the order of their logging`() {
        let piped = Piped()
        for number in 0..<100 { piped.log.info("line", ["number": number]) }
        piped.log.flush()
        #expect(piped.lines(through: "number=99") == (0..<100).map { "line number=\($0)" })
    }

    @Test func `lines below the level are neither written nor made`() {
        let piped = Piped(level: .warning)
        func fields() -> LogFields {
            Issue.record("made for nothing")
            return [:]
        }
        piped.log.debug("debug", fields())
        piped.log.info("info", fields())
        piped.log.warning("warning")
        piped.log.error("error")
        piped.log.setLevel(.debug)
        piped.log.debug("now")
        piped.log.flush()
        #expect(piped.lines(through: "now") == ["warning", "error", "now"])
    }

    @Test func `a slow reader costs lines, which are counted, and never time`() {
        let piped = Piped(queueLines: 100)
        let filler = String(repeating: "x", count: 1000)
        let logged = 5000
        for number in 0..<logged { piped.log.info("line", ["number": number, "filler": filler]) }
        let dropped = piped.log.dropped
        #expect(dropped > 0 && dropped < logged)
        piped.log.info("last")
        // The last line may itself be dropped; what tells of the loss is not.
        let lines = piped.lines(through: "log lines dropped")
        #expect(lines.contains { $0.hasPrefix("log lines dropped lines=") })
        let written = lines.count { $0.hasPrefix("line") }
        #expect(written <= logged - dropped)
    }

    @Test func `a descriptor that does not block gets every line`() {
        let piped = Piped(queueLines: 10_000, nonBlocking: true)
        let filler = String(repeating: "x", count: 1000)
        for number in 0..<1000 { piped.log.info("line", ["number": number, "filler": filler]) }
        let lines = piped.lines(through: "number=999")
        #expect(lines.count == 1000)
        #expect(piped.log.dropped == 0)
    }

    @Test func `lines for a reader who has gone are counted as dropped`() {
        let log = Telemetry.Log(format: .text, level: .info, queueLines: 10, descriptor: -1)
        log.info("one")
        log.info("two")
        log.flush()
        #expect(log.dropped == 2)
    }

    @Test func `lines of several threads arrive whole`() async {
        let piped = Piped(queueLines: 100_000)
        let log = piped.log
        await withTaskGroup { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<100 { log.info("line", ["writer": writer, "number": number]) }
                }
            }
        }
        log.info("last")
        let lines = piped.lines(through: "last")
        let expected = (0..<4).flatMap { writer in (0..<100).map { "line writer=\(writer) number=\($0)" } }
        #expect(Set(lines) == Set(expected + ["last"]))
        #expect(lines.count == 401)
    }
}
