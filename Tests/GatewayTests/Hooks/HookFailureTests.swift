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
@Suite(.onThreads) struct HookFailureTests {
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

    @Test func `H-16: of more than 256 asks at once those beyond are decided by the policy`() throws {
        let gate = Gate()
        let server = try HookServer { _ in
            gate.wait()
            return .allow
        }
        try withChat(server.settings("message.send")) { gateway in
            gateway.keepToOneNode()
            try gateway.createAccounts("bob")
            // Eight from each of 33 users.
            let sessions = try (0..<33).map { try gateway.online("user\($0)") }
            var ids: [(ClientSession, UInt64)] = []
            for session in sessions {
                for _ in 1...8 { ids.append((session, try session.send("message.send", message(to: .c2c("bob"))))) }
            }
            try until("256 asks") { server.asks.count == 256 }
            try until("the rest is decided") {
                try gateway.metric(#"martlet_hook_decisions_total{decision="failed"}"#) == 8
            }
            gate.open()
            let codes = try ids.map { try $0.reply(to: $1).error?.number ?? "ok" }
            #expect(codes.count { $0 == "ok" } == 256 && codes.count { $0 == "gw 1008" } == 8)
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
