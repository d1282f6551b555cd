import Chat
import ClientProtocol
import JSON
import Routing
import ServerAPI

/// `stream.events`.
enum ReadStream {
    static let entry: (Operation, Handler) = (StreamOperations.events, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let after = Int64(try call(StreamOperations.after))
        let limit = try call(StreamOperations.limit)
        let (account, device, bytes) = (session.account, session.record.device, call.pageBytes)
        call.ask { chat throws(CommandError) in
            let page = try chat.streamReader.events(of: account, on: device, after: after, limit: limit, bytes: bytes)
            return { json in
                json.events(page.events)
                json.field("seq", page.seq)
                json.field("isFinished", page.isFinished)
            }
        }
    }
}
