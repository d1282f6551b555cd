import Bytes
import Dispatch
import Locking
import Synchronization

/// The log. A line is queued and the caller goes on; a queue of its own writes.
///
/// Nothing ever waits for the log: where its reader is too slow, lines are dropped, counted, and the count is logged as soon
/// as there is room. Tokens and the contents of messages are never logged.
package final class Log: Sendable {
    private let waiting = Lock(Waiting())
    private let threshold: Atomic<Int>
    private let droppedEver = Atomic<Int>(0)
    private let mostLines: Int
    private let format: LogFormat
    private let sink: LogSink
    private let writer = DispatchQueue(label: "log")

    private struct Waiting {
        var lines: [LogLine] = []
        var dropped = 0
        /// Whether the writer is on its way and will find what is added.
        var isAwaited = false
    }

    /// Writes to a descriptor, which stays open: standard error unless told otherwise.
    package init(format: LogFormat, level: LogLevel, queueLines: Int, descriptor: Int32 = 2) {
        self.format = format
        threshold = Atomic(level.rank)
        mostLines = queueLines
        sink = LogSink(descriptor: descriptor)
    }

    package func debug(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        log(.debug, message, fields)
    }

    package func info(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        log(.info, message, fields)
    }

    package func warning(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        log(.warning, message, fields)
    }

    package func error(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        log(.error, message, fields)
    }

    /// Lines that were never written, since the start.
    package var dropped: Int { droppedEver.load(ordering: .relaxed) }

    /// Changes what is written from now on.
    package func setLevel(_ level: LogLevel) {
        threshold.store(level.rank, ordering: .relaxed)
    }

    /// Waits until everything logged so far is written. For the end of the process, not for a shard.
    package func flush() {
        writer.sync { writeWaiting() }
    }

    private func log(_ level: LogLevel, _ message: StaticString, _ fields: () -> LogFields) {
        guard level.rank >= threshold.load(ordering: .relaxed) else { return }
        let line = LogLine(time: .now, level: level, message: message, fields: fields())
        let wakesWriter = waiting.withLock { waiting in
            guard waiting.lines.count < mostLines else {
                waiting.dropped += 1
                droppedEver.add(1, ordering: .relaxed)
                return false
            }
            waiting.lines.append(line)
            defer { waiting.isAwaited = true }
            return !waiting.isAwaited
        }
        if wakesWriter { writer.async { self.writeWaiting() } }
    }

    /// Runs on `writer` only.
    private func writeWaiting() {
        while true {
            let taken = waiting.withLock { waiting in
                let taken = waiting
                waiting = Waiting(isAwaited: !taken.lines.isEmpty)
                return taken
            }
            if taken.lines.isEmpty { return }
            var text = ByteBuffer()
            for line in taken.lines { format.append(line, to: &text) }
            if taken.dropped > 0 { format.append(.dropped(taken.dropped), to: &text) }
            if !sink.write(text.bytes) { droppedEver.add(taken.lines.count, ordering: .relaxed) }
        }
    }
}
