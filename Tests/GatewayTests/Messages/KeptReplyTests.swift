import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// Replies that are kept for repeats: what messages say is not in them.
struct KeptReplyTests {
    /// The ways by which a request with a key comes.
    enum Way: String, CaseIterable {
        case session, http, batch, inName

        /// Sends it, and returns the message of the reply.
        func message(
            _ operation: String, _ data: String, key: String, of user: String, at gateway: GatewayProcess
        ) throws -> JSONValue {
            let reply: JSONValue
            switch self {
            case .session:
                let session = try gateway.session(user, device: "keyed")
                reply = try session.request(operation, data, key: key).get()
            case .http:
                let api = try gateway.api([.bearer(gateway.token(user))])
                reply = try api.exchange(operation, data, headers: [.idempotencyKey(key)]).reply.get()
            case .inName:
                let api = try gateway.api([.adminKey(gateway.keys.adminKey), .asUser(user)])
                reply = try api.exchange(operation, data, headers: [.idempotencyKey(key)]).reply.get()
            case .batch:
                let call = #"{"op": "\#(operation)", "key": "\#(key)", "data": \#(data)}"#
                let api = try gateway.api([.bearer(gateway.token(user))])
                let results = try api.request("batch", #"{"calls": [\#(call)]}"#).get()["results"]
                reply = try #require(results?.first?["ok"])
            }
            return try #require(reply["message"])
        }
    }

    /// A change of bob's message by that user, in bob's conversation with alice.
    struct Change: Sendable, CustomStringConvertible {
        let operation: String
        let user: String
        var more = ""

        var description: String { operation }

        func data(_ sent: Sent) -> String {
            let id = user == "bob" ? "c2c_alice" : "c2c_bob"
            return #"{"conversationID": "\#(id)", "msgId": "\#(sent.msgID)"\#(more)}"#
        }
    }

