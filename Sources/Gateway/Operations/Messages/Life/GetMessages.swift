import Chat
import ClientProtocol
import Domain
import JSON

/// `message.get`.
enum GetMessages: UserOperation {
    static let declaration = Operation(
        "message.get", "Reads messages by their ids, as far as the history gives them to the caller.", roles: .user,
        parameters: [messageIDs.description],
        result: [
            Field(
                "results",
                .list(
                    .object([
                        Field("msgId", .string), Field("code", .integer), Field(optional: "message", MessageView.type),
                    ])),
                "In the order asked for, as many as fit into a reply; `code` 0, or 1010: there is no such message for "
                    + "the caller.")
        ], errors: [.unavailable], badParameter: .messageParameters)

    private static let messageIDs = Parameter.strings("msgIds", count: 1...100, "The messages, of any conversations.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let ids = try request(messageIDs)
        let reader = request.messageReader(for: caller)
        return .read { transaction, json throws(CommandError) in
            let found = try reader.messages(ids, in: transaction)
            json.array("results") { json in
                for one in found {
                    json.object { json in
                        json.field("msgId", one.id)
                        json.field("code", one.view == nil ? ErrorCode.noMessage.code : 0)
                        if let view = one.view { json.object("message") { $0.message(view) } }
                    }
                }
            }
        }
    }
}

extension Request {
    func messageReader(for caller: UserCaller) -> MessageReader {
        MessageReader(
            user: caller.user, account: caller.account, bytes: context.pageBytes,
            cutoff: context.configuration.messageCutoff, now: context.configuration.now.time)
    }
}
