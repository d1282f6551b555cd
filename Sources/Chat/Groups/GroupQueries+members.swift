import ClientProtocol
import Domain
import Storage

extension GroupQueries {
    package struct ListedMember: Sendable {
        package let user: UserID
        package let nickname: String
        /// Milliseconds since 1970; -1: for ever.
        package let muteUntil: Milliseconds
    }

    /// G-39, G-Q24: ordinary members, and how far the group's stream is with them. `after`: what the page before ended
    /// with.
    package static func members(
        of id: String, for number: AccountNumber, after: Int64, count: Int, in store: any Transaction
    ) throws(CommandError) -> (page: Page<ListedMember>, seq: Seq) {
        let group = try find(id, for: number, in: store)
        let page = try stored(
            list(
                """
                SELECT account.name, member.joined_at, member.nickname, member.mute_until
                FROM member JOIN account ON account.id = member.account
                WHERE member.id > $1 AND member.id <= $2 AND member.role = $5 AND member.joined_at < $3
                ORDER BY member.joined_at DESC LIMIT $4
                """, GroupRole.member.rawValue, of: group, after: after, count: count, in: store))
        return (page, try stored(streamSeq(of: group, in: store)))
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

    package struct Ban: Sendable {
        package let user: UserID
        /// Milliseconds since 1970; -1: for ever.
        package let until: Milliseconds
    }

    /// Y-01: those who are kept out at this moment, in milliseconds; the last one banned first.
    package static func bans(
        of id: String, for number: AccountNumber?, at now: Milliseconds, after: Int64, count: Int,
        in store: any Transaction
    ) throws(CommandError) -> Page<Ban> {
        let group = try find(id, ledBy: number, in: store)
        return try stored(bans(of: group, at: now, after: after, count: count, in: store))
    }

    private static func bans(
        of group: GroupNumber, at now: Milliseconds, after: Int64, count: Int, in store: any Transaction
    ) throws(StoreError) -> Page<Ban> {
        let bounds = PairKey.bounds(group)
        var page = Page<Ban>()
        var last: Int64 = 0
        try store.query(
            """
            SELECT account.name, group_ban.stamp, group_ban.until
            FROM group_ban JOIN account ON account.id = group_ban.account
            WHERE group_ban.id > $1 AND group_ban.id <= $2 AND (group_ban.until < 0 OR group_ban.until > $5)
                AND group_ban.stamp < $3
            ORDER BY group_ban.stamp DESC LIMIT $4
            """,
            [
                .integer(bounds.after), .integer(bounds.through), .integer(after == 0 ? .max : after),
                .integer(Int64(count + 1)), .integer(now),
            ]
        ) { row throws(StoreError) in
            guard page.items.count < count else { return page.next = last }
            last = row.integer(1)
            page.items.append(Ban(user: try row.userID(0), until: row.integer(2)))
        }
        return page
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
}
