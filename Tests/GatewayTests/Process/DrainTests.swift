import Client
import ClientProtocol
import Framing
import Glibc
import JSON
import Testing

/// How the gateway leaves.
@Suite(.alone("A process's life, files, log and command lines.")) struct DrainTests {
    @Test func `SIGTERM tells every session a delay within its bounds, closes it with 4100, and the exit is 0`() throws
    {
        let delays = ["drain.reconnectDelayMilliseconds": "500", "drain.reconnectJitterMilliseconds": "1000"]
        try withGateway(delays) { gateway in
            let sessions = try (0..<20).map { try gateway.session("anna\($0)") }
            gateway.signal(SIGTERM)
            let told = try sessions.map { session in
                let data = try session.event("server.draining")
                return try #require(data["reconnectAfterMilliseconds"]?.int64)
            }
            #expect(told.allSatisfy { (500...1500).contains($0) })
            #expect(Set(told).count > 10)
            for session in sessions { #expect(try session.closeCode() == .draining) }
            #expect(try gateway.wait(within: .seconds(5)) == .exited(0))
        }
    }

    @Test func `guests and administrators are closed like everybody`() throws {
        try withGateway { gateway in
            let guest = try gateway.guest()
            let admin = try gateway.admin()
            gateway.signal(SIGTERM)
            #expect(try guest.closeCode() == .draining)
            #expect(try admin.closeCode() == .draining)
            #expect(try gateway.wait(within: .seconds(5)) == .exited(0))
        }
    }

    @Test func `without a session the end comes at once`() throws {
        try withGateway { gateway in
            gateway.signal(SIGTERM)
            let end = try gateway.wait(within: .seconds(2))
            #expect(end == .exited(0))
        }
    }

    @Test func `sessions are closed at the configured pace`() throws {
        try withGateway(["drain.closesPerSecond": "20"]) { gateway in
            var open = try (0..<30).map { try gateway.session("anna\($0)").connection }
            let began = ContinuousClock.now
            gateway.signal(SIGTERM)
            try until("all sessions are closed") { try takeClosed(from: &open).isEmpty }
            let took = began.duration(to: .now)
            #expect(took > .milliseconds(1300) && took < .seconds(4), "\(took)")
            #expect(try gateway.wait(within: .seconds(5)) == .exited(0))
        }
    }

    @Test func `clients that do not answer their close frames do not slow the closing of others`() throws {
        try withGateway(["drain.closesPerSecond": "20"]) { gateway in
            let silent = try (0..<15).map { try gateway.session("anna\($0)") }
            var open = try (0..<15).map { try gateway.session("bert\($0)").connection }
            let began = ContinuousClock.now
            gateway.signal(SIGTERM)
            try until("all that listen are closed", within: .seconds(30)) { try takeClosed(from: &open).isEmpty }
            for session in silent { #expect(try session.closeCode() == .draining) }
            let took = began.duration(to: .now)
            #expect(took < .seconds(4), "\(took)")
        }
    }

    /// Lets go of the connections that were closed, and returns those that are left.
    private func takeClosed(from open: inout [ClientConnection]) throws -> [ClientConnection] {
        try open.removeAll { connection in
            while let event = try connection.poll() {
                if case .closed(let code, _) = event {
                    #expect(code == .draining)
                    return true
                }
            }
            return false
        }
        return open
    }

    @Test func `while it drains, readyz says why it is not ready, upgrades are refused with 503, and sessions go on`()
        throws
    {
        try withGateway(["drain.closesPerSecond": "1"]) { gateway in
            let http = try gateway.http()
            let sessions = try (0..<4).map { try gateway.session("anna", device: "d\($0)") }
            gateway.signal(SIGTERM)
            _ = try sessions[0].event("server.draining")
            let response = try http.request(.get, "/readyz")
            #expect(response.status == 503)
            let page = try JSONDocument().parse(response.body)
            #expect(page["ready"]?.bool == false)
            #expect(page["reasons"]?.elements?.compactMap(\.string) == ["draining"])
            #expect(try http.request(.get, "/healthz").status == 200)
            // A balancer that still asks is told, also on a new connection.
            #expect(try gateway.http().request(.get, "/readyz").status == 503)
            let refusal = #expect(throws: ClientError.self) { try gateway.connect() }
            guard case .refused(let answer) = refusal else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            #expect(answer.status == 503)
            #expect(answer.headers.first(of: "retry-after") != nil)
            #expect(try gateway.metric("martlet_draining") == 1)
            let alive = sessions.count { (try? $0.devices()) != nil }
            #expect(alive >= 2)
        }
    }

    @Test func `what a session is owed is sent before it is closed`() throws {
        let settings = [
            "requests.burstPerSession": "10000", "requests.burstPerUser": "10000",
            "requests.perSecondPerSession": "10000",
            "requests.perSecondPerUser": "10000",
            // It is read from, however little its socket takes.
            "outbox.pauseReadingBytes": "1000000",
        ]
        try withGateway(settings) { gateway in
            let session = try gateway.session("anna") {
                $0.channel.receiveBuffer = 4096
                $0.channel.segment = 536
            }
            let asked = try (0..<3_000).map { _ in try session.send("session.list") }
            try until("something waits for the session") { try gateway.metric("martlet_outbox_bytes") > 10_000 }
            // Requests that have not been read before the close are not answered; those that were read are.
            try until("all was read") {
                try gateway.metric(#"martlet_requests_total{operation="session.list",result="ok"}"#) == 3_000
            }
            gateway.signal(SIGTERM)
            try gateway.waitForLog("draining")
            pause(.milliseconds(200))
            for id in asked { #expect(try session.reply(to: id).error == nil) }
            _ = try session.event("server.draining")
            #expect(try session.closeCode() == .draining)
            #expect(try gateway.wait(within: .seconds(5)) == .exited(0))
        }
    }

    @Test func `a response on its way to a slow client is sent to its end, though no session is open`() throws {
        try withChat { gateway in
            try gateway.createAccounts((0..<100).map { "user-\($0)" })
            let calls = Array(repeating: #"{"op": "admin.account.list", "data": {"limit": 100}}"#, count: 60)
            let body = #"{"calls": [\#(calls.joined(separator: ","))]}"#
            var options = gateway.channelOptions
            options.receiveBuffer = 16 << 10
            let http = try HTTPConnection(gateway.endpoint, options)
            try http.send(
                raw: "POST /v1/api/batch HTTP/1.1\r\nHost: h\r\nMartlet-Key: \(gateway.keys.adminKey)\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            try until("much of it waits") { try gateway.metric("martlet_outbox_bytes") > 10_000 }
            gateway.signal(SIGTERM)
            try gateway.waitForLog("draining")
            pause(.milliseconds(500))
            #expect(gateway.process.ended == nil)
            let response = try http.response(within: .seconds(30))
            #expect(response.status == 200)
            #expect(try gateway.wait(within: .seconds(5)) == .exited(0))
        }
    }

    @Test func `a client that does not answer its close frame does not hold the end up`() throws {
        try withGateway(["websocket.closeTimeoutMilliseconds": "300"]) { gateway in
            let session = try gateway.session("anna")
            gateway.signal(SIGTERM)
            #expect(try gateway.wait(within: .seconds(5)) == .exited(0))
            #expect(try session.closeCode() == .draining)
        }
    }

    @Test func `when its time is up, the gateway ends with sessions left`() throws {
        try withGateway(["drain.closesPerSecond": "1", "drain.timeoutSeconds": "2"]) { gateway in
            let sessions = try (0..<10).map { try gateway.session("anna", device: "d\($0)") }
            gateway.signal(SIGTERM)
            #expect(try gateway.wait(within: .seconds(5)) == .exited(0))
            let closed = try sessions.count { try $0.closeCode() == .draining }
            #expect((1...4).contains(closed))
            let left = try #require(try gateway.logged("drained").first?["left"]?.int64)
            #expect(left >= 10 - Int64(closed))
        }
    }

    @Test func `a second SIGTERM ends it at once`() throws {
        try withGateway(["drain.closesPerSecond": "1"]) { gateway in
            let sessions = try (0..<10).map { try gateway.session("anna", device: "d\($0)") }
            gateway.signal(SIGTERM)
            _ = try sessions[0].event("server.draining")
            gateway.signal(SIGTERM)
            #expect(try gateway.wait(within: .seconds(1)) == .exited(128 + SIGTERM))
        }
    }

    @Test func `SIGINT drains as well`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            gateway.signal(SIGINT)
            #expect(try session.closeCode() == .draining)
            #expect(try gateway.wait(within: .seconds(5)) == .exited(0))
        }
    }

    @Test func `the log tells the drain's beginning and end`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            gateway.signal(SIGTERM)
            #expect(try session.closeCode() == .draining)
            _ = try gateway.wait()
            #expect(try gateway.logged("draining").first?["sessions"]?.int64 == 1)
            #expect(try gateway.logged("drained").first?["left"]?.int64 == 0)
            #expect(try gateway.logged("ended").count == 1)
        }
    }
}
