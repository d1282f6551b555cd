import Domain
import Storage

/// How one user stands to another, who is a friend, or blocked, or both (R-Q60).
struct Contact: Equatable {
    enum Kind: Int64 {
        case friend = 1
        case blocked = 2
        case blockedFriend = 3

        var isFriend: Bool { self != .blocked }
        var isBlocked: Bool { self != .friend }
    }

    private(set) var kind: Kind
    /// Since when the other is a friend, in seconds since 1970 (R-Q10); of who is none, as `blockedSince`.
    var since: Seconds
    /// 0: not blocked.
    private(set) var blockedSince: Seconds
    var remark = ""
    /// The words of the request that led here.
    var wording = ""
    var source = ""
    /// Numbers of the user's friend groups; a number that there is no group of any more counts for nothing.
    var groups: Set<FriendGroupNumber> = []
    var custom: [String: CustomValue] = [:]

    init(friendSince since: Seconds) {
        kind = .friend
        self.since = since
        blockedSince = 0
    }

    private init(blockedSince since: Seconds) {
        kind = .blocked
        self.since = since
        blockedSince = since
    }

    /// Blocked from then on. `former`: what there is; `keepsFriend`: a friend stays one.
    static func blocked(_ former: Contact?, since: Seconds, keepsFriend: Bool) -> Contact {
        guard keepsFriend, var contact = former, contact.kind.isFriend else { return Contact(blockedSince: since) }
        contact.kind = .blockedFriend
        contact.blockedSince = since
        return contact
    }

    /// A friend from then on. `former`: what there is; who is blocked stays it.
    static func befriended(_ former: Contact?, since: Seconds) -> Contact {
        var contact = Contact(friendSince: since)
        if let former, former.kind.isBlocked {
            contact.kind = .blockedFriend
            contact.blockedSince = former.blockedSince
        }
        return contact
    }

    /// The contact without the block; nil: nothing is left.
    var withoutBlock: Contact? {
        guard kind.isFriend else { return nil }
        var contact = self
        contact.kind = .friend
        contact.blockedSince = 0
        return contact
    }

    var withoutFriend: Contact? { kind.isBlocked ? Contact(blockedSince: blockedSince) : nil }

    static func == (one: Contact, other: Contact) -> Bool {
        one.kind == other.kind && one.since == other.since && one.blockedSince == other.blockedSince
            && one.remark.isSpelled(like: other.remark)
            && one.wording.isSpelled(like: other.wording) && one.source == other.source && one.groups == other.groups
            && one.custom == other.custom
    }
}

/// The part of a contact that every message and every list has to know.
struct Relationship: Equatable {
    /// C-Q06: nil if there is none.
    let remark: String?
    let isFriend: Bool
    let isBlocked: Bool

    static let stranger = Relationship(nil, remark: "")

    init(_ contact: Contact?) {
        self.init(contact?.kind, remark: contact?.remark ?? "")
    }

    /// `kind`: its column, null if there is no contact.
    init(_ row: any Row, kind: Int, remark: Int? = nil) throws(StoreError) {
        self.init(row.isNull(kind) ? nil : try row.choice(kind), remark: remark.map(row.text) ?? "")
    }

    private init(_ kind: Contact.Kind?, remark: String) {
        isFriend = kind?.isFriend ?? false
        isBlocked = kind?.isBlocked ?? false
        self.remark = isFriend && !remark.isEmpty ? remark : nil
    }
}

/// Counts and versions of all of a user's relations.
struct RelationState: Equatable {
    var friends: Int64 = 0
    var blocked: Int64 = 0
    var requestsIn: Int64 = 0
    var requestsOut: Int64 = 0
    /// R-Q34: rises by one with every operation that changes requests, in either direction.
    var requestSeq: Seq = 0
    /// The same for friends, friend groups and the blacklist.
    var version: Int64 = 0
    var groups: [FriendGroup] = []
    /// The number of the last group that was made; none is given twice.
    var lastGroup: FriendGroupNumber = 0
    /// R-Q58: the versions that groups were last made, deleted or renamed by, and the blacklist was last changed by; and the
    /// oldest one of which it is known what has changed since.
    var groupsVersion: Int64 = 0
    var blacklistVersion: Int64 = 0
    var knownSince: Int64 = 0
    /// How many rows there are of friends who are none any more.
    var formerFriends: Int64 = 0

    /// The value of `version` after the operation at work, if it changes anything.
    var nextVersion: Int64 { version + 1 }

    /// The lists that have a version of their own.
    enum Part {
        case lists, requests
    }
}

struct FriendGroup: Equatable {
    let number: FriendGroupNumber
    var name: String
}

extension FriendGroup {
    /// In the order of their creation.
    static func all(of number: AccountNumber, in store: any Transaction) throws(StoreError) -> [FriendGroup] {
        let bounds = PairKey.bounds(number)
        var groups: [FriendGroup] = []
        try store.query(
            "SELECT id, name FROM friend_group WHERE id > $1 AND id <= $2 ORDER BY id",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in groups.append(FriendGroup(number: PairKey.second(row.integer(0)), name: row.text(1))) }
        return groups
    }
}

extension RelationState {
    func group(_ name: String) -> FriendGroup? {
        groups.first { $0.name.isSpelled(like: name) }
    }

    /// In the order of their creation.
    func names(_ numbers: Set<FriendGroupNumber>) -> [String] {
        groups.filter { numbers.contains($0.number) }.map(\.name)
    }
}

extension Contact {
    enum Column: Int, TableColumn {
        static let table = "contact"
        case id, other, kind, since, remark, wording, source, friendGroups, custom, blockedSince, version
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        kind = try row.choice(.kind)
        since = row.integer(.since)
        blockedSince = row.integer(.blockedSince)
        remark = row.text(.remark)
        wording = row.text(.wording)
        source = row.text(.source)
        groups = Set((try row.list(.friendGroups) as [Int64]).map(FriendGroupNumber.init(rawValue:)))
        custom = try row.decoded(.custom, CustomFields.read)
    }

    func values(of owner: AccountNumber, towards other: AccountNumber, version: Int64) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(PairKey.key(owner, other))
            case .other: .integer(other)
            case .kind: .integer(kind.rawValue)
            case .since: .integer(since)
            case .remark: .text(remark)
            case .wording: .text(wording)
            case .source: .text(source)
            case .friendGroups: .text(groups.sorted().map(String.init).joined(separator: " "))
            case .custom: .text(CustomFields.write(custom))
            case .blockedSince: .integer(blockedSince)
            case .version: .integer(version)
            }
        }
    }
}
