import Domain
import Push
import Security
import TestSupport
import Testing

struct WebPushTests {
    private let server: ProviderServer
    private let posting: Posting

    init() throws {
        server = try ProviderServer()
        posting = try Posting(to: server, server.webPush())
    }

    @Test func `the browser can read it, and nobody else`() throws {
        let token = try server.subscription("bob")
        let answer = try posting.send(.test(token: token, text: "Alice: „hi“", badge: 9, forced: true))
        #expect(answer.outcome == .accepted && answer.status == 201)
        let request = try #require(try server.requests().first)
        #expect(request.problem == nil && request.token == "bob")
        #expect(request.text == "Alice: „hi“" && request.badge == 9 && request.forced == true)
        #expect(request.conversation == "c2c_alice" && request.message == "m1")
        #expect(request.headers["urgency"] == "high" && ["3599", "3600"].contains(request.headers["ttl"]))
    }

    @Test func `a retry replaces what still waits for the browser, another message does not`() throws {
        let token = try server.subscription("bob")
        let pushRequests = [
            PushRequest.test(token: token), .test(token: token, attempt: 1), .test(token: token, message: "m2"),
        ]
        for pushRequest in pushRequests { _ = try posting.send(pushRequest) }
        let topics = try server.requests().compactMap { $0.headers["topic"] }
        #expect(topics.count == 3 && topics[0] == topics[1] && topics[1] != topics[2])
        #expect(topics.allSatisfy { $0.wholeMatch(of: /[\w-]{32}/) != nil })
    }

    @Test func `the longest text arrives shortened`() throws {
        let text = String(repeating: "\"ü👋", count: 2_000)
        #expect(try posting.send(.test(token: server.subscription("bob"), text: text)).outcome == .accepted)
        let request = try #require(try server.requests().first)
        let kept = try #require(request.text)
        #expect(request.problem == nil && kept.hasSuffix("…") && text.hasPrefix(kept.dropLast()))
        #expect((3_980...3_993).contains(request.payload!.utf8.count))
    }

    @Test(arguments: [
        (404, PushOutcome.unregistered(since: nil)), (410, .unregistered(since: nil)), (403, .refused), (413, .refused),
    ])
    func `what a push service says is final`(status: Int, outcome: PushOutcome) throws {
        try server.script(#"[{"match": "/push/bob", "answers": [{"status": \#(status), "body": "why"}]}]"#)
        let answer = try posting.send(.test(token: server.subscription("bob")))
        #expect(answer.outcome == outcome && answer.text == "why")
    }

    @Test(arguments: [429, 500])
    func `what may change is tried later`(status: Int) throws {
        try server.script(#"[{"match": "/push/bob", "answers": [{"status": \#(status)}]}]"#)
        #expect(try posting.send(.test(token: server.subscription("bob"))).outcome.wait != nil)
    }

    @Test(arguments: ["localhost", "127.0.0.1", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"])
    func `a client cannot have us reach into our own network`(host: String) throws {
        let posting = try Posting(to: server, server.webPush(allowsPrivateHosts: false))
        let token = try server.subscription("bob").replacing("localhost", with: host)
        let answer = try posting.send(.test(token: token))
        #expect(answer.outcome.wait != nil && answer.status == 0, "\(answer)")
        #expect(try server.requests().isEmpty)
        // Nor can it find out which names there are in it.
        let nowhere = try server.subscription("bob").replacing("localhost", with: "nowhere.invalid")
        let other = try posting.send(.test(id: 2, token: nowhere))
        #expect(other.outcome.wait != nil && other.status == 0, "\(other)")
        let origin = try #require(PushProvider.webPush.key(of: token).split(separator: "/push/").first)
        #expect(answer.text == "\(origin) gave no answer")
        #expect(other.text == "https://nowhere.invalid:\(server.port) gave no answer")
    }

    @Test func `spellings of one subscription have one key`() throws {
        let keys = try server.file("subscription-keys.json")
        let spellings = [
            #"{"endpoint":"https://push.test/a?b=c","expirationTime":null,"keys":\#(keys)}"#,
            #"{"keys":\#(keys),"endpoint":"HTTPS://Push.test:443/a?b=c"}"#,
        ]
        #expect(Set(spellings.map { PushProvider.webPush.key(of: $0) }) == ["https://push.test/a?b=c"])
        #expect(PushProvider.webPush.objection(to: spellings[1]) == nil)
    }

    @Test func `what is no subscription is not tried`() throws {
        let good = try server.subscription("bob")
        let bad = [
            "", "{}", "[]", good.replacing("https:", with: "http:"), good.replacing("https:", with: "file:"),
            good.replacing("//localhost", with: "//user@localhost"),
            good.replacing("\"auth\":\"", with: "\"auth\":\"x"),
            good.replacing("p256dh\":\"B", with: "p256dh\":\"A"),
            good.replacing(/p256dh":"B.{40}/, with: "p256dh\":\"B" + String(repeating: "A", count: 40)),
        ]
        for token in bad {
            let answer = try posting.send(.test(token: token))
            #expect(answer.outcome == .unregistered(since: nil), "\(token): \(answer)")
        }
        #expect(try server.requests().isEmpty)
    }

    @Test func `a push service that is down does not hold up the others`() throws {
        let down = try ProviderServer()
        down.stop()
        let posting = try Posting(to: server, server.webPush()) { $0.failures = 2 }
        let lost = try server.subscription("bob").replacing("\(server.port)", with: "\(down.port)")
        let first = try (1...2).map { try posting.send(.test(id: $0, token: lost)) }
        let resting = try posting.send(.test(id: 3, token: lost))
        #expect(first.allSatisfy { $0.outcome.wait ?? 0 <= 1_000 } && resting.outcome.wait! > 25_000)
        #expect(resting.text.contains("is paused"))
        #expect(posting.client.room == 1_000)
        #expect(try posting.send(.test(id: 4, token: server.subscription("bob"))).outcome == .accepted)
    }

    @Test func `a key or a contact that push services would refuse stops the configuration`() throws {
        let key = try server.file("vapid.pem")
        #expect(throws: ProviderProblem.badSubject("birds.test")) { try WebPush(key: key, subject: "birds.test") }
        #expect(throws: ProviderProblem.key(.unreadablePrivateKey)) {
            try WebPush(key: "x", subject: "mailto:a@b.test")
        }
    }
}
