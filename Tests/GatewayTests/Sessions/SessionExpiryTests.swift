import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// A session lives as long as its token, and as every newer one.
struct SessionExpiryTests {
    @Test func `a session is told before its token expires, and closed with 4200 when it does`() throws {
        try withGateway(["sessions.expiryNoticeSeconds": "1"]) { gateway in
            let session = try gateway.guest()
            let ok = try session.open(token: gateway.keys.token("anna", expiresIn: 2)).get()
            let expiry = try #require(ok["expiresAt"]?.int64)
            let notice = try session.event("session.expiring", within: .seconds(5))
            #expect(notice["expiresAt"]?.int64 == expiry)
            #expect(wallSeconds() < expiry)
            #expect(try session.closeCode(within: .seconds(5)) == .tokenExpired)
            #expect(wallSeconds() >= expiry)
            try until("the end is counted") {
                try gateway.metric(#"martlet_kicks_total{reason="token_expired"}"#) == 1
            }
        }
    }

    @Test func `the leeway that a token is given when it opens a session, the session is given at its end`() throws {
        try withGateway(["auth.leewaySeconds": "2", "sessions.expiryNoticeSeconds": "0"]) { gateway in
            let session = try gateway.guest()
            let expiry = wallSeconds() - 1
            _ = try session.open(token: gateway.keys.token("anna", expiresIn: -1)).get()
            #expect(try session.closeCode(within: .seconds(5)) == .tokenExpired)
            #expect(wallSeconds() >= expiry + 2)
        }
    }

    @Test func `session.refresh lets a session outlive its first token`() throws {
        try withGateway(["sessions.expiryNoticeSeconds": "1"]) { gateway in
            let session = try gateway.guest()
            let first = try session.open(token: gateway.keys.token("anna", expiresIn: 2)).get()
            _ = try session.event("session.expiring", within: .seconds(5))
            let token = gateway.keys.token("anna", expiresIn: 60)
            let ok = try session.request("session.refresh", #"{"token": "\#(token)"}"#).get()
            let expiry = try #require(first["expiresAt"]?.int64)
            #expect(try #require(ok["expiresAt"]?.int64) > expiry + 50)
            try until("the first token's end is past") { wallSeconds() > expiry }
            #expect(try session.devices() == ["d1"])
            #expect(session.waitingEvents("session.expiring") == 0)
        }
    }

    @Test func `a refreshed session is told again when its newer token expires`() throws {
        try withGateway(["sessions.expiryNoticeSeconds": "1"]) { gateway in
            let session = try gateway.guest()
            _ = try session.open(token: gateway.keys.token("anna", expiresIn: 2)).get()
            _ = try session.event("session.expiring", within: .seconds(5))
            let token = gateway.keys.token("anna", expiresIn: 3)
            let ok = try session.request("session.refresh", #"{"token": "\#(token)"}"#).get()
            let notice = try session.event("session.expiring", within: .seconds(5))
            #expect(notice["expiresAt"]?.int64 == ok["expiresAt"]?.int64)
            #expect(try session.closeCode(within: .seconds(5)) == .tokenExpired)
        }
    }

    @Test func `R-Q09: session.refresh takes only a good token of the same user`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna")
            func refusal(_ token: String) throws -> String {
                try session.refusal("session.refresh", #"{"token": "\#(token)"}"#).number
            }
            #expect(try refusal(gateway.keys.token("bert")) == "tim 70013")
            #expect(try refusal(gateway.keys.token("anna", expiresIn: -1)) == "tim 6206")
            #expect(try refusal(Keys().token("anna")) == "tim 70003")
            #expect(try refusal("") == "tim 70002")
            #expect(try session.refusal("session.refresh").keys == ["token"])
            #expect(try session.devices() == ["d1"])
        }
    }
}
