import Bytes
import CLinux
import EventLoop
import Framing
import Glibc
import JSON

/// All connections of one thread over one poller: reads what comes, writes what was asked for once a turn.
final class Fleet {
    let target: Target
    let users: [String]
    var poller: Poller
    var connections: [Connection] = []
    /// Clients whose session is open.
    var open = 0
    /// The first connection that could not be opened.
    var failure: String?
    /// In nanoseconds, read when a socket has been read.
    private(set) var now = Clock.monotonicNanoseconds
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    private var dirty: [Int] = []
    private var json = JSONWriter()
    private var masks = Masks()
    private var ticker: Ticker?
    private static let limits = FrameLimits(frameBytes: 16 << 20, messageBytes: 16 << 20, fragments: 1024)

    init(_ target: Target, users: [String]) throws(SystemError) {
        self.target = target
        self.users = users
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
        let count = poller.wait(timeout: timeout)
        now = Clock.monotonicNanoseconds
        for index in 0..<count {
            let (token, readiness) = poller.event(index)
            if token == Ticker.token { continue }
            let client = Int(token)
            if readiness.mayWrite { flush(client, &scenario) }
            if readiness.mayRead { read(client, &scenario) }
        }
        scenario.tick(at: now, self)
        for client in dirty {
            connections[client].isDirty = false
            flush(client, &scenario)
        }
        dirty.removeAll(keepingCapacity: true)
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
        append(.text, json.bytes, of: client)
    }

    private func append(_ opcode: Opcode, _ body: UnsafeRawBufferPointer, of client: Int) {
        let connection = connections[client]
        if case .ended = connection.state { return }
        FrameWriter.append(opcode, body, key: masks.next(), to: &connection.outgoing)
        guard !connection.isDirty else { return }
        connection.isDirty = true
        dirty.append(client)
    }

    private func flush<S: Scenario>(_ client: Int, _ scenario: inout S) {
        let connection = connections[client]
        guard !connection.outgoing.isEmpty else { return }
        if case .ended = connection.state { return }
        let bytes = connection.outgoing.bytes
        let sent = send(connection.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if sent < 0 {
            let code = martlet_errno()
            guard code == EAGAIN || code == EINTR else {
                return end(client, SystemError("send").description, &scenario)
            }
        }
        connection.outgoing.consume(max(sent, 0))
        let isFull = !connection.outgoing.isEmpty
        guard isFull != connection.waitsForRoom else { return }
        connection.waitsForRoom = isFull
        poller.change(connection.descriptor, isFull ? [.input, .output] : .input, token: UInt64(client))
    }

    // MARK: - Receiving

    private func read<S: Scenario>(_ client: Int, _ scenario: inout S) {
        let connection = connections[client]
        if case .ended = connection.state { return }
        let count = recv(connection.descriptor, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else {
            let code = martlet_errno()
            if count < 0 && (code == EAGAIN || code == EINTR) { return }
            let reason = count == 0 ? "the gateway has ended the connection" : SystemError("recv").description
            return end(client, reason, &scenario)
        }
        now = Clock.monotonicNanoseconds
        var input = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        if case .upgrading(let request) = connection.state {
            guard finishUpgrade(client, request, &input, &scenario) else { return }
        }
        do throws(WebSocketError) {
            while let event = try connection.reader.next(&input, limits: Self.limits, inflater: nil) {
                take(event, client, connection, &scenario)
                if case .ended = connection.state { return }
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
            if case .open = connection.state {
                scenario.received(text, by: client, at: now, self)
            } else {
                finishOpening(client, text, &scenario)
            }
        case .ping(let body): append(.pong, body, of: client)
        case .pong: break
        case .close(let code, let reason):
            end(client, "closed with \(code.map { "\($0.rawValue)" } ?? "no code"): \(excerpt(reason))", &scenario)
        case .binary: end(client, "a binary message", &scenario)
        }
    }

    func end<S: Scenario>(_ client: Int, _ reason: String, _ scenario: inout S) {
        let connection = connections[client]
        poller.remove(connection.descriptor)
        if case .open = connection.state {
            open -= 1
            scenario.lost(client, reason: reason)
        } else if failure == nil {
            failure = "\(users[client]): \(reason)"
        }
        connection.state = .ended
        connection.outgoing.release()
    }
}
