import Chat
import ClientProtocol
import Domain
import JSON

/// Messages that a user comes back to.
extension OperationTable {
    @OperationList static var stars: [OperationDefinition] {
        Operation(
            "message.star",
            "Stars a message for the caller alone: up to 1,000. A copy of it is kept, and charged to the day's bytes, until it is "
                + "recalled or expires.",
            roles: .user, parameters: [SharedParameters.conversationID, MessageParameters.messageID],
            errors: [.noMessage, .forbidden, .tooMany, .quotaExceeded, .unavailable], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let id = try request(SharedParameters.conversationID)
            let message = try request.messageID()
            return .change { chat, _ throws(CommandError) in
                try chat.reactions.star(message, in: id, by: caller.account)
            }
        }

        Operation(
            "message.unstar", "Takes the caller's star away, if there is one.", roles: .user,
            parameters: [MessageParameters.messageID], errors: [.noMessage, .unavailable],
            badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let message = try request.messageID()
            return .change { chat, _ throws(CommandError) in try chat.reactions.unstar(message, by: caller.account) }
        }

        let page = Parameter<Stamp>.cursor("The value from the last page. Left out: from the newest star on.").optional
        let limit = Parameter.integer("limit", in: 1...100, standard: 20, "At most this many messages.")
        Operation(
            "message.stars", "Lists the caller's starred messages, the one that was starred last first.", roles: .user,
            parameters: [page, limit],
            result: [
                Field("messages", .list(MessageView.type), "Their copies, without reactions and pins."),
                Field(optional: "cursor", .string, "Send it for the next page; absent at the end."),
            ], errors: [.unavailable], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let (page, limit) = (try request(page), try request(limit))
            let bytes = request.context.pageBytes
            return .ask { chat, json throws(CommandError) in
                let stars = try chat.reactions.stars(of: caller.account, before: page, limit: limit, bytes: bytes)
                json.array("messages") { json in
                    for view in stars.messages { json.object { $0.message(view) } }
                }
                if let next = stars.next { json.field("cursor", String(next)) }
            }
        }
    }
}
