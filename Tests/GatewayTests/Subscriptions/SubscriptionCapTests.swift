import Client
import ClientProtocol
import JSON
import Testing

/// How many may be followed, and by how many.
struct SubscriptionCapTests {
    private static let small = ["subscriptions.perUser": "3", "subscriptions.followersPerUser": "2"]

    /// Of a call that is refused as a whole: its code, and the users it names.
    private func refusal(_ session: ClientSession, _ users: [String], _ type: Int = 1) throws -> Followed {
        let data = #"{"userIds": \#(list(users)), "subscribeType": \#(type), "expiry": 60}"#
        let error = try session.refusal("subscription.subscribe", data)
        #expect(error.system == "rc")
        return Followed(error.code, error.keys)
    }

    @Test func `S-51, S-Q19: up to the cap, of each type, and a call that would pass it does nothing`() throws {
        try withFollowing(Self.small) { gateway in
            try gateway.createAccounts("b", "c", "d", "e", "f")
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            #expect(try phone.follow(["b", "c"]) == Followed(0, []))
            // Two new ones find room for one: neither is followed, nor is the old one again.
            let before = try phone.following()
            _ = try tab.settleAll()
            #expect(try refusal(phone, ["d", "b", "nobody", "e"]) == Followed(26022, ["d", "e"]))
            #expect(try phone.following() == before)
            #expect(try tab.changedElsewhere().isEmpty)
            // Unknown ones take no room, nor do those that are followed.
            #expect(try phone.follow(["nobody", "b", "d", "alice"]) == Followed(34308, ["nobody", "alice"]))
            #expect(try refusal(phone, ["e"]) == Followed(26022, ["e"]))
            #expect(try phone.follow(["b", "c", "d"]) == Followed(0, []))
            #expect(try phone.follow(["nobody"]) == Followed(34308, ["nobody"]))
            // The other type has its own.
            #expect(try phone.follow(["c", "d", "e"], 2) == Followed(0, []))
            #expect(try refusal(phone, ["f"], 2) == Followed(26022, ["f"]))
            try phone.unfollow(["b"])
            #expect(try refusal(phone, ["e", "f"]) == Followed(26022, ["e", "f"]))
            #expect(try phone.follow(["f"]) == Followed(0, []))
            #expect(try phone.following().map(\.user) == ["c", "d", "f"])
        }
    }

    @Test func `S-52, S-Q20, S-Q21: a user with the most followers allowed fails, and the others are followed`()
        throws
    {
        try withFollowing(Self.small) { gateway in
            try gateway.createAccounts("full", "free")
            let fans = try ["one", "two", "three"].map { try gateway.online($0) }
            for type in [1, 2] {
                #expect(try fans[0].follow(["full"], type) == Followed(0, []))
                #expect(try fans[1].follow(["full"], type) == Followed(0, []))
                #expect(try fans[2].follow(["full", "free"], type) == Followed(26021, ["full"]))
                #expect(try fans[2].following(type).map(\.user) == ["free"])
                // The first failure is told, and all of them are named.
                #expect(try fans[2].follow(["nobody", "free", "full"], type) == Followed(34308, ["nobody", "full"]))
                #expect(try fans[2].follow(["full", "three"], type) == Followed(26021, ["full", "three"]))
                #expect(try fans[0].follow(["full"], type, expiry: 60) == Followed(0, []))
                try fans[1].unfollow(["full"], type)
                #expect(try fans[2].follow(["full"], type) == Followed(0, []))
                #expect(try fans[1].follow(["full"], type) == Followed(26021, ["full"]))
            }
        }
    }

    @Test func `S-Q17, S-51, S-52: friends take no room`() throws {
        try withFollowing(["subscriptions.perUser": "1", "subscriptions.followersPerUser": "1"]) { gateway in
            let users = ["b", "c", "d"]
            let alice = try gateway.online("alice")
            let others = try users.map { try gateway.online($0) }
            for user in users { try alice.add(user) }
            #expect(try alice.following(3).map(\.user).sorted() == users)
            #expect(try alice.follow(["c"]) == Followed(0, []))
            #expect(try others[0].follow(["alice"]) == Followed(0, []))
            #expect(try others[1].follow(["alice"]) == Followed(26021, ["alice"]))
            #expect(try alice.following(4).map(\.user).sorted() == users)
        }
    }

