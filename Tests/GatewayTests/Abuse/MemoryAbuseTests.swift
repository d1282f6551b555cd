import Client
import ClientProtocol
import Framing
import JSON
import TestSupport
import Testing

/// The memory that others can make the gateway hold: requests that do not end, messages that wait, pages that nobody reads.
@Suite(.alone("What one process holds is measured at it.")) struct MemoryAbuseTests {
    private static let longest = 1_000_000
    private static let send = "/v1/api/admin.message.send"

    /// A head, and all of the body but its last byte.
    private static func body(_ headers: String, _ count: Int = longest, to path: String = send) -> [UInt8] {
        let head = "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n\(headers)"
        return Array((head + "Content-Length: \(count)\r\n\r\n").utf8) + [UInt8](repeating: 0x20, count: count - 1)
    }

    /// Writes as much as the gateway takes: a refused one has gone.
    private static func write(_ bytes: [UInt8], to channel: Channel) throws {
        do { try channel.write(bytes) } catch {}
    }

    // MARK: - Bodies

    @Test func `X-75: a long body is taken from nobody without a token or a key`() throws {
        let framings = [
            "Content-Length: 1000000\r\n\r\n", "Content-Length: 1000000\r\nExpect: 100-continue\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\nf0000\r\n",
        ]
        try withGateway { gateway in
            for credentials in ["", "Authorization: Bearer x.y.z\r\n", "Martlet-Key: nobody's\r\n"] {
                for framing in framings {
                    let http = try gateway.http()
                    let head = "POST \(Self.send) HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                    try http.send(raw: head + credentials + framing)
                    #expect(try http.response().status == 401, "\(credentials)\(framing)")
                }
            }
            #expect(try gateway.metric("martlet_input_bytes") == 0)
        }
    }

    @Test func `X-75: a long body is taken with a key, and by nothing that has no use for it`() throws {
        try withGateway { gateway in
            let http = try gateway.http()
            try http.channel.write(Self.body("Martlet-Key: \(gateway.keys.adminKey)\r\n", 1_900_000))
            try http.send(raw: "{")
            // It was read to its end.
            #expect(try http.response().status == 400)
            for path in ["/healthz", "/v1/ws", "/v1/api/openapi.json"] {
                let http = try gateway.http()
                try http.send(raw: "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n")
                #expect(try [401, 413].contains(http.response().status), "\(path)")
            }
        }
    }

    /// For `session.list`.
    private static func longBody(_ headers: String, _ count: Int) -> [UInt8] {
        let head = "POST /v1/api/session.list HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n\(headers)"
        let body = String(repeating: " ", count: count - 2) + "{}"
        return Array("\(head)Content-Length: \(count)\r\n\r\n\(body)".utf8)
    }

    private static let slowRate = [
        "requests.perSecondPerSession": "1", "requests.perSecondPerUser": "1", "requests.burstPerUser": "20",
        "requests.burstPerSession": "1000",
    ]

    @Test(arguments: [
        "Content-Length: 1000000\r\n\r\n", "Content-Length: 1000000\r\nExpect: 100-continue\r\n\r\n",
        "Content-Length: 1000000\r\n\r\n   ", "Transfer-Encoding: chunked\r\n\r\nf0000\r\n",
        "Transfer-Encoding: chunked\r\n\r\n" + String(repeating: "1\r\n \r\n", count: 300),
    ])
    func `X-71, X-75: a user over the rate is refused before a long body is taken`(framing: String) throws {
        try withGateway(Self.slowRate) { gateway in
            let headers = "Authorization: Bearer \(gateway.token("mallory"))\r\n"
            let http = try gateway.http()
            var status: UInt16 = 200
            // Each takes 14 of the stock of 20.
            while status == 200 {
                try http.channel.write(Self.longBody(headers, 900_000))
                status = try http.response().status
            }
            #expect(status == 429)
            let refused = try gateway.http()
            try refused.send(raw: "POST /v1/api/session.list HTTP/1.1\r\nHost: h\r\n\(headers)\(framing)")
            let response = try refused.response(within: .seconds(3))
            #expect(response.status == 429 && response.text.contains("1003"), "\(response.text)")
            #expect(response.headers.first(of: "retry-after") == "1")
            try refused.channel.drain()
            #expect(try gateway.metric(#"martlet_requests_total{operation="session.list",result="throttled"}"#) >= 2)
            // Others' bodies are taken.
            let other = try gateway.http()
            try other.channel.write(Self.longBody("Authorization: Bearer \(gateway.token("anna"))\r\n", 900_000))
            #expect(try other.response().status == 200)
        }
    }

    @Test func `X-71: a long body is charged once`() throws {
        try withGateway(Self.slowRate) { gateway in
            let http = try gateway.http()
            let body = Self.longBody("Authorization: Bearer \(gateway.token("anna"))\r\n", 200_000)
            var taken = 0
            while true {
                try http.channel.write(body)
                guard try http.response().status == 200 else { break }
                taken += 1
            }
            // Each takes 4 of the stock of 20.
            #expect((5...7).contains(taken))
        }
    }

    @Test func `X-76: bodies that do not end hold no more than their address may`() throws {
        try withGateway(["input.bytesPerAddress": "4194304"]) { gateway in
            let users = (0..<12).map { gateway.token("mallory\($0)") }
            do {
                let channels = try users.map { token in
                    let channel = try gateway.channel(from: "127.0.0.2")
                    try Self.write(Self.body("Authorization: Bearer \(token)\r\n"), to: channel)
                    return channel
                }
                try until("those beyond it are refused") {
                    try gateway.metric(#"martlet_input_refused_total{reason="address"}"#) >= 8
                }
                try until("no more is held") {
                    try (2_000_000...4_194_304).contains(gateway.metric("martlet_input_bytes"))
                }
                // Another address sends as much as it likes.
                let http = HTTPConnection(try gateway.channel(from: "127.0.0.3"))
                try http.channel.write(Self.body("Authorization: Bearer \(users[0])\r\n", to: "/v1/api/message.send"))
                try http.send(raw: "{")
                #expect(try http.response().status == 400)
                withExtendedLifetime(channels) {}
            }
            try until("what they held is given back") { try gateway.metric("martlet_input_bytes") == 0 }
        }
    }

    @Test func `X-76: what waits behind an opening session holds no more than its address may`() throws {
        let source = try KeySource()
        try source.answer("slow 60")
        let unknown = try IssuerKey("unknown", in: source.workspace)
        let settings = source.settings([
            "input.bytesPerAddress": "2097152", "auth.jwksTimeoutMilliseconds": "60000",
            "connections.openTimeoutMilliseconds": "60000",
        ])
        try withGateway(settings) { gateway in
            do {
                let text = String(repeating: "x", count: 60_000)
                var guests: [ClientConnection] = []
                for number in 0..<12 {
                    let guest = try gateway.connect { $0.channel.localAddress = "127.0.0.2" }
                    guests.append(guest)
                    do {
                        let opening = #"{"token": "\#(unknown.token("user\(number)"))", "device": "d"}"#
                        try guest.send(#"{"id": 1, "op": "session.open", "data": \#(opening)}"#)
                        for _ in 0..<15 { try guest.send(#"{"id": 2, "op": "x", "data": {"text": "\#(text)"}}"#) }
                    } catch {}
                }
                try until("those beyond it are turned away") {
                    try gateway.metric(#"martlet_input_refused_total{reason="address"}"#) >= 9
                }
                try until("no more is held") {
                    try (1_000_000...2_097_152).contains(gateway.metric("martlet_input_bytes"))
                }
                let codes = try guests.map { try $0.poll() }
                #expect(codes.contains { if case .closed(let code, _)? = $0 { code == .overloaded } else { false } })
                // A neighbour of theirs with a good token gets in, and so does everybody else.
                for address in ["127.0.0.2", "127.0.0.3"] {
                    let guest = try gateway.guest { $0.channel.localAddress = address }
                    #expect(try guest.open(token: gateway.token("anna")).code == nil)
                }
            }
            try until("what they held is given back") { try gateway.metric("martlet_input_bytes") == 0 }
        }
    }

    @Test func `X-76: with the default limits, unfinished requests of an address hold little of the memory`() throws {
        try withGateway { gateway in
            let before = try gateway.metric("process_resident_memory_bytes")
            let token = gateway.token("mallory")
            var most = 0.0
            do {
                var channels: [Channel] = []
                for number in 0..<300 {
                    let channel = try gateway.channel(from: "127.0.0.2")
                    try Self.write(Self.body("Authorization: Bearer \(token)\r\n"), to: channel)
                    channels.append(channel)
                    if number % 50 == 49 { most = max(most, try gateway.metric("process_resident_memory_bytes")) }
                }
                #expect(try gateway.metric("martlet_input_bytes") <= 33_554_432)
            }
            try until("what they held is given back") { try gateway.metric("martlet_input_bytes") == 0 }
            let after = try gateway.metric("process_resident_memory_bytes")
            #expect(most - before < 150_000_000, "\((most - before) / 1_000_000) MB more at the height")
            #expect(after - before < 100_000_000, "\((after - before) / 1_000_000) MB more afterwards")
        }
    }

    @Test func `nobody is held up by who sends bodies and messages that do not end`() throws {
        try withGateway { gateway in
            let body = Self.body("Authorization: Bearer \(gateway.token("mallory"))\r\n")
            let rounds: [Attack.Round] = [
                { attack in
                    var channels: [Channel] = []
                    while !attack.isOver {
                        let channel = try attack.gateway.channel(from: "127.0.0.2")
                        try Self.write(body, to: channel)
                        channels.append(channel)
                        if channels.count == 100 { channels.removeFirst(50) }
                        attack.strike()
                    }
                },
                { attack in
                    var guests: [ClientConnection] = []
                    while !attack.isOver {
                        let guest = try attack.gateway.connect { $0.channel.localAddress = "127.0.0.2" }
                        try guest.send(frame: .text, [UInt8](repeating: 0x20, count: 60_000), isFinal: false)
                        guests.append(guest)
                        if guests.count == 400 { guests.removeFirst(200) }
                        attack.strike()
                    }
                },
            ]
            let blows = try gateway.expectHonestUsersUnharmed(by: rounds)
            #expect(blows > 50)
            #expect(try gateway.metric("martlet_input_bytes") <= 2 * 33_554_432)
        }
    }

    // MARK: - Pages

    private static let smallOutboxes = [
        "outbox.bytesPerConnection": "65536", "outbox.pauseReadingBytes": "32768", "outbox.bytesPerNode": "1048576",
        "outbox.kernelBytesPerConnection": "4096",
    ]

    private static func ask(
        _ gateway: GatewayProcess, for path: String, from address: String, receiveBuffer: Int32 = 4_096
    ) throws -> HTTPConnection {
        let http = HTTPConnection(try gateway.channel(from: address, receiveBuffer: receiveBuffer))
        try http.send(raw: "GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
        return http
    }

    @Test func `X-73: descriptions of the API that nobody reads take nothing from others' answers`() throws {
        try withGateway(Self.smallOutboxes) { gateway in
            let path = "/v1/api/openapi.json"
            let unread = try (0..<40).map { _ in try Self.ask(gateway, for: path, from: "127.0.0.2") }
            try until("all are answered") {
                try gateway.metric(#"martlet_http_responses_total{status="200"}"#) >= 41
            }
            #expect(try gateway.metric("martlet_outbox_bytes") < 200_000)
            for address in ["127.0.0.2", "127.0.0.3"] {
                let http = try Self.ask(gateway, for: path, from: address, receiveBuffer: 32_768)
                #expect(try http.response().status == 200)
            }
            withExtendedLifetime(unread) {}
        }
    }

    @Test func `X-73: pages that nobody reads go before those that are read`() throws {
        let settings = Self.smallOutboxes.merging(
            ["listen.serves": #"["sessions", "metrics"]"#, "outbox.pageBytesPerAddress": "262144"]
        ) { $1 }
        try withGateway(settings) { gateway in
            var unread: [HTTPConnection] = []
            for number in 0..<60 {
                unread.append(try Self.ask(gateway, for: "/metrics", from: "127.0.0.\(number % 20 + 2)"))
            }
            try until("many are given up") { try gateway.metric("martlet_slow_consumers_total") >= 10 }
            #expect(try gateway.metric("martlet_outbox_bytes") <= 1_048_576)
            for _ in 0..<5 {
                let http = try Self.ask(gateway, for: "/metrics", from: "127.0.0.1", receiveBuffer: 16_384)
                #expect(try http.response().status == 200)
            }
            withExtendedLifetime(unread) {}
        }
    }
}

extension GatewayProcess {
    /// From another address of this machine.
    fileprivate func channel(from address: String, receiveBuffer: Int32? = nil) throws -> Channel {
        var options = channelOptions
        options.localAddress = address
        options.receiveBuffer = receiveBuffer
        return try Channel(endpoint, options)
    }
}
