import Bytes
import Client
import ClientProtocol
import Framing
import Glibc
import JSON
import Locking
import Security
import Testing

/// Hooks that do not decide: time-outs, wrong answers, the breaker.
struct HookFailureTests {
    @Test(arguments: [
        ("a status other than 200", HookServer.Answer.status(500)), ("204", .status(204)),
        ("the end of the connection", .drop), ("no answer", .hang),
        ("more than 64 KiB", .text(#"{"action": "allow", "more": "\#(String(repeating: "x", count: 65_536))"}"#)),
        ("no JSON", .text("allow")), ("another action", .text(#"{"action": "maybe"}"#)),
        ("a refusal without a code", .text(#"{"action": "refuse", "message": "no"}"#)),
        ("a code of another type", .text(#"{"action": "refuse", "code": "1", "message": "no"}"#)),
        ("a replacement without data", .text(#"{"action": "replace"}"#)),
        ("an invalid replacement", .replace(#"{"type": 0, "body": {"text": ""}}"#)),
        ("a replacement of too little", .replace(#"{"body": {"text": "x"}}"#)),
        ("another conversation", .replace(#"{"conversationID": "c2c_carol", "type": 0, "body": {"text": "x"}}"#)),
        ("another clientMsgId", .replace(#"{"clientMsgId": "m2", "type": 0, "body": {"text": "x"}}"#)),
    ])
    func `H-14: without a decision the policy decides: allow, or gw 1008`(
        name: String, answer: HookServer.Answer
    ) throws {
        let server = try HookServer { _ in answer }
        let policies = ["allow", "refuse"]
        for policy in policies {
            let settings = server.settings("message.send", timeoutMilliseconds: 200, onFailure: policy)
            try withChat(settings) { gateway in
                let alice = try gateway.online("alice")
                let bob = try gateway.online("bob")
                let reply = try alice.request("message.send", message("hello", to: .c2c("bob"), id: "m1"))
                if policy == "allow" {
                    #expect(try Sent(reply.get()).seq == 1)
                    #expect(try Message(bob.event("message.new")).body == #"{"text":"hello"}"#)
                } else {
                    #expect(reply.error?.number == "gw 1008")
                    #expect(try bob.history(with: "alice").isEmpty)
                }
                try until("the failure is counted") {
                    try gateway.metric(#"martlet_hook_decisions_total{decision="failed"}"#) == 1
                }
            }
        }
    }

    @Test func `H-15: a hook that hangs costs its time-out, and after ten in a row nothing for 5 s`() throws {
        let hangs = Lock(true)
        let server = try HookServer { _ in hangs.withLock { $0 } ? .hang : .allow }
        let settings = server.settings("message.send", timeoutMilliseconds: 300)
        try withChat(settings) { gateway in
            gateway.keepToOneNode()
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            func send() throws -> (String, Duration) {
                let began = ContinuousClock.now
                let code = try alice.request("message.send", message(to: .c2c("bob"))).error?.number ?? "ok"
                return (code, ContinuousClock.now - began)
            }
            for _ in 1...10 {
                let (code, took) = try send()
                #expect(code == "gw 1008" && took >= .milliseconds(300) && took < .milliseconds(1_500))
            }
            let opened = ContinuousClock.now
            for _ in 1...20 {
                let (code, took) = try send()
                #expect(code == "gw 1008" && took < .milliseconds(200))
            }
            #expect(server.asks.count == 10)
            #expect(try gateway.metric("martlet_hooks_paused") == 1)
            let ready = try gateway.http().request(.get, "/readyz")
            #expect(ready.status == 200 && ready.text.contains(#""warnings":["hooks"]"#))
            hangs.withLock { $0 = false }
            try until("a decision") { try send().0 == "ok" }
            #expect(ContinuousClock.now - opened > .milliseconds(4_500))
            #expect(server.asks.count == 11)
            #expect(try gateway.metric("martlet_hooks_paused") == 0)
            #expect(try !gateway.http().request(.get, "/readyz").text.contains("hooks"))
        }
    }

    /// Eight messages from each of so many sessions of each user, at once.
    private func flood(
        _ gateway: GatewayProcess, users: Int, sessions: Int
    ) throws -> [(session: ClientSession, id: UInt64)] {
        let open = try (0..<users).flatMap { user in
            try (0..<sessions).map { try gateway.online("user\(user)", device: "d\($0)") }
        }
        return try open.flatMap { session in
            try (1...8).map { _ in (session, try session.send("message.send", message(to: .c2c("bob")))) }
        }
    }

    @Test func `H-16: of more than 256 asks at once those beyond wait for a place`() throws {
        let gate = Gate()
        let server = try HookServer { _ in
            gate.wait()
            return .allow
        }
        try withChat(server.settings("message.send")) { gateway in
            gateway.keepToOneNode()
            try gateway.createAccounts("bob")
            let sent = try flood(gateway, users: 33, sessions: 1)
            try until("256 asks") { server.asks.count == 256 }
            #expect(try gateway.metric("martlet_hook_asks_open") == 256)
            gate.open()
            #expect(try sent.allSatisfy { try $0.session.reply(to: $0.id).error == nil })
            #expect(server.asks.count == 264)
        }
    }

    @Test func `H-22: users who ask for much wait for their own share, and nothing of others is let through undecided`()
        throws
    {
        let gate = Gate()
        let server = try HookServer { ask in
            if try ask.json["user"]?.string == "honest" { return .refuse(7, "decided") }
            gate.wait()
            return .allow
        }
        try withChat(server.settings("message.send", onFailure: "allow")) { gateway in
            gateway.keepToOneNode()
            try gateway.createAccounts("bob")
            let honest = try gateway.online("honest")
            let sent = try flood(gateway, users: 8, sessions: 4)
            try until("16 asks about each") { server.asks.count == 8 * 16 }
            #expect(try honest.refusal("message.send", message(to: .c2c("bob"))).number == "app 7")
            #expect(server.asks.count == 8 * 16 + 1)
            gate.open()
            #expect(try sent.allSatisfy { try $0.session.reply(to: $0.id).error == nil })
            #expect(server.asks.count == 8 * 32 + 1)
            #expect(try gateway.metric(#"martlet_hook_decisions_total{decision="failed"}"#) == 0)
        }
    }

    @Test func `H-22: whoever has too much under way is refused, also where the policy is to allow`() throws {
        let server = try HookServer { _ in .hang }
        try withChat(server.settings("message.send", timeoutMilliseconds: 1_000, onFailure: "allow")) { gateway in
            gateway.keepToOneNode()
            try gateway.createAccounts("bob")
            let sent = try flood(gateway, users: 1, sessions: 8)
            let codes = try sent.map { try $0.session.reply(to: $0.id).error?.number ?? "ok" }
            // 16 are asked about, 32 wait, and the others are refused at once.
            #expect(codes.count { $0 == "gw 1003" } >= 16)
            #expect(codes.count { $0 == "ok" } <= 48 && codes.contains("ok"))
        }
    }

    @Test func `H-17: a hook's decision is logged without the message`() throws {
        let server = try HookServer { _ in .refuse(5, "no secrets") }
        try withChat(server.settings("message.send")) { gateway in
            try gateway.createAccounts("bob")
            _ = try gateway.online("alice").refusal("message.send", message("secret", to: .c2c("bob")))
            try gateway.waitForLog("hook")
            let line = try #require(try gateway.logged("hook").first)
            #expect(line["operation"]?.string == "message.send" && line["decision"]?.string == "refuse")
            #expect(line["endpoint"]?.string == "http://127.0.0.1:\(server.port)/hook")
            #expect(line["id"]?.string == server.asks.first?.id && line["milliseconds"]?.int != nil)
            #expect(try !gateway.errors.contains("secret\""))
        }
    }

    @Test(arguments: [true, false])
    func `H-01: a backend with a certificate of an own authority is trusted by hooks.authorities`(isNamed: Bool) throws
    {
        // It answers any question so, over TLS.
        let backend = try KeySource()
        try backend.publish(text: #"{"action": "refuse", "code": 7, "message": "no"}"#)
        try backend.workspace.write("hook.secret", HookServer.secret + "\n")
        let hook =
            #"{url: "\#(backend.url)", operations: ["message.send"], "#
            + #"secretFile: "\#(backend.workspace("hook.secret"))", onFailure: "allow"}"#
        let authorities = isNamed ? ["hooks.authorities": #""\#(backend.authorities)""#] : [:]
        try withChat(["hooks.before": "[\(hook)]"].merging(authorities) { $1 }) { gateway in
            try gateway.createAccounts("bob")
            let reply = try gateway.online("alice").request("message.send", message("hi", to: .c2c("bob")))
            #expect(reply.error?.number == (isNamed ? "app 7" : nil))
            #expect(try backend.requests == (isNamed ? 1 : 0))
        }
    }

    @Test func `H-18: secrets are read again on SIGHUP; two sign beside each other`() throws {
        let server = try HookServer { _ in .allow }
        try withChat(server.settings("message.send")) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.write(to: "bob")
            let other = "whsec_" + Base64.standard.encode(Random.bytes(32))
            try server.workspace.write("hook.secret", HookServer.secret + "\n" + other + "\n")
            gateway.signal(SIGHUP)
            try gateway.waitForLog("keys reloaded")
            try until("two signatures") {
                try alice.write(to: "bob")
                return server.asks.last?.headers["webhook-signature"]?.split(separator: " ").count == 2
            }
        }
    }
}
