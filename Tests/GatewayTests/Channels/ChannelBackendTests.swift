import Client
import JSON
import Testing

/// Channels as backends hear of them, and decide about them.
struct ChannelBackendTests {
    @Test func `F-24: a backend hears of channels, of who follows them, and of what is published`() throws {
        try withBackend { gateway, backend in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            try admin.manage("create", "news", #""publishers": ["alice"]"#)
            try admin.manage("modify", "news", #""title": "News""#)
            try alice.follow("news")
            try alice.follow("news")
            try alice.publish("hello", in: "news", id: "m1")
            try admin.announce("bye", in: "news", id: "m2")
            try alice.unfollow("news")
            try alice.unfollow("news")
            // What was published goes with the channel.
            try backend.wait(for: 2) { $0.type == "channel.published" }
            try admin.manage("destroy", "news")
            try backend.wait(for: 1) { $0.type == "channel.deleted" }
            try checkChannelEvents(backend.accepted.filter { $0.type.hasPrefix("channel.") })
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `F-25: a hook decides about following, and may replace what is published`(_ door: RequestDoor) throws {
        let server = try HookServer { ask in
            if ask.body.contains("forbidden") { return .refuse(9, "no") }
            return try ask.operation == "channel.publish" ? .replace(#"{"type": 0, "body": {"text": "***"}}"#) : .allow
        }
        try withChat(server.settings("channel.publish", "channel.subscribe"), door: door) { gateway in
            let admin = try gateway.admin()
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            for id in ["news", "forbidden"] { try admin.manage("create", id, #""publishers": ["alice"]"#) }
            #expect(try bob.refusal("channel.subscribe", channel("forbidden")).number == "app 9")
            try bob.follow("news")
            #expect(try alice.refusal("channel.publish", post("forbidden", in: "news", id: "m1")).number == "app 9")
            let first = try alice.request("channel.publish", post("rude", in: "news", id: "m1")).get()
            let stored = try ChannelPost(try #require(first["message"]))
            #expect(stored.body == #"{"text":"***"}"# && stored.clientMsgID == "m1" && stored.from == "alice")
            #expect(try bob.nextPost() == stored)
            let again = try alice.request("channel.publish", post("rude", in: "news", id: "m1")).get()
            #expect(Array(again.raw) == Array(first.raw))
            #expect(try alice.refusal("channel.publish", post("other", in: "news", id: "m1")).number == "gw 1006")
            // A backend is not asked.
            try admin.announce("forbidden", in: "news")
            #expect(try bob.nextPost().text == "forbidden")
        }
    }
}

private func checkChannelEvents(_ heard: [EventReceiver.Heard]) throws {
    #expect(heard.allSatisfy { $0.subject == #"{"channelID":"news"}"# })
    #expect(
        heard.map(\.type) == [
            "channel.created", "channel.updated", "channel.subscribed", "channel.published",
            "channel.published", "channel.unsubscribed", "channel.deleted",
        ])
    let user = #"{"channelID":"news","userID":"alice"}"#
    #expect([heard[2].data, heard[5].data] == [user, user])
    #expect([heard[0].data, heard[6].data] == [#"{"channelID":"news"}"#, #"{"channelID":"news"}"#])
    let published = try heard[3...4].map { try Publication($0.data) }
    #expect(
        published == [
            Publication(seq: 1, userID: "alice", clientMsgId: "m1", text: "hello"),
            Publication(seq: 2, userID: nil, clientMsgId: "m2", text: "bye"),
        ])
}

private struct Publication: Equatable {
    let seq: Int
    let userID: String?
    let clientMsgId: String?
    let text: String?
}

extension Publication {
    init(_ text: String) throws {
        let data = try JSONDocument().parse(text)
        seq = try #require(data["seq"]?.int)
        userID = data["userID"]?.string
        clientMsgId = data["clientMsgId"]?.string
        self.text = data["body"]?["text"]?.string
    }
}
