import Domain
import Transport

/// A thing that a client asks of a live room. The room's home carries it out, in the order in which such requests come there.
enum RoomRequest: Sendable {
    case enter(ChannelClaim, knowing: RoomPosition?)
    case leave
    case participants
    case send(RoomSpeech)
    case recall(messageID: String)
    case kick(UserID, clears: Bool)
}

/// Up to where a client has a room's messages.
struct RoomPosition: Sendable {
    let epoch: RoomEpoch
    let seq: Seq
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

/// The one who asks, and where the reply is awaited.
struct RoomAsker: Sendable {
    enum Origin: Sendable {
        /// Without a connection the user asks over HTTP.
        case user(UserID, AccountNumber, on: ConnectionID?)
        case backend
    }

    let origin: Origin
    let address: ReplyAddress

    init(_ caller: Caller, on connection: ConnectionID?, at address: ReplyAddress) {
        switch caller.role {
        case .user(let caller): origin = .user(caller.user, caller.account, on: connection)
        case .admin: origin = .backend
        }
        self.address = address
    }
}
