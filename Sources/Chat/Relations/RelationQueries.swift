import ClientProtocol
import Domain
import JSON
import Storage

/// A user's lists, read from the store alone, on any reader's queue.
package enum RelationQueries {
    package struct Page<Item: Sendable>: Sendable {
        package var items: [Item] = []
        package var isLast = true
        /// Of all these lists, as `RelationState` has it.
        package var version: Int64 = 0
    }

    private static func version(of number: AccountNumber, in store: any Transaction) throws(StoreError) -> Int64 {
        var version: Int64 = 0
        try store.query("SELECT version FROM relation_count WHERE account = $1", [.integer(number)]) { row in
            version = row.integer(0)
        }
        return version
    }

    package struct BlockedView: Sendable {
        package let user: String
        /// Seconds since 1970.
        package let addedAt: Seconds
    }

    /// R-113, R-Q11, R-Q43: the newest first.
    package static func blacklist(of number: AccountNumber, in store: any Transaction) throws(StoreError) -> Page<
        BlockedView
    > {
        let bounds = PairKey.bounds(number)
        var page = Page<BlockedView>(version: try version(of: number, in: store))
        try store.query(
            """
            SELECT account.name, contact.blocked_since FROM contact JOIN account ON account.id = contact.other
            WHERE contact.id > $1 AND contact.id <= $2 AND contact.kind IN (2, 3)
            ORDER BY contact.blocked_since DESC, account.name
            """, [.integer(bounds.after), .integer(bounds.through)]
        ) { row in page.items.append(BlockedView(user: row.text(0), addedAt: row.integer(1))) }
        return page
    }

    /// R-Q59: whether the user has blocked them.
    package static func blocks(
        of users: [String], for user: UserID, _ number: AccountNumber, in store: any Transaction
    ) throws(StoreError) -> [(result: UserResult, isBlocked: Bool)] {
        try users.map { other throws(StoreError) in
            var check = (result: UserResult(other, .unknownUser), isBlocked: false)
            if other.isSpelled(like: user.text) { return check }
            try store.query(
                """
                SELECT coalesce((SELECT kind FROM contact WHERE id = ($2 << 32 | account.id)), 1)
                FROM account WHERE name = $1 AND state != 2
                """, [.text(other), .integer(number)]
            ) { row in check = (UserResult(other), row.integer(0) != Contact.Kind.friend.rawValue) }
            return check
        }
    }

    /// For administrators: the number of a user who is there.
    package static func number(of user: String, in store: any Transaction) throws(CommandError) -> AccountNumber {
        guard let account = try stored(Account.reachable(user, in: store)) else {
            throw .refused(.unknownUser, "there is no such user", keys: ["userID"])
        }
        return account.number
    }

    /// R-120, R-Q47: in the order of their creation. `names`: nil for all; unknown ones are passed over. `after`: how many of
    /// them the pages before had.
    package static func groups(
        of number: AccountNumber, named names: [String]?, after: Int, bytes: Int, in store: any Transaction
    ) throws(StoreError) -> Page<FriendGroupView> {
        let wanted = try FriendGroup.all(of: number, in: store).filter { group in
            names?.contains { $0.isSpelled(like: group.name) } ?? true
        }
        let bounds = PairKey.bounds(number)
        var friends: [FriendGroupNumber: [String]] = [:]
        try store.query(
            """
            SELECT account.name, contact.friend_groups FROM contact JOIN account ON account.id = contact.other
            WHERE contact.id > $1 AND contact.id <= $2 AND contact.kind IN (1, 3) AND contact.friend_groups != ''
            ORDER BY account.name
            """, [.integer(bounds.after), .integer(bounds.through)]
        ) { row throws(StoreError) in
            for group in try row.list(1) as [Int64] {
                friends[FriendGroupNumber(rawValue: group), default: []].append(row.text(0))
            }
        }
        var page = Page<FriendGroupView>(version: try version(of: number, in: store))
        var left = bytes
        for group in wanted.dropFirst(after) {
            let view = FriendGroupView(name: group.name, friends: friends[group.number] ?? [])
            left -= view.weight
            if left < 0, !page.items.isEmpty {
                page.isLast = false
                break
            }
            page.items.append(view)
        }
        return page
    }
}

extension FriendGroupView {
    fileprivate var weight: Int { 64 + name.utf8.count + friends.reduce(0) { $0 + $1.utf8.count + 3 } }
}

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

extension JSONWriter {
    package mutating func strings(_ name: StaticString, _ values: [String]) {
        array(name) { json in
            for value in values { json.value(value) }
        }
    }
}
