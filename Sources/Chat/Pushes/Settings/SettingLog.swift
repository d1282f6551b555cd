import Domain
import Storage

/// Former values of the settings that decide about pushes.
final class SettingLog {
    private let work: UnitOfWork

    init(work: UnitOfWork) {
        self.work = work
    }

    /// Notes what a setting has been up to now. So what held for a message is known as long as it may be asked why the message
    /// was pushed, or was not, at the cost of the changes alone, which are rare.
    func record(_ fact: RecordedSetting, was value: Int64, of account: Account, in conversation: ConversationNumber)
        throws(CommandError)
    {
        guard work.options.hasPushes else { return }
        try work.execute(
            "INSERT INTO setting_history (id, account, conversation, kind, value) VALUES ($1, $2, $3, $4, $5)",
            [
                .integer(try work.stamp()), .integer(account.number), .integer(conversation), .integer(fact.rawValue),
                .integer(value),
            ])
    }

    /// `new`: nil when the membership ends.
    func record(_ former: Member, becomes new: Member?, of account: Account, in group: Group) throws(CommandError) {
        if new == nil { try record(.joinedAt, was: former.joinedAt.rawValue, of: account, in: group.conversation) }
        if former.notify != new?.notify ?? .all {
            try record(.notify, was: former.notify.rawValue, of: account, in: group.conversation)
        }
        if former.isBlocking != new?.isBlocking ?? false {
            try record(.isBlocking, was: former.isBlocking ? 1 : 0, of: account, in: group.conversation)
        }
    }

    func trim() throws(CommandError) {
        guard work.options.hasPushes || work.sweepsLeftovers else { return }
        try work.execute(
            """
            DELETE FROM setting_history WHERE id IN
                (SELECT id FROM setting_history WHERE id < $1 ORDER BY id LIMIT 2000)
            """,
            [.integer(work.pushCutoff)])
    }
}
