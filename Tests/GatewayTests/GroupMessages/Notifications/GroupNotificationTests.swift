import Client
import JSON
import Testing

/// Table X-D: of everything that is done to a group, the callbacks and one notification, or none.
@Suite(.onThreads) struct GroupNotificationTests {
    private enum Hand: CaseIterable {
        case user, administrator
    }

    @Test(arguments: GroupDeed.all)
    func `X-38, X-39, T-Q01, T-Q02, T-Q07: each operation on a group sends its callbacks and at most one notification`(
        deed: GroupDeed
    ) throws {
        try withGroups(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let audience = Audience(cast)
            for isSuper in [false, true] {
                for hand in Hand.allCases where hand == .user || deed.byAdmin != nil {
                    try prepare(deed, cast, isSuper: isSuper)
                    let what = "by \(hand) in a \(isSuper ? "superTeam" : "team"):"
                    try audience.expect(due(deed, hand, isSuper), what) { try carryOut(deed, hand, cast) }
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
