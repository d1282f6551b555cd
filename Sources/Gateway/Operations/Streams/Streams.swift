import Chat
import ClientProtocol
import JSON
import Routing
import ServerAPI

/// A user's stream of events.
enum StreamHandlers {
    static func acknowledgeStreams(_ call: Call, _ session: Session) throws(Refusal) {
        let positions = StreamPositions(
            user: try call(StreamOperations.userSeq).map(Int64.init),
            conversations: try call(StreamOperations.conversationSeqs), groups: try call(StreamOperations.groupSeqs))
        let (device, account) = (session.record.device, session.account)
        call.change(by: session) { chat in
            try chat.devices.acknowledge(positions, device: device, of: account)
            return { _ in }
        }
    }

    static func readStream(_ call: Call, _ session: Session) throws(Refusal) {
        let after = Int64(try call(StreamOperations.after))
        let limit = try call(StreamOperations.limit)
        let (account, device, bytes) = (session.account, session.record.device, call.pageBytes)
        call.ask { chat in
            let page = try chat.streamReader.events(of: account, on: device, after: after, limit: limit, bytes: bytes)
            return { json in
                json.events(page.events)
                json.field("seq", page.seq)
                json.field("isFinished", page.isFinished)
            }
        }
    }
}
