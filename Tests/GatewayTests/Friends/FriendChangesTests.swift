import Client
import ClientProtocol
import JSON
import Testing

/// `friend.list` with `sinceVersion`, and `friend.get`.
struct FriendChangesTests {
    /// The reply to a device that asks for changes: friends as they are now, `-bob` for a former friend, and the
    /// other lists that it has to read again.
    private func changes(
        _ session: ClientSession, since version: Int, count: Int = 500
    ) throws -> (eventLines: [String], version: Int) {
        var eventLines: [String] = []
        var next = ""
        var last = 0
        repeat {
            let data = #"{"sinceVersion": \#(version), "count": \#(count), "next": "\#(next)"}"#
            let page = try session.request("friend.list", data).get()
            let friends = try #require(page["friends"]?.elements).map { try Friend($0) }
            let deleted = try #require(page["deleted"]?.elements).map { try #require($0.string) }
            #expect(friends.count + deleted.count <= count)
            eventLines += friends.map { "\($0.user)(\($0.remark))" } + deleted.map { "-\($0)" }
            if next.isEmpty {
                last = try #require(page["version"]?.int)
                for key in ["friendGroupsChanged", "blacklistChanged"] as [StaticString] {
                    if try #require(page[key]?.bool as Bool?) { eventLines.append("\(key)") }
                }
            }
            next = try #require(page["next"]?.string)
            #expect(page["isFinished"]?.bool == next.isEmpty)
        } while !next.isEmpty
        return (eventLines.sorted(), last)
    }

    private func version(_ session: ClientSession) throws -> Int {
        try #require(try session.request("friend.list").get()["version"]?.int)
    }

