import Client
import EventLoop
import Framing
import Meters
import TestSupport
import Testing

@testable import Transport

/// A real node on a port of its own, gone with the test.
final class TestServer: Sendable {
    let node: Node<TestService>
    let metrics: [ShardMetrics]
    let endpoint: Endpoint
    let diary = Log<Happening>()

    /// `adjust` changes the limits from their defaults.
    init(
        shards: Int = 1, outboxBytes: Int = 1 << 30, tls: TLSContext? = nil, script: TestService.Script = .init(),
        _ adjust: (inout TransportOptions) -> Void = { _ in }
    ) throws {
        var options = TransportOptions()
        options.frames = FrameLimits(frameBytes: 16 << 20, messageBytes: 16 << 20, fragments: 64)
        options.closeCodes.tooSlow = .tooSlow
        options.closeCodes.heartbeatLost = .heartbeatLost
        options.closeCodes.overloaded = .overloaded
        options.closeCodes.tooManyControlFrames = .tooManyControlFrames
        adjust(&options)
        metrics = (0..<shards).map { _ in
            ShardMetrics(operations: [], closeCodes: CloseCode.ofTests.map(\.rawValue))
        }
        node = try Node(options: options, outboxBytes: outboxBytes, metrics: metrics)
        let address = try node.start(
            at: SocketAddress("127.0.0.1", port: 0)!, tls: tls, backlog: 512,
            service: { [diary] _ in TestService(script, diary) })
        endpoint = Endpoint(isSecure: tls != nil, port: address.port)
    }

    deinit {
        node.broadcast { $0.shard.loop.stop() }
        node.join()
    }

    /// Does something in a shard's thread and waits for its answer.
    @discardableResult
    func inShard<Answer: Sendable>(
        _ index: Int = 0, _ work: @escaping @Sendable (TestService) -> Answer
    ) throws -> Answer {
        let answer = Log<Answer>()
        node.mailboxes[index].post { answer.add(work($0)) }
        return try until("an answer from shard \(index)") { answer.entries.first }
    }

    /// The same for a connection that is there.
    @discardableResult
    func with<Answer: Sendable>(
        _ id: ConnectionID, _ work: @escaping @Sendable (TestService, Connection) -> Answer
    ) throws -> Answer {
        let answer = try inShard(Int(id.shard)) { service in
            service.shard.connection(id).map { work(service, $0) }
        }
        return try #require(answer, "\(id) has gone")
    }

    // MARK: - Clients

    var channelOptions: Channel.Options {
        var options = Channel.Options()
        options.tls.trust = .nobodyChecks
        return options
    }

    func connect(receiveBuffer: Int32? = nil, answersPings: Bool = true) throws -> (ClientConnection, ConnectionID) {
        var options = ClientConnection.Options()
        options.channel = channelOptions
        options.channel.receiveBuffer = receiveBuffer
        options.answersPings = answersPings
        let client = try ClientConnection(endpoint, options)
        guard case .opened(let id)? = diary.entries.last(where: { if case .opened = $0 { true } else { false } }) else {
            throw Overdue(description: "the service was not told of the connection")
        }
        return (client, id)
    }

    func channel(from address: String? = nil, receiveBuffer: Int32? = nil) throws -> Channel {
        var options = channelOptions
        options.localAddress = address
        options.receiveBuffer = receiveBuffer
        return try Channel(endpoint, options)
    }

    /// Sends until something waits in the outbox; returns how many binary messages that took.
    @discardableResult
    func fillOutbox(of id: ConnectionID) throws -> Int {
        let filler = binaryPayload([UInt8](repeating: 0, count: 64 << 10))
        for count in 1...1_000 {
            try with(id) { service, connection in service.shard.send(filler, to: connection) }
            if try with(id, { service, connection in connection.backlogBytes > 0 }) { return count }
        }
        throw Overdue(description: "the socket takes everything")
    }

    // MARK: - What is left

    func closeCode(of id: ConnectionID) throws -> CloseCode {
        try until("the end of \(id)") {
            diary.entries.firstNonNil { if case .closed(id, let code) = $0 { code } else { nil } }
        }
    }

    /// The moment before which what was sent to it was had by the peer.
    func heardUntil(_ id: ConnectionID) throws -> Int64 {
        try until("what \(id) has had") {
            diary.entries.firstNonNil { if case .departed(id, let moment) = $0 { moment } else { nil } }
        }
    }

    func total(_ value: (ShardMetrics) -> Int) -> Int { metrics.reduce(0) { $0 + value($1) } }

    /// Waits until every count of what is there is back at nothing.
    func expectNothingLeft() throws {
        try until(
            "nothing left: \(node.admission.connections) connections, \(node.budget.count) and \(node.inputBudget.count) bytes"
        ) {
            total(\.connectionsOpen.value) == 0 && total(\.websocketsOpen.value) == 0
                && node.admission.connections == 0 && node.admission.pending == 0 && node.budget.count == 0
                && node.inputBudget.count == 0
        }
        for index in node.mailboxes.indices {
            #expect(try inShard(index) { $0.shard.count } == 0)
        }
    }
}

extension Sequence {
    func firstNonNil<Found>(_ find: (Element) -> Found?) -> Found? {
        for element in self {
            if let found = find(element) { return found }
        }
        return nil
    }
}
