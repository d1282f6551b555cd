import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// A session is over when it is told to end, whatever becomes of its connection.
struct SessionEndTests {
    /// A client that is told to end and does not answer has a minute to do so.
    private static let patient = [
        "websocket.closeTimeoutMilliseconds": "60000", "sessions.expiryNoticeSeconds": "0",
        "subscriptions.reconnectMilliseconds": "0", "subscriptions.batchMilliseconds": "0",
    ]

    @Test func `X-21, X-52, X-12: after its token's end a dead client is in no list, away, and pushed to`() throws {
        try withPushes(Self.patient) { gateway, pushes in
            let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
            let bob = try gateway.guest()
            _ = try bob.open(token: gateway.keys.token("bob", expiresIn: 2), device: "phone").get()
            try pushes.register(bob, "bob")
            try alice.follow(["bob"])
            // Nothing of what bob's phone is sent from here on is read.
            #expect(
                try alice.changes(until: "1 bob: other off").map(\.line) == ["1 bob: other on", "1 bob: other off"])
            #expect(try gateway.metric("martlet_websockets_closing") == 1)
            let sent = try alice.write("after the end", to: "bob")
            let explanation = try pushes.explanation(of: sent.msgID, for: "bob")
            #expect(explanation.devices.map(\.state) == ["accepted"])
            let ok = try admin.request("admin.account.get", #"{"userIDs": ["bob"]}"#).get()
            let accounts = try #require(ok["accounts"]?.elements)
            #expect(accounts.map { $0["online"]?.bool } == [false])
            #expect(try gateway.session("bob", device: "tab").devices() == ["tab"])
            // The client was still told.
            #expect(try bob.closeCode() == .tokenExpired)
        }
    }

    @Test func `X-12: a session that breaks the protocol or asks too much is in no list from then on`() throws {
        let settings = Self.patient.merging(["websocket.controlFramesPerSecond": "5"]) { $1 }
        try withChat(settings) { gateway in
            let witness = try gateway.session("bob", device: "witness")
            let rude = try gateway.session("bob", device: "rude")
            for _ in 1...20 { try rude.connection.ping() }
            try until("it is out of the list") { try witness.devices() == ["witness"] }
            let binary = try gateway.session("bob", device: "binary")
            try binary.connection.send(raw: maskedBinary)
            try until("it is out of the list") { try witness.devices() == ["witness"] }
            #expect(try gateway.metric("martlet_websockets_closing") == 2)
        }
    }
}

/// A binary message of one byte.
private let maskedBinary: [UInt8] = [0x82, 0x81, 0, 0, 0, 0, 1]
