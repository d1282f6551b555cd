import Framing

/// The limits and deadlines of connections. Every one has a setting of its own; see docs/configuration.md.
public struct TransportOptions: Sendable {
    /// The close codes for ends that the transport itself decides on. A program with codes of its own hands them in.
    public struct CloseCodes: Sendable {
        /// The outbox of the connection is full, or its backlog does not shrink.
        public var tooSlow = CloseCode.policyViolation
        /// Nothing came for the heartbeat timeout. Never sent, since nobody is there.
        public var heartbeatLost = CloseCode.abnormal
        /// Clients have sent more that is unfinished or waits than the node holds.
        public var overloaded = CloseCode.tryAgainLater
        /// More pings and pongs came in a second than allowed.
        public var tooManyControlFrames = CloseCode.policyViolation

        public init() {}
    }

    public var closeCodes = CloseCodes()
    public var http = HTTPLimits()
    /// Of requests that come by `ListenerRole.admin`.
    package var adminHTTP = HTTPLimits()
    public var frames = FrameLimits(frameBytes: 64 << 10, messageBytes: 64 << 10, fragments: 64)
    public var deflate = DeflatePolicy(
        isEnabled: false, server: .init(noContextTakeover: true, windowBits: 15),
        client: .init(noContextTakeover: true, windowBits: 15), level: 1, threshold: 128)

    /// Ready connections that one turn serves before timers and mailbox have theirs.
    public var eventsPerTurn: Int32 = 256
    /// Requests over HTTP that one turn takes from one connection.
    public var requestsPerTurn = 16
    /// New connections that one turn takes.
    public var acceptsPerTurn = 64
    /// Sends to several connections go to the kernel together, where it has io_uring.
    public var usesRing = true
    /// The one buffer that all connections of a shard read into.
    public var readBufferBytes = 64 << 10

    /// From the accept to the end of the TLS handshake, in milliseconds like all below.
    public var tlsTimeout: Int64 = 10_000
    /// From the accept, the handshake or a request's first byte to its end.
    public var headTimeout: Int64 = 10_000
    /// How long a body that is taken in pieces is waited for until its speed is looked at, and how fast it must be.
    public var bodyWindow: Int64 = 30_000
    public var bodyBytesPerSecond = 1_024
    /// From a response to the first byte of the next request.
    public var idleTimeout: Int64 = 60_000
    /// From our close frame to the peer's.
    public var closeTimeout: Int64 = 5_000
    /// How long input is thrown away after our last byte, so that the peer can read it.
    public var lingerTimeout: Int64 = 2_000
    /// Silence after which the peer is pinged.
    public var heartbeatInterval: Int64 = 25_000
    /// Silence, or a backlog that does not shrink, after which the peer is given up.
    public var heartbeatTimeout: Int64 = 60_000

    public var outboxBytes = 1 << 20
    /// Responses over HTTP that wait for the clients of one address.
    public var pageBytesPerAddress = 16 << 20
    /// Input of clients that the node holds, in all and of one address.
    public var inputBytes = 256 << 20
    public var inputBytesPerAddress = 32 << 20
    /// The bytes that the kernel may hold beside it; 0: as it sees fit.
    public var sendBufferBytes = 0
    /// Backlog above which a connection's requests are not read.
    public var pauseReadingBytes = 256 << 10
    public var controlFramesPerSecond: Int32 = 20
    public var connections = 100_000
    /// Those of `ListenerRole.admin`, beside these.
    package var adminConnections = 256
    public var pendingPerAddress = 1_000
    public var closingPerAddress = 500
    /// Responses 429 in a row after which a connection ends.
    public var refusalsBeforeClose = 200
    package var proxies = TrustedProxies()

    public init() {}

    /// The head timeout at a listener without TLS. A server that looks for a proof asks at once.
    func requestPatience(at role: ListenerRole) -> Int64 {
        role == .acme ? min(headTimeout, validationTimeout) : headTimeout
    }
}

private let validationTimeout: Int64 = 2_000
