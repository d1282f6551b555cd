import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.message.scheduled`.
enum ListScheduledMessages: AdminOperation {
    static let declaration = Operation(
        "admin.message.scheduled", "Lists the messages that wait to be sent, in the order in which they are due.",
        roles: .admin, parameters: [cursor.description, limit.description],
        result: [
            Field(
                "messages",
                .list(
                    .object(
                        identity + [
                            Field("type", .integer), Field("body", .openObject),
                            Field(optional: "expireSeconds", .integer),
                        ])), "As they were given to `admin.message.send`."),
            Field(optional: "cursor", .string, "Send it for the next page; absent at the end."),
        ], errors: [.unavailable], badParameter: .messageParameters)

    /// What tells which one it is.
    static let identity = [
        Field("scheduleID", .string), Field("at", .milliseconds), Field("from", .string),
        Field("conversationID", .string), Field("clientMsgId", .string),
    ]

    private static let cursor = Parameter.string(
        "cursor", bytes: 1...64, "The value from the last page. Left out: from the start."
    ).optional
    private static let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many messages.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
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
                    }
                }
            }
            if let next = page.next { json.field("cursor", next) }
        }
    }
}
