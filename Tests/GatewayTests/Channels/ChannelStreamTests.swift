import Client
import Framing
import JSON
import Testing

/// Following a channel over HTTP: `GET /v1/channels/{id}/events`.
struct ChannelStreamTests {
    @Test func `F-26: a stream tells what is published from now on, in order, as sessions are told`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            try gateway.createAccounts("bob")
            try admin.manage("create", "team:a/b", #""publishers": ["bob"]"#)
            let bob = try gateway.online("bob")
            try admin.announce("before", in: "team:a/b")
            try bob.follow("team:a/b")
            let token = gateway.token("alice")
            // As `encodeURIComponent` has the id, and as it is.
            let streams = [
                try EventStreamClient(gateway, at: "/v1/channels/team%3Aa%2Fb/events?token=\(token)", []),
                try EventStreamClient(gateway, in: "team:a/b"),
            ]
            for stream in streams {
                #expect(stream.status == 200 && stream.head.contains("Content-Type: text/event-stream"))
                #expect(stream.head.contains("Cache-Control: no-store") && !stream.head.contains("Content-Length"))
                try stream.awaitBeginning()
                let wait = try #require(stream.retry.flatMap { Int($0) })
                #expect((1_000...6_000).contains(wait))
            }
            let body = "{\n \"text\": \"a\\nb\",\r\n\"n\": 1}"
            _ = try bob.request(
                "channel.publish",
                #"{"channelID": "team:a/b", "clientMsgId": "m1", "type": 100, "body": \#(body)}"#
            ).get()
            let told = try bob.event("channel.message")
            for stream in streams {
                let event = try #require(try stream.next())
                let data = try JSONDocument().parse(event.data)
                #expect(event.type == "channel.message" && event.id == "2")
                #expect(data["body"]?["text"]?.string == "a\nb" && data["body"]?["n"]?.int == 1)
                for member in ["msgId", "clientMsgId", "from", "channelID"] as [StaticString] {
                    #expect(data[member]?.string == told[member]?.string && data[member] != nil)
                }
            }
            for number in 0..<50 { try admin.announce("\(number)", in: "team:a/b") }
            for stream in streams { #expect(try stream.seqs(50) == Array(3...52)) }
            #expect(try gateway.metric("martlet_channel_streams_open") == 2)
            #expect(try gateway.metric("martlet_channel_events_streamed_total") == 102)
            #expect(try bob.followers(of: "team:a/b") == 1)
            // Nobody is online by a stream.
            #expect(try gateway.metric("martlet_sessions_open") == 1)
            #expect(try !gateway.errors.contains(token))
        }
    }

