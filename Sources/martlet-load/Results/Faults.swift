/// Faults of a run. A single one fails it.
enum Fault: String, CaseIterable, Sendable {
    case refused
    case unanswered
    case missing
    case doubled
    case reordered
    /// The acknowledgement gave another sequence number than the delivery.
    case disagreeing
    /// A conversation's sequence numbers are not those of its acknowledged messages.
    case gaps
    /// A total is not what is unread.
    case miscounted
    /// A text that answers nothing and announces nothing.
    case unexpected
    case disconnected

    var explanation: String {
        switch self {
        case .refused: "requests refused"
        case .unanswered: "requests not answered"
        case .missing: "acknowledged messages not delivered"
        case .doubled: "messages delivered again"
        case .reordered: "messages delivered out of order"
        case .disagreeing: "messages whose number differs between acknowledgement and delivery"
        case .gaps: "sequence numbers that belong to no acknowledged message"
        case .miscounted: "totals that differ from the number of unread messages"
        case .unexpected: "unexpected texts"
        case .disconnected: "connections lost"
        }
    }
}

/// How often each fault has happened, and what the first one looked like.
struct Faults: Equatable, Sendable {
    private var counts: [Fault: Int] = [:]
    private var examples: [Fault: String] = [:]

    subscript(fault: Fault) -> Int { counts[fault, default: 0] }

    var isEmpty: Bool { counts.isEmpty }

    mutating func add(_ fault: Fault, times amount: Int = 1, _ example: @autoclosure () -> String) {
        guard amount > 0 else { return }
        counts[fault, default: 0] += amount
        if examples[fault] == nil { examples[fault] = example() }
    }

    mutating func add(_ other: Faults) {
        counts.merge(other.counts) { $0 + $1 }
        examples.merge(other.examples) { first, _ in first }
    }

    /// A line for each kind that has happened.
    var lines: [String] {
        Fault.allCases.compactMap { fault in
            guard let count = counts[fault] else { return nil }
            // A fault that is counted has an example.
            return "\(grouped(count)) \(fault.explanation), the first: \(examples[fault]!)"
        }
    }
}
