import Client
import ClientProtocol
import Framing
import Testing

/// Clients that do not read, and what becomes of what they are owed.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct SlowConsumerTests {
    private static let fastAsking = [
        "requests.perSecondPerSession": "100000", "requests.burstPerSession": "1000000",
        "requests.perSecondPerUser": "100000", "requests.burstPerUser": "1000000",
    ]

    @Test func `from a client that does not read, nothing more is read, and later it gets every reply`() throws {
        try withGateway(Self.fastAsking.merging(["outbox.pauseReadingBytes": "4096"]) { $1 }) { gateway in
            let session = try gateway.session("anna", small)
            let before = try gateway.process.residentBytes
            var flood = Flood(session)
            try flood.sendUntilStuck()
            #expect(!flood.isSent)
            #expect(try gateway.process.residentBytes - before < 8 << 20)
            try flood.finish()
            #expect(flood.replies == Flood.requests)
            #expect(try session.devices() == ["d1"])
        }
    }

    @Test func `a client whose outbox is full is closed with 4000, after what had left`() throws {
        let limits = [
            "outbox.pauseReadingBytes": "16384", "outbox.bytesPerConnection": "16384",
            "websocket.frameBytes": "16384", "websocket.messageBytes": "16384",
        ]
        try withGateway(Self.fastAsking.merging(limits) { $1 }) { gateway in
            let session = try gateway.session("anna", small)
            try flood(session) { try gateway.metric("martlet_slow_consumers_total") == 1 }
            #expect(try session.closeCode() == .tooSlow)
            try until("the session is gone") { try gateway.metric("martlet_sessions_open") == 0 }
        }
    }

    @Test func `of what a client does not read the kernel holds a bounded part`() throws {
        let patient = ["outbox.bytesPerConnection": "67108864"]
        try withGateway(Self.fastAsking.merging(patient) { $1 }) { gateway in
            let bert = try gateway.session("bert")
            let anna = try gateway.session("anna")
            // Four megabytes: more than any kernel holds by itself.
            let text = String(repeating: "x", count: 4_000)
            for _ in 0..<1_000 {
                try anna.write(text, to: "bert")
                _ = anna.takeEvents()
            }
            // Left to itself it takes megabytes. It counts twice the buffer, and may go beyond it by a segment.
            let queued = try sendQueues(ofPort: gateway.port)
            #expect(queued > 16_384 && queued < 3 * 131_072, "\(queued) bytes in the kernel")
            withExtendedLifetime(bert) {}
        }
    }

    @Test func `over TLS as well a client whose outbox is full is closed with 4000`() throws {
        let workspace = try Workspace()
        let limits = [
            "tls.certificates": "[\(try OpenSSL.certificate("first", in: workspace))]",
            "outbox.pauseReadingBytes": "16384", "outbox.bytesPerConnection": "16384",
            "websocket.frameBytes": "16384", "websocket.messageBytes": "16384",
        ]
        try withGateway(Self.fastAsking.merging(limits) { $1 }, workspace: workspace) { gateway in
            let session = try gateway.session("anna", small)
            try flood(session) { try gateway.metric("martlet_slow_consumers_total") == 1 }
            #expect(try session.closeCode() == .tooSlow)
        }
    }

    @Test
    func `a client that reads nothing at all is dropped when its backlog has not shrunk for the heartbeat timeout`()
        throws
    {
        let limits = [
            "outbox.pauseReadingBytes": "4096", "heartbeat.intervalMilliseconds": "1000",
            "heartbeat.timeoutMilliseconds": "2000",
        ]
        try withGateway(Self.fastAsking.merging(limits) { $1 }) { gateway in
            let session = try gateway.session("anna", small)
            var flood = Flood(session)
            try flood.sendUntilStuck()
            #expect(try gateway.metric("martlet_sessions_open") == 1)
            try until("the connection is dropped", within: .seconds(10)) {
                try gateway.metric("martlet_sessions_open") == 0
            }
        }
    }

    @Test func `a client that reads slowly but steadily is not taken for dead while nothing is read from it`() throws {
        let limits = [
            "outbox.pauseReadingBytes": "4096", "heartbeat.intervalMilliseconds": "1000",
            "heartbeat.timeoutMilliseconds": "2000",
        ]
        try withGateway(Self.fastAsking.merging(limits) { $1 }) { gateway in
            let session = try gateway.session("anna", small)
            var flood = Flood(session)
            try flood.sendUntilStuck()
            // Fast enough that the kernel has room again within the timeout, too slow to take all of the backlog in it.
            let began = ContinuousClock.now
            while began.duration(to: .now) < .seconds(4) {
                try flood.read(upTo: Int(began.duration(to: .now) / .seconds(1) * 600))
                pause(.milliseconds(20))
            }
            #expect(try gateway.metric("martlet_sessions_open") == 1)
        }
    }

    @Test func `what waits for all clients together has a limit too`() throws {
        let limits = ["outbox.bytesPerNode": "1048576", "outbox.bytesPerConnection": "1048576", "shards.count": "1"]
            .merging(["outbox.pauseReadingBytes": "1048576"]) { $1 }
        try withGateway(Self.fastAsking.merging(limits) { $1 }) { gateway in
            var sessions: [ClientSession] = []
            // Each has less than it may have for itself; together they have more than all may.
            var closed = 0.0
            for (device, enough) in [("a", 500_000.0), ("b", 1_000_000), ("c", .infinity)] {
                let session = try gateway.session("anna", device: device, small)
                sessions.append(session)
                try flood(session) {
                    closed = try gateway.metric("martlet_slow_consumers_total")
                    return try closed > 0 || gateway.metric("martlet_outbox_bytes") > enough
                }
                if closed > 0 { break }
            }
            #expect(closed == 1)
        }
    }

    @Test func `a response that ends its connection reaches a client that takes it slowly`() throws {
        let settings = ["websocket.closeTimeoutMilliseconds": "1500", "connections.lingerTimeoutMilliseconds": "1500"]
        try withChat(settings) { gateway in
            try gateway.createAccounts((0..<100).map { "user-\($0)" })
            let calls = Array(repeating: #"{"op": "admin.account.list", "data": {"limit": 100}}"#, count: 60)
            let body = #"{"calls": [\#(calls.joined(separator: ","))]}"#
            var options = gateway.channelOptions
            options.receiveBuffer = 4096
            let channel = try Channel(gateway.endpoint, options)
            let head =
                "POST /v1/api/batch HTTP/1.1\r\nHost: h\r\nMartlet-Key: \(gateway.keys.adminKey)\r\n"
                + "Connection: close\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            try channel.write(Array((head + body).utf8))
            var taken: [UInt8] = []
            let began = wallMilliseconds()
            while case let bytes = try channel.read(), !bytes.isEmpty {
                taken += bytes
                pause(.milliseconds(25))
            }
            // Longer than the gateway waits for a client that takes nothing.
            #expect(wallMilliseconds() - began > 3_000)
            let text = String(decoding: taken, as: UTF8.self)
            let length = try #require(text.firstMatch(of: #/Content-Length: (\d+)/#)?.1)
            let start = try #require(text.firstRange(of: "\r\n\r\n"))
            #expect(text[start.upperBound...].utf8.count == Int(length))
        }
    }

    /// Small buffers, so that little is lost in the kernel.
    private func small(_ options: inout ClientConnection.Options) {
        options.channel.receiveBuffer = 4096
        options.channel.sendBuffer = 4096
        options.channel.segment = 536
    }

    /// Sends requests and reads no reply until it is enough.
    private func flood(_ session: ClientSession, until isEnough: () throws -> Bool) throws {
        for _ in 0..<1_000 {
            for _ in 0..<100 { try session.send("no.such") }
            if try isEnough() { return }
        }
        throw Overdue(description: "100,000 requests were not enough")
    }
}

