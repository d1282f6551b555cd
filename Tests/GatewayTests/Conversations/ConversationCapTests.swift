import Client
import ClientProtocol
import JSON
import Testing

/// How many conversations the gateway keeps for a user.
struct ConversationCapTests {
    private static let three = ["conversations.perUser": "3"]

    @Test func `C-39, C-41: the cloud keeps 100 conversations, and a new device sees no more`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let users = (0...100).map { "u\($0)" }
            try gateway.createAccounts(Array(users[..<100]))
            try gateway.createAccounts("u100")
            for user in users.dropLast() { try alice.write(to: user) }
            #expect(try alice.conversations().count == 100)
            try alice.write(to: "u100")
            let fresh = try gateway.online("alice", device: "fresh")
            #expect(try fresh.conversations().map(\.userID) == users.dropFirst().reversed())
        }
    }

    @Test func `C-Q24, C-39: the one that is last in the list goes, silently, but not a pinned one`() throws {
        try withChat(Self.three, door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            try writeToMany(alice, 3, gateway)
            try alice.pin("u1")
            try gateway.createAccounts("u4")
            _ = try alice.settle()
            try alice.write(to: "u4")
            #expect(try alice.settle().names == ["conversation.new"])
            #expect(try alice.conversations().map(\.userID) == ["u1", "u4", "u3"])
            #expect(try alice.refusal("conversation.get", #"{"conversationID": "c2c_u2"}"#).number == "tim 6017")
        }
    }

    @Test func `C-Q24: if all are pinned, the oldest pinned one goes`() throws {
        try withChat(Self.three) { gateway in
            let alice = try gateway.online("alice")
            try writeToMany(alice, 3, gateway)
            for user in ["u1", "u2", "u3"] { try alice.pin(user) }
            try gateway.createAccounts("u4")
            try alice.write(to: "u4")
            #expect(try alice.conversations().map(\.userID) == ["u3", "u2", "u4"])
        }
    }

    @Test func `C-Q24, X-58, C-28: what is evicted leaves the total, and all devices are told`() throws {
        try withChat(Self.three) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            for _ in 1...2 { try bob.write(to: "alice") }
            for user in ["carol", "dave"] { try gateway.online(user).write(to: "alice") }
            #expect(try phone.totalUnread() == 4)
            _ = try [phone, tab].map { try $0.settle() }
            try gateway.online("eve").write(to: "alice")
            for device in [phone, tab] { #expect(try device.settle().totals == [3]) }
            #expect(try phone.totalUnread() == 3)
        }
    }

    @Test
    func `C-Q24, X-59, C-Q26, X-58: an evicted conversation's messages stay, and the next makes it new with 1 unread`()
        throws
    {
        try withChat(Self.three) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for text in ["one", "two"] { try bob.write(text, to: "alice") }
            try writeToMany(alice, 3, gateway)
            #expect(try alice.conversations().map(\.userID) == ["u3", "u2", "u1"])
            #expect(try alice.history(with: "bob").map(\.text) == ["two", "one"])
            #expect(try bob.conversations().map(\.userID) == ["alice"])
            _ = try alice.settle()
            try bob.write("three", to: "alice")
            let event = try #require(try alice.settle().named("conversation.new").first)
            #expect(try event.conversations.map(\.unread) == [1])
            #expect(try alice.totalUnread() == 1)
            #expect(try alice.history(with: "bob").map(\.text) == ["three", "two", "one"])
        }
    }

    @Test func `C-39: the cap holds however many write at once`() throws {
        try withChat(Self.three) { gateway in
            let alice = try gateway.online("alice")
            let writers = try (0..<8).map { try gateway.online("w\($0)") }
            let requests = try writers.map { try $0.send("message.send", message(to: "alice")) }
            for (writer, request) in zip(writers, requests) { _ = try writer.reply(to: request).get() }
            #expect(try alice.conversations().count == 3)
            #expect(try alice.totalUnread() == 3)
        }
    }
}
