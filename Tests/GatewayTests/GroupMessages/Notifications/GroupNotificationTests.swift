import Client
import JSON
import Testing

/// Table X-D: of everything that is done to a group, the callbacks and one notification, or none.
struct GroupNotificationTests {
    private enum Hand: CaseIterable {
        case user, administrator
    }

    @Test(arguments: GroupAction.all)
    func `X-38, X-39, T-Q01, T-Q02, T-Q07: each operation on a group sends its callbacks and at most one notification`(
        action: GroupAction
    ) throws {
        try withGroups(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let audience = Audience(cast)
            for isSuper in [false, true] {
                for hand in Hand.allCases where hand == .user || action.byAdmin != nil {
                    try prepare(action, cast, isSuper: isSuper)
                    let what = "by \(hand) in a \(isSuper ? "superTeam" : "team"):"
                    try audience.expect(due(action, hand, isSuper), what) { try carryOut(action, hand, cast) }
                }
            }
        }
    }

    /// In every group member2 blocks.
    private func prepare(_ action: GroupAction, _ cast: Cast, isSuper: Bool) throws {
        try cast.renew(style: action.style, action.group, isSuper: isSuper)
        try cast["stranger"].setAutoAccept(!action.asks)
        try cast["member2"].group("block", cast.id)
        for (user, verb, more) in action.before { try cast[user].group(verb, cast.id, more) }
    }

    private func carryOut(_ action: GroupAction, _ hand: Hand, _ cast: Cast) throws {
        if hand == .administrator {
            let more = action.byAdmin!
            return try cast.administer(action.verb, #""notifyExt": "why"\#(more.isEmpty ? "" : ", \(more)")"#)
        }
        let more = action.more.isEmpty ? "" : ", \(action.more)"
        let operation = action.verb.contains(".") ? action.verb : "group.\(action.verb)"
        _ = try cast["\(action.by)"].request(operation, #"{"groupID": "\#(cast.id)"\#(more)}"#).get()
    }

    /// Callbacks, the notification, the conversation: in this order, and for each session.
    private func due(_ action: GroupAction, _ hand: Hand, _ isSuper: Bool) -> [String: [String]] {
        var due: [String: [String]] = [:]
        for user in Cast.members + ["stranger"] {
            for device in ["phone", "tab"] {
                // An administrator acts in the owner's name, on none of its devices.
                let source = hand == .administrator && user == "owner" ? "owner.tab" : "\(user).\(device)"
                var lines = action.callbacks[source] ?? action.callbacks[user] ?? []
                let isReached = Cast.members.contains(user) ? user != "member2" : user == action.newcomer
                if let notice = action.notice(inSuper: isSuper), isReached {
                    lines.append("notice \(notice)\(hand == .administrator ? " ext=why" : "")")
                    if !action.isEnd { lines.append(user == action.newcomer ? "new" : "changed") }
                } else if action.showsLooks, Cast.members.contains(user) {
                    lines.append("changed")
                }
                due["\(user).\(device)"] = lines
            }
        }
        return due
    }
}
