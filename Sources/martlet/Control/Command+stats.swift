import Commands
import EventLoop
import JSON

extension Command {
    private static let every = Flag("every", "SECONDS", "How long is looked at for rates and latencies; default 1.")
    private static let count = Flag("count", "N", "Shows that many times, and ends; default 1. 0: until Ctrl-C.")

    static let controlStats = control(
        "stats", "Shows what the gateway does now: sessions, rates, latencies, what waits.", flags: [every, count]
    ) { invocation, gateway, printer in
        let seconds = try invocation.integer(every, in: 1...3_600) ?? 1
        let count = try invocation.integer(count, in: 0...1_000_000) ?? 1
        var before = MetricsSample(try gateway.metrics())
        var shown = 0
        while count == 0 || shown < count {
            Clock.sleep(milliseconds: seconds * 1_000)
            let now = MetricsSample(try gateway.metrics())
            let stats = Stats(now, since: before)
            if printer.isJSON { say(stats.json + "\n") } else { say((shown == 0 ? "" : "\n") + stats.table) }
            before = now
            shown += 1
        }
    }
}

/// The work of a gateway between two pages of its metrics.
struct Stats {
    private enum Unit {
        case count, perSecond, milliseconds, bytes, percent, seconds
    }

    private struct Entry {
        /// For people, and for programs.
        let title: String
        let name: StaticString
        /// Nil: there was nothing to measure.
        let value: Double?
        let unit: Unit

        init(_ title: String, _ name: StaticString, _ value: Double?, _ unit: Unit) {
            self.title = title
            self.name = name
            self.value = value
            self.unit = unit
        }
    }

    private let entries: [Entry]

    init(_ now: MetricsSample, since before: MetricsSample) {
        entries = Self.ofClients(now, before) + Self.ofRequests(now, before) + Self.ofTheRest(now, before)
    }

    private static func ofClients(_ now: MetricsSample, _ before: MetricsSample) -> [Entry] {
        func rate(_ name: String) -> Double { now.rate(name, since: before) }
        return [
            Entry("sessions", "sessions", now.sum("martlet_sessions_open"), .count),
            Entry("connections", "connections", now.sum("martlet_connections_open"), .count),
            Entry("sessions opened", "sessionsOpenedPerSecond", rate("martlet_sessions_opened_total"), .perSecond),
            Entry("messages in", "messagesReceivedPerSecond", rate("martlet_messages_received_total"), .perSecond),
            Entry("messages out", "messagesSentPerSecond", rate("martlet_messages_sent_total"), .perSecond),
            Entry("outboxes", "outboxBytes", now.sum("martlet_outbox_bytes"), .bytes),
        ]
    }

    private static func ofRequests(_ now: MetricsSample, _ before: MetricsSample) -> [Entry] {
        func rate(_ result: String) -> Double {
            now.rate("martlet_requests_total", "result=\"\(result)\"", since: before)
        }
        func within(_ quantile: Double, _ histogram: String) -> Double? {
            now.quantile(quantile, histogram, since: before).map { $0 * 1_000 }
        }
        let (requests, batches) = ("martlet_request_seconds", "martlet_store_batch_seconds")
        let refused = rate("refused") + rate("throttled")
        return [
            Entry("requests done", "requestsDonePerSecond", rate("ok"), .perSecond),
            Entry("requests refused", "requestsRefusedPerSecond", refused, .perSecond),
            Entry("requests failed", "requestsFailedPerSecond", rate("failed"), .perSecond),
            Entry("50 % within", "request50Milliseconds", within(0.5, requests), .milliseconds),
            Entry("99 % within", "request99Milliseconds", within(0.99, requests), .milliseconds),
            Entry("99 % of batches within", "storeBatch99Milliseconds", within(0.99, batches), .milliseconds),
        ]
    }

    private static func ofTheRest(_ now: MetricsSample, _ before: MetricsSample) -> [Entry] {
        func rate(_ name: String) -> Double { now.rate(name, since: before) }
        return [
            Entry("wait for the store", "storePendingWrites", now.sum("martlet_store_pending_writes"), .count),
            Entry("pushes wait", "pushesWaiting", now.sum("martlet_pushes_waiting"), .count),
            Entry("pushes", "pushesPerSecond", rate("martlet_pushes_total"), .perSecond),
            Entry("events delivered", "eventsDeliveredPerSecond", rate("martlet_events_delivered_total"), .perSecond),
            Entry("oldest event waits", "eventDelaySeconds", now.sum("martlet_event_delay_seconds"), .seconds),
            Entry("processor", "cpuPercent", rate("process_cpu_seconds_total") * 100, .percent),
            Entry("memory", "residentBytes", now.sum("process_resident_memory_bytes"), .bytes),
        ]
    }

    /// Null: there was nothing to measure, or it was longer than is measured.
    var json: String {
        let members = entries.map { entry in
            let value = entry.value.flatMap { $0.isFinite ? Self.rounded($0) : nil }
            return "\"\(entry.name)\":\(value ?? "null")"
        }
        return "{\(members.joined(separator: ","))}"
    }

    var table: String {
        TextTable(pairs: entries.map { (name: $0.title, value: Self.text($0.value, $0.unit)) }).text
    }

    private static func text(_ value: Double?, _ unit: Unit) -> String {
        guard let value else { return "-" }
        guard value.isFinite else { return "longer than is measured" }
        return switch unit {
        case .count: rounded(value)
        case .perSecond: rounded(value) + "/s"
        case .milliseconds: rounded(value) + " ms"
        case .bytes: rounded(value / 1_048_576) + " MiB"
        case .percent: rounded(value) + " %"
        case .seconds: rounded(value) + " s"
        }
    }

    /// To a tenth, and to a thousandth below one.
    private static func rounded(_ value: Double) -> String {
        let digits: Double = abs(value) < 1 ? 1_000 : 10
        let rounded = (value * digits).rounded() / digits
        return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
    }
}
