import Chat
import ClientProtocol
import Routing
import ServerAPI

/// `stream.ack`.
enum AcknowledgeStreams {
    static let entry: (Operation, Handler) = (StreamOperations.acknowledge, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let positions = StreamPositions(
            user: try call(StreamOperations.userSeq).map(Int64.init),
            conversations: try call(StreamOperations.conversationSeqs), groups: try call(StreamOperations.groupSeqs))
        let (device, account) = (session.record.device, session.account)
        call.change(by: session) { chat throws(CommandError) in
            try chat.devices.acknowledge(positions, device: device, of: account)
            return { _ in }
        }
    }
}
