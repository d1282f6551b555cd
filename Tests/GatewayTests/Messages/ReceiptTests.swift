import Client
import ClientProtocol
import JSON
import Testing

/// Read receipts between two users.
struct ReceiptTests {
    @Test func `T-Q28, X-56: a receipt tells all devices of the other until when was read, and nobody else`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let bobsTab = try gateway.online("bob", device: "tab")
            let eve = try gateway.online("eve")
            let sent = try phone.write(to: "bob")
            _ = try [phone, tab, bob, bobsTab].map { try $0.settle() }
            try sendReceipt(bob, sent.time)
            for session in [phone, tab] {
                let receipts = try session.settle().named("receipt.new")
                #expect(receipts.map { $0.data["conversationID"]?.string } == ["c2c_bob"])
                #expect(receipts.map { $0.data["timestamp"]?.int } == [sent.time])
            }
            #expect(try bob.settle().named("receipt.new").isEmpty)
            #expect(try bobsTab.settle().named("receipt.new").isEmpty)
            #expect(try eve.settle().isEmpty)
            #expect(try phone.conversation(with: "bob")?.peerReadTime == sent.time)
            #expect(try bob.conversation(with: "alice")?.peerReadTime == nil)
        }
    }

    @Test func `T-Q28: receipts never go back: an older one succeeds without effect`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let sent = try alice.write(to: "bob")
            try sendReceipt(bob, sent.time)
            _ = try alice.settle()
            try sendReceipt(bob, sent.time)
            try sendReceipt(bob, sent.time - 1)
            try sendReceipt(bob, 0)
            #expect(try alice.settle().isEmpty)
            #expect(try alice.conversation(with: "bob")?.peerReadTime == sent.time)
        }
    }

    @Test func `T-Q28: a receipt for the future counts as one for now`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let sent = try alice.write(to: "bob")
            try sendReceipt(bob, sent.time + 1_000_000_000)
            let time = try #require(try alice.event("receipt.new")["timestamp"]?.int)
            #expect((sent.time...wallMilliseconds()).contains(time))
            // A message after the read position has not been read.
            pause(.milliseconds(5))
            #expect(try alice.write(to: "bob").time > time)
        }
    }

    @Test func `T-Q28: a receipt for nobody, or where nothing was ever written, is refused with nim 404`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            // That makes no conversation.
            try alice.setReceiveOption(2, for: "bob")
            for user in ["bob", "nobody"] {
                let data = #"{"conversationID": "c2c_\#(user)", "timestamp": 1}"#
                #expect(try alice.refusal("receipt.send", data).number == "nim 404")
            }
            #expect(try bob.settle().isEmpty)
        }
    }

    @Test func `X-56: markRead on one device is told to all own devices, and as a receipt to the other`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let first = try bob.write("one", to: "alice")
            pause(.milliseconds(5))
            let second = try bob.write("two", to: "alice")
            _ = try [phone, tab, bob].map { try $0.settle() }
            #expect(try phone.markRead("bob", upTo: 1) == 1)
            #expect(try bob.event("receipt.new")["timestamp"]?.int == first.time)
            for session in [phone, tab] {
                let events = try session.settle()
                #expect(events.names == ["conversation.changed", "conversation.totalUnreadChanged"])
                #expect(try events[0].conversations.map(\.unread) == [1])
                #expect(try events.totals == [1])
            }
            #expect(try phone.markRead("bob") == 0)
            let receipt = try bob.event("receipt.new")
            let time = try #require(receipt["timestamp"]?.int)
            #expect((second.time...wallMilliseconds()).contains(time))
            #expect(receipt["conversationID"]?.string == "c2c_alice")
            #expect(try bob.conversation(with: "alice")?.peerReadTime == time)
        }
    }

    @Test func `X-56: reading what is read already tells nobody anything`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            try alice.markRead("bob")
            _ = try [alice, bob].map { try $0.settle() }
            #expect(try alice.markRead("bob") == 0)
            #expect(try alice.markRead("bob", upTo: 1) == 0)
            #expect(try alice.settle().isEmpty)
            #expect(try bob.settle().isEmpty)
        }
    }

    @Test func `X-57: deleting a conversation sends no receipt, and takes nothing from the other`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write("hello", to: "alice")
            let before = try bob.conversation(with: "alice")
            _ = try bob.settle()
            try alice.deleteConversation(with: "bob")
            #expect(try bob.settle().isEmpty)
            #expect(try bob.conversation(with: "alice") == before)
            #expect(try bob.history(with: "alice").map(\.text) == ["hello"])
            #expect(try alice.totalUnread() == 0)
        }
    }

    @Test func `X-54: a receipt makes no conversation, and counts nowhere`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let sent = try alice.write(to: "bob")
            try alice.deleteConversation(with: "bob")
            _ = try alice.settle()
            try sendReceipt(bob, sent.time)
            let events = try alice.settle()
            #expect(events.names.allSatisfy { $0 == "receipt.new" })
            #expect(try alice.conversations().isEmpty)
            #expect(try alice.totalUnread() == 0)
        }
    }

    @Test func `T-Q28: a receipt that came while nobody was there is replayed`() throws {
        try withChat { gateway in
            let position: Int
            let sent: Sent
            let bob = try gateway.online("bob")
            do {
                let (alice, opened) = try gateway.back("alice")
                sent = try alice.write(to: "bob")
                position = try #require(opened["stream"]?["seq"]?.int)
                try alice.connection.close()
                _ = try alice.closeCode()
            }
            try sendReceipt(bob, sent.time)
            let (_, opened) = try gateway.back("alice", resume: #"{"user": \#(position)}"#)
            let events = try #require(opened["resume"]?["user"]?["events"]?.elements)
            let receipts = events.filter { $0["event"]?.string == "receipt.new" }
            #expect(receipts.map { $0["data"]?["timestamp"]?.int } == [sent.time])
        }
    }

    @Test func `T-Q28, X-07: of each conversation the stream has the last receipt alone, and it loses nothing by it`()
        throws
    {
        try withChat(["streams.eventsPerUser": "100"]) { gateway in
            let (bob, carol) = (try gateway.online("bob"), try gateway.online("carol"))
            let (alice, opened) = try gateway.back("alice")
            let position = try #require(opened["stream"]?["seq"]?.int)
            for user in ["bob", "carol"] { try alice.write(to: user) }
            let sent = try alice.write(to: "bob")
            let seen = position + 2
            try sendReceipt(carol, sent.time)
            for time in 1...350 { try sendReceipt(bob, sent.time - 400 + time) }
            try alice.pin("bob")
            let receipts = try alice.settle().named("receipt.new")
            #expect(receipts.count == 351)
            #expect(receipts.compactMap(\.seq) == (1...351).map { UInt64(seen + $0) })
            // Where it had read some of them, and none.
            for (from, names) in [
                (
                    position,
                    ["conversation.new", "conversation.new", "receipt.new", "receipt.new", "conversation.changed"]
                ),
                (seen, ["receipt.new", "receipt.new", "conversation.changed"]),
                (seen + 20, ["receipt.new", "conversation.changed"]), (seen + 351, ["conversation.changed"]),
            ] {
                let (_, again) = try gateway.back("alice", device: "tab", resume: #"{"user": \#(from)}"#)
                let user = try #require(again["resume"]?["user"])
                #expect(user["verdict"]?.string == "recovered", "from \(from)")
                let events = Array(try #require(user["events"]?.elements))
                #expect(events.map { $0["event"]?.string } == names, "from \(from)")
                let last = events.last { $0["event"]?.string == "receipt.new" }
                if let last { #expect(last["data"]?["timestamp"]?.int == sent.time - 50) }
            }
        }
    }

    @Test func `X-07: other events still push each other out of the stream, and that is said`() throws {
        try withChat(["streams.eventsPerUser": "100"]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try alice.write(to: "bob")
            try sendReceipt(bob, sent.time)
            for index in 0..<150 { try alice.pin("bob", index % 2 == 0) }
            try sendReceipt(bob, sent.time + 1)
            // 1 the conversation, 2 the receipt, which was gone when the next one came, 3 to 152 the pins, 153.
            for (position, verdict) in [(0, "reset"), (52, "reset"), (53, "recovered"), (152, "recovered")] {
                let (_, opened) = try gateway.back("alice", device: "tab", resume: #"{"user": \#(position)}"#)
                let user = try #require(opened["resume"]?["user"])
                #expect(user["verdict"]?.string == verdict, "from \(position)")
                if verdict == "reset" {
                    #expect(user["from"]?.int == 54)
                } else {
                    #expect(user["events"]?.count == 153 - position)
                }
            }
        }
    }

    /// Bob has read what Alice wrote.
    private func sendReceipt(_ bob: ClientSession, _ time: Int) throws {
        _ = try bob.request("receipt.send", #"{"conversationID": "c2c_alice", "timestamp": \#(time)}"#).get()
    }
}
