import Foundation
import MartletClient
import MartletLinux
import Testing

/// Loses the answer to one request with bytes, and stands still at another one.
private actor BadNetwork {
    private(set) var requests: [String] = []
    private let lost: Int?
    private let still: Int?

    init(lost: Int? = nil, still: Int? = nil) {
        (self.lost, self.still) = (lost, still)
    }

    func send(_ transfer: Transfer, by transport: LinuxTransport) async throws -> TransferAnswer {
        requests.append(transfer.method)
        let number = requests.count
        if number == still { try await Task.sleep(nanoseconds: 60_000_000_000) }
        let answer = try await transport.send(transfer)
        if number == lost { throw MartletError(name: "connectionLost") }
        return answer
    }
}

private struct BadTransport: Transport {
    let network: BadNetwork
    private let transport = LinuxTransport()

    func connect(
        url: String, headers: [(name: String, value: String)], tell: @escaping @Sendable (TransportEvent) -> Void
    ) -> any Connection {
        transport.connect(url: url, headers: headers, tell: tell)
    }

    func send(_ transfer: Transfer) async throws -> TransferAnswer { try await network.send(transfer, by: transport) }
}

@Suite(.timeLimit(.minutes(2))) struct UploadTests {
    private let gateway: Gateway
    private let path: String

    init() throws {
        gateway = try Gateway.shared.get()
        let file = gateway.folder.appendingPathComponent("\(UUID().uuidString).bin")
        var random = SystemRandomNumberGenerator()
        try Data((0..<(3 << 17)).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }).write(to: file)
        path = file.path
    }

    private func connect(_ network: BadNetwork) async throws -> Client {
        let client = Client(
            url: gateway.url, user: "ulla", device: "d1", transport: BadTransport(network: network)
        ) { [gateway] _ in try gateway.token("ulla") }
        try await client.connect()
        return client
    }

    @Test func `an upload survives a lost answer, and is in the message that refers to it`() async throws {
        let network = BadNetwork(lost: 2)
        let client = try await connect(network)
        let done = try await client.upload(path)
        #expect(done.state == .ready && done.verified == .digest && done.size == 3 << 20)
        #expect(await network.requests == ["PATCH", "PATCH", "HEAD", "PATCH"])
        // A user exists from the first session on.
        try await gateway.connect("uwe").request("session.list")
        let message: JSON = ["type": 6, "body": [:], "media": [JSON(done.mediaID)]]
        let stored = try await client.send("c2c_uwe", message: message).stored
        #expect(stored["media"]?.array?.first?["state"] == "ready")
        // The gateway has these bytes of this user already.
        #expect(try await client.upload(path).state == .ready)
        #expect(await network.requests.count == 4)
    }

    @Test func `an upload that was stopped goes on in another run`() async throws {
        let first = BadNetwork(still: 3)
        let (client, path) = (try await connect(first), path)
        let options = UploadOptions(key: "run-\(UUID().uuidString)")
        let upload = Task { try await client.upload(path, options) }
        try await until { await first.requests.count == 3 }
        upload.cancel()
        await #expect(throws: CancellationError.self) { try await upload.value }
        client.disconnect()
        let second = BadNetwork()
        let done = try await connect(second).upload(path, options)
        #expect(done.verified == .digest)
        #expect(await second.requests == ["HEAD", "PATCH", "PATCH"])
        #expect(await first.requests == ["HEAD", "PATCH", "PATCH"])
    }
}
