import Chat
import ClientProtocol
import Domain
import Framing
import JSON
import Settings
import Storage
import Transport

/// Tells users who has read their messages in the groups at which their sessions look, where receipts go by positions (D-05).
/// At the first shard, beside `StreamedMessages`, which knows who looks.
final class WatchedReceiptCounts {
    private struct Look {
        /// The id.
        let group: String
        /// When the next one is due; nil: one is under way.
        var moment: Milliseconds?
        /// The last counts of each user's messages that its sessions have heard.
        var told: [AccountNumber: Set<GroupReceiptView>] = [:]
    }

    private let link: ShardLink
    private var looks: [GroupNumber: Look] = [:]
    private var json = JSONWriter()

    init(_ link: ShardLink) { self.link = link }

    /// A session has begun to look at the group. Those of its user hear all counts once more.
    func begin(_ number: GroupNumber, _ id: ConversationID, for account: AccountNumber) {
        guard link.context.configuration.groups.receipts, case .group(let group) = id else { return }
        looks[number]?.told[account] = nil
        if looks[number] == nil { wait(for: number, Look(group: group)) }
    }

    private func wait(for number: GroupNumber, _ look: Look) {
        let moment = link.now + betweenLooks
        looks[number] = look
        looks[number]?.moment = moment
        link.wake(at: moment)
    }

    func timerFired(_ places: [Parties: StreamedMessages.Place]) {
        for (number, look) in looks {
            guard let moment = look.moment else { continue }
            guard moment <= link.now else {
                link.wake(at: moment)
                continue
            }
            let users = places[.group(number)].map { Set($0.watchers.values) } ?? []
            if users.isEmpty { looks[number] = nil } else { self.look(at: number, for: users) }
        }
    }

    private func look(at number: GroupNumber, for users: Set<AccountNumber>) {
        looks[number]?.moment = nil
        let (context, cutoff) = (link.context, link.context.configuration.messageCutoff)
        context.store.read { transaction throws(StoreError) in
            let counts = try WatchedReceipts.counts(in: number, of: users, since: cutoff, in: transaction)
            context.postToStreamedMessages { $0.tell(counts, ofGroup: number) }
        } failed: { _ in
            // The reading is busy, or a row is damaged, and the log has that: the next look says as much.
            context.postToStreamedMessages { $0.tell([:], ofGroup: number) }
        }
    }

    /// The counts that have changed, by user. `counts` nil: the group's receipts do not go by positions.
    func changes(
        _ counts: [AccountNumber: [GroupReceiptView]]?, ofGroup number: GroupNumber
    ) -> [(account: AccountNumber, event: Payload)] {
        guard var look = looks[number] else { return [] }
        guard let counts else {
            looks[number] = nil
            return []
        }
        var changes: [(account: AccountNumber, event: Payload)] = []
        for (account, views) in counts {
            let told = look.told[account] ?? []
            let new = views.filter { !told.contains($0) }
            look.told[account] = Set(views)
            if new.isEmpty { continue }
            changes.append((account, Payload(of: GroupReceiptChanged(group: look.group, receipts: new), &json)))
        }
        wait(for: number, look)
        return changes
    }
}

private let betweenLooks: Milliseconds = 2_000
