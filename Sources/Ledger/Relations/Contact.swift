import Domain
import Storage

/// How one user stands to another: the other is a friend, or blocked; never both.
struct Contact: Equatable {
    enum Kind: Int64 {
        case friend = 1
        case blocked = 2
    }

    var kind: Kind
    /// Seconds since 1970 (R-Q10).
    var since: Int64
    var remark = ""
    /// What the request said that led here.
    var wording = ""
    var source = ""
    /// Numbers of the user's friend groups; a number that there is no group of any more counts for nothing.
    var groups: Set<Int64> = []
    var custom: [String: CustomValue] = [:]

    init(_ kind: Kind, since: Int64) {
        self.kind = kind
        self.since = since
    }

    static func == (one: Contact, other: Contact) -> Bool {
        one.kind == other.kind && one.since == other.since && one.remark.isSpelled(like: other.remark)
            && one.wording.isSpelled(like: other.wording) && one.source == other.source && one.groups == other.groups
            && one.custom == other.custom
    }
}

/// What of it every message and every list has to know.
enum Standing: Equatable {
    case stranger
    case friend(remark: String)
    case blocked

    init(_ contact: Contact?) {
        switch contact?.kind {
        case nil: self = .stranger
        case .friend: self = .friend(remark: contact!.remark)
        case .blocked: self = .blocked
        }
    }

    var isFriend: Bool {
        if case .friend = self { true } else { false }
    }

    /// C-Q06: nil if there is none.
    var remark: String? {
        if case .friend(let remark) = self, !remark.isEmpty { remark } else { nil }
    }
}

/// What a user's relations come to.
struct Circle: Equatable {
    var friends: Int64 = 0
    var blocked: Int64 = 0
    var requestsIn: Int64 = 0
    var requestsOut: Int64 = 0
    /// R-Q34: rises by one with every operation that changes requests, in either direction.
    var requestSeq: Int64 = 0
    /// Likewise of friends, groups and the blacklist.
    var version: Int64 = 0
    var groups: [FriendGroup] = []
    /// The number of the last group that was made; none is given twice.
    var lastGroup: Int64 = 0

    /// What has a version of its own.
    enum Part {
        case lists, requests
    }
}

struct FriendGroup: Equatable {
    let number: Int64
    var name: String
}

extension FriendGroup {
    /// In the order of their creation.
    static func all(of number: Int64, in store: any Transaction) throws(StoreError) -> [FriendGroup] {
        let bounds = PairKey.bounds(number)
        var groups: [FriendGroup] = []
        try store.query(
            "SELECT id, name FROM friend_group WHERE id > $1 AND id <= $2 ORDER BY id",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in groups.append(FriendGroup(number: PairKey.second(row.integer(0)), name: row.text(1))) }
        return groups
    }
}

extension Circle {
    func group(_ name: String) -> FriendGroup? {
        groups.first { $0.name.isSpelled(like: name) }
    }

    /// In the order of their creation.
    func names(_ numbers: Set<Int64>) -> [String] {
        groups.filter { numbers.contains($0.number) }.map(\.name)
    }
}

extension Contact {
    /// The columns kind, since, remark, wording, source, friend_groups, custom, from `column` on.
    init(_ row: any Row, from column: Int) {
        guard let kind = Kind(rawValue: row.integer(column)) else {
            preconditionFailure("a contact is not as it was written")
        }
        self.init(kind, since: row.integer(column + 1))
        remark = row.text(column + 2)
        wording = row.text(column + 3)
        source = row.text(column + 4)
        groups = Set(row.text(column + 5).split(separator: " ").map { Int64($0)! })
        custom = CustomFields.read(row.text(column + 6))
    }

    var groupsText: String { groups.sorted().map(String.init).joined(separator: " ") }
}
