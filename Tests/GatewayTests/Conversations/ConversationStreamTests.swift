import Client
import Framing
import JSON
import Testing

/// Hearing a conversation over HTTP: `GET /v1/conversations/{id}/events`.
struct ConversationStreamTests {
    private func stream(
        _ gateway: GatewayProcess, _ id: String, by user: String = "alice", after: String? = nil
    ) throws -> EventStreamClient {
        let stream = try EventStreamClient(
            gateway, at: "/v1/conversations/\(id)/events", ["Authorization: Bearer \(gateway.token(user))"],
            after: after)
        try #require(stream.status == 200, "\(stream.head)")
        try stream.awaitBeginning()
        return stream
    }

    /// `id name text`
    private func line(_ event: EventStreamClient.Event?) throws -> String {
        let event = try #require(event, "the stream ended")
        let data = try JSONDocument().parse(event.data)
        let message = data["message"] ?? data
        let text = message["text"] ?? message["body"]?["text"] ?? data["reason"]
        return "\(event.id) \(event.type) \(text?.string ?? "-")"
    }

    private func lines(_ stream: EventStreamClient, _ count: Int) throws -> [String] {
        try (0..<count).map { _ in try line(try stream.next()) }
    }

    @Test func `N-12: a stream tells the messages of a conversation and their changes, and of no other`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.session("alice"), try gateway.session("bob"))
            let carol = try gateway.session("carol")
            // Nothing has been said yet, and by a stream nobody is online.
            let streams = [try stream(gateway, "c2c_bob"), try stream(gateway, "c2c_alice", by: "bob")]
            _ = try carol.write("elsewhere", to: "alice")
            let first = try bob.write("one", to: "alice")
            _ = try alice.write("two", to: "bob")
            try bob.edit(first, "uno")
            let expected = ["1.0 message.new one", "2.0 message.new two", "2.1 message.changed uno"]
            for stream in streams { #expect(try lines(stream, 3) == expected) }
            #expect(try gateway.metric("martlet_conversation_streams_open") == 2)
            #expect(try gateway.metric("martlet_sessions_open") == 3)
        }
    }

    @Test func `N-12: a stream shows texts as they come, and what was so far`() throws {
        try withChat { gateway in
            try gateway.createAccounts("bot", "alice")
            let admin = try gateway.admin()
            let id = try admin.begin("c2c_alice", as: "m1")
            try admin.append("Hello, ", at: 0, to: id)
            let stream = try stream(gateway, "c2c_bot")
            #expect(try line(stream.next()) == "0.0 message.appended Hello, ")
            try admin.append("world", at: 7, to: id)
            #expect(try line(stream.next()) == "0.0 message.appended world")
            try admin.end("finish", id)
            #expect(try line(stream.next()) == "1.0 message.new Hello, world")
            let next = try admin.begin("c2c_alice", as: "m2")
            try admin.append("x", at: 0, to: next)
            #expect(try line(stream.next()) == "1.0 message.appended x")
            try admin.end("abort", next)
            #expect(try line(stream.next()) == "1.0 message.ended aborted")
        }
    }

    @Test func `N-12: one who comes back has what was missed, or is told of a gap`() throws {
        try withChat(["streams.resumeMessages": "5"]) { gateway in
            _ = try gateway.session("alice")
            let bob = try gateway.session("bob")
            let first = try bob.write("1", to: "alice")
            for text in 2...4 { _ = try bob.write("\(text)", to: "alice") }
            try bob.edit(first, "uno")
            let behind = try stream(gateway, "c2c_bob", after: "2.0")
            #expect(
                try lines(behind, 3) == ["3.0 message.new 3", "4.0 message.new 4", "4.1 message.changed uno"])
            let whole = try stream(gateway, "c2c_bob", after: "4.1")
            _ = try bob.write("5", to: "alice")
            for stream in [behind, whole] { #expect(try line(stream.next()) == "5.1 message.new 5") }
            _ = try bob.write("6", to: "alice")
            for (position, verdict) in [("0.0", "gap"), ("9.1", "reset"), ("6.7", "reset")] {
                let reset = try #require(try stream(gateway, "c2c_bob", after: position).next())
                #expect(reset.type == "reset" && reset.id == "6.1" && reset.data.contains(#""verdict":"\#(verdict)""#))
            }
        }
    }

    @Test func `N-12: members hear a group until they leave, and a stream ends with its user's sessions`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.session("alice"), try gateway.session("bob"))
            let group = try alice.createGroup(with: ["bob"])
            let place = "group_\(group)"
            let streams = [try stream(gateway, place), try stream(gateway, place, by: "bob")]
            _ = try alice.write("hi", in: group)
            for stream in streams {
                var heard: String
                repeat { heard = try line(stream.next()) } while !heard.hasSuffix("hi")
                #expect(heard.contains("message.new"))
            }
            _ = try bob.request("group.leave", ofGroup(group, "")).get()
            #expect(try streams[1].takeAll().allSatisfy { $0.type == "message.new" })
            let token = HTTPHeader.bearer(gateway.token("bob"))
            let refused = try gateway.http().request(.get, "/v1/conversations/\(place)/events", headers: [token])
            #expect(refused.status == 403, "\(refused.text)")
            _ = try gateway.admin().request("admin.session.kick", #"{"userID": "alice"}"#).get()
            _ = try streams[0].takeAll()
            try until("no stream is left") { try gateway.metric("martlet_conversation_streams_open") == 0 }
        }
    }

    @Test func `N-12: a stream that begins while its user leaves the group or comes back has what members have`() throws
    {
        try withChat { gateway in
            let (alice, bob) = (try gateway.session("alice"), try gateway.session("bob"))
            let group = try alice.createGroup(with: ["bob"])
            let (leaving, inviting) = (ofGroup(group, ""), ofGroup(group, #""userIDs": ["bob"]"#))
            var streams: [EventStreamClient] = []
            func open() throws {
                streams.append(
                    try EventStreamClient(
                        gateway, at: "/v1/conversations/group_\(group)/events",
                        ["Authorization: Bearer \(gateway.token("bob"))"], after: "0.0"))
            }
            for round in 0..<5 {
                let leave = try bob.send("group.leave", leaving)
                try open()
                _ = try bob.reply(to: leave)
                _ = try alice.write("secret \(round)", in: group)
                let invite = try alice.send("group.invite", inviting)
                try open()
                _ = try alice.reply(to: invite)
                let both = [try bob.send("group.leave", leaving), try alice.send("group.invite", inviting)]
                try open()
                _ = (try bob.reply(to: both[0]), try alice.reply(to: both[1]))
                // The invitation may have come first.
                _ = try alice.request("group.invite", inviting)
            }
            _ = try alice.write("last", in: group)
            for stream in streams where stream.status == 200 {
                var texts: [String] = []
                while texts.last != "last", let event = try stream.next() {
                    texts.append(String(try line(event).split(separator: " ", maxSplits: 2)[2]))
                }
                #expect(!texts.contains { $0.hasPrefix("secret") }, "\(texts)")
            }
            #expect(Set(streams.map(\.status)).isSubset(of: [200, 403]) && streams.contains { $0.status == 200 })
        }
    }

    @Test func `N-12: a user has so many streams, and others are refused`() throws {
        try withChat(["channels.streamsPerUser": "2"]) { gateway in
            gateway.keepToOneNode()
            let bob = try gateway.session("bob")
            let path = "/v1/conversations/c2c_bob/events"
            let key = HTTPHeader.adminKey(gateway.keys.adminKey)
            let token = HTTPHeader.bearer(gateway.token("carol"))
            for (path, headers, status) in [
                (path, [], 401), (path, [key], 403), (path, [token, HTTPHeader("Last-Event-ID", "7")], 400),
                ("\(path)?token=\(gateway.token("carol"))", [], 400),
                ("/v1/conversations/c2c_nobody/events", [token], 404), ("/v1/conversations/x/events", [token], 404),
                ("/v1/conversations/group_9/events", [token], 404),
            ] as [(String, [HTTPHeader], UInt16)] {
                let refused = try gateway.http().request(.get, path, headers: headers)
                #expect(refused.status == status, "\(path) \(headers): \(refused.text)")
            }
            let kept = [try stream(gateway, "c2c_bob"), try stream(gateway, "c2c_bob")]
            let third = HTTPHeader.bearer(gateway.token("alice"))
            #expect(try gateway.http().request(.get, path, headers: [third]).status == 429)
            _ = try bob.write("hi", to: "alice")
            for stream in kept { #expect(try line(stream.next()) == "1.0 message.new hi") }
        }
    }
}
