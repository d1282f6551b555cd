import Client
import ClientProtocol
import JSON
import Testing

/// X-07: resume needs no memory of the old connection, and so outlives the server.
struct ResumeAfterRestartTests {
    @Test func `X-07: after a restart a device gets what it missed before it`() throws {
        try withChat { gateway in
            do {
                let (session, opened) = try gateway.back("alice")
                #expect(opened["stream"]?["seq"]?.int == 0)
                let bob = try gateway.online("bob")
                try bob.write("one", to: "alice")
                _ = try session.event("message.new")
                try session.connection.close()
                _ = try session.closeCode()
                for text in ["two", "three"] { try bob.write(text, to: "alice") }
                let tab = try gateway.online("alice", device: "tab")
                try tab.pin("bob")
            }
            try gateway.restart()
            let (alice, opened) = try gateway.back("alice", resume: #"{"user": 1, "conversations": {"c2c_bob": 1}}"#)
            let user = try #require(opened["resume"]?["user"])
            #expect(user["verdict"]?.string == "recovered")
            #expect(user["events"]?.elements?.compactMap { $0["event"]?.string } == ["conversation.changed"])
            #expect(try resumedMessages(opened, "c2c_bob").map(\.text) == ["two", "three"])
            let changed = try #require(try alice.settle().named("conversation.changed").first)
            #expect(try changed.conversations.map(\.unread) == [3])
        }
    }

    @Test func `X-07: after a restart the streams go on where they stood`() throws {
        try withChat { gateway in
            do {
                let alice = try gateway.online("alice")
                try gateway.createAccounts("bob")
                try alice.write(to: "bob")
                try alice.pin("bob")
                #expect(try alice.settle().compactMap(\.seq) == [1, 2])
            }
            try gateway.restart()
            let (alice, opened) = try gateway.back("alice")
            #expect(opened["stream"]?["seq"]?.int == 2)
            _ = try alice.settle()
            try alice.pin("bob", false)
            #expect(try alice.settle().compactMap(\.seq) == [3])
        }
    }

    @Test func `X-07: reset: a place older than what is kept, after 7 days`() throws {
        let settings = movableClock.merging(["conversations.retentionDays": "60"]) { $1 }
        try withChat(settings) { gateway in
            do {
                let bob = try gateway.online("bob")
                let alice = try gateway.online("alice")
                for text in ["one", "two", "three"] { try bob.write(text, to: "alice") }
                try alice.pin("bob")
            }
            try gateway.restart(after: 7 * day + 60)
            do {
                let bob = try gateway.online("bob")
                for text in ["four", "five"] { try bob.write(text, to: "alice") }
                try gateway.online("alice", device: "tab").pin("bob", false)
            }
            // Events that are too old go in the background.
            try until("nothing leads back to what is too old") {
                let (_, opened) = try gateway.back("alice", resume: #"{"user": 0, "conversations": {"c2c_bob": 1}}"#)
                let conversation = try #require(opened["resume"]?["conversations"]?["c2c_bob"])
                guard conversation["verdict"]?.string == "reset" else { return false }
                #expect(conversation["seq"]?.int == 5 && conversation["from"]?.int == 4)
                return opened["resume"]?["user"]?["verdict"]?.string == "reset"
            }
            let (alice, opened) = try gateway.back("alice", resume: #"{"user": 2, "conversations": {"c2c_bob": 3}}"#)
            #expect(try resumedMessages(opened, "c2c_bob").map(\.text) == ["four", "five"])
            #expect(opened["resume"]?["user"]?["verdict"]?.string == "recovered")
            #expect(try alice.refusal("stream.events", #"{"after": 0}"#).name == "resyncRequired")
        }
    }

    @Test func `X-07: reset: a place older than the last events that are kept`() throws {
        try withChat(["streams.eventsPerUser": "100"]) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.write(to: "bob")
            for index in 1...320 { try alice.pin("bob", index % 2 == 1) }
            let (tab, opened) = try gateway.back("alice", device: "tab", resume: #"{"user": 10}"#)
            let user = try #require(opened["resume"]?["user"])
            #expect(user["verdict"]?.string == "reset" && user["seq"]?.int == 321)
            #expect(try tab.refusal("stream.events", #"{"after": 10}"#).name == "resyncRequired")
            let (_, again) = try gateway.back("alice", device: "tab", resume: #"{"user": 221}"#)
            #expect(again["resume"]?["user"]?["verdict"]?.string == "recovered")
        }
    }
}
