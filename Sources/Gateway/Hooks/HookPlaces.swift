import Domain

/// The places of a hook: who may be asked about now, and who waits. One user has a share of them, so that a few who ask for
/// much leave places for others; of those who wait, users with the fewest questions under way are next (H-22).
struct HookPlaces<Load> {
    private struct Waiter {
        let user: UserID
        let load: Load
        /// Monotonic nanoseconds.
        let deadline: Int64
    }

    /// Why a question that has waited is not asked.
    enum Obstacle {
        /// Its own user has too much under way.
        case share
        /// All places are taken.
        case full
    }

    private var count = 0
    private var underWay: [UserID: Int] = [:]
    /// In the order in which they came.
    private var waiters: [Waiter] = []

    /// It waits for `next`. Returns what speaks against that.
    mutating func enter(_ load: Load, of user: UserID, until deadline: Int64) -> Obstacle? {
        if waiters.count(where: { $0.user == user }) >= mostWaitingOfUser { return .share }
        if waiters.count >= mostWaiting { return .full }
        waiters.append(Waiter(user: user, load: load, deadline: deadline))
        return nil
    }

    /// Takes a place for one that waits; nil: nobody can have one now.
    mutating func next() -> Load? {
        guard count < HookLoop.mostAsks else { return nil }
        var best: (index: Int, underWay: Int)?
        for (index, waiter) in waiters.enumerated() {
            let own = underWay[waiter.user] ?? 0
            if own < best?.underWay ?? share { best = (index, own) }
        }
        guard let best else { return nil }
        let waiter = waiters.remove(at: best.index)
        count += 1
        underWay[waiter.user] = best.underWay + 1
        return waiter.load
    }

    /// A question about this user's request is not under way any more.
    mutating func leave(_ user: UserID) {
        guard let own = underWay[user], own > 0 else { preconditionFailure("no question about \(user) is under way") }
        underWay[user] = own > 1 ? own - 1 : nil
        count -= 1
    }

    /// Those that have waited until then.
    mutating func takeOverdue(at now: Int64) -> [(load: Load, obstacle: Obstacle)] {
        guard let deadline, deadline <= now else { return [] }
        let overdue = waiters.filter { $0.deadline <= now }
        waiters.removeAll { $0.deadline <= now }
        return overdue.map { ($0.load, underWay[$0.user] ?? 0 < share ? .full : .share) }
    }

    /// When one of them has waited for as long as it may, in monotonic nanoseconds.
    var deadline: Int64? { waiters.lazy.map(\.deadline).min() }
}

/// Of one user's questions.
private let share = HookLoop.mostAsks / 16
private let mostWaitingOfUser = 2 * share
private let mostWaiting = 16 * HookLoop.mostAsks
