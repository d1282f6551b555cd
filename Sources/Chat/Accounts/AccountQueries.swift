import ClientProtocol
import Domain
import Storage

/// Lists of accounts, read from the store alone, on any reader's queue.
package enum AccountQueries {
    /// In the order in which they were made. `after`: what the page before ended with. `next`: 0 if there are no more.
    package static func page(
        after: AccountNumber, count: Int, in store: any Transaction
    ) throws(StoreError) -> (accounts: [AccountView], next: AccountNumber) {
        var (accounts, next, last): ([AccountView], AccountNumber, AccountNumber) = ([], 0, 0)
        try store.query(
            """
            SELECT id, name, nickname, face_url, state, created_at FROM account WHERE id > $1 AND state != 2
            ORDER BY id LIMIT $2
            """, [.integer(after), .integer(Int64(count + 1))]
        ) { row throws(StoreError) in
            guard accounts.count < count else { return next = last }
            last = row.integer(0)
            let state: Account.State = try row.choice(4)
            accounts.append(
                AccountView(
                    id: try row.userID(1), nickname: row.text(2), faceURL: row.text(3), isDisabled: state == .disabled,
                    createdAt: row.integer(5)))
        }
        return (accounts, next)
    }
}
