import MartletClient
import Testing

/// A gateway that a test plays: it hears what the client sends.
private actor ScriptedGateway {
    private(set) var frames: [JSON] = []
    private var tell: (@Sendable (TransportEvent) -> Void)?

    func connected(_ tell: @escaping @Sendable (TransportEvent) -> Void) {
        self.tell = tell
        tell(.opened)
    }

    func took(_ text: String) throws {
        let frame = try JSON(parsing: text)
        frames.append(frame)
        switch frame["op"]?.string {
        case "session.open": say(["id": 0, "ok": ["session": "s", "stream": ["seq": 0], "groups": [:]]])
        case "conversation.list":
            say(["id": frame["id"] ?? 0, "ok": ["conversations": [], "nextSeq": 0, "isFinished": true]])
        case "message.send":
            let place: JSON = ["msgId": "1", "seq": 1, "time": 1, "conversationID": "c2c_bob"]
            say(["id": frame["id"] ?? 0, "ok": place])
        default: say(["id": frame["id"] ?? 0, "ok": ["number": frame["data"]?["number"] ?? 0]])
        }
    }

    func say(_ frame: JSON) {
        do {
            tell?(.text(try frame.text()))
        } catch {
            Issue.record(error)
        }
    }
}

private struct ScriptedTransport: Transport {
    let gateway: ScriptedGateway

    struct Socket: Connection {
        let texts: AsyncStream<String>.Continuation

        func send(_ text: String) { texts.yield(text) }
        func close() { texts.finish() }
    }

    func connect(
        url: String, headers: [(name: String, value: String)], tell: @escaping @Sendable (TransportEvent) -> Void
    ) -> any Connection {
        let (stream, texts) = AsyncStream.makeStream(of: String.self)
        Task {
            await gateway.connected(tell)
            for await text in stream { try await gateway.took(text) }
        }
        return Socket(texts: texts)
    }
}

private func makeClient(_ gateway: ScriptedGateway, _ options: Client.Options = Client.Options()) -> Client {
    Client(
        url: "ws://gateway/v1/ws", user: "alice", device: "d1", transport: ScriptedTransport(gateway: gateway),
        options: options
    ) { _ in "token" }
}

private func broadcast(_ seq: Int) -> JSON { ["event": "broadcast.new", "data": ["seq": JSON(seq)]] }

@Suite(.timeLimit(.minutes(1))) struct ClientTests {
    @Test func `calls go out in the order in which they are made`() async throws {
        let gateway = ScriptedGateway()
        let client = makeClient(gateway)
        try await client.connect()
        let sending = client.send("c2c_bob", "Hi")
        #expect(try await sending.stored["body"] == ["text": "Hi"])
        #expect(try await sending.stored["seq"] == 1)
        for number in 1...20 {
            #expect(try await client.request("test", ["number": JSON(number)])["number"]?.int == number)
        }
        let ops = await gateway.frames.compactMap { $0["op"]?.string }
        #expect(ops.first == "session.open")
        #expect(ops.filter { $0 == "test" }.count == 20)
    }

    @Test func `messages that are sent at once keep their order`() async throws {
        let gateway = ScriptedGateway()
        let client = makeClient(gateway)
        try await client.connect()
        let sendings = (0..<50).map { client.send("c2c_bob", "\($0)") }
        for sending in sendings { _ = try await sending.stored }
        let texts = await gateway.frames.compactMap { $0["data"]?["body"]?["text"]?.string }
        #expect(texts == (0..<50).map { "\($0)" })
    }

    @Test func `each listener hears all events`() async throws {
        let gateway = ScriptedGateway()
        let client = makeClient(gateway)
        let listeners = [client.events, client.events]
        try await client.connect()
        for await event in client.events { if case .state(.open) = event { break } }
        await gateway.say(broadcast(1))
        for listener in listeners {
            let told = listener.compactMap { event -> String? in
                if case .event(let event) = event { event.name } else { nil }
            }
            #expect(await told.first { $0 == "broadcast.new" } != nil)
        }
    }

    @Test func `a listener that is too slow gets overflow as its last event`() async throws {
        let gateway = ScriptedGateway()
        let client = makeClient(gateway)
        let slow = client.events(limit: 10)
        let quick = client.events(limit: .max)
        try await client.connect()
        for await event in quick { if case .state(.open) = event { break } }
        for seq in 1...50 { await gateway.say(broadcast(seq)) }
        _ = try await client.request("test")
        var heard: [ClientEvent] = []
        for await event in slow { heard.append(event) }
        #expect(heard.count == 11)
        if case .overflow? = heard.last {} else { Issue.record("the last event is \(heard.last as Any)") }
    }

    @Test func `whoever leaves has written what was told, and connects again`() async throws {
        let gateway = ScriptedGateway()
        let storage = MemoryStorage()
        var options = Client.Options()
        options.storage = storage
        options.keepsPositions = true
        let client = makeClient(gateway, options)
        let events = client.events
        try await client.connect()
        for await event in events { if case .state(.open) = event { break } }
        await gateway.say(broadcast(1))
        for await event in events { if case .event = event { break } }
        try await client.leave()
        #expect(await client.state == .stopped)
        #expect(await !storage.range("meta", from: nil, to: nil, limit: nil).isEmpty)
        try await client.connect()
        #expect(try await client.request("test", ["number": 1])["number"] == 1)
    }

    @Test func `data that is no JSON fails its call alone`() async throws {
        let client = makeClient(ScriptedGateway())
        try await client.connect()
        #expect(throws: MartletError.self) { try client.send("c2c_bob", message: ["body": ["number": .double(.nan)]]) }
        await #expect(throws: MartletError.self) { try await client.request("test", ["number": .double(.infinity)]) }
        #expect(try await client.send("c2c_bob", "Hi").stored["seq"] == 1)
    }

    @Test func `calls fail when the client is stopped, and events end when it is gone`() async throws {
        let events: AsyncStream<ClientEvent>
        let sending: Sending
        do {
            let client = makeClient(ScriptedGateway())
            events = client.events
            let error = await #expect(throws: MartletError.self) { try await client.request("test") }
            #expect(error?.name == "stopped")
            try await client.connect()
            client.disconnect()
            #expect(await client.state == .stopped)
            sending = client.send("c2c_bob", "waits")
        }
        let gone = await #expect(throws: MartletError.self) { try await sending.stored }
        #expect(gone?.name == "stopped")
        var names: [String] = []
        for await event in events { if case .state(let state) = event { names.append(state.name) } }
        #expect(names.last == "stopped")
    }

    @Test func `a device is registered by the digits of its token`() async throws {
        let gateway = ScriptedGateway()
        let client = makeClient(gateway)
        try await client.connect()
        try await client.push.register(deviceToken: [0x0A, 0xF0, 0x00] as [UInt8], language: "de", preview: .sender)
        let data = await gateway.frames.first { $0["op"] == "push.register" }?["data"]
        #expect(data == ["provider": "apns", "token": "0af000", "language": "de", "preview": "sender"])
    }

    @Test func `a push says which conversation a tap opens`() {
        let userInfo: [AnyHashable: Any] = [
            "aps": ["badge": 1],
            "martlet": ["conversation": "c2c_bob", "message": "7", "recalled": true] as [String: Any],
        ]
        let message = PushedMessage(userInfo: userInfo)
        #expect(message?.conversation == "c2c_bob" && message?.msgId == "7" && message?.ticket == nil)
        #expect(PushedMessage(userInfo: ["martlet": ["message": "8"]])?.conversation == nil)
        #expect(PushedMessage(userInfo: ["aps": ["badge": 1]]) == nil)
    }
}
