import Foundation
import MartletClient
import MartletCore
import MartletStore
import Testing

/// The world's answers, without a socket.
private final class WorldTransport: Transport, @unchecked Sendable {
    private let world = World()
    private let turn = NSLock()

    func write(_ id: String) {
        turn.withLock { _ = world.write(id) }
    }

    func connect(
        url: String, headers: [(name: String, value: String)], tell: @escaping @Sendable (TransportEvent) -> Void
    ) -> any Connection {
        let say = { @Sendable (frame: JSON) in tell(.text(frame.compactText)) }
        turn.withLock { world.devices[ObjectIdentifier(self)] = say }
        tell(.opened)
        return Socket(transport: self, say: say)
    }

    fileprivate func answer(_ text: String, _ say: (JSON) -> Void) {
        turn.withLock {
            do {
                let frame = try JSON(parsing: text)
                let (op, data) = (frame["op"]?.string ?? "", frame["data"] ?? [:])
                say(["id": frame["id"] ?? 0, "ok": world.answer(op, data)])
                if op == "session.open" { for event in world.greeting(data["resume"]) { say(event) } }
            } catch {
                Issue.record(error)
            }
        }
    }

    private struct Socket: Connection {
        let transport: WorldTransport
        let say: @Sendable (JSON) -> Void

        func send(_ text: String) { transport.answer(text, say) }
        func close() {}
    }
}

@Suite(.timeLimit(.minutes(1))) struct ClientStoreTests {
    private let transport = WorldTransport()
    private let storage = MemoryStorage()

    private func makeClient() -> Client {
        var options = Client.Options()
        options.storage = storage
        options.keepsStore = true
        return Client(url: "ws://gateway", user: "alice", device: "d1", transport: transport, options: options) { _ in
            "token"
        }
    }

    @Test func `the list and a conversation are watched, and a new message is in both`() async throws {
        transport.write(bob)
        let client = makeClient()
        var lists = client.store.watchConversations(first: 30).makeAsyncIterator()
        var views = client.store.watch(bob).makeAsyncIterator()
        #expect(await lists.next()?.isEmpty == true)
        #expect(await views.next() == ConversationView())
        try await client.connect()
        try await client.store.open(bob)
        while let list = await lists.next() { if list.count == 1 { break } }
        while let view = await views.next() { if view.messages.count == 1 { break } }
        transport.write(bob)
        while let list = await lists.next() { if list.first?["seq"] == 2 { break } }
        while let view = await views.next() { if view.messages.count == 2 { break } }
        #expect(await client.store.totalUnread == 2)
        client.disconnect()
    }

    @Test func `a watcher that is slow gets the newest value only`() async throws {
        let client = makeClient()
        var views = client.store.watch(bob).makeAsyncIterator()
        #expect(await views.next() != nil)
        for number in 1...50 { try client.store.keepDraft(bob, ["text": JSON("\(number)")]) }
        #expect(await client.store.draft(bob) == ["text": "50"])
        #expect(await views.next()?.draft == ["text": "50"])
        #expect(throws: MartletError.self) { try client.store.keepDraft(bob, .double(.nan)) }
    }

    @Test func `the next run shows the rows before it connects, and a watcher ends with its client`() async throws {
        transport.write(bob)
        do {
            let client = makeClient()
            let events = client.events
            try await client.connect()
            for await case .event(let event) in events where event.name == "sync.list" { break }
            try await client.store.open(bob)
            try await client.leave()
        }
        var lists: StoreValues<[JSON]>.Iterator
        do {
            let client = makeClient()
            lists = client.store.watchConversations().makeAsyncIterator()
            try await client.open()
            #expect(await client.state == .stopped)
            #expect(await client.store.conversations().count == 1)
            #expect(await client.store.conversation(bob)?["seq"] == 1)
            try await client.store.open(bob)
            #expect(await client.store.view(bob).messages.count == 1)
            client.store.trim(bob, keep: 1)
        }
        while await lists.next() != nil {}
    }
}

/// The file of a store.
@Suite(.serialized) struct StoreFileTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("martlet-\(UUID()).db").path

    private func removeFiles() throws {
        for end in ["", "-wal", "-journal", ".damaged"] where FileManager.default.fileExists(atPath: path + end) {
            try FileManager.default.removeItem(atPath: path + end)
        }
    }

    /// Has a row lose its value: the two bytes before its space and key say what the value is.
    private func spoil(_ row: String) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let place = try #require(bytes.range(of: Data(row.utf8))).lowerBound
        bytes.replaceSubrange(place - 2..<place, with: [0x80, 0])
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    @Test func `rows around a damaged one are saved, and the damaged file stays beside the new one`() async throws {
        let storage = SQLiteStorage(path: path)
        let rows = (1...9).map { StoredChange("outbox", "\($0)", ["number": JSON($0)]) }
        try await storage.write(rows + [StoredChange("message", "1", "a message")])
        try await storage.flush()
        await storage.close()
        try spoil("outbox5")
        let again = SQLiteStorage(path: path)
        let error = await #expect(throws: MartletError.self) {
            try await again.range("outbox", from: nil, to: nil, limit: nil)
        }
        #expect(error?.name == "damaged")
        try await again.clear(keeping: ["outbox", "draft"])
        let kept = try await again.range("outbox", from: nil, to: nil, limit: nil)
        #expect(kept.map(\.key) == ["1", "2", "3", "4", "6", "7", "8", "9"])
        #expect(try await again.range("message", from: nil, to: nil, limit: nil).isEmpty)
        #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
        try await again.clear(keeping: [])
        #expect(!FileManager.default.fileExists(atPath: "\(path).damaged"))
        await again.close()
        try removeFiles()
    }

    @Test func `a file that is no database begins anew, and a sound one leaves nothing beside it`() async throws {
        try Data("this is no database, and as long as a head of one would be: it has some hundred bytes".utf8)
            .write(to: URL(fileURLWithPath: path))
        let storage = SQLiteStorage(path: path)
        try await storage.clear(keeping: ["outbox"])
        #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
        try await storage.clear(keeping: [])
        try await storage.write([StoredChange("outbox", "1", 1), StoredChange("message", "1", 1)])
        try await storage.clear(keeping: ["outbox"])
        #expect(try await storage.range("outbox", from: nil, to: nil, limit: nil).count == 1)
        #expect(!FileManager.default.fileExists(atPath: "\(path).damaged"))
        await storage.close()
        try removeFiles()
    }
}
