import Client
import Framing
import Glibc
import JSON
import Testing

/// Events as a response that goes on and on: `GET /v1/api/events`.
struct EventStreamTests {
    private let everything = ["events.types": #"["*"]"#]

    @Test func `E-17: a stream tells what happens from now on, in order, without an endpoint`() throws {
        try withChat(everything) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let stream = try EventStreamClient(gateway)
            #expect(stream.status == 200)
            #expect(stream.head.contains("Content-Type: text/event-stream") && !stream.head.contains("Content-Length"))
            #expect(stream.head.contains("Connection: close") && stream.head.contains("Cache-Control: no-store"))
            // Else nginx would keep events back.
            #expect(stream.head.contains("X-Accel-Buffering: no"))
            try stream.awaitBeginning()
            var sent: [String] = []
            for number in 0..<20 { sent.append("evt_\(try alice.write("m\(number)", to: "bob").msgID)") }
            let group = try alice.createGroup("g")
            let heard = try stream.take(22)
            #expect(heard.prefix(20).map(\.id) == sent && heard.allSatisfy { $0.data.contains($0.id) })
            #expect(heard.map(\.type).suffix(2) == ["group.created", "group.member.joined"])
            let event = try JSONDocument().parse(heard[20].data)
            #expect(event["type"]?.string == "group.created" && event["subject"]?["groupID"]?.string == group)
            #expect(event["data"]?["name"]?.string == "g")
            #expect(try gateway.metric("martlet_event_streams_open") == 1)
        }
    }

