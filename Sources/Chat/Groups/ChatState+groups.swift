import ClientProtocol
import Domain
import Storage

extension ChatState {
    /// The group of this id, with all its members. Whoever asks for one that there is not is told so, by the key that names it.
    func group(_ id: String, key: String = "groupID") throws -> Group {
        if id.isEmpty { throw Refusal(.emptyGroupID, keys: [key]) }
        guard let group = try findGroup(id) else { throw Refusal(.noGroup, keys: [key]) }
        return group
    }

    func findGroup(_ id: String) throws -> Group? {
        try groupNumber(id).flatMap(group)
    }

    func group(_ number: Int64) throws -> Group? {
        guard let group = try outline(ofGroup: number) else { return nil }
        if !group.isWhole { try loadMembers(of: group) }
        return group
    }

    /// The group, perhaps without its members: all that its conversation's looks need, of which a list has a hundred.
    func outline(ofGroup number: Int64) throws -> Group? {
        if let group = groups.value(number, weight: \.weight) { return group }
        guard let conversation = try conversation(of: Pair(0, number)) else { return nil }
        var found: Group?
        try store.query(
            """
            SELECT id, kind, created_at, owner, style, name, description, avatar, ext, announcement,
                needs_confirmation, max_users, info_for_all, mute, is_disabled
            FROM team WHERE id = $1
            """, [.integer(number)]
        ) { row in found = Group(row, conversation: conversation.number) }
        guard let found else { return nil }
        found.streamSeq = try streamSeq(ofGroup: number)
        groups.insert(found, for: number, weight: found.weight)
        return found
    }

    private func loadMembers(of group: Group) throws {
        let bounds = PairKey.bounds(group.number)
        var members: [(account: Int64, member: Member)] = []
        try store.query(
            """
            SELECT account, role, joined_at, stream_start, mute_until, is_white_listed, is_blocking, notify,
                coalesce(receive_option, 0), coalesce(is_listed, 0), coalesce(claim, 0), nickname, has_returned
            FROM member LEFT JOIN membership ON membership.id = (account << 32 | $3)
            WHERE member.id > $1 AND member.id <= $2
            """, [.integer(bounds.after), .integer(bounds.through), .integer(group.conversation)]
        ) { row in members.append((row.integer(0), Member(row, from: 1))) }
        for (account, member) in members { group[account] = member }
        group.isWhole = true
        groups.add(weight: group.weight)
    }

    /// Whether the account is in the group, and no more of the group than that.
    func isMember(_ account: Account, ofGroup number: Int64) throws -> Bool {
        if let group = groups.value(number, weight: \.weight), group.isWhole { return group[account.number] != nil }
        return try GroupQueries.isMember(account.number, of: number, in: store)
    }

    func insert(_ group: Group) throws {
        try store.execute(
            """
            INSERT INTO team (id, kind, created_at, owner, style, name, description, avatar, ext,
                announcement, needs_confirmation, max_users, info_for_all, mute, is_disabled)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
            """, group.values)
        groups.insert(group, for: group.number, weight: group.weight)
    }

    func save(_ group: Group) throws {
        try store.execute(
            """
            UPDATE team SET kind = $2, created_at = $3, owner = $4, style = $5, name = $6, description = $7, avatar = $8,
                ext = $9, announcement = $10, needs_confirmation = $11, max_users = $12, info_for_all = $13, mute = $14,
                is_disabled = $15
            WHERE id = $1
            """, group.values)
    }

    func put(_ member: Member, of account: Account, in group: Group) throws {
        try store.execute(
            """
            INSERT INTO member (id, account, role, joined_at, stream_start, mute_until, is_white_listed, is_blocking,
                notify, attributes, has_returned)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '{}', $10)
            ON CONFLICT (id) DO UPDATE SET role = $3, joined_at = $4, stream_start = $5, mute_until = $6,
                is_white_listed = $7, is_blocking = $8, notify = $9
            """,
            [
                .integer(PairKey.key(group.number, account.number)), .integer(account.number),
                .integer(member.role.rawValue), .integer(member.joinedAt), .integer(member.streamStart),
                .integer(member.muteUntil), .integer(member.isWhiteListed ? 1 : 0),
                .integer(member.isBlocking ? 1 : 0), .integer(member.notify.rawValue),
                .integer(member.hasReturned ? 1 : 0),
            ])
        group[account.number] = member
    }

