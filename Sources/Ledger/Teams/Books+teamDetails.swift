import ClientProtocol
import Domain

/// What a caller is told of a group beside what everybody is (G-34, G-Q22, G-Q23).
package struct TeamDetails: Sendable {
    package let view: TeamView
    /// Nil for whoever is no member; so is all that follows.
    package let role: TeamRole?
    package var admins: [UserID] = []
    package var isBlocked = false
    package var isInWhiteList = false
    /// With the members, if they were asked for: owner, admins, then who joined last first.
    package var members: [UserID]?
    /// For owner and admins.
    package var muted: [(user: UserID, until: Int64)]?
    package var whiteList: [UserID]?
}

extension Books {
    /// G-31 to G-38, G-Q21.
    package func teamDetails(_ id: String, withMembers: Bool, for number: Int64) throws -> TeamDetails {
        let team = try team(id)
        let view = TeamView(team, owner: try account(team.owner).id)
        guard let member = team.members[number] else {
            guard team.style.isPublic else { throw Refusal(.notInGroup, keys: ["groupID"]) }
            var details = TeamDetails(view: view, role: nil)
            details.admins = try users(team.members.filter { $0.value.role == .admin })
            return details
        }
        var details = TeamDetails(view: view, role: member.role)
        details.admins = try users(team.members.filter { $0.value.role == .admin })
        details.isBlocked = member.isBlocking
        details.isInWhiteList = member.isWhiteListed
        if withMembers {
            let ordinary = try users(team.members.filter { $0.value.role == .member }, limit: mostMembersInDetails)
            details.members = Array(([view.owner] + details.admins + ordinary).prefix(mostMembersInDetails))
        }
        if member.role != .member {
            details.whiteList = try users(team.members.filter(\.value.isWhiteListed))
            let muted = team.members.filter { $0.value.isMuted(at: now) }
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
