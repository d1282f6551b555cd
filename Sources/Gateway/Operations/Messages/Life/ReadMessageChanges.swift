import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `message.changes`.
enum ReadMessageChanges: UserOperation {
    static let declaration = MessageLifeOperations.changes

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(MessageOperations.conversationID)
        let after = Seq(try request(MessageLifeOperations.after))
        let limit = try request(MessageLifeOperations.limit)
        let reader = request.messageReader(for: caller)
        return .read { transaction, json throws(CommandError) in
            let page = try reader.changes(of: id, after: after, limit: limit, in: transaction)
            page.changes.write(to: &json)
            json.field("change", page.place)
            json.field("isFinished", page.isFinished)
        }
    }
}
