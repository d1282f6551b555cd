import Client
import Testing

/// A3, A6: what logins cost others, and that a new connection is no new allowance.
@Suite(.alone("What honest users wait for is measured at one process.")) struct LoginFloodTests {
    @Test func `a user who logs in again and again has no more requests than one who stays`() throws {
        try withGateway { gateway in
            var answered = 0
            let end = ContinuousClock.now + .seconds(2)
            while ContinuousClock.now < end {
                let session = try gateway.guest()
                guard try session.open(token: gateway.token("mallory")).error == nil else { continue }
                let requests = try (0..<100).map { _ in try session.send("session.list") }
                answered += try requests.count { try session.reply(to: $0).error == nil }
            }
            // A burst of 200, and 100 a second.
            #expect((100...420).contains(answered))
        }
    }

    @Test func `logins that name a thousand streams hold up nobody`() throws {
        let named = (0..<1_000).map { #""\#($0)": 1"# }.joined(separator: ",")
        try withGateway { gateway in
            let blows = try gateway.expectHonestUsersUnharmed(
                by: Array(
                    repeating: { attack in
                        let guest = try attack.gateway.guest()
                        let data =
                            #"{"token": "\#(attack.gateway.token("mallory"))", "device": "d", "resume": {"groups": {\#(named)}}}"#
                        for _ in 0..<4 where try guest.request("session.open", data).error != nil { attack.strike() }
                        attack.strike()
                    }, count: 2))
            #expect(blows > 50)
        }
    }

    @Test func `a message waits for few of the logins of a crowd that comes at once`() throws {
        let resume = (0..<100).map { #""c2c_u\#($0)": 1"# }.joined(separator: ",")
        try withGateway(["shards.count": "1"]) { gateway in
            let anna = try gateway.session("anna")
            try gateway.createAccounts("bob")
            let crowd = try (0..<300).map { number in
                (guest: try gateway.guest(), token: gateway.token("crowd\(number)"))
            }
            for (guest, token) in crowd {
                let data = #"{"token": "\#(token)", "device": "d", "resume": {"conversations": {\#(resume)}}}"#
                _ = try guest.send("session.open", data)
            }
            try anna.write("hello", to: "bob")
            let answered = try gateway.metric(#"martlet_requests_total{operation="session.open",result="ok"}"#)
            // 32 are under way at a time; some more end while the message is on its way, and while the numbers are asked for.
            #expect(answered < 150, "\(answered) of 300 logins came before the message")
            try until("all of them are let in") {
                try gateway.metric(#"martlet_requests_total{operation="session.open",result="ok"}"#) >= 301
            }
        }
    }

    @Test func `logins beyond the user's rate are refused with gw 1003, and others' are not`() throws {
        try withGateway(["requests.perSecondPerUser": "1", "requests.burstPerUser": "20"]) { gateway in
            let token = gateway.token("mallory")
            var codes: [String?] = []
            for device in 0..<8 { codes.append(try gateway.guest().open(token: token, device: "d\(device)").code) }
            let count = codes.prefix { $0 == nil }.count
            #expect((2...5).contains(count))
            #expect(codes[count...].allSatisfy { $0 == "gw 1003 rateLimited" })
            #expect(try gateway.guest().open(token: gateway.token("anna")).error == nil)
        }
    }

    @Test func `a phone that reconnects every second is let in each time`() throws {
        try withGateway { gateway in
            let conversations = (0..<100).map { #""c2c_u\#($0)": 1"# }.joined(separator: ",")
            let groups = (0..<600).map { #""\#($0)": 1"# }.joined(separator: ",")
            for _ in 0..<4 {
                let resume = #""resume": {"user": 0, "conversations": {\#(conversations)}, "groups": {\#(groups)}}"#
                let phone = try gateway.guest()
                #expect(try phone.open(token: gateway.token("anna"), resume).error == nil)
                #expect(try phone.request("session.list").error == nil)
                pause(.milliseconds(700))
            }
        }
    }
}
