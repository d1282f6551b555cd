import Client
import JSON
import TestSupport
import Testing

/// Messages of channels that a backend wants pushed (F-32).
struct ChannelPushTests {
    /// The message's id.
    private func announce(_ text: String, _ more: String, id: String = uniqueID(), by admin: ClientSession) throws
        -> String
    {
        let ok = try admin.request("admin.channel.publish", post(text, in: "news", id: id, more)).get()
        return try #require(ok["msgId"]?.string)
    }

    @Test(arguments: RequestDoor.allCases)
    func `F-32, F-23: followers who are away are pushed what a backend wants pushed, and nothing else`(
        door: RequestDoor
    ) throws {
        try withPushes(door: door) { gateway, pushes in
            for user in ["bob", "dora", "eve", "pat"] { try pushes.away(user) }
            try gateway.createAccounts("carl")
            let admin = try gateway.admin()
            try admin.manage("create", "news")
            for user in ["bob", "carl", "dora", "pat"] { try gateway.briefly(user) { try $0.follow("news") } }
            try gateway.briefly("dora") { try $0.setQuietHours() }
            let alice = try gateway.online("alice")
            try pushes.register(alice, "alice")
            try alice.follow("news")

            let silent = try announce("one", "", by: admin)
            let loud = try announce("two", #""from": "pat", "apnsContent": "Snow""#, by: admin)
            #expect(try alice.posts().map(\.text) == ["one", "two"])
            let outcomes = try ["bob", "carl", "dora", "pat", "alice"].map {
                try pushes.outcome(of: loud, in: "", for: $0)
            }
            #expect(outcomes == ["0 Snow", "noDevice T-Q27", "quietHours X-M13", "ownMessage X-M", "online X-52"])
            let request = try #require(try pushes.requests(loud, to: "bob").first)
            #expect(request.conversation == nil)
            // Nobody is pushed to who does not follow, and of what is not to be pushed there is no push.
            #expect(try pushes.explain(loud, for: "eve").error?.name == "noMessage")
            #expect(try pushes.explain(silent, for: "bob").error?.name == "noMessage")

            try gateway.briefly("bob") { try $0.unfollow("news") }
            try gateway.briefly("eve") { try $0.follow("news") }
            let forced = try announce(
                "three", #""apnsContent": "Ice", "forcePush": true, "apnsPayload": {"sound": "bell"}"#, by: admin)
            #expect(try pushes.outcome(of: forced, in: "", for: "dora") == "0! Ice")
            #expect(try pushes.outcome(of: forced, in: "", for: "eve") == "0! Ice")
            #expect(try #require(pushes.requests(forced, to: "eve").first?.payload).contains(#""sound":"bell""#))
            #expect(try pushes.explain(forced, for: "bob").error?.name == "noMessage")
            #expect(try pushes.texts(1, to: "bob") == ["Snow"])
        }
    }

    @Test func `F-32, F-16: a repeat pushes nothing more, and with another push it is another message`() throws {
        try withPushes { gateway, pushes in
            try pushes.away("bob")
            let admin = try gateway.admin()
            try admin.manage("create", "news")
            try gateway.briefly("bob") { try $0.follow("news") }
            let first = try announce("one", #""apnsContent": "Snow""#, id: "m1", by: admin)
            #expect(try pushes.outcome(of: first, in: "", for: "bob") == "0 Snow")
            #expect(try announce("one", #""apnsContent": "Snow""#, id: "m1", by: admin) == first)
            for more in ["", #""apnsContent": "Ice""#, #""apnsContent": "Snow", "forcePush": true"#] {
                let error = try admin.refusal("admin.channel.publish", post("one", in: "news", id: "m1", more))
                #expect(error.number == "gw 1006" && error.keys == ["clientMsgId"])
            }
            for more in [#""forcePush": true"#, #""apnsPayload": {"sound": "s"}"#, #""apnsContent": """#] {
                let error = try admin.refusal("admin.channel.publish", post("two", in: "news", more))
                #expect(error.number == "nim 414" && error.keys == ["apnsContent"])
            }
            _ = try announce("three", #""apnsContent": "Last""#, by: admin)
            #expect(try pushes.texts(2, to: "bob") == ["Snow", "Last"])
        }
    }

    @Test func `F-32: a crash loses no push of a channel, and what waits when it is destroyed is not sent`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: hold)
        try withPushes(["push.requests": "1"], server: server) { gateway, pushes in
            let users = ["bob", "carol", "dave"]
            for user in users { try pushes.away(user) }
            let admin = try gateway.admin()
            try admin.manage("create", "news")
            for user in users { try gateway.briefly(user) { try $0.follow("news") } }
            let message = try announce("one", #""apnsContent": "Snow""#, by: admin)
            gateway.process.kill()
            try server.answerAsUsual()
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            for user in users { #expect(try pushes.explanation(of: message, for: user).line == "0 Snow") }

            // These are tried, and wait to be tried again.
            try server.answer("/hook", with: #"{"status": 500, "body": "later"}"#)
            let second = try gateway.admin()
            let other = try announce("two", #""apnsContent": "Ice""#, by: second)
            try until("all are tried") { try users.allSatisfy { try !pushes.requests(other, to: $0).isEmpty } }
            try second.manage("destroy", "news")
            // What was on its way then is tried once more, and not accepted.
            pause(.milliseconds(200))
            try server.answerAsUsual()
            let alice = try gateway.online("alice")
            for user in users {
                let sent = try alice.write("later", to: user)
                #expect(try pushes.explanation(of: sent.msgID, for: user).line == "1 alice:later")
                #expect(try !pushes.requests(other, to: user).contains { $0.isAccepted })
                #expect(try pushes.explain(other, for: user).error?.name == "noMessage")
            }
        }
    }
}
