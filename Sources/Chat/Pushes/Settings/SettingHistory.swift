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
