import ClientProtocol
import Domain
import Storage

extension ChatState {
    /// The team of this id, with all its members. Whoever asks for one that there is not is told so, by the key that names it.
    func team(_ id: String, key: String = "groupID") throws -> Team {
        if id.isEmpty { throw Refusal(.emptyGroupID, keys: [key]) }
        guard let team = try findTeam(id) else { throw Refusal(.noGroup, keys: [key]) }
        return team
    }

    func findTeam(_ id: String) throws -> Team? {
        try teamNumber(id).flatMap(team)
    }

    func team(_ number: Int64) throws -> Team? {
        guard let team = try outline(ofTeam: number) else { return nil }
        if !team.isWhole { try loadMembers(of: team) }
        return team
    }

    /// The team, perhaps without its members: all that its conversation's looks need, of which a list has a hundred.
    func outline(ofTeam number: Int64) throws -> Team? {
        if let team = teams.value(number, weight: \.weight) { return team }
        guard let conversation = try conversation(of: Pair(0, number)) else { return nil }
        var found: Team?
        try store.query(
            """
            SELECT id, kind, created_at, owner, style, name, description, avatar, ext, announcement,
                needs_confirmation, max_users, info_for_all, mute, is_disabled
            FROM team WHERE id = $1
            """, [.integer(number)]
        ) { row in found = Team(row, conversation: conversation.number) }
        guard let found else { return nil }
        found.streamSeq = try streamSeq(ofTeam: number)
        teams.insert(found, for: number, weight: found.weight)
        return found
    }

    private func loadMembers(of team: Team) throws {
        let bounds = PairKey.bounds(team.number)
        var members: [(account: Int64, member: Member)] = []
        try store.query(
            """
            SELECT account, role, joined_at, stream_start, mute_until, is_white_listed, is_blocking, notify,
                coalesce(receive_option, 0), coalesce(is_listed, 0), coalesce(claim, 0), nickname, has_returned
            FROM member LEFT JOIN membership ON membership.id = (account << 32 | $3)
            WHERE member.id > $1 AND member.id <= $2
            """, [.integer(bounds.after), .integer(bounds.through), .integer(team.conversation)]
        ) { row in members.append((row.integer(0), Member(row, from: 1))) }
        for (account, member) in members { team[account] = member }
        team.isWhole = true
        teams.add(weight: team.weight)
    }

    /// Whether the account is in the team, and no more of the team than that.
    func isMember(_ account: Account, ofTeam number: Int64) throws -> Bool {
        if let team = teams.value(number, weight: \.weight), team.isWhole { return team[account.number] != nil }
        return try GroupQueries.isMember(account.number, of: number, in: store)
    }

    func insert(_ team: Team) throws {
        try store.execute(
            """
            INSERT INTO team (id, kind, created_at, owner, style, name, description, avatar, ext,
                announcement, needs_confirmation, max_users, info_for_all, mute, is_disabled)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
            """, team.values)
        teams.insert(team, for: team.number, weight: team.weight)
    }

    func save(_ team: Team) throws {
        try store.execute(
            """
            UPDATE team SET kind = $2, created_at = $3, owner = $4, style = $5, name = $6, description = $7, avatar = $8,
                ext = $9, announcement = $10, needs_confirmation = $11, max_users = $12, info_for_all = $13, mute = $14,
                is_disabled = $15
            WHERE id = $1
            """, team.values)
    }

    func put(_ member: Member, of account: Account, in team: Team) throws {
        try store.execute(
            """
            INSERT INTO member (id, account, role, joined_at, stream_start, mute_until, is_white_listed, is_blocking,
                notify, attributes, has_returned)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '{}', $10)
            ON CONFLICT (id) DO UPDATE SET role = $3, joined_at = $4, stream_start = $5, mute_until = $6,
                is_white_listed = $7, is_blocking = $8, notify = $9
            """,
            [
                .integer(PairKey.key(team.number, account.number)), .integer(account.number),
                .integer(member.role.rawValue), .integer(member.joinedAt), .integer(member.streamStart),
                .integer(member.muteUntil), .integer(member.isWhiteListed ? 1 : 0),
                .integer(member.isBlocking ? 1 : 0), .integer(member.notify.rawValue),
                .integer(member.hasReturned ? 1 : 0),
            ])
        team[account.number] = member
    }

