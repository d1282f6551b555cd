import Domain
import Transport

/// Changes of messages that a group's members are told of in rounds (M-24): the first at once, what comes soon after it together,
/// and of each message the newest alone. Each connection has them in the order of their places, once. A value, so that its rule
/// is tested without a shard.
struct GatheredChanges<Event> {
    struct Waiting {
        let message: MessageNumber
        let event: Event
        let except: Set<AccountNumber>
        /// Those that have been told, and those that were not there when the change was made.
        private(set) var spared: Set<ConnectionID> = []

        init(message: MessageNumber, event: Event, except: Set<AccountNumber>) {
            self.message = message
            self.event = event
            self.except = except
        }

        /// False if that was done before.
        fileprivate mutating func spare(_ connection: ConnectionID) -> Bool { spared.insert(connection).inserted }
    }

    private struct Rest {
        var end: Milliseconds
        /// In the order of their newest changes.
        var waiting: [Waiting] = []
    }

    private var rests: [GroupNumber: Rest] = [:]

    /// Empty: the change waits, with those of `most` messages of the group. Otherwise the caller tells these changes, and says
    /// for how long the next ones wait: nothing was told a short while ago, or too many wait.
    mutating func gather(_ waiting: Waiting, of group: GroupNumber, most: Int) -> [Waiting] {
        guard var rest = rests.removeValue(forKey: group) else { return [waiting] }
        rest.waiting.removeAll { $0.message == waiting.message }
        rest.waiting.append(waiting)
        if rest.waiting.count > most { return rest.waiting }
        rests[group] = rest
        return []
    }

    mutating func rest(_ group: GroupNumber, until end: Milliseconds) { rests[group] = Rest(end: end) }

    /// Hands out the changes that wait for this connection. They are told now, before a change that comes after them.
    mutating func takeWaiting(
        in group: GroupNumber, for connection: ConnectionID, of account: AccountNumber
    ) -> [Event] {
        guard var rest = rests.removeValue(forKey: group) else { return [] }
        var events: [Event] = []
        for place in rest.waiting.indices where !rest.waiting[place].except.contains(account) {
            if rest.waiting[place].spare(connection) { events.append(rest.waiting[place].event) }
        }
        rests[group] = rest
        return events
    }

    /// The connection has come after all that waits: its login has told that, or its user joined later (M-07).
    mutating func enter(_ connection: ConnectionID, in group: GroupNumber) {
        guard var rest = rests.removeValue(forKey: group) else { return }
        for place in rest.waiting.indices { _ = rest.waiting[place].spare(connection) }
        rests[group] = rest
    }

    /// Something else of the group is told now, which comes after them.
    mutating func takeWaiting(in group: GroupNumber) -> [Waiting] {
        guard let rest = rests[group], !rest.waiting.isEmpty else { return [] }
        rests[group] = Rest(end: rest.end)
        return rest.waiting
    }

    /// The groups that have rested. Those for which something waits rest again once it is told.
    mutating func wake(at now: Milliseconds) -> [(group: GroupNumber, waiting: [Waiting])] {
        var due: [(group: GroupNumber, waiting: [Waiting])] = []
        for (group, rest) in rests where rest.end <= now {
            rests[group] = nil
            if !rest.waiting.isEmpty { due.append((group, rest.waiting)) }
        }
        return due
    }

    /// When the first of them has rested.
    var nextEnd: Milliseconds? { rests.values.map(\.end).min() }
}