    @Test func `F-26: a stream tells of changes, and ends with its channel`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            try admin.manage("create", "news")
            let stream = try EventStreamClient(gateway, in: "news")
            try stream.awaitBeginning()
            try admin.manage("modify", "news", #""title": "Weather""#)
            let changed = try #require(try stream.next())
            #expect(changed.type == "channel.changed" && changed.id == "0" && changed.data.contains("Weather"))
            try admin.announce("rain", in: "news")
            #expect(try stream.seqs(1) == [1])
            try admin.manage("destroy", "news")
            let last = try stream.takeAll()
            #expect(last.map(\.type) == ["channel.destroyed"] && last.map(\.id) == ["1"])
            #expect(try EventStreamClient(gateway, in: "news").status == 404)
            try until("its place is free") { try gateway.metric("martlet_channel_streams_open") == 0 }
        }
    }

    /// The end of the path, the headers, the status and what the answer says.
    private static func refused(_ gateway: GatewayProcess) -> [(String, [HTTPHeader], UInt16, String)] {
        let token = HTTPHeader.bearer(gateway.token("alice"))
        let key = HTTPHeader.adminKey(gateway.keys.adminKey)
        return [
            ("news/events", [], 401, "signatureEmpty"), ("news/events?token=", [], 401, "signatureEmpty"),
            ("news/events?token=x.y.z", [], 401, "signatureBad"),
            ("news/events?token=x.y.z", [token], 400, "two tokens"),
            ("news/events?token=x&token=x", [], 400, "once each"), ("news/events?user=x", [token], 400, "once each"),
            ("news/events?token", [], 400, "once each"), ("news/events?token=%FF", [], 400, "once each"),
            ("news/events?lastEventID=x", [token], 400, "Last-Event-ID"),
            ("news/events", [token, HTTPHeader("Last-Event-ID", "-1")], 400, "Last-Event-ID"),
            ("none/events", [token], 404, "noChannel"), ("claimed/events", [token], 404, "noChannel"),
            ("a%20b/events", [token], 404, "noChannel"), ("/events", [token], 404, "noChannel"),
            ("news", [token], 404, "nothing here"), ("news/events", [key], 403, "users' tokens"),
            ("news/events", [key, .asUser("alice")], 403, "users' tokens"),
            ("news/events", [token, key], 400, "exclude each other"),
            ("news/events", [token, HTTPHeader("Origin", "https://evil.example")], 403, "origin"),
        ]
    }

    @Test func `F-26: who may not read the channel, or asks wrongly, is refused`() throws {
        try withChat(["origins.allowed": #"["https://app.example.com"]"#]) { gateway in
            let admin = try gateway.admin()
            try admin.manage("create", "news")
            try admin.manage("create", "claimed", #""access": "claim""#)
            for (target, headers, status, text) in Self.refused(gateway) {
                let answer = try gateway.http().request(.get, "/v1/channels/\(target)", headers: headers)
                #expect(answer.status == status && answer.text.contains(text), "\(target): \(answer.text)")
            }
            let token = HTTPHeader.bearer(gateway.token("alice"))
            for method in [HTTPMethod.post, .head, .delete] {
                let answer = try gateway.http().request(method, "/v1/channels/news/events", headers: [token])
                #expect(answer.status == 405 && answer.headers.first(of: "allow") == "GET, OPTIONS")
            }
            let origin = HTTPHeader("Origin", "https://app.example.com")
            let asked = try gateway.http().request(.options, "/v1/channels/news/events", headers: [origin])
            #expect(asked.status == 204 && asked.headers.first(of: "access-control-allow-methods") == "GET")
            let allowed = try EventStreamClient(
                gateway, at: "/v1/channels/news/events?token=\(gateway.token("alice"))",
                ["Origin: https://app.example.com"])
            #expect(allowed.head.contains("Access-Control-Allow-Origin: https://app.example.com"))
            #expect(allowed.head.contains("Vary: Origin"))
            let claim = gateway.keys.token("carol", #""channels": ["claimed"], "iat": \#(wallSeconds())"#)
            #expect(try EventStreamClient(gateway, in: "claimed", token: claim).status == 200)
        }
    }

    // MARK: - Coming back

    @Test func `F-27: what was missed comes first, then what is published`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            try admin.manage("create", "news")
            for number in 1...5 { try admin.announce("\(number)", in: "news") }
            let behind = try EventStreamClient(gateway, in: "news", after: 2)
            let asked = try EventStreamClient(
                gateway, at: "/v1/channels/news/events?lastEventID=4&token=\(gateway.token("alice"))", [])
            // A browser that comes again sends both: its header is newer.
            let again = try EventStreamClient(
                gateway, at: "/v1/channels/news/events?lastEventID=1&token=\(gateway.token("alice"))", [], after: "3")
            let all = try EventStreamClient(gateway, in: "news", after: 0)
            let none = try EventStreamClient(gateway, in: "news", after: 5)
            let streams = [(behind, 3), (asked, 5), (again, 4), (all, 1), (none, 6)]
            for (stream, _) in streams { try stream.awaitBeginning() }
            try admin.announce("6", in: "news")
            for (stream, first) in streams { #expect(try stream.seqs(7 - first) == Array(first...6)) }
        }
    }

    @Test func `F-27: a stream that cannot go on is told what to fetch, and then what is published`() throws {
        try withChat(["streams.resumeMessages": "10"]) { gateway in
            let admin = try gateway.admin()
            try admin.manage("create", "news")
            for number in 1...12 { try admin.announce("\(number)", in: "news") }
            let gap = #""verdict":"gap","seq":12,"from":2,"to":12"#
            let reset = #""verdict":"reset","seq":12,"from":1,"why":"beyond""#
            for (after, verdict) in [(1, gap), (13, reset), (999_999_999_999, reset)] {
                let stream = try EventStreamClient(gateway, in: "news", after: after)
                let event = try #require(try stream.next())
                #expect(event.type == "reset" && event.id == "12", "\(after)")
                #expect(event.data == #"{"channelID":"news",\#(verdict)}"#, "\(after)")
            }
            let whole = try EventStreamClient(gateway, in: "news", after: 2)
            #expect(try whole.seqs(10) == Array(3...12))
            try admin.announce("13", in: "news")
            #expect(try whole.seqs(1) == [13])
        }
    }

    @Test func `F-27: nothing is lost or doubled where what was missed ends and what is told begins`() throws {
        try withChat(["channels.messagesPerSecond": "10000"]) { gateway in
            let admin = try gateway.admin()
            try admin.manage("create", "news")
            try admin.announce("first", in: "news")
            let publisher = try gateway.guest()
            _ = try publisher.request("session.open", #"{"adminKey": "\#(gateway.keys.adminKey)", "device": "p"}"#)
                .get()
            var (sent, published): ([UInt64], Int) = ([], 1)
            var streams: [(client: EventStreamClient, first: Int)] = []
            for round in 0..<40 {
                // They are on their way while the streams begin.
                for _ in 0..<25 {
                    sent.append(try publisher.send("admin.channel.publish", post("x", in: "news")))
                    published += 1
                }
                for after in [0, round * 20] {
                    streams.append(
                        (try EventStreamClient(gateway, in: "news", by: "user\(round)", after: after), after))
                }
            }
            for id in sent { _ = try publisher.reply(to: id).get() }
            for (client, first) in streams {
                #expect(try client.seqs(published - first) == Array(first + 1...published))
            }
        }
    }

    @Test func `F-27: a stream of a gateway that is killed or restarted goes on where it was`() throws {
        try withChat(["websocket.closeTimeoutMilliseconds": "100"]) { gateway in
            try gateway.admin().manage("create", "news")
            var heard: [Int] = []
            for round in 0..<4 {
                let stream = try EventStreamClient(gateway, in: "news", after: heard.last)
                try stream.awaitBeginning()
                let admin = try gateway.admin()
                for number in 0..<10 { try admin.announce("\(round) \(number)", in: "news") }
                heard += try stream.seqs(5)
                if round % 2 == 0 {
                    gateway.kill()
                    _ = try gateway.wait()
                } else {
                    try gateway.stop()
                    heard += try stream.takeAll().compactMap { Int($0.id) }
                }
                try gateway.launchAgain()
                try gateway.waitUntilReady()
            }
            let rest = try EventStreamClient(gateway, in: "news", after: heard.last)
            heard += try rest.seqs(40 - heard.count)
            #expect(heard == Array(1...40))
        }
    }
}
