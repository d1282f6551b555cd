import EventLoop
import Locking
import Security

/// A request's part in a decision: as long as somebody holds it, a repeat gets the same decision.
final class HookHold: Sendable {
    let id: RequestDigest

    init(_ id: RequestDigest) {
        self.id = id
    }
}

/// A request that waits in a shard for a decision.
struct HookWaiter: Sendable {
    let mailbox: Mailbox<ShardGateway>
    let number: UInt64
}

/// The decisions about requests that can be repeated, from the moment that one of them begins to look whether it is a repeat,
/// until the last of them has its reply. So a repeat beside its first is not asked about.
final class HookDecisions: Sendable {
    enum Part {
        /// The others wait until this one settles or withdraws.
        case first
        case waits
        case settled(HookDecision)
    }

    private struct Entry {
        let hold: HookHold
        var decision: HookDecision?
        var waiters: [HookWaiter] = []
        var holders = 0
    }

    private let entries = Lock<[RequestDigest: Entry]>([:])

    func join(_ id: RequestDigest, _ waiter: HookWaiter) -> (HookHold, Part) {
        entries.withLock { entries in
            var entry = entries[id] ?? Entry(hold: HookHold(id))
            entry.holders += 1
            var part = Part.waits
            if let decision = entry.decision {
                part = .settled(decision)
            } else {
                if entry.waiters.isEmpty { part = .first }
                entry.waiters.append(waiter)
            }
            entries[id] = entry
            return (entry.hold, part)
        }
    }

    /// Returns those who have waited for it.
    func settle(_ hold: HookHold, _ decision: HookDecision) -> [HookWaiter] {
        entries.withLock { entries in
            guard var entry = entries[hold.id], entry.hold === hold else { return [] }
            let waiters = entry.waiters
            entry.decision = decision
            entry.waiters = []
            entries[hold.id] = entry
            return waiters
        }
    }

    /// There will be no decision: returns those who have waited for it.
    func withdraw(_ hold: HookHold) -> [HookWaiter] {
        entries.withLock { entries in
            guard let entry = entries[hold.id], entry.hold === hold else { return [] }
            entries[hold.id] = nil
            return entry.waiters
        }
    }

    /// One of its requests has its reply.
    func leave(_ hold: HookHold) {
        entries.withLock { entries in
            guard let entry = entries[hold.id], entry.hold === hold else { return }
            if entry.holders == 1 { entries[hold.id] = nil } else { entries[hold.id]?.holders -= 1 }
        }
    }
}
