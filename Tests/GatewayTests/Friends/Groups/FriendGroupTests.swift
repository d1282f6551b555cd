import Client
import ClientProtocol
import JSON
import Testing

/// `friendGroup.…`
struct FriendGroupTests {
    /// Alice has friends, and the gateway a user who is none.
    private func withFriends(
        _ users: [String], _ body: (ClientSession, GatewayProcess) throws -> Void
    ) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts(users + ["stranger"])
            for user in users { try alice.add(user, #""addType": 1"#) }
            _ = try alice.settle()
            try body(alice, gateway)
        }
    }

    @Test func `R-114, R-115, R-120, R-Q45, R-Q47: groups are made with friends in them at once, in order`() throws {
        try withFriends(["c", "b", "a"]) { alice, _ in
            #expect(try alice.groups().isEmpty)
            let results = try alice.results(
                of: "friendGroup.create", ["c", "stranger", "nobody", "a", "alice"], #""names": ["work", "club"]"#)
            #expect(results.map(\.code) == [0, 32216, 32216, 0, 32216])
            #expect(try alice.createGroups(["żółw"]) == [])
            #expect(try alice.createGroups(["a group"], with: ["b", "a"]) == [0, 0])
            let groups = [
                FriendGroup("work", ["a", "c"]), FriendGroup("club", ["a", "c"]), FriendGroup("żółw"),
                FriendGroup("a group", ["a", "b"]),
            ]
            #expect(try alice.groups() == groups)
            #expect(try alice.groups(["a group", "none", "work"]) == [groups[0], groups[3]])
            #expect(try alice.groups([]).isEmpty)
            #expect(try alice.groups(["none"]).isEmpty)
            #expect(try alice.friend("a")?.groups == ["work", "club", "a group"])
            #expect(try alice.friend("c")?.groups == ["work", "club"])
        }
    }

    @Test func `R-114, R-119, R-Q45, R-Q46, X-01: names are compared byte by byte`() throws {
        try withFriends([]) { alice, _ in
            // The same letter in one scalar and in two.
            try alice.createGroups(["work", "Work", "\u{017C}", "z\u{0307}"])
            #expect(try alice.groups().map { Array($0.name.utf8) }.count == 4)
            try alice.deleteGroups("z\u{0307}")
            #expect(
                try alice.groups().map { Array($0.name.utf8) } == [
                    Array("work".utf8), Array("Work".utf8), [0xC5, 0xBC],
                ])
        }
    }

