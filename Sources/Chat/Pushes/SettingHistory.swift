import Domain
import Storage

/// What a user has set that decides about pushes.
enum RecordedSetting: Int64 {
    case option = 0
    case notify = 1
    case isBlocking = 2
    case quietHours = 3
    /// Of somebody who has left the group: the stamp of the joining.
    case joinedAt = 4
}

extension ChatState {
    /// Notes what a setting has been up to now. So what held for a message is known as long as it may be asked why the message
    /// was pushed, or was not, at the cost of the changes alone, which are rare.
    func record(_ fact: RecordedSetting, was value: Int64, of account: Account, in conversation: Int64) throws {
        guard options.hasPushes else { return }
        try store.execute(
            "INSERT INTO push_fact (id, account, conversation, kind, value) VALUES ($1, $2, $3, $4, $5)",
            [
                .integer(try stamp()), .integer(account.number), .integer(conversation), .integer(fact.rawValue),
                .integer(value),
            ])
    }

    /// `new`: nil when the membership ends.
    func record(_ former: Member, becomes new: Member?, of account: Account, in group: Group) throws {
        if new == nil { try record(.joinedAt, was: former.joinedAt, of: account, in: group.conversation) }
        if former.notify != new?.notify ?? .all {
            try record(.notify, was: former.notify.rawValue, of: account, in: group.conversation)
        }
        if former.isBlocking != new?.isBlocking ?? false {
            try record(.isBlocking, was: former.isBlocking ? 1 : 0, of: account, in: group.conversation)
        }
    }
}

/// What has been set otherwise since a message was sent, as it was then.
struct SettingHistory {
    private struct Place: Hashable {
        let fact: RecordedSetting
        let account: Int64
        let conversation: Int64
    }

    private var values: [Place: Int64] = [:]

    /// `account`: of one alone.
    init(at message: Int64, of account: Int64? = nil, in store: any Transaction) throws(StoreError) {
        let some: SQL =
            "SELECT kind, account, conversation, value FROM push_fact WHERE account = $2 AND id > $1 ORDER BY id DESC"
        let all: SQL = "SELECT kind, account, conversation, value FROM push_fact WHERE id > $1 ORDER BY id DESC"
        try store.query(account == nil ? all : some, [.integer(message)] + (account.map { [.integer($0)] } ?? [])) {
            row in
            guard let fact = RecordedSetting(rawValue: row.integer(0)) else {
                preconditionFailure("a fact is not as it was written")
            }
            // Of several changes the first one tells.
            values[Place(fact: fact, account: row.integer(1), conversation: row.integer(2))] = row.integer(3)
        }
    }

    /// Those who have left the conversation's group since.
    func leavers(of conversation: Int64) -> [Int64] {
        values.keys.filter { $0.fact == .joinedAt && $0.conversation == conversation }.map(\.account).sorted()
    }

    subscript(fact: RecordedSetting, account: Int64, conversation: Int64) -> Int64? {
        if values.isEmpty { return nil }
        return values[Place(fact: fact, account: account, conversation: conversation)]
    }
}
