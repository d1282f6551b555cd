import ClientProtocol
import JSON

/// the user's relations have changed. An element of TIM's system notifications.
package struct FriendChanged: EventDefinition, StreamedEvent {
    package static let declaration = Event(
        "friend.changed",
        "The user's relations have changed. Types 1 to 4 are in the user's stream. With `self`, another device "
            + "of the same user made the change; that is not in the stream.",
        to: [.user, .otherSessions], in: .user,
        data: [
            Field(
                "type", .integer(1...8),
                "1 friends added, 2 friends deleted, 3 a request sent or received, 4 requests gone; and by the "
                    + "user itself: 5 users blocked, 6 users unblocked, 7 requests read, 8 fields of a friend "
                    + "changed."),
            Field(
                "users",
                .list(
                    .object([
                        Field("userID", .string), Field(optional: "addWording", .string),
                        Field(optional: "addSource", .string), Field(optional: "pendencyType", .numbers([1, 2])),
                    ])),
                "The other users. Reason and source come with type 3; `pendencyType` with 3 and 4: the event's "
                    + "receiver got (1) or sent (2) the request."
            ),
            Field(
                optional: "version", .integer,
                "The current `version` of `relations` in `session.open`. Absent with types 3, 4 and 7, and when the "
                    + "event is repeated from the stream."),
            Field(
                optional: "pendencySeq", .integer,
                "With types 3, 4 and 7 instead: the current `pendencySeq` of `relations` in `session.open`."),
            Field(optional: "unreadCount", .integer, "Only with type 7: how many requests are unread."),
            Field(optional: "self", .onlyTrue, "Only if the user itself made the change, on another device."),
        ])

    let change: RelationChange
    /// R-122, as it is told: a JSON list of users.
    let users: String
    /// The devices of the user who did it are told, beside the reply to the one that did.
    let isOwn: Bool
    /// R-99, when requests were read.
    let unreadRequests: Int64?
    /// The version of the lists, or of the requests, after it; nil when it is told again.
    let version: Int64?

    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError) -> FriendChanged? {
        guard let change = RelationChange(rawValue: row.value), let users = row.detail else {
            throw .store(row.damaged(of: replay.account))
        }
        return FriendChanged(change: change, users: users, isOwn: false, unreadRequests: nil, version: nil)
    }

    package var sparesOrigin: Bool { isOwn }
    package var weight: Int { 96 + users.utf8.count }

    /// Writes the members that `friend.changed` has for this type of change.
    package func write(to json: inout JSONWriter) {
        json.field("type", change.rawValue)
        json.key("users")
        var users = users
        users.withUTF8 { json.value(raw: UnsafeRawBufferPointer($0)) }
        if let unreadRequests { json.field("unreadCount", unreadRequests) }
        if let version { json.field(change.isOfRequests ? "pendencySeq" : "version", version) }
        if isOwn { json.field("self", true) }
    }
}
