import ClientProtocol
import JSON

/// Server-sent events by `GET`.
struct EventStream {
    struct Parameter {
        let name: String
        let place: String
        let meaning: String
        var pattern: String?

        func write(to json: inout JSONWriter) {
            json.field("name", name)
            json.field("in", place)
            if place == "path" { json.field("required", true) }
            json.field("description", meaning)
            json.object("schema") { json in
                json.field("type", "string")
                if let pattern { json.field("pattern", pattern) } else { json.field("minLength", 1) }
            }
        }
    }

    let path: String
    let operation: Operation
    let parameters: [Parameter]
    let meaning: String
    /// They have neither token nor key.
    var takesGuests = false
}

/// A browser that comes again sends the header by itself.
private func position(_ meaning: String, _ pattern: String) -> [EventStream.Parameter] {
    [
        .init(
            name: "lastEventID", place: "query", meaning: "As `Last-Event-ID`, which counts if both are there.",
            pattern: pattern),
        .init(name: "Last-Event-ID", place: "header", meaning: meaning, pattern: pattern),
    ]
}

/// The responses without an end, which are no operations.
let eventStreams = [
    EventStream(
        path: "/v1/api/events",
        operation: Operation(
            "events", "Tells events for backends as server-sent events.", roles: .admin, errors: [.resyncRequired]),
        parameters: [
            .init(name: "types", place: "query", meaning: "Only these, such as `message.created,group.*`."),
            .init(
                name: "about", place: "query", meaning: "Only what is about the user, group or channel with this id."),
            .init(
                name: "Last-Event-ID", place: "header",
                meaning: "The last event that the caller has; left out: from now on.",
                pattern: "^(evt_)?([0-9]{1,15}|[1-8][0-9]{15})$"),
        ],
        meaning: "Events as they come, without an end. `data` of each is an event as `admin.events.read` has it."),
    EventStream(
        path: "/v1/channels/{channelID}/events",
        operation: Operation(
            "channel.events", "Follows a channel without a session, by server-sent events.", roles: .user,
            errors: [.noChannel]),
        parameters: [
            .init(name: "channelID", place: "path", meaning: "The channel's id, percent-encoded."),
            .init(
                name: "token", place: "query", meaning: "The user's token, where `Authorization` cannot be sent.",
                pattern: "^[A-Za-z0-9._-]+$"),
        ] + position("The `seq` of the last message that the caller has; left out: from now on.", "^[0-9]{1,15}$"),
        meaning: "`channel.message`, `channel.changed`, `channel.destroyed` and `reset` as they come, each with the "
            + "session's event as `data`; see docs/channels.md.", takesGuests: true),
    EventStream(
        path: "/v1/conversations/{conversationID}/events",
        operation: Operation(
            "conversation.events", "Hears a conversation without a session, by server-sent events.", roles: .user,
            errors: [.noTarget, .noGroup, .notInGroup]),
        parameters: [
            .init(name: "conversationID", place: "path", meaning: "The conversation's id, percent-encoded.")
        ]
            + position(
                "The `id` of the last event that the caller has; left out: from now on.",
                "^[0-9]{1,15}[.][0-9]{1,15}$"),
        meaning: "`message.new`, `message.changed`, `message.gone`, `message.appended`, `message.ended` and `reset` as "
            + "they come, each with the session's event as `data`; see docs/streams.md."),
    EventStream(
        path: "/v1/rooms/{roomID}/events",
        operation: Operation(
            "room.events", "Enters a live room without a session, by server-sent events.", roles: [.user, .admin],
            errors: [.noRoom, .banned, .tooMany]),
        parameters: [
            .init(name: "roomID", place: "path", meaning: "The room's id, percent-encoded.")
        ]
            + position(
                "The `id` of the last event that the caller has; left out: the last messages come.",
                "^([0-9]{1,15}|[1-8][0-9]{15})[.][0-9]{1,15}$"),
        meaning: "`room.entered` with the result of `room.enter`, then `room.frame` and the room's other events as "
            + "they come; see docs/rooms.md.", takesGuests: true),
]
