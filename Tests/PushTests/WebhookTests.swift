import Push
import Security
import TestSupport
import Testing

struct WebhookTests {
    private let server: ProviderServer
    private let posting: Posting

    init() throws {
        server = try ProviderServer()
        posting = try Posting(to: server, server.webhook) { $0.answerMilliseconds = 500 }
    }

    @Test func `a push arrives whole, with a signature over its time and its body`() throws {
        let answer = try posting.send(.test(id: 77, token: "tablet 7", text: "Grüße „Bob“\n", forced: true))
        #expect(answer.outcome == .accepted && answer.status == 200 && answer.milliseconds < 500)
        let request = try #require(try server.requests().first)
        #expect(request.problem == nil)
        #expect(request.headers["martlet-delivery"] == "77")
        #expect(request.token == "tablet 7" && request.text == "Grüße „Bob“\n" && request.badge == 3)
        #expect(request.forced == true && request.user == "bob")
        #expect(request.conversation == "c2c_alice" && request.message == "m1")
    }

    @Test(arguments: [
        ("202", PushOutcome.accepted), ("400", .refused), ("413", .refused), ("410", .unregistered(since: nil)),
    ])
    func `what the receiver says is final`(status: String, outcome: PushOutcome) throws {
        try server.script(#"[{"match": "", "answers": [{"status": \#(status), "body": "so\nit is"}]}]"#)
        let answer = try posting.send(.test())
        #expect(answer.outcome == outcome && answer.status == Int(status))
        #expect(outcome == .accepted || answer.text == "so it is")
    }

    @Test(arguments: [401, 404, 408, 429, 500, 503])
    func `what may change is tried later`(status: Int) throws {
        try server.script(#"[{"match": "", "answers": [{"status": \#(status)}]}]"#)
        let answer = try posting.send(.test(attempt: 3))
        let wait = try #require(answer.outcome.wait)
        #expect((1...8_000).contains(wait) && answer.status == status)
    }

    @Test func `a receiver that names a time gets it`() throws {
        try server.script(#"[{"match": "", "answers": [{"status": 429, "headers": {"retry-after": "7"}}]}]"#)
        let wait = try #require(try posting.send(.test()).outcome.wait)
        #expect((7_001...8_000).contains(wait))
    }

    @Test(arguments: ["reset", "refuse", "stall"])
    func `a receiver that does not answer is tried later, and heals`(action: String) throws {
        try server.script(#"[{"match": "", "forever": true, "answers": [{"action": "\#(action)"}]}]"#)
        let answer = try posting.send(.test())
        #expect(answer.outcome.wait != nil && answer.status == 0 && !answer.text.isEmpty, "\(answer)")
        try server.script("[]")
        let second = try posting.send(.test(attempt: 1))
        #expect(second.outcome == .accepted, "\(second)")
    }

    @Test func `a receiver of one's own network may do without TLS`() throws {
        let webhook = try Webhook(
            url: "http://localhost:\(server.plainPort)/hook", secrets: .init(server.file("webhook.secret")))
        let posting = try Posting(to: server, .webhook(webhook))
        let answers = try posting.send([.test(id: 1), .test(id: 2)])
        #expect(answers.allSatisfy { $0.outcome == .accepted })
        #expect(try server.requests().allSatisfy { $0.problem == nil && $0.text == "Alice: hello" })
    }

    @Test func `nobody at the address`() throws {
        server.stop()
        let answer = try posting.send(.test())
        #expect(answer.outcome.wait != nil && answer.status == 0 && answer.text.contains("connect"), "\(answer)")
    }

    @Test func `a redirect is not followed`() throws {
        try server.script(
            #"[{"match": "", "answers": [{"status": 307, "headers": {"location": "\#(server.url)/other"}}]}]"#)
        let answer = try posting.send(.test())
        #expect(answer.outcome.wait != nil && answer.status == 307)
        #expect(try server.requests().count == 1)
    }

    @Test func `a long answer is read no further than its beginning`() throws {
        let long = String(repeating: "x", count: 50_000)
        try server.script(
            #"[{"match": "", "answers": [{"status": 200, "body": "\#(long)"}, {"status": 400, "body": "\#(long)"}]}]"#)
        let answers = try [posting.send(.test(id: 1)), posting.send(.test(id: 2))]
        #expect(answers.map(\.outcome) == [.accepted, .refused])
        #expect(answers[1].text.utf8.count == 200)
    }

    @Test func `a certificate by nobody we trust`() throws {
        let posting = try Posting(to: server, server.webhook) { $0.authorities = nil }
        let answer = try posting.send(.test())
        #expect(answer.outcome.wait != nil && answer.text.contains("certificate"), "\(answer)")
        #expect(try server.requests().isEmpty)
    }

    @Test func `a certificate for another host`() throws {
        let webhook = try Webhook(
            url: "https://127.0.0.2:\(server.port)/hook", secrets: .init(server.file("webhook.secret")))
        let posting = try Posting(to: server, .webhook(webhook))
        let answer = try posting.send(.test())
        #expect(answer.outcome.wait != nil && answer.status == 0, "\(answer)")
    }

    @Test func `while a secret is changed, both sign`() throws {
        let own = "0b1e7f60c4d25a9883174e6d2fa95c3b"
        let other = try server.file("webhook.secret")
        func webhook(_ secrets: String) throws -> Provider {
            try .webhook(Webhook(url: "\(server.url)/hook", secrets: .init(secrets)))
        }
        let posting = try Posting(to: server, webhook(own))
        #expect(try posting.send(.test(id: 1)).outcome.wait != nil)
        posting.client.use(try webhook("\(own)\n\(other)"))
        #expect(try posting.send(.test(id: 2)).outcome == .accepted)
        posting.client.use(try webhook(other))
        #expect(try posting.send(.test(id: 3)).outcome == .accepted)
        #expect(try server.requests().map { $0.headers["martlet-signature-next"] != nil } == [false, true, false])
    }

    @Test func `a weak secret or an impossible URL stops the configuration`() throws {
        #expect(throws: ProviderProblem.badSecret(.short(bytes: 8))) { try Webhook.Secrets("x9Q2m4Tz") }
        let text = "1f0c8d4e5b6a79881726354453627180"
        #expect(throws: ProviderProblem.badSecret(.short(bytes: 0))) { try Webhook.Secrets("\(text)\n") }
        #expect(throws: ProviderProblem.tooManySecrets(3)) { try Webhook.Secrets("\(text)\n\(text)\n\(text)") }
        let secrets = try Webhook.Secrets(text)
        for url in ["", "hooks.test", "ftp://hooks.test/", "https://", "https://user:word@hooks.test/", "https://a b/"]
        {
            #expect(throws: ProviderProblem.badURL(url)) { try Webhook(url: url, secrets: secrets) }
        }
    }
}
