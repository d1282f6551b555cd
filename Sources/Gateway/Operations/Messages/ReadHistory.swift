import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// `message.history`.
enum ReadHistory: UserOperation {
    static let declaration = MessageOperations.history

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(MessageOperations.conversationID)
        let history = try request.history()
        return .read { transaction, json throws(CommandError) in
            json.page(try history.page(of: id, for: caller.user, account: caller.account, in: transaction))
        }
    }
}

extension Request {
    func history() throws(Refusal) -> History {
        History(
            cursor: Seq(try self(MessageOperations.cursor)),
            direction: try self(MessageOperations.direction) == .older ? .older : .newer,
            limit: try self(MessageOperations.limit), bytes: context.pageBytes,
            cutoff: context.configuration.messageCutoff,
            around: try self(MessageOperations.around).map { MessageNumber($0) ?? 0 })
    }
}

extension JSONWriter {
    mutating func page(_ page: History.Page) {
        messages(page.messages)
        field("cursor", page.next)
        field("isFinished", page.next == 0)
        if page.change > 0 { field("change", page.change) }
    }
}
