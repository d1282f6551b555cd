/// An open loop: when each message is due, whatever became of those before it. The senders take turns.
struct Pace: Equatable, Sendable {
    private let start: Int64
    private let nanoseconds: Double
    private let senders: Int
    /// Messages that have become due, of all senders together.
    private var passed = 0

    init(perSecond rate: Double, senders: Int, start: Int64) {
        precondition(rate > 0 && senders > 0, "\(rate) messages a second by \(senders) senders")
        self.start = start
        nanoseconds = 1e9 / rate
        self.senders = senders
    }

    /// The sender of the next message that is due by now; call until there is none.
    mutating func next(at now: Int64) -> Int? {
        guard time(of: passed) <= now else { return nil }
        defer { passed += 1 }
        return passed % senders
    }

    /// When a sender's message is due; its first is number 1.
    func time(of message: Int, by sender: Int) -> Int64 {
        time(of: (message - 1) * senders + sender)
    }

    private func time(of place: Int) -> Int64 { start + Int64(Double(place) * nanoseconds) }
}
