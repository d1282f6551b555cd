import Client
import ClientProtocol
import JSON
import TestSupport
import Testing

/// What holds for all that is submitted to the one that writes, be it the writer of this process or the leader of a cluster.
@Suite(.alone("It has nodes of its own.")) struct SinkTests {
    enum Sink: String, CaseIterable {
        case writer
        case leader
    }

    /// `body` has a gateway that runs alone, or a node that does not lead.
    private func with(_ sink: Sink, _ settings: [String: String] = [:], _ body: (GatewayProcess) throws -> Void) throws
    {
        switch sink {
        case .writer: try withChat(settings, door: .webSocket, body)
        case .leader:
            try withNodes(2, settings) { nodes in
                let leader = try nodes.leader()
                try body(try #require(nodes.all.first { $0 !== leader }))
            }
        }
    }

    /// The first conversation of a list.
    private func top(_ reply: Reply) throws -> JSONValue? {
        try reply.get()["conversations"]?.elements?.first { _ in true }
    }

    @Test(arguments: Sink.allCases)
    func `replies come in the order of a session's requests, and see what came before`(_ sink: Sink) throws {
        try with(sink) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for number in 1...20 {
                let sent = try alice.send("message.send", message("m\(number)", to: "bob", id: "m\(number)"))
                let history = try alice.send(
                    "message.history", #"{"conversationID": "c2c_bob", "direction": "older", "limit": 100}"#)
                let listed = try alice.send("conversation.list", "{}")
                let pinned = try alice.send(
                    "conversation.pin", #"{"conversationID": "c2c_bob", "pinned": \#(number.isMultiple(of: 2))}"#)
                let again = try alice.send("conversation.list", "{}")
                #expect(try alice.reply(to: sent).get()["seq"]?.int == number)
                #expect(try alice.reply(to: history).get()["messages"]?.count == number)
                let first = try top(alice.reply(to: listed))
                #expect(first?["lastMessage"]?["seq"]?.int == number)
                _ = try alice.reply(to: pinned).get()
                let then = try top(alice.reply(to: again))
                #expect(then?["isPinned"]?.bool == number.isMultiple(of: 2))
            }
        }
    }

    @Test(arguments: Sink.allCases)
    func `X-10: a repeat has the former reply, and the same key with something else is refused`(_ sink: Sink) throws {
        try with(sink) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let first = try alice.request("friend.add", #"{"userID": "bob"}"#, key: "k").get().compactText
            #expect(try alice.request("friend.add", #"{"userID": "bob"}"#, key: "k").get().compactText == first)
            #expect(try alice.request("friend.add", #"{"userID": "eve"}"#, key: "k").error != nil)
        }
    }

    @Test(arguments: Sink.allCases)
    func `a session that another one of its user ends is told, and ended once`(_ sink: Sink) throws {
        try with(sink) { gateway in
            let (phone, tab) = (
                try gateway.online("alice", device: "phone"), try gateway.online("alice", device: "tab")
            )
            let listed = try phone.request("session.list", "{}").get()["sessions"]?.elements
            let id = try #require(listed?.first { $0["device"]?.string == "tab" }?["session"]?.string)
            let closed = try [id, id, "none"].map { target in
                try phone.request("session.close", #"{"session": "\#(target)"}"#).get()["closed"]?.bool
            }
            #expect(closed == [true, false, false])
            #expect(try tab.closeCode() == .closedByUser)
            #expect(try phone.request("session.list", "{}").get()["sessions"]?.count == 1)
        }
    }

    @Test(arguments: Sink.allCases)
    func `X-66: the audit log has the end of a request in pieces before its reply comes`(_ sink: Sink) throws {
        try with(sink) { gateway in
            let users = (0..<200).map { "user\($0)" }
            for start in [0, 100] { try gateway.createAccounts(Array(users[start..<start + 100])) }
            let receivers = (users.dropFirst() + ["nobody"]).map { #""\#($0)""# }.joined(separator: ",")
            let sent = try gateway.operatorAPI().request(
                "admin.message.send",
                #"{"userIDs": [\#(receivers)], "from": "user0", "clientMsgId": "m", "type": 0, "body": {"text": "t"}}"#)
            let codes = try sent.get()["results"]?.elements?.map { $0["code"]?.int }
            #expect(codes == Array(repeating: 0, count: 199) + [404])
            let rows = try gateway.audit(#""operation": "admin.message.send""#)
            #expect(rows.map(\.result) == ["ok", "begun"] && rows.first?.reason == "1 of 200 refused")
        }
    }

    @Test(arguments: Sink.allCases)
    func `whoever asks without a session is judged with each request, whatever it is`(_ sink: Sink) throws {
        try with(sink) { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            let requests = [
                ("conversation.pin", #"{"conversationID": "c2c_bob", "pinned": true}"#),
                ("conversation.list", "{}"), ("message.history", #"{"conversationID": "c2c_bob"}"#),
                ("message.search", #"{"query": "hello"}"#), ("session.list", "{}"),
            ]
            try gateway.createAccounts("bob")
            _ = try api.request("message.send", message(to: "bob")).get()
            for (operation, data) in requests {
                let error = try api.request(operation, data).error
                #expect(error?.name != "forbidden", "\(operation)")
            }
            _ = try gateway.operatorAPI().request("admin.account.disable", #"{"userIDs": ["alice"]}"#).get()
            for (operation, data) in requests {
                #expect(try api.request(operation, data).error?.name == "forbidden", "\(operation)")
            }
        }
    }

    @Test(arguments: Sink.allCases)
    func `H-06: a repeat of what was allowed is not asked about again`(_ sink: Sink) throws {
        let server = try HookServer { _ in .allow }
        try with(sink, server.settings("message.send")) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let sent = try (1...3).map { _ in try alice.write("hello", to: "bob", id: "m") }
            #expect(Set(sent.map(\.msgID)).count == 1 && server.asks.count == 1)
        }
    }
}
