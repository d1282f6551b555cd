import ClientProtocol
import Domain
import JSON
import Storage

/// A group as everybody who may see it sees it (G-34).
package struct TeamView: Sendable {
    package let id: String
    package let kind: TeamKind
    package let info: TeamInfo
    package let style: TeamStyle
    package let maxUsers: Int64
    package let needsConfirmation: Bool
    package let infoForAll: Bool
    package let owner: UserID
    package let memberCount: Int
    package let isAllMuted: Bool
    package let isDisabled: Bool
    /// Milliseconds since 1970.
    package let createdAt: Int64

    init(_ team: Team, owner: UserID) {
        id = team.id
        kind = team.kind
        info = team.info
        style = team.style
        maxUsers = team.maxUsers
        needsConfirmation = team.needsConfirmation
        infoForAll = team.infoForAll
        self.owner = owner
        memberCount = team.members.count
        isAllMuted = team.mute != .off
        isDisabled = team.isDisabled
        createdAt = team.createdAt / 1_000
    }
}

extension JSONWriter {
    package mutating func specification(_ view: TeamView) {
        field("groupID", view.id)
        field("kind", view.kind == .team ? "team" : "superTeam" as StaticString)
        field("name", view.info.name)
        field("description", view.info.description)
        field("avatar", view.info.avatar)
        field("ext", view.info.ext)
        field("style", view.style.rawValue)
        field("isInviteNeedConfirm", view.needsConfirmation)
        field("maxUsers", view.maxUsers)
        field("joinMode", view.style.joinMode)
        field("inviteMode", view.style.inviteMode)
        field("beInviteMode", view.needsConfirmation ? 0 : 1)
        field("updateInfoMode", view.infoForAll ? 1 : 0)
        field("owner", view.owner.text)
        field("memberCount", view.memberCount)
        field("isAllMemberMuted", view.isAllMuted)
        field("disabled", view.isDisabled)
        field("createTime", view.createdAt)
    }
}