    func change(_ account: Account, in group: Group, _ body: (inout Member) -> Void) throws {
        guard let former = group[account.number] else { preconditionFailure("\(account.id) is no member") }
        var member = former
        body(&member)
        if member == former { return }
        try record(former, becomes: member, of: account, in: group)
        let conversation = try conversation(of: group)
        let isBehind = group.isBehind(account.number, conversation)
        try put(member, of: account, in: group)
        guard member.isBlocking != former.isBlocking else { return }
        var edit = try edit(of: account, in: conversation)
        edit.hold(member.ignores(member.option))
        try commitEdit(edit, stored: true)
        if isBehind {
            // No round will tell what came before.
            deferredViews.add(DeferredViews.Item(account: account, conversation: conversation, isNew: false, seq: nil))
        } else {
            markTold(conversation, to: account)
        }
    }

    func erase(_ account: Account, from group: Group) throws {
        if let former = group[account.number] { try record(former, becomes: nil, of: account, in: group) }
        try store.execute("DELETE FROM member WHERE id = $1", [.integer(PairKey.key(group.number, account.number))])
        group[account.number] = nil
    }

    func nextGroupNumber() throws -> Int64 {
        if let lastGroup { return lastGroup + 1 }
        var last: Int64 = 0
        // A number is never given twice (G-Q45): the row of the last one outlives it.
        try store.query("SELECT last FROM team_number WHERE id = 1", []) { row in last = row.integer(0) }
        return last + 1
    }

    // MARK: - Who does it

    /// A member at work in a group.
    struct MemberContext {
        let group: Group
        let account: Account
        let member: Member

        var role: GroupRole { member.role }
    }

    /// The caller's place in the group, to change something there: 605, 602; 603 if the group is disabled (G-Q44).
    func memberContext(of number: Int64, in id: String, changing: Bool = true) throws -> MemberContext {
        let group = try group(id)
        let account = try account(number)
        guard let member = group.members[number] else { throw Refusal(.notInGroup, keys: ["groupID"]) }
        if changing, group.isDisabled { throw Refusal(.noGroupRight, "the group is disabled", keys: ["groupID"]) }
        return MemberContext(group: group, account: account, member: member)
    }

    /// All of them.
    func memberContexts(in group: Group) throws -> [MemberContext] {
        try group.members.sorted { $0.key < $1.key }.map {
            MemberContext(group: group, account: try account($0.key), member: $0.value)
        }
    }

    func require(_ act: GroupAct, by context: MemberContext) throws {
        let isAllowed = GroupRights.allows(
            act, by: context.role, style: context.group.style, infoForAll: context.group.infoForAll)
        if !isAllowed { throw Refusal(.noGroupRight) }
    }

    /// The member of this name: 602, with the key that names it.
    func member(_ user: String, of group: Group, key: String) throws -> (account: Account, member: Member) {
        guard let account = try UserID(user).flatMap(account), let member = group.members[account.number] else {
            throw Refusal(.notInGroup, keys: [key])
        }
        return (account, member)
    }

    /// The members named, if all are there and may be treated so (G-Q17: all or nothing). Rights come before those named: who
    /// may do it to nobody is told so, whomever it names.
    func targets(_ users: [String], of context: MemberContext, for act: GroupAct) throws -> [Account] {
        if !GroupRights.allows(act, by: context.role, on: (.member, isSelf: false), style: context.group.style) {
            throw Refusal(.noGroupRight)
        }
        var targets: [Account] = []
        var strangers: [String] = []
        var protected: [String] = []
        for user in users {
            guard let target = try UserID(user).flatMap(account), let member = context.group.members[target.number]
            else {
                strangers.append(user)
                continue
            }
            let isAllowed = GroupRights.allows(
                act, by: context.role, on: (member.role, target === context.account), style: context.group.style)
            if !isAllowed { protected.append(user) }
            targets.append(target)
        }
        if !strangers.isEmpty { throw Refusal(.notInGroup, keys: strangers) }
        if !protected.isEmpty { throw Refusal(.noGroupRight, keys: protected) }
        return targets
    }
}

/// G-Q45: the number in a group's id.
func groupNumber(_ id: String) -> Int64? {
    guard let number = Int64(id), String(number) == id else { return nil }
    return number
}

extension Group {
    fileprivate var values: [SQLValue] {
        [
            .integer(number), .integer(kind.rawValue), .integer(createdAt), .integer(owner),
            .integer(style.rawValue), .text(info.name), .text(info.description), .text(info.avatar), .text(info.ext),
            .text(info.announcement), .integer(needsConfirmation ? 1 : 0), .integer(maxUsers),
            .integer(infoForAll ? 1 : 0), .integer(mute.rawValue), .integer(isDisabled ? 1 : 0),
        ]
    }
}
