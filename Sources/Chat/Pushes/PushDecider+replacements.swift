import Domain
import Storage

/// M-45, M-50: what takes the place of pushes that have gone out before their message was recalled or expired.
extension PushDecider {
    /// Those that a provider has accepted, each with the total right after the message has left it.
    func decideReplacements(
        _ decision: inout Decision, of job: PushJob, in store: any Transaction
    ) throws(StoreError) {
        let moment = StoredMessage.moment(job.message.life?.changedAt ?? job.message.time)
        let former = try SettingHistory(at: moment.id, in: store)
        decision.damages += former.damages
        var accepted: [(account: AccountNumber, address: Int64, provider: String)] = []
        try store.query(
            "SELECT account, address, provider FROM push WHERE message = $1 AND state = 1 AND is_late & $2 = 0",
            [.integer(job.message.id), .integer(PushMarks.replacement.rawValue)]
        ) { row in accepted.append((row.integer(0), row.integer(1), row.text(2))) }
        var badges = Badges(at: moment, former, conversationPeriod, in: store)
        for (account, address, provider) in accepted {
            do throws(StoreError) {
                let badge = try badges.badge(of: account)
                decision.pushes.append(
                    Push(
                        account: account, address: address, provider: provider, badge: badge, isForced: false,
                        isReplacement: true))
            } catch {
                guard error.kind == .corrupt else { throw error }
                decision.damages.append(error)
            }
        }
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
