import Chat
import Cluster
import Domain
import JSON
import Transport

/// A thing that a client asks about messages that are being streamed. Their home carries it out, in the order in which such
/// requests come there.
enum StreamedRequest: Sendable {
    case begin(StreamedDraft, StreamedSender, in: StreamedPlace)
    case append(StreamedMessageID, String, at: Int)
    case finish(StreamedMessageID)
    case abort(StreamedMessageID)
    /// A session looks at these conversations, and no longer at others.
    case watch([StreamedPlace], by: AccountNumber)
    case stop(StreamedMessageID, StreamedStop)
}

/// A user who has a message stopped.
struct StreamedStop: Sendable {
    let place: StreamedPlace
    let user: UserID
    let account: AccountNumber
    /// The user is the owner or an admin of the group.
    let leads: Bool
}

/// Judges a request by the state, on its queue. Nil: it has written the reply, and the home has no part in it.
typealias StreamedJudgement = @Sendable (ChatState, inout JSONWriter) throws(CommandError) -> StreamedRequest?

/// The one who asks, and where the reply is awaited.
struct StreamedAsker: Sendable {
    let call: Call
    /// Nil: it asks over HTTP, or another node.
    let connection: ConnectionID?
    /// As another node is sent it.
    let submission: Submission
    /// The node where the request came, and where the reply is awaited; nil: this one.
    let node: Incarnation?

    init(_ call: Call, on connection: ConnectionID?, _ submission: Submission, at node: Incarnation? = nil) {
        (self.call, self.connection, self.submission, self.node) = (call, connection, submission, node)
    }

    var address: ReplyAddress { submission.replyAddress }
}

/// Names a message while it is streamed, and afterwards in the message.
struct StreamedMessageID: Hashable, Sendable {
    /// The node that holds it; its number is 0 if the gateway runs alone.
    let node: Incarnation
    /// A stamp, so that none of an earlier process is the same.
    let number: UInt64

    init(node: Incarnation, number: UInt64) {
        (self.node, self.number) = (node, number)
    }

    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let node = UInt64(parts[0], radix: 36), let number = UInt64(parts[1], radix: 36)
        else { return nil }
        self.init(node: Incarnation(node), number: number)
    }

    var text: String { "\(String(node.number, radix: 36))-\(String(number, radix: 36))" }
}
