import ClientProtocol
import Domain
import JSON
import Storage

/// G-04 to G-08: a group that somebody wants.
package struct TeamDraft: Sendable {
    package let kind: TeamKind
    package let info: TeamInfo
    package let style: TeamStyle
    package let maxUsers: Int64
    package let needsConfirmation: Bool
    package let invitees: [String]
    /// For the invitees.
    package let message: String

    package init(
        kind: TeamKind, info: TeamInfo, style: TeamStyle, maxUsers: Int64, needsConfirmation: Bool, invitees: [String],
        message: String
    ) {
        self.kind = kind
        self.info = info
        self.style = style
        self.maxUsers = maxUsers
        self.needsConfirmation = needsConfirmation
        self.invitees = invitees
        self.message = message
    }
}

extension ChatState {
    package struct NewTeam: Sendable {
        package let id: String
        package let results: [UserResult]
    }

    /// G-04, G-05, G-Q02, G-Q04, G-Q05.
    package func createTeam(_ draft: TeamDraft, by number: Int64) throws -> NewTeam {
        try createTeam(draft, of: caller(number))
    }

    private func createTeam(_ draft: TeamDraft, of creator: Account) throws -> NewTeam {
        var invitees: [Account] = []
        var unknown: [String] = []
        for user in draft.invitees {
            if let invitee = try UserID(user).flatMap(reachableAccount) {
                if invitee !== creator, !invitees.contains(where: { $0 === invitee }) { invitees.append(invitee) }
            } else if !unknown.contains(user) {
                unknown.append(user)
            }
        }
        if !unknown.isEmpty { throw Refusal(.noGroupUser, keys: unknown) }
        if Int64(invitees.count) >= draft.maxUsers { throw Refusal(.groupFull, keys: ["invitees"]) }
        if try hasTooManyTeams(creator) { throw Refusal(.groupLimit) }
        try pay(chargeMaking(by: creator), chargeInviting(invitees.count, by: creator, key: "invitees"))
        let team = try makeTeam(draft, of: creator)
        try emitOwnJoining(of: creator, to: team)
        let results = try invitees.map { invitee in
            if let error = try obstacle(to: invitee, by: creator, team) { return UserResult(invitee.id.text, error) }
            try invite(invitee, draft.message, to: team, by: creator)
            return UserResult(invitee.id.text)
        }
        try post(joined: invitees.filter { team[$0.number] != nil }, to: team, by: creator)
        try enlistMaker(creator, in: team)
        return NewTeam(id: team.id, results: results)
    }

    /// by an administrator.
    package func createTeam(_ draft: TeamDraft, for user: String) throws -> NewTeam {
        guard let owner = try UserID(user).flatMap(reachableAccount) else {
            throw Refusal(.noGroupUser, keys: ["owner"])
        }
        isForAdministrator = true
        return try createTeam(draft, of: owner)
    }

    /// in whose name an administrator acts.
    package func operatorNumber(_ user: UserID?, in id: String) throws -> Int64 {
        let team = try team(id)
        guard let user else { return team.owner }
        guard let account = try reachableAccount(user) else { throw Refusal(.notInGroup, keys: ["operatorId"]) }
        return account.number
    }

    private func makeTeam(_ draft: TeamDraft, of creator: Account) throws -> Team {
        let number = try nextTeamNumber()
        try store.execute(
            "INSERT INTO team_number (id, last) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET last = $1",
            [.integer(number)])
        lastTeam = number
        let team = Team(
            number: number, conversation: try makeConversation(of: Pair(0, number)).number, kind: draft.kind,
            createdAt: try stamp(), owner: creator.number,
            style: draft.style, info: draft.info, needsConfirmation: draft.needsConfirmation, maxUsers: draft.maxUsers)
        team.isWhole = true
        try insert(team)
        try admit(creator, to: team, as: .owner)
        return team
    }

    /// G-29, G-30, G-Q20.
    package func destroyTeam(_ id: String, by number: Int64) throws {
        let context = try memberContext(of: number, in: id, changing: false)
        try require(.destroy, by: context)
        let team = context.team
        let contexts = try memberContexts(in: team)
        let members = contexts.map(\.account)
        try emit(.didLeave, of: team, to: members, sparing: context.account) { $0.field("reason", 2) }
        try postDismissal(of: team, by: context.account)
        for context in contexts {
            try record(context.member, becomes: nil, of: context.account, in: team)
            try removeConversation(of: team, from: context.account, sees: context.member.seesNotifications)
            emit(.left(team: team.number), to: context.account)
        }
        try eraseRows(of: team)
        team.empty()
        teams.remove(team.number)
    }

    /// the last message of all. It changes nobody's list, since the conversation goes.
    private func postDismissal(of team: Team, by owner: Account) throws {
        let message = try compose(TeamNotification(operation: .dismiss, source: owner), in: team)
        try conversation(of: team).last = message
        let refusing = team.members.filter { !$0.value.seesNotifications }.keys
        serverEvents.append(
            ServerEvent(
                .message(try view(message, ofTeam: team.number, kind: team.kind)), toTeam: team.number,
                except: Set(refusing)))
    }

