import Domain
import Testing

/// The rights of G-Q17 and its like, and the styles of X-35, written down once more as tables.
struct GroupRightsTests {
    private static let leaders: Set<GroupRole> = [.owner, .admin]
    private static let all = Set(GroupRole.allCases)

    /// The roles that may do it in a private group whose info is for owner and admins; nil: it depends on the other member.
    private static let table: [GroupAct: Set<GroupRole>?] = [
        .invite: leaders, .answerApplication: leaders, .addToWhiteList: leaders, .muteAll: leaders, .announce: leaders,
        .changeInfo: leaders, .changeLimits: leaders, .deleteOthersFile: leaders,
        .addAdmin: [.owner], .removeAdmin: [.owner], .transfer: [.owner], .destroy: [.owner], .changeModes: [.owner],
        .changeOthersAttributes: [.owner], .setValues: leaders, .setCounters: leaders,
        .leave: [.admin, .member], .block: [.member],
        .addFile: all, .deleteOwnFile: all, .changeOwnAttributes: all,
        .remove: nil, .mute: nil, .unmute: nil, .removeFromWhiteList: nil,
    ]

    @Test(arguments: GroupAct.allCases)
    func `G-13, G-14, G-46, G-Q17, G-Q19, G-Q20, G-Q33, G-Q34, G-Q37, G-Q38, G-Q39, G-Q40: who may do it`(
        step: GroupAct
    )
        throws
    {
        guard let allowed = try #require(Self.table[step]) else { return }
        for role in GroupRole.allCases {
            for style in GroupStyle.allCases {
                for infoForAll in [false, true] {
                    let isForMembers =
                        step == .invite && style == .privateForMembers
                        || [.changeInfo, .setValues].contains(step) && infoForAll
                    let expected = allowed.contains(role) || isForMembers
                    let found = GroupRights.allows(step, by: role, style: style, infoForAll: infoForAll)
                    #expect(found == expected, "\(role), \(style), info for all: \(infoForAll)")
                }
            }
        }
    }

    @Test(arguments: [GroupAct.remove, .mute, .unmute, .removeFromWhiteList])
    func `G-Q17: an owner may do it to all others, an admin to ordinary members, nobody to itself or to no one`(
        step: GroupAct
    ) {
        let above: [GroupRole: Set<GroupRole>] = [.owner: [.admin, .member], .admin: [.member], .member: []]
        for style in GroupStyle.allCases {
            for role in GroupRole.allCases {
                // There is no other owner.
                for target in GroupRole.allCases where role != .owner || target != .owner {
                    let found = GroupRights.allows(step, by: role, on: (target, false), style: style, infoForAll: true)
                    #expect(found == above[role]!.contains(target), "\(role) to \(target)")
                }
                #expect(!GroupRights.allows(step, by: role, on: (role, true), style: style))
                #expect(!GroupRights.allows(step, by: role, style: style))
            }
        }
    }

    @Test func `G-Q17, G-Q42: whom it is done to makes no difference to the white list`() {
        for role in GroupRole.allCases {
            for target in GroupRole.allCases {
                for isSelf in [false, true] {
                    let found = GroupRights.allows(
                        .addToWhiteList, by: role, on: (target, isSelf), style: .publicOpen)
                    #expect(found == (role != .member))
                }
            }
        }
    }

    // MARK: - Styles

    @Test func `G-Q01, G-Q22, X-34: the numbers are Easemob's`() {
        #expect(
            (-1...4).map { GroupStyle(rawValue: $0) } == [
                nil, .privateForOwners, .privateForMembers, .publicWithApproval, .publicOpen, nil,
            ])
        #expect((-1...3).map { GroupRole(rawValue: $0) } == [nil, .member, .admin, .owner, nil])
    }

    @Test(arguments: [
        (GroupStyle.privateForOwners, false, Int64(2), Int64(0)), (.privateForMembers, false, 2, 1),
        (.publicWithApproval, true, 1, 0), (.publicOpen, true, 0, 0),
    ])
    func `X-35, G-02, G-03: the modes of a style`(style: GroupStyle, isPublic: Bool, joinMode: Int64, inviteMode: Int64)
    {
        #expect(style.isPublic == isPublic && style.joinMode == joinMode && style.inviteMode == inviteMode)
    }

    @Test(arguments: GroupStyle.allCases)
    func `X-35, G-Q01: modes lead to the same style or to the other one of its kind, and nowhere else`(
        style: GroupStyle
    ) {
        let kinds: [[GroupStyle: (join: Int64, invite: Int64)]] = [
            [.privateForOwners: (2, 0), .privateForMembers: (2, 1)],
            [.publicWithApproval: (1, 0), .publicOpen: (0, 0)],
        ]
        let kind = kinds.first { $0[style] != nil }!
        for join in [nil, -1, 0, 1, 2, 3] as [Int64?] {
            for invite in [nil, -1, 0, 1, 2] as [Int64?] {
                let wanted = (join ?? kind[style]!.join, invite ?? kind[style]!.invite)
                let expected = kind.first { $0.value == wanted }?.key
                #expect(style.with(joinMode: join, inviteMode: invite) == expected, "\(wanted)")
            }
        }
    }
}
