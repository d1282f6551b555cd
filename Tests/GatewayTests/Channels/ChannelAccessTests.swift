import Client
import JSON
import Testing

/// Who may read a channel: everybody, or those whose token names it.
struct ChannelAccessTests {
    /// What each operation about a channel is refused with.
    private func refusals(of session: ClientSession, about id: String) throws -> [String] {
        var refusals: [String] = []
        for operation in ["channel.subscribe", "channel.info", "channel.history"] {
            refusals.append("\(try session.refusal(operation, channel(id)))")
        }
        refusals.append("\(try session.refusal("channel.publish", post("x", in: id)))")
        return refusals
    }

    @Test(arguments: RequestDoor.allCases)
    func `F-02, F-03: a channel by claim is there for those whose token names it, and for nobody else`(
        _ door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            try admin.manage("create", "team:a", #""access": "claim""#)
            try admin.announce("hello", in: "team:a")
            let allowed = [["team:a"], ["x", "team:*"], ["*"]]
            for (number, channels) in allowed.enumerated() {
                let session = try gateway.claiming("user\(number)", channels)
                #expect(try session.follow("team:a") == 1)
                #expect(try session.posts(in: "team:a").map(\.text) == ["hello"])
                #expect(try session.followed() == ["team:a"])
            }
            for (number, channels) in [[], ["team:b"], ["team:"], ["team:ab*"], ["Team:*"], [""]].enumerated() {
                let session = try gateway.claiming("other\(number)", channels)
                let forbidden = try refusals(of: session, about: "team:a")
                #expect(try forbidden == refusals(of: session, about: "none"))
                #expect(forbidden.allSatisfy { $0.contains("1020") })
            }
            try admin.announce("more", in: "team:a")
            #expect(try admin.manage("info", "team:a")["followers"]?.int == 3)
        }
    }

    @Test(arguments: [#""team:a""#, "[1]", #"{"team:a": true}"#, list((0...100).map { "c\($0)" })])
    func `F-03: a claim that is no list of up to 100 texts makes a token malformed`(_ claim: String) throws {
        try withChat { gateway in
            let token = gateway.keys.token("alice", #""channels": \#(claim)"#)
            let error = try #require(try gateway.guest().open(token: token).error)
            #expect(error.number == "tim 70003" && error.message.contains("channels"))
        }
    }

    @Test func `F-03: a login hears what its token names, and a new token counts for requests`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            for id in ["a", "b"] { try admin.manage("create", id, #""access": "claim""#) }
            let first = try gateway.claiming("alice", ["a", "b"])
            try first.follow("a")
            try first.follow("b")
            let narrow = try gateway.claiming("alice", ["b"], device: "d2")
            let (plain, opened) = try gateway.back("alice", device: "d3", resume: #"{"channels": {"a": 0}}"#)
            #expect(opened["channels"]?.count == 0)
            #expect(opened["resume"]?["channels"]?["a"]?["verdict"]?.string == "reset")
            try admin.announce("in a", in: "a")
            try admin.announce("in b", in: "b")
            #expect(try first.posts().map(\.text) == ["in a", "in b"])
            #expect(try narrow.posts().map(\.text) == ["in b"])
            #expect(try plain.posts().isEmpty && plain.followed().isEmpty)
            #expect(try plain.refusal("channel.info", channel("a")).number == "gw 1020")
            let token = gateway.keys.token("alice", #""channels": ["a"], "iat": \#(wallSeconds())"#)
            _ = try plain.request("session.refresh", #"{"token": "\#(token)"}"#).get()
            #expect(try plain.followed() == ["a"])
            // Subscribing again has the session hear it.
            #expect(try plain.follow("a") == 1)
            try admin.announce("more", in: "a")
            #expect(try plain.nextPost().text == "more")
            #expect(try first.nextPost().text == "more")
        }
    }

    @Test func `F-03: a backend in a user's name needs no claim`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            try gateway.createAccounts("alice")
            try admin.manage("create", "a", #""access": "claim""#)
            let api = try gateway.api([.adminKey(gateway.keys.adminKey), .asUser("alice")])
            _ = try api.request("channel.subscribe", channel("a")).get()
            #expect(try api.request("channel.info", channel("a")).get()["isSubscribed"]?.bool == true)
            #expect(try gateway.online("alice").refusal("channel.info", channel("a")).number == "gw 1020")
        }
    }
}