    @Test func `E-17: a stream goes on behind Last-Event-ID, with the types that it names`() throws {
        try withChat(everything) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let first = try EventStreamClient(gateway, types: "message.*,friend.added")
            try first.awaitBeginning()
            _ = try alice.write("one", to: "bob")
            _ = try alice.createGroup("g")
            _ = try alice.write("two", to: "bob")
            let heard = try first.take(2)
            #expect(heard.map(\.type) == ["message.created", "message.created"])
            let again = try EventStreamClient(gateway, after: heard[0].id, types: "message.%2A,friend.added")
            #expect(try again.take(1) == [heard[1]])
            #expect(try alice.add("bob") == 0)
            #expect(try again.take(1)[0].type == "friend.added")
            // Bare numbers are ids, too.
            let bare = try EventStreamClient(gateway, after: String(heard[0].id.dropFirst(4)))
            #expect(try bare.take(1)[0].type == "group.created")
        }
    }

    @Test func `E-17: a stream about a user, a group or a channel has what is about it alone`() throws {
        try withChat(everything) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "cid", "dan")
            let group = try alice.createGroup("g", with: ["bob"])
            let other = try alice.createGroup("other", with: ["bob"])
            let admin = try gateway.admin()
            _ = try admin.manage("create", "news")
            let streams = try ["bob", "%67host", group, "news"].map { try EventStreamClient(gateway, about: $0) }
            for stream in streams { try stream.awaitBeginning() }
            let toBob = try alice.write("1", to: "bob").msgID
            _ = try alice.write("2", to: "cid")
            let inGroup = try alice.write("3", in: group).msgID
            _ = try alice.write("4", in: other)
            // It is there only now.
            try gateway.createAccounts("ghost")
            let toGhost = try alice.write("5", to: "ghost").msgID
            try admin.publish("6", in: "news", by: "admin.channel.publish")
            _ = try admin.request("admin.account.disable", #"{"userIDs": ["bob"]}"#).get()
            #expect(try streams[0].take(2).map(\.type) == ["message.created", "account.disabled"])
            #expect(try streams[1].take(2).map(\.id).last == "evt_\(toGhost)")
            #expect(try streams[2].take(1).map(\.id) == ["evt_\(inGroup)"])
            #expect(try streams[3].take(1).map(\.type) == ["channel.published"])
            // A group's id is no user's.
            _ = try admin.request("admin.account.disable", #"{"userIDs": ["bob"], "disabled": false}"#).get()
            let again = try EventStreamClient(gateway, after: "evt_\(toBob)", types: "message.*", about: "bob")
            _ = try alice.write("7", to: "dan")
            let last = try gateway.online("dan").write("8", to: "bob").msgID
            #expect(try again.take(1).map(\.id) == ["evt_\(last)"])
            let http = try gateway.http()
            for query in ["about=a&about=b", "about", "about=%ff", "who=bob"] {
                #expect(
                    try http.request(.get, "/v1/api/events?\(query)", headers: [.adminKey(gateway.keys.adminKey)])
                        .status == 400, "\(query)")
            }
        }
    }

    @Test func `E-17: a body of several lines is several lines of data`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let stream = try EventStreamClient(gateway)
            try stream.awaitBeginning()
            let body = "{\n  \"text\": \"a\\nb\",\r\n\r\n\"n\": 1}"
            let data = #"{"conversationID": "c2c_bob", "clientMsgId": "m", "type": 100, "body": \#(body)}"#
            _ = try alice.request("message.send", data).get()
            let event = try JSONDocument().parse(try stream.take(1)[0].data)
            #expect(event["data"]?["body"]?["text"]?.string == "a\nb" && event["data"]?["body"]?["n"]?.int == 1)
        }
    }

    @Test func `E-17: a position that is not kept is refused with 410`() throws {
        try withChat { gateway in
            let http = try gateway.http()
            func ask(_ headers: [HTTPHeader], _ query: String = "") throws -> HTTPClientResponse {
                try http.request(.get, "/v1/api/events\(query)", headers: headers)
            }
            let key = HTTPHeader.adminKey(gateway.keys.adminKey)
            let gone = try ask([key, HTTPHeader("Last-Event-ID", "evt_1600000000000000")])
            #expect(gone.status == 410 && gone.text.contains("resyncRequired"))
            #expect(try ask([key, HTTPHeader("Last-Event-ID", "seven")]).status == 400)
            #expect(try ask([key], "?types=no.such").status == 400)
            #expect(try ask([key], "?type=message.created").status == 400)
            #expect(try ask([]).status == 401)
            #expect(try ask([.bearer(gateway.token("alice"))]).status == 403)
            #expect(try ask([key, .asUser("alice")]).status == 403)
            #expect(try ask([key, HTTPHeader("Origin", "http://h")]).status == 403)
            let posted = try http.request(.post, "/v1/api/events", headers: [key])
            #expect(posted.status == 405 && posted.headers.first(of: "allow") == "GET, OPTIONS")
            #expect(try gateway.metric("martlet_event_streams_open") == 0)
        }
    }

    @Test func `E-17: a stream goes on after any silence, unless something behind its place was deleted`() throws {
        try withChat(everything.merging(movableClock) { $1 }) { gateway in
            let stream = try EventStreamClient(gateway)
            try stream.awaitBeginning()
            try gateway.createAccounts("alice", "bob")
            let heard = try stream.take(2)
            let key = HTTPHeader.adminKey(gateway.keys.adminKey)
            // Events are kept for 72 hours, and for one more.
            try gateway.restart(after: 80 * 3_600)
            try until("the events are deleted") { try gateway.rows(of: "event") == 0 }
            let behind = try gateway.http().request(
                .get, "/v1/api/events", headers: [key, HTTPHeader("Last-Event-ID", heard[0].id)])
            #expect(behind.status == 410)
            #expect(
                try gateway.admin().request("admin.events.read", #"{"after": "\#(heard[0].id)"}"#).error?.number
                    == "gw 1005")
            let again = try EventStreamClient(gateway, after: heard[1].id)
            #expect(again.status == 200)
            try gateway.createAccounts("carol")
            #expect(try again.take(1)[0].type == "account.created")
        }
    }

    @Test func `E-17: it takes the scope events`() throws {
        let (workspace, usual) = (try Workspace(), Keys())
        let keys: [(name: String, scopes: String, status: Int)] = [
            ("tail", #"["events"]"#, 200), ("all", #"["*"]"#, 200), ("reads", #"["admin.events.*"]"#, 403),
        ]
        let entries = keys.map {
            #"{"name": "\#($0.name)", "secret": "\#($0.name) \#(usual.adminKey)", "scopes": \#($0.scopes)}"#
        }
        let others = entries + [#"{"name": "usual", "secret": "\#(usual.adminKey)"}"#]
        try workspace.write("limited.json", #"{"keys": [\#(others.joined(separator: ", "))]}"#)
        try withChat(["auth.adminKeysFile": #""limited.json""#], workspace: workspace) { gateway in
            for (name, _, status) in keys {
                let stream = try EventStreamClient(gateway, key: "\(name) \(usual.adminKey)")
                #expect(stream.status == status, "\(name)")
            }
            let tail = try gateway.api([.adminKey("tail \(usual.adminKey)")])
            #expect(try tail.exchange("admin.events.read", "{}").response.status == 403)
        }
    }

    @Test func `E-18: a key has so many streams, and the place of one that ends is free again`() throws {
        try withChat(["events.streams": "2"]) { gateway in
            gateway.keepToOneNode()
            var streams = try (0..<2).map { _ in try EventStreamClient(gateway) }
            for stream in streams { try stream.awaitBeginning() }
            #expect(try EventStreamClient(gateway).status == 429)
            streams.removeLast()
            try until("there is room") { try EventStreamClient(gateway).status == 200 }
        }
    }

    @Test func `E-18: a stream that is silent gets a comment, which tells how far it has come`() throws {
        try withChat(everything) { gateway in
            let alice = try gateway.online("alice")
            let stream = try EventStreamClient(gateway, types: "account.erased")
            try stream.awaitBeginning()
            let (before, comments) = (stream.lastID, stream.comments)
            _ = try alice.createGroup("g")
            let began = wallMilliseconds()
            while stream.comments == comments { _ = try stream.takeBlock() }
            #expect(wallMilliseconds() - began < 18_000 && stream.lastID > before)
            let again = try EventStreamClient(gateway, after: stream.lastID)
            try alice.modifySelf(#""nickname": "Ally""#)
            #expect(try again.take(1)[0].type == "profile.updated")
        }
    }

    // MARK: - Slow clients

    @Test func `E-18: a client that reads slowly costs a page, nobody waits for it, and it loses nothing`() throws {
        try withChat(["shards.count": "1", "outbox.kernelBytesPerConnection": "8192"]) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            var options = gateway.channelOptions
            options.receiveBuffer = 4096
            let slow = try EventStreamClient(gateway, options)
            try slow.awaitBeginning()
            let quick = try EventStreamClient(gateway)
            try quick.awaitBeginning()
            let long = String(repeating: "x", count: 4_000)
            var sent: [String] = []
            let began = wallMilliseconds()
            for number in 0..<400 { sent.append("evt_\(try alice.write("\(long) \(number)", to: "bob").msgID)") }
            #expect(wallMilliseconds() - began < 10_000 * slowness)
            #expect(try quick.take(400).map(\.id) == sent)
            let waiting = try gateway.metric("martlet_outbox_bytes")
            #expect(waiting < 400_000, "\(waiting) bytes of 1,600,000 wait in the gateway")
            #expect(try slow.take(400).map(\.id) == sent)
        }
    }

    @Test func `E-18: a client that takes nothing is given up, and goes on later where it was`() throws {
        let settings = [
            "heartbeat.intervalMilliseconds": "1000", "heartbeat.timeoutMilliseconds": "2000",
            "outbox.kernelBytesPerConnection": "8192",
        ]
        try withChat(settings) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            var options = gateway.channelOptions
            options.receiveBuffer = 4096
            let stuck = try EventStreamClient(gateway, options)
            try stuck.awaitBeginning()
            let long = String(repeating: "x", count: 4_000)
            var sent: [String] = []
            for number in 0..<100 { sent.append("evt_\(try alice.write("\(long) \(number)", to: "bob").msgID)") }
            try until("it is given up") { try gateway.metric("martlet_event_streams_open") == 0 }
            var heard: [String] = []
            while let event = try? stuck.next(within: .seconds(2)) { heard.append(event.id) }
            #expect(heard.count < 100 && heard == Array(sent.prefix(heard.count)))
            let again = try EventStreamClient(gateway, after: stuck.lastID)
            #expect(try again.take(100 - heard.count).map(\.id) == Array(sent.dropFirst(heard.count)))
        }
    }

    // MARK: - The gateway's end

    @Test func `E-17: a drain ends streams, and they go on after the start`() throws {
        let settings = ["websocket.closeTimeoutMilliseconds": "100"].merging(everything) { $1 }
        try withChat(settings) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let stream = try EventStreamClient(gateway)
            try stream.awaitBeginning()
            let first = try alice.write("one", to: "bob").msgID
            #expect(try stream.take(1)[0].id == "evt_\(first)")
            let began = wallMilliseconds()
            try gateway.stop()
            #expect(wallMilliseconds() - began < 5_000)
            let last = try stream.takeAll().last
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            let again = try EventStreamClient(gateway, after: last?.id ?? stream.lastID)
            let second = try gateway.online("alice").write("two", to: "bob").msgID
            var heard = try again.take(1)
            while heard.last?.id != "evt_\(second)" { heard += try again.take(1) }
            #expect(!heard.contains { $0.id == "evt_\(first)" })
        }
    }

    @Test func `E-17: a stream of a gateway that is killed loses nothing when it comes again`() throws {
        try withChat { gateway in
            try gateway.createAccounts("bob")
            var (sent, heard): ([String], [String]) = ([], [])
            var last: String?
            for round in 0..<3 {
                let stream = try EventStreamClient(gateway, after: last)
                try stream.awaitBeginning()
                let alice = try gateway.online("alice")
                for number in 0..<20 { sent.append("evt_\(try alice.write("\(round) \(number)", to: "bob").msgID)") }
                heard += try stream.take(10).map(\.id)
                last = stream.lastID
                gateway.kill()
                _ = try gateway.wait()
                try gateway.launchAgain()
                try gateway.waitUntilReady()
            }
            let stream = try EventStreamClient(gateway, after: last)
            heard += try stream.take(sent.count - heard.count).map(\.id)
            #expect(heard == sent)
        }
    }

    @Test func `E-17: keys that are read again are asked for again`() throws {
        try withChat { gateway in
            let stream = try EventStreamClient(gateway)
            try stream.awaitBeginning()
            gateway.signal(SIGHUP)
            #expect(try stream.next() == nil)
            #expect(try EventStreamClient(gateway).status == 200)
        }
    }

    @Test func `E-17: a stream over TLS`() throws {
        let workspace = try Workspace()
        let pair = try OpenSSL.certificate("events", in: workspace)
        try withGateway(["tls.certificates": "[\(pair)]"], workspace: workspace) { gateway in
            try gateway.createAccounts("alice", "bob")
            let stream = try EventStreamClient(gateway)
            try stream.awaitBeginning()
            let sent = try gateway.online("alice").write("hi", to: "bob").msgID
            #expect(try stream.take(1)[0].id == "evt_\(sent)")
        }
    }
}
