import Chat
import ClientProtocol
import Domain
import Transport

/// A user, guest or backend that follows a channel over HTTP, or hears a conversation or a room, on one connection (F-26, N-12,
/// L-31).
final class FollowerStream: ResponseStream {
    enum Stage {
        /// It is asked whether the user may read the channel or conversation.
        case judged(HTTPExchange)
        /// The messages that the user has missed are being read. Events that are told meanwhile wait.
        case catchingUp(HTTPExchange)
        /// Everything is told as it comes.
        case live
    }

    let connection: ConnectionID
    let request: FollowerRequest
    let identity: Authenticator.Identity
    /// Of an admin key; nil: it is a user's or a guest's.
    let access: AdminAccess?
    /// One of which it takes.
    let places: KeyRequests
    var stage: Stage
    /// Events that were told while it catches up.
    var waiting: [ServerSentEvent] = []
    /// Known once the user may read the channel.
    var number: ChannelNumber?
    /// Up to there the stream began with: what is told of it after that, it has.
    var position: Seq = 0
    /// Known once the user may hear the conversation.
    var conversation: HeardConversation?
    /// It is over before it has begun.
    var refusal: Refusal?
    private unowned let streams: FollowerStreams

    init(
        _ streams: FollowerStreams, _ connection: ConnectionID, _ request: FollowerRequest,
        by identity: Authenticator.Identity, with access: AdminAccess?, at places: KeyRequests, _ exchange: HTTPExchange
    ) {
        self.streams = streams
        self.connection = connection
        self.request = request
        self.identity = identity
        self.access = access
        self.places = places
        stage = .judged(exchange)
    }

    var isOfUser: Bool { access == nil && !identity.claim.isGuest }

    var isLive: Bool {
        if case .live = stage { true } else { false }
    }

    /// There is nothing that waits for room: a client that takes too little is given up by the shard.
    func drained(_ connection: Connection) {}
    func deadlinePassed(_ connection: Connection) { streams.comment(self, on: connection) }
    func ended() { streams.ended(self) }
}

extension Authenticator.Identity {
    /// F-30: somebody without a token. No user is called so, since an id has no line feed; all guests of an address share its
    /// rate.
    static func guest(at network: SocketAddress.Network) -> Authenticator.Identity {
        Authenticator.Identity(
            user: UserID(stored: "guest\n\(network.name)"), expiresAt: .max, issuedAt: nil, claim: .guest)
    }

    /// L-31: its streams count with those of events.
    static func backend(_ access: AdminAccess) -> Authenticator.Identity {
        Authenticator.Identity(user: UserID(stored: access.name), expiresAt: .max, issuedAt: nil, claim: .all)
    }
}
