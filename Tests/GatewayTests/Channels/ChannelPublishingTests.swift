import Client
import JSON
import Testing

/// Publishing to channels, and reading what was published.
struct ChannelPublishingTests {
    /// A channel keeps few messages, and takes as many as the tests publish.
    private static let few = ["channels.messagesPerChannel": "100", "channels.messagesPerSecond": "10000"]

    @Test(arguments: RequestDoor.allCases)
    func `F-14, F-15: backends and listed users publish, and all who follow hear it in order`(_ door: RequestDoor)
        throws
    {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            let (alice, bob, eve) = (
                try gateway.online("alice"), try gateway.online("bob"), try gateway.online("eve")
            )
            try admin.manage("create", "news", #""publishers": ["alice"]"#)
            for session in [alice, bob, eve] { try session.follow("news") }
            let ok = try alice.request("channel.publish", post("one", in: "news", id: "m1")).get()
            #expect(ok["seq"]?.int == 1 && ok["channelID"]?.string == "news" && ok["message"] == nil)
            #expect(try admin.announce("two", in: "news") == 2)
            #expect(try admin.announce("three", in: "news", #""from": "bob""#) == 3)
            #expect(try eve.refusal("channel.publish", post("no", in: "news")).number == "gw 1002")
            let unknown = try admin.refusal("admin.channel.publish", post("no", in: "news", #""from": "nobody""#))
            #expect(unknown.number == "tim 40003" && unknown.keys == ["from"])
            for session in [alice, bob, eve] {
                let posts = try session.posts()
                #expect(posts.map(\.text) == ["one", "two", "three"] && posts.map(\.seq) == [1, 2, 3])
                #expect(posts.map(\.from) == ["alice", nil, "bob"] && posts.allSatisfy { $0.channel == "news" })
                #expect(posts[0].clientMsgID == "m1" && posts[0].msgID == ok["msgId"]?.string)
                #expect(Set(posts.map(\.msgID)).count == 3)
            }
            try admin.manage("modify", "news", #""publishers": ["eve"]"#)
            #expect(try alice.refusal("channel.publish", post("no", in: "news")).number == "gw 1002")
            #expect(try eve.publish("four", in: "news") == 4)
            #expect(try alice.request("channel.info", channel("news")).get()["isPublisher"]?.bool == false)
            #expect(try eve.request("channel.info", channel("news")).get()["isPublisher"]?.bool == true)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `F-16: a repeat is the same message, also after a restart and when that is kept no longer`(
        _ door: RequestDoor
    ) throws {
        try withChat(Self.few, door: door) { gateway in
            var admin = try gateway.admin()
            var alice = try gateway.online("alice")
            try admin.manage("create", "news", #""publishers": ["alice"]"#)
            try admin.manage("create", "other", #""publishers": ["alice"]"#)
            try alice.follow("news")
            let first = try alice.request("channel.publish", post("one", in: "news", id: "m1")).get()
            let again = try alice.request("channel.publish", post("one", in: "news", id: "m1")).get()
            #expect(Array(first.raw) == Array(again.raw))
            let error = try alice.refusal("channel.publish", post("two", in: "news", id: "m1"))
            #expect(error.number == "gw 1006" && error.keys == ["clientMsgId"])
            // The id is the publisher's own, in the channel.
            #expect(try admin.announce("one", in: "news", id: "m1") == 2)
            #expect(try admin.announce("one", in: "news", id: "m1") == 2)
            #expect(try alice.publish("one", in: "other", id: "m1") == 1)
            #expect(try alice.posts().map(\.seq) == [1, 2])
            try gateway.restart()
            (admin, alice) = (try gateway.admin(), try gateway.online("alice"))
            for number in 3...250 { try admin.announce("\(number)", in: "news") }
            #expect(try #require(alice.posts(in: "news").last).seq > 100)
            #expect(try alice.publish("one", in: "news", id: "m1") == 1)
            // Who may publish no longer still learns of what was done.
            try admin.manage("modify", "news", #""publishers": []"#)
            #expect(try alice.publish("one", in: "news", id: "m1") == 1)
            #expect(try alice.refusal("channel.publish", post("x", in: "news", id: "m2")).number == "gw 1002")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `F-17: more messages in a second than allowed are refused, and repeats are answered`(_ door: RequestDoor)
        throws
    {
        try withChat(["channels.messagesPerSecond": "5"], door: door) { gateway in
            let admin = try gateway.admin()
            for id in ["a", "b"] { try admin.manage("create", id) }
            for number in 1...5 { #expect(try admin.announce("x", in: "a", id: "m\(number)") == number) }
            var error: ServerError?
            for number in 6...30 where error == nil {
                error = try admin.request("admin.channel.publish", post("x", in: "a", id: "m\(number)")).error
            }
            #expect(error?.number == "gw 1003")
            #expect(try admin.announce("x", in: "a", id: "m1") == 1)
            #expect(try admin.announce("x", in: "b") == 1)
            try until("the channel has rested") {
                try admin.request("admin.channel.publish", post("x", in: "a")).error == nil
            }
        }
    }

    @Test func `F-18: messages go by age and by number, the last one stays, and seqs go on`() throws {
        try withChat(
            movableClock.merging(Self.few) { $1 }.merging(["channels.retentionDays": "2"]) { $1 }
        ) {
            gateway in
            var admin = try gateway.admin()
            let alice = try gateway.online("alice")
            for id in ["a", "b"] { try admin.manage("create", id) }
            for id in ["a", "b"] { try alice.follow(id) }
            for number in 1...3 { try admin.announce("\(number)", in: "a") }
            for number in 1...250 { try admin.announce("\(number)", in: "b") }
            let kept = try alice.posts(in: "b").map(\.seq)
            #expect(kept.count >= 100 && kept.count < 200 && kept.first == 250)
            let (_, early) = try gateway.back("alice", device: "d2", channels: #"{"b": 1, "a": 0}"#)
            #expect(early["b"]?["verdict"]?.string == "reset" && early["b"]?["from"]?.int == kept.last)
            #expect(early["a"]?["messages"]?.count == 3)
            try gateway.restart(after: 3 * day)
            admin = try gateway.admin()
            let later = try gateway.online("alice")
            #expect(try later.posts(in: "a").isEmpty && later.posts(in: "b").isEmpty)
            try until("only the last ones stay") { try gateway.rows(of: "channel_message") == 2 }
            #expect(try admin.announce("4", in: "a") == 4)
            let (_, back) = try gateway.back("alice", device: "d2", channels: #"{"a": 3, "b": 250}"#)
            #expect(back["a"]?["verdict"]?.string == "recovered" && back["a"]?["messages"]?.count == 1)
            #expect(back["b"]?["verdict"]?.string == "recovered" && back["b"]?["seq"]?.int == 250)
            let (_, lost) = try gateway.back("alice", device: "d3", channels: #"{"a": 2}"#)
            #expect(lost["a"]?["verdict"]?.string == "reset" && lost["a"]?["from"]?.int == 4)
            #expect(lost["a"]?["why"]?.string == "kept")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `F-19: who may read it reads all of it, from either end, page by page`(_ door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            try admin.manage("create", "a")
            #expect(try alice.posts(in: "a").isEmpty)
            for number in 1...7 { try admin.announce("\(number)", in: "a") }
            for limit in [1, 3, 7, 8] {
                #expect(try alice.posts(in: "a", "newer", limit: limit).map(\.seq) == Array(1...7))
                #expect(try alice.posts(in: "a", limit: limit).map(\.seq) == Array((1...7).reversed()))
            }
            let more = #""direction": "newer", "cursor": 4, "limit": 2"#
            let page = try alice.request("channel.history", channel("a", more)).get()
            #expect(page["messages"]?.elements?.compactMap { $0["seq"]?.int } == [5, 6])
            #expect(page["cursor"]?.int == 6 && page["isFinished"]?.bool == false && page["seq"]?.int == 7)
        }
    }

    @Test func `F-23: a message of a channel is in no list, counts nowhere and is not pushed`() throws {
        try withPushes { gateway, pushes in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            try admin.manage("create", "a")
            try alice.follow("a")
            try pushes.away("bob")
            let bob = try gateway.api([.adminKey(gateway.keys.adminKey), .asUser("bob")])
            _ = try bob.request("channel.subscribe", channel("a")).get()
            try admin.announce("x", in: "a")
            let told = try alice.settle().map(\.name).filter { $0 != "channel.subscriptionChanged" }
            #expect(told == ["channel.message"])
            #expect(try alice.conversations().isEmpty && alice.totalUnread() == 0)
            // What is written to bob is pushed, and it alone.
            let sent = try alice.write("hi", to: "bob")
            #expect(try pushes.outcome(of: sent, for: "bob") == "1 alice:hi")
            #expect(try gateway.rows(of: "push") == 1)
        }
    }
}
