import Client
import ClientProtocol
import Framing
import Testing

/// How a dead client is told from a silent one.
struct HeartbeatTests {
    private static let fast = ["heartbeat.intervalMilliseconds": "1000", "heartbeat.timeoutMilliseconds": "2000"]

    @Test func `a silent client is pinged, and dropped if it does not answer`() throws {
        try withGateway(Self.fast) { gateway in
            let session = try gateway.session("anna") { $0.answersPings = false }
            let began = ContinuousClock.now
            #expect(try session.connection.receive() == .ping([]))
            #expect(began.duration(to: .now) > .milliseconds(800))
            #expect(try session.connection.receive() == .ended)
            #expect(began.duration(to: .now) > .milliseconds(1800))
            #expect(try gateway.metric("martlet_sessions_open") == 0)
            #expect(try gateway.metric(#"martlet_websocket_closes_total{code="4001"}"#) == 1)
        }
    }

    @Test func `a silent client that answers stays`() throws {
        try withGateway(Self.fast) { gateway in
            let session = try gateway.session("anna")
            #expect(throws: ClientError.self) { try session.connection.receive(within: .seconds(3)) }
            #expect(try session.devices() == ["d1"])
        }
    }

    @Test func `any byte is a sign of life`() throws {
        try withGateway(Self.fast) { gateway in
            let session = try gateway.session("anna") { $0.answersPings = false }
            for _ in 0..<6 {
                pause(.milliseconds(500))
                _ = try session.devices()
            }
            try session.connection.ping([7])
            #expect(try session.connection.receive() == .pong([7]))
        }
    }
}
