import MartletClient
import Testing

/// A connection whose other side answers each request with the same result, and keeps what was asked.
private actor Answering {
    private(set) var asked: [JSON] = []
    private let result: JSON

    init(_ result: JSON) { self.result = result }

    /// The answer to a frame.
    func answer(_ text: String) throws -> String {
        let frame = try JSON(parsing: text)
        let isOpening = frame["op"] == "session.open"
        if !isOpening { asked.append(frame) }
        let opened: JSON = ["session": "s", "stream": ["seq": 0], "groups": [:]]
        let answer: JSON = ["id": frame["id"] ?? .null, "ok": isOpening ? opened : result]
        return try answer.text()
    }

    func ofOperation(_ op: String) -> JSON? { asked.first { $0["op"]?.string == op } }
}

private struct AnsweringTransport: Transport {
    let gateway: Answering

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
            tell(.opened)
            for await text in stream { tell(.text(try await gateway.answer(text))) }
        }
        return Socket(texts: texts)
    }
}

@Suite(.timeLimit(.minutes(1))) struct CallTests {
    /// A client that is about to connect: calls wait for it.
    private func client(_ gateway: Answering) async throws -> Client {
        let transport = AnsweringTransport(gateway: gateway)
        let client = Client(url: "ws://gateway/v1/ws", user: "alice", device: "d1", transport: transport) { _ in
            "token"
        }
        try await client.connect()
        return client
    }

    @Test func `a call gives what it is given, and reads the result`() async throws {
        let gateway = Answering(["result": ["userID": "bob", "code": 0, "info": ""]])
        let client = try await client(gateway)
        let added = try await client.friend.add(userID: "bob", remark: "Bobby", addType: 1)
        #expect(added.result.userID == "bob")
        let data = await gateway.ofOperation("friend.add")?["data"]
        #expect(data == ["userID": "bob", "remark": "Bobby", "addType": 1])
    }

    @Test func `members that have no names go along with those that have`() async throws {
        let gateway = Answering([:])
        let client = try await client(gateway)
        let values = FriendModifyValues(groups: ["a"], others: ["Tag_SNS_Custom_Rank": 3])
        try await client.friend.modify(userID: "bob", values: values)
        let data = await gateway.ofOperation("friend.modify")?["data"]
        #expect(data == ["userID": "bob", "values": ["groups": ["a"], "Tag_SNS_Custom_Rank": 3]])
    }

    @Test func `options are those of the family`() async throws {
        let gateway = Answering(["groupID": "1", "results": []])
        let client = try await client(gateway)
        let made = try await client.group.with(RequestOptions(key: .named("group-1"))).create(name: "Team")
        #expect(made.groupID == "1")
        #expect(await gateway.ofOperation("group.create")?["key"] == "group-1")
    }

    @Test func `a result that is not as promised fails the call`() async throws {
        let client = try await client(Answering(["result": ["userID": "bob"]]))
        let error = await #expect(throws: MartletError.self) { try await client.friend.add(userID: "bob") }
        #expect(error?.message == "result: code: missing")
    }
}
