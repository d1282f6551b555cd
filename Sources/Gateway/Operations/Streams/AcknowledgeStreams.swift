import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// `stream.ack`.
enum AcknowledgeStreams: UserOperation {
    static let declaration = Operation(
        "stream.ack",
        "Stores this device's positions, for a later `session.open` with an empty `resume`. They never go back.",
        roles: .user, needs: .session,
        parameters: [
            userSeq.description, conversationSeqs.description, groupSeqs.description, changePlaces.description,
            channelSeqs.description, broadcastSeq.description,
        ],
        errors: [.unavailable])

    private static let userSeq = Parameter.integer(
        "user", in: 0...4_294_967_295, "The last seq of the user's stream."
    ).optional
    private static let conversationSeqs = Parameter<[String: Seq]>(
        "conversations", type: .called("object", .map(StreamParameters.seq)), absent: [:],
        "The last seq of each conversation, by its id; up to 100."
    ) { value throws(Mismatch) in try StreamParameters.seqs(value) }
    private static let groupSeqs = Parameter<[String: Seq]>(
        "groups", type: .called("object", .map(StreamParameters.seq)), absent: [:],
        "The last seq of each group's stream, by the group's id; up to 1000."
    ) { value throws(Mismatch) in try StreamParameters.groupSeqs(value) }

    private static let changePlaces = Parameter<[String: Seq]>(
        "changes", type: .called("object", .map(StreamParameters.seq)), absent: [:],
        "The place of the last change of a message in each conversation, by its id; up to 100."
    ) { value throws(Mismatch) in try StreamParameters.seqs(value) }

    private static let channelSeqs = Parameter<[String: Seq]>(
        "channels", type: .called("object", .map(StreamParameters.seq)), absent: [:],
        "The last seq of each channel, by its id; up to 1000."
    ) { value throws(Mismatch) in try StreamParameters.channelSeqs(value) }

    private static let broadcastSeq = Parameter.integer(
        "broadcasts", in: 0...4_294_967_295, "The seq of the last broadcast."
    ).optional

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let positions = StreamPositions(
            user: try request(userSeq).map { Seq($0) },
            conversations: try request(conversationSeqs),
            groups: try request(groupSeqs), changes: try request(changePlaces), channels: try request(channelSeqs),
            broadcasts: try request(broadcastSeq).map { Seq($0) })
        return .change { chat, _ throws(CommandError) in
            try chat.devices.acknowledge(positions, device: caller.device, of: caller.account)
        }
    }
}
