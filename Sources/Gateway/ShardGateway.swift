import Chat
import ClientProtocol
import EventLoop
import Framing
import JSON
import Meters
import Routing
import Security
import Settings
import Storage
import Telemetry
import Transport

/// The gateway in one shard: it opens sessions, takes their requests and tells them events.
package final class ShardGateway: Service {
    static let path = "/v1/ws"
    static let subprotocol = "martlet.v1.json"

    let context: GatewayContext
    let index: Int
    /// Replaced when the key files are read again.
    var authenticator: Authenticator
    /// By the connection's slot.
    private var peers: [Peer?] = []
    var groupSubscribers = GroupSubscribers()
    var unreadBroadcast = UnreadBroadcast()
    /// What sessions are to hear of those whom their users follow, and when they are told it.
    var presenceBatch = PresenceBatch()
    var batchRecipients = BatchRecipients()
    var batchDue: Int64?
    /// What the store has committed, and everything of it that concerns this shard has come.
    var committed: Int64 = 0
    /// What all sessions have been told; behind `committed` while news is gathered.
    var told: Told
    /// Sessions that have ended, and whose clients may still answer.
    var endings: [ConnectionID: Ending] = [:]

    /// The shard owns its service, so it is there as long as the shard gateway is.
    private unowned(unsafe) var attached: Shard!
    private let document = JSONDocument()
    private var writer = JSONWriter()
    /// What this turn's requests want of the state.
    private var jobs: [WriteJob<Committer>] = []

    init(_ context: GatewayContext, index: Int, credentials: Credentials) {
        self.context = context
        self.index = index
        authenticator = Authenticator(credentials)
        let configuration = context.configuration
        told = Told(
            memory: Int64(
                configuration.heartbeat.timeoutMilliseconds + configuration.websocket.closeTimeoutMilliseconds))
    }

    var shard: Shard { attached }
    var mailbox: Mailbox<ShardGateway> { context.node.mailboxes[index] }
    var metrics: ShardMetrics { context.metrics.shards[index] }
    var now: Int64 { shard.loop.now }
    /// What a page of a list may take, so that several of them have subscribers in an outbox.
    var pageBytes: Int { context.configuration.outbox.bytesPerConnection / 4 }

    package func attach(to shard: Shard) {
        attached = shard
    }

    // MARK: - Connections

    package func opened(_ connection: Connection, by request: HTTPRequest) {
        setPeer(connection, .unauthenticated(Unauthenticated(bearer: request.bearer)))
        let patience = Int64(context.configuration.connections.openTimeoutMilliseconds)
        shard.setServiceDeadline(connection, at: now + patience)
    }

    package func deadlinePassed(_ connection: Connection) {
        switch peers[connection.slot] {
        case .unauthenticated: shard.close(connection, code: .openTimeout, reason: "no session was opened in time")
        case .user(let session): passExpiry(connection, session)
        case .admin, nil: preconditionFailure("nothing has a deadline on connection \(connection.id)")
        }
    }

    package func received(_ message: UnsafeRawBufferPointer, isText: Bool, on connection: Connection) {
        guard isText else {
            return shard.close(connection, code: .unsupportedData, reason: "messages are JSON in text frames")
        }
        guard let peer = peers[connection.slot] else {
            preconditionFailure("connection \(connection.id) has no peer")
        }
        if case .unauthenticated(let unauthenticated) = peer, unauthenticated.waiting != nil {
            keep(message, of: unauthenticated, on: connection)
        } else {
            take(message, from: peer, on: connection)
        }
    }

    /// A client need not wait for its session before it asks for more.
    private func keep(_ message: UnsafeRawBufferPointer, of unauthenticated: Unauthenticated, on connection: Connection)
    {
        guard unauthenticated.waiting!.count < mostWaiting else {
            return shard.close(
                connection, code: .tooManyRequests, reason: "too many requests before a session was open")
        }
        unauthenticated.waiting!.append(Array(message))
    }

    func setPeer(_ connection: Connection, _ peer: Peer) {
        while peers.count <= connection.slot { peers.append(nil) }
        peers[connection.slot] = peer
    }

    func vacate(_ connection: Connection) {
        peers[connection.slot] = nil
    }

    func peer(of connection: Connection) -> Peer? { peers[connection.slot] }

    // MARK: - The state

    /// Has the store do it together with what else this turn brings: what comes together is committed together, and leaves
    /// together.
    func write(_ work: @escaping Store<Committer>.Write, failed: @escaping Store<Committer>.Failed) {
        jobs.append(WriteJob(work: work, failed: failed))
        if jobs.count == mostJobs { handIn() }
    }

    package func turnEnds() {
        handIn()
    }

    /// In the order in which it was asked for.
    func signOut(_ session: SessionRecord) {
        handIn()
        context.signOut(session)
    }

    private func handIn() {
        if jobs.isEmpty { return }
        context.store.write(jobs)
        jobs.removeAll(keepingCapacity: true)
    }

    // MARK: - Messages

    func parse(_ message: UnsafeRawBufferPointer) throws(RequestEnvelope.Malformed) -> RequestEnvelope {
        try RequestEnvelope(message, document: document)
    }

    func payload(of sharedEvent: SharedEvent) -> Payload { sharedEvent.payload(&writer) }

    func send(_ sharedEvent: SharedEvent, to connection: Connection) {
        shard.send(payload(of: sharedEvent), to: connection)
    }

    /// One message to one connection.
    func send(to connection: Connection, _ write: (inout JSONWriter) -> Void) {
        writer.clear()
        write(&writer)
        shard.send(.text, writer.bytes, to: connection)
    }
}

/// With more than that the store's thread need not wait for the turn's end.
private let mostJobs = 32
/// How many requests may follow `session.open` before it is answered.
private let mostWaiting = 16

extension HTTPRequest {
    /// The token of `Authorization: Bearer …` (RFC 6750 §2.1).
    fileprivate var bearer: String? {
        guard let value = headers.first(of: "authorization") else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
