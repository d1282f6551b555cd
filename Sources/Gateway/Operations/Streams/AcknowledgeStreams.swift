import Chat
import ClientProtocol
import Domain
import Routing
import ServerAPI

/// `stream.ack`.
enum AcknowledgeStreams: UserOperation {
    static let declaration = StreamOperations.acknowledge

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let positions = StreamPositions(
            user: try request(StreamOperations.userSeq).map { Seq($0) },
            conversations: try request(StreamOperations.conversationSeqs),
            groups: try request(StreamOperations.groupSeqs), changes: try request(StreamOperations.changePlaces))
        return .change { chat, _ throws(CommandError) in
            try chat.devices.acknowledge(positions, device: caller.device, of: caller.account)
        }
    }
}
