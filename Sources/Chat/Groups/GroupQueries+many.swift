import ClientProtocol
import Domain
import Storage

extension GroupQueries {
    /// of these groups those that the account may see, in the order asked for, as many as fit; and how many were looked
    /// for. Without the members and the lists of owner and admins, so that no group costs more for having more members
    /// than it takes to count them.
    package static func some(
        of ids: [String], for account: AccountNumber, at now: Milliseconds, bytes: Int, in store: any Transaction
    ) throws(StoreError) -> (groups: [GroupDetails], count: Int) {
        var groups: [GroupDetails] = []
        var left = bytes
        for (index, id) in ids.enumerated() {
            guard let number = groupNumber(id), let group = try details(of: number, for: account, at: now, in: store)
            else { continue }
            left -= group.weight
            if left < 0, !groups.isEmpty { return (groups, index) }
            groups.append(group)
        }
        return (groups, ids.count)
    }

    /// Nil: there is no such group, or it is a private one of others.
    private static func details(
        of number: GroupNumber, for account: AccountNumber, at now: Milliseconds, in store: any Transaction
    ) throws(StoreError) -> GroupDetails? {
        var group: Group?
        try store.query(Group.byNumber, [.integer(number)]) { row throws(StoreError) in
            group = try Group(row, conversation: 0)
        }
        guard let group else { return nil }
        var member: Member?
        try store.query(Member.byKey, [.integer(PairKey.key(number, account))]) { row throws(StoreError) in
            member = try Member(row)
        }
        guard member != nil || group.style.isPublic else { return nil }
        let view = GroupView(
            group, owner: try Account.name(group.owner, in: store),
            memberCount: try memberCount(of: number, in: store))
        var details = GroupDetails(view: view, role: member?.role)
        details.admins = try admins(of: number, in: store)
        details.own = member.map { OwnPlace($0, at: now) }
        details.seq = try member.map { member throws(StoreError) in
            max(try streamSeq(of: number, in: store), member.streamStart)
        }
        return details
    }

    private static func memberCount(of group: GroupNumber, in store: any Transaction) throws(StoreError) -> Int {
        let bounds = PairKey.bounds(group)
        var count: Int64 = 0
        try store.query(
            "SELECT count(*) FROM member WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in count = row.integer(0) }
        return Int(count)
    }

    /// The last to join first.
    private static func admins(of group: GroupNumber, in store: any Transaction) throws(StoreError) -> [UserID] {
        let bounds = PairKey.bounds(group)
        var users: [UserID] = []
        // `role != 0` names the index of those who lead.
        try store.query(
            """
            SELECT account.name FROM member JOIN account ON account.id = member.account
            WHERE member.id > $1 AND member.id <= $2 AND member.role != 0 AND member.role = $3
            ORDER BY member.joined_at DESC
            """,
            [.integer(bounds.after), .integer(bounds.through), .integer(GroupRole.admin.rawValue)]
        ) { row throws(StoreError) in users.append(try row.userID(0)) }
        return users
    }

    /// The last seq of the group's stream, of which retention leaves the last row alone.
    static func streamSeq(of group: GroupNumber, in store: any Transaction) throws(StoreError) -> Seq {
        let bounds = PairKey.bounds(group)
        var seq: Seq = 0
        try store.query(
            "SELECT id FROM group_event WHERE id > $1 AND id <= $2 ORDER BY id DESC LIMIT 1",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in seq = row.seq(inKey: 0) }
        return seq
    }
}

extension GroupDetails {
    /// The bytes that it takes in a reply, about.
    fileprivate var weight: Int {
        let info = view.info
        let texts = [info.name, info.description, info.avatar, info.ext, own?.nickname ?? ""] + admins.map(\.text)
        return texts.reduce(768) { $0 + $1.utf8.count + 3 }
    }
}
