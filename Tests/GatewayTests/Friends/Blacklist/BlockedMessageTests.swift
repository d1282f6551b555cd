import Client
import ClientProtocol
import JSON
import Testing

/// Messages and receipts between users of whom one has blocked the other, or who are no friends.
struct BlockedMessageTests {
    @Test
    func `X-25, R-Q42, R-111, T-Q34: a blocked user's message is refused with tim 20007 and reported to nobody`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let phone = try gateway.online("bob", device: "phone")
            let tab = try gateway.online("bob", device: "tab")
            try alice.block("bob")
            let eventLines = try told(alice, phone, tab) {
                for more in ["", #""history": false"#, #""shouldBeCounted": false"#] {
                    try #require(try phone.refusal("message.send", message(to: "alice", more)).number == "tim 20007")
                }
            }
            #expect(eventLines == [[], [], []])
        }
    }

    @Test func `X-M01, X-25, T-04: a blocked user's message is not stored and takes no number`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.block("bob")
            #expect(try bob.refusal("message.send", message(to: "alice")).number == "tim 20007")
            #expect(try alice.conversations().isEmpty && bob.conversations().isEmpty)
            #expect(try bob.history(with: "alice").isEmpty)
            #expect(try alice.totalUnread() == 0)
            try alice.unblock("bob")
            #expect(try bob.write(to: "alice", id: "m1").seq == 1)
        }
    }

    @Test func `R-Q42, X-25: the blocker may write, and it arrives as ever`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.block("bob")
            let sent = try alice.write("hello", to: "bob")
            #expect(sent.seq == 1)
            #expect(try bob.settle().names == ["message.new", "conversation.new", "conversation.totalUnreadChanged"])
            #expect(try bob.totalUnread() == 1)
            #expect(try bob.refusal("message.send", message(to: "alice")).number == "tim 20007")
            #expect(try bob.history(with: "alice").map(\.text) == ["hello"])
            #expect(try bob.markRead("alice") == 0)
        }
    }

    @Test func `X-25, R-Q42: two who have blocked each other cannot write, either of them`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.block("bob")
            try bob.block("alice")
            #expect(try alice.refusal("message.send", message(to: "bob")).number == "tim 20007")
            #expect(try bob.refusal("message.send", message(to: "alice")).number == "tim 20007")
            try alice.unblock("bob")
            #expect(try alice.refusal("message.send", message(to: "bob")).number == "tim 20007")
            try bob.write(to: "alice")
        }
    }

    @Test func `X-26, C-14: what came before the block stays, and stays unread until it is read`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for text in ["one", "two"] { try bob.write(text, to: "alice") }
            let before = try alice.conversation(with: "bob")
            try expectEventLines(alice, bob, are: [[], []]) { try alice.block("bob") }
            #expect(try bob.refusal("message.send", message(to: "alice")).number == "tim 20007")
            #expect(try alice.conversation(with: "bob") == before)
            #expect(try alice.totalUnread() == 2)
            #expect(try alice.history(with: "bob").map(\.text) == ["two", "one"])
            #expect(try bob.history(with: "alice").map(\.text) == ["two", "one"])
            #expect(try alice.markRead("bob", upTo: 1) == 1)
            #expect(try alice.markRead("bob") == 0)
            #expect(try alice.totalUnread() == 0)
        }
    }

    @Test(arguments: ["markRead", "receipt"])
    func `X-32: what the blocker reads gives the blocked one no receipt, until it is unblocked`(how: String) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let first = try bob.write("one", to: "alice")
            try alice.block("bob")
            func read(_ sent: Sent) throws {
                if how == "markRead" {
                    try alice.markRead("bob")
                } else {
                    let data = #"{"conversationID": "c2c_bob", "timestamp": \#(sent.time)}"#
                    _ = try alice.request("receipt.send", data).get()
                }
            }
            try expectEventLines(bob, are: [[]]) { try read(first) }
            #expect(try bob.conversation(with: "alice")?.peerReadTime == nil)
            try alice.unblock("bob")
            if how == "markRead" { try expectEventLines(bob, are: [[]]) { try read(first) } }
            let second = try bob.write("two", to: "alice")
            _ = try bob.settle()
            try read(second)
            let events = try bob.settle()
            #expect(events.named("receipt.new").map { $0.data["timestamp"]?.int } == [second.time])
        }
    }

    @Test func `X-32, R-Q50: a receipt that was withheld is not replayed either`() throws {
        try withChat { gateway in
            do {
                let alice = try gateway.online("alice")
                let bob = try gateway.online("bob")
                try bob.write("one", to: "alice")
                try alice.block("bob")
                try alice.markRead("bob")
            }
            let (_, opened) = try gateway.back("bob", resume: #"{"user": 0}"#)
            #expect(!opened.text.contains("receipt.new"))
        }
    }

    @Test func `X-25: a repeat of what was sent before the block still has its first result`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let first = try bob.write("hello", to: "alice", id: "m1")
            try alice.block("bob")
            _ = try alice.settle()
            #expect(try bob.write("hello", to: "alice", id: "m1") == first)
            #expect(try bob.refusal("message.send", message(to: "alice", id: "m2")).number == "tim 20007")
            #expect(try alice.settle().isEmpty)
            try alice.unblock("bob")
            #expect(try bob.write("hello", to: "alice", id: "m2").seq == 2)
        }
    }

    @Test func `T-08, T-04, X-25: a notification is never a client's to send, blocked or not`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let data = #"{"conversationID": "c2c_alice", "clientMsgId": "m1", "type": 5, "body": {"text": "x"}}"#
            #expect(try bob.refusal("message.send", data).number == "nim 414")
            try alice.block("bob")
            #expect(try bob.refusal("message.send", data).number == "nim 414")
            #expect(try alice.settle().isEmpty)
        }
    }

    @Test func `X-33, R-87, R-86: with requireFriend both must have each other: 20009, 20010, 20011`() throws {
        try withChat(["messages.requireFriend": "true"]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            func codes() throws -> [String?] {
                try [(alice, "bob"), (bob, "alice")].map {
                    try $0.request("message.send", message(to: $1)).error?.number
                }
            }
            #expect(try codes() == ["tim 20009", "tim 20009"])
            try alice.add("bob", #""addType": 1"#)
            #expect(try codes() == ["tim 20011", "tim 20010"])
            try alice.add("bob")
            #expect(try codes() == [nil, nil])
            try alice.deleteFriends(["bob"])
            #expect(try codes() == ["tim 20010", "tim 20011"])
            try bob.deleteFriends(["alice"])
            #expect(try codes() == ["tim 20009", "tim 20009"])
            // A block goes before.
            try bob.block("alice")
            #expect(try codes() == ["tim 20007", "tim 20009"])
        }
    }

    @Test func `X-33: without requireFriend strangers write, and a message makes nobody a friend`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try bob.setAllowType(2)
            try alice.write(to: "bob")
            try bob.write(to: "alice")
            #expect(try alice.check("bob") == [0])
        }
    }

    @Test(arguments: ["nothing", "a conversation", "a deleted conversation"])
    func `X-25, X-33: what two are to each other holds, whatever they have had, also after a restart`(had: String)
        throws
    {
        try withChat(["messages.requireFriend": "true"]) { gateway in
            do {
                let alice = try gateway.online("alice")
                let (bob, carol) = (try gateway.online("bob"), try gateway.online("carol"))
                for user in ["bob", "carol"] { try alice.add(user) }
                for (session, user) in [(bob, "bob"), (carol, "carol")] where had != "nothing" {
                    try session.write(to: "alice")
                    if had == "a deleted conversation" { try alice.deleteConversation(with: user) }
                }
                try alice.block("bob")
                try carol.deleteFriends(["alice"])
            }
            for _ in 1...2 {
                let bob = try gateway.online("bob")
                #expect(try bob.refusal("message.send", message(to: "alice")).number == "tim 20007")
                let carol = try gateway.online("carol")
                #expect(try carol.refusal("message.send", message(to: "alice")).number == "tim 20010")
                let alice = try gateway.online("alice")
                #expect(try alice.refusal("message.send", message(to: "carol")).number == "tim 20011")
                #expect(try alice.refusal("message.send", message(to: "bob")).number == "tim 20009")
                try gateway.restart()
            }
            try gateway.online("carol").add("alice")
            try gateway.online("alice").write(to: "carol")
        }
    }

    @Test func `X-33: with requireFriend one may still write to oneself`() throws {
        try withChat(["messages.requireFriend": "true"]) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            try phone.write("note", to: "alice")
            #expect(try tab.settle().messages.map(\.text) == ["note"])
        }
    }

    @Test func `X-25, X-08: once the block is answered no message comes through, however many are under way`() throws {
        try withChat(["shards.count": "4"]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let before = try (0..<50).map { try bob.send("message.send", message("\($0)", to: "alice")) }
            try alice.block("bob")
            let history = try alice.history(with: "bob").count
            let after = try (0..<50).map { try bob.send("message.send", message("\($0)", to: "alice")) }
            let codes = try (before + after).map { try bob.reply(to: $0).error?.number }
            #expect(codes.suffix(50).allSatisfy { $0 == "tim 20007" })
            #expect(codes.count { $0 == nil } == history)
            #expect(try alice.history(with: "bob").count == history)
            #expect(try alice.totalUnread() == history)
        }
    }
}
