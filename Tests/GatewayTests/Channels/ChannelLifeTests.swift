import Client
import JSON
import Testing

/// Channels come and go, by backends.
struct ChannelLifeTests {
    @Test(arguments: RequestDoor.allCases)
    func `F-01, F-04, F-05: a channel is made, shown and listed`(_ door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            try gateway.createAccounts("alice", "bob")
            try admin.manage(
                "create", "news", #""title": "News", "description": "d", "ext": "{}", "publishers": ["bob", "alice"]"#)
            let error = try admin.refusal("admin.channel.create", channel("news"))
            #expect(error.number == "gw 1006")
            let unknown = try admin.refusal("admin.channel.create", channel("other", #""publishers": ["nobody"]"#))
            #expect(unknown.number == "tim 40003" && unknown.keys == ["publishers"])
            let info = try admin.manage("info", "news")
            #expect(info["title"]?.string == "News" && info["description"]?.string == "d")
            #expect(info["ext"]?.string == "{}" && info["access"]?.string == "open")
            #expect(info["seq"]?.int == 0 && info["followers"]?.int == 0 && (info["createdAt"]?.int ?? 0) > 0)
            #expect(Set(try #require(info["publishers"]?.elements).compactMap(\.string)) == ["alice", "bob"])
            try admin.manage("modify", "news", #""publishers": ["bob"]"#)
            #expect(try admin.manage("info", "news")["publishers"]?.elements?.compactMap(\.string) == ["bob"])
            for number in 1...4 { try admin.manage("create", "c/\(number)") }
            var (names, cursor): ([String], Int) = ([], 0)
            repeat {
                let page = try admin.request("admin.channel.list", #"{"pageSize": 2, "cursor": \#(cursor)}"#).get()
                names += try #require(page["channels"]?.elements).compactMap { $0["channelID"]?.string }
                cursor = try #require(page["cursor"]?.int)
            } while cursor > 0
            #expect(names == ["news", "c/1", "c/2", "c/3", "c/4"])
            #expect(try admin.refusal("admin.channel.info", channel("other")).number == "gw 1020")
        }
    }

    @Test func `F-04, F-07: lists of channels with much to say come in pages that fit into a reply`() throws {
        try withChat { gateway in
            let (admin, alice) = (try gateway.admin(), try gateway.online("alice"))
            let names = (1...40).map { "c\($0)" }
            let ext = String(repeating: "\\\"", count: 8_000)
            for name in names {
                try admin.manage("create", name, #""ext": "\#(ext)""#)
                try alice.follow(name)
            }
            func pages(_ session: ClientSession, _ operation: String, _ cursor: StaticString) throws -> [[String]] {
                var (pages, next): ([[String]], Int) = ([], 0)
                repeat {
                    let page = try session.request(operation, #"{"\#(cursor)": \#(next)}"#).get()
                    pages.append(try #require(page["channels"]?.elements).compactMap { $0["channelID"]?.string })
                    next = try #require(page[cursor]?.int)
                } while next > 0
                return pages
            }
            let own = try pages(alice, "channel.list", "next")
            #expect(own.count > 2 && own.flatMap { $0 } == names)
            let all = try pages(admin, "admin.channel.list", "cursor")
            #expect(all.count > 2 && all.flatMap { $0 } == names)
        }
    }

    @Test func `F-06: a title that is spelt otherwise is another one`() throws {
        try withChat { gateway in
            let (admin, alice) = (try gateway.admin(), try gateway.online("alice"))
            try admin.manage("create", "cafe", "\"title\": \"Caf\u{e9}\"")
            try alice.follow("cafe")
            try admin.manage("modify", "cafe", "\"title\": \"Cafe\u{301}\"")
            let title = try #require(try alice.event("channel.changed")["title"]?.string)
            #expect(Array(title.unicodeScalars).count == 5)
            let info = try admin.manage("info", "cafe")
            #expect(Array(try #require(info["title"]?.string).unicodeScalars).count == 5)
        }
    }

    @Test(arguments: ["", "a b", "a*", "ä", times(65, "x"), "a\\n"])
    func `F-01: what is no id is refused`(_ id: String) throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            let error = try admin.refusal("admin.channel.create", channel(id))
            #expect(error.number == "gw 1001" && error.keys == ["channelID"])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `F-06: what is given is changed, and those who follow are told`(_ door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try admin.manage("create", "news", #""title": "News", "ext": "x""#)
            try alice.follow("news")
            _ = try alice.settle()
            try admin.manage("modify", "news", #""title": "Other""#)
            let told = try alice.event("channel.changed")
            #expect(told["channelID"]?.string == "news" && told["title"]?.string == "Other")
            #expect(told["ext"]?.string == "x" && told["description"]?.string == "")
            // What nobody sees is not told.
            try admin.manage("modify", "news", #""publishers": ["bob"]"#)
            #expect(try alice.settle().isEmpty && bob.settle().isEmpty)
            #expect(try admin.refusal("admin.channel.modify", channel("none")).number == "gw 1020")
            #expect(try admin.manage("info", "news")["title"]?.string == "Other")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `F-07, F-08: a destroyed channel is gone at once, and made again it is another`(_ door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            try admin.manage("create", "news", #""title": "News", "publishers": ["alice"]"#)
            try alice.follow("news")
            for text in ["a", "b", "c"] { try admin.announce(text, in: "news") }
            _ = try alice.settle()
            try admin.manage("destroy", "news")
            #expect(try alice.event("channel.destroyed")["channelID"]?.string == "news")
            for operation in ["channel.info", "channel.history", "channel.subscribe"] {
                #expect(try alice.refusal(operation, channel("news")).number == "gw 1020")
            }
            #expect(try alice.refusal("channel.publish", post("x", in: "news")).number == "gw 1020")
            #expect(try admin.refusal("admin.channel.destroy", channel("news")).number == "gw 1020")
            #expect(try alice.followed().isEmpty)
            try gateway.waitUntilSwept("channel_follower")
            try gateway.waitUntilSwept("channel_message")
            try until("the id is free") { try admin.request("admin.channel.create", channel("news")).error == nil }
            #expect(try admin.manage("info", "news")["title"]?.string == "")
            #expect(try admin.manage("info", "news")["publishers"]?.count == 0)
            #expect(try alice.posts(in: "news").isEmpty && alice.followers(of: "news") == 0)
            try admin.announce("new", in: "news")
            #expect(try alice.posts().isEmpty)
            let head = try alice.follow("news")
            for position in 0...3 {
                let (_, channels) = try gateway.back("alice", device: "d2", channels: #"{"news": \#(position)}"#)
                #expect(channels["news"]?["verdict"]?.string == "reset" && channels["news"]?["seq"]?.int == head)
            }
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `F-09: a deleted account follows nothing and publishes nowhere, also made again`(_ door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try admin.manage("create", "news", #""publishers": ["alice"]"#)
            try alice.follow("news")
            try bob.follow("news")
            try alice.publish("secret", in: "news", id: "m1")
            _ = try admin.request("admin.account.delete", #"{"userIDs": ["alice"]}"#).get()
            #expect(try bob.followers(of: "news") == 1)
            #expect(try bob.posts(in: "news").map(\.text) == ["secret"])
            try nextSecond()
            let other = try gateway.online("alice", device: "d2")
            #expect(try other.followed().isEmpty)
            #expect(try other.refusal("channel.publish", post("x", in: "news")).number == "gw 1002")
            _ = try bob.settle()
            #expect(try gateway.erase("alice") == [0])
            try gateway.waitUntilErased()
            let left = try #require(try bob.posts(in: "news").first)
            #expect(left.body == "{}" && left.isErased && left.clientMsgID.isEmpty && left.seq == 1)
        }
    }
}
