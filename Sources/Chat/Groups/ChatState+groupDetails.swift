import ClientProtocol
import Domain

/// What a caller is told of a group beside what everybody is (G-34, G-Q22, G-Q23).
package struct GroupDetails: Sendable {
    package let view: GroupView
    /// Nil for whoever is no member; so is all that follows.
    package let role: GroupRole?
    package var admins: [UserID] = []
    package var own: OwnPlace?
    /// With the members, if they were asked for: owner, admins, then who joined last first.
    package var members: [UserID]?
    /// Of those among them who have one.
    package var nicknames: [String: String] = [:]
    /// For owner and admins.
    package var muted: [(user: UserID, until: Int64)]?
    package var whiteList: [UserID]?
}

/// The caller's own place in a group (G-Q55).
package struct OwnPlace: Sendable {
    package let role: GroupRole
    /// Milliseconds since 1970; 0: not muted; -1: for ever.
    package let muteUntil: Int64
    package let isBlocking: Bool
    package let isWhiteListed: Bool
    package let notify: GroupNotify
    package let nickname: String
    /// Milliseconds since 1970.
    package let joinedAt: Int64
}

extension ChatState {
    /// G-31 to G-38, G-Q21.
    package func groupDetails(_ id: String, withMembers: Bool, for number: Int64) throws -> GroupDetails {
        let group = try group(id)
        visits += group.members.count
        let view = GroupView(group, owner: try account(group.owner).id)
        guard let member = group.members[number] else {
            guard group.style.isPublic else { throw Refusal(.notInGroup, keys: ["groupID"]) }
            var details = GroupDetails(view: view, role: nil)
            details.admins = try users(group.members.filter { $0.value.role == .admin })
            return details
        }
        var details = GroupDetails(view: view, role: member.role)
        details.admins = try users(group.members.filter { $0.value.role == .admin })
        details.own = OwnPlace(
            role: member.role, muteUntil: member.isMuted(at: now) ? member.muteUntil : 0,
            isBlocking: member.isBlocking, isWhiteListed: member.isWhiteListed, notify: member.notify,
            nickname: member.nickname, joinedAt: member.joinedAt / 1_000)
        if withMembers {
            let ordinary = try users(group.members.filter { $0.value.role == .member }, limit: mostMembersInDetails)
            details.members = Array(([view.owner] + details.admins + ordinary).prefix(mostMembersInDetails))
            for user in details.members! {
                let nickname = group.members[try account(user)!.number]!.nickname
                if !nickname.isEmpty { details.nicknames[user.text] = nickname }
            }
        }
        if member.role != .member {
            details.whiteList = try users(group.members.filter(\.value.isWhiteListed))
            let muted = group.members.filter { $0.value.isMuted(at: now) }
            details.muted = try users(muted).map { user in (user, muted[try account(user)!.number]!.muteUntil) }
        }
        return details
    }

    /// Who joined last first.
    private func users(_ members: [Int64: Member], limit: Int = .max) throws -> [UserID] {
        let sorted = members.sorted { $0.value.joinedAt > $1.value.joinedAt }.prefix(limit)
        return try sorted.map { try account($0.key).id }
    }
}

/// G-35.
private let mostMembersInDetails = 200
