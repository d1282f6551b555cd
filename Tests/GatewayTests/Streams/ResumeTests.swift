import Client
import ClientProtocol
import JSON
import Testing

/// X-07: what a device missed, by the places in the streams that it comes back with.
struct ResumeTests {
    @Test func `X-07: recovered: all missed messages of every conversation, in order and whole`() throws {
        try withChat { gateway in
            let (bob, carol) = (try gateway.online("bob"), try gateway.online("carol"))
            let live: [Message]
            let seen: Int
            do {
                let alice = try gateway.online("alice")
                for text in ["one", "two"] { try bob.write(text, to: "alice") }
                _ = try alice.settle()
                seen = 1
                let other = try gateway.online("alice", device: "other")
                for text in ["three", "four"] { try bob.write(text, to: "alice") }
                try alice.write("five", to: "bob")
                live = try other.settle().messages
            }
            try carol.write("hi", to: "alice")
            let (_, opened) = try gateway.back(
                "alice", resume: #"{"user": 0, "conversations": {"c2c_bob": \#(seen), "c2c_carol": 0}}"#)
            let resumed = try #require(opened["resume"]?["conversations"])
            #expect(resumed["c2c_bob"]?["verdict"]?.string == "recovered")
            #expect(resumed["c2c_bob"]?["seq"]?.int == 5)
            let messages = try resumedMessages(opened, "c2c_bob")
            #expect(messages.map(\.text) == ["two", "three", "four", "five"])
            #expect(Array(messages.dropFirst()) == live)
            #expect(try resumedMessages(opened, "c2c_carol").map(\.text) == ["hi"])
        }
    }

    @Test func `X-07, C-21: a hundred conversations with a thousand missed messages come in the reply to one request`()
        throws
    {
        try withChat { gateway in
            try gateway.createAccounts("alice")
            let (first, fresh) = try gateway.back("alice")
            let position = try #require(fresh["stream"]?["seq"]?.int)
            try leave(first)
            let users = (0..<100).map { "u\($0)" }
            for user in users {
                let writer = try gateway.online(user)
                let requests = try (1...10).map { try writer.send("message.send", message("\($0)", to: "alice")) }
                for request in requests { _ = try writer.reply(to: request).get() }
            }
            let (alice, opened) = try gateway.back("alice", resume: #"{"user": \#(position), "conversations": {}}"#)
            #expect(opened["resume"]?["conversations"]?.count == users.count)
            for user in users {
                #expect(try resumedMessages(opened, "c2c_\(user)").map(\.seq) == Array(1...10))
            }
            let events = try alice.settle()
            #expect(try events.named("conversation.changed").first?.conversations.count == users.count)
            #expect(try events.totals == [1000])
        }
    }

    @Test func `X-07: conversations that are new since are in the resume without being named`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            let (session, opened) = try gateway.back("alice")
            let position = try #require(opened["stream"]?["seq"]?.int)
            try leave(session)
            try bob.write("hi", to: "alice")
            let (_, again) = try gateway.back("alice", resume: #"{"user": \#(position), "conversations": {}}"#)
            #expect(try resumedMessages(again, "c2c_bob").map(\.text) == ["hi"])
            let user = again["resume"]?["user"]
            #expect(user?["verdict"]?.string == "recovered")
            let events = Array(try #require(user?["events"]?.elements))
            #expect(events.compactMap { $0["event"]?.string } == ["conversation.new"])
            #expect(events.compactMap { $0["seq"]?.int } == [position + 1])
            #expect(user?["seq"]?.int == position + 1)
        }
    }

    @Test func `X-07: nothing missed is recovered with nothing`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            try gateway.createAccounts("alice")
            try bob.write("hi", to: "alice")
            let (session, opened) = try gateway.back("alice")
            let position = try #require(opened["stream"]?["seq"]?.int)
            try leave(session)
            let (_, again) = try gateway.back(
                "alice", resume: #"{"user": \#(position), "conversations": {"c2c_bob": 1}}"#)
            #expect(again["resume"]?["user"]?["verdict"]?.string == "recovered")
            #expect(again["resume"]?["user"]?["events"]?.count == 0)
            let bobs = again["resume"]?["conversations"]?["c2c_bob"]
            #expect(bobs == nil || bobs?["verdict"]?.string == "recovered" && bobs?["messages"]?.count == 0)
        }
    }

    @Test func `X-07: the user's own stream replays what was live, in order and at the same places`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            let phone = try gateway.online("alice", device: "phone")
            let (session, opened) = try gateway.back("alice", device: "tab")
            let position = try #require(opened["stream"]?["seq"]?.int)
            try leave(session)
            let sent = try phone.write(to: "bob")
            try bob.write(to: "alice")
            try phone.markRead("bob")
            let receipt = #"{"conversationID": "c2c_alice", "timestamp": \#(sent.time)}"#
            _ = try bob.request("receipt.send", receipt).get()
            let live = try phone.settle().filter { $0.stream == "user" }
            #expect(live.compactMap { $0.seq.map(Int.init) } == Array(position + 1...position + live.count))
            #expect(live.names == ["conversation.new", "conversation.changed", "receipt.new"])
            let (_, again) = try gateway.back("alice", device: "tab", resume: #"{"user": \#(position)}"#)
            let replayed = Array(try #require(again["resume"]?["user"]?["events"]?.elements))
            #expect(replayed.compactMap { $0["event"]?.string } == live.names)
            #expect(replayed.compactMap { $0["seq"]?.uint64 } == live.compactMap(\.seq))
            #expect(replayed.last?["data"]?.text == live.last?.data.text)
            #expect(again["resume"]?["user"]?["seq"]?.uint64 == live.last?.seq)
            #expect(again["stream"]?["seq"]?.uint64 == live.last?.seq)
        }
    }

    @Test func `X-07, X-M04: what came before recvOpt 1 is still recovered, and what came under it is not`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            let alice = try gateway.online("alice")
            for text in ["one", "two"] { try bob.write(text, to: "alice") }
            try alice.setReceiveOption(1, for: "bob")
            try bob.write("under", to: "alice")
            let resume = #"{"user": 0, "conversations": {"c2c_bob": 0}}"#
            for option in [1, 0] {
                try alice.setReceiveOption(option, for: "bob")
                let (_, opened) = try gateway.back("alice", device: "tab", resume: resume)
                #expect(opened["resume"]?["conversations"]?["c2c_bob"]?["verdict"]?.string == "recovered")
                #expect(try resumedMessages(opened, "c2c_bob").map(\.text) == ["one", "two"], "recvOpt \(option)")
            }
        }
    }

    @Test func `X-07: gap: what is too much for one reply is named with its range and fetched page by page`() throws {
        try withChat(["streams.resumeMessages": "5"]) { gateway in
            let bob = try gateway.online("bob")
            try gateway.createAccounts("alice")
            for index in 1...12 { try bob.write("\(index)", to: "alice") }
            let (alice, opened) = try gateway.back("alice", resume: #"{"user": 0, "conversations": {"c2c_bob": 2}}"#)
            let gap = try #require(opened["resume"]?["conversations"]?["c2c_bob"])
            #expect(gap["verdict"]?.string == "gap" && gap["seq"]?.int == 12)
            let (from, to) = (try #require(gap["from"]?.int), try #require(gap["to"]?.int))
            #expect(from == 3 && to == 12)
            let fetch = #""direction": "newer", "limit": 100, "cursor": \#(from - 1)"#
            #expect(try alice.history(with: "bob", fetch).map(\.seq) == Array(3...12))
        }
    }

    @Test func `X-07: gap: messages too large for one reply are a gap as well`() throws {
        try withChat(["streams.resumeBytes": "20000"]) { gateway in
            let bob = try gateway.online("bob")
            try gateway.createAccounts("alice")
            for _ in 1...10 { try bob.write(String(repeating: "x", count: 4000), to: "alice") }
            let (_, opened) = try gateway.back("alice", resume: #"{"user": 0, "conversations": {"c2c_bob": 0}}"#)
            let gap = try #require(opened["resume"]?["conversations"]?["c2c_bob"])
            #expect(gap["verdict"]?.string == "gap" && gap["from"]?.int == 1 && gap["to"]?.int == 10)
        }
    }

    @Test func `X-07: gap: events too large for one reply are a gap as well`() throws {
        try withChat(["streams.resumeBytes": "20000"]) { gateway in
            let alice = try gateway.online("alice", device: "phone")
            try gateway.createAccounts("bob")
            try alice.write(String(repeating: "x", count: 4000), to: "bob")
            for index in 1...6 { try alice.pin("bob", index % 2 == 1) }
            let (_, opened) = try gateway.back("alice", device: "tab", resume: #"{"user": 1}"#)
            let gap = try #require(opened["resume"]?["user"])
            #expect(gap["verdict"]?.string == "gap" && gap["from"]?.int == 2 && gap["to"]?.int == 7)
        }
    }

    @Test func `X-07: gap: of the user's stream the rest comes by stream.events`() throws {
        try withChat(["streams.resumeEvents": "3"]) { gateway in
            let alice = try gateway.online("alice", device: "phone")
            try writeToMany(alice, 7, gateway)
            let (tab, opened) = try gateway.back("alice", device: "tab", resume: #"{"user": 1}"#)
            let gap = try #require(opened["resume"]?["user"])
            #expect(gap["verdict"]?.string == "gap" && gap["seq"]?.int == 7)
            #expect(gap["from"]?.int == 2 && gap["to"]?.int == 7)
            #expect(try fetchEvents(tab, after: 1) == Array(2...7))
        }
    }

    @Test(arguments: [#"{"user": 999}"#, #"{"user": 999, "conversations": {"c2c_bob": 999}}"#])
    func `X-07: reset: a place that the server has not reached is none`(resume: String) throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            try gateway.createAccounts("alice")
            try bob.write(to: "alice")
            let (_, opened) = try gateway.back("alice", resume: resume)
            #expect(opened["resume"]?["user"]?["verdict"]?.string == "reset")
            if resume.contains("c2c_bob") {
                let conversation = opened["resume"]?["conversations"]?["c2c_bob"]
                #expect(conversation?["verdict"]?.string == "reset" && conversation?["seq"]?.int == 1)
            }
        }
    }

    @Test func `X-07: reset: a conversation that never was has no place, and what was deleted does not come back`()
        throws
    {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol")
            let alice = try gateway.online("alice")
            for text in ["one", "two"] { try bob.write(text, to: "alice") }
            try alice.deleteConversation(with: "bob")
            let (_, opened) = try gateway.back(
                "alice", resume: #"{"conversations": {"c2c_bob": 1, "c2c_carol": 3, "c2c_nobody": 3}}"#)
            let resumed = try #require(opened["resume"]?["conversations"])
            for id in ["c2c_carol", "c2c_nobody"] {
                #expect(resumed.member(id)?["verdict"]?.string == "reset")
            }
            #expect(!opened.text.contains("two"))
        }
    }

    @Test(arguments: [
        "7", "[]", #"{"user": "1"}"#, #"{"user": -1}"#, #"{"conversations": []}"#,
        #"{"conversations": {"c2c_bob": "1"}}"#, #"{"conversations": {"bob": 1}}"#,
    ])
    func `X-07: a resume that is none is refused with gw 1001, and no session opens`(resume: String) throws {
        try withChat { gateway in
            let guest = try gateway.guest()
            let reply = try guest.open(token: gateway.token("alice"), #""resume": \#(resume)"#)
            #expect(reply.error?.number == "gw 1001" && reply.error?.keys == ["resume"])
            #expect(try guest.refusal("session.list").number == "tim 6014")
        }
    }

    /// The places of all events after one, fetched two at a time.
    private func fetchEvents(_ session: ClientSession, after: Int) throws -> [Int] {
        var seqs: [Int] = []
        var after = after
        for _ in 1...10 {
            let page = try session.request("stream.events", #"{"after": \#(after), "limit": 2}"#).get()
            try #require(try #require(page["events"]).count <= 2)
            seqs += try #require(page["events"]?.elements).compactMap { $0["seq"]?.int }
            if page["isFinished"]?.bool == true { return seqs }
            after = try #require(page["seq"]?.int)
        }
        throw Overdue(description: "the stream does not end behind \(seqs)")
    }

    private func leave(_ session: ClientSession) throws {
        try session.connection.close()
        _ = try session.closeCode()
    }
}
