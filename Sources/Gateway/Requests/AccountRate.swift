import Domain

/// How often each user may do one thing at this node or shard, beside the rates of all requests.
struct AccountRate {
    private let limit: RateLimit
    private var due: [AccountNumber: Microseconds] = [:]

    init(_ limit: RateLimit) { self.limit = limit }

    mutating func allows(_ account: AccountNumber, now: Milliseconds) -> Bool {
        guard let next = limit.next(after: due[account, default: 0], now: now) else { return false }
        // Those that have rested are forgotten.
        if due.count >= mostKnown { due = due.filter { $0.value > now.microseconds } }
        due[account] = next
        return true
    }
}

/// Active users beyond it are looked through with each request; a node has fewer within a minute.
private let mostKnown = 200_000
