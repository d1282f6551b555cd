import Domain
import EventLoop
import Push
import TestSupport
import Testing

struct ProviderClientTests {
    private let server: ProviderServer

    init() throws {
        server = try ProviderServer()
    }

    @Test func `room is what it was made with, less what it has`() throws {
        try server.script(#"[{"match": "", "forever": true, "answers": [{"action": "stall"}]}]"#)
        let posting = try Posting(to: server, server.apns) { $0.queue = 10 }
        #expect(posting.client.room == 10)
        posting.client.send((1...10).map { .test(id: $0) })
        #expect(posting.client.room == 0)
    }

    @Test func `it says when it has room again`() throws {
        let posting = try Posting(to: server, server.apns) { $0.queue = 5 }
        _ = try posting.send((1...5).map { .test(id: $0) })
        try posting.waitForRoom()
        #expect(posting.client.room == 5)
    }

    @Test func `it keeps to its rate`() throws {
        let posting = try Posting(to: server, server.apns) {
            $0.perSecond = 50
            $0.burst = 5
        }
        let start = Clock.monotonic
        let answers = try posting.send((1...25).map { .test(id: $0) })
        #expect(answers.allSatisfy { $0.outcome == .accepted })
        // 5 at once, and 20 at a rate of 50 a second.
        #expect(Clock.monotonic - start >= 400)
    }

    @Test func `no more than so many are under way`() throws {
        try server.script(#"[{"match": "", "forever": true, "answers": [{"status": 200, "delay": 0.1}]}]"#)
        let posting = try Posting(to: server, server.apns) { $0.requests = 4 }
        let start = Clock.monotonic
        _ = try posting.send((1...12).map { .test(id: $0) })
        #expect(Clock.monotonic - start >= 300)
    }

    @Test func `over HTTP/1.1 as many are under way as may be, and a slow answer holds up its own alone`() throws {
        let slow = (1...10).map { _ in #"{"status": 200, "delay": 3}"# }.joined(separator: ",")
        try server.script(
            #"[{"match": "", "answers": [\#(slow), {"status": 200, "delay": 0.1}], "forever": true}]"#)
        let posting = try Posting(to: server, server.plainWebhook) { $0.requests = 40 }
        posting.client.send((1...10).map { .test(id: $0) })
        Thread.sleep(milliseconds: 500)
        let start = Clock.monotonic
        // 30 at a time, each for a tenth of a second.
        let answers = try posting.send((11...70).map { .test(id: $0) })
        #expect(answers.allSatisfy { $0.outcome == .accepted })
        #expect((200..<2_000).contains(Clock.monotonic - start))
        #expect(try server.requests().count == 70)
    }

    @Test func `places that accept connections and never answer leave room for one that answers`() throws {
        let posting = try Posting(to: server, server.webPush()) {
            $0.requests = 4
            $0.queue = 8
        }
        let token = try server.subscription("bob")
        #expect(try posting.send(.test(id: 1, token: token)).outcome == .accepted)
        let silent = (0..<4).map { _ in SilentPort() }
        let tokens = silent.map { port in
            token.replacing("localhost:\(server.port)", with: "127.0.0.1:\(port.number)")
        }
        posting.client.send((0..<3).map { .test(id: Int64($0) + 2, token: tokens[$0]) })
        Thread.sleep(milliseconds: 200)
        let start = Clock.monotonic
        #expect(try posting.send(.test(id: 5, token: token)).outcome == .accepted)
        #expect(Clock.monotonic - start < 1_000)
        // One is under way and two wait: there is no room for more of that kind.
        let other = try posting.send(.test(id: 6, token: tokens[3]))
        #expect(other.outcome.wait ?? 0 >= 10_000 && !other.isAttempt)
        #expect(try posting.send(.test(id: 7, token: token)).outcome == .accepted)
        withExtendedLifetime(silent) {}
    }

    @Test func `more pushes to one place than may be under way wait for their turn`() throws {
        try server.script(#"[{"match": "", "forever": true, "answers": [{"status": 201, "delay": 0.05}]}]"#)
        let posting = try Posting(to: server, server.webPush()) { $0.requests = 4 }
        let token = try server.subscription("bob")
        let answers = try posting.send((1...20).map { .test(id: $0, token: token) })
        #expect(answers.allSatisfy { $0.outcome == .accepted })
        #expect(try server.requests().count == 20)
    }

    @Test func `a provider that fails is left alone, and tried with one push`() throws {
        try server.script(#"[{"match": "", "forever": true, "answers": [{"status": 503}]}]"#)
        let posting = try Posting(to: server, server.apns) {
            $0.failures = 3
            $0.restMilliseconds = 400
        }
        let answers = try posting.send((1...3).map { .test(id: $0) })
        #expect(answers.allSatisfy { $0.status == 503 })
        #expect(posting.client.room == 0)
        let meanwhile = try posting.send(.test(id: 4))
        #expect(meanwhile.outcome.wait != nil && meanwhile.status == 0 && meanwhile.text.contains("is paused"))

        try posting.waitForRoom()
        #expect(posting.client.room == 1)
        try server.script("[]")
        #expect(try posting.send(.test(id: 5)).outcome == .accepted)
        #expect(posting.client.room == 1_000)
        #expect(try server.requests().count == 4)
    }

    @Test func `what expired is not sent`() throws {
        let posting = try Posting(to: server, server.apns)
        let answer = try posting.send(.test(expiresIn: -1))
        #expect(answer.outcome == .expired && answer.text.contains("expired"))
        #expect(try server.requests().isEmpty)
    }

    @Test func `it stops at once, whatever is under way`() throws {
        try server.script(#"[{"match": "", "forever": true, "answers": [{"action": "stall"}]}]"#)
        let (webhook, authorities) = (try server.webhook, server.path("authority.pem"))
        var options = ProviderClientOptions()
        options.authorities = authorities
        let answers = Log<PushResult>()
        let client = try ProviderClient(webhook, options: options, answered: { $0.forEach(answers.add) }, hasRoom: {})
        client.send((1...20).map { .test(id: $0) })
        Thread.sleep(milliseconds: 100)
        let start = Clock.monotonic
        client.stop()
        #expect(Clock.monotonic - start < 1_000 && client.room == 0)
        #expect(answers.entries.isEmpty)
    }

    @Test func `connections that are reset lose no push`() throws {
        let reset = #"{"action": "reset"}"#
        try server.script(#"[{"match": "", "answers": [\#(reset), \#(reset), \#(reset)]}]"#)
        let posting = try Posting(to: server, server.apns) { $0.failures = 1_000 }
        var waiting = (1...200).map { PushRequest.test(id: $0, message: "m\($0)") }
        for _ in 0..<10 where !waiting.isEmpty {
            let answers = try posting.send(waiting)
            let again = Set(answers.filter { $0.outcome.wait != nil }.map(\.id))
            waiting = waiting.filter { again.contains($0.id) }
        }
        #expect(waiting.isEmpty)
        #expect(Set(try server.requests().compactMap(\.message)).count == 200)
    }
}
