import Chat
import ClientProtocol
import Domain
import JSON

/// `message.pins`.
enum ListPins: UserOperation {
    static let declaration = Operation(
        "message.pins", "Lists the pinned messages of a conversation, as far as the history gives them to the caller.",
        roles: .user, parameters: [SharedParameters.conversationID.description],
        result: [
            Field(
                "messages", .list(MessageView.type),
                "The one that was pinned last first, as many as fit into a reply."),
            Field(
                "msgIds", .strings,
                "All of them, in the same order: `message.get` reads those that did not fit."),
            Field("change", .integer, "The place of the last change in the conversation; 0: there was none."),
        ], errors: [.noTarget, .nimNoGroup, .nimNotInGroup, .unavailable], badParameter: .messageParameters)

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(SharedParameters.conversationID)
        let reader = request.messageReader(for: caller)
        return .read { transaction, json throws(CommandError) in
            let pins = try reader.pins(of: id, in: transaction)
            json.array("messages") { json in
                for view in pins.messages { json.object { $0.message(view) } }
            }
            json.array("msgIds") { json in for id in pins.ids { json.value(String(id.rawValue)) } }
            json.field("change", pins.change)
        }
    }
}
