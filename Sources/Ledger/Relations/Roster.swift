import Domain
import Storage

/// A friend as the user's list shows one.
package struct FriendView: Sendable {
    package let profile: ProfileView
    package let remark: String
    package let groups: [String]
    package let wording: String
    package let source: String
    /// Seconds since 1970.
    package let addedAt: Int64
    package let custom: [String: CustomValue]
}

/// A user's lists, read from the store alone, on any reader's thread.
package enum Roster {
    package struct Page<Item: Sendable>: Sendable {
        package var items: [Item] = []
        package var isLast = true
    }

    /// R-40, R-Q11: by identifier, after the one named.
    package static func friends(
        of number: Int64, after: String, count: Int, bytes: Int, in store: any Transaction
    ) throws -> Page<FriendView> {
        let groups = try circle(of: number, in: store)
        let bounds = PairKey.bounds(number)
        var page = Page<FriendView>()
        var left = bytes
        try store.query(
            """
            SELECT account.id, account.name, account.nickname, account.face_url, profile.allow_type, profile.gender,
                profile.birthday, profile.location, profile.language, profile.level, profile.role, profile.signature,
                profile.custom, contact.kind, contact.since, contact.remark, contact.wording, contact.source,
                contact.friend_groups, contact.custom
            FROM contact JOIN account ON account.id = contact.other LEFT JOIN profile ON profile.account = contact.other
            WHERE contact.id > $1 AND contact.id <= $2 AND contact.kind = 1 AND account.name > $3
            ORDER BY account.name LIMIT $4
            """, [.integer(bounds.after), .integer(bounds.through), .text(after), .integer(Int64(count + 1))]
        ) { row in
            guard page.isLast else { return }
            let contact = Contact(row, from: 13)
            let friend = FriendView(
                profile: ProfileView(row), remark: contact.remark, groups: groups.names(contact.groups),
                wording: contact.wording, source: contact.source, addedAt: contact.since, custom: contact.custom)
            left -= friend.weight
            if page.items.count == count || left < 0, !page.items.isEmpty {
                page.isLast = false
            } else {
                page.items.append(friend)
            }
        }
        return page
    }

    package struct BlockedView: Sendable {
        package let user: String
        /// Seconds since 1970.
        package let addedAt: Int64
    }

    /// R-113, R-Q11, R-Q43: the newest first.
    package static func blacklist(of number: Int64, in store: any Transaction) throws -> [BlockedView] {
        let bounds = PairKey.bounds(number)
        var users: [BlockedView] = []
        try store.query(
            """
            SELECT account.name, contact.since FROM contact JOIN account ON account.id = contact.other
            WHERE contact.id > $1 AND contact.id <= $2 AND contact.kind = 2 ORDER BY contact.since DESC, account.name
            """, [.integer(bounds.after), .integer(bounds.through)]
        ) { row in users.append(BlockedView(user: row.text(0), addedAt: row.integer(1))) }
        return users
    }

    /// R-120, R-Q47: in the order of their creation. `names`: nil for all; unknown ones are passed over. `after`: how many of
    /// them the pages before had.
    package static func groups(
        of number: Int64, named names: [String]?, after: Int, bytes: Int, in store: any Transaction
    ) throws -> Page<FriendGroupView> {
        let wanted = try groups(of: number, in: store) { group in
            names?.contains { $0.isSpelled(like: group.name) } ?? true
        }
        var page = Page<FriendGroupView>()
        var left = bytes
        for group in wanted.dropFirst(after) {
            left -= group.weight
            if left < 0, !page.items.isEmpty {
                page.isLast = false
                break
            }
            page.items.append(group)
        }
        return page
    }

    static func groups(
        of number: Int64, in store: any Transaction, where isWanted: (FriendGroup) -> Bool
    ) throws -> [FriendGroupView] {
        let wanted = try circle(of: number, in: store).groups.filter(isWanted)
        guard !wanted.isEmpty else { return [] }
        let bounds = PairKey.bounds(number)
        var friends: [Int64: [String]] = [:]
        try store.query(
            """
            SELECT account.name, contact.friend_groups FROM contact JOIN account ON account.id = contact.other
            WHERE contact.id > $1 AND contact.id <= $2 AND contact.kind = 1 AND contact.friend_groups != ''
            ORDER BY account.name
            """, [.integer(bounds.after), .integer(bounds.through)]
        ) { row in
            for group in row.text(1).split(separator: " ") { friends[Int64(group)!, default: []].append(row.text(0)) }
        }
        return wanted.map { FriendGroupView(name: $0.name, friends: friends[$0.number] ?? []) }
    }

    /// The groups alone.
    private static func circle(of number: Int64, in store: any Transaction) throws -> Circle {
        let bounds = PairKey.bounds(number)
        var circle = Circle()
        try store.query(
            "SELECT id, name FROM friend_group WHERE id > $1 AND id <= $2 ORDER BY id",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in circle.groups.append(FriendGroup(number: PairKey.second(row.integer(0)), name: row.text(1))) }
        return circle
    }
}

extension FriendView {
    /// What it takes in a reply, about.
    fileprivate var weight: Int {
        384 + profile.weight + remark.utf8.count + wording.utf8.count + groups.reduce(0) { $0 + $1.utf8.count + 3 }
            + custom.weight
    }
}

extension FriendGroupView {
    fileprivate var weight: Int { 64 + name.utf8.count + friends.reduce(0) { $0 + $1.utf8.count + 3 } }
}