    @Test func `R-Q58: a device gets what has changed since the version it has, and no more`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("a", "b", "c", "d", "e", "f")
            for user in ["a", "b", "c", "d"] { try alice.add(user) }
            let start = try version(alice)
            #expect(try changes(alice, since: start).eventLines == [])
            try alice.add("e")
            try alice.modifyFriend("b", #""remark": "Bee""#)
            try alice.deleteFriends(["c"])
            try gateway.online("d").deleteFriends(["alice"], type: 2)
            let middle = try version(alice)
            #expect(try changes(alice, since: start) == (["-c", "-d", "b(Bee)", "e()"], middle))
            // A user who has come back is a friend, and one who came and went is none.
            try alice.add("c", #""remark": "Sea""#)
            try alice.add("f")
            try alice.deleteFriends(["f"])
            #expect(try changes(alice, since: middle).eventLines == ["-f", "c(Sea)"])
            #expect(try changes(alice, since: start).eventLines == ["-d", "-f", "b(Bee)", "c(Sea)", "e()"])
            #expect(
                try changes(alice, since: 0).eventLines == ["-d", "-f", "a()", "b(Bee)", "c(Sea)", "e()"])
            try gateway.restart()
            #expect(try changes(gateway.online("alice"), since: middle).eventLines == ["-f", "c(Sea)"])
        }
    }

    @Test func `R-Q58: it is told whether groups and blacklist are others, and reads them again`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("a", "b", "c")
            for user in ["a", "b"] { try alice.add(user) }
            var seen = try version(alice)
            func eventLines() throws -> [String] {
                let (eventLines, version) = try changes(alice, since: seen)
                seen = version
                return eventLines
            }
            try alice.createGroups(["one"], with: ["a"])
            #expect(try eventLines() == ["a()", "friendGroupsChanged"])
            try alice.addToGroup("one", "b")
            #expect(try eventLines() == ["b()"])
            try alice.renameGroup("one", to: "two")
            #expect(try eventLines() == ["friendGroupsChanged"])
            try alice.deleteGroups("two")
            #expect(try eventLines() == ["friendGroupsChanged"])
            try alice.block("c")
            #expect(try eventLines() == ["blacklistChanged"])
            try alice.block("b")
            #expect(try eventLines() == ["-b", "blacklistChanged"])
            try alice.unblock("b", "c")
            #expect(try eventLines() == ["blacklistChanged"])
            try alice.modifySelf(#""nickname": "x""#)
            try alice.setAllowType(1)
            try gateway.online("c").add("alice")
            #expect(try eventLines() == [])
        }
    }

    @Test(arguments: [1, 2, 3, 500])
    func `R-Q58: changes come page by page, by id, friends and former ones in one order`(count: Int) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let users = (0..<8).map { "u\($0)" }
            try gateway.createAccounts(users)
            for user in users { try alice.add(user) }
            let start = try version(alice)
            try alice.deleteFriends(["u1", "u4", "u5", "u7"])
            for user in ["u0", "u3", "u6"] { try alice.modifyFriend(user, #""remark": "r""#) }
            #expect(
                try changes(alice, since: start, count: count).eventLines == [
                    "-u1", "-u4", "-u5", "-u7", "u0(r)", "u3(r)", "u6(r)",
                ])
        }
    }

    @Test func `R-Q58: of a version that there never was nothing is known: gw 1005`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.add("bob")
            for version in [try version(alice) + 1, 9_007_199_254_740_991] {
                let error = try alice.refusal("friend.list", #"{"sinceVersion": \#(version)}"#)
                #expect(error.number == "gw 1005" && error.keys == ["sinceVersion"])
            }
            for version in ["-1", "1.5", #""1""#] {
                let error = try alice.refusal("friend.list", #"{"sinceVersion": \#(version)}"#)
                #expect(error.number == "tim 30001" && error.keys == ["sinceVersion"])
            }
        }
    }

    @Test func `R-Q58: of an account made again nothing is known of before`() throws {
        try withChat { gateway in
            try gateway.createAccounts("bob", "carol")
            var old = 0
            do {
                let gone = try gateway.online("gone")
                try gone.add("bob")
                try gone.add("carol")
                try gone.deleteFriends(["carol"])
                old = try version(gone)
            }
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["gone"]}"#).get()
            try nextSecond()
            let gone = try gateway.online("gone")
            for version in [0, old - 1, old] {
                #expect(try gone.refusal("friend.list", #"{"sinceVersion": \#(version)}"#).number == "gw 1005")
            }
            let start = try version(gone)
            try gone.add("bob")
            #expect(try changes(gone, since: start).eventLines == ["bob()"])
        }
    }

    @Test
    func `R-Q58: of more than a thousand former friends the older are forgotten, and the list is to be read whole`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let admin = try gateway.admin()
            let users = (0..<1_100).map { "u\($0)" }
            let start = try version(alice)
            for first in stride(from: 0, to: users.count, by: 100) {
                let part = Array(users[first..<first + 100])
                try gateway.createAccounts(part)
                let entries = part.map { #"{"userID": "\#($0)"}"# }.joined(separator: ",")
                _ = try admin.request("admin.friend.import", #"{"userID": "alice", "friends": [\#(entries)]}"#).get()
                try alice.deleteFriends(part)
            }
            #expect(try alice.refusal("friend.list", #"{"sinceVersion": \#(start)}"#).number == "gw 1005")
            let last = try version(alice)
            #expect(try changes(alice, since: last - 4).eventLines.count == 200)
            #expect(try alice.friends().isEmpty)
        }
    }

    // MARK: - friend.get

    @Test func `R-Q57: friends are read by their ids, in that order, each once; others are left out`() throws {
        try withChat(["friends.customFields": #"{"Rank": "number"}"#]) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("a", "b", "c", "stranger")
            for user in ["a", "b", "c"] { try alice.add(user, #""remark": "\#(user)!", "group": "g""#) }
            try alice.modifyFriend("b", #""Tag_SNS_Custom_Rank": 3"#)
            try gateway.online("stranger").add("alice", #""addType": 1"#)
            let data = #"{"userIDs": ["c", "stranger", "b", "nobody", "alice", "c", "żółw"]}"#
            let page = try alice.request("friend.get", data).get()
            #expect(page.keys == ["friends", "left", "version"] && page["left"]?.count == 0)
            let friends = try #require(page["friends"]?.elements).map { try Friend($0) }
            let (all, current) = (try alice.friends(), try version(alice))
            #expect(friends == [all[2], all[1]])
            #expect(page["version"]?.int == current)
            #expect(try alice.request("friend.get", #"{"userIDs": ["stranger"]}"#).get()["friends"]?.count == 0)
        }
    }

    @Test func `R-Q57: what does not go into one reply is named, to be asked for`() throws {
        try withChat(["outbox.bytesPerConnection": "65536", "outbox.pauseReadingBytes": "32768"]) { gateway in
            let alice = try gateway.online("alice")
            let users = (0..<100).map { "u\($0)" }
            try gateway.createAccounts(users)
            for user in users { try alice.add(user, #""remark": "\#(times(96, "r"))""#) }
            var asked = users
            var found: [String] = []
            while !asked.isEmpty {
                let page = try alice.request("friend.get", #"{"userIDs": \#(list(asked))}"#).get()
                found += try #require(page["friends"]?.elements).map { try Friend($0).user }
                let left = try #require(page["left"]?.elements).map { try #require($0.string) }
                try #require(left.count < asked.count)
                asked = left
            }
            #expect(found == users)
        }
    }

    @Test func `R-Q57: bad parameters are refused with tim 30001, which names them`() throws {
        let many = list((0..<101).map { "u\($0)" })
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for data in [
                "{}", #"{"userIDs": []}"#, #"{"userIDs": "a"}"#, #"{"userIDs": [1]}"#, #"{"userIDs": \#(many)}"#,
            ] {
                let error = try alice.refusal("friend.get", data)
                #expect(error.number == "tim 30001" && error.keys == ["userIDs"])
            }
        }
    }
}
