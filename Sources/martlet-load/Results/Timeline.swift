/// Durations by the time at which they began: a histogram for each of equal parts of the measured time.
struct Timeline: Equatable, Sendable {
    private let start: Int64
    private let step: Int64
    private(set) var parts: [LatencyHistogram]

    /// Parts of a tenth of a second at least, and a hundred of them at most.
    init(_ schedule: Schedule) {
        let length = schedule.end - schedule.measuringFrom
        start = schedule.measuringFrom
        step = max(100_000_000, length / 100 + 1)
        parts = Array(repeating: LatencyHistogram(), count: Int((length + step - 1) / step))
    }

    /// Of a part.
    var seconds: Double { Double(step) / 1e9 }

    mutating func record(_ nanoseconds: Int, from due: Int64) {
        let part = Int((due - start) / step)
        precondition(parts.indices.contains(part), "a duration that began at part \(part) of \(parts.count)")
        parts[part].record(nanoseconds)
    }

    mutating func add(_ other: Timeline) {
        precondition(parts.count == other.parts.count, "\(parts.count) parts and \(other.parts.count)")
        for part in parts.indices { parts[part].add(other.parts[part]) }
    }
}
