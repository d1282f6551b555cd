import Client
import ClientProtocol
import JSON
import Testing

/// `conversation.markUnread`, `conversation.markAllRead`, and reading what the list has dropped.
struct MarkTests {
    @Test func `C-Q27: a mark is told to all own devices, changes no count, and reading takes it away`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            try phone.markRead("bob")
            _ = try [phone, tab, bob].map { try $0.settle() }
            for isMarked in [true, false, true] {
                try mark(phone, "bob", isMarked)
                try mark(phone, "bob", isMarked)
                for device in [phone, tab] {
                    let events = try device.settle()
                    #expect(events.names == ["conversation.changed"])
                    #expect(events[0].stream == "user")
                    let conversation = try #require(try events[0].conversations.first)
                    #expect(conversation.isMarked == isMarked && conversation.unread == 0)
                }
            }
            #expect(try phone.totalUnread() == 0)
            #expect(try phone.markRead("bob", upTo: 1) == 0)
            for device in [phone, tab] {
                #expect(try device.settle().map { try $0.conversations.map(\.isMarked) } == [[false]])
            }
            #expect(try bob.settle().isEmpty)
        }
    }

    @Test func `C-Q27: a mark outlives messages and restarts, but not the conversation's place in the list`() throws {
        try withChat { gateway in
            try gateway.createAccounts("alice")
            try gateway.online("bob").write(to: "alice")
            try mark(gateway.online("alice"), "bob", true)
            try gateway.online("bob").write(to: "alice")
            try gateway.restart()
            let alice = try gateway.online("alice")
            #expect(try alice.conversation(with: "bob")?.isMarked == true)
            #expect(try alice.conversation(with: "bob")?.unread == 2)
            try alice.deleteConversation(with: "bob")
            try gateway.online("bob").write(to: "alice")
            #expect(try alice.conversation(with: "bob")?.isMarked == false)
        }
    }

    @Test func `C-Q27: what is not in the list cannot be marked`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for data in [#""c2c_bob", "marked": true"#, #""c2c_bob""#, #""c2c_bob", "marked": 1"#] {
                let refused = try alice.refusal("conversation.markUnread", #"{"conversationID": \#(data)}"#)
                #expect(refused.number == "tim 6017")
            }
        }
    }

    @Test(arguments: [nil, 1, 2])
    func `C-Q09: everything in the list, or all of one kind, is read at once`(type: Int?) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let tab = try gateway.online("alice", device: "tab")
            let (bob, carol) = (try gateway.online("bob"), try gateway.online("carol"))
            let group = try bob.createGroup(with: ["alice"])
            let text = #""type": 0, "body": {"text": "hi"}"#
            let data = #"{"conversationID": "group_\#(group)", "clientMsgId": "m", \#(text)}"#
            _ = try bob.request("message.send", data).get()
            for sender in [bob, carol] { try sender.write(to: "alice") }
            try carol.write(to: "alice")
            // The group's count comes with a round.
            for device in [alice, tab] { _ = try device.settleRounds() }
            for sender in [bob, carol] { _ = try sender.settle() }
            let parameters = type.map { #"{"type": \#($0)}"# } ?? "{}"
            let left = try alice.request("conversation.markAllRead", parameters).get()["total"]?.int
            let expected = [nil: 0, 1: 1, 2: 3][type]!
            #expect(left == expected)
            #expect(try alice.totalUnread() == expected)
            for device in [alice, tab] {
                let events = try device.settle()
                let read = [nil: 3, 1: 2, 2: 1][type]!
                #expect(events.names.filter { $0 == "conversation.changed" }.count == read)
                #expect(events.names.last == "conversation.totalUnreadChanged" && events.count == read + 1)
                #expect(try events.totals == [expected])
                #expect(try events.named("conversation.changed").allSatisfy { try $0.conversations[0].unread == 0 })
            }
            for sender in [bob, carol] {
                #expect(try sender.settle().names == (type == 2 ? [] : ["receipt.new"]))
            }
            _ = try alice.request("conversation.markAllRead", parameters).get()
            #expect(try alice.settle().isEmpty)
        }
    }

    @Test(arguments: ["0", "3", #""c2c""#, "1.5"])
    func `C-Q09: another kind is refused with tim 6017`(type: String) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let refused = try alice.refusal("conversation.markAllRead", #"{"type": \#(type)}"#)
            #expect(refused.number == "tim 6017" && refused.keys == ["type"])
        }
    }

    @Test
    func `C-Q09, C-Q24, X-58: what has left the list by itself can still be read, and the other gets the receipt`()
        throws
    {
        try withChat(["conversations.perUser": "1"]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let sent = try bob.write(to: "alice")
            try gateway.online("carol").write(to: "alice")
            #expect(try alice.conversations().map(\.userID) == ["carol"])
            _ = try [alice, bob].map { try $0.settle() }
            #expect(try alice.markRead("bob") == 0)
            #expect(try alice.settle().isEmpty)
            #expect(try bob.event("receipt.new")["timestamp"]?.int == sent.time)
            // A conversation that the user has deleted is gone.
            try alice.deleteConversation(with: "bob")
            let data = #"{"conversationID": "c2c_bob"}"#
            #expect(try alice.refusal("conversation.markRead", data).number == "tim 6017")
        }
    }

    @Test func `C-Q21: several conversations are read at once, each with a code`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for user in ["bob", "carol"] { try gateway.online(user).write("I am \(user)", to: "alice") }
            let ids = #"{"conversationIDs": ["c2c_carol", "c2c_nobody", "c2c_bob", "c2c_carol"]}"#
            let results = Array(
                try #require(try alice.request("conversation.get", ids).get()["results"]?.elements))
            #expect(results.map { $0["conversationID"]?.string } == ["c2c_carol", "c2c_nobody", "c2c_bob"])
            #expect(results.map { $0["code"]?.int } == [0, 6017, 0])
            let listed = try alice.conversations()
            #expect(try Conversation(#require(results[0]["conversation"])) == listed.first { $0.userID == "carol" })
            #expect(results[1]["conversation"] == nil)
        }
    }

    @Test func `C-Q21: of several as many come as fit into a reply, and the rest is asked for again`() throws {
        try withChat([
            "outbox.bytesPerConnection": "131072", "streams.resumeBytes": "65536", "outbox.pauseReadingBytes": "65536",
        ]) { gateway in
            let alice = try gateway.online("alice")
            let users = (0..<20).map { "u\($0)" }
            for user in users { try gateway.online(user).write(String(repeating: "x", count: 5000), to: "alice") }
            var rest = users.map { "c2c_\($0)" }
            var replies = 0
            while !rest.isEmpty {
                let ids = #"{"conversationIDs": \#(list(rest))}"#
                let results = Array(
                    try #require(try alice.request("conversation.get", ids).get()["results"]?.elements))
                try #require(!results.isEmpty)
                #expect(results.map { $0["conversationID"]?.string } == Array(rest.prefix(results.count)))
                rest.removeFirst(results.count)
                replies += 1
            }
            #expect(replies > 1)
        }
    }

    private func mark(_ session: ClientSession, _ user: String, _ isMarked: Bool) throws {
        let data = #"{"conversationID": "c2c_\#(user)", "marked": \#(isMarked)}"#
        _ = try session.request("conversation.markUnread", data).get()
    }
}
