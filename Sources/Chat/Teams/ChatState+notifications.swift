import ClientProtocol
import Domain
import JSON
import Storage

/// T-07: what has happened to a team, for its members to read as a message.
struct TeamNotification {
    let operation: TeamOperation
    let source: Account
    var targets: [Account] = []
    /// T-33: what an update has changed, with the new values.
    var values: [(tag: TeamTag, value: String)] = []
    /// T-34: of a mute.
    var isMuted: Bool?
}

extension ChatState {
    /// T-Q06 to T-Q08, X-38: a message of the gateway in the team's conversation. `removed`: who have left by what it tells.
    func post(_ notification: TeamNotification, to team: Team, removed: [MemberContext] = []) throws {
        let message = try compose(notification, in: team)
        try deliver(message, by: notification.source, to: team, removed: removed)
    }

    /// The last one of the conversation from here on, and nothing told of it yet.
    func compose(_ notification: TeamNotification, in team: Team) throws -> StoredMessage {
        let draft = Draft(
            target: .group(team.id), clientID: "", kind: .notification, settings: .notification,
            body: notification.body(in: team, notifyExt: notifyExt), pushText: nil)
        let message = try compose(draft, by: notification.source, in: conversation(of: team))
        try insert(message)
        return message
    }
}

extension TeamNotification {
    /// T-24 to T-35.
    fileprivate func body(in team: Team, notifyExt: String?) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("notificationType", team.kind == .team ? "team" : "superTeam" as StaticString)
            json.field("operationType", operation.number(in: team.kind))
            json.field("sourceID", source.id.text)
            json.users("targetIDs", targets)
            if let notifyExt { json.field("notifyExt", notifyExt) }
            if !values.isEmpty {
                json.object("attachment") { json in
                    json.object("values") { json in
                        for (tag, value) in values {
                            json.key(String(tag.number(in: team.kind)))
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
