/// The kinds of notification messages: each tells of one thing that has happened to a group (T-10 to T-20).
package enum GroupNotificationKind: Int64, CaseIterable, Sendable {
    case invite = 0
    case kick = 1
    case leave = 2
    case update = 3
    case dismiss = 4
    case applyPass = 5
    case transferOwner = 6
    case addManager = 7
    case removeManager = 8
    case acceptInvitation = 9
    case mute = 10

    /// T-Q01, T-Q02: NIM counts those of super groups otherwise.
    package func number(in kind: GroupKind) -> Int64 {
        guard kind == .superGroup else { return rawValue }
        return switch self {
        case .invite: 401
        case .kick: 402
        case .leave: 403
        case .update: 404
        case .dismiss: 405
        case .transferOwner: 406
        case .addManager: 407
        case .removeManager: 408
        case .mute: 409
        case .applyPass: 410
        case .acceptInvitation: 411
        }
    }
}

/// A property of a group that an update has changed (T-36 to T-44).
package enum GroupTag: Int64, CaseIterable, Sendable {
    case name = 3
    case intro = 14
    case announcement = 15
    case joinMode = 16
    case clientCustom = 18
    case avatar = 20
    case beInviteMode = 21
    case inviteMode = 22
    case updateInfoMode = 23
    case muteMode = 100

    /// The tag's number on the wire. One tag has another number in super groups (T-Q03).
    package func number(in kind: GroupKind) -> Int64 {
        self == .muteMode && kind == .superGroup ? 101 : rawValue
    }
}
