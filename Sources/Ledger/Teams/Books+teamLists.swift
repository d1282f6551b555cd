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

    /// G-61, G-Q33, X-40.
    package func muteAll(_ mute: TeamMute, in id: String, by number: Int64) throws {
        let seat = try seat(of: number, in: id)
        try require(.muteAll, by: seat)
        guard seat.team.mute != mute else { return }
        seat.team.mute = mute
        try save(seat.team)
        let isMuted: (inout JSONWriter) -> Void = { $0.field("isAllMemberMuted", mute != .off) }
        try tellMembers(.allMemberMuteChanged, of: seat.team, except: seat.account, isMuted)
        tellOwn(.allMemberMuteChanged, of: seat.team, to: seat.account, isMuted)
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

    /// G-62, G-Q34: owner, the new one and the other admins, the operator among them.
    package func addAdmin(_ user: String, in id: String, by number: Int64) throws {
        let (seat, target, member) = try candidate(user, in: id, for: .addAdmin, by: number)
        if member.role != .member { throw Refusal(.noGroupRight, keys: ["userID"]) }
        let admins = seat.team.members.values.count { $0.role == .admin }
        if admins >= mostAdmins { throw Refusal(.groupLimit, "a group has at most \(mostAdmins) admins") }
        // X-47's like: who leads does not block (G-Q29).
        try change(target, in: seat.team) { member in
            member.role = .admin
            member.isBlocking = false
        }
        try tell(.adminListDidUpdate, of: seat.team, to: leaders(of: seat.team)) { $0.field("added", target.id.text) }
        try post(TeamNotification(operation: .addManager, source: seat.account, targets: [target]), to: seat.team)
    }

    /// G-63: the removed one and the other admins.
    package func removeAdmin(_ user: String, in id: String, by number: Int64) throws {
        let (seat, target, member) = try candidate(user, in: id, for: .removeAdmin, by: number)
        if member.role != .admin { throw Refusal(.noGroupRight, keys: ["userID"]) }
        try change(target, in: seat.team) { $0.role = .member }
        try tellLeaders(.adminListDidUpdate, of: seat, and: [target]) { $0.field("removed", target.id.text) }
        try post(TeamNotification(operation: .removeManager, source: seat.account, targets: [target]), to: seat.team)
    }

    private func candidate(
        _ user: String, in id: String, for act: TeamAct, by number: Int64
    ) throws -> (Seat, Account, Member) {
        let seat = try seat(of: number, in: id)
        try require(act, by: seat)
        let (target, member) = try member(user, of: seat.team, key: "userID")
        return (seat, target, member)
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
        tellOwn(.blockChanged, of: seat.team, to: seat.account) { $0.field("isBlocked", isBlocking) }
    }
}

/// G-Q34.
private let mostAdmins = 99
