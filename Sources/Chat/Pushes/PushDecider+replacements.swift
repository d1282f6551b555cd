import Domain
import Storage

/// M-45, M-50, P-50: what takes the place of pushes that have gone out before their message was recalled, expired or was edited.
extension PushDecider {
    /// Those that a provider has accepted, each with the total right after the message has changed. Of an edited one those that
    /// the user has not read.
    func decideReplacements(
        _ decision: inout Decision, _ following: Push.Following, of job: PushJob, in store: any Transaction
    ) throws(StoreError) {
        let moment = StoredMessage.moment(job.message.life?.changedAt ?? job.message.time)
        let former = try SettingHistory(at: moment.id, in: store)
        decision.damages += former.damages
        var badges = Badges(at: moment, former, conversationPeriod, in: store)
        for (account, address, provider) in try shown(of: job.message.id, in: store) {
            do throws(StoreError) {
                if following == .edit {
                    let membership = try Membership.find(account, in: job.message.conversation, in: store)
                    guard membership?.hasUnread(job.message) ?? false else { continue }
                }
                let badge = try badges.badge(of: account)
                decision.pushes.append(
                    Push(
                        account: account, address: address, provider: provider, badge: badge, isForced: false,
                        following: following))
            } catch {
                guard error.kind == .corrupt else { throw error }
                decision.damages.append(error)
            }
        }
    }

    /// One that follows an edit and waits has one before it that is shown.
    private func shown(
        of message: MessageNumber, in store: any Transaction
    ) throws(StoreError) -> [(account: AccountNumber, address: Int64, provider: String)] {
        var shown: [(AccountNumber, Int64, String)] = []
        try store.query(
            """
            SELECT account, address, provider FROM push
            WHERE message = $1 AND is_late & $2 = 0 AND (state = 1 OR state = 0 AND is_late & 12 != 0)
            """, [.integer(message), .integer(PushMarks.replacement.rawValue)]
        ) { row in shown.append((row.integer(0), row.integer(1), row.text(2))) }
        return shown
    }

    func hasPushes(of message: MessageNumber, in store: any Transaction) throws(StoreError) -> Bool {
        var hasPushes = false
        try store.query("SELECT 1 FROM push WHERE message = $1 LIMIT 1", [.integer(message)]) { _ in hasPushes = true }
        return hasPushes
    }
}

extension StoredMessage {
    /// The text of the push that replaces the message's own; nil: it is not replaced.
    var pushReplacement: PushReplacement? { isExpired ? .expired : isRecalled ? .recalled : nil }

    /// Stands for a moment, to whose end a total is asked for: no message of any conversation.
    static func moment(_ time: Milliseconds) -> StoredMessage {
        StoredMessage(
            id: MessageNumber(Stamp(milliseconds: time + 1).rawValue - 1), conversation: 0, seq: 0, sender: 0,
            kind: .custom, settings: [], counted: 0, countedLow: 0, clientID: "", body: "", pushText: nil, previous: 0,
            mentions: nil, memberOption: nil, nickname: nil, pushPayload: nil)
    }
}
