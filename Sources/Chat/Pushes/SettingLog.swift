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

/// The settings of a user that decide about pushes.
enum RecordedSetting: Int64 {
    case option = 0
    case notify = 1
    case isBlocking = 2
    case quietHours = 3
    /// Of a former member of a group: the stamp of the joining.
    case joinedAt = 4
}

/// Settings that have changed since a message was sent, as they were then.
struct SettingHistory {
    private struct Place: Hashable {
        let fact: RecordedSetting
        let account: AccountNumber
        let conversation: ConversationNumber
    }

    private var values: [Place: Int64] = [:]
    /// Of rows that it goes without.
    private(set) var damages: [StoreError] = []

    /// Of one account.
    init(at message: MessageNumber, of account: AccountNumber, in store: any Transaction) throws(StoreError) {
        try store.query(
            """
            SELECT kind, account, conversation, value FROM setting_history
            WHERE account = $2 AND id > $1 ORDER BY id DESC
            """, [.integer(message), .integer(account)]
        ) { row throws(StoreError) in try take(row) }
    }

    /// Of all accounts: the damaged row of one is passed over.
    init(at message: MessageNumber, in store: any Transaction) throws(StoreError) {
        do throws(StoreError) {
            try store.query(
                "SELECT kind, account, conversation, value FROM setting_history WHERE id > $1 ORDER BY id DESC",
                [.integer(message)]
            ) { row throws(StoreError) in try take(row) }
        } catch {
            guard error.kind == .corrupt else { throw error }
            try readSingly(after: message, in: store)
        }
    }

    private mutating func readSingly(after message: MessageNumber, in store: any Transaction) throws(StoreError) {
        values = [:]
        var ids: [Int64] = []
        try store.query("SELECT id FROM setting_history WHERE id > $1 ORDER BY id DESC", [.integer(message)]) { row in
            ids.append(row.key(0))
        }
        for id in ids {
            do throws(StoreError) {
                try store.query(
                    "SELECT kind, account, conversation, value FROM setting_history WHERE id = $1", [.integer(id)]
                ) { row throws(StoreError) in try take(row) }
            } catch {
                guard error.kind == .corrupt else { throw error }
                damages.append(error)
            }
        }
    }

    private mutating func take(_ row: any Row) throws(StoreError) {
        let place = Place(fact: try row.choice(0), account: row.integer(1), conversation: row.integer(2))
        // Of several changes the first one tells.
        values[place] = row.integer(3)
    }

    /// Those who have left the conversation's group since.
    func leavers(of conversation: ConversationNumber) -> [AccountNumber] {
        values.keys.filter { $0.fact == .joinedAt && $0.conversation == conversation }.map(\.account).sorted()
    }

    subscript(fact: RecordedSetting, account: AccountNumber, conversation: ConversationNumber) -> Int64? {
        if values.isEmpty { return nil }
        return values[Place(fact: fact, account: account, conversation: conversation)]
    }
}
