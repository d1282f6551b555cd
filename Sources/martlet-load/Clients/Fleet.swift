import Bytes
import CLinux
import Client
import EventLoop
import Framing
import Glibc
import JSON

/// All connections of one thread over one poller: reads what comes, writes what was asked for once a turn.
final class Fleet {
    let target: Target
    let users: [String]
    /// Nil: not there.
    var connections: [Connection?]
    /// Clients whose session is open.
    var open = 0
    /// All are to come before the run begins, and to stay.
    var isOpening = false
    /// The first that did not.
    private(set) var failure: String?
    /// How many sockets the last turn found ready.
    private(set) var ready = 0
    /// In nanoseconds, read when a socket has been read.
    private(set) var now = Clock.monotonicNanoseconds
    private var poller: Poller
    private let context: TLSClientContext?
    private let journal: Journal?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    private var plain = ByteBuffer()
    private var dirty: [Int] = []
    /// Those that are to connect when the turn begins.
    private var coming: [Int] = []
    private var connects = 0
    private var json = JSONWriter()
    private var masks = Masks()
    private var ticker: Ticker?
    private static let limits = FrameLimits(frameBytes: 16 << 20, messageBytes: 16 << 20, fragments: 1024)

    init(_ target: Target, users: [String], _ journal: Journal?) throws {
        self.target = target
        self.journal = journal
        self.users = users
        connections = Array(repeating: nil, count: users.count)
        context = try target.trust.map { try TLSClientContext(TLSOptions(trust: $0)) }
        poller = try Poller(eventsPerTurn: 1024)
    }

    deinit {
        buffer.deallocate()
    }

    /// From now on no turn waits long, so that what becomes due by the clock is sent in time.
    func startTicking() throws(SystemError) {
        ticker = try Ticker(waking: &poller)
    }

    /// Waits up to `timeout` milliseconds, takes in what has come, and sends what that leads to.
    func turn<S: Scenario>(timeout: Int32, _ scenario: inout S) {
        connectThoseWhoCome(&scenario)
        let count = poller.wait(timeout: timeout)
        now = Clock.monotonicNanoseconds
        ready = Int(count)
        for index in 0..<count {
            let (token, readiness) = poller.event(index)
            if token == Ticker.token { continue }
            let client = Int(token)
            if readiness.mayWrite { flush(client, &scenario) }
            if readiness.mayRead { read(client, &scenario) }
        }
        scenario.tick(at: now, self)
        for client in dirty {
            connections[client]?.isDirty = false
            flush(client, &scenario)
        }
        dirty.removeAll(keepingCapacity: true)
    }

    // MARK: - Coming and going

    /// Connects and opens a session, when the next turn begins; the client must not be there.
    func come(_ client: Int) {
        precondition(connections[client] == nil, "client \(client) is there")
        coming.append(client)
    }

    /// Ends the connection without a word to the scenario.
    func leave(_ client: Int) {
        guard let connection = connections[client] else { return }
        poller.remove(connection.descriptor)
        if connection.state == .open { open -= 1 }
        connection.state = .ended
        connections[client] = nil
    }

    private func connectThoseWhoCome<S: Scenario>(_ scenario: inout S) {
        guard !coming.isEmpty else { return }
        let clients = coming
        coming.removeAll(keepingCapacity: true)
        for client in clients {
            do throws(OpeningFailure) {
                let connection = try Connection(to: target, number: connects, context)
                connects += 1
                do throws(SystemError) {
                    try poller.add(connection.descriptor, [.input, .output], token: UInt64(client))
                } catch {
                    throw OpeningFailure(reason: error.description)
                }
                connections[client] = connection
            } catch {
                fail(client, error.reason, &scenario)
            }
        }
    }

    func end<S: Scenario>(_ client: Int, _ reason: String, _ scenario: inout S) {
        if let connection = connections[client] {
            journal?.lost(
                users[client], of: connection.gateway, wasOpen: connection.state == .open, at: now, reason: reason)
        }
        leave(client)
        fail(client, reason, &scenario)
    }

