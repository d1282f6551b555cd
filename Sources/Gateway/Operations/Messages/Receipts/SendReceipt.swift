import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `receipt.send`.
enum SendReceipt: UserOperation {
    static let declaration = MessageOperations.acknowledge

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(MessageOperations.conversationID)
        let time = Milliseconds(try request(MessageOperations.timestamp))
        return .change { chat, _ throws(CommandError) in
            try chat.readMarks.acknowledge(id, upTo: time, of: caller.account)
        }
    }
}
