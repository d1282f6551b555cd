import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// `stream.events`.
enum ReadStream: UserOperation {
    static let declaration = StreamOperations.events

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let after = Seq(try request(StreamOperations.after))
        let limit = try request(StreamOperations.limit)
        let bytes = request.context.pageBytes
        return .ask { chat, json throws(CommandError) in
            let page = try chat.streamReader.events(
                of: caller.account, on: caller.device, after: after, limit: limit, bytes: bytes)
            json.events(page.events)
            json.field("seq", page.seq)
            json.field("isFinished", page.isFinished)
        }
    }
}
