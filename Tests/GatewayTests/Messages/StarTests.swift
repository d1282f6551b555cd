import Client
import JSON
import Testing

/// `message.star`, and reactions of which each user has one.
struct StarTests {
    @Test func `D-10: a star has a copy that outlives the message's time, as the message was last`() throws {
        let settings = movableClock.merging(["messages.retentionDays": "2", "conversations.retentionDays": "60"]) { $1 }
        try withChat(settings) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try ["one", "two", "three", "four"].map { try alice.write($0, to: "bob") }
            let brief = try alice.write("brief", to: "bob", #""expireSeconds": 600"#)
            for message in sent + [brief] + sent { try bob.star(message) }
            try alice.star(sent[0], in: "c2c_bob")
            #expect(try bob.stars() == ["brief", "four", "three", "two", "one"])
            try alice.edit(sent[1], "two and more")
            try alice.recall(sent[2])
            _ = try bob.request("message.unstar", #"{"msgId": "\#(sent[3].msgID)"}"#).get()
            #expect(try bob.stars() == ["brief", "two and more", "one"])
            let page = try bob.request("message.stars", #"{"limit": 2}"#).get()
            let rest = #"{"cursor": "\#(try #require(page["cursor"]?.string))"}"#
            #expect(page["messages"]?.count == 2)
            #expect(try bob.stars(rest) == ["one"])
            // Only what the caller can read, and what is kept.
            try gateway.createAccounts("eve")
            let eve = try gateway.online("eve").refusal("message.star", star(sent[0], "c2c_alice"))
            #expect(eve.number == "gw 1010")
            #expect(try bob.refusal("message.star", star(sent[2], "c2c_alice")).number == "gw 1010")
            try gateway.restart(after: 3 * 86_400)
            var again = try gateway.online("bob")
            try until("what has expired is gone") { try again.stars() == ["two and more", "one"] }
            #expect(try again.history(with: "alice").count <= 1)
            // Its author takes it along, though its row is there no more.
            #expect(try gateway.erase("alice") == [0])
            try gateway.waitUntilErased()
            again = try gateway.online("bob")
            #expect(try again.stars() == [])
        }
    }

    @Test func `D-09: where reactions are exclusive, a user's next one takes the place of its last`() throws {
        try withChat(["messages.reactionsPerMessage": "2"]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let poll = try alice.write("A, B or C?", to: "bob", #""exclusiveReactions": true"#)
            #expect(try bob.history(with: "alice").first?.settings == ["exclusiveReactions": true])
            #expect(try alice.vote("A", poll, in: "c2c_bob") == ["A 1"])
            #expect(try bob.vote("B", poll, in: "c2c_alice") == ["A 1", "B 1"])
            #expect(try bob.vote("A", poll, in: "c2c_alice") == ["A 2"])
            #expect(try bob.vote("A", poll, in: "c2c_alice") == ["A 2"])
            // The option that only its voter had makes room.
            #expect(try bob.vote("B", poll, in: "c2c_alice") == ["A 1", "B 1"])
            #expect(try bob.vote("C", poll, in: "c2c_alice") == ["A 1", "C 1"])
            let plain = try alice.write("hi", to: "bob")
            _ = try bob.vote("A", plain, in: "c2c_alice")
            #expect(try bob.vote("B", plain, in: "c2c_alice") == ["A 1", "B 1"])
        }
    }
}

private func star(_ message: Sent, _ conversation: String) -> String {
    #"{"conversationID": "\#(conversation)", "msgId": "\#(message.msgID)"}"#
}

extension ClientSession {
    fileprivate func star(_ message: Sent, in conversation: String = "c2c_alice") throws {
        _ = try request("message.star", GatewayTests.star(message, conversation)).get()
    }

    /// The texts, from the last star on.
    fileprivate func stars(_ data: String? = nil) throws -> [String] {
        let page = try request("message.stars", data).get()
        return try #require(page["messages"]?.elements).map { try #require(try Message($0).text) }
    }

    fileprivate func vote(_ option: String, _ message: Sent, in conversation: String) throws -> [String] {
        let data =
            #"{"conversationID": "\#(conversation)", "msgId": "\#(message.msgID)", "reaction": "\#(option)"}"#
        let reactions = try request("message.react", data).get()["message"]?["reactions"]
        return try #require(reactions?.elements).map {
            "\(try #require($0["reaction"]?.string)) \(try #require($0["count"]?.int))"
        }
    }
}
