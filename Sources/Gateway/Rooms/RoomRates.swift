import Domain

/// How fast a user may send to live rooms and enter them (L-33), beside the rates of all requests.
struct RoomRates {
    private let sends = RateLimit(perSecond: 2, burst: 4)
    private let counts = RateLimit(perSecond: 2, burst: 4)
    private let entries = RateLimit(perMinute: 30)
    private var sendDue: [AccountNumber: Microseconds] = [:]
    private var countDue: [AccountNumber: Microseconds] = [:]
    private var entryDue: [AccountNumber: Microseconds] = [:]

    mutating func allowsSend(of account: AccountNumber, now: Milliseconds) -> Bool {
        Self.allows(sends, &sendDue, account, now)
    }

    mutating func allowsCount(of account: AccountNumber, now: Milliseconds) -> Bool {
        Self.allows(counts, &countDue, account, now)
    }

    mutating func allowsEntry(of account: AccountNumber, now: Milliseconds) -> Bool {
        Self.allows(entries, &entryDue, account, now)
    }

    private static func allows(
        _ rate: RateLimit, _ due: inout [AccountNumber: Microseconds], _ account: AccountNumber, _ now: Milliseconds
    ) -> Bool {
        guard let next = rate.next(after: due[account, default: 0], now: now) else { return false }
        // Those that have rested are forgotten.
        if due.count >= mostKnown { due = due.filter { $0.value > now.microseconds } }
        due[account] = next
        return true
    }
}

/// Active users beyond it are looked through with each request; a room of a node has fewer within a minute.
private let mostKnown = 200_000
