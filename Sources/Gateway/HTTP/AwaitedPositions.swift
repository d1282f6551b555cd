import Domain

/// Those who wait for positions in a cluster's log, each until a deadline. They are gone through only if one of them is due: one
/// more costs the same, however many there are, and so does a step of the log that none waits for.
struct AwaitedPositions<Waiter> {
    private struct Wait {
        let position: Int64
        let deadline: Milliseconds
        let waiter: Waiter
    }

    private let limit: Int
    /// In the order of their deadlines.
    private var waits: [Wait] = []
    /// Of the positions; nil: nobody waits.
    private(set) var lowest: Int64?

    init(atMost limit: Int) { self.limit = limit }

    var count: Int { waits.count }
    /// Nil: nobody waits.
    var nextDeadline: Milliseconds? { waits.first?.deadline }

    /// All wait equally long, so that a later one has a later deadline. False: there are as many as may be.
    mutating func add(_ waiter: Waiter, for position: Int64, until deadline: Milliseconds) -> Bool {
        guard waits.count < limit else { return false }
        if let last = waits.last {
            precondition(last.deadline <= deadline, "\(deadline) comes behind \(last.deadline)")
        }
        waits.append(Wait(position: position, deadline: deadline, waiter: waiter))
        lowest = min(lowest ?? position, position)
        return true
    }

    /// Takes out those whose position is reached or whose time is over.
    mutating func takeDue(at position: Int64, now: Milliseconds) -> [(waiter: Waiter, isReached: Bool)] {
        guard let lowest, let nextDeadline, lowest <= position || nextDeadline <= now else { return [] }
        var due: [(waiter: Waiter, isReached: Bool)] = []
        var kept: [Wait] = []
        for wait in waits {
            if wait.position <= position || wait.deadline <= now {
                due.append((wait.waiter, wait.position <= position))
            } else {
                kept.append(wait)
            }
        }
        waits = kept
        self.lowest = kept.map(\.position).min()
        return due
    }
}
