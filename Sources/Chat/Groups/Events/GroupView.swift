import ClientProtocol
import Domain
import JSON
import Storage

/// A group as everybody who may see it sees it (G-34).
package struct GroupView: Sendable {
    package let id: String
    package let kind: GroupKind
    package let info: GroupInfo
    package let style: GroupStyle
    package let maxUsers: Int64
    package let needsConfirmation: Bool
    package let infoForAll: Bool
    package let owner: UserID
    package let memberCount: Int
    package let isAllMuted: Bool
    package let isDisabled: Bool
    /// Milliseconds since 1970.
    package let createdAt: Milliseconds

    init(_ group: Group, owner: UserID) {
        id = group.id
        kind = group.kind
        info = group.info
        style = group.style
        maxUsers = group.maxUsers
        needsConfirmation = group.needsConfirmation
        infoForAll = group.infoForAll
        self.owner = owner
        memberCount = group.members.count
        isAllMuted = group.mute != .off
        isDisabled = group.isDisabled
        createdAt = group.createdAt.time
    }
}

extension JSONWriter {
    package mutating func specification(_ view: GroupView) {
        field("groupID", view.id)
        field("kind", view.kind == .group ? "team" : "superTeam" as StaticString)
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
        field("createTime", view.createdAt.rawValue)
    }
}
