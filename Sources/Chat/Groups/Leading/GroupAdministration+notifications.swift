import ClientProtocol
import Domain
import JSON
import Storage

/// T-07: what has happened to a group, for its members to read as a message.
struct GroupNotification {
    let operation: GroupNotificationKind
    let source: Account
    var targets: [Account] = []
    /// T-33: what an update has changed, with the new values.
    var values: [(tag: GroupTag, value: String)] = []
    /// T-34: of a mute.
    var isMuted: Bool?
}

/// Messages of the gateway itself in groups' conversations (T-07).
extension GroupAdministration {
    /// T-Q06 to T-Q08, X-38: a message of the gateway in the group's conversation. `removed`: who have left by what it tells.
    func post(_ notification: GroupNotification, to group: Group, removed: [MemberContext] = []) throws(CommandError) {
        let message = try composeNotification(notification, in: group)
        try messages.deliver(message, by: notification.source, to: group, removed: removed)
    }

    /// The last one of the conversation from here on, and nothing told of it yet.
    func composeNotification(_ notification: GroupNotification, in group: Group) throws(CommandError) -> StoredMessage {
        let draft = Draft(
            target: .group(group.id), clientID: "", kind: .notification, settings: .notification,
            body: notification.body(in: group, notifyExt: work.notifyExt), pushText: nil)
        let message = messages.compose(
            draft, by: notification.source, in: try conversations.conversation(of: group),
            as: MessageNumber(try work.stamp()))
        try messages.insert(message)
        try quotas.countRow(with: message.body.utf8.count)
        return message
    }

    /// T-14: nothing if no tag speaks of it (X-D20).
    func postUpdate(_ values: [(tag: GroupTag, value: String)], of group: Group, by source: Account)
        throws(CommandError)
    {
        if values.isEmpty { return }
        try post(GroupNotification(operation: .update, source: source, values: values), to: group)
    }
}

extension GroupNotification {
    /// The notification's text: its type, and the changed values by their tags (T-24 to T-35).
    fileprivate func body(in group: Group, notifyExt: String?) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("notificationType", group.kind == .group ? "team" : "superTeam" as StaticString)
            json.field("operationType", operation.number(in: group.kind))
            json.field("sourceID", source.id.text)
            json.users("targetIDs", targets.map(\.id))
            if let notifyExt { json.field("notifyExt", notifyExt) }
            if !values.isEmpty {
                json.object("attachment") { json in
                    json.object("values") { json in
                        for (tag, value) in values {
                            json.key(text: String(tag.number(in: group.kind)))
                            json.value(value)
                        }
                    }
                }
            }
            if let isMuted { json.object("attachment") { $0.field("flag", isMuted) } }
        }
        return json.text
    }
}
