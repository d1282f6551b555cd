import Client
import ClientProtocol
import JSON
import Testing

/// `stream.ack` and `stream.events`
struct AcknowledgementTests {
    @Test func `X-07: what a device acknowledged is where it resumes if it names no place, also after a restart`()
        throws
    {
        try withChat { gateway in
            do {
                let (bob, alice) = (try gateway.online("bob"), try gateway.online("alice"))
                for text in ["one", "two"] { try bob.write(text, to: "alice") }
                try alice.pin("bob")
                _ = try alice.request("stream.ack", #"{"user": 2, "conversations": {"c2c_bob": 2}}"#).get()
                try bob.write("three", to: "alice")
                try alice.pin("bob", false)
            }
            for isRestarted in [false, true] {
                if isRestarted { try gateway.restart() }
                let (_, opened) = try gateway.back("alice", resume: "{}")
                #expect(try resumedMessages(opened, "c2c_bob").map(\.text) == ["three"])
                let user = try #require(opened["resume"]?["user"])
                #expect(user["verdict"]?.string == "recovered")
                #expect(user["events"]?.elements?.compactMap { $0["seq"]?.int } == [3])
            }
        }
    }

    @Test func `X-07: a device that has acknowledged nothing and names no place has none: reset`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            do {
                let phone = try gateway.online("alice", device: "phone")
                try bob.write(to: "alice")
                try acknowledge(phone, 1, 1)
            }
            let (_, opened) = try gateway.back("alice", device: "fresh", resume: "{}")
            #expect(opened["resume"]?["user"]?["verdict"]?.string == "reset")
        }
    }

    @Test func `X-07: an acknowledgement is one device's own`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            do {
                let phone = try gateway.online("alice", device: "phone")
                let tab = try gateway.online("alice", device: "tab")
                for text in ["one", "two", "three"] { try bob.write(text, to: "alice") }
                try acknowledge(phone, 1, 3)
                try acknowledge(tab, 1, 1)
            }
            let (_, phone) = try gateway.back("alice", device: "phone", resume: "{}")
            let phones = phone["resume"]?["conversations"]?["c2c_bob"]
            #expect(phones == nil || phones?["messages"]?.count == 0)
            let (_, tab) = try gateway.back("alice", device: "tab", resume: "{}")
            #expect(try resumedMessages(tab, "c2c_bob").map(\.text) == ["two", "three"])
        }
    }

    @Test func `X-07: an acknowledgement never goes back`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            do {
                let alice = try gateway.online("alice")
                for text in ["one", "two", "three"] { try bob.write(text, to: "alice") }
                try acknowledge(alice, 1, 2)
                try acknowledge(alice, 0, 1)
            }
            let (_, opened) = try gateway.back("alice", resume: "{}")
            #expect(try resumedMessages(opened, "c2c_bob").map(\.text) == ["three"])
        }
    }

    @Test func `X-07: stream.events gives the user's events after a place, oldest first, page by page`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try writeToMany(alice, 4, gateway)
            try alice.pin("u2")
            let first = try alice.request("stream.events", #"{"after": 1, "limit": 3}"#).get()
            #expect(first["events"]?.elements?.compactMap { $0["seq"]?.int } == [2, 3, 4])
            #expect(first["events"]?.elements?.compactMap { $0["event"]?.string } == eventLines(3))
            #expect(first["isFinished"]?.bool == false && first["seq"]?.int == 4)
            let second = try alice.request("stream.events", #"{"after": 4, "limit": 3}"#).get()
            let events = Array(try #require(second["events"]?.elements))
            #expect(events.compactMap { $0["seq"]?.int } == [5])
            #expect(events.compactMap { $0["event"]?.string } == ["conversation.changed"])
            #expect(second["isFinished"]?.bool == true && second["seq"]?.int == 5)
            let shown = try #require(events[0]["data"]?["conversations"]?.elements).map { try Conversation($0) }
            #expect(try shown == [alice.conversation(with: "u2")])
            let none = try alice.request("stream.events", #"{"after": 5}"#).get()
            #expect(none["events"]?.count == 0 && none["isFinished"]?.bool == true)
        }
    }

    @Test func `X-07, X-08: a change that is replayed shows the conversation as it is now, never an older state`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try writeToMany(alice, 2, gateway)
            for pinned in [true, false, true] { try alice.pin("u1", pinned) }
            let page = try alice.request("stream.events", #"{"after": 0}"#).get()
            let events = Array(try #require(page["events"]?.elements))
            #expect(events.compactMap { $0["seq"]?.int } == [1, 2, 3, 4, 5])
            let now = try alice.conversations()
            let shown = try events.flatMap {
                try #require($0["data"]?["conversations"]?.elements).map { try Conversation($0) }
            }
            #expect(shown.map(\.userID) == ["u1", "u2", "u1", "u1", "u1"])
            for conversation in shown { #expect(now.contains(conversation)) }
        }
    }

    @Test func `X-07: nobody sees the stream of another user`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let eve = try gateway.online("eve")
            try gateway.createAccounts("bob")
            try alice.write(to: "bob")
            #expect(try eve.request("stream.events", #"{"after": 0}"#).get()["events"]?.count == 0)
        }
    }

    @Test(arguments: [
        ("stream.ack", #"{"user": "1"}"#, "user"), ("stream.ack", #"{"user": -1}"#, "user"),
        ("stream.ack", #"{"conversations": []}"#, "conversations"),
        ("stream.ack", #"{"conversations": {"c2c_bob": "1"}}"#, "conversations"),
        ("stream.ack", #"{"conversations": {\#(tooMany)}}"#, "conversations"),
        ("stream.events", "{}", "after"), ("stream.events", #"{"after": "0"}"#, "after"),
        ("stream.events", #"{"after": 0, "limit": 0}"#, "limit"),
        ("stream.events", #"{"after": 0, "limit": 101}"#, "limit"),
    ])
    func `bad parameters are refused with gw 1001, which names them`(operation: String, data: String, key: String)
        throws
    {
        try withChat { gateway in
            let error = try gateway.online("alice").refusal(operation, data)
            #expect(error.number == "gw 1001" && error.keys == [key])
        }
    }

    /// One more than a request may name.
    private static let tooMany = (0...100).map { #""c2c_u\#($0)": 0"# }.joined(separator: ",")

    private func eventLines(_ count: Int) -> [String] { Array(repeating: "conversation.new", count: count) }

    private func acknowledge(_ session: ClientSession, _ user: Int, _ seq: Int) throws {
        let data = #"{"user": \#(user), "conversations": {"c2c_bob": \#(seq)}}"#
        _ = try session.request("stream.ack", data).get()
    }
}
