import Client
import Framing
import JSON
import Testing

/// How streams of channels end, and what bounds them.
struct ChannelStreamEndTests {
    @Test func `F-28: a stream ends with its token`() throws {
        try withChat { gateway in
            try gateway.admin().manage("create", "news")
            let token = gateway.keys.token("alice", expiresIn: 3)
            let stream = try EventStreamClient(gateway, in: "news", token: token)
            #expect(stream.status == 200)
            #expect(try stream.takeAll().isEmpty)
            #expect(try EventStreamClient(gateway, in: "news", token: token).status == 401)
        }
    }

    @Test func `F-28: a stream ends with its account, the revocation of its token, and when its user is kicked`() throws
    {
        try withChat { gateway in
            let admin = try gateway.admin()
            try admin.manage("create", "news")
            func stream(_ user: String) throws -> EventStreamClient {
                let stream = try EventStreamClient(gateway, in: "news", by: user)
                try stream.awaitBeginning()
                return stream
            }
            let other = try stream("other")
            for (operation, data, status) in [
                ("admin.session.kick", #"{"userID": "kicked"}"#, 200),
                ("admin.token.revoke", #"{"userID": "revoked"}"#, 401),
                ("admin.account.disable", #"{"userIDs": ["disabled"]}"#, 403),
                ("admin.account.delete", #"{"userIDs": ["deleted"]}"#, 401),
            ] {
                let user = try #require(data.split(separator: "\"").dropFirst(3).first.map(String.init))
                let token = gateway.token(user)
                let stream = try EventStreamClient(gateway, in: "news", token: token)
                try stream.awaitBeginning()
                _ = try admin.request(operation, data).get()
                #expect(try stream.takeAll().isEmpty, "\(operation)")
                let next = try EventStreamClient(gateway, in: "news", token: token).status
                #expect(next == status, "\(operation)")
            }
            // A kick of one device leaves what has none.
            let kept = try stream("kept")
            _ = try admin.request("admin.session.kick", #"{"userID": "kept", "device": "d1"}"#).get()
            try admin.announce("x", in: "news")
            for stream in [other, kept] { #expect(try stream.seqs(1) == [1]) }
        }
    }

    @Test func `F-28: a drain ends streams at its pace`() throws {
        let settings = [
            "drain.closesPerSecond": "10", "drain.reconnectDelayMilliseconds": "7000",
            "drain.reconnectJitterMilliseconds": "0", "websocket.closeTimeoutMilliseconds": "100",
        ]
        try withChat(settings) { gateway in
            try gateway.admin().manage("create", "news")
            let streams = try (0..<10).map { _ in try EventStreamClient(gateway, in: "news") }
            for stream in streams {
                try stream.awaitBeginning()
                #expect(stream.retry == "7000")
            }
            let began = wallMilliseconds()
            try gateway.stop()
            #expect(wallMilliseconds() - began > 700)
            for stream in streams { #expect(try stream.takeAll().isEmpty) }
        }
    }

    @Test func `F-29: a user has so many streams, and the place of one that ends is free again`() throws {
        try withChat(["channels.streamsPerUser": "2"]) { gateway in
            gateway.keepToOneNode()
            try gateway.admin().manage("create", "news")
            var streams = try (0..<2).map { _ in try EventStreamClient(gateway, in: "news") }
            for stream in streams { try stream.awaitBeginning() }
            #expect(try EventStreamClient(gateway, in: "news").status == 429)
            #expect(try EventStreamClient(gateway, in: "news", by: "bob").status == 200)
            // One that is refused takes no place.
            #expect(try EventStreamClient(gateway, in: "none", by: "bob").status == 404)
            #expect(try EventStreamClient(gateway, in: "news", by: "bob").status == 200)
            streams.removeLast()
            try until("there is room") { try EventStreamClient(gateway, in: "news").status == 200 }
        }
    }

    @Test func `F-29: a stream counts as a request of its user`() throws {
        let settings = ["requests.perSecondPerUser": "1", "requests.burstPerUser": "3"]
        try withChat(settings) { gateway in
            gateway.keepToOneNode()
            try gateway.admin().manage("create", "news")
            let statuses = try (0..<6).map { _ in try EventStreamClient(gateway, in: "news").status }
            #expect(statuses.first == 200 && statuses.contains(429))
        }
    }

    @Test func `F-29: a stream that is silent gets a comment`() throws {
        try withChat { gateway in
            try gateway.admin().manage("create", "news")
            let stream = try EventStreamClient(gateway, in: "news")
            try stream.awaitBeginning()
            let (began, comments) = (wallMilliseconds(), stream.comments)
            while stream.comments == comments { _ = try #require(try stream.takeBlock()) }
            #expect((13_000...18_000).contains(wallMilliseconds() - began))
        }
    }

    @Test func `F-29: a client that is too slow is given up, nobody waits for it, and it goes on where it was`() throws
    {
        let settings = [
            "shards.count": "1", "outbox.kernelBytesPerConnection": "8192", "outbox.bytesPerConnection": "65536",
            "outbox.pauseReadingBytes": "16384",
            "channels.messagesPerSecond": "10000",
        ]
        try withChat(settings) { gateway in
            let admin = try gateway.admin()
            try admin.manage("create", "news")
            var options = gateway.channelOptions
            options.receiveBuffer = 4096
            let slow = try EventStreamClient(gateway, in: "news", by: "slow", options)
            try slow.awaitBeginning()
            let quick = try EventStreamClient(gateway, in: "news", by: "quick")
            try quick.awaitBeginning()
            let long = String(repeating: "x", count: 4_000)
            for number in 1...60 {
                try admin.announce("\(long) \(number)", in: "news")
                #expect(try quick.seqs(1) == [number])
            }
            try until("the slow one is given up") { try gateway.metric("martlet_channel_streams_open") == 1 }
            #expect(try gateway.metric("martlet_slow_consumers_total") == 1)
            var heard: [Int] = []
            while let post = try? slow.nextPost() { heard.append(post.seq) }
            #expect(heard == Array(1..<heard.count + 1) && heard.count < 60)
            while heard.count < 60 {
                let again = try EventStreamClient(gateway, in: "news", by: "slow", after: heard.count)
                // Of what does not fit into an outbox it is told that it can be fetched.
                guard let event = try again.next(), event.type == "channel.message" else {
                    let all = try gateway.online("slow").posts(in: "news", "newer")
                    heard += all.map(\.seq).dropFirst(heard.count)
                    break
                }
                heard.append(try #require(Int(event.id)))
            }
            #expect(heard == Array(1...60))
        }
    }

    @Test func `F-26: a stream over TLS`() throws {
        let workspace = try Workspace()
        let pair = try OpenSSL.certificate("channels", in: workspace)
        try withGateway(["tls.certificates": "[\(pair)]"], workspace: workspace) { gateway in
            let admin = try gateway.admin()
            try admin.manage("create", "news")
            let streams = try (0..<3).map { _ in try EventStreamClient(gateway, in: "news") }
            for stream in streams { try stream.awaitBeginning() }
            for text in ["1", "2"] { try admin.announce(text, in: "news") }
            for stream in streams { #expect(try stream.seqs(2) == [1, 2]) }
        }
    }
}