    /// Before the run everybody must come and stay; in it the scenario knows what a loss means.
    private func fail<S: Scenario>(_ client: Int, _ reason: String, _ scenario: inout S) {
        if !isOpening {
            scenario.lost(client, reason: reason, self)
        } else if failure == nil {
            failure = "\(users[client]): \(reason)"
        }
    }

    // MARK: - Sending

    /// Leaves at the turn's end.
    func request(
        _ id: UInt64, _ operation: StaticString, by client: Int, _ data: (inout JSONWriter) -> Void
    ) {
        json.clear()
        json.beginObject()
        json.field("id", id)
        json.field("op", operation)
        json.object("data", data)
        json.endObject()
        send(.text, json.bytes, by: client)
    }

    /// Leaves at the turn's end.
    func send(_ opcode: Opcode, _ body: UnsafeRawBufferPointer, by client: Int) {
        guard let connection = connections[client] else { return }
        FrameWriter.append(opcode, body, key: masks.next(), to: &connection.outgoing)
        markDirty(client, connection)
    }

    private func markDirty(_ client: Int, _ connection: Connection) {
        guard !connection.isDirty else { return }
        connection.isDirty = true
        dirty.append(client)
    }

    private func flush<S: Scenario>(_ client: Int, _ scenario: inout S) {
        guard let connection = connections[client] else { return }
        do throws(ClientError) {
            try connection.seal()
        } catch {
            return end(client, "\(error)", &scenario)
        }
        let bytes = connection.waiting
        guard !bytes.isEmpty else { return }
        let sent = Glibc.send(connection.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if sent < 0 {
            let code = martlet_errno()
            guard code == EAGAIN || code == EINTR else {
                return end(client, SystemError("send").description, &scenario)
            }
        }
        connection.consume(max(sent, 0))
        let isFull = !connection.waiting.isEmpty
        guard isFull != connection.waitsForRoom else { return }
        connection.waitsForRoom = isFull
        poller.change(connection.descriptor, isFull ? [.input, .output] : .input, token: UInt64(client))
    }

    // MARK: - Receiving

    private func read<S: Scenario>(_ client: Int, _ scenario: inout S) {
        guard let connection = connections[client] else { return }
        let count = recv(connection.descriptor, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else {
            let code = martlet_errno()
            if count < 0 && (code == EAGAIN || code == EINTR) { return }
            let reason = count == 0 ? "the gateway has ended the connection" : SystemError("recv").description
            return end(client, reason, &scenario)
        }
        now = Clock.monotonicNanoseconds
        let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        guard connection.isEncrypted else { return take(bytes, client, connection, &scenario) }
        do throws(ClientError) {
            plain.clear()
            if try connection.unseal(UnsafeRawBufferPointer(bytes), into: &plain) { markDirty(client, connection) }
        } catch {
            return end(client, "\(error)", &scenario)
        }
        if !plain.isEmpty { take(plain.mutableBytes, client, connection, &scenario) }
    }

    private func take<S: Scenario>(
        _ bytes: UnsafeMutableRawBufferPointer, _ client: Int, _ connection: Connection, _ scenario: inout S
    ) {
        var input = bytes
        if connection.state == .upgrading {
            guard finishUpgrade(client, connection, &input, &scenario) else { return }
        }
        do throws(WebSocketError) {
            while connection.state != .ended,
                let event = try connection.reader.next(&input, limits: Self.limits, inflater: nil)
            {
                take(event, client, connection, &scenario)
            }
        } catch {
            end(client, "a bad frame: \(error)", &scenario)
        }
    }

    private func take<S: Scenario>(
        _ event: FrameEvent, _ client: Int, _ connection: Connection, _ scenario: inout S
    ) {
        switch event {
        case .text(let text):
            if connection.state == .open {
                scenario.received(text, by: client, at: now, self)
            } else {
                finishOpening(client, connection, text, &scenario)
            }
        case .ping(let body): send(.pong, body, by: client)
        case .pong: scenario.ponged(client, at: now, self)
        case .close(let code, let reason):
            end(client, "closed with \(code.map { "\($0.rawValue)" } ?? "no code"): \(excerpt(reason))", &scenario)
        case .binary: end(client, "a binary message", &scenario)
        }
    }
}
