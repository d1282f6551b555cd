/// The two kinds of a group, both of which users see as a group (T-05, T-06).
package enum GroupKind: Int64, CaseIterable, Sendable {
    case group = 0
    case superGroup = 1
}

/// G-09 to G-12 (G-Q01): who may see a group, who may invite, and how one joins.
package enum GroupStyle: Int64, CaseIterable, Sendable {
    case privateForOwners = 0
    case privateForMembers = 1
    case publicWithApproval = 2
    case publicOpen = 3

    package var isPublic: Bool { self == .publicWithApproval || self == .publicOpen }

    /// 0 anybody joins, 1 after approval, 2 nobody.
    package var joinMode: Int64 {
        switch self {
        case .privateForOwners, .privateForMembers: 2
        case .publicWithApproval: 1
        case .publicOpen: 0
        }
    }

    /// 0 owner and admins invite, 1 everybody does.
    package var inviteMode: Int64 { self == .privateForMembers ? 1 : 0 }

    /// The style with these modes, if it is one that this style can become.
    package func with(joinMode: Int64?, inviteMode: Int64?) -> GroupStyle? {
        let (join, invite) = (joinMode ?? self.joinMode, inviteMode ?? self.inviteMode)
        return Self.allCases.first { $0.isPublic == isPublic && $0.joinMode == join && $0.inviteMode == invite }
    }
}

/// X-34, G-Q22: the numbers are Easemob's.
package enum GroupRole: Int64, CaseIterable, Sendable {
    case member = 0
    case admin = 1
    case owner = 2
}

/// whom the mute of a whole group silences.
package enum GroupMute: Int64, CaseIterable, Sendable {
    case off = 0
    case members = 1
    /// Owner and admins, too: all but the white list.
    case all = 3
}

/// T-47 to T-49 (T-Q17): whose messages remind a member by a push.
package enum GroupNotify: Int64, CaseIterable, Sendable {
    case all = 0
    case none = 1
    case onlyManagers = 2
}

/// An act that a member may want to do in a group.
package enum GroupAct: CaseIterable, Sendable {
    case invite
    case answerApplication
    case remove
    case mute
    case unmute
    case addToWhiteList
    case removeFromWhiteList
    case addAdmin
    case removeAdmin
    case transfer
    case destroy
    case leave
    case block
    case muteAll
    case announce
    case changeInfo
    case changeLimits
    case changeModes
    case addFile
    case deleteOwnFile
    case deleteOthersFile
    case changeOwnAttributes
    case changeOthersAttributes
    case setValues
    case setCounters
}

/// G-Q17 and its like: rights follow from roles alone.
package enum GroupRights {
    /// `target`: the role of whom it is done to, and whether that is the one who does it. `infoForAll`: X-35's updateInfoMode.
    package static func allows(
        _ act: GroupAct, by role: GroupRole, on target: (role: GroupRole, isSelf: Bool)? = nil, style: GroupStyle,
        infoForAll: Bool = false
    ) -> Bool {
        switch act {
        case .invite: role != .member || style == .privateForMembers
        case .answerApplication, .muteAll, .announce, .changeLimits, .addToWhiteList, .deleteOthersFile, .setCounters:
            role != .member
        case .remove, .mute, .unmute, .removeFromWhiteList: isAbove(role, target)
        case .addAdmin, .removeAdmin, .transfer, .destroy, .changeModes, .changeOthersAttributes: role == .owner
        case .leave: role != .owner
        case .block: role == .member
        case .changeInfo, .setValues: role != .member || infoForAll
        case .addFile, .deleteOwnFile, .changeOwnAttributes: true
        }
    }

    /// G-Q31, X-40: whether the mute of the whole group keeps this member from speaking.
    package static func isSilenced(_ role: GroupRole, isWhiteListed: Bool, by mute: GroupMute) -> Bool {
        switch mute {
        case .off: false
        case .members: role == .member && !isWhiteListed
        case .all: !isWhiteListed
        }
    }

    /// G-Q17: an owner is above all others, an admin above ordinary members.
    private static func isAbove(_ role: GroupRole, _ target: (role: GroupRole, isSelf: Bool)?) -> Bool {
        guard let target, !target.isSelf else { return false }
        return role == .owner || role == .admin && target.role == .member
    }
}
