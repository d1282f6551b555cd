import Chat
import ClientProtocol
import Domain
import JSON

/// `message.reactions`.
enum ListReactions: UserOperation {
    static let declaration = Operation(
        "message.reactions", "Lists who has reacted to a message, page by page.", roles: .user,
        parameters: [
            RecallMessage.messageID.description, kind.description, cursor.description, limit.description,
        ],
        result: [
            Field(
                "reactions",
                .list(.object([Field("reaction", .string), Field("userID", .string), Field("time", .milliseconds)])),
                "Kind by kind, each in the order in which the users reacted."),
            Field(optional: "next", .string, "Send it as `cursor` for the next page; absent at the end."),
        ], errors: [.noMessage, .unavailable], badParameter: .messageParameters)

    private static let kind = Parameter.string("reaction", bytes: 1...64, "Lists this reaction alone.").optional
    private static let cursor = Parameter.string("cursor", bytes: 1...100, "Where the page before ended.").optional
    private static let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let message = try request.messageID()
        let kind = try request(kind)
        let cursor = try request(cursor)
        let limit = try request(limit)
        let reader = request.messageReader(for: caller)
        return .read { transaction, json throws(CommandError) in
            let page = try reader.reactions(to: message, kind: kind, after: cursor, limit: limit, in: transaction)
            json.array("reactions") { json in
                for (reaction, user, time) in page.reactions {
                    json.object { json in
                        json.field("reaction", reaction)
                        json.field("userID", user.text)
                        json.field("time", time)
                    }
                }
            }
            if let next = page.next { json.field("next", next) }
        }
    }
}
