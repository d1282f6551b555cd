import ClientProtocol
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
    package let addedAt: Seconds
    package let custom: [String: CustomValue]
}

/// R-40, R-Q11, R-Q58: a page of a user's friends by identifier, or of what has become of them since a version; read from the
/// store alone, on any reader's queue.
package struct FriendList: Sendable {
    package private(set) var friends: [FriendView] = []
    /// Users who were friends after that version and are none now. Like the friends, those of this page.
    package private(set) var deleted: [String] = []
    /// The user after whom the next page begins; empty at the end.
    package private(set) var next = ""
    /// Of all lists of the user, as `RelationState` has it.
    package let version: Int64
    /// Whether groups were made, deleted or renamed since that version.
    package let groupsChanged: Bool
    package let blacklistChanged: Bool

    /// `since`: the version that the client has; nil: everything. `bytes`: what the page may take in a reply, about.
    package init(
        of number: AccountNumber, after: String, count: Int, bytes: Int, since: Int64? = nil, in store: any Transaction
    ) throws(CommandError) {
        let marks = try stored(RelationState.Marks(of: number, in: store))
        version = marks.version
        groupsChanged = marks.groups > since ?? 0
        blacklistChanged = marks.blacklist > since ?? 0
        if let since, since < marks.known || since > marks.version {
            throw .refused(.resyncRequired, keys: ["sinceVersion"])
        }
        var found = try stored(
            Self.friends(of: number, after: after, count: count + 1, since: since ?? -1, in: store))
        if let since {
            found += try stored(Self.deleted(of: number, after: after, count: count + 1, since: since, in: store))
            found.sort { $0.user.utf8.lexicographicallyPrecedes($1.user.utf8) }
        }
        var left = bytes
        for (index, entry) in found.enumerated() {
            left -= entry.weight
            if index == count || left < 0 && index > 0 {
                next = found[index - 1].user
                return
            }
            if let friend = entry.friend { friends.append(friend) } else { deleted.append(entry.user) }
        }
    }

    /// R-Q57: those of the users who are friends, in the order asked for, as many as fit; and how many users were looked for.
    package static func some(
        _ users: [String], of number: AccountNumber, bytes: Int, in store: any Transaction
    ) throws(StoreError) -> (friends: [FriendView], count: Int, version: Int64) {
        let version = try RelationState.Marks(of: number, in: store).version
        let relationState = try groups(of: number, in: store)
        var friends: [FriendView] = []
        var left = bytes
        for (index, user) in users.enumerated() {
            var friend: FriendView?
            try store.query(Self.byName, [.integer(number), .text(user)]) {
                account, profile, contact throws(StoreError) in
                friend = try FriendView(account, profile, contact, relationState)
            }
            guard let friend else { continue }
            left -= friend.weight
            if left < 0, !friends.isEmpty { return (friends, index, version) }
            friends.append(friend)
        }
        return (friends, users.count, version)
    }

    // MARK: - What there is

    private typealias Friends = TripleSelection<ProfileView.Shown, Profile.Column, Contact.Column>

    private static let byName = Friends(
        """
        FROM account JOIN contact ON contact.id = ($1 << 32 | account.id)
        LEFT JOIN profile ON profile.account = account.id
        WHERE account.name = $2 AND contact.kind IN (1, 3)
        """)

    private static let changed = Friends(
        """
        FROM contact JOIN account ON account.id = contact.other LEFT JOIN profile ON profile.account = contact.other
        WHERE contact.id > $1 AND contact.id <= $2 AND contact.kind IN (1, 3) AND contact.version > $3
            AND account.name > $4
        ORDER BY account.name LIMIT $5
        """)

    private struct Entry {
        let user: String
        let friend: FriendView?

        var weight: Int { friend?.weight ?? user.utf8.count + 3 }
    }

    private static func friends(
        of number: AccountNumber, after: String, count: Int, since: Int64, in store: any Transaction
    ) throws(StoreError) -> [Entry] {
        let relationState = try groups(of: number, in: store)
        let bounds = PairKey.bounds(number)
        var found: [Entry] = []
        try store.query(
            Self.changed,
            [
                .integer(bounds.after), .integer(bounds.through), .integer(since), .text(after),
                .integer(Int64(count)),
            ]
        ) { account, profile, contact throws(StoreError) in
            let friend = try FriendView(account, profile, contact, relationState)
            found.append(Entry(user: friend.profile.id.text, friend: friend))
        }
        return found
    }

    private static func deleted(
        of number: AccountNumber, after: String, count: Int, since: Int64, in store: any Transaction
    ) throws(StoreError) -> [Entry] {
        var found: [Entry] = []
        try store.query(
            """
            SELECT DISTINCT account.name FROM former_friend JOIN account ON account.id = former_friend.other
            WHERE owner = $1 AND former_friend.version > $2 AND account.name > $3 AND NOT EXISTS
                (SELECT 1 FROM contact WHERE contact.id = ($1 << 32 | former_friend.other) AND kind IN (1, 3))
            ORDER BY account.name LIMIT $4
            """, [.integer(number), .integer(since), .text(after), .integer(Int64(count))]
        ) { row in found.append(Entry(user: row.text(0), friend: nil)) }
        return found
    }

    /// A state of which no more is known than the friend groups.
    private static func groups(of number: AccountNumber, in store: any Transaction) throws(StoreError) -> RelationState
    {
        var relationState = RelationState()
        relationState.groups = try FriendGroup.all(of: number, in: store)
        return relationState
    }
}

extension FriendView {
    fileprivate init(
        _ account: TypedRow<ProfileView.Shown>, _ profile: TypedRow<Profile.Column>,
        _ contact: TypedRow<Contact.Column>,
        _ relationState: RelationState
    ) throws(StoreError) {
        let contact = try Contact(contact)
        self.init(
            profile: try ProfileView(account, profile), remark: contact.remark,
            groups: relationState.names(contact.groups),
            wording: contact.wording, source: contact.source, addedAt: contact.since, custom: contact.custom)
    }

    /// The bytes that it takes in a reply, about.
    fileprivate var weight: Int {
        384 + profile.weight + remark.utf8.count + wording.utf8.count + groups.reduce(0) { $0 + $1.utf8.count + 3 }
            + custom.weight
    }
}

extension RelationState {
    /// As the store has them: the versions that say what has changed since when.
    struct Marks {
        private(set) var version: Int64 = 0
        /// The oldest version of which it is still known what has changed since.
        private(set) var known: Int64 = 0
        private(set) var groups: Int64 = 0
        private(set) var blacklist: Int64 = 0

        init(of number: AccountNumber, in store: any Transaction) throws(StoreError) {
            try store.query(
                "SELECT version, known_since, groups_version, blacklist_version FROM relation_count WHERE account = $1",
                [.integer(number)]
            ) { row in
                version = row.integer(0)
                known = row.integer(1)
                groups = row.integer(2)
                blacklist = row.integer(3)
            }
        }
    }
}
