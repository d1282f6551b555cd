import Client
import ClientProtocol
import JSON
import Testing

/// A message from one user to another.
struct MessageSendTests {
    @Test func `T-03, T-04: a message between two users arrives with all that it was sent with`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let sent = try alice.write("hello", to: "bob", id: "m1")
            #expect(sent.conversation == "c2c_bob" && sent.seq == 1)
            let message = try bob.event("message.new")
            let received = try Message(message)
            #expect(received.msgID == sent.msgID && received.clientMsgID == "m1")
            #expect(received.conversation == "c2c_alice" && received.sessionType == 0)
            #expect(received.seq == 1 && received.time == sent.time)
            #expect(received.from == "alice" && received.type == 0)
            #expect(received.body == #"{"text":"hello"}"#)
            #expect(received.settings.isEmpty)
        }
    }

    @Test func `X-50: each user sees a conversation by the other's id`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try phone.write(to: "bob")
            #expect(try tab.event("message.new")["conversationID"]?.string == "c2c_bob")
            #expect(try bob.event("message.new")["conversationID"]?.string == "c2c_alice")
            #expect(try phone.history(with: "bob").map(\.conversation) == ["c2c_bob"])
            #expect(try bob.history(with: "alice").map(\.conversation) == ["c2c_alice"])
            #expect(try bob.conversations().map(\.id) == ["c2c_alice"])
        }
    }

    @Test func `X-05: a message's time is the server's, in milliseconds, and a digest's timestamp in seconds`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let before = wallMilliseconds()
            let sent = try alice.write(to: "bob", #""time": 5"#)
            #expect((before - clockSlack...wallMilliseconds()).contains(sent.time))
            let last = try #require(try alice.conversation(with: "bob")?.last)
            #expect(last.time == sent.time && last.timestamp == sent.time / 1_000)
        }
    }

    @Test func `T-Q31: seq is dense from 1 in each conversation, and both sides count together`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol")
            let seqs = try [alice.write(to: "bob"), bob.write(to: "alice"), alice.write(to: "bob")].map(\.seq)
            #expect(seqs == [1, 2, 3])
            #expect(try alice.write(to: "carol").seq == 1)
        }
    }

    @Test func `a message's id is a string of digits, and no other message has it`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            let ids = try (0..<10).map { try alice.write(to: $0 % 2 == 0 ? "bob" : "carol").msgID }
            #expect(Set(ids).count == 10)
            #expect(ids.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) })
        }
    }

    @Test func `T-Q33: a message to nobody is refused with nim 404, and leaves nothing`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            #expect(try alice.refusal("message.send", message(to: "nobody")).number == "nim 404")
            #expect(try alice.settle().isEmpty)
            #expect(try alice.conversations().isEmpty)
        }
    }

    @Test func `T-Q33: a message to oneself reaches one's other devices, and nothing becomes unread`() throws {
        try withChat(door: .webSocket) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let sent = try phone.write("note", to: "alice")
            let events = try tab.settle()
            #expect(try events.messages.map(\.msgID) == [sent.msgID])
            #expect(try events.messages.map(\.conversation) == ["c2c_alice"])
            #expect(try phone.settle().messages.isEmpty)
            #expect(try phone.history(with: "alice").map(\.text) == ["note"])
            #expect(try phone.conversation(with: "alice")?.unread == 0)
            #expect(try phone.totalUnread() == 0)
        }
    }

    @Test func `X-33: strangers may write to each other, unless messages.requireFriend is on: tim 20009`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            #expect(try alice.write(to: "bob").seq == 1)
        }
        try withChat(["messages.requireFriend": "true"]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            #expect(try alice.refusal("message.send", message(to: "bob")).number == "tim 20009")
            #expect(try alice.refusal("message.send", message(to: "nobody")).number == "nim 404")
            #expect(try bob.settle().isEmpty)
            #expect(try alice.conversations().isEmpty)
            #expect(try bob.conversations().isEmpty)
        }
    }

    @Test func `X-01: a group's id is no user's`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let data = #"{"conversationID": "group_bob", "clientMsgId": "1", "type": 0, "body": {"text":"x"}}"#
            _ = try alice.refusal("message.send", data)
            #expect(try bob.settle().isEmpty)
            #expect(try bob.conversations().isEmpty)
        }
    }

    @Test func `messages, conversations and reads are there after a restart, and seq goes on`() throws {
        try withChat { gateway in
            do {
                let alice = try gateway.online("alice")
                let bob = try gateway.online("bob")
                for text in ["one", "two", "three"] { try alice.write(text, to: "bob") }
                try bob.markRead("alice", upTo: 2)
            }
            try gateway.restart()
            let bob = try gateway.online("bob")
            #expect(try bob.history(with: "alice").map(\.text) == ["three", "two", "one"])
            #expect(try bob.conversation(with: "alice")?.unread == 1)
            #expect(try bob.totalUnread() == 1)
            #expect(try bob.write("four", to: "alice").seq == 4)
        }
    }
}