    func change(_ account: Account, in team: Team, _ body: (inout Member) -> Void) throws {
        guard let former = team[account.number] else { preconditionFailure("\(account.id) is no member") }
        var member = former
        body(&member)
        if member == former { return }
        try record(former, becomes: member, of: account, in: team)
        let conversation = try conversation(of: team)
        let isBehind = team.isBehind(account.number, conversation)
        try put(member, of: account, in: team)
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

    func erase(_ account: Account, from team: Team) throws {
        if let former = team[account.number] { try record(former, becomes: nil, of: account, in: team) }
        try store.execute("DELETE FROM member WHERE id = $1", [.integer(PairKey.key(team.number, account.number))])
        team[account.number] = nil
    }

    func nextTeamNumber() throws -> Int64 {
        if let lastTeam { return lastTeam + 1 }
        var last: Int64 = 0
        // A number is never given twice (G-Q45): the row of the last one outlives it.
        try store.query("SELECT last FROM team_number WHERE id = 1", []) { row in last = row.integer(0) }
        return last + 1
    }

    // MARK: - Who does it

    /// A member at work in a team.
    struct MemberContext {
        let team: Team
        let account: Account
        let member: Member

        var role: TeamRole { member.role }
    }

    /// The caller's place in the team, to change something there: 605, 602; 603 if the team is disabled (G-Q44).
    func memberContext(of number: Int64, in id: String, changing: Bool = true) throws -> MemberContext {
        let team = try team(id)
        let account = try account(number)
        guard let member = team.members[number] else { throw Refusal(.notInGroup, keys: ["groupID"]) }
        if changing, team.isDisabled { throw Refusal(.noGroupRight, "the group is disabled", keys: ["groupID"]) }
        return MemberContext(team: team, account: account, member: member)
    }

    /// All of them.
    func memberContexts(in team: Team) throws -> [MemberContext] {
        try team.members.sorted { $0.key < $1.key }.map {
            MemberContext(team: team, account: try account($0.key), member: $0.value)
        }
    }

    func require(_ act: TeamAct, by context: MemberContext) throws {
        let isAllowed = TeamRights.allows(
            act, by: context.role, style: context.team.style, infoForAll: context.team.infoForAll)
        if !isAllowed { throw Refusal(.noGroupRight) }
    }

    /// The member of this name: 602, with the key that names it.
    func member(_ user: String, of team: Team, key: String) throws -> (account: Account, member: Member) {
        guard let account = try UserID(user).flatMap(account), let member = team.members[account.number] else {
            throw Refusal(.notInGroup, keys: [key])
        }
        return (account, member)
    }

    /// The members named, if all are there and may be treated so (G-Q17: all or nothing). Rights come before those named: who
    /// may do it to nobody is told so, whomever it names.
    func targets(_ users: [String], of context: MemberContext, for act: TeamAct) throws -> [Account] {
        if !TeamRights.allows(act, by: context.role, on: (.member, isSelf: false), style: context.team.style) {
            throw Refusal(.noGroupRight)
        }
        var targets: [Account] = []
        var strangers: [String] = []
        var protected: [String] = []
        for user in users {
            guard let target = try UserID(user).flatMap(account), let member = context.team.members[target.number]
            else {
                strangers.append(user)
                continue
            }
            let isAllowed = TeamRights.allows(
                act, by: context.role, on: (member.role, target === context.account), style: context.team.style)
            if !isAllowed { protected.append(user) }
            targets.append(target)
        }
        if !strangers.isEmpty { throw Refusal(.notInGroup, keys: strangers) }
        if !protected.isEmpty { throw Refusal(.noGroupRight, keys: protected) }
        return targets
    }
}

/// G-Q45: the number in a group's id.
func teamNumber(_ id: String) -> Int64? {
    guard let number = Int64(id), String(number) == id else { return nil }
    return number
}

extension Team {
    fileprivate var values: [SQLValue] {
        [
            .integer(number), .integer(kind.rawValue), .integer(createdAt), .integer(owner),
            .integer(style.rawValue), .text(info.name), .text(info.description), .text(info.avatar), .text(info.ext),
            .text(info.announcement), .integer(needsConfirmation ? 1 : 0), .integer(maxUsers),
            .integer(infoForAll ? 1 : 0), .integer(mute.rawValue), .integer(isDisabled ? 1 : 0),
        ]
    }
}
