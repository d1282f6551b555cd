import Client
import ClientProtocol
import Framing
import Testing

/// How fast clients may ask, and how long they may hesitate.
@Suite(.onThreads) struct RateLimitTests {
    private static let slowSession = [
        "requests.perSecondPerSession": "1", "requests.burstPerSession": "3", "requests.refusalsBeforeClose": "4",
    ]
    /// A login costs as much as four requests.
    private static let slowUser = ["requests.perSecondPerUser": "1", "requests.burstPerUser": "11"]

    @Test func `requests beyond a session's limit are refused with gw 1003, and others' are not`() throws {
        try withGateway(Self.slowSession) { gateway in
            let session = try gateway.session("anna", device: "a")
            let other = try gateway.session("anna", device: "b")
            for _ in 0..<3 { #expect(try session.request("session.list").error == nil) }
            #expect(try session.request("session.list").code == "gw 1003 rateLimited")
            #expect(try other.request("session.list").error == nil)
        }
    }

    @Test func `after a pause a session may ask again`() throws {
        try withGateway(Self.slowSession) { gateway in
            let session = try gateway.session("anna")
            for _ in 0..<3 { #expect(try session.request("session.list").error == nil) }
            #expect(try session.request("session.list").code == "gw 1003 rateLimited")
            pause(.milliseconds(1100))
            #expect(try session.request("session.list").error == nil)
        }
    }

    @Test func `a session that goes on asking is closed with 4402`() throws {
        try withGateway(Self.slowSession) { gateway in
            let session = try gateway.session("anna")
            for _ in 0..<20 { try session.send("session.list") }
            #expect(try session.closeCode() == .tooManyRequests)
            #expect(try gateway.metric(#"martlet_requests_total{operation="other",result="throttled"}"#) == 4)
        }
    }

    @Test func `rubbish counts against the limit as well`() throws {
        try withGateway(Self.slowSession) { gateway in
            let session = try gateway.session("anna")
            for _ in 0..<30 { try session.connection.send("nonsense") }
            #expect(try session.closeCode() == .tooManyRequests)
        }
    }

    @Test func `all sessions of a user have one limit together, and other users theirs`() throws {
        try withGateway(Self.slowUser) { gateway in
            let one = try gateway.session("anna", device: "a")
            let two = try gateway.session("anna", device: "b")
            #expect(try one.request("session.list").error == nil)
            #expect(try two.request("session.list").error == nil)
            #expect(try one.request("session.list").error == nil)
            #expect(try two.request("session.list").code == "gw 1003 rateLimited")
            let bert = try gateway.session("bert")
            #expect(try bert.request("session.list").error == nil)
        }
    }

    @Test func `a user's limit does not begin anew with a new connection`() throws {
        try withGateway(Self.slowUser) { gateway in
            for count in [2, 0] {
                let session = try gateway.session("anna")
                for _ in 0..<count { #expect(try session.request("session.list").error == nil) }
                if count == 0 {
                    // The rest that two logins and two requests have left.
                    let codes = try (0..<3).map { _ in try session.request("session.list").code }
                    #expect(codes.last == "gw 1003 rateLimited")
                }
                try session.connection.close()
                try until("the session has ended") { try gateway.metric("martlet_sessions_open") == 0 }
            }
        }
    }

    @Test func `a connection that opens no session with all its attempts is closed with 4201`() throws {
        try withGateway(["auth.failedOpensPerConnection": "3"]) { gateway in
            let guest = try gateway.guest()
            for _ in 0..<3 { #expect(try guest.open(token: "x").code == "tim 70003 signatureBad") }
            #expect(try guest.closeCode() == .tooManyFailedLogins)
        }
    }

    @Test func `a session opened with the last attempt stays`() throws {
        try withGateway(["auth.failedOpensPerConnection": "3"]) { gateway in
            let guest = try gateway.guest()
            for _ in 0..<2 { #expect(try guest.open(token: "x").error != nil) }
            #expect(try guest.open(token: gateway.keys.token("anna")).error == nil)
            for _ in 0..<5 { #expect(try guest.request("no.such").error != nil) }
            #expect(try guest.devices() == ["d1"])
        }
    }

    @Test func `a connection that opens no session in time is closed with 4400`() throws {
        try withGateway(["connections.openTimeoutMilliseconds": "300"]) { gateway in
            let late = try gateway.guest()
            let session = try gateway.session("anna")
            #expect(try late.closeCode(within: .seconds(5)) == .openTimeout)
            pause(.milliseconds(200))
            #expect(try session.devices() == ["d1"])
        }
    }

    @Test func `pings and rubbish do not win time to open a session`() throws {
        try withGateway(["connections.openTimeoutMilliseconds": "400"]) { gateway in
            let guest = try gateway.guest()
            for _ in 0..<4 {
                try guest.connection.ping()
                try guest.connection.send("nonsense")
                pause(.milliseconds(80))
            }
            #expect(try guest.closeCode(within: .seconds(5)) == .openTimeout)
        }
    }
}
