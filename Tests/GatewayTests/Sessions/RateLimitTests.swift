import Client
import ClientProtocol
import Framing
import Testing

/// How fast clients may ask, and how long they may hesitate.
struct RateLimitTests {
    private static let slowSession = ["requests.perSecondPerSession": "10", "requests.burstPerSession": "10"]
    /// A login costs as much as four requests.
    private static let slowUser = ["requests.perSecondPerUser": "1", "requests.burstPerUser": "11"]

    @Test func `X-71: requests beyond a session's rate wait for their turn, and others' do not`() throws {
        try withGateway(Self.slowSession) { gateway in
            let session = try gateway.session("anna", device: "a")
            let other = try gateway.session("anna", device: "b")
            let began = ContinuousClock.now
            let ids = try (0..<30).map { _ in try session.send("session.list") }
            for _ in 0..<3 { #expect(try other.request("session.list").error == nil) }
            #expect(ContinuousClock.now - began < .seconds(1))
            for id in ids { #expect(try session.reply(to: id).error == nil) }
            #expect(ContinuousClock.now - began > .milliseconds(1_900))
            #expect(try gateway.metric(#"martlet_requests_total{operation="other",result="throttled"}"#) == 0)
            #expect(try gateway.metric("martlet_rate_holds_total") >= 1)
        }
    }

    @Test func `X-71: messages of a session that just writes are stored in their order`() throws {
        try withGateway { gateway in
            let bert = try gateway.session("bert")
            let session = try gateway.session("anna")
            // More than a burst, and many in each read of the socket.
            let ids = try (0..<180).map { try session.send("message.send", message("\($0)", to: .c2c("bert"))) }
            #expect(try ids.map { try Sent(session.reply(to: $0).get()).seq } == Array(1...180))
            let texts = try ids.map { _ in try Message(bert.event("message.new")).body }
            #expect(texts == (0..<180).map { #"{"text":"\#($0)"}"# })
        }
    }

    @Test func `what a session sent before its close frame is carried out at its rate`() throws {
        try withGateway(Self.slowSession) { gateway in
            let bert = try gateway.session("bert")
            let session = try gateway.session("anna")
            for number in 0..<25 { try session.send("message.send", message("\(number)", to: .c2c("bert"))) }
            try session.connection.close()
            for number in 0..<25 {
                #expect(try Message(bert.event("message.new")).body == #"{"text":"\#(number)"}"#)
            }
        }
    }

    @Test func `X-71: a session that is not read is not taken for dead, and its pings are answered late`() throws {
        let settings = [
            "requests.perSecondPerSession": "1", "requests.burstPerSession": "1",
            "heartbeat.intervalMilliseconds": "1000", "heartbeat.timeoutMilliseconds": "2000",
        ]
        try withGateway(settings) { gateway in
            let session = try gateway.session("anna") { $0.answersPings = false }
            let began = ContinuousClock.now
            for _ in 0..<5 { try session.send("session.list") }
            try session.connection.ping([7])
            var texts = 0
            loop: while true {
                switch try session.connection.receive() {
                case .text: texts += 1
                case .ping: Issue.record("a session that is not read was asked for a sign of life")
                case .pong(let body):
                    #expect(body == [7])
                    break loop
                case let other:
                    Issue.record("\(other)")
                    break loop
                }
            }
            #expect(texts == 5 || texts == 4, "the last request may be at work")
            #expect(ContinuousClock.now - began > .milliseconds(2_900))
            // Silent from then on.
            #expect(try gateway.metric("martlet_sessions_open") == 1)
            try until("it is given up") { try gateway.metric("martlet_sessions_open") == 0 }
        }
    }

    @Test func `X-71: a request that would wait longer than three seconds is refused with gw 1003`() throws {
        // The login leaves the user four seconds behind.
        try withGateway(["requests.perSecondPerUser": "1", "requests.burstPerUser": "1"]) { gateway in
            let session = try gateway.session("anna")
            #expect(try session.request("session.list").code == "gw 1003 rateLimited")
            #expect(try gateway.session("bert").request("session.list").code == "gw 1003 rateLimited")
            pause(.milliseconds(1_100))
            #expect(try session.request("session.list").error == nil)
        }
    }

    @Test func `X-71: a session that goes on asking after such refusals is closed with 4402`() throws {
        let settings = [
            "requests.perSecondPerUser": "1", "requests.burstPerUser": "1", "requests.refusalsBeforeClose": "4",
        ]
        try withGateway(settings) { gateway in
            let session = try gateway.session("anna")
            for _ in 0..<20 { try session.send("session.list") }
            #expect(try session.closeCode() == .tooManyRequests)
            #expect(try gateway.metric(#"martlet_requests_total{operation="other",result="throttled"}"#) == 4)
        }
    }

    private static let slowlyGrowing = ["requests.perSecondPerUser": "1", "requests.burstPerUser": "200"]

    /// Has the user of these settings so much in debt that all requests are refused for a while: by logins that name a thousand
    /// streams.
    private func indebt(_ user: String, _ gateway: GatewayProcess) throws {
        let named = (0..<1_000).map { #""\#($0)": 1"# }.joined(separator: ",")
        let token = gateway.token(user)
        try until("the stock is spent") {
            let more = #""resume": {"groups": {\#(named)}}"#
            return try gateway.guest().open(token: token, device: "other", more).code == "gw 1003 rateLimited"
        }
    }

    @Test(arguments: [(0, 80), (5_000, 60)])
    func `X-71: a session that goes on asking is slowed down, after large requests from the first`(
        padding: Int, most: Int
    ) throws {
        try withGateway(Self.slowlyGrowing) { gateway in
            gateway.keepToOneNode()
            let session = try gateway.session("anna")
            try indebt("anna", gateway)
            let data = #"{"padding": "\#(String(repeating: "x", count: padding))"}"#
            for _ in 0..<120 { try session.send("session.list", data) }
            func refused() throws -> Double {
                try gateway.metric(#"martlet_requests_total{operation="other",result="throttled"}"#)
            }
            try until("it is refused") { try refused() > 0 }
            pause(.milliseconds(300))
            let first = try refused()
            #expect(first <= Double(most))
            try until("it is read again") { try refused() > first }
        }
    }

    @Test func `X-71: over HTTP a request that comes too fast is refused before anybody reads it`() throws {
        try withGateway(Self.slowlyGrowing) { gateway in
            gateway.keepToOneNode()
            let api = try gateway.api([.bearer(gateway.token("anna"))])
            #expect(try api.request("session.list").error == nil)
            try indebt("anna", gateway)
            for operation in ["session.list", "batch", "no.such"] {
                #expect(try api.exchange(operation, "this is no JSON").response.status == 429)
            }
        }
    }

    @Test func `X-71: a client over HTTP that goes on asking loses its connection`() throws {
        try withGateway(Self.slowlyGrowing.merging(["requests.refusalsBeforeClose": "5"]) { $1 }) { gateway in
            gateway.keepToOneNode()
            let api = try gateway.api([.bearer(gateway.token("anna"))])
            try indebt("anna", gateway)
            let pages = try (0..<5).map { _ in try api.exchange("session.list").response }
            #expect(pages.map(\.status) == [429, 429, 429, 429, 429])
            #expect(pages.last?.headers.first(of: "connection") == "close")
            #expect(throws: ClientError.self) { try api.exchange("session.list") }
        }
    }

    @Test func `a request over HTTP takes one more for each 64 KiB of its body`() throws {
        try withGateway(["requests.perSecondPerUser": "1", "requests.burstPerUser": "20"]) { gateway in
            gateway.keepToOneNode()
            let api = try gateway.api([.bearer(gateway.token("anna"))])
            let long = #"{"padding": "\#(String(repeating: "x", count: 1_000_000))"}"#
            #expect(try api.request("session.list", long).error == nil)
            // It took sixteen.
            let codes = try (0..<12).map { _ in try api.request("session.list").code }
            #expect(codes[..<3].allSatisfy { $0 == nil } && codes.last == "gw 1003 rateLimited")
        }
    }

    @Test func `rubbish counts against the rate as well`() throws {
        try withGateway(Self.slowSession) { gateway in
            let session = try gateway.session("anna")
            let began = ContinuousClock.now
            for _ in 0..<19 { try session.connection.send("nonsense") }
            #expect(try session.request("session.list").error == nil)
            #expect(ContinuousClock.now - began > .milliseconds(900))
        }
    }

    @Test func `all sessions of a user have one rate together, and other users theirs`() throws {
        try withGateway(Self.slowUser) { gateway in
            gateway.keepToOneNode()
            let one = try gateway.session("anna", device: "a")
            let two = try gateway.session("anna", device: "b")
            let began = ContinuousClock.now
            for session in [one, two, one, two] { #expect(try session.request("session.list").error == nil) }
            #expect(ContinuousClock.now - began > .milliseconds(500))
            let bert = try gateway.session("bert")
            let began2 = ContinuousClock.now
            #expect(try bert.request("session.list").error == nil)
            #expect(ContinuousClock.now - began2 < .milliseconds(500))
        }
    }

    @Test func `a user's rate does not begin anew with a new connection`() throws {
        try withGateway(Self.slowUser) { gateway in
            gateway.keepToOneNode()
            for count in [2, 3] {
                let session = try gateway.session("anna")
                let began = ContinuousClock.now
                for _ in 0..<count { #expect(try session.request("session.list").error == nil) }
                // Two logins and two requests have left one.
                if count == 3 { #expect(ContinuousClock.now - began > .milliseconds(500)) }
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
