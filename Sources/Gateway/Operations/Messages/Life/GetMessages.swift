import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `message.get`.
enum GetMessages: UserOperation {
    static let declaration = MessageLifeOperations.get

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let ids = try request(MessageLifeOperations.messageIDs)
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
            cutoff: context.configuration.messageCutoff)
    }
}
