import Client
import JSON
import Testing

/// Sessions that derive what follows from a message between two (X-77).
struct LeanSessionTests {
    private func lean(_ gateway: GatewayProcess, _ user: String, device: String) throws -> ClientSession {
        let session = try gateway.guest()
        _ = try session.open(token: gateway.token(user), device: device, #""lean": true"#).get()
        _ = try session.settle()
        return session
    }

    @Test func `X-77: a message between two is one event for a lean session, and none for its sender's`() throws {
        try withChat { gateway in
            let sender = try lean(gateway, "alice", device: "d1")
            let others = (
                full: try gateway.online("alice", device: "d2"), lean: try lean(gateway, "alice", device: "d3")
            )
            let receivers = (full: try gateway.online("bob"), lean: try lean(gateway, "bob", device: "d2"))
            let all = [sender, others.full, others.lean, receivers.full, receivers.lean]
            try sender.write(to: "bob")
            for session in all { #expect(try session.settle().names.contains("conversation.new")) }

            try sender.write("two", to: "bob")
            #expect(try sender.settle().names == [])
            #expect(try others.full.settle().names == ["message.new", "conversation.changed"])
            let own = try others.lean.settle()
            #expect(own.names == ["message.new"] && own[0].data["unreadCount"] == nil)
            let told = try receivers.full.settle()
            #expect(told.names == ["message.new", "conversation.changed", "conversation.totalUnreadChanged"])
            let implied = try receivers.lean.settle()
            #expect(implied.names == ["message.new"])
            for event in [told[0], implied[0]] {
                #expect(event.data["unreadCount"]?.int64 == 2 && event.data["totalUnread"]?.int64 == 2)
            }
        }
    }

    @Test func `X-77: a message that does not count says the unread messages, and no total`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try lean(gateway, "bob", device: "d1"))
            try alice.write(to: "bob")
            try bob.setReceiveOption(2, for: "alice")
            _ = try bob.settle()
            try alice.write(to: "bob")
            let event = try #require(bob.settle().named("message.new").first)
            #expect(event.data["unreadCount"] != nil && event.data["totalUnread"] == nil)
        }
    }

    @Test func `X-77: what no message in hand explains is told as ever`() throws {
        try withChat { gateway in
            let alice = try lean(gateway, "alice", device: "d1")
            let (bob, phone) = (try lean(gateway, "bob", device: "d1"), try gateway.online("bob", device: "d2"))
            let first = try alice.write(to: "bob")
            try alice.write(to: "bob")
            for session in [alice, bob, phone] { _ = try session.settle() }
            // Its reply does not say whose message it replies to, and other devices are not sent this one.
            for more in [#""replyTo": {"msgId": "\#(first.msgID)"}"#, #""sync": false"#] {
                try alice.write(to: "bob", more)
                #expect(try alice.settle().names == ["conversation.changed"])
            }
            let last = try alice.write(to: "bob")
            _ = try bob.settle()
            _ = try phone.request("conversation.markRead", #"{"conversationID": "c2c_alice"}"#).get()
            #expect(try bob.settle().names == ["conversation.changed", "conversation.totalUnreadChanged"])
            try alice.recall(last)
            #expect(try bob.settle().names.contains("conversation.changed"))
        }
    }

    @Test func `X-77: a resume leaves out what stands where it was named, and what follows from its messages`() throws {
        try withChat { gateway in
            let (alice, carol) = (try gateway.online("alice"), try gateway.online("carol"))
            let phone = try gateway.online("bob", device: "phone")
            for user in [alice, carol, try gateway.online("dave")] { try user.write(to: "bob") }
            let opened = try gateway.guest().open(token: gateway.token("bob"), device: "d1", #""lean": true"#).get()
            let seq = try #require(opened["stream"]?["seq"]?.int)
            for _ in 1...2 { try alice.write(to: "bob") }
            try carol.write(to: "bob")
            _ = try phone.request("conversation.pin", #"{"conversationID": "c2c_carol", "pinned": true}"#).get()
            let named = #"{"c2c_alice": 1, "c2c_carol": 1, "c2c_dave": 1}"#
            for isLean in [true, false] {
                let session = try gateway.guest()
                let data = #""lean": \#(isLean), "resume": {"user": \#(seq), "conversations": \#(named)}"#
                let resume = try session.open(token: gateway.token("bob"), device: "d1", data).get()["resume"]
                let given = try #require(resume?["conversations"]?.members).map { name, _ in "\(name.keyText)" }
                #expect(given == ["c2c_alice", "c2c_carol"] + (isLean ? [] : ["c2c_dave"]))
                let (first, second) = (resume?["conversations"]?["c2c_alice"], resume?["conversations"]?["c2c_carol"])
                #expect(first?["messages"]?.elements?.count { _ in true } == 2)
                #expect(first?["unreadCount"]?.int == (isLean ? 3 : nil) && second?["unreadCount"] == nil)
                let changed = try #require(session.event("conversation.changed")["conversations"]?.elements)
                let told = changed.compactMap { $0["conversationID"]?.string }
                #expect(told == (isLean ? ["c2c_carol"] : ["c2c_carol", "c2c_alice"]))
            }
        }
    }
}
