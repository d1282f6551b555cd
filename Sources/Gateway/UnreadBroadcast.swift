import Chat
import EventLoop
import Storage
import Transport

/// C-22: how the members of a group that are here learn what its messages have done to their conversations and totals: at
/// once the first time, then at most every so often, as things are by then. A message says all that matters at that moment; a
/// conversation's numbers differ from member to member, and cost more than the message.
struct UnreadBroadcast {
    private enum State {
        /// `isBehind`: something has come meanwhile.
        case underWay(isBehind: Bool)
        case resting(until: Int64, isBehind: Bool)
    }

    private var states: [Int64: State] = [:]

    /// Something has come for the group; true if a round is to begin.
    mutating func note(_ group: Int64) -> Bool {
        switch states[group] {
        case nil:
            states[group] = .underWay(isBehind: false)
            return true
        case .underWay:
            states[group] = .underWay(isBehind: true)
        case .resting(let end, _):
            states[group] = .resting(until: end, isBehind: true)
        }
        return false
    }

    /// A round has ended; the next one of this group begins no earlier than `end`.
    mutating func rest(_ group: Int64, until end: Int64) {
        guard case .underWay(let isBehind) = states[group] else { preconditionFailure("no round of team \(group)") }
        states[group] = .resting(until: end, isBehind: isBehind)
    }

    /// The groups that have rested and are behind, whose rounds begin now; the others of them are forgotten.
    mutating func wake(at now: Int64) -> [Int64] {
        var behind: [Int64] = []
        for (group, state) in states {
            guard case .resting(let end, let isBehind) = state, end <= now else { continue }
            states[group] = isBehind ? .underWay(isBehind: false) : nil
            if isBehind { behind.append(group) }
        }
        return behind
    }

    /// When the first of them has rested.
    var nextEnd: Int64? {
        states.values.compactMap { state in
            if case .resting(let end, _) = state { end } else { nil }
        }.min()
    }
}

extension ShardGateway {
    /// A message has been told to the group.
    func show(_ group: Int64) {
        if unreadBroadcast.note(group) { startBroadcast(group) }
    }

    package func timerFired() {
        for group in unreadBroadcast.wake(at: now) { startBroadcast(group) }
        sendBatch()
        armTimer()
    }

    func armTimer() {
        let next = [unreadBroadcast.nextEnd, batchDue].compactMap { $0 }.min()
        if let next { shard.setServiceTimer(at: next) }
    }

    private func startBroadcast(_ group: Int64) {
        continueBroadcast(group, groupSubscribers.accounts(in: group), from: 0)
    }

    /// A piece of the members at a time, so that nobody else waits long for the writer.
    private func continueBroadcast(_ group: Int64, _ accounts: [Int64], from start: Int) {
        guard start < accounts.count else { return finishBroadcast(group, of: accounts.count) }
        let end = min(start + membersPerStep, accounts.count)
        let mailbox = mailbox
        let next: @Sendable () -> Void = { mailbox.post { $0.continueBroadcast(group, accounts, from: end) } }
        context.store.write { committer, transaction throws(StoreError) in
            try committer.show(group: group, to: Array(accounts[start..<end]), transaction)
            committer.afterwards(next)
        } failed: { _ in
            // The store's own health report has told why. These members are told with the next message.
            next()
        }
    }

    /// The larger the round, the longer the rest.
    private func finishBroadcast(_ group: Int64, of count: Int) {
        unreadBroadcast.rest(group, until: now + max(shortestPause, Int64(count) / 10))
        armTimer()
    }
}

private let membersPerStep = 256
/// Milliseconds.
private let shortestPause: Int64 = 250
