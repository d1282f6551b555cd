import Framing

/// The limits and deadlines of connections. Every one has a setting of its own; see docs/configuration.md.
package struct TransportOptions: Sendable {
    package var http = HTTPLimits()
    /// Of requests that come by `ListenerRole.admin`.
    package var adminHTTP = HTTPLimits()
    package var frames = FrameLimits(frameBytes: 64 << 10, messageBytes: 64 << 10, fragments: 64)
    package var deflate = DeflatePolicy(
        isEnabled: false, server: .init(noContextTakeover: true, windowBits: 15),
        client: .init(noContextTakeover: true, windowBits: 15), level: 1, threshold: 128)

    /// Ready connections that one turn serves before timers and mailbox have theirs.
    package var eventsPerTurn: Int32 = 256
    /// Requests over HTTP that one turn takes from one connection.
    package var requestsPerTurn = 16
    /// New connections that one turn takes.
    package var acceptsPerTurn = 64
    /// Sends to several connections go to the kernel together, where it has io_uring.
    package var usesRing = true
    /// The one buffer that all connections of a shard read into.
    package var readBufferBytes = 64 << 10

    /// From the accept to the end of the TLS handshake, in milliseconds like all below.
    package var tlsTimeout: Int64 = 10_000
    /// From the accept, the handshake or a request's first byte to its end.
    package var headTimeout: Int64 = 10_000
    /// From a response to the first byte of the next request.
    package var idleTimeout: Int64 = 60_000
    /// From our close frame to the peer's.
    package var closeTimeout: Int64 = 5_000
    /// How long input is thrown away after our last byte, so that the peer can read it.
    package var lingerTimeout: Int64 = 2_000
    /// Silence after which the peer is pinged.
    package var heartbeatInterval: Int64 = 25_000
    /// Silence, or a backlog that does not shrink, after which the peer is given up.
    package var heartbeatTimeout: Int64 = 60_000

    package var outboxBytes = 1 << 20
    /// Responses over HTTP that wait for the clients of one address.
    package var pageBytesPerAddress = 16 << 20
    /// What clients have sent and the node holds, in all and of one address.
    package var inputBytes = 256 << 20
    package var inputBytesPerAddress = 32 << 20
    /// The bytes that the kernel may hold beside it; 0: as it sees fit.
    package var sendBufferBytes = 0
    /// Backlog above which a connection's requests are not read.
    package var pauseReadingBytes = 256 << 10
    package var controlFramesPerSecond: Int32 = 20
    package var connections = 100_000
    /// Those of `ListenerRole.admin`, beside these.
    package var adminConnections = 256
    package var pendingPerAddress = 1_000
    package var closingPerAddress = 500
    /// Responses 429 in a row after which a connection ends.
    package var refusalsBeforeClose = 200
    package var proxies = TrustedProxies()

    package init() {}

    /// The head timeout at a listener without TLS. Who looks for a proof asks at once.
    func requestPatience(at role: ListenerRole) -> Int64 {
        role == .acme ? min(headTimeout, validationTimeout) : headTimeout
    }
}

private let validationTimeout: Int64 = 2_000
