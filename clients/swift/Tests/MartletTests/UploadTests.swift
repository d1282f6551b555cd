import Foundation
import MartletClient
import Testing

/// A gateway that keeps media in memory. What goes wrong on the way is scripted.
private actor Shop {
    enum Trouble {
        case status(Int)
        /// The connection is lost after so many bytes of a body.
        case lost(after: Int)
    }

    private(set) var asked: [JSON] = []
    private(set) var transfers: [String] = []
    private(set) var bytes: [UInt8] = []
    private var troubles: [Trouble] = []
    private var plans: [JSON] = []
    private var state = "ready"

    /// - Parameter plans: of one `media.prepare` after another; the last one stays
    func set(_ troubles: [Trouble] = [], plans: [JSON] = [], state: String = "ready") {
        (self.troubles, self.plans, self.state) = (troubles, plans, state)
    }

    func answer(_ frame: JSON) -> JSON {
        asked.append(frame)
        switch frame["op"]?.string {
        case "session.open": return ["session": "s", "stream": ["seq": 0], "groups": [:]]
        case "media.prepare":
            let offsets: JSON = ["kind": "offsets", "url": "/v1/media/m1?t=1", "until": 9]
            let plan = plans.count > 1 ? plans.removeFirst() : plans.first ?? offsets
            return ["mediaID": "m1", "state": "uploading", "upload": plan]
        case "media.complete":
            return ["mediaID": "m1", "state": JSON(state), "type": "image/png", "size": JSON(bytes.count)]
        default: return ["conversations": [], "nextSeq": 0, "isFinished": true]
        }
    }

    func take(_ transfer: Transfer) throws -> TransferAnswer {
        let offset = transfer.headers.first { $0.name == "Upload-Offset" }?.value
        transfers.append([transfer.method, offset].compactMap { $0 }.joined(separator: " "))
        let trouble = troubles.isEmpty ? nil : troubles.removeFirst()
        if case .status(let status) = trouble { return TransferAnswer(status: status, offset: nil) }
        if transfer.method == "HEAD" { return TransferAnswer(status: 200, offset: bytes.count) }
        if let offset, Int(offset) != bytes.count { return TransferAnswer(status: 409, offset: nil) }
        if case .lost(let count) = trouble {
            bytes += transfer.body.prefix(count)
            throw MartletError(name: "connectionLost")
        }
        bytes += transfer.body
        return TransferAnswer(status: 204, offset: nil)
    }

    func data(_ op: String) -> [JSON] { asked.filter { $0["op"]?.string == op }.compactMap { $0["data"] } }
}

private struct ShopTransport: Transport {
    let shop: Shop

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
            for await text in stream {
                let frame = try JSON(parsing: text)
                let reply: JSON = ["id": frame["id"] ?? .null, "ok": await shop.answer(frame)]
                tell(.text(try reply.text()))
            }
        }
        return Socket(texts: texts)
    }

    func send(_ transfer: Transfer) async throws -> TransferAnswer { try await shop.take(transfer) }
}

/// Bytes that have arrived, as they were told.
private final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [Int] = []

    var all: [Int] { lock.withLock { numbers } }

    func add(_ number: Int) { lock.withLock { numbers.append(number) } }
}

private let mebibyte = 1 << 20
private let content = (0..<(2 * mebibyte + 500)).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }

/// A client that is about to connect, and a file.
private struct Setup: ~Copyable {
    let shop = Shop()
    let client: Client
    let heard = Heard()
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).PNG").path

    init(_ content: [UInt8] = content) async throws {
        client = Client(
            url: "wss://gateway:7/v1/ws", user: "alice", device: "d1", transport: ShopTransport(shop: shop)
        ) { _ in "token" }
        try await client.connect()
        try #require(FileManager.default.createFile(atPath: path, contents: Data(content)))
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Issue.record(error)
        }
    }

    func upload(_ options: UploadOptions = UploadOptions()) async throws -> MediaCompleteResult {
        try await client.upload(path, options) { [heard] sent, _ in heard.add(sent) }
    }
}

private func plan(_ kind: String, _ more: JSON) -> JSON { (["kind": JSON(kind), "until": 9] as JSON).merging(more) }

