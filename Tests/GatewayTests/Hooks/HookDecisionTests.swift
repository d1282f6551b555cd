import Bytes
import Client
import ClientProtocol
import Framing
import JSON
import Locking
import Security
import Testing

/// A hook's decisions about messages, at both doors.
struct HookDecisionTests {
    @Test(arguments: RequestDoor.allCases)
    func `H-01: a hook that allows is told who sends what, and the message goes its way`(_ door: RequestDoor) throws {
        let server = try HookServer { _ in .allow }
        try withChat(server.settings("message.send"), door: door) { gateway in
            let alice = try gateway.online("alice", device: "phone")
            let bob = try gateway.online("bob")
            let sent = try alice.write("hello", to: "bob", id: "m1")
            #expect(try Message(bob.event("message.new")).msgID == sent.msgID)
            let ask = try #require(server.asks.first)
            #expect(server.asks.count == 1)
            let json = try ask.json
            #expect(json["operation"]?.string == "message.send" && json["user"]?.string == "alice")
            #expect(json["device"]?.string == (door == .http ? nil : "phone"))
            #expect(json["data"]?["clientMsgId"]?.string == "m1" && json["data"]?["body"]?["text"]?.string == "hello")
        }
    }

    @Test func `H-02: an ask is signed, as Standard Webhooks has it`() throws {
        let server = try HookServer { _ in .allow }
        try withChat(server.settings("message.send")) { gateway in
            try gateway.createAccounts("bob")
            try gateway.online("alice").write("hello", to: "bob")
            let ask = try #require(server.asks.first)
            let timestamp = try #require(ask.headers["webhook-timestamp"])
            #expect(abs(wallSeconds() - (Int(timestamp) ?? 0)) < 10)
            let signed = Array("\(ask.id).\(timestamp).\(ask.body)".utf8)
            let code = signed.withUnsafeBytes { Signature.hmac($0, secret: HookServer.key) }
            #expect(ask.headers["webhook-signature"] == "v1,\(Base64.standard.encode(code))")
            #expect(!ask.id.isEmpty && !ask.id.contains("."))
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `H-03: a refusal is the client's reply word for word; nothing is stored, and nobody is told`(
        _ door: RequestDoor
    ) throws {
        let server = try HookServer { try $0.text == "bad" ? .refuse(4711, "not that word") : .allow }
        try withChat(server.settings("message.send"), door: door) { gateway in
            let alice = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let error = try alice.refusal("message.send", message("bad", to: .c2c("bob"), id: "m1"))
            #expect(error.number == "app 4711" && error.name == "refusedByApp" && error.message == "not that word")
            #expect(try [alice, tab, bob].map { try $0.settle().count } == [0, 0, 0])
            #expect(try bob.history(with: "alice").isEmpty && bob.conversations().isEmpty)
            // The id is free.
            let sent = try alice.write("good", to: "bob", id: "m1")
            #expect(sent.seq == 1)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `H-04: everybody gets what a message was replaced with, the sender in the reply, also of a retry`(
        _ door: RequestDoor
    ) throws {
        let server = try HookServer { _ in .replace(#"{"type": 0, "body": {"text": "***"}}"#) }
        try withChat(server.settings("message.send"), door: door) { gateway in
            let alice = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let text = message("rude", to: .c2c("bob"), id: "m1")
            let first = try alice.request("message.send", text).get()
            let stored = try Message(try #require(first["message"]))
            #expect(stored.body == #"{"text":"***"}"#)
            #expect(stored.clientMsgID == "m1" && stored.conversation == "c2c_bob")
            for session in [tab, bob] { #expect(try Message(session.event("message.new")).body == stored.body) }
            #expect(try bob.history(with: "alice").map(\.body) == [stored.body])
            let again = try alice.request("message.send", text).get()
            #expect(Array(again.raw) == Array(first.raw))
            #expect(try bob.settle().map(\.name).contains("message.new") == false)
            #expect(server.asks.count == 1)
            let other = try alice.refusal("message.send", message("other", to: .c2c("bob"), id: "m1"))
            #expect(other.number == "gw 1006")
        }
    }

    @Test func `H-05: a stored repeat is not asked about again, by clientMsgId and by key`() throws {
        let server = try HookServer { _ in .allow }
        try withChat(server.settings("message.send")) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let first = try alice.write("hello", to: "bob", id: "m1")
            #expect(try alice.write("hello", to: "bob", id: "m1") == first)
            let keyed = message("hi", to: .c2c("bob"), id: "m2")
            let second = try alice.request("message.send", keyed, key: "k").get()
            let third = try alice.request("message.send", keyed, key: "k").get()
            #expect(Array(second.raw) == Array(third.raw))
            #expect(server.asks.count == 2)
            try gateway.restart()
            #expect(try gateway.online("alice").write("hello", to: "bob", id: "m1") == first)
            #expect(server.asks.count == 2)
        }
    }

    @Test func `H-05: a repeat beside its first joins the ask, from another connection and door too`() throws {
        let gate = Gate()
        let server = try HookServer { _ in
            gate.wait()
            return .allow
        }
        try withChat(server.settings("message.send")) { gateway in
            gateway.keepToOneNode()
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let text = message("hello", to: .c2c("bob"), id: "m1")
            let ids = try [phone.send("message.send", text), phone.send("message.send", text)]
            let other = try tab.send("message.send", text)
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            try until("the ask") { server.asks.count == 1 }
            pause(.milliseconds(100))
            gate.open()
            var replies = try ids.map { try Sent(try phone.reply(to: $0).get()) }
            replies.append(try Sent(try tab.reply(to: other).get()))
            replies.append(try Sent(try api.request("message.send", text).get()))
            #expect(Set(replies.map(\.msgID)).count == 1)
            #expect(server.asks.count == 1)
            #expect(try bob.history(with: "alice").count == 1)
        }
    }

    @Test func `H-06: after a refusal a repeat is asked about anew, with the same webhook-id`() throws {
        let server = try HookServer { _ in .refuse(1, "no") }
        try withChat(server.settings("message.send")) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let text = message("hello", to: .c2c("bob"), id: "m1")
            for _ in 1...2 { _ = try alice.refusal("message.send", text) }
            _ = try alice.refusal("message.send", message("hello", to: .c2c("bob"), id: "m2"))
            try gateway.restart()
            _ = try gateway.online("alice").refusal("message.send", text)
            let ids = server.asks.map(\.id)
            #expect(ids.count == 4 && ids[1] == ids[0] && ids[2] != ids[0] && ids.last == ids[0], "\(ids)")
        }
    }

    @Test func `H-07: what a hook allows or makes of a message is judged as any other`() throws {
        let server = try HookServer { ask in
            try ask.text == "name" ? .replace(#"{"type": 0, "body": {"text": "x"}, "apnsContent": "y"}"#) : .allow
        }
        try withChat(server.settings("message.send")) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            _ = try bob.request("blacklist.add", #"{"userIDs": ["alice"]}"#).get()
            for text in ["hello", "name"] {
                let error = try alice.refusal("message.send", message(text, to: .c2c("bob")))
                #expect(error.name == "blacklisted")
            }
            #expect(server.asks.count == 2)
        }
    }

    @Test func `H-07: a request that cannot be read, or comes too fast, is not asked about`() throws {
        let server = try HookServer { _ in .allow }
        try withChat(server.settings("message.send")) { gateway in
            let bad = try gateway.online("alice").refusal("message.send", message("", to: .c2c("bob")))
            #expect(bad.number == "nim 414")
        }
        // The login leaves the user four seconds behind.
        let slow = ["requests.perSecondPerUser": "1", "requests.burstPerUser": "1"]
        try withChat(server.settings("message.send").merging(slow) { $1 }) { gateway in
            let refused = try gateway.online("alice").refusal("message.send", message(to: .c2c("bob")))
            #expect(refused.number == "gw 1003")
        }
        #expect(server.asks.isEmpty)
    }

    @Test func `H-08: backends are not asked about: admin keys, users that they act for`() throws {
        let server = try HookServer { _ in .refuse(1, "no") }
        try withChat(server.settings("message.send")) { gateway in
            try gateway.createAccounts("alice", "bob")
            let api = try gateway.api([.adminKey(gateway.keys.adminKey), .asUser("alice")])
            _ = try api.request("message.send", message(to: .c2c("bob"))).get()
            #expect(server.asks.isEmpty)
        }
    }
}

/// Closed until it is opened for good.
final class Gate: Sendable {
    private let isOpen = Lock(false)

    func open() { isOpen.withLock { $0 = true } }

    func wait() {
        while !isOpen.withLock({ $0 }) { pause(.milliseconds(2)) }
    }
}
