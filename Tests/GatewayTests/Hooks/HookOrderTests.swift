import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// The order of requests while hooks think, and who waits for them.
struct HookOrderTests {
    /// The id of a request's operation with its data, sent behind the others without waiting.
    private func sendTexts(_ texts: [String], to user: String, by session: ClientSession) throws -> [UInt64] {
        try texts.map { try session.send("message.send", message($0, to: .c2c(user))) }
    }

    private func allowing(behind gate: Gate) throws -> HookServer {
        try HookServer { _ in
            gate.wait()
            return .allow
        }
    }

    @Test func `H-09: hooks think beside each other, and messages are stored in the order they were sent`() throws {
        // The first takes longest.
        let server = try HookServer { ask in
            pause(.milliseconds(400 - 50 * (Int(try ask.text) ?? 0)))
            return .allow
        }
        try withChat(server.settings("message.send")) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let began = ContinuousClock.now
            let texts = (0..<8).map { "\($0)" }
            let ids = try sendTexts(texts, to: "bob", by: alice)
            let seqs = try ids.map { try Sent(try alice.reply(to: $0).get()).seq }
            #expect(seqs == Array(1...8))
            #expect(ContinuousClock.now - began < .milliseconds(1_200))
            let heard = try texts.map { _ in try Message(bob.event("message.new")).body }
            #expect(heard == texts.map { #"{"text":"\#($0)"}"# })
        }
    }

    @Test func `H-09: a session's later requests wait for its hooks, reads too`() throws {
        let gate = Gate()
        let server = try HookServer { ask in
            gate.wait()
            return try ask.text == "bad" ? .refuse(1, "no") : .allow
        }
        try withChat(server.settings("message.send")) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let first = try alice.send("message.send", message("bad", to: .c2c("bob")))
            let second = try alice.send("message.send", message("good", to: .c2c("bob")))
            let history = try alice.send("message.history", #"{"conversationID": "c2c_bob"}"#)
            let third = try alice.send("message.send", message("later", to: .c2c("bob")))
            try until("two asks") { server.asks.count == 2 }
            pause(.milliseconds(100))
            #expect(server.asks.count == 2)
            gate.open()
            #expect(try alice.reply(to: first).error?.number == "app 1")
            #expect(try Sent(try alice.reply(to: second).get()).seq == 1)
            let messages = try #require(try alice.reply(to: history).get()["messages"]?.elements)
            #expect(try messages.map { try Message($0).body } == [#"{"text":"good"}"#])
            #expect(try Sent(try alice.reply(to: third).get()).seq == 2)
        }
    }

    @Test func `H-10: eight asks of a session are under way at once, then one for each that ends`() throws {
        let gate = Gate()
        let server = try allowing(behind: gate)
        try withChat(server.settings("message.send")) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let ids = try sendTexts((0..<200).map { "\($0)" }, to: "bob", by: alice)
            try until("eight asks") { server.asks.count == 8 }
            pause(.milliseconds(100))
            #expect(server.asks.count == 8)
            gate.open()
            let seqs = try ids.map { try Sent(try alice.reply(to: $0).get()).seq }
            #expect(seqs == Array(1...200))
            #expect(server.asks.count == 200)
        }
    }

    @Test func `H-10: a session with 64 requests that wait is not read, until half of them are done`() throws {
        let gate = Gate()
        let server = try allowing(behind: gate)
        try withChat(server.settings("message.send")) { gateway in
            try gateway.createAccounts("bob")
            let alice = try gateway.session("alice") { $0.channel.patience = .seconds(1) }
            let big = String(repeating: "x", count: 3_000)
            var ids: [UInt64] = []
            // The kernel's buffers hold some thousand such messages.
            #expect(throws: ClientError.self) {
                while ids.count < 20_000 { ids.append(try alice.send("message.send", message(big, to: .c2c("bob")))) }
            }
            #expect(server.asks.count == 8)
            // Others are served meanwhile.
            let tab = try gateway.session("alice", device: "tab")
            #expect(try tab.conversation(with: "bob") == nil)
            gate.open()
            let seqs = try ids.map { try Sent(try alice.reply(to: $0, within: .seconds(10)).get()).seq }
            #expect(seqs == Array(1...ids.count))
        }
    }

    @Test func `H-11: only the asker waits: others on the same shard, and its user's other sessions, do not`() throws {
        let gate = Gate()
        let server = try HookServer { ask in
            if try ask.text == "slow" { gate.wait() }
            return .allow
        }
        try withChat(server.settings("message.send").merging(["shards.count": "1"]) { $1 }) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let slow = try phone.send("message.send", message("slow", to: .c2c("bob")))
            try until("the ask") { server.asks.count == 1 }
            try tab.write("quick", to: "bob")
            try bob.write("quick", to: "alice")
            _ = try tab.history(with: "bob")
            gate.open()
            #expect(try Sent(try phone.reply(to: slow).get()).seq == 3)
        }
    }

    @Test func `H-12: a connection that ends cancels nothing: what it has sent is carried out`() throws {
        let gate = Gate()
        let server = try allowing(behind: gate)
        try withChat(server.settings("message.send")) { gateway in
            let bob = try gateway.online("bob")
            do {
                let alice = try gateway.online("alice")
                _ = try sendTexts((0..<12).map { "\($0)" }, to: "bob", by: alice)
                try until("eight asks") { server.asks.count == 8 }
                pause(.milliseconds(50))
            }
            try until("alice has gone") { try gateway.metric("martlet_sessions_open") == 1 }
            gate.open()
            let heard = try (0..<12).map { _ in try Message(bob.event("message.new")).body }
            #expect(heard == (0..<12).map { #"{"text":"\#($0)"}"# })
        }
    }

    @Test(arguments: [
        ("admin.token.revoke", #"{"userID": "alice"}"#), ("admin.account.disable", #"{"userIDs": ["alice"]}"#),
        ("admin.account.delete", #"{"userIDs": ["alice"]}"#),
    ]) func `H-12: what waits is not carried out if its user's token or account has ended`(
        _ operation: String, _ data: String
    ) throws {
        let gate = Gate()
        let server = try allowing(behind: gate)
        try withChat(server.settings("message.send")) { gateway in
            let bob = try gateway.online("bob")
            let alice = try gateway.online("alice")
            _ = try alice.send("message.send", message("late", to: .c2c("bob")))
            // Of an operation that no hook decides about, and that comes behind it.
            _ = try alice.send("conversation.pin", #"{"conversationID": "c2c_bob", "pinned": true}"#)
            try until("the ask") { server.asks.count == 1 }
            _ = try gateway.admin().request(operation, data).get()
            _ = try alice.event("session.kicked")
            try until("alice has gone") { try gateway.metric("martlet_sessions_open") == 1 }
            gate.open()
            try until("the decision") { try gateway.metric(#"martlet_hook_decisions_total{decision="allow"}"#) == 1 }
            pause(.milliseconds(200))
            try gateway.online("carol").write("next", to: "bob")
            #expect(try Message(bob.event("message.new")).body == #"{"text":"next"}"#)
            #expect(try bob.conversation(with: "alice") == nil)
        }
    }

    @Test func `H-13: the calls of a batch are asked about one after the other, and a refusal is one result`() throws {
        let server = try HookServer { try $0.text == "bad" ? .refuse(7, "no") : .allow }
        try withChat(server.settings("message.send")) { gateway in
            try gateway.createAccounts("bob")
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            let calls = ["one", "bad", "two"].map {
                #"{"op": "message.send", "data": \#(message($0, to: .c2c("bob")))}"#
            }
            let reply = try api.request("batch", #"{"calls": [\#(calls.joined(separator: ", "))]}"#).get()
            let results = try #require(reply["results"]?.elements).map { $0 }
            #expect(results.map { $0["ok"]?["seq"]?.int } == [1, nil, 2])
            #expect(results[1]["error"]?["system"]?.string == "app" && results[1]["error"]?["code"]?.int == 7)
            #expect(try server.asks.map { try $0.text } == ["one", "bad", "two"])
            // A refusal by a rule is 403.
            let (_, response) = try api.exchange("message.send", message("bad", to: .c2c("bob")))
            #expect(response.status == 403)
        }
    }
}
