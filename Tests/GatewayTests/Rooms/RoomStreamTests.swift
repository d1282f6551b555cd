import Client
import Framing
import JSON
import Testing

/// Live rooms over HTTP: `GET /v1/rooms/{id}/events`.
struct RoomStreamTests {
    private static let path = "/v1/rooms/live%2F7/events"

    private func stream(
        _ gateway: GatewayProcess, _ headers: [String], after: String? = nil
    ) throws -> EventStreamClient {
        let stream = try EventStreamClient(gateway, at: Self.path, headers, after: after)
        try #require(stream.status == 200, "\(stream.head)")
        return stream
    }

    private func stream(_ gateway: GatewayProcess, by user: String, after: String? = nil) throws -> EventStreamClient {
        try stream(gateway, ["Authorization: Bearer \(gateway.token(user))"], after: after)
    }

    /// The messages of frames, as `id text`, until so many have come. Each is the last of its frame.
    private func heard(_ stream: EventStreamClient, _ count: Int) throws -> [String] {
        var lines: [String] = []
        while lines.count < count {
            let event = try #require(try stream.next(), "the stream ended")
            guard event.type == "room.frame",
                let messages = try JSONDocument().parse(event.data)["messages"]?.elements.map(Array.init)
            else { continue }
            lines += messages.compactMap { $0["body"]?["text"]?.string }.map { "\(event.id) \($0)" }
        }
        return lines
    }

    @Test func `L-07, L-31: users, guests and backends hear a room, and only users are participants`() throws {
        try withChat(["channels.guests": "true"]) { gateway in
            let (admin, bob) = (try gateway.admin(), try gateway.online("bob"))
            try gateway.createAccounts("alice")
            try admin.manageRoom("create", "live/7", #""title": "Show", "access": "guests""#)
            let epoch = try #require(try bob.enter("live/7")["epoch"]?.int)
            let streams = [
                try stream(gateway, by: "alice"), try stream(gateway, []),
                try stream(gateway, ["Martlet-Key: \(gateway.keys.adminKey)"]),
            ]
            for (stream, hasRole) in zip(streams, [true, false, false]) {
                let entered = try #require(try stream.next())
                #expect(entered.type == "room.entered" && entered.id == "\(epoch).0")
                #expect(entered.data.contains(#""title":"Show""#) && entered.data.contains(#""role""#) == hasRole)
            }
            try until("all are counted") {
                let counts = try admin.manageRoom("info", "live/7")["statistics"]
                return counts?["participants"]?.int == 2 && counts?["guests"]?.int == 1
            }
            try bob.say("one", in: "live/7")
            for stream in streams { #expect(try heard(stream, 1) == ["\(epoch).1 one"]) }
            // A user who is in by a stream talks over HTTP.
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            #expect(try api.request("room.send", speech("two", in: "live/7")).get()["seq"]?.int == 2)
            for stream in streams { #expect(try heard(stream, 1) == ["\(epoch).2 two"]) }
            for (position, verdict, texts) in [("\(epoch).1", "recovered", ["two"]), ("1.1", "gap", ["one", "two"])] {
                let again = try stream(gateway, by: "alice", after: position)
                let entered = try JSONDocument().parse(try #require(try again.next()).data)
                #expect(entered["verdict"]?.string == verdict)
                #expect(try posts(in: entered).map(\.text) == texts)
            }
            try admin.manageRoom("end", "live/7")
            for stream in streams { #expect(try stream.takeAll().last?.type == "room.ended") }
            #expect(try gateway.http().request(.get, Self.path).status == 404)
        }
    }

    @Test func `L-05, L-20, L-31: a stream leaves its room when it goes, and is told why it is put out`() throws {
        try withChat { gateway in
            let (admin, bob) = (try gateway.admin(), try gateway.online("bob"))
            try gateway.createAccounts("alice", "carol", "dave")
            try admin.manageRoom("create", "live/7", #""owner": "bob""#)
            try bob.enter("live/7")
            func isOccupied(by count: Int) throws -> Bool {
                try admin.manageRoom("info", "live/7")["statistics"]?["participants"]?.int == count
            }
            var streams = try ["alice", "dave", "carol"].map { try stream(gateway, by: $0) }
            try until("all are counted") { try isOccupied(by: 4) }
            streams.removeLast()
            try until("one has gone") { try isOccupied(by: 3) }
            _ = try bob.request("room.ban", room("live/7", #""userID": "alice", "seconds": -1"#)).get()
            let last = try #require(try streams[0].takeAll().last)
            #expect(last.type == "room.left" && last.data.contains(#""reason":"banned""#))
            _ = try admin.request("admin.session.kick", #"{"userID": "dave"}"#).get()
            #expect(try streams[1].takeAll().allSatisfy { $0.type != "room.left" })
            try until("two have gone") { try isOccupied(by: 1) }
            let token = HTTPHeader.bearer(gateway.token("alice"))
            try until("it may not enter") {
                try gateway.http().request(.get, Self.path, headers: [token]).status == 403
            }
        }
    }

    @Test func `L-31: guests are many at an address, and others are refused`() throws {
        try withChat(["channels.guests": "true", "channels.guestsPerAddress": "1"]) { gateway in
            gateway.keepToOneNode()
            let admin = try gateway.admin()
            for (id, access) in [("live/7", "guests"), ("open", "open")] {
                try admin.manageRoom("create", id, #""access": "\#(access)""#)
            }
            var guests = [try stream(gateway, [])]
            #expect(try guests[0].next()?.type == "room.entered")
            #expect(try gateway.http().request(.get, Self.path).status == 429)
            let key = HTTPHeader.adminKey(gateway.keys.adminKey)
            let token = HTTPHeader.bearer(gateway.token("alice"))
            for (path, headers, status) in [
                (Self.path, [token, HTTPHeader("Last-Event-ID", "7")], 400),
                (Self.path, [key, .asUser("alice")], 403), ("\(Self.path)?token=x", [], 400),
                ("/v1/rooms/none/events", [key], 404),
            ] as [(String, [HTTPHeader], UInt16)] {
                let refused = try gateway.http().request(.get, path, headers: headers)
                #expect(refused.status == status, "\(path) \(headers): \(refused.text)")
            }
            guests.removeLast()
            // For guests, a room of users is none.
            try until("its place is free") { try gateway.http().request(.get, "/v1/rooms/open/events").status == 404 }
        }
    }
}
