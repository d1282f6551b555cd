import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// `message.history`.
enum ReadHistory {
    static let entry: (Operation, Handler) = (MessageOperations.history, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(MessageOperations.conversationID)
        let history = History(
            cursor: Seq(try request(MessageOperations.cursor)),
            direction: try request(MessageOperations.direction) == .older ? .older : .newer,
            limit: try request(MessageOperations.limit), bytes: request.context.pageBytes,
            cutoff: request.context.configuration.messageCutoff)
        return .read { transaction, json throws(CommandError) in
            let page = try history.page(of: id, for: caller.user, account: caller.account, in: transaction)
            json.messages(page.messages)
            json.field("cursor", page.next)
            json.field("isFinished", page.next == 0)
        }
    }
}
