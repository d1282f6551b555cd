import ClientProtocol
import EventLoop
import Framing
import JSON
import Ledger
import Meters
import Routing
import Security
import Settings
import Storage
import Telemetry
import Transport

/// The gateway in one shard: it opens sessions, takes their requests and tells them events.
package final class Desk: Service {
    static let path = "/v1/ws"
    static let subprotocol = "martlet.v1.json"

    let premises: Premises
    let index: Int
    /// Replaced when the key files are read again.
    var gatekeeper: Gatekeeper
    /// By the connection's slot.
    private var occupants: [Occupant?] = []
    var rooms = Rooms()
    var rounds = Rounds()
    /// What sessions are to hear of those whom their users follow, and when they are told it.
    var newsRound = NewsRound()
    var newsNotes = NewsNotes()
    var newsDue: Int64?
    /// What the store has committed, and everything of it that concerns this shard has come.
    var committed: Int64 = 0
    /// What all sessions have been told; behind `committed` while news is gathered.
    var told: Told
    /// Sessions that have ended, and whose clients may still answer.
    var endings: [ConnectionID: Ending] = [:]

    /// The shard owns its service, so it is there as long as the desk is.
    private unowned(unsafe) var attached: Shard!
    private let document = JSONDocument()
    private var writer = JSONWriter()
    /// What this turn's requests want of the books.
    private var jobs: [WriteJob<Clerk>] = []

    init(_ premises: Premises, index: Int, credentials: Credentials) {
        self.premises = premises
        self.index = index
        gatekeeper = Gatekeeper(credentials)
        let configuration = premises.configuration
        told = Told(
            memory: Int64(
                configuration.heartbeat.timeoutMilliseconds + configuration.websocket.closeTimeoutMilliseconds))
    }

    var shard: Shard { attached }
    var mailbox: Mailbox<Desk> { premises.node.mailboxes[index] }
    var metrics: ShardMetrics { premises.metrics.shards[index] }
    var now: Int64 { shard.loop.now }
    /// What a page of a list may take, so that several of them have room in an outbox.
    var pageBytes: Int { premises.configuration.outbox.bytesPerConnection / 4 }

    package func attach(to shard: Shard) {
        attached = shard
    }

    // MARK: - Connections

    package func opened(_ connection: Connection, by request: HTTPRequest) {
        occupy(connection, .guest(Guest(bearer: request.bearer)))
        let patience = Int64(premises.configuration.connections.openTimeoutMilliseconds)
        shard.setServiceDeadline(connection, at: now + patience)
    }

    package func deadlinePassed(_ connection: Connection) {
        switch occupants[connection.slot] {
        case .guest: shard.close(connection, code: .openTimeout, reason: "no session was opened in time")
        case .user(let session): passExpiry(connection, session)
        case .admin, nil: preconditionFailure("nothing has a deadline on connection \(connection.id)")
        }
    }

    package func received(_ message: UnsafeRawBufferPointer, isText: Bool, on connection: Connection) {
        guard isText else {
            return shard.close(connection, code: .unsupportedData, reason: "messages are JSON in text frames")
        }
        guard let occupant = occupants[connection.slot] else {
            preconditionFailure("connection \(connection.id) has no occupant")
        }
        if case .guest(let guest) = occupant, guest.waiting != nil {
            keep(message, of: guest, on: connection)
        } else {
            take(message, from: occupant, on: connection)
        }
    }

    /// A client need not wait for its session before it asks for more.
    private func keep(_ message: UnsafeRawBufferPointer, of guest: Guest, on connection: Connection) {
        guard guest.waiting!.count < mostWaiting else {
            return shard.close(
                connection, code: .tooManyRequests, reason: "too many requests before a session was open")
        }
        guest.waiting!.append(Array(message))
    }

    func occupy(_ connection: Connection, _ occupant: Occupant) {
        while occupants.count <= connection.slot { occupants.append(nil) }
        occupants[connection.slot] = occupant
    }

    func vacate(_ connection: Connection) {
        occupants[connection.slot] = nil
    }

    func occupant(of connection: Connection) -> Occupant? { occupants[connection.slot] }

    // MARK: - The books

    /// Has the store do it together with what else this turn brings: what comes together is committed together, and leaves
    /// together.
    func write(_ work: @escaping Store<Clerk>.Write, failed: @escaping Store<Clerk>.Failed) {
        jobs.append(WriteJob(work: work, failed: failed))
        if jobs.count == mostJobs { handIn() }
    }

    package func turnEnds() {
        handIn()
    }

    /// In the order in which it was asked for.
    func signOut(_ session: SessionRecord) {
        handIn()
        premises.signOut(session)
    }

    private func handIn() {
        if jobs.isEmpty { return }
        premises.store.write(jobs)
        jobs.removeAll(keepingCapacity: true)
    }

    // MARK: - Messages

    func parse(_ message: UnsafeRawBufferPointer) throws(RequestEnvelope.Malformed) -> RequestEnvelope {
        try RequestEnvelope(message, document: document)
    }

    func payload(of announcement: Announcement) -> Payload { announcement.payload(&writer) }

    func send(_ announcement: Announcement, to connection: Connection) {
        shard.send(payload(of: announcement), to: connection)
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
