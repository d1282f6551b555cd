import ClientProtocol
import Domain
import JSON

extension Books {
    // MARK: - Muting

    /// G-57, G-Q30: nil: for ever.
    package func mute(_ users: [String], forMilliseconds duration: Int64?, in id: String, by number: Int64) throws {
        let seat = try seat(of: number, in: id)
        let targets = try targets(users, of: seat, for: .mute)
        let until = duration.map { now + $0 } ?? -1
        for target in targets { try change(target, in: seat.team) { $0.muteUntil = until } }
        try tellLeaders(.muteListDidUpdate, of: seat, and: targets) { json in
            json.users("added", targets)
            json.field("muteExpire", until)
        }
        try post(
            TeamNotification(operation: .mute, source: seat.account, targets: targets, isMuted: true), to: seat.team)
    }

    /// G-58.
    package func unmute(_ users: [String], in id: String, by number: Int64) throws {
        let seat = try seat(of: number, in: id)
        let muted = try targets(users, of: seat, for: .unmute).filter {
            seat.team.members[$0.number]!.isMuted(at: now)
        }
        for target in muted { try change(target, in: seat.team) { $0.muteUntil = 0 } }
        if muted.isEmpty { return }
        try tellLeaders(.muteListDidUpdate, of: seat, and: muted) { $0.users("removed", muted) }
        try post(
            TeamNotification(operation: .mute, source: seat.account, targets: muted, isMuted: false), to: seat.team)
    }

    /// G-61, G-Q33, X-40: by a member. What an administrator has muted for owner and admins too is muted, and is not theirs to
    /// lower.
    package func muteAll(_ isMuted: Bool, in id: String, by number: Int64) throws {
        let seat = try seat(of: number, in: id)
        try require(.muteAll, by: seat)
        if seat.team.mute == .all {
            if isMuted { return }
            throw Refusal(.noGroupRight, "an administrator has muted everybody", keys: ["groupID"])
        }
        try setMute(isMuted ? .members : .off, by: seat)
    }

    /// The same by an administrator, in a member's name.
    package func muteAll(_ mute: TeamMute, in id: String, by number: Int64) throws {
        let seat = try seat(of: number, in: id)
        try require(.muteAll, by: seat)
        try setMute(mute, by: seat)
    }

    private func setMute(_ mute: TeamMute, by seat: Seat) throws {
        let former = seat.team.mute
        guard former != mute else { return }
        seat.team.mute = mute
        try save(seat.team)
        // Members are muted or not; whether owner and admins are as well is for the notification to tell.
        if (former == .off) != (mute == .off) {
            let isMuted: TeamEventData = { $0.field("isAllMemberMuted", mute != .off) }
            try tellMembers(.allMemberMuteChanged, of: seat.team, except: seat.account, isMuted)
            try tellOwn(.allMemberMuteChanged, of: seat.team, to: seat.account, isMuted)
        }
        try postUpdate([(.muteMode, String(mute.rawValue))], of: seat.team, by: seat.account)
    }

    // MARK: - The white list

    /// G-59, G-Q32.
    package func addToWhiteList(_ users: [String], in id: String, by number: Int64) throws {
        try setWhiteListed(true, users, .addToWhiteList, "added", in: id, by: number)
    }

    /// G-60.
    package func removeFromWhiteList(_ users: [String], in id: String, by number: Int64) throws {
        try setWhiteListed(false, users, .removeFromWhiteList, "removed", in: id, by: number)
    }

    private func setWhiteListed(
        _ isListed: Bool, _ users: [String], _ act: TeamAct, _ word: StaticString, in id: String, by number: Int64
    ) throws {
        let seat = try seat(of: number, in: id)
        let changed = try targets(users, of: seat, for: act).filter {
            seat.team.members[$0.number]!.isWhiteListed != isListed
        }
        for target in changed { try change(target, in: seat.team) { $0.isWhiteListed = isListed } }
        if changed.isEmpty { return }
        try tellLeaders(.whiteListDidUpdate, of: seat, and: changed) { $0.users(word, changed) }
    }

    // MARK: - Admins

    /// G-62, G-Q34, G-Q57: an event for each, to the owner, the new ones and the other admins, the operator among them.
    package func addAdmins(_ candidates: AdminCandidates, in id: String, by number: Int64) throws {
        let (seat, targets) = try self.candidates(candidates, in: id, for: .addAdmin, from: .member, by: number)
        let admins = seat.team.members.values.count { $0.role == .admin }
        if admins + targets.count > mostAdmins {
            throw Refusal(.groupLimit, "a group has at most \(mostAdmins) admins")
        }
        for target in targets {
            // X-47's like: who leads does not block (G-Q29).
            try change(target, in: seat.team) { member in
                member.role = .admin
                member.isBlocking = false
            }
        }
        let leaders = try leaders(of: seat.team)
        for target in targets {
            try tell(.adminListDidUpdate, of: seat.team, to: leaders) { $0.field("added", target.id.text) }
        }
        try post(TeamNotification(operation: .addManager, source: seat.account, targets: targets), to: seat.team)
    }

    /// G-63, G-Q57: an event for each, to those removed and the other admins.
    package func removeAdmins(_ candidates: AdminCandidates, in id: String, by number: Int64) throws {
        let (seat, targets) = try self.candidates(candidates, in: id, for: .removeAdmin, from: .admin, by: number)
        for target in targets { try change(target, in: seat.team) { $0.role = .member } }
        for target in targets {
            try tellLeaders(.adminListDidUpdate, of: seat, and: targets) { $0.field("removed", target.id.text) }
        }
        try post(TeamNotification(operation: .removeManager, source: seat.account, targets: targets), to: seat.team)
    }

    /// All of them, or a refusal that names who is at fault.
    private func candidates(
        _ candidates: AdminCandidates, in id: String, for act: TeamAct, from role: TeamRole, by number: Int64
    ) throws -> (Seat, [Account]) {
        let seat = try seat(of: number, in: id)
        try require(act, by: seat)
        let found = try candidates.users.map { user in
            (key: candidates.key ?? user, target: try member(user, of: seat.team, key: candidates.key ?? user))
        }
        let others = found.filter { $0.target.member.role != role }
        if !others.isEmpty { throw Refusal(.noGroupRight, keys: others.map(\.key)) }
        return (seat, found.map(\.target.account))
    }

    /// To those it is done to, and to owner and admins but the one who did it.
    private func tellLeaders(
        _ kind: TeamEventKind, of seat: Seat, and targets: [Account], _ data: TeamEventData
    ) throws {
        try tell(kind, of: seat.team, to: targets + leaders(of: seat.team), sparing: seat.account, data)
    }

    // MARK: - Blocking

    /// G-45 to G-47, G-Q28, X-51: the team's messages, not its events.
    package func block(_ isBlocking: Bool, team id: String, by number: Int64) throws {
        let seat = try seat(of: number, in: id, changing: false)
        if isBlocking { try require(.block, by: seat) }
        if seat.member.isBlocking == isBlocking { return }
        try change(seat.account, in: seat.team) { $0.isBlocking = isBlocking }
        try tellOwn(.blockChanged, of: seat.team, to: seat.account) { $0.field("isBlocked", isBlocking) }
    }
}

/// Who is to become an admin, or is one no longer.
package struct AdminCandidates: Sendable {
    let users: [String]
    /// The parameter that names the one; nil: several, each of whom names itself.
    let key: String?

    package init(_ users: [String]) {
        self.users = users
        key = nil
    }

    package init(_ user: String, key: String = "userID") {
        users = [user]
        self.key = key
    }
}

/// G-Q34.
private let mostAdmins = 99
