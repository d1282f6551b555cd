import Chat
import Domain
import Locking
import Meters
import Settings
import Storage
import Telemetry

/// Decides again what was sent to sessions that have ended unheard, by a lost connection or with the gateway in a crash: a
/// phone in a tunnel has its messages on the screen for the gateway, and nowhere else.
final class LostSessions {
    private let decider: PushDecider
    private let configuration: Configuration
    private let metrics: ProcessMetrics
    /// The sessions that a crash before this start has left open have been found.
    private var hasLookedBack = false
    /// Milliseconds since 1970: by then users have come back who do at once. Nil: nothing was decided yet.
    private var end: Milliseconds?

    init(_ decider: PushDecider, _ configuration: Configuration, _ metrics: ProcessMetrics) {
        self.decider = decider
        self.configuration = configuration
        self.metrics = metrics
    }

    /// Some users at a time, so that other pushes do not wait for all of them. Returns whether there are more. Where the store
    /// does not do its part, the next look goes on.
    func decide(_ work: PushWorker) -> Bool {
        let now = work.now
        let end = end ?? now + Milliseconds(configuration.subscriptions.reconnectMilliseconds)
        self.end = end
        if !hasLookedBack { hasLookedBack = lookBack(work, dueBy: end) }
        guard
            let page = work.read({ [decider] store throws(StoreError) in try Self.page(decider, dueBy: now, in: store) }
            )
        else { return false }
        work.note(page.damages)
        if !page.damaged.isEmpty {
            guard work.write({ chat throws(CommandError) in try chat.pushes.dropUnheard(page.damaged) }) else {
                return false
            }
        }
        guard !page.unheard.isEmpty else { return !page.damaged.isEmpty }
        return page.unheard.allSatisfy { decide($0, work) }
    }

    private struct Page {
        var unheard: [Unheard] = []
        /// Accounts whose rows are damaged.
        var damaged: [AccountNumber] = []
        var damages: [StoreError] = []
    }

    private static func page(
        _ decider: PushDecider, dueBy now: Milliseconds, in store: any Transaction
    ) throws(StoreError) -> Page {
        do throws(StoreError) {
            return Page(unheard: try decider.unheard(dueBy: now, in: store))
        } catch {
            guard error.kind == .corrupt else { throw error }
            let (found, damaged) = try decider.unheardSingly(dueBy: now, in: store)
            return Page(unheard: found, damaged: damaged, damages: [error])
        }
    }

    private func decide(_ unheard: Unheard, _ work: PushWorker) -> Bool {
        if decider.isReached(unheard.user) {
            return work.write { chat throws(CommandError) in try chat.pushes.putOffUnheard(unheard) }
        }
        // Of a user with a damaged row nothing is decided, and others do not wait for it.
        let decisions = work.read(ifDamaged: []) { [decider] store throws(StoreError) in
            try decider.decisions(on: unheard, in: store)
        }
        guard let decisions else { return false }
        for some in stride(from: 0, to: decisions.count, by: decisionsPerWrite).map({ start in
            Array(decisions[start..<min(start + decisionsPerWrite, decisions.count)])
        }) {
            let made = Lock(0)
            let isWritten = work.write { chat throws(CommandError) in
                var count = 0
                for decision in some { count += try chat.pushes.putLate(decision.pushes, of: decision.message) }
                made.withLock { $0 = count }
            }
            guard isWritten else { return false }
            metrics.pushesMade.add(made.withLock { $0 })
        }
        return work.write { chat throws(CommandError) in try chat.pushes.settleUnheard(unheard) }
    }

    /// Finds the receivers of what was sent shortly before a crash, a piece at a time.
    private func lookBack(_ work: PushWorker, dueBy end: Milliseconds) -> Bool {
        let found = work.read(ifDamaged: nil) { store throws(StoreError) in try CrashedSessions.lost(in: store) }
        guard let found else { return false }
        guard let lost = found else { return true }
        var position = lost.lowerBound
        while true {
            let page = work.read(ifDamaged: (accounts: [], through: nil)) { [position] store throws(StoreError) in
                try CrashedSessions.receivers(of: lost, after: position, in: store)
            }
            guard let page else { return false }
            guard let through = page.through else {
                return work.write { chat throws(CommandError) in try chat.pushes.closeCrash() }
            }
            for start in stride(from: 0, to: page.accounts.count, by: accountsPerWrite) {
                let some = page.accounts[start..<min(start + accountsPerWrite, page.accounts.count)]
                guard
                    work.write({ chat throws(CommandError) in
                        try chat.pushes.openUnheard(some, lost: lost, due: end)
                    })
                else {
                    return false
                }
            }
            position = through
        }
    }
}

private let decisionsPerWrite = 50
private let accountsPerWrite = 500
