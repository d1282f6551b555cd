import Client
import ClientProtocol
import Framing
import Gateway
import JSON
import ServerAPI
import Testing

/// Guests, who show no token, follow channels over HTTP and do nothing else.
struct ChannelGuestTests {
    private func guest(_ gateway: GatewayProcess, in place: String, after: String? = nil) throws -> EventStreamClient {
        try EventStreamClient(gateway, at: "/v1/channels/\(place)/events", [], after: after)
    }

    @Test func `F-30: guests follow the channels that admit them, and no others`() throws {
        try withChat(["channels.guests": "true"]) { gateway in
            let admin = try gateway.admin()
            try gateway.createAccounts("bob")
            try admin.manage("create", "live", #""access": "guests", "publishers": ["bob"]"#)
            try admin.manage("create", "open")
            try admin.manage("create", "claimed", #""access": "claim""#)
            #expect(try admin.manage("info", "live")["access"]?.string == "guests")
            try admin.announce("1", in: "live")
            let streams = [
                try guest(gateway, in: "live", after: "0"), try EventStreamClient(gateway, in: "live", after: 0),
            ]
            for stream in streams { try stream.awaitBeginning() }
            let bob = try gateway.online("bob")
            #expect(try bob.follow("live") == 1)
            try bob.publish("2", in: "live")
            for stream in streams { #expect(try stream.seqs(2) == [1, 2]) }
            for place in ["open", "claimed", "none"] { #expect(try guest(gateway, in: place).status == 404) }
            // Nobody sees a guest.
            #expect(try bob.followers(of: "live") == 1)
            #expect(try gateway.metric("martlet_sessions_open") == 1)
            #expect(try gateway.rows(of: "account") == 2)
            try admin.manage("modify", "live", #""access": "open""#)
            #expect(try guest(gateway, in: "live").status == 404)
            // One that is there hears it until it ends, as a session does.
            try bob.publish("3", in: "live")
            #expect(try streams[0].next()?.type == "channel.changed")
            #expect(try streams[0].seqs(1) == [3])
        }
    }

    @Test func `F-30: without the setting there are no guests`() throws {
        try withChat { gateway in
            try gateway.admin().manage("create", "live", #""access": "guests""#)
            #expect(try guest(gateway, in: "live").status == 401)
            #expect(try EventStreamClient(gateway, in: "live").status == 200)
        }
    }

    @Test func `F-30: a guest may do nothing else, whatever operation there is`() throws {
        try withChat(["channels.guests": "true", "auth.failedOpensPerConnection": "1000"]) { gateway in
            try gateway.admin().manage("create", "live", #""access": "guests""#)
            let stream = try guest(gateway, in: "live")
            try stream.awaitBeginning()
            let operations = Catalogue.standard.operations.map(\.name)
            #expect(operations.contains("channel.subscribe") && operations.count > 100)
            let (http, session) = (try gateway.http(), try gateway.guest())
            let json = HTTPHeader("Content-Type", "application/json")
            for operation in operations {
                let data = #"{"channelID": "live"}"#
                let answer = try http.request(
                    .post, HTTPAPI.path + operation, headers: [json], body: Array(data.utf8))
                #expect([401, 429].contains(answer.status), "\(operation)")
                #expect(try session.reply(to: session.send(operation, data)).error != nil, "\(operation)")
            }
            for headers in [[HTTPHeader.bearer("x.y.z")], [.adminKey("k")]] {
                let answer = try http.request(.get, "/v1/channels/live/events", headers: headers)
                #expect([401, 429].contains(answer.status))
            }
        }
    }

    @Test func `F-31: guests of an address have so many streams`() throws {
        let settings = [
            "channels.guests": "true", "channels.guestsPerAddress": "3", "channels.streamsPerUser": "1",
        ]
        try withChat(settings) { gateway in
            gateway.keepToOneNode()
            try gateway.admin().manage("create", "live", #""access": "guests""#)
            var streams = try (0..<3).map { _ in try guest(gateway, in: "live") }
            for stream in streams { #expect(stream.status == 200) }
            let answer = try gateway.http().request(.get, "/v1/channels/live/events")
            #expect(answer.status == 429 && answer.text.contains("as many streams"))
            #expect(try EventStreamClient(gateway, in: "live").status == 200)
            streams.removeLast()
            try until("there is room") { try guest(gateway, in: "live").status == 200 }
        }
    }

    @Test func `F-31: guests of an address have half of a user's rate together`() throws {
        let settings = [
            "channels.guests": "true", "requests.perSecondPerUser": "2", "requests.burstPerUser": "20",
        ]
        try withChat(settings) { gateway in
            gateway.keepToOneNode()
            let http = try gateway.http()
            let statuses = try (0..<18).map { _ in try http.request(.get, "/v1/channels/none/events").status }
            #expect(statuses.prefix(10) == Array(repeating: 404, count: 10)[...] && statuses.contains(429))
        }
    }
}
