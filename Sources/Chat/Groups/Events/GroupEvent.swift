import Domain

/// The kinds of events of a group, by Easemob's callbacks (G-50 to G-72).
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
}

/// One of them, as it is told.
package struct GroupEvent: Sendable {
    package let kind: GroupEventKind
    /// The group's number.
    package let group: GroupNumber
    /// A JSON object.
    package let data: String
    /// Its place: in the group's stream or in the user's.
    package let seq: Int64
}
