import ClientProtocol
import Domain
import Storage

/// Lists of groups and of their members, read from the store alone, on any reader's queue.
package enum GroupQueries {
    package struct Page<Item: Sendable>: Sendable {
        package var items: [Item] = []
        /// 0: there are no more.
        package var next: Int64 = 0
    }

    package struct ListedMember: Sendable {
        package let user: UserID
        package let nickname: String
        /// Milliseconds since 1970; -1: for ever.
        package let muteUntil: Milliseconds
    }

    /// G-39, G-Q24: ordinary members. `after`: what the page before ended with.
    package static func members(
        of id: String, for number: AccountNumber, after: Int64, count: Int, in store: any Transaction
    ) throws(CommandError) -> Page<ListedMember> {
        let group = try find(id, for: number, in: store)
        return try stored(
            list(
                """
                SELECT account.name, member.joined_at, member.nickname, member.mute_until
                FROM member JOIN account ON account.id = member.account
                WHERE member.id > $1 AND member.id <= $2 AND member.role = $5 AND member.joined_at < $3
                ORDER BY member.joined_at DESC LIMIT $4
                """, GroupRole.member.rawValue, of: group, after: after, count: count, in: store))
    }

    /// G-Q56: for owner and admins, and for administrators without a number.
    package static func whiteList(
        of id: String, for number: AccountNumber?, after: Int64, count: Int, in store: any Transaction
    ) throws(CommandError) -> Page<ListedMember> {
        let group = try find(id, ledBy: number, in: store)
        return try stored(
            list(
                """
                SELECT account.name, member.joined_at, member.nickname, member.mute_until
                FROM member JOIN account ON account.id = member.account
                WHERE member.id > $1 AND member.id <= $2 AND member.is_white_listed = $5 AND member.joined_at < $3
                ORDER BY member.joined_at DESC LIMIT $4
                """, 1, of: group, after: after, count: count, in: store))
    }

    /// The same for those who are muted at this moment, in milliseconds.
    package static func muteList(
        of id: String, for number: AccountNumber?, at now: Milliseconds, after: Int64, count: Int,
        in store: any Transaction
    ) throws(CommandError) -> Page<ListedMember> {
        let group = try find(id, ledBy: number, in: store)
        return try stored(
            list(
                """
                SELECT account.name, member.joined_at, member.nickname, member.mute_until
                FROM member JOIN account ON account.id = member.account
                WHERE member.id > $1 AND member.id <= $2 AND (member.mute_until < 0 OR member.mute_until > $5)
                    AND member.joined_at < $3
                ORDER BY member.joined_at DESC LIMIT $4
                """, now.rawValue, of: group, after: after, count: count, in: store))
    }

    /// The newest member first. `value`: the statement's fifth.
    private static func list(
        _ statement: SQL, _ value: Int64, of group: GroupNumber, after: Int64, count: Int, in store: any Transaction
    ) throws(StoreError) -> Page<ListedMember> {
        let bounds = PairKey.bounds(group)
        var page = Page<ListedMember>()
        var last: Int64 = 0
        try store.query(
            statement,
            [
                .integer(bounds.after), .integer(bounds.through), .integer(after == 0 ? .max : after),
                .integer(Int64(count + 1)), .integer(value),
            ]
        ) { row throws(StoreError) in
            if page.items.count < count {
                page.items.append(
                    ListedMember(user: try row.userID(0), nickname: row.text(2), muteUntil: row.integer(3)))
                last = row.integer(1)
            } else {
                page.next = last
            }
        }
        return page
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

    /// G-43.
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

    package struct KnownMember: Sendable {
        package let user: UserID
        package let role: GroupRole
        package let nickname: String
        package let joinedAt: Stamp
        /// Milliseconds since 1970; -1: for ever; 0: not muted, or no longer.
        package let muteUntil: Milliseconds
        package let isWhiteListed: Bool
    }

    /// X-69, for administrators: members of all roles, the newest first.
    package static func allMembers(
        of id: String, after: Int64, count: Int, in store: any Transaction
    ) throws(CommandError) -> Page<KnownMember> {
        let group = try find(id, ledBy: nil, in: store)
        return try stored(allMembers(of: group, after: after, count: count, in: store))
    }

    private static func allMembers(
        of group: GroupNumber, after: Int64, count: Int, in store: any Transaction
    ) throws(StoreError) -> Page<KnownMember> {
        let bounds = PairKey.bounds(group)
        var page = Page<KnownMember>()
        var last: Int64 = 0
        try store.query(
            """
            SELECT account.name, member.role, member.nickname, member.joined_at, member.mute_until,
                member.is_white_listed
            FROM member JOIN account ON account.id = member.account
            WHERE member.id > $1 AND member.id <= $2 AND member.joined_at < $3
            ORDER BY member.joined_at DESC LIMIT $4
            """,
            [
                .integer(bounds.after), .integer(bounds.through), .integer(after == 0 ? .max : after),
                .integer(Int64(count + 1)),
            ]
        ) { row throws(StoreError) in
            guard page.items.count < count else { return page.next = last }
            last = row.integer(3)
            page.items.append(
                KnownMember(
                    user: try row.userID(0), role: try row.choice(1), nickname: row.text(2), joinedAt: row.integer(3),
                    muteUntil: row.integer(4), isWhiteListed: row.integer(5) != 0))
        }
        return page
    }

    package struct MemberAttributesView: Sendable {
        package let user: String
        package let attributes: [ExactText: String]
    }

    /// G-Q40: of those who are members.
    package static func attributes(
        of users: [String], in id: String, for number: AccountNumber, in store: any Transaction
    ) throws(CommandError) -> [MemberAttributesView] {
        let group = try find(id, for: number, in: store)
        return try stored(attributes(of: users, in: group, store))
    }

    private static func attributes(
        of users: [String], in group: GroupNumber, _ store: any Transaction
    ) throws(StoreError) -> [MemberAttributesView] {
        var views: [MemberAttributesView] = []
        for user in users {
            try store.query(
                """
                SELECT member.attributes FROM account JOIN member ON member.id = ($1 << 32 | account.id)
                WHERE account.name = $2
                """, [.integer(group), .text(user)]
            ) { row throws(StoreError) in
                views.append(MemberAttributesView(user: user, attributes: try row.decoded(0, MemberAttributes.read)))
            }
        }
        return views
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
        var isMember = false
        try store.query("SELECT 1 FROM member WHERE id = $1", [.integer(PairKey.key(group, account))]) { _ in
            isMember = true
        }
        return isMember
    }
}
