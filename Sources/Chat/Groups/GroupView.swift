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
    package let historyForNew: Int
    package let receiptsByPosition: Bool
    package let owner: UserID
    package let memberCount: Int
    package let isAllMuted: Bool
    package let isDisabled: Bool
    /// Milliseconds since 1970.
    package let createdAt: Milliseconds

    /// `memberCount`: of a group without its members.
    init(_ group: Group, owner: UserID, memberCount: Int? = nil) {
        id = group.id
        kind = group.kind
        info = group.info
        style = group.style
        maxUsers = group.maxUsers
        needsConfirmation = group.needsConfirmation
        infoForAll = group.infoForAll
        historyForNew = group.historyForNew
        receiptsByPosition = group.receiptsByPosition
        self.owner = owner
        self.memberCount = memberCount ?? group.members.count
        isAllMuted = group.mute != .off
        isDisabled = group.isDisabled
        createdAt = group.createdAt.time
    }
}

extension GroupView {
    /// The view of everybody who may see the group.
    package static let fields = [
        Field("groupID", .string, "The group's id."),
        Field("kind", .words(["team", "superTeam"]), "Set when it was created."),
        Field("name", .string, "The group's name."),
        Field("description", .string, "As it was set."),
        Field("avatar", .string, "The avatar's URL."),
        Field("ext", .string, "Data of the application."),
        Field("style", .numbers([0, 1, 2, 3]), "As in `group.create`."),
        Field("isInviteNeedConfirm", .boolean, "Whether invited users are asked."),
        Field("maxUsers", .integer, "The most members, the owner included."),
        Field("joinMode", .numbers([0, 1, 2]), "As in `group.modify`."),
        Field("inviteMode", .numbers([0, 1]), "As in `group.modify`."),
        Field("beInviteMode", .numbers([0, 1]), "As in `group.modify`."),
        Field("updateInfoMode", .numbers([0, 1]), "As in `group.modify`."),
        Field("historyForNew", .integer, "As in `group.modify`."),
        Field("receipts", .words(["messages", "positions"]), "As in `group.modify`."),
        Field("owner", .string, "The group's owner."),
        Field("memberCount", .integer, "How many members the group has."),
        Field("isAllMemberMuted", .boolean, "Whether all members are muted."),
        Field("disabled", .boolean, "Whether an administrator has disabled the group."),
        Field("createTime", .milliseconds, "When it was created."),
    ]
    package static let type = ValueType.object(fields, called: "Group")
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
        field("historyForNew", view.historyForNew)
        field("receipts", view.receiptsByPosition ? "positions" : "messages" as StaticString)
        field("owner", view.owner.text)
        field("memberCount", view.memberCount)
        field("isAllMemberMuted", view.isAllMuted)
        field("disabled", view.isDisabled)
        field("createTime", view.createdAt.rawValue)
    }
}

/// A group as one caller sees it: the view that everybody gets, and more for members (G-34, G-Q22, G-Q23).
package struct GroupDetails: Sendable {
    package let view: GroupView
    /// Nil if the caller is no member; so is all that follows.
    package let role: GroupRole?
    package var admins: [UserID] = []
    /// How far the group's stream is, for members.
    package var seq: Seq?
    package var own: OwnPlace?
    /// With the members, if they were asked for: owner, admins, then who joined last first.
    package var members: [UserID]?
    /// Of those among them who have one.
    package var nicknames: [String: String] = [:]
    /// For owner and admins.
    package var muted: [(user: UserID, until: Milliseconds)]?
    package var whiteList: [UserID]?
}

/// The caller's own place in a group (G-Q55).
package struct OwnPlace: Sendable {
    package let role: GroupRole
    /// Milliseconds since 1970; 0: not muted; -1: for ever.
    package let muteUntil: Milliseconds
    package let isBlocking: Bool
    package let isWhiteListed: Bool
    package let notify: GroupNotify
    package let nickname: String
    /// Milliseconds since 1970.
    package let joinedAt: Milliseconds

    init(_ member: Member, at now: Milliseconds) {
        role = member.role
        muteUntil = member.isMuted(at: now) ? member.muteUntil : 0
        isBlocking = member.isBlocking
        isWhiteListed = member.isWhiteListed
        notify = member.notify
        nickname = member.nickname
        joinedAt = member.joinedAt.time
    }
}