/// Many requests on their way, of which the socket takes what it can.
private struct Flood {
    static let requests = 1 << 16
    private let session: ClientSession
    private let frames: [UInt8]
    private var sent = 0
    private(set) var replies = 0

    init(_ session: ClientSession) {
        self.session = session
        let request = Array(#"{"id":1,"op":"no.such"}"#.utf8)
        // Masked with zeros: the payload as it is.
        var frames = [0x81, 0x80 | UInt8(request.count), 0, 0, 0, 0] + request
        let total = frames.count * Self.requests
        while frames.count < total { frames += frames }
        self.frames = frames
    }

    var isSent: Bool { sent == frames.count }

    /// Sends until nothing has moved for half a second.
    mutating func sendUntilStuck() throws {
        var moved = ContinuousClock.now
        while !isSent, moved.duration(to: .now) < .milliseconds(500) {
            if try send() { moved = .now } else { pause(.milliseconds(5)) }
        }
    }

    /// Reads until it has read so many replies, or no more have come.
    mutating func read(upTo most: Int) throws {
        while replies < most, try session.connection.poll() != nil { replies += 1 }
    }

    /// Sends the rest, and reads what it is answered with.
    mutating func finish() throws {
        try until("all replies are here") {
            _ = try send()
            while let event = try session.connection.poll() {
                guard case .text = event else { throw Overdue(description: "after \(replies) replies: \(event)") }
                replies += 1
            }
            return replies >= Self.requests
        }
    }

    private mutating func send() throws -> Bool {
        guard !isSent else { return false }
        let taken = try frames.withUnsafeBytes { bytes in
            try session.connection.channel.writeSome(UnsafeRawBufferPointer(rebasing: bytes[sent...].prefix(64 << 10)))
        }
        sent += taken
        return taken > 0
    }
}

/// The bytes that the kernel holds unsent or unacknowledged for that local port (proc(5), /proc/net/tcp, tx_queue).
private func sendQueues(ofPort port: UInt16) throws -> Int {
    try Workspace.read("/proc/self/net/tcp").split(separator: "\n").dropFirst().reduce(0) { sum, line in
        let fields = line.split(separator: " ")
        guard let local = fields[1].split(separator: ":").last, UInt16(local, radix: 16) == port else { return sum }
        return sum + (fields[4].split(separator: ":").first.flatMap { Int($0, radix: 16) } ?? 0)
    }
}