    private static let changes = [
        Change(operation: "message.react", user: "alice", more: #", "reaction": "+1""#),
        Change(operation: "message.pin", user: "alice"), Change(operation: "message.unpin", user: "alice"),
        Change(operation: "message.edit", user: "bob", more: #", "body": {"text": "xylophone, edited"}"#),
    ]

    @Test(arguments: changes, Way.allCases)
    func `M-51: a repeat shows the message as it is now: edited, and recalled without what it said`(
        change: Change, way: Way
    ) throws {
        try withChat { gateway in
            try gateway.createAccounts("alice")
            let bob = try gateway.online("bob")
            let sent = try bob.write("xylophone", to: "alice")
            let first = try way.message(change.operation, change.data(sent), key: "k", of: change.user, at: gateway)
            #expect(first["body"]?["text"]?.string?.hasPrefix("xylophone") == true)
            try bob.edit(sent, "zither")
            let edited = try way.message(change.operation, change.data(sent), key: "k", of: change.user, at: gateway)
            #expect(edited["body"]?["text"]?.string == "zither" && edited["edited"] != nil)
            #expect(edited["reactions"]?.first?["mine"]?.bool == first["reactions"]?.first?["mine"]?.bool)
            try bob.recall(sent, #""reason": "zither""#)
            let recalled = try way.message(change.operation, change.data(sent), key: "k", of: change.user, at: gateway)
            #expect(try Recalled(recalled).by == "bob" && recalled["body"]?.text == "{}")
            #expect(!recalled.text.contains("xylophone"))
        }
    }

    @Test(arguments: Way.allCases)
    func `M-51: of an expired message a repeat shows that it is gone, and nothing of what it said`(way: Way) throws {
        try withChat { gateway in
            try gateway.createAccounts("alice")
            let bob = try gateway.online("bob")
            let sent = try bob.write("xylophone", to: "alice", id: "m1", #""expireSeconds": 2"#)
            let change = Self.changes[0]
            let first = try way.message(change.operation, change.data(sent), key: "k", of: "alice", at: gateway)
            #expect(first["isExpired"] == nil)
            try until("it has expired") { try bob.history(with: "alice").isEmpty }
            let again = try way.message(change.operation, change.data(sent), key: "k", of: "alice", at: gateway)
            try expectStub(again, of: sent, from: "bob", in: "c2c_bob")
        }
    }

    /// Its place, its sender and its time.
    private func expectStub(_ message: JSONValue, of sent: Sent, from user: String, in conversation: String) throws {
        let shown = try Message(message)
        #expect(shown.msgID == sent.msgID && shown.seq == sent.seq && shown.from == user && shown.body == "{}")
        #expect(shown.conversation == conversation && message["isExpired"]?.bool == true)
        #expect(message["time"]?.int == sent.time && message["reactions"] == nil)
        #expect(!message.text.contains("xylophone"))
    }

    @Test func `M-51: who cannot read a message any more is shown nothing of it by a repeat, also of a later edit`()
        throws
    {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try bob.write("xylophone", to: "alice")
            func react(_ id: String, _ sent: Sent, key: String) throws -> JSONValue {
                let data = #"{"conversationID": "\#(id)", "msgId": "\#(sent.msgID)", "reaction": "+1"}"#
                return try #require(try alice.request("message.react", data, key: key).get()["message"])
            }
            _ = try react("c2c_bob", sent, key: "k1")
            let data = #"{"conversationID": "c2c_bob", "msgIds": ["\#(sent.msgID)"]}"#
            _ = try alice.request("message.delete", data).get()
            try bob.edit(sent, "xylophone again")
            try expectStub(react("c2c_bob", sent, key: "k1"), of: sent, from: "bob", in: "c2c_bob")

            let group = try bob.createGroup(with: ["alice"])
            let told = try bob.write("xylophone", in: group)
            _ = try react("group_\(group)", told, key: "k2")
            _ = try bob.group("remove", group, #""userIDs": ["alice"]"#)
            try bob.edit(told, "xylophone again")
            try expectStub(react("group_\(group)", told, key: "k2"), of: told, from: "bob", in: "group_\(group)")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-51, H-21: what a hook has made of a message is in the reply to a repeat as long as the message says it`(
        door: RequestDoor
    ) throws {
        let server = try HookServer { _ in .replace(#"{"type": 0, "body": {"text": "xylophone"}}"#) }
        try withChat(server.settings("message.send", "channel.publish"), door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let admin = try gateway.admin()
            try admin.manage("create", "news", #""publishers": ["alice"]"#)
            let text = message("rude", to: "bob", id: "m1")
            func send() throws -> JSONValue { try alice.request("message.send", text, key: "k").get() }
            let first = try send()
            #expect(first["message"]?["body"]?["text"]?.string == "xylophone")
            #expect(try send().text == first.text)
            let published = post("rude", in: "news", id: "m2")
            func publish() throws -> JSONValue { try alice.request("channel.publish", published, key: "c").get() }
            let told = try publish()
            #expect(told["message"]?["body"]?["text"]?.string == "xylophone")
            #expect(try publish().text == told.text)
            let id = try #require(first["msgId"]?.string)
            _ = try admin.request("admin.message.recall", #"{"msgId": "\#(id)"}"#).get()
            let again = try send()
            #expect(again["message"]?["recalled"] != nil && again["message"]?["body"]?.text == "{}")
            try admin.manage("destroy", "news")
            #expect(try publish()["message"] == nil)
            #expect(server.asks.count == 2)
        }
    }

    @Test(.alone("It looks into the database."))
    func `M-51: no kept reply has a word of a message`() throws {
        let workspace = try Workspace()
        try withChat(workspace: workspace) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            for change in Self.changes {
                let sent = try bob.write("xylophone", to: "alice", id: "xylophone" + uniqueID())
                let session = change.user == "bob" ? bob : alice
                _ = try session.request(change.operation, change.data(sent), key: "k" + change.operation).get()
            }
            let sent = try bob.write("xylophone", to: "alice")
            let data = #"{"conversationID": "c2c_alice", "msgId": "\#(sent.msgID)", "reason": "xylophone"}"#
            _ = try bob.request("message.recall", data, key: "k").get()
            #expect(try gateway.rows(of: "idempotency_key") == Self.changes.count + 1)
            #expect(try gateway.rows(of: "idempotency_key WHERE length(reply) > 300") == 0)
            #expect(try gateway.rows(of: "idempotency_key WHERE reply LIKE '%xylophone%'") == 0)
            // Another program reads this from the file.
            #expect(try gateway.rows(of: "message WHERE body LIKE '%xylophone%'") > 0)
        }
    }
}
