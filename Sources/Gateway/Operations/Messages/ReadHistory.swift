import Chat
import ClientProtocol
import JSON
import Routing
import ServerAPI

/// `message.history`.
enum ReadHistory {
    static let entry: (Operation, Handler) = (MessageOperations.history, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(MessageOperations.conversationID)
        let history = History(
            cursor: Int64(try call(MessageOperations.cursor)),
            direction: try call(MessageOperations.direction) == .older ? .older : .newer,
            limit: try call(MessageOperations.limit), bytes: call.pageBytes,
            cutoff: call.context.configuration.messageCutoff)
        let (user, account) = (session.record.user, session.account)
        call.read(for: session) { transaction throws(CommandError) in
            let page = try history.page(of: id, for: user, account: account, in: transaction)
            return { json in
                json.messages(page.messages)
                json.field("cursor", page.next)
                json.field("isFinished", page.next == 0)
            }
        }
    }
}
