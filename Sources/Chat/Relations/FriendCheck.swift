import ClientProtocol
import Domain
import Storage

/// R-Q32: how a user and another stand to each other, read from the store alone, on any reader's queue.
package struct FriendCheck: Sendable {
    package let result: UserResult
    package let relation: FriendRelation

    /// `bothWays`: also whether the others have the user.
    package static func all(
        of users: [String], bothWays: Bool, for user: UserID, _ number: AccountNumber, in store: any Transaction
    ) throws(StoreError) -> [FriendCheck] {
        try users.map { other throws(StoreError) in
            var check = FriendCheck(result: UserResult(other, .unknownUser), relation: .none)
            if other.isSpelled(like: user.text) { return check }
            try store.query(
                """
                SELECT (SELECT kind FROM contact WHERE id = ($2 << 32 | account.id)),
                    (SELECT kind FROM contact WHERE id = (account.id << 32 | $2))
                FROM account WHERE name = $1 AND state != 2
                """, [.text(other), .integer(number)]
            ) { row throws(StoreError) in
                let (own, others) = (try Relationship(row, kind: 0), try Relationship(row, kind: 1))
                check = FriendCheck(
                    result: UserResult(other),
                    relation: FriendRelation(hasOther: own.isFriend, isHad: bothWays && others.isFriend))
            }
            return check
        }
    }
}
