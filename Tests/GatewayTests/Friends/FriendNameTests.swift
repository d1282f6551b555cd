import Client
import ClientProtocol
import JSON
import Testing

/// The name under which a conversation shows its user.
struct FriendNameTests {
    @Test func `C-10, C-Q06: the remark, if none the nickname, if none the id; only of who is in one's own list`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.write(to: "bob")
            func name() throws -> String? { try alice.conversation(with: "bob")?.showName }
            #expect(try name() == "bob")
            // Bob has Alice with a remark: that is his matter.
            try bob.add("alice", #""addType": 1, "remark": "my Alice""#)
            #expect(try name() == "bob")
            #expect(try bob.conversation(with: "alice")?.showName == "my Alice")
            try alice.add("bob", #""remark": "my Bob""#)
            #expect(try name() == "my Bob")
            try bob.modifySelf(#""nickname": "Bobby""#)
            #expect(try name() == "my Bob")
            try alice.modifyFriend("bob", #""remark": """#)
            #expect(try name() == "Bobby")
            try alice.modifyFriend("bob", #""remark": "again""#)
            try alice.deleteFriends(["bob"])
            #expect(try name() == "Bobby")
            try bob.modifySelf(#""nickname": """#)
            #expect(try name() == "bob")
            #expect(try bob.conversation(with: "alice")?.showName == "my Alice")
        }
    }

    @Test func `C-Q08, C-10: a remark that changes the shown name is told to own devices alone; the order stays`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol")
            try gateway.befriend(phone, bob, "bob")
            try phone.write(to: "bob")
            try phone.write(to: "carol")
            let eventLines = try told(phone, tab, bob) { try phone.modifyFriend("bob", #""remark": "my Bob""#) }
            #expect(eventLines == [["conversations: bob"], ["self 8: bob", "conversations: bob"], []])
            #expect(try phone.conversations().map(\.showName) == ["carol", "my Bob"])
            let silent = try told(phone, tab, bob) { try phone.modifyFriend("bob", #""groups": []"#) }
            #expect(silent == [[], [], []])
        }
    }

    @Test func `C-Q08, X-09: a friendship with a remark changes the name after the event of it`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try bob.write(to: "alice")
            try expectEventLines(alice, bob, are: [["3: bob"], ["3: from alice"]]) {
                try alice.add("bob", #""remark": "my Bob""#)
            }
            #expect(try alice.conversation(with: "bob")?.showName == "bob")
            let eventLines = try told(alice, bob) { try bob.respond(to: "alice", 1, #""remark": "my Alice""#) }
            #expect(eventLines[0].last == "conversations: bob" && eventLines[0].count == 3)
            #expect(eventLines[1] == ["1: alice", "conversations: alice"])
            #expect(try alice.conversation(with: "bob")?.showName == "my Bob")
            #expect(try bob.conversation(with: "alice")?.showName == "my Alice")
            try expectEventLines(alice, bob, are: [["2: bob", "conversations: bob"], []]) {
                try alice.deleteFriends(["bob"])
            }
        }
    }

    @Test func `C-Q08: where the list has no conversation, a remark shows nowhere, and in a new one at once`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.befriend(alice, bob, "bob")
            try expectEventLines(alice, are: [[]]) { try alice.modifyFriend("bob", #""remark": "my Bob""#) }
            try bob.write(to: "alice")
            let new = try #require(try alice.settle().named("conversation.new").first)
            #expect(try new.conversations.map(\.showName) == ["my Bob"])
            try alice.deleteConversation(with: "bob")
            try expectEventLines(alice, are: [[]]) { try alice.modifyFriend("bob", #""remark": "b""#) }
            try bob.write(to: "alice")
            #expect(try alice.conversation(with: "bob")?.showName == "b")
        }
    }

    @Test func `C-10, C-Q06: a remark shows after a restart, and to a device that comes back`() throws {
        try withChat { gateway in
            var position = 0
            do {
                let alice = try gateway.online("alice")
                let bob = try gateway.online("bob")
                try gateway.befriend(alice, bob, "bob")
                try bob.write(to: "alice")
                position = try #require(try gateway.back("alice", device: "tab").opened["stream"]?["seq"]?.int)
                try alice.modifyFriend("bob", #""remark": "my Bob""#)
            }
            try gateway.restart()
            let (tab, _) = try gateway.back("alice", device: "tab", resume: #"{"user": \#(position)}"#)
            let changed = try tab.settle().named("conversation.changed")
            #expect(try changed.map { try $0.conversations.map(\.showName) } == [["my Bob"]])
            #expect(try tab.conversation(with: "bob")?.showName == "my Bob")
        }
    }
}
