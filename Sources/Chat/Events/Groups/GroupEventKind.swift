import ClientProtocol
import JSON

/// The numbers of the events of groups, by Easemob's callbacks (G-50 to G-72). The store keeps them: a number is never used
/// again.
package enum GroupEventKind: Int64, CaseIterable, Sendable {
    case invitationDidReceive = 1
    case invitationDidAccept = 2
    case invitationDidDecline = 3
    case joinRequestDidReceive = 4
    case joinRequestDidApprove = 5
    case joinRequestDidDecline = 6
    case didJoin = 7
    case didLeave = 8
    case userDidJoin = 9
    case userDidLeave = 10
    case muteListDidUpdate = 11
    case whiteListDidUpdate = 12
    case allMemberMuteChanged = 13
    case adminListDidUpdate = 14
    case ownerDidUpdate = 15
    case announcementDidUpdate = 16
    case fileListDidUpdate = 17
    case specificationDidUpdate = 18
    case attributesChangedOfMember = 19
    case notifyStateChanged = 20
    case blockChanged = 21
    case notificationDidReceive = 22
    case valuesChanged = 23

    var definition: any GroupEventContent.Type {
        switch self {
        case .invitationDidReceive: GroupInvitationDidReceive.self
        case .invitationDidAccept: GroupInvitationDidAccept.self
        case .invitationDidDecline: GroupInvitationDidDecline.self
        case .joinRequestDidReceive: GroupJoinRequestDidReceive.self
        case .joinRequestDidApprove: GroupJoinRequestDidApprove.self
        case .joinRequestDidDecline: GroupJoinRequestDidDecline.self
        case .didJoin: GroupDidJoin.self
        case .didLeave: GroupDidLeave.self
        case .userDidJoin: GroupUserDidJoin.self
        case .userDidLeave: GroupUserDidLeave.self
        case .muteListDidUpdate: GroupMuteListDidUpdate.self
        case .whiteListDidUpdate: GroupWhiteListDidUpdate.self
        case .allMemberMuteChanged: GroupAllMemberMuteChanged.self
        case .adminListDidUpdate: GroupAdminListDidUpdate.self
        case .ownerDidUpdate: GroupOwnerDidUpdate.self
        case .announcementDidUpdate: GroupAnnouncementDidUpdate.self
        case .fileListDidUpdate: GroupFileListDidUpdate.self
        case .specificationDidUpdate: GroupSpecificationDidUpdate.self
        case .attributesChangedOfMember: GroupAttributesChangedOfMember.self
        case .notifyStateChanged: GroupNotifyStateChanged.self
        case .blockChanged: GroupBlockChanged.self
        case .notificationDidReceive: GroupNotificationDidReceive.self
        case .valuesChanged: GroupValuesChanged.self
        }
    }
}

/// The data of an event beside the group: once for its receivers, and once for the operator's other devices.
protocol GroupEventContent: EventDefinition {
    static var kind: GroupEventKind { get }
}

extension Event {
    /// Of a group: in the group's stream what concerns all members, in a user's what concerns some.
    convenience init(
        ofGroup name: String, _ summary: String, to audience: Audience, in streams: Streams, _ data: Field...
    ) {
        let standing = [
            Field("groupID", .string, "The group."),
            Field(
                optional: "self", .onlyTrue, "Only if the user itself did it, or an administrator in the user's name."),
        ]
        self.init("group.\(name)", summary, to: audience, in: streams, data: standing + data)
    }
}

extension Field {
    static func user(_ name: String) -> Field { Field(name, .string, "A user.") }
    static func user(optional name: String) -> Field { Field(optional: name, .string, "A user.") }
    static func users(optional name: String) -> Field { Field(optional: name, .strings, "Users.") }
    static func text(_ name: String) -> Field { Field(name, .string, "As it was given.") }
}
