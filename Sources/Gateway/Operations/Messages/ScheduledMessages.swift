import Chat
import ClientProtocol
import Domain
import JSON

/// Messages of `admin.message.send` that wait to be sent.
extension OperationTable {
    @OperationList static var scheduledMessages: [OperationDefinition] {
        let cursor = Parameter.string(
            "cursor", bytes: 1...64, "The value from the last page. Left out: from the start."
        ).optional
        let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many messages.")
        Operation(
            "admin.message.scheduled", "Lists the messages that wait to be sent, in the order in which they are due.",
            roles: .admin, parameters: [cursor, limit],
            result: [
                Field(
                    "messages",
                    .list(
                        .object(
                            scheduleIdentity + [
                                Field("type", .integer), Field("body", .openObject),
                                Field(optional: "expireSeconds", .integer), Field(optional: "media", .strings),
                            ])), "As they were given to `admin.message.send`."),
                Field(optional: "cursor", .string, "Send it for the next page; absent at the end."),
            ], errors: [.unavailable], badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let (cursor, limit) = (try request(cursor), try request(limit))
            let bytes = request.context.pageBytes
            return .read { transaction, json throws(CommandError) in
                let page = try stored(
                    ScheduledMessageQueries.page(after: cursor, limit: limit, bytes: bytes, in: transaction))
                json.array("messages") { json in
                    for message in page.messages {
                        json.object { json in
                            message.writeIdentity(to: &json)
                            json.field("type", message.draft.kind.rawValue)
                            json.key("body")
                            var body = message.draft.body
                            body.withUTF8 { json.value(raw: UnsafeRawBufferPointer($0)) }
                            if let seconds = message.draft.expireSeconds { json.field("expireSeconds", Int64(seconds)) }
                            if message.draft.media.isEmpty { return }
                            json.array("media") { json in
                                for id in message.draft.media { json.value(id) }
                            }
                        }
                    }
                }
                if let next = page.next { json.field("cursor", next) }
            }
        }

        let scheduleID = Parameter.string("scheduleID", bytes: 1...20, "The id from the reply to `admin.message.send`.")
        Operation(
            "admin.message.cancel",
            "Takes back a message that waits to be sent. One that has been sent is recalled instead.",
            roles: .admin, parameters: [scheduleID], result: scheduleIdentity,
            errors: [.noMessage, .unavailable], badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            // A text that is no id names no message.
            let id = Int64(try request(scheduleID)) ?? 0
            return .change { chat, json throws(CommandError) in
                try chat.scheduledMessages.cancel(Stamp(id)).writeIdentity(to: &json)
            }
        }
    }
}

/// The members by which a waiting message is known.
private let scheduleIdentity = [
    Field("scheduleID", .string), Field("at", .milliseconds), Field("from", .string),
    Field("conversationID", .string), Field("clientMsgId", .string),
]