    @Test func `R-114, R-Q45: a name that is there already or comes twice refuses all: tim 30001`() throws {
        try withFriends(["a"]) { alice, _ in
            try alice.createGroups(["work"])
            for (names, culprits) in [
                (["new", "work"], ["work"]), (["work", "new"], ["work"]), (["new", "new"], ["new"]),
                (["new", "other", "work", "new"], ["new", "work"]), (["z\u{0307}", "\u{017C}", "work"], ["work"]),
            ] {
                let error = try alice.refusal("friendGroup.create", #"{"names": \#(list(names)), "userIDs": ["a"]}"#)
                #expect(error.number == "tim 30001" && error.keys == culprits)
            }
            for names in [["none"], ["work", "none"], ["none", "work", "none"]] {
                let error = try alice.refusal("friendGroup.delete", #"{"names": \#(list(names))}"#)
                #expect(error.number == "tim 30001" && error.keys == ["none"])
            }
            let error = try alice.refusal("friendGroup.delete", #"{"names": ["b", "work", "a"]}"#)
            #expect(error.keys == ["b", "a"])
            #expect(try alice.groups() == [FriendGroup("work")])
            #expect(try alice.friend("a")?.groups == [])
        }
    }

    @Test func `R-114, R-Q44: a name has 1 to 30 bytes, others are refused with tim 9005 and nothing is made`() throws {
        try withFriends([]) { alice, _ in
            let good = ["g", times(30, "g"), times(15, "ż"), times(7, "🐢")]
            try alice.createGroups(good)
            for bad in ["", times(31, "g"), times(16, "ż"), times(8, "🐢")] {
                for (operation, data) in [
                    ("create", #""names": ["fine", "\#(bad)"]"#), ("rename", #""name": "g", "newName": "\#(bad)""#),
                ] {
                    let error = try alice.refusal("friendGroup.\(operation)", "{\(data)}")
                    #expect(error.number == "tim 9005" && error.keys == [operation == "create" ? bad : "newName"])
                }
            }
            #expect(try alice.groups().map(\.name) == good)
        }
    }

    @Test func `R-Q44: there are up to 32 groups; beyond, tim 30011, and none of the call is made`() throws {
        try withFriends([]) { alice, _ in
            try alice.createGroups((1...31).map { "g\($0)" })
            let error = try alice.refusal("friendGroup.create", #"{"names": ["x", "y"]}"#)
            #expect(error.number == "tim 30011")
            #expect(try alice.groups().count == 31)
            try alice.createGroups(["g32"])
            #expect(try alice.refusal("friendGroup.create", #"{"names": ["x"]}"#).number == "tim 30011")
            try alice.deleteGroups("g1", "g2")
            try alice.createGroups(["x", "y"])
            #expect(try alice.groups().map(\.name) == (3...32).map { "g\($0)" } + ["x", "y"])
        }
    }

    @Test func `R-115, R-117, R-118, R-Q46: friends come in and go out, each with a result, and may be in several`()
        throws
    {
        try withFriends(["a", "b", "c"]) { alice, _ in
            try alice.createGroups(["one", "two"])
            #expect(try alice.addToGroup("one", "b", "stranger", "a", "nobody", "b") == [0, 32518, 0, 32518, 32519])
            #expect(try alice.addToGroup("two", "a", "c") == [0, 0])
            #expect(try alice.groups() == [FriendGroup("one", ["a", "b"]), FriendGroup("two", ["a", "c"])])
            #expect(try alice.friend("a")?.groups == ["one", "two"])
            #expect(try alice.removeFromGroup("one", "c", "a", "a", "stranger") == [32520, 0, 32520, 32518])
            #expect(try alice.groups() == [FriendGroup("one", ["b"]), FriendGroup("two", ["a", "c"])])
            #expect(try alice.friends().map(\.user) == ["a", "b", "c"])
        }
    }

    @Test func `R-51, R-114, R-Q13, R-Q47: however often a friend or a group is named, a friend is in a group once`()
        throws
    {
        try withFriends(["a", "b"]) { alice, _ in
            #expect(try alice.createGroups(["one", "two"], with: ["a", "b", "a"]).count == 3)
            #expect(try alice.groups() == [FriendGroup("one", ["a", "b"]), FriendGroup("two", ["a", "b"])])
            #expect(try alice.friend("a")?.groups == ["one", "two"])
            try alice.modifyFriend("a", #""groups": ["two", "two"]"#)
            #expect(try alice.friend("a")?.groups == ["two"])
            #expect(try alice.removeFromGroup("two", "a") == [0])
            #expect(try alice.groups() == [FriendGroup("one", ["b"]), FriendGroup("two", ["b"])])
        }
    }

    @Test func `R-116, R-Q46: a deletion needs all names, and leaves the friends`() throws {
        try withFriends(["a"]) { alice, _ in
            try alice.createGroups(["one", "two", "three"], with: ["a"])
            let error = try alice.refusal("friendGroup.delete", #"{"names": ["one", "none"]}"#)
            #expect(error.number == "tim 30001" && error.keys == ["none"])
            #expect(try alice.groups().count == 3)
            try alice.deleteGroups("three", "one")
            #expect(try alice.groups() == [FriendGroup("two", ["a"])])
            #expect(try alice.friend("a")?.groups == ["two"])
            // A new one of the name is empty, and the last.
            try alice.createGroups(["one"])
            #expect(try alice.groups() == [FriendGroup("two", ["a"]), FriendGroup("one")])
            #expect(try alice.friend("a")?.groups == ["two"])
        }
    }

    @Test func `R-119, R-Q46: a group keeps its friends and its place under a new name, which must be free`() throws {
        try withFriends(["a"]) { alice, _ in
            try alice.createGroups(["one", "two"], with: ["a"])
            try alice.renameGroup("one", to: "uno")
            #expect(try alice.groups() == [FriendGroup("uno", ["a"]), FriendGroup("two", ["a"])])
            #expect(try alice.friend("a")?.groups == ["uno", "two"])
            try alice.renameGroup("uno", to: "uno")
            for (name, newName, key) in [("uno", "two", "newName"), ("one", "x", "name"), ("one", "one", "name")] {
                let data = #"{"name": "\#(name)", "newName": "\#(newName)"}"#
                let error = try alice.refusal("friendGroup.rename", data)
                #expect(error.number == "tim 30001" && error.keys == [key])
            }
            #expect(try alice.groups().map(\.name) == ["uno", "two"])
        }
    }

    @Test func `R-117, R-118, R-Q46, R-Q56: unknown groups and bad parameters are refused with tim 30001`() throws {
        let many = list(Array(repeating: "a", count: 101))
        try withFriends(["a"]) { alice, _ in
            try alice.createGroups(["one"])
            for (operation, data, key) in [
                ("addFriends", #""name": "none", "userIDs": ["a"]"#, "name"),
                ("removeFriends", #""name": "none", "userIDs": ["a"]"#, "name"),
                ("addFriends", #""userIDs": ["a"]"#, "name"), ("addFriends", #""name": 1, "userIDs": ["a"]"#, "name"),
                ("addFriends", #""name": "one""#, "userIDs"),
                ("addFriends", #""name": "one", "userIDs": []"#, "userIDs"),
                ("addFriends", #""name": "one", "userIDs": \#(many)"#, "userIDs"),
                ("removeFriends", #""name": "one", "userIDs": \#(many)"#, "userIDs"),
                ("removeFriends", #""name": "one", "userIDs": "a""#, "userIDs"),
                ("create", "", "names"), ("create", #""names": []"#, "names"), ("create", #""names": "x""#, "names"),
                ("create", #""names": [1]"#, "names"), ("create", #""names": ["x"], "userIDs": "a""#, "userIDs"),
                ("create", #""names": ["x"], "userIDs": \#(many)"#, "userIDs"),
                ("delete", "", "names"), ("delete", #""names": []"#, "names"),
                ("delete", #""names": ["none"]"#, "none"),
                ("rename", #""newName": "x""#, "name"), ("rename", #""name": "one""#, "newName"),
                ("list", #""names": "one""#, "names"), ("list", #""names": [1]"#, "names"),
            ] {
                let error = try alice.refusal("friendGroup.\(operation)", "{\(data)}")
                #expect(error.number == "tim 30001" && error.keys == [key], "\(operation) \(data)")
            }
            #expect(try alice.groups() == [FriendGroup("one")])
        }
    }

    @Test func `R-120, R-Q47: groups that are too large for one reply come page by page`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let users = (0..<500).map { "u\($0)" + times(28, "-") }.map { String($0.prefix(32)) }
            for start in stride(from: 0, to: users.count, by: 100) {
                let part = Array(users[start..<start + 100])
                try gateway.createAccounts(part)
                let ids = try part.map { try alice.send("friend.add", #"{"userID": "\#($0)", "addType": 1}"#) }
                for id in ids { _ = try alice.reply(to: id).get() }
            }
            let names = (1...32).map { "g\($0)" }
            try alice.createGroups(names)
            for name in names {
                for start in stride(from: 0, to: users.count, by: 100) {
                    let data = #"{"name": "\#(name)", "userIDs": \#(list(Array(users[start..<start + 100])))}"#
                    _ = try alice.request("friendGroup.addFriends", data).get()
                }
            }
            let groups = try alice.groups()
            #expect(groups.map(\.name) == names)
            #expect(groups.allSatisfy { $0.friends == users.sorted() })
        }
    }

    @Test func `X-12, R-Q48: groups are each user's own`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try gateway.befriend(alice, bob, "bob")
            try alice.createGroups(["work"], with: ["bob"])
            #expect(try bob.groups().isEmpty && bob.friend("alice")?.groups == [])
            #expect(try tab.groups() == [FriendGroup("work", ["bob"])])
            try bob.createGroups(["work"])
            #expect(try bob.groups() == [FriendGroup("work")])
        }
    }
}
