import ClientProtocol
import Domain
import Storage

/// Lists of groups, and of their members (`GroupQueries+members`), read from the store alone, on any reader's queue.
package enum GroupQueries {
    package struct Page<Item: Sendable>: Sendable {
        package var items: [Item] = []
        /// 0: there are no more.
        package var next: Int64 = 0
    }

    package struct JoinedGroup: Sendable {
        package let id: String
        package let name: String
        package let role: GroupRole
        package let memberCount: Int64
    }

    /// G-40, G-Q25: the last joined first.
    package static func joined(
        by number: AccountNumber, page: Int, size: Int, counting: Bool, in store: any Transaction
    ) throws(StoreError) -> [JoinedGroup] {
        var groups: [JoinedGroup] = []
        try store.query(
            """
            SELECT chat_group.id, chat_group.name, member.role,
                CASE $4 WHEN 1 THEN (SELECT count(*) FROM member AS other WHERE other.id > chat_group.id << 32
                    AND other.id <= (chat_group.id << 32 | 4294967295)) ELSE 0 END
            FROM member JOIN chat_group ON chat_group.id = member.id >> 32 WHERE member.account = $1
            ORDER BY member.joined_at DESC LIMIT $2 OFFSET $3
            """,
            [
                .integer(number), .integer(Int64(size)), .integer(Int64(page) * Int64(size)),
                .integer(counting ? 1 : 0),
            ]
        ) { row throws(StoreError) in
            groups.append(
                JoinedGroup(
                    id: String(row.integer(0)), name: row.text(1), role: try row.choice(2), memberCount: row.integer(3))
            )
        }
        return groups
    }

    /// The number of groups that the user is in (G-43).
    package static func countJoined(by number: AccountNumber, in store: any Transaction) throws(StoreError) -> Int64 {
        var count: Int64 = 0
        try store.query("SELECT count(*) FROM member WHERE account = $1", [.integer(number)]) { row in
            count = row.integer(0)
        }
        return count
    }

    /// G-42, G-Q26: the last made first.
    package static func publicGroups(
        after: Int64, count: Int, in store: any Transaction
    ) throws(StoreError) -> Page<(id: String, name: String)> {
        var page = Page<(id: String, name: String)>()
        var last: Int64 = 0
        try store.query(
            "SELECT id, name FROM chat_group WHERE style >= 2 AND id < $1 ORDER BY id DESC LIMIT $2",
            [.integer(after == 0 ? .max : after), .integer(Int64(count + 1))]
        ) { row in
            if page.items.count < count {
                last = row.integer(0)
                page.items.append((String(last), row.text(1)))
            } else {
                page.next = last
            }
        }
        return page
    }

    package struct ListedGroup: Sendable {
        package let id: String
        package let name: String
        package let kind: GroupKind
        package let memberCount: Int64
    }

    /// X-69, for administrators: the last made first.
    package static func all(
        after: Int64, count: Int, in store: any Transaction
    ) throws(StoreError) -> Page<ListedGroup> {
        var page = Page<ListedGroup>()
        var last: Int64 = 0
        try store.query(
            """
            SELECT id, name, kind, (SELECT count(*) FROM member WHERE member.id > chat_group.id << 32
                AND member.id <= (chat_group.id << 32 | 4294967295))
            FROM chat_group WHERE id < $1 ORDER BY id DESC LIMIT $2
            """, [.integer(after == 0 ? .max : after), .integer(Int64(count + 1))]
        ) { row throws(StoreError) in
            guard page.items.count < count else { return page.next = last }
            last = row.integer(0)
            page.items.append(
                ListedGroup(
                    id: String(last), name: row.text(1), kind: try row.choice(2), memberCount: row.integer(3))
            )
        }
        return page
    }

    /// The number of a group that the account is a member of: 600, 605, 602.
    static func find(_ id: String, for number: AccountNumber, in store: any Transaction) throws(CommandError)
        -> GroupNumber
    {
        if id.isEmpty { throw .refused(.emptyGroupID, keys: ["groupID"]) }
        guard let group = groupNumber(id), try stored(kind(of: group, in: store)) != nil else {
            throw .refused(.noGroup, keys: ["groupID"])
        }
        guard try stored(isMember(number, of: group, in: store)) else { throw .refused(.notInGroup, keys: ["groupID"]) }
        return group
    }

    /// The number of a group that the account is owner or admin of: 600, 605, 602, 603. Nil: an administrator asks.
    static func find(_ id: String, ledBy number: AccountNumber?, in store: any Transaction) throws(CommandError)
        -> GroupNumber
    {
        if id.isEmpty { throw .refused(.emptyGroupID, keys: ["groupID"]) }
        guard let group = groupNumber(id), try stored(kind(of: group, in: store)) != nil else {
            throw .refused(.noGroup, keys: ["groupID"])
        }
        guard let number else { return group }
        let role = try stored(role(of: number, in: group, store))
        guard let role else { throw .refused(.notInGroup, keys: ["groupID"]) }
        if role == GroupRole.member.rawValue { throw .refused(.noGroupRight) }
        return group
    }

    private static func role(of number: AccountNumber, in group: GroupNumber, _ store: any Transaction)
        throws(StoreError) -> Int64?
    {
        var role: Int64?
        try store.query("SELECT role FROM member WHERE id = $1", [.integer(PairKey.key(group, number))]) { row in
            role = row.integer(0)
        }
        return role
    }

    /// Nil: there is no such group.
    static func kind(of group: GroupNumber, in store: any Transaction) throws(StoreError) -> GroupKind? {
        var kind: GroupKind?
        try store.query("SELECT kind FROM chat_group WHERE id = $1", [.integer(group)]) { row throws(StoreError) in
            kind = try row.choice(0)
        }
        return kind
    }

    static func isMember(_ account: AccountNumber, of group: GroupNumber, in store: any Transaction) throws(StoreError)
        -> Bool
    {
        try joinedAt(account, of: group, in: store) != nil
    }

    /// Nil: it is no member.
    static func joinedAt(_ account: AccountNumber, of group: GroupNumber, in store: any Transaction) throws(StoreError)
        -> Stamp?
    {
        var joinedAt: Stamp?
        try store.query("SELECT joined_at FROM member WHERE id = $1", [.integer(PairKey.key(group, account))]) { row in
            joinedAt = row.integer(0)
        }
        return joinedAt
    }
}
