import ClientProtocol
import Domain
import Transport

/// A thing that a client asks of a live room.
enum RoomRequest: Sendable {
    case enter(ChannelClaim, knowing: RoomPosition)
    /// L-31: the same by a stream over HTTP. One that is no user's only hears.
    case hear(ChannelClaim, knowing: RoomPosition, on: ConnectionID)
    case leave
    case participants
    case send(RoomSpeech)
    case recall(messageID: String)
    case count(ExactText, Int)
    case kick(UserID, clears: Bool)
    case find([UserID])

    /// The others are judged by the node where they come, which knows its participants and reads the room's rows. So are a list
    /// for one of these and what it counts.
    var isForHome: Bool {
        switch self {
        case .enter, .hear, .leave: false
        case .participants, .send, .count, .recall, .kick, .find: true
        }
    }
}

/// The things of a room that a client knows already.
struct RoomPosition: Sendable {
    /// The last message; nil: none.
    var said: (epoch: RoomEpoch, seq: Seq)?
    /// The state of its values.
    var state: Seq?

    /// As the id of an event says it: `1795275935000000.41`
    static func text(_ epoch: RoomEpoch, _ seq: Seq) -> String { "\(epoch.rawValue).\(seq.rawValue)" }
}

extension RoomPosition {
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let epoch = Seq(id: parts[0]), let seq = Seq(id: parts[1]) else { return nil }
        said = (RoomEpoch(epoch.rawValue), seq)
    }
}

/// A message as its sender says it.
struct RoomSpeech: Sendable {
    let clientID: String
    let kind: MessageKind
    let body: String
    let priority: RoomPriority
    /// The user in whose name a backend says it, as the backend wrote it.
    var from: String?
}

/// Where a reply is awaited: at this node, or at another one.
struct RoomTicket: Sendable {
    /// 0: this one.
    let node: NodeNumber
    let address: ReplyAddress
    /// L-29: the message, if a hook decides about it.
    var hooked: HookedSpeech?
}

/// A message for a room, as the hook that decides about it is told.
struct HookedSpeech: Sendable {
    let endpoint: HookEndpoint
    let call: Call
    let caller: UserCaller
    let trace: RequestTrace?
}

/// The one who asks, and where the reply is awaited.
struct RoomAsker: Sendable {
    enum Origin: Sendable {
        /// Without a connection the user asks over HTTP, or at another node.
        case user(UserID, AccountNumber, on: ConnectionID?)
        /// A guest, too, whose request says so by its claim.
        case backend
    }

    let origin: Origin
    let room: RoomID
    let ticket: RoomTicket
    /// As another node is sent it.
    let submission: Submission
    /// The user has a session in the room at the node where the request came.
    let isInside: Bool

    /// `node`: the one where the request came; 0: this one.
    init(
        _ caller: Caller, on connection: ConnectionID?, _ submission: Submission, in room: RoomID,
        at node: NodeNumber = 0, isInside: Bool = false
    ) {
        self.room = room
        self.isInside = isInside
        switch caller.role {
        case .user(let caller): origin = .user(caller.user, caller.account, on: connection)
        case .admin: origin = .backend
        }
        ticket = RoomTicket(node: node, address: submission.replyAddress)
        self.submission = submission
    }

    /// L-31: no user.
    init(_ submission: Submission, in room: RoomID) {
        (self.room, self.submission) = (room, submission)
        (origin, isInside) = (.backend, false)
        ticket = RoomTicket(node: 0, address: submission.replyAddress)
    }
}
