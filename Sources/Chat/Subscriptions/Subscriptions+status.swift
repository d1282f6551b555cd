import Domain
import Storage

/// Y-06: the lines that users tell beside their presence.
extension Subscriptions {
    /// Told to those who are told the presence. One that is shown already is told to nobody.
    package func setStatus(_ status: UserStatus, of number: AccountNumber) throws(CommandError) {
        let account = try accounts.caller(number)
        let (former, new) = (try self.status(of: account), status.isShown(at: work.now) ? status : nil)
        if (former?.text ?? "").isSpelled(like: new?.text ?? ""), former?.until == new?.until { return }
        // One that was taken back keeps its row: devices that are away hear of it by the stamp.
        try work.execute(
            """
            INSERT INTO user_status (account, text, until, stamp) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account) DO UPDATE SET text = $2, until = $3, stamp = $4
            """, [.integer(number), .text(status.text), .integer(status.until), .integer(try work.stamp())])
        try emitPresence(stored(PlatformPresence.all(of: number, in: work.store)), of: account)
    }

    func status(of account: Account) throws(CommandError) -> UserStatus? {
        try stored(UserStatus.find(account.number, at: work.now, in: work.store))
    }
}

extension UserStatus {
    /// One that is shown at that moment.
    static func find(
        _ account: AccountNumber, at now: Milliseconds, in store: any Transaction
    ) throws(StoreError) -> UserStatus? {
        var found: UserStatus?
        try store.query("SELECT text, until FROM user_status WHERE account = $1", [.integer(account)]) { row in
            found = UserStatus(text: row.text(0), until: row.integer(1))
        }
        return found.flatMap { $0.isShown(at: now) ? $0 : nil }
    }

    static func ofFriends(
        of account: AccountNumber, at now: Milliseconds, in store: any Transaction
    ) throws(StoreError) -> [AccountNumber: UserStatus] {
        let bounds = PairKey.bounds(account)
        var found: [AccountNumber: UserStatus] = [:]
        try store.query(
            """
            SELECT own.other, user_status.text, user_status.until
            FROM contact AS own JOIN contact AS theirs ON theirs.id = (own.other << 32 | $1)
            JOIN user_status ON user_status.account = own.other
            WHERE own.id > $2 AND own.id <= $3 AND own.kind = 1 AND theirs.kind = 1
            """, [.integer(account), .integer(bounds.after), .integer(bounds.through)]
        ) { row in
            let status = UserStatus(text: row.text(1), until: row.integer(2))
            if status.isShown(at: now) { found[row.integer(0)] = status }
        }
        return found
    }

    /// Of a deleted account.
    static func erase(of account: AccountNumber, in store: any Transaction) throws(StoreError) {
        try store.execute("DELETE FROM user_status WHERE account = $1", [.integer(account)])
    }
}