    @Test func `S-Q34: a deleted user takes no room, as follower or as followed`() throws {
        try withFollowing(["subscriptions.perUser": "2", "subscriptions.followersPerUser": "1"], door: .webSocket) {
            gateway in
            try gateway.createAccounts("b", "c", "d", "star")
            let alice = try gateway.online("alice")
            let fan = try gateway.online("fan")
            try fan.follow(["star"])
            try alice.follow(["b", "c"])
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["b", "fan"]}"#).get()
            try nextSecond()
            #expect(try alice.following().map(\.user) == ["c"])
            #expect(try alice.followed(["b", "c"]).map(\.user) == ["c"])
            #expect(try alice.settleAll().named("subscription.changedOnOtherDevices").isEmpty)
            #expect(try alice.follow(["star"]) == Followed(0, []))
            #expect(try alice.unfollow(["b"]) == Followed(34308, ["b"]))
            // The next user of the same name is not followed.
            _ = try gateway.online("b")
            #expect(try alice.following().map(\.user) == ["c", "star"])
        }
    }

    @Test func `X-11, S-Q19: of two who follow at the last place one does`() throws {
        try withFollowing(["subscriptions.perUser": "5", "shards.count": "4"]) { gateway in
            let users = (0..<12).map { "u\($0)" }
            try gateway.createAccounts(users)
            let devices = try (0..<4).map { try gateway.online("alice", device: "d\($0)") }
            for type in [1, 2] {
                try devices[0].follow(Array(users.prefix(4)), type)
                for round in 1...4 {
                    let requests = devices.enumerated().map { index, device in
                        (
                            device, "subscription.subscribe",
                            #"{"userIds": ["u\#(4 + (index + round) % 8)"], "subscribeType": \#(type), "expiry": 60}"#
                        )
                    }
                    let result = try outcomes(requests.map { ($0.0, $0.1, $0.2) })
                    #expect(result.sorted() == ["ok", "rc 26022", "rc 26022", "rc 26022"])
                    let all = try devices[0].following(type).map(\.user)
                    #expect(all.count == 5)
                    try devices[1].unfollow([all[4]], type)
                }
            }
        }
    }

    @Test func `X-11, S-Q20: of several who follow one at the last place one does`() throws {
        try withFollowing(["subscriptions.followersPerUser": "3", "shards.count": "4"]) { gateway in
            try gateway.createAccounts("star")
            for fan in ["a", "b"] { try gateway.online(fan).follow(["star"]) }
            let fans = try (0..<6).map { try gateway.online("f\($0)") }
            let data = #"{"userIds": ["star"], "subscribeType": 1, "expiry": 60}"#
            for _ in 1...3 {
                let ids = try fans.map { try $0.send("subscription.subscribe", data) }
                let replies = try zip(fans, ids).map { try Followed($0.reply(to: $1).get()) }
                #expect(replies.count { $0 == Followed(0, []) } == 1)
                #expect(replies.count { $0 == Followed(26021, ["star"]) } == 5)
                let winner = try #require(replies.firstIndex { $0.status == 0 })
                #expect(try fans.map { try $0.following().count } == fans.indices.map { $0 == winner ? 1 : 0 })
                try fans[winner].unfollow(["star"])
            }
        }
    }

    struct Operation: ShowsRows {
        let rows: String
        let name: String

        init(_ rows: String, _ name: String) { (self.rows, self.name) = (rows, name) }
    }

    @Test(arguments: [
        Operation("S-50", "subscribe"), Operation("S-55", "unsubscribe"), Operation("S-57", "query"),
    ])
    func `S-Q16: a call has at most 200 users; duplicates count once`(operation: Operation) throws {
        try withFollowing { gateway in
            let users = (0...200).map { "u\($0)" }
            try createAccounts(users, gateway)
            let alice = try gateway.online("alice")
            func data(_ users: [String]) -> String {
                #"{"userIds": \#(list(users)), "subscribeType": 1, "expiry": 60}"#
            }
            if operation.name != "subscribe" { try alice.follow(Array(users.prefix(200))) }
            let before = try alice.following(count: 200)
            let error = try alice.refusal("subscription.\(operation.name)", data(users))
            #expect(error.number == "rc 34308")
            if operation.name != "query" { #expect(error.keys == ["userIds"]) }
            #expect(try alice.following(count: 200) == before)
            let call = Array(users.prefix(200))
            let ok = try alice.request("subscription.\(operation.name)", data(call + call)).get()
            if operation.name == "query" {
                #expect(ok["events"]?.count == 200)
            } else {
                #expect(ok["status"]?.int == 0 && (ok["failedUserIds"] == nil || ok["failedUserIds"]?.count == 0))
            }
            #expect(try alice.following(count: 200).count == (operation.name == "unsubscribe" ? 0 : 200))
        }
    }

    private func createAccounts(_ users: [String], _ gateway: GatewayProcess) throws {
        for start in stride(from: 0, to: users.count, by: 100) {
            try gateway.createAccounts(Array(users[start..<min(start + 100, users.count)]))
        }
    }

    @Test func `S-51, S-59, S-Q16, S-Q19: a user has at most 1000 subscriptions of a type`() throws {
        try withFollowing { gateway in
            let users = (0...1000).map { "u\($0)" }
            try createAccounts(users, gateway)
            let alice = try gateway.online("alice")
            let call = Array(users.prefix(200))
            #expect(try refusal(alice, Array(users.prefix(201))) == Followed(34308, ["userIds"]))
            #expect(try alice.follow(Array(call.dropLast())) == Followed(0, []))
            // Those named twice count once.
            #expect(try alice.follow(call + call) == Followed(0, []))
            #expect(try alice.followed(call + ["u0"]).map(\.user) == call)
            let many = #"{"userIds": \#(list(Array(users.prefix(201)))), "subscribeType": 1}"#
            for operation in ["unsubscribe", "query"] {
                #expect(try alice.refusal("subscription.\(operation)", many).number == "rc 34308")
            }
            #expect(try alice.following(count: 200).count == 200)
            for start in stride(from: 200, to: 800, by: 200) { try alice.follow(Array(users[start..<start + 200])) }
            #expect(try alice.follow(Array(users[800..<999])) == Followed(0, []))
            #expect(try refusal(alice, ["u999", "u1000"]) == Followed(26022, ["u999", "u1000"]))
            #expect(try alice.follow(["u999"]) == Followed(0, []))
            #expect(try refusal(alice, ["u1000"]) == Followed(26022, ["u1000"]))
            #expect(try alice.follow(call) == Followed(0, []))
            #expect(try alice.following(from: 999).map(\.user) == ["u999"])
            #expect(try alice.unfollow(call + call) == Followed(0, []))
            #expect(try alice.follow(["u1000"]) == Followed(0, []))
        }
    }
}