    /// Everything but the number, which is not given again.
    private func eraseRows(of team: Team) throws {
        let bounds: [SQLValue] = [
            .integer(PairKey.bounds(team.number).after), .integer(PairKey.bounds(team.number).through),
        ]
        try eraseFiles(of: team)
        try store.execute("DELETE FROM member WHERE id > $1 AND id <= $2", bounds)
        try store.execute("DELETE FROM invitation WHERE id > $1 AND id <= $2", bounds)
        try store.execute("DELETE FROM application WHERE id > $1 AND id <= $2", bounds)
        try store.execute("DELETE FROM team_event WHERE id > $1 AND id <= $2", bounds)
        try store.execute("DELETE FROM team WHERE id = $1", [.integer(team.number)])
    }

    /// G-64, G-Q35, X-47, G-Q58. `leaves`: the former owner then goes.
    package func transferTeam(_ id: String, to user: String, leaves: Bool = false, by number: Int64) throws {
        let context = try memberContext(of: number, in: id)
        try require(.transfer, by: context)
        let team = context.team
        let successor = try member(user, of: team, key: "newOwner").account
        if successor === context.account { throw Refusal(.noGroupRight, keys: ["newOwner"]) }
        try change(context.account, in: team) { $0.role = .member }
        try makeOwner(successor, of: team)
        try emit(.ownerDidUpdate, of: team, to: [successor, context.account]) { json in
            json.field("newOwner", successor.id.text)
            json.field("oldOwner", context.account.id.text)
        }
        try post(TeamNotification(operation: .transferOwner, source: context.account, targets: [successor]), to: team)
        if leaves { try leaveTeam(id, by: number) }
    }

    /// off all lists, and blocking no longer.
    private func makeOwner(_ successor: Account, of team: Team) throws {
        team.owner = successor.number
        try save(team)
        try change(successor, in: team) { member in
            member.role = .owner
            member.muteUntil = 0
            member.isWhiteListed = false
            member.isBlocking = false
        }
    }

    // MARK: - Going

    /// G-66, G-Q19.
    package func leaveTeam(_ id: String, by number: Int64) throws {
        let context = try memberContext(of: number, in: id, changing: false)
        try require(.leave, by: context)
        try dismiss(context.account, from: context.team)
        try emitOwn(.didLeave, of: context.team, to: context.account) { $0.field("reason", 1) }
        try emitMembers(.userDidLeave, of: context.team) { $0.field("user", context.account.id.text) }
        try post(TeamNotification(operation: .leave, source: context.account), to: context.team, removed: [context])
        try closeConversation(of: context.team, to: context.account)
    }

    /// G-67, G-Q17, G-Q18.
    package func removeMembers(_ users: [String], from id: String, by number: Int64) throws {
        let context = try memberContext(of: number, in: id)
        let targets = try targets(users, of: context, for: .remove)
        let removed = targets.map {
            MemberContext(team: context.team, account: $0, member: context.team.members[$0.number]!)
        }
        for target in targets {
            try dismiss(target, from: context.team)
            try emit(.didLeave, of: context.team, to: [target]) { $0.field("reason", 0) }
        }
        for target in targets { try emitMembers(.userDidLeave, of: context.team) { $0.field("user", target.id.text) } }
        try post(
            TeamNotification(operation: .kick, source: context.account, targets: targets), to: context.team,
            removed: removed)
        for target in targets { try closeConversation(of: context.team, to: target) }
    }

    /// G-Q36.
    private func dismiss(_ account: Account, from team: Team) throws {
        try erase(account, from: team)
        emit(.left(team: team.number), to: account)
    }

    /// Of a deleted account. The team of an owner goes to the admin, or else the member, who has been in it longest; one that
    /// nobody is left in is no more.
    func withdrawFromTeams(_ account: Account) throws {
        var numbers: [Int64] = []
        try store.query("SELECT id FROM member WHERE account = $1 ORDER BY joined_at", [.integer(account.number)]) {
            row in
            numbers.append(PairKey.first(row.integer(0)))
        }
        for number in numbers {
            guard let team = try team(number) else { continue }
            try dismiss(account, from: team)
            let successor = team.members.min { one, other in
                (-one.value.role.rawValue, one.value.joinedAt) < (-other.value.role.rawValue, other.value.joinedAt)
            }
            guard let successor else {
                try eraseRows(of: team)
                teams.remove(team.number)
                continue
            }
            let owner = team.owner == account.number ? try self.account(successor.key) : nil
            if let owner {
                try makeOwner(owner, of: team)
                try emit(.ownerDidUpdate, of: team, to: [owner]) { json in
                    json.field("newOwner", owner.id.text)
                    json.field("oldOwner", account.id.text)
                }
            }
            try emitMembers(.userDidLeave, of: team) { $0.field("user", account.id.text) }
            if let owner {
                try post(TeamNotification(operation: .transferOwner, source: account, targets: [owner]), to: team)
            }
            try post(TeamNotification(operation: .leave, source: account), to: team)
        }
        try store.execute("DELETE FROM invitation WHERE invitee = $1", [.integer(account.number)])
        try store.execute("DELETE FROM application WHERE applicant = $1", [.integer(account.number)])
    }
}
