import Client
import JSON
import Testing

/// Following channels, and coming back.
struct ChannelFollowingTests {
    @Test(arguments: RequestDoor.allCases)
    func `F-10: all sessions of a follower hear the channel, later ones and those after a restart too`(
        _ door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            var admin = try gateway.admin()
            let (phone, tab) = (try gateway.online("alice"), try gateway.online("alice", device: "tab"))
            let bob = try gateway.online("bob")
            try admin.manage("create", "news")
            try admin.announce("before", in: "news")
            #expect(try phone.follow("news") == 1)
            #expect(try phone.follow("news") == 1)
            let later = try gateway.online("alice", device: "later")
            try admin.announce("hello", in: "news")
            for session in [phone, tab, later] { #expect(try session.posts().map(\.text) == ["hello"]) }
            #expect(try bob.posts().isEmpty)
            try gateway.restart()
            admin = try gateway.admin()
            let again = try gateway.online("alice")
            try admin.announce("more", in: "news")
            #expect(try again.nextPost().seq == 3)
            #expect(try again.followers(of: "news") == 1)
        }
    }

    @Test func `F-11: the user's other sessions are told once`() throws {
        try withChat(door: .webSocket) { gateway in
            let admin = try gateway.admin()
            let (phone, tab) = (try gateway.online("alice"), try gateway.online("alice", device: "tab"))
            try admin.manage("create", "news")
            try admin.announce("before", in: "news")
            try phone.follow("news")
            try phone.follow("news")
            try phone.unfollow("news")
            try phone.unfollow("news")
            let told = try tab.settle()
            #expect(told.map(\.name) == ["channel.subscriptionChanged", "channel.subscriptionChanged"])
            #expect(told.map { $0.data["isSubscribed"]?.bool } == [true, false])
            #expect(told.map { $0.data["seq"]?.int } == [1, nil])
            #expect(told.allSatisfy { $0.data["channelID"]?.string == "news" && $0.stream == nil })
            #expect(try phone.settle().isEmpty)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `F-12, F-21: who follows no longer hears nothing, and is not counted`(_ door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            let (phone, tab) = (try gateway.online("alice"), try gateway.online("alice", device: "tab"))
            let bob = try gateway.online("bob")
            try admin.manage("create", "news")
            try phone.follow("news")
            try bob.follow("news")
            #expect(try bob.followers(of: "news") == 2)
            try tab.unfollow("news")
            try tab.unfollow("news")
            try tab.unfollow("none")
            try admin.announce("hello", in: "news")
            #expect(try bob.nextPost().text == "hello")
            #expect(try phone.posts().isEmpty && tab.posts().isEmpty)
            let info = try phone.request("channel.info", channel("news")).get()
            #expect(info["followers"]?.int == 1 && info["isSubscribed"]?.bool == false)
            #expect(info["isPublisher"]?.bool == false && info["seq"]?.int == 1)
            #expect(try admin.manage("info", "news")["followers"]?.int == 1)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `F-20, F-22: a user follows as many channels as allowed, listed in their order`(_ door: RequestDoor) throws {
        try withChat(["channels.perUser": "3"], door: door) { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            for id in ["d", "c", "b", "a"] { try admin.manage("create", id, #""title": "T\#(id)""#) }
            for id in ["b", "d", "a"] { try alice.follow(id) }
            try admin.announce("x", in: "d")
            #expect(try alice.refusal("channel.subscribe", channel("c")).number == "gw 1013")
            #expect(try alice.follow("b") == 0)
            let list = try #require(try alice.request("channel.list").get()["channels"]?.elements)
            #expect(list.compactMap { $0["channelID"]?.string } == ["b", "d", "a"])
            #expect(list.compactMap { $0["title"]?.string } == ["Tb", "Td", "Ta"])
            #expect(list.compactMap { $0["seq"]?.int } == [0, 1, 0])
            try alice.unfollow("d")
            try alice.follow("c")
            #expect(try alice.followed() == ["b", "a", "c"])
        }
    }

    @Test func `F-13: a device that comes back gets what it has missed of each channel, or is told what to fetch`()
        throws
    {
        try withChat(["streams.resumeMessages": "5"]) { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            for id in ["a", "b", "c"] { try admin.manage("create", id) }
            for id in ["a", "b"] { try alice.follow(id) }
            for number in 1...4 { try admin.announce("a\(number)", in: "a") }
            for number in 1...9 { try admin.announce("b\(number)", in: "b") }
            let (_, opened) = try gateway.back("alice", device: "d2")
            #expect(opened["channels"]?["a"]?.int == 4 && opened["channels"]?["b"]?.int == 9)
            #expect(opened["channels"]?.count == 2)
            let (_, some) = try gateway.back("alice", device: "d3", channels: #"{"a": 2, "b": 1, "c": 0, "?": 7}"#)
            let found = try #require(some["a"])
            #expect(found["verdict"]?.string == "recovered" && found["seq"]?.int == 4)
            let recovered = try #require(found["messages"]?.elements).map { try ChannelPost($0) }
            #expect(recovered.map(\.text) == ["a3", "a4"])
            let gap = try #require(some["b"])
            #expect(gap["verdict"]?.string == "gap" && gap["from"]?.int == 2 && gap["to"]?.int == 9)
            for id in ["c", "?"] {
                let verdict = try #require(some.member(id))
                #expect(verdict["verdict"]?.string == "reset" && verdict["from"]?.int == 1 && verdict["seq"]?.int == 0)
            }
            let (_, beyond) = try gateway.back("alice", device: "d4", channels: #"{"a": 5, "b": 9}"#)
            #expect(beyond["a"]?["verdict"]?.string == "reset" && beyond["a"]?["from"]?.int == 1)
            #expect(beyond["b"]?["verdict"]?.string == "recovered" && beyond["b"]?["messages"]?.count == 0)
        }
    }

    @Test func `F-13: what a device has acknowledged it need not name`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            try admin.manage("create", "a")
            try alice.follow("a")
            for text in ["1", "2", "3"] { try admin.announce(text, in: "a") }
            // A position beyond the end is taken as the end; one in a channel that is not followed is none.
            let (phone, _) = try gateway.back("alice", device: "phone")
            _ = try phone.request("stream.ack", #"{"channels": {"a": 2, "x": 5}}"#).get()
            let (_, opened) = try gateway.back("alice", device: "phone", resume: "{}")
            let found = try #require(opened["resume"]?["channels"])
            #expect(found.count == 1)
            #expect(found["a"]?["messages"]?.elements?.compactMap { $0["seq"]?.int } == [3])
            let (again, _) = try gateway.back("alice", device: "phone")
            _ = try again.request("stream.ack", #"{"channels": {"a": 999}}"#).get()
            let (_, third) = try gateway.back("alice", device: "phone", resume: "{}")
            #expect(third["resume"]?["channels"]?["a"]?["verdict"]?.string == "recovered")
            #expect(third["resume"]?["channels"]?["a"]?["messages"]?.count == 0)
        }
    }
}
