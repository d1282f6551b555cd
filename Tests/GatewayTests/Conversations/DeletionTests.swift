import Client
import ClientProtocol
import JSON
import Testing

/// `conversation.delete`
@Suite(.onThreads) struct DeletionTests {
    @Test func `C-33, C-35, C-Q20: a deleted conversation is gone with this user's history, and with nobody else's`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.write("one", to: "bob")
            try bob.write("two", to: "alice")
            try alice.deleteConversation(with: "bob")
            #expect(try alice.conversations().isEmpty)
            #expect(try alice.history(with: "bob").isEmpty)
            #expect(try alice.history(with: "bob", #""direction": "newer""#).isEmpty)
            #expect(try alice.refusal("conversation.get", #"{"conversationID": "c2c_bob"}"#).number == "tim 6017")
            #expect(try bob.history(with: "alice").map(\.text) == ["two", "one"])
            #expect(try bob.conversations().map(\.userID) == ["alice"])
        }
    }

    @Test func `C-34, C-Q20: a deletion is told to no device, but the total is, if it changes`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let carol = try gateway.online("carol")
            try bob.write(to: "alice")
            try carol.write(to: "alice")
            try phone.markRead("carol")
            _ = try [phone, tab, bob, carol].map { try $0.settle() }
            try phone.deleteConversation(with: "carol")
            for session in [phone, tab, bob, carol] { #expect(try session.settle().isEmpty) }
            try phone.deleteConversation(with: "bob")
            for device in [phone, tab] {
                let events = try device.settle()
                #expect(events.names == ["conversation.totalUnreadChanged"])
                #expect(try events.totals == [0])
            }
            #expect(try phone.totalUnread() == 0)
            #expect(try bob.settle().isEmpty)
        }
    }

    @Test func `C-Q20: a new message begins it anew: history from there, one unread, no pin, but the same recvOpt`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for text in ["one", "two"] { try bob.write(text, to: "alice") }
            try alice.pin("bob")
            try alice.setReceiveOption(2, for: "bob")
            try alice.deleteConversation(with: "bob")
            _ = try alice.settle()
            let sent = try bob.write("three", to: "alice")
            #expect(sent.seq == 3)
            let event = try #require(try alice.settle().named("conversation.new").first)
            let conversation = try #require(try event.conversations.first)
            #expect(conversation.unread == 1 && !conversation.isPinned && conversation.option == 2)
            #expect(conversation.last?.text == "three")
            #expect(try alice.history(with: "bob").map(\.text) == ["three"])
            #expect(try alice.history(with: "bob", #""direction": "newer""#).map(\.text) == ["three"])
        }
    }

    @Test func `C-35: what was deleted does not come back with a restart or a resume`() throws {
        try withChat { gateway in
            do {
                let alice = try gateway.online("alice")
                let bob = try gateway.online("bob")
                try bob.write("one", to: "alice")
                try alice.deleteConversation(with: "bob")
            }
            try gateway.restart()
            let (alice, opened) = try gateway.back("alice", resume: #"{"user": 0, "conversations": {"c2c_bob": 0}}"#)
            #expect(!opened.text.contains("one"))
            #expect(try alice.history(with: "bob").isEmpty)
            #expect(try alice.conversations().isEmpty)
            #expect(try alice.totalUnread() == 0)
        }
    }

    @Test func `C-Q20: deleting what is not there succeeds, and makes nothing`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.deleteConversation(with: "bob")
            try alice.deleteConversation(with: "nobody")
            #expect(try alice.settle().isEmpty)
            #expect(try alice.conversations().isEmpty)
            try alice.write(to: "bob")
            #expect(try alice.conversations().map(\.seq) == [1])
        }
    }

    @Test func `C-Q22: there is no operation that deletes many`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            #expect(try alice.refusal("conversation.deleteList").number == "gw 1000")
        }
    }
}
