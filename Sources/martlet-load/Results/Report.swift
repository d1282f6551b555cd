import JSON

/// A measurement as people and programs read it.
struct Report {
    /// The scenario's name.
    let name: String
    /// The scenario, in words.
    let title: String
    /// The scenario's numbers; nil: without such a limit.
    let parameters: [(name: StaticString, value: Int?)]
    /// The thing that an acknowledgement counts in this scenario: `messages`, `requests`.
    let unit: String
    /// The events that are counted beside deliveries.
    var events = "other events"
    let measurement: Measurement

    private static let shares: [(name: StaticString, share: Double)] = [
        ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999), ("max", 1),
    ]

    private var tally: Tally { measurement.tally }
    private var hasDeliveries: Bool { tally.delivery.count > 0 || tally.deliveries > 0 }

    var hasPassed: Bool { tally.faults.isEmpty && tally.acknowledgements > 0 }
}

extension Report {
    /// Nil: nothing was timed.
    var plot: Plot? {
        guard let timeline = tally.timeline, timeline.parts.contains(where: { $0.count > 0 }) else { return nil }
        return Plot(title: "\(name): \(title)", timeline: timeline)
    }
}

// MARK: - For people

extension Report {
    /// The table, the costs, what went wrong, and one closing line.
    var text: String {
        var lines = [
            "\(name): \(title)",
            memory, "", "                    per second       p50       p90       p99     p99.9       max  ms",
            row("acknowledgements", tally.acknowledgements, tally.acknowledgement),
        ].compactMap { $0 }
        if hasDeliveries { lines.append(row("deliveries", tally.deliveries, tally.delivery)) }
        if tally.events > 0 { lines.append(row(events, tally.events, nil)) }
        lines += [""] + costs + tally.faults.lines
        if tally.returns > 0 {
            lines.append("\(grouped(tally.returns)) returns, \(grouped(tally.resumed)) messages given by resumes")
        }
        if tally.changes > 0 {
            lines.append("\(grouped(tally.changes)) changes of messages, told \(grouped(tally.changesTold)) times")
        }
        if tally.shed > 0 { lines.append("\(grouped(tally.shed)) \(unit) were not drawn") }
        if tally.unsent > 0 {
            lines.append("\(grouped(tally.unsent)) \(unit) were due and found no room in their windows")
        }
        return (lines + [closing]).joined(separator: "\n") + "\n"
    }

    private func row(_ name: String, _ count: Int, _ histogram: LatencyHistogram?) -> String {
        var line = padded(name, 18) + aligned(grouped(Int(measurement.perSecond(count).rounded())), 12)
        if let histogram {
            for (_, share) in Self.shares { line += aligned(milliseconds(histogram, share), 10) }
        }
        return line
    }

    private var costs: [String] {
        let sides = [("server", measurement.server), ("load", measurement.load)]
        return sides.compactMap { side, cost in
            guard let cost else { return nil }
            let each = measurement.microsecondsPerMessage(cost).map { "\(rounded($0, 1)) µs for each of the \(unit)" }
            return "\(padded(side, 8))\(rounded(cost.cpuSeconds, 2)) CPU s, \(each ?? "no \(unit)"), "
                + "\(cost.residentBytes >> 20) MiB resident"
        }
    }

    private var memory: String? {
        guard tally.acknowledgement.count == 0 else { return nil }
        return measurement.residentBytesPerSession.map {
            "\(grouped(Int($0.rounded()))) resident bytes of the server for each"
        }
    }

    private var closing: String {
        guard hasPassed else {
            let why = tally.faults.isEmpty ? "nothing was acknowledged" : "\(tally.faults.lines.count) kinds of faults"
            return "\(name): failed, \(why)"
        }
        if tally.acknowledgement.count == 0 {
            return "\(name): \(grouped(tally.acknowledgements)) \(unit)" + (memory.map { ", " + $0 } ?? "")
        }
        let rate = grouped(Int(measurement.perSecond(tally.acknowledgements).rounded()))
        let cost = measurement.server.flatMap(measurement.microsecondsPerMessage)
        return "\(name): \(rate) \(unit)/s, p99 \(milliseconds(tally.acknowledgement, 0.99)) ms"
            + (cost.map { ", \(rounded($0, 1)) µs of server CPU each" } ?? "")
            + (hasDeliveries ? "; each delivered once and in order" : "; each answered once")
    }

    private func milliseconds(_ histogram: LatencyHistogram, _ share: Double) -> String {
        rounded(Double(histogram.percentile(share)) / 1e6, 2)
    }
}

// MARK: - For programs

extension Report {
    var json: String {
        var json = JSONWriter(style: .indented)
        json.object { json in
            json.field("scenario", name)
            json.object("parameters") { json in
                for (name, value) in parameters {
                    if let value { json.field(name, value) } else { json.null(name) }
                }
            }
            json.field("passed", hasPassed)
            json.field("sessions", measurement.sessions)
            json.field("openingSeconds", measurement.openingSeconds)
            json.field("measuredSeconds", measurement.seconds)
            write("acknowledgements", tally.acknowledgements, tally.acknowledgement, to: &json)
            if hasDeliveries { write("deliveries", tally.deliveries, tally.delivery, to: &json) }
            json.field("otherEvents", tally.events)
            json.field("shed", tally.shed)
            json.field("unsent", tally.unsent)
            json.field("returns", tally.returns)
            json.field("resumed", tally.resumed)
            json.field("changes", tally.changes)
            json.field("changesTold", tally.changesTold)
            json.object("faults") { json in
                for fault in Fault.allCases {
                    json.key(text: fault.rawValue)
                    json.value(tally.faults[fault])
                }
            }
            if let bytes = measurement.residentBytesPerSession { json.field("serverBytesEach", bytes) }
            if let server = measurement.server { write("server", server, to: &json) }
            write("load", measurement.load, to: &json)
        }
        return json.text + "\n"
    }

    private func write(
        _ name: StaticString, _ count: Int, _ histogram: LatencyHistogram, to json: inout JSONWriter
    ) {
        json.object(name) { json in
            json.field("count", count)
            json.field("perSecond", measurement.perSecond(count))
            json.field("samples", histogram.count)
            json.object("microseconds") { json in
                for (name, share) in Self.shares { json.field(name, Double(histogram.percentile(share)) / 1e3) }
            }
        }
    }

    private func write(_ name: StaticString, _ cost: Measurement.Cost, to json: inout JSONWriter) {
        json.object(name) { json in
            json.field("cpuSeconds", cost.cpuSeconds)
            if let each = measurement.microsecondsPerMessage(cost) { json.field("cpuMicrosecondsEach", each) }
            json.field("residentBytes", cost.residentBytes)
        }
    }
}
