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
        /// Of all these lists, as `Circle` has it.
        package var version: Int64 = 0
    }

    private static func version(of number: Int64, in store: any Transaction) throws(StoreError) -> Int64 {
        var version: Int64 = 0
        try store.query("SELECT version FROM circle WHERE account = $1", [.integer(number)]) { row in
            version = row.integer(0)
        }
        return version
    }

    /// R-40, R-Q11: by identifier, after the one named.
    package static func friends(
        of number: Int64, after: String, count: Int, bytes: Int, in store: any Transaction
    ) throws -> Page<FriendView> {
        var circle = Circle()
        circle.groups = try FriendGroup.all(of: number, in: store)
        let bounds = PairKey.bounds(number)
        var page = Page<FriendView>(version: try version(of: number, in: store))
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
                profile: ProfileView(row), remark: contact.remark, groups: circle.names(contact.groups),
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
    package static func blacklist(of number: Int64, in store: any Transaction) throws -> Page<BlockedView> {
        let bounds = PairKey.bounds(number)
        var page = Page<BlockedView>(version: try version(of: number, in: store))
        try store.query(
            """
            SELECT account.name, contact.since FROM contact JOIN account ON account.id = contact.other
            WHERE contact.id > $1 AND contact.id <= $2 AND contact.kind = 2 ORDER BY contact.since DESC, account.name
            """, [.integer(bounds.after), .integer(bounds.through)]
        ) { row in page.items.append(BlockedView(user: row.text(0), addedAt: row.integer(1))) }
        return page
    }

    /// R-120, R-Q47: in the order of their creation. `names`: nil for all; unknown ones are passed over. `after`: how many of
    /// them the pages before had.
    package static func groups(
        of number: Int64, named names: [String]?, after: Int, bytes: Int, in store: any Transaction
    ) throws -> Page<FriendGroupView> {
        let wanted = try FriendGroup.all(of: number, in: store).filter { group in
            names?.contains { $0.isSpelled(like: group.name) } ?? true
        }
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
