import Domain
import Storage

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

    /// `account`: of one alone.
    init(at message: MessageNumber, of account: AccountNumber? = nil, in store: any Transaction) throws(StoreError) {
        let some: SQL =
            """
            SELECT kind, account, conversation, value FROM setting_history
            WHERE account = $2 AND id > $1 ORDER BY id DESC
            """
        let all: SQL = "SELECT kind, account, conversation, value FROM setting_history WHERE id > $1 ORDER BY id DESC"
        try store.query(account == nil ? all : some, [.integer(message)] + (account.map { [.integer($0)] } ?? [])) {
            row throws(StoreError) in
            let fact: RecordedSetting = try row.choice(0)
            // Of several changes the first one tells.
            values[Place(fact: fact, account: row.integer(1), conversation: row.integer(2))] = row.integer(3)
        }
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
