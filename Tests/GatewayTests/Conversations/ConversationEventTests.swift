import Client
import ClientProtocol
import JSON
import Testing

/// Which events tell of a conversation, and whom.
struct ConversationEventTests {
    @Test func `C-22, C-23, C-Q14: the first message makes a conversation new, later ones change it, never both`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.write(to: "bob")
            for session in [alice, bob] {
                let names = try session.settle().names
                #expect(names.contains("conversation.new") && !names.contains("conversation.changed"))
            }
            for writer in [alice, bob] {
                try writer.write(to: writer === alice ? "bob" : "alice")
                for session in [alice, bob] {
                    let names = try session.settle().names
                    #expect(names.contains("conversation.changed") && !names.contains("conversation.new"))
                }
            }
        }
    }

    @Test func `C-Q14: after a deletion the next message makes it new again, for who deleted it`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.write(to: "bob")
            try bob.deleteConversation(with: "alice")
            _ = try [alice, bob].map { try $0.settle() }
            try alice.write(to: "bob")
            #expect(try bob.settle().names.contains("conversation.new"))
            #expect(try alice.settle().names == ["conversation.changed"])
        }
    }

    @Test func `C-Q15: all own devices are told, also the one that sent`() throws {
        try withChat(["shards.count": "4"]) { gateway in
            let devices = try (0..<4).map { try gateway.online("alice", device: "d\($0)") }
            try gateway.createAccounts("bob")
            for expected in ["conversation.new", "conversation.changed"] {
                try devices[0].write(to: "bob")
                for device in devices {
                    let events = try device.settle().filter { $0.name != "message.new" }
                    #expect(events.names == [expected])
                    #expect(try events[0].conversations.map(\.id) == ["c2c_bob"])
                }
            }
        }
    }

    @Test func `C-23: a message to many users makes a conversation with each`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            try writeToMany(alice, 3, gateway)
            let events = try alice.settle()
            #expect(events.names == Array(repeating: "conversation.new", count: 3))
            #expect(try events.flatMap { try $0.conversations.map(\.userID) } == ["u1", "u2", "u3"])
        }
    }

    @Test func `X-54: what is no message makes no conversation: logins, options, pins, admin's work, acknowledgements`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.setReceiveOption(2, for: "bob")
            _ = try alice.request("conversation.pin", #"{"conversationID": "c2c_bob", "pinned": true}"#)
            _ = try alice.request("stream.ack", #"{"user": 0, "conversations": {"c2c_bob": 0}}"#)
            let update = #"{"userID": "bob", "nickname": "Bobby"}"#
            _ = try gateway.admin().request("admin.account.update", update).get()
            for session in [alice, bob] {
                #expect(try session.conversations().isEmpty)
                #expect(try session.totalUnread() == 0)
                #expect(try session.settle().named("conversation.new").isEmpty)
            }
        }
    }
}
