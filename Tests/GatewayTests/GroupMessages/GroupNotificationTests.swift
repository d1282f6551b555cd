import Client
import JSON
import Testing

/// Table X-D: of everything that is done to a group, the callbacks and one notification, or none.
@Suite(.onThreads) struct GroupNotificationTests {
    private enum Hand: CaseIterable {
        case user, administrator
    }

    @Test(arguments: [false, true])
    func
        `X-D02, X-D03, X-D04, X-D05, X-D06, X-D07, X-D08, X-D09, X-D10, X-38, X-39, X-45, X-09, T-10, T-11, T-16, T-Q01, T-Q02, T-Q06, T-Q07, T-Q12, C-Q14: joining`(
            isSuper: Bool
        ) throws
    { try show(GroupDeed.joining, isSuper: isSuper) }

    @Test(arguments: [false, true])
    func
        `X-D11, X-D12, X-D13, X-38, X-39, X-43, X-44, X-09, T-12, T-13, T-15, T-Q01, T-Q02, T-Q06, T-Q07: leaving`(
            isSuper: Bool
        ) throws
    { try show(GroupDeed.leaving, isSuper: isSuper) }

    @Test(arguments: [false, true])
    func
        `X-D14, X-D15, X-D16, X-D17, X-38, X-39, X-40, X-47, X-09, T-17, T-18, T-19, T-20, T-32, T-34, T-44, T-Q01, T-Q02, T-Q03, T-Q04, T-Q05, T-Q06, T-Q07: ruling`(
            isSuper: Bool
        ) throws
    { try show(GroupDeed.ruling, isSuper: isSuper) }

    @Test(arguments: [false, true])
    func
        `X-D18, X-D19, X-D20, X-38, X-39, X-46, X-09, T-14, T-32, T-33, T-35, T-36, T-37, T-38, T-39, T-40, T-41, T-42, T-43, T-45, T-Q01, T-Q02, T-Q03, T-Q04, T-Q06, T-Q07, C-Q08: changing`(
            isSuper: Bool
        ) throws
    { try show(GroupDeed.changing, isSuper: isSuper) }

    @Test(arguments: [false, true]) func `X-D21, X-38, X-51: what has no notification`(isSuper: Bool) throws {
        try show(GroupDeed.quiet, isSuper: isSuper)
    }

    private func show(_ deeds: [GroupDeed], isSuper: Bool) throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let audience = Audience(cast)
            for deed in deeds {
                for hand in Hand.allCases where hand == .user || deed.byAdmin != nil {
                    try prepare(deed, cast, isSuper: isSuper)
                    try audience.expect(due(deed, hand, isSuper), "\(deed.row) \(deed.verb) \(deed.more) by \(hand):") {
                        try carryOut(deed, hand, cast)
                    }
                }
            }
        }
    }

    /// In every group member2 blocks.
    private func prepare(_ deed: GroupDeed, _ cast: Cast, isSuper: Bool) throws {
        try cast.renew(style: deed.style, deed.group, isSuper: isSuper)
        try cast["stranger"].setAutoAccept(!deed.asks)
        try cast["member2"].group("block", cast.id)
        for (user, verb, more) in deed.before { try cast[user].group(verb, cast.id, more) }
    }

    private func carryOut(_ deed: GroupDeed, _ hand: Hand, _ cast: Cast) throws {
        if hand == .administrator {
            let more = deed.byAdmin!
            return try cast.administer(deed.verb, #""notifyExt": "why"\#(more.isEmpty ? "" : ", \(more)")"#)
        }
        let more = deed.more.isEmpty ? "" : ", \(deed.more)"
        let operation = deed.verb.contains(".") ? deed.verb : "group.\(deed.verb)"
        _ = try cast["\(deed.by)"].request(operation, #"{"groupID": "\#(cast.id)"\#(more)}"#).get()
    }

    /// Callbacks, the notification, the conversation: in this order, and for each session.
    private func due(_ deed: GroupDeed, _ hand: Hand, _ isSuper: Bool) -> [String: [String]] {
        var due: [String: [String]] = [:]
        for user in Cast.members + ["stranger"] {
            for device in ["phone", "tab"] {
                // An administrator acts in the owner's name, on none of its devices.
                let source = hand == .administrator && user == "owner" ? "owner.tab" : "\(user).\(device)"
                var lines = deed.callbacks[source] ?? deed.callbacks[user] ?? []
                let isReached = Cast.members.contains(user) ? user != "member2" : user == deed.newcomer
                if let notice = deed.notice(inSuper: isSuper), isReached {
                    lines.append("notice \(notice)\(hand == .administrator ? " ext=why" : "")")
                    if !deed.isEnd { lines.append(user == deed.newcomer ? "new" : "changed") }
                } else if deed.showsLooks, Cast.members.contains(user) {
                    lines.append("changed")
                }
                due["\(user).\(device)"] = lines
            }
        }
        return due
    }
}
