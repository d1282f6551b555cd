import Client
import Testing

/// The cost to others of connections that never end, and of those that ask for the dearest page.
@Suite(.alone("What honest users wait for is measured at one process.")) struct ConnectionAbuseTests {
    @Test func `a device that opens sessions without end and never reads has few connections`() throws {
        let limits = ["connections.closingPerAddress": "20", "websocket.closeTimeoutMilliseconds": "60000"]
        try withGateway(limits) { gateway in
            var kept: [ClientSession] = []
            // So many users that no limit of logins comes before the limit of connections.
            let users = 10.0
            for index in 0..<100 {
                let session = try gateway.guest()
                _ = try session.open(token: gateway.token("mallory\(index % Int(users))")).get()
                kept.append(session)
            }
            try until("most of them are cut off") { try gateway.metric("martlet_websockets_open") <= 20 + users }
            #expect(try gateway.metric("martlet_websockets_closing") <= 20)
            #expect(try kept.last!.devices() == ["d1"])
        }
    }

    @Test func `nobody is held up by who opens sessions as fast as it can and never reads`() throws {
        try withGateway { gateway in
            let token = gateway.token("mallory")
            let round: Attack.Round = { attack in
                var kept: [ClientSession] = []
                while !attack.isOver {
                    let session = try attack.gateway.guest()
                    try session.send("session.open", #"{"token": "\#(token)", "device": "d1"}"#)
                    kept.append(session)
                    if kept.count == 2_000 { kept.removeFirst(1_000) }
                    attack.strike()
                }
            }
            let blows = try gateway.expectHonestUsersUnharmed(by: [round, round])
            #expect(blows > 500)
            #expect(try gateway.metric("martlet_websockets_closing") <= 500)
        }
    }

    /// Where everybody can ask for them.
    private static let openMetrics = [
        "metrics.intervalMilliseconds": "1000", "listen.serves": #"["sessions", "metrics"]"#,
    ]

    @Test func `nobody is held up by who asks for the metrics again and again`() throws {
        try withGateway(Self.openMetrics) { gateway in
            let round: Attack.Round = { attack in
                let clients = try (0..<150).map { _ in try attack.gateway.http() }
                while !attack.isOver {
                    for http in clients { try http.send(raw: "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n") }
                    for http in clients { _ = try http.response() }
                    attack.strike(clients.count)
                }
            }
            let blows = try gateway.expectHonestUsersUnharmed(by: [round, round])
            #expect(blows >= 600)
        }
    }

    @Test func `nobody is held up by who asks for the metrics and does not read them`() throws {
        try withGateway(Self.openMetrics.merging(["outbox.bytesPerNode": "16777216"]) { $1 }) { gateway in
            let round: Attack.Round = { attack in
                let clients = try (0..<200).map { _ in try attack.gateway.http() }
                for http in clients {
                    for _ in 0..<10 { try http.send(raw: "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n") }
                }
                attack.strike(clients.count * 10)
                while !attack.isOver { pause(.milliseconds(20)) }
            }
            try gateway.expectHonestUsersUnharmed(by: [round])
            #expect(try gateway.metric("martlet_outbox_bytes") < 16_777_216)
        }
    }
}
