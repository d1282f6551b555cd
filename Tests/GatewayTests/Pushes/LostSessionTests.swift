import Client
import JSON
import TestSupport
import Testing

/// Messages that counted as delivered to a session which was dead: docs/pushes.md, "A session that is lost".
struct LostSessionTests {
    /// Short, but not so short that a client on a busy machine is taken for dead.
    private static let quick = [
        "heartbeat.intervalMilliseconds": "1000", "heartbeat.timeoutMilliseconds": "4000",
        "subscriptions.reconnectMilliseconds": "4000",
    ]

    @Test func `T-Q35, X-52: what a dead connection was sent since it was heard is pushed when it ends`() throws {
        try withPushes(Self.quick) { gateway, pushes in
            let alice = try gateway.online("alice")
            let bob = try gateway.session("bob", device: "phone", platform: "ios")
            try pushes.register(bob, "bob")
            // One that is registered no more.
            let pad = try gateway.session("bob", device: "pad", platform: "ios")
            try pushes.register(pad, "pad")
            _ = try pad.request("push.unregister", "{}").get()
            try pad.leave()
            let id = try alice.createGroup(with: ["bob"])
            let heard = try alice.write("heard", to: "bob")
            try bob.showThatItHeard()
            // From here on nothing is heard of bob's phone.
            let missed = try alice.write("missed", to: "bob")
            let inGroup = try alice.write("in the group", in: id, #""apnsMemberOption": {"forcePush": true}"#)
            #expect(try pushes.explanation(of: missed.msgID, for: "bob").line == "online X-52")
            try keepAlive(alice, until: "the session is over") { try gateway.metric("martlet_sessions_open") == 1 }
            for (sent, line) in [(missed, "2 alice:missed"), (inGroup, "3! in the group")] {
                let explanation = try until("it is pushed") {
                    let explanation = try pushes.explanation(of: sent.msgID, for: "bob")
                    return explanation.isPushed == true ? explanation : nil
                }
                #expect(explanation.line == line && explanation.isLate)
                #expect(try pushes.outcome(of: sent, for: "bob") == line)
            }
            #expect(try pushes.explanation(of: heard.msgID, for: "bob").line == "online X-52")
            // Once, and what comes now is pushed as ever.
            let later = try alice.write("later", to: "bob")
            #expect(try pushes.outcome(of: later, for: "bob") == "4 alice:later")
            #expect(try !pushes.explanation(of: later.msgID, for: "bob").isLate)
            #expect(try pushes.requests(to: "bob").count == 3 && pushes.requests(to: "pad").isEmpty)
        }
    }

    @Test func `T-Q35, X-52: another session that was heard later had it, and so had one that said goodbye`() throws {
        try withPushes(Self.quick) { gateway, pushes in
            let alice = try gateway.online("alice")
            let phone = try gateway.session("bob", device: "phone", platform: "ios")
            try pushes.register(phone, "bob")
            let pad = try gateway.session("bob", device: "pad")
            let carol = try gateway.session("carol", device: "phone", platform: "ios")
            try pushes.register(carol, "carol")
            let sent = try ["bob", "carol"].map { try alice.write(to: $0) }
            try carol.leave()
            try keepAlive(alice, pad, until: "the phone is over") { try gateway.metric("martlet_sessions_open") == 2 }
            try pad.leave()
            // The next decision is made later.
            let last = try ["bob", "carol"].map { try alice.write(to: $0) }
            for (index, user) in ["bob", "carol"].enumerated() {
                #expect(try pushes.outcome(of: last[index], for: user) == "2 alice:hello")
                #expect(try pushes.explanation(of: sent[index].msgID, for: user).line == "online X-52")
                #expect(try pushes.requests(to: user).count == 1)
            }
        }
    }

    @Test func `T-Q35, X-52: what none of several dead sessions heard is pushed, unless it is read`() throws {
        try withPushes(Self.quick) { gateway, pushes in
            let alice = try gateway.online("alice")
            let phone = try gateway.session("bob", device: "phone", platform: "ios")
            try pushes.register(phone, "bob")
            let pad = try gateway.session("bob", device: "pad")
            let first = try alice.write("first", to: "bob")
            try pad.showThatItHeard()
            let second = try alice.write("second", to: "bob")
            try keepAlive(alice, until: "both are over") { try gateway.metric("martlet_sessions_open") == 1 }
            try until("it is pushed") { try pushes.explanation(of: second.msgID, for: "bob").isPushed == true }
            #expect(try pushes.outcome(of: second, for: "bob") == "2 alice:second")
            #expect(try pushes.explanation(of: first.msgID, for: "bob").line == "online X-52")

            // A message that is read on another device is read.
            let dead = try gateway.session("bob", device: "phone", platform: "ios")
            try dead.showThatItHeard()
            let third = try alice.write("third", to: "bob")
            let reader = try gateway.session("bob", device: "tab", platform: "web")
            _ = try reader.request("conversation.markRead", #"{"conversationID": "c2c_alice"}"#).get()
            try reader.leave()
            try keepAlive(alice, until: "all are over") { try gateway.metric("martlet_sessions_open") == 1 }
            let fourth = try alice.write("fourth", to: "bob")
            #expect(try pushes.outcome(of: fourth, for: "bob") == "1 alice:fourth")
            #expect(try pushes.explanation(of: third.msgID, for: "bob").line == "online X-52")
        }
    }

    @Test func `T-Q35, X-52: after a crash, who is not back soon is pushed what was sent shortly before`() throws {
        try withPushes(Self.quick) { gateway, pushes in
            var alice = try gateway.online("alice")
            let users = ["bob", "carol", "dave"]
            let sessions = try users.map { try gateway.session($0, device: "phone", platform: "ios") }
            for (user, session) in zip(users, sessions) { try pushes.register(session, user) }
            let id = try alice.createGroup(with: users)
            let sent = try alice.write("lost", in: id)
            #expect(try pushes.explanation(of: sent.msgID, for: "bob").line == "online X-52")
            // Carol has read it, and dave comes back.
            _ = try sessions[1].request("conversation.markRead", #"{"conversationID": "group_\#(id)"}"#).get()
            gateway.kill()
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            alice = try gateway.online("alice")
            let dave = try gateway.session("dave", device: "phone", platform: "ios")
            let explanation = try keepAlive(alice, dave, until: "bob is pushed to") {
                let explanation = try pushes.explanation(of: sent.msgID, for: "bob")
                return explanation.isPushed == true ? explanation : nil
            }
            #expect(explanation.line == "1 alice:lost" && explanation.isLate)
            #expect(try pushes.outcome(of: sent, for: "bob") == "1 alice:lost")
            for user in ["carol", "dave"] {
                #expect(try pushes.explanation(of: sent.msgID, for: user).line == "online X-52")
                #expect(try pushes.requests(to: user).isEmpty)
            }
            // Another end changes nothing.
            try dave.leave()
            try gateway.restart()
            alice = try gateway.online("alice")
            for user in users {
                #expect(try pushes.outcome(of: alice.write(to: user), for: user).hasSuffix("alice:hello"))
            }
            #expect(try pushes.requests(to: "bob").count == 2)
            #expect(try pushes.requests(to: "dave").count == 1)
        }
    }
}

extension ClientSession {
    /// The gateway reckons a sign by its shard's last look at the clock, so one that came at once may count as too early.
    fileprivate func showThatItHeard() throws {
        pause(.milliseconds(300))
        _ = try settle()
    }
}

/// Waits while these clients show that they are there.
@discardableResult
private func keepAlive<Value>(
    _ sessions: ClientSession..., until what: String, _ poll: () throws -> Value?
) throws -> Value {
    try until(what) {
        pause(.milliseconds(100))
        for session in sessions { _ = try session.settle() }
        return try poll()
    }
}

private func keepAlive(_ sessions: ClientSession..., until what: String, _ poll: () throws -> Bool) throws {
    try until(what) {
        pause(.milliseconds(100))
        for session in sessions { _ = try session.settle() }
        return try poll()
    }
}
