/// How long a node has been behind the log: for as long as it has known of a record that it has not applied. A node that
/// always lacks the newest record, since others come meanwhile, is behind by as long as each of them takes.
struct LogLag: Sendable {
    private var lacking: (position: Position, since: Moment)?

    /// `known`: the newest record of which the node has heard.
    mutating func note(applied: Position, known: Position, at now: Moment) {
        if let lacking, applied < lacking.position { return }
        lacking = applied < known ? (known, now) : nil
    }

    func milliseconds(at now: Moment) -> Int64 { lacking.map { now - $0.since } ?? 0 }
}
