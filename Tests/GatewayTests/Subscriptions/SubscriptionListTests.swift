import Client
import ClientProtocol
import JSON
import Testing

/// `subscription.query` and `list`
struct SubscriptionListTests {
    @Test func `S-56, S-Q30, S-36, S-37, S-Q25: a query tells how those are who are followed, in its own order`() throws
    {
        try withFollowing(["hosting.visibility": #""everyone""#]) { gateway in
            try gateway.createAccounts("never", "other")
            let alice = try gateway.online("alice")
            let bob = try gateway.session("bob", platform: "ios")
            let carol = try gateway.session("carol", platform: "pc")
            try carol.update(#""name": "C", "email": "c""#)
            for type in [1, 2] { try alice.follow(["bob", "carol", "never"], type) }
            try carol.leave()
            try until("carol is away") { try alice.followed(["carol"]).first?.line == "1 carol: pc off" }
            let presence = try alice.followed(["never", "other", "carol", "nobody", "bob", "carol"])
            #expect(presence.map(\.line) == ["1 never: ", "1 carol: pc off", "1 bob: ios on"])
            #expect(presence.allSatisfy { $0.expiry == 3600 && $0.since > 0 })
            let profiles = try alice.followed(["carol", "other", "bob"], 2)
            #expect(profiles.map(\.line) == ["2 carol: C …", "2 bob:  …"])
            #expect(profiles.first?.profile?.email == "c")
            try bob.setVisibility(1)
            #expect(try alice.followed(["bob"], 2).map(\.profile) == [Hosted("bob").part])
        }
    }

    @Test(arguments: [3, 4])
    func
        `S-Q17, S-Q18, S-38, S-39, S-58: of types 3 and 4 there are those who are friends of each other, without a time`(
            type: Int
        ) throws
    {
        try withFollowing { gateway in
            let alice = try gateway.online("alice")
            let others = try ["bob", "carol", "dave", "eve", "fan"].map { try gateway.online($0) }
            for user in ["bob", "carol", "dave", "eve"] { try alice.add(user) }
            // Carol has her no longer; she has dave no longer; she has blocked eve; fan has her alone.
            try others[1].deleteFriends(["alice"])
            try alice.deleteFriends(["dave"])
            try alice.block("eve")
            try others[4].add("alice")
            try alice.deleteFriends(["fan"])
            #expect(try alice.following(type).map(\.user) == ["bob"])
            let found = try alice.followed(["fan", "eve", "dave", "carol", "bob", "alice"], type)
            #expect(found.map(\.user) == ["bob"])
            #expect(found.allSatisfy { $0.type == type && $0.since == 0 && $0.expiry == 0 })
            #expect(found.map(\.line) == [type == 3 ? "3 bob: web on" : "4 bob: "])
            #expect(try alice.following(type) == found)
            #expect(try others[1].following(type).isEmpty && others[3].following(type).isEmpty)
            try others[1].add("alice")
            #expect(try alice.following(type).map(\.user) == ["bob", "carol"])
            let pages = try [0, 1, 2].map { try alice.following(type, from: $0, count: 1).map(\.user) }
            #expect(pages == [["bob"], ["carol"], []])
        }
    }

    @Test
    func `S-58, S-60, S-61, S-Q31, S-Q22: pages go by the first time, then by user, and following again moves nobody`()
        throws
    {
        try withFollowing { gateway in
            let users = ["B", "a", "b", "c", "d", "e", "f"]
            try gateway.createAccounts(users)
            let alice = try gateway.online("alice")
            try alice.follow(["e", "b", "B"])
            pause(.milliseconds(3))
            try alice.follow(["d"])
            pause(.milliseconds(3))
            try alice.follow(["c", "e", "a"])
            try alice.follow(["f"], 2)
            let expected = ["B", "b", "e", "d", "a", "c"]
            #expect(try alice.following().map(\.user) == expected)
            for size in [1, 2, 4, 5, 6, 200] {
                var pages: [[String]] = []
                var start = 0
                while true {
                    let page = try alice.following(from: start, count: size).map(\.user)
                    pages.append(page)
                    start += page.count
                    if page.isEmpty { break }
                }
                #expect(pages.flatMap { $0 } == expected)
                #expect(pages.dropLast().dropLast().allSatisfy { $0.count == size })
            }
            #expect(try alice.following(2).map(\.user) == ["f"])
            // A user who is left and followed again comes last.
            try alice.unfollow(["B"])
            pause(.milliseconds(3))
            try alice.follow(["B"])
            #expect(try alice.following().map(\.user) == ["b", "e", "d", "a", "c", "B"])
            try gateway.restart()
            #expect(try gateway.online("alice").following().map(\.user) == ["b", "e", "d", "a", "c", "B"])
        }
    }

    @Test func `S-59, S-60, S-61, S-Q31: a page has 1 to 200, and begins at 0 or later`() throws {
        try withFollowing { gateway in
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            try alice.follow(["bob"])
            func data(_ size: String, _ start: String) -> String {
                #"{"subscribeType": 1, "userIds": ["nobody"], "pageSize": \#(size), "startIndex": \#(start)}"#
            }
            for size in ["1", "200"] {
                #expect(try alice.request("subscription.list", data(size, "0")).get()["events"]?.count == 1)
            }
            for start in ["1", "1000000", "1000001", "9007199254740991"] {
                #expect(try alice.request("subscription.list", data("200", start)).get()["events"]?.count == 0)
            }
            for size in ["0", "201", "-1", "1.5", #""1""#, "true"] {
                #expect(try alice.refusal("subscription.list", data(size, "0")).number == "rc 34309", "\(size)")
            }
            for start in ["-1", "0.5", #""0""#, "[]"] {
                #expect(try alice.refusal("subscription.list", data("1", start)).number == "rc 34309", "\(start)")
            }
            for type in ["0", "5", #""1""#] {
                let list = #"{"subscribeType": \#(type), "pageSize": 1, "startIndex": 0}"#
                #expect(try alice.refusal("subscription.list", list).number == "rc 34306")
                let query = #"{"subscribeType": \#(type), "userIds": ["bob"]}"#
                #expect(try alice.refusal("subscription.query", query).number == "rc 34306")
            }
            for users in ["[]", "[1]", #""bob""#] {
                let query = #"{"subscribeType": 1, "userIds": \#(users)}"#
                #expect(try alice.refusal("subscription.query", query).number == "rc 34308")
            }
        }
    }

    private static let small = movableClock.merging(
        ["subscriptions.perUser": "2", "subscriptions.followersPerUser": "1"]) { $1 }

    /// Alice follows Bob for 1000 seconds and Carol for 2000; `body` begins when `seconds` have passed.
    private func withSubscriptions(
        after seconds: Int, _ body: (GatewayProcess, [Subscribed]) throws -> Void
    ) throws {
        try withFollowing(Self.small) { gateway in
            try gateway.createAccounts("bob", "carol", "dave")
            let alice = try gateway.online("alice")
            try alice.follow(["bob"], expiry: 1000)
            try alice.follow(["carol"], expiry: 2000)
            let all = try alice.following()
            try gateway.restart(after: seconds)
            try body(gateway, all)
        }
    }

    @Test func `S-Q31, S-Q33: subscriptions outlive a restart`() throws {
        try withSubscriptions(after: 900) { gateway, all in
            let (alice, eve) = (try gateway.online("alice"), try gateway.online("eve"))
            #expect(try alice.following() == all)
            #expect(try eve.follow(["bob"]) == Followed(26021, ["bob"]))
        }
    }

    @Test func `S-Q23, S-51, S-52: an expired subscription is not listed and counts for no limit`() throws {
        try withSubscriptions(after: 1001) { gateway, _ in
            let alice = try gateway.online("alice")
            #expect(try alice.following().map(\.user) == ["carol"])
            #expect(try alice.followed(["bob", "carol"]).map(\.user) == ["carol"])
            let eve = try gateway.online("eve")
            #expect(try eve.follow(["bob"]) == Followed(0, []))
            #expect(try alice.follow(["dave"]) == Followed(0, []))
            #expect(try alice.following().map(\.user) == ["carol", "dave"])
        }
    }

    @Test func `S-44, S-Q23: the expiry of a subscription is reported to nobody, nor is a later unsubscribe`() throws {
        try withSubscriptions(after: 1001) { gateway, _ in
            let (phone, opened) = try gateway.back("alice", device: "phone", resume: #"{"user": 0}"#)
            let missed = try #require(opened["resume"]?["user"]?["events"]?.elements)
            let changes = missed.filter { $0["event"]?.string == "subscription.changedOnOtherDevices" }
            // The two that were made.
            #expect(changes.count == 2 && missed.count == 2)
            let removed = changes.compactMap { $0["data"]?["events"]?.first?["removed"]?.bool }
            #expect(!removed.contains(true))
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            _ = try [phone, tab, bob].map { try $0.settleAll() }
            #expect(try phone.unfollow(["bob"]) == Followed(0, []))
            #expect(try tab.changedElsewhere().isEmpty)
            #expect(try bob.settleAll().isEmpty)
        }
    }
}