@Suite(.timeLimit(.minutes(1))) struct UploadTests {
    @Test func `a file goes in pieces with its digest, and its progress is told`() async throws {
        let setup = try await Setup()
        let done = try await setup.upload(UploadOptions(name: "cat.png", width: 8, height: 6))
        #expect(done.mediaID == "m1")
        #expect(await setup.shop.bytes == content)
        #expect(await setup.shop.transfers == ["PATCH 0", "PATCH 1048576", "PATCH 2097152"])
        #expect(setup.heard.all == [mebibyte, 2 * mebibyte, content.count])
        let prepared: JSON = [
            "name": "cat.png", "type": "image/png", "size": JSON(content.count),
            "sha256": "Fk087gzLHbEnb8Qsnus-vf75UjNNA9Ofrh8rD3vIRj4",
        ]
        #expect(await setup.shop.data("media.prepare") == [prepared])
        #expect(await setup.shop.data("media.complete") == [["mediaID": "m1", "width": 8, "height": 6]])
    }

    @Test func `after a lost connection it goes on behind what has arrived`() async throws {
        let setup = try await Setup()
        await setup.shop.set([.lost(after: 345)])
        _ = try await setup.upload()
        #expect(await setup.shop.bytes == content)
        #expect(await setup.shop.transfers == ["PATCH 0", "HEAD", "PATCH 345", "PATCH 1048921", "PATCH 2097497"])
    }

    @Test func `a gateway that has forgotten bytes gets them again`() async throws {
        let setup = try await Setup()
        await setup.shop.set([.status(204)])
        _ = try await setup.upload()
        #expect(await setup.shop.bytes == content)
        #expect(setup.heard.all == [mebibyte, 0, mebibyte, 2 * mebibyte, content.count])
    }

    @Test func `an upload with a key asks first what has arrived`() async throws {
        let setup = try await Setup(Array(content.prefix(10)))
        await setup.shop.set([.lost(after: 4), .status(415)])
        let error = await #expect(throws: MartletError.self) { try await setup.upload() }
        #expect(error?.name == "notUploaded" && error?.code == 415)
        _ = try await setup.upload(UploadOptions(key: "again"))
        #expect(await setup.shop.transfers == ["PATCH 0", "HEAD", "HEAD", "PATCH 4"])
        #expect(await setup.shop.asked.last { $0["op"] == "media.prepare" }?["key"] == "again")
    }

    @Test(arguments: [(413, "tooLarge"), (302, "notUploaded")])
    func `a refusal fails it at once`(status: Int, name: String) async throws {
        let setup = try await Setup([1])
        await setup.shop.set([.status(status)])
        let error = await #expect(throws: MartletError.self) { try await setup.upload() }
        #expect(error?.name == name)
        #expect(await setup.shop.transfers.count == 1)
    }

    @Test func `a URL that has ended is replaced once, and a file that the gateway refuses fails`() async throws {
        let setup = try await Setup([1, 2, 3])
        await setup.shop.set([.status(403)])
        _ = try await setup.upload()
        #expect(await setup.shop.data("media.prepare").last == ["mediaID": "m1"])
        await setup.shop.set([.status(403), .status(404)], state: "refused")
        let ended = await #expect(throws: MartletError.self) { try await setup.upload() }
        #expect(ended?.name == "urlEnded")
        let refused = await #expect(throws: MartletError.self) { try await setup.upload(UploadOptions(key: "k")) }
        #expect(refused?.name == "mediaRefused")
    }

    @Test func `parts, a form and one request go as a store wants them`() async throws {
        let setup = try await Setup(Array("abcdefg".utf8))
        let parts = [
            plan("parts", ["bytes": 3, "first": 1, "urls": ["https://store/1", "https://store/2"]]),
            plan("parts", ["bytes": 3, "first": 3, "urls": ["https://store/3"]]),
        ]
        await setup.shop.set(plans: parts)
        _ = try await setup.upload()
        #expect(await setup.shop.transfers == ["PUT", "PUT", "PUT"])
        #expect(setup.heard.all == [0, 3, 6, 6, 7])
        await setup.shop.set(plans: [plan("put", ["url": "https://store/all"])])
        _ = try await setup.upload()
        #expect(await setup.shop.bytes == Array("abcdefgabcdefg".utf8))
        await setup.shop.set(plans: [plan("form", ["url": "https://store/form", "fields": ["policy": "p"]])])
        _ = try await setup.upload()
        let form = String(decoding: await setup.shop.bytes.dropFirst(14), as: UTF8.self)
        let line = try #require(form.split(separator: "\r\n").first)
        let file = "name=\"file\"; filename=\"file\"\r\n\r\nabcdefg\r\n\(line)--\r\n"
        let policy = "name=\"policy\"\r\n\r\np\r\n\(line)\r\n"
        let start = "\(line)\r\nContent-Disposition: form-data; "
        #expect(form == start + policy + "Content-Disposition: form-data; " + file)
    }

    @Test func `a plan that makes no sense, and a file that is not there, fail it`() async throws {
        let setup = try await Setup([1])
        for more: JSON in [["bytes": 0, "first": 1, "urls": []], ["bytes": 1, "first": 9, "urls": ["u"]], [:]] {
            await setup.shop.set(plans: [plan("parts", more)])
            let error = await #expect(throws: MartletError.self) { try await setup.upload() }
            #expect(error?.name == "notUploaded")
        }
        let client = setup.client
        let gone = await #expect(throws: MartletError.self) { try await client.upload("/nowhere/cat.png") }
        #expect(gone?.name == "fileGone")
    }

    @Test func `a task that is cancelled stops it, also while it waits`() async throws {
        let setup = try await Setup()
        let (client, path, heard) = (setup.client, setup.path, setup.heard)
        await setup.shop.set([.status(204), .status(503), .status(503), .status(503), .status(503), .status(503)])
        let upload = Task { try await client.upload(path) { sent, _ in heard.add(sent) } }
        while heard.all.isEmpty { await Task.yield() }
        upload.cancel()
        await #expect(throws: CancellationError.self) { try await upload.value }
    }
}
