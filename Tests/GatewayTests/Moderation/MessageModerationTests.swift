import Client
import JSON
import Testing

/// Operators look for messages, and take back what a user has written.
struct MessageModerationTests {
    private func texts(_ page: JSONValue) throws -> [String?] {
        try #require(page["messages"]?.elements).map { $0["body"]?["text"]?.string }
    }

    @Test func `V-12: all messages are searched, whoever can read them, by words, by sender and by time`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let admin = try gateway.admin()
            let group = try alice.createGroup("Club")
            try alice.write("a red house", to: "bob")
            let second = try bob.write("red roses", to: "alice")
            try alice.write("Réd", in: group)
            try alice.write("green", in: group)
            let found = try admin.request("admin.message.search", #"{"query": "red"}"#).get()
            #expect(try texts(found) == ["Réd", "red roses", "a red house"])
            let places = try #require(found["messages"]?.elements).map { $0["conversationID"]?.string }
            #expect(places == ["group_\(group)", "c2c_alice", "c2c_bob"])
            #expect(found["cursor"] == nil)
            let own = try admin.request("admin.message.search", #"{"query": "red", "from": "bob"}"#).get()
            #expect(try texts(own) == ["red roses"])
            let page = try admin.request("admin.message.search", #"{"limit": 1, "query": "red"}"#).get()
            let cursor = try #require(page["cursor"]?.string)
            let next = try admin.request("admin.message.search", #"{"query": "red", "cursor": "\#(cursor)"}"#).get()
            #expect(try texts(page) == ["Réd"] && texts(next) == ["red roses", "a red house"])
            let early = #"{"from": "alice", "until": \#(second.time)}"#
            #expect(try texts(admin.request("admin.message.search", early).get()).contains("a red house"))
            #expect(try texts(admin.request("admin.message.search", #"{"from": "nobody"}"#).get()).isEmpty)
        }
    }

    @Test func `V-13: what a user has written since a time is taken back from everybody, a piece at a time`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let admin = try gateway.admin()
            let early = try alice.write("early", to: "bob")
            var first = early
            while first.time == early.time { first = try alice.write("spam", to: "bob") }
            try bob.write("mine", to: "alice")
            for number in 0..<40 { try alice.write("spam \(number)", to: "bob") }
            var (cleared, cursor): (Int, String?) = (0, nil)
            repeat {
                let more = cursor.map { #", "cursor": "\#($0)""# } ?? ""
                let data = #"{"userID": "alice", "since": \#(first.time), "reason": "spam"\#(more)}"#
                let ok = try admin.request("admin.message.clear", data).get()
                cleared += try #require(ok["msgIds"]?.count)
                cursor = ok["cursor"]?.string
            } while cursor != nil
            let left = try bob.history(with: "alice").map(\.body)
            #expect(cleared == 41)
            #expect(left.filter { $0.contains("spam") }.count == left.count - cleared - 2)
            #expect(left.contains { $0.contains("early") } && left.contains { $0.contains("mine") })
            #expect(try admin.refusal("admin.message.clear", #"{"userID": "x", "since": 0}"#).number == "tim 40003")
        }
    }
}
