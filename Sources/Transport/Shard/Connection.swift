import Bytes
import EventLoop
import Framing
import Glibc

/// Names a connection anywhere in the process; never used twice.
public struct ConnectionID: Hashable, Sendable {
    public let shard: UInt16
    private let place: UInt32
    let generation: UInt32

    init(shard: UInt16, slot: UInt32, generation: UInt32) {
        self.shard = shard
        place = slot
        self.generation = generation
    }

    /// Its place in its shard's tables; free for others after its end.
    package var slot: Int { Int(place) }
    var token: UInt64 { UInt64(generation) << 32 | UInt64(place) }
}

/// A request that the service will answer later.
struct AwaitedResponse {
    var keepAlive: Bool
    let omitsBody: Bool
    /// The bytes of the request's body.
    let bodyBytes: Int
    /// The bytes that came behind the request.
    var input: [UInt8] = []
}

/// One socket and what is known of it. Lives in its shard and never leaves it.
///
/// Idle it holds no buffer and no timer of its own; the readers keep only what is unfinished.
public final class Connection {
    enum Stage {
        /// TLS handshake and HTTP requests, until an upgrade.
        case http
        /// The body of a request comes, and goes to its receiver in pieces.
        case receiving
        /// A response is being made elsewhere; nothing is read before it is there.
        case answering
        /// A response goes out in pieces. Until the end of one that has an end nothing is read; otherwise input is thrown away.
        case streaming
        /// WebSocket messages go both ways.
        case open
        /// Our close frame is queued or sent; the peer's is awaited and everything else from it ignored.
        case closing
        /// Nothing more is written once the backlog is gone; input is thrown away until the peer ends.
        case lingering
        case ended
    }

    /// The service's view of the connection.
    enum ServiceState {
        /// Nothing yet, or nothing any more.
        case unaware
        case open
        /// It is over; what the peer has had of it is still to be told.
        case closed
    }

    public let id: ConnectionID
    /// The address of its user: the socket's peer, or the client that a trusted proxy has named.
    public internal(set) var peer: SocketAddress
    /// Of the listener that it came by.
    package let role: ListenerRole
    /// The address against whose limits it counts; nil as long as only a proxy is known.
    var counted: SocketAddress.Network?
    /// The trusted proxy at the other end, if it says by headers whose requests it sends.
    var believedProxy: SocketAddress?
    /// Until the PROXY header is whole.
    var proxyHeader: AwaitedProxyHeader?
    let descriptor: Int32

    var stage = Stage.http
    var tls: TLSSession?
    var http = HTTPRequestReader()
    var frames = FrameReader(role: .server)
    /// Shared ones unless this connection keeps context between messages; nil: no compression.
    var inflater: Inflater?
    var deflater: Deflater?

    /// The bytes that the socket has not taken; nil while it takes all.
    var backlog: Backlog?
    /// Since when something waited that was thrown away.
    var unsentSince: Int64?
    /// The events for which the poller watches the socket.
    var watched: Poller.Readiness = .input
    /// It has been a WebSocket.
    var wasOpened = false
    var serviceState = ServiceState.unaware
    /// Once everything queued has left: shut the write side down.
    var endsAfterFlush = false
    /// The close code that was sent or received first: for the metrics and the service.
    var closeCode = CloseCode.abnormal
    /// The peer has sent a close frame: it has read what it wanted to.
    var isClosedByPeer = false

    /// Any byte from the peer, on the loop's clock.
    package internal(set) var lastHeard: Int64
    /// Any byte taken by the socket, or acknowledged by the peer, while there was a backlog.
    var lastProgress: Int64
    /// The bytes that the peer had not acknowledged at the last look.
    var unacknowledged: Int32 = 0
    /// When the stage must be over.
    var stageDeadline: Int64
    /// A deadline of the service's own, told by `Service.deadlinePassed`.
    var serviceDeadline = Int64.max
    var isPinged = false
    /// The request whose response is being made elsewhere.
    var awaited: AwaitedResponse?
    /// The bytes that are still to come of a request's body, or to be sent of a response's, in pieces.
    var bodyLeft = 0
    /// The bytes of a request's body that have come since its deadline was set.
    var bodyHeard = 0
    /// Its receiver has enough of it for now.
    var isBodyHeld = false
    /// The service has enough of its messages for now: see `Shard.hold`.
    var isHeld = false
    /// No more of its requests over HTTP are looked at for now.
    var pause: RequestPause?
    /// Bytes that were read before either, and are not looked at yet.
    var unread: [UInt8] = []
    /// Behind what is unread the peer has ended TLS.
    var endsBehindUnread = false
    /// Responses in a row that say that its requests come too fast.
    var refusals = 0
    /// It ends with the next response.
    var endsWithResponse = false
    /// The bytes of its messages that the service keeps for later.
    var keptBytes = 0
    /// As it was counted last.
    var heldInput = HeldInput()
    /// The head of a long body has come: the peer is the one who sends it.
    var isBodyAnnounced = false
    /// The peer has ended its side of the socket, and is still owed something.
    var isInputOver = false
    /// A request is on its way, for the first one from the accept on.
    var isRequestAwaited = true
    var isHandshakeCounted = false
    var standing = Standing.pending

    /// Control frames in the current second.
    var controlSecond: Int32 = 0
    var controlFrames: Int32 = 0

    init(
        id: ConnectionID, descriptor: Int32, peer: SocketAddress, role: ListenerRole, now: Int64, deadline: Int64
    ) {
        self.id = id
        self.descriptor = descriptor
        self.peer = peer
        self.role = role
        lastHeard = now
        lastProgress = now
        stageDeadline = deadline
    }

    deinit {
        precondition(stage == .ended, "connection \(id) was forgotten while \(stage)")
    }

    /// Its place in the shard's tables; free for others after the end.
    package var slot: Int { id.slot }
    public var isOpen: Bool { stage == .open }
    /// While closing, the peer's close frame must be heard whatever came before it.
    var isReadingStopped: Bool { isHeld && stage == .open }
    public var isSecure: Bool { tls != nil }
    /// A response goes out in pieces that has an end, and more requests may come behind it.
    var isSendingLength: Bool { stage == .streaming && awaited != nil }
    package var backlogBytes: Int { backlog?.count ?? 0 }
}
