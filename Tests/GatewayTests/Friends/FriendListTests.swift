import Client
import ClientProtocol
import JSON
import Testing

/// `friend.list`, `friend.modify` and `friend.check`
struct FriendListTests {
    @Test func `R-40, R-41, R-48, R-Q11: friends come in the order of their ids' bytes, each with its profile of now`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let users = ["b", "B", "a b", "~", "10", "9", "bb", "_"]
            try gateway.createAccounts(users)
            let bob = try gateway.online("b")
            for user in users { try alice.add(user) }
            let sorted = ["10", "9", "B", "_", "a b", "b", "bb", "~"]
            #expect(try alice.friends().map(\.user) == sorted)
            try bob.modifySelf(#""nickname": "Bob", "selfSignature": "x", "level": 3"#)
            let friend = try #require(try alice.friend("b"))
            #expect(try friend.profile == bob.profile().text)
            #expect(try bob.friends().map(\.user) == ["alice"])
        }
    }

    /// A field of a friend: its value at first, and after everything was set.
    struct Field: ShowsRows {
        let rows: String
        let name: String
        let empty: String
        let full: String

        init(_ rows: String, _ name: String, _ empty: String, _ full: String) {
            (self.rows, self.name, self.empty, self.full) = (rows, name, empty, full)
        }
    }

    @Test(arguments: [
        Field("R-41", "userID", #""bob""#, #""bob""#), Field("R-42", "remark", #""""#, #""Bobby""#),
        Field("R-43", "groups", "[]", #"["work"]"#), Field("R-44", "addWording", #""""#, #""hi""#),
        Field("R-45", "addSource", #""""#, #""AddSource_Type_Web""#), Field("R-47", "customInfo", "{}", #"{"Rank":7}"#),
    ])
    func `R-Q54: a field of a friend is empty at first, and then as it was given`(field: Field) throws {
        try withChat(["friends.customFields": #"{Rank: "number"}"#]) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            func read() throws -> String? {
                try alice.request("friend.list").get()["friends"]?.first?.member(field.name)?.text
            }
            try alice.add("bob")
            #expect(try read() == field.empty)
            try alice.deleteFriends(["bob"], type: 2)
            try alice.add(
                "bob",
                #""remark": "Bobby", "addWording": "hi", "addSource": "AddSource_Type_Web", "group": "work""#)
            try alice.modifyFriend("bob", #""Tag_SNS_Custom_Rank": 7"#)
            #expect(try read() == field.full)
        }
    }

    @Test func `R-40, R-46, R-48, R-Q54: a new friend has every field, its time and its profile`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let before = wallSeconds()
            try alice.add("bob")
            let page = try alice.request("friend.list").get()
            #expect(page.keys == ["friends", "next", "isFinished", "version"])
            let friend = try #require(page["friends"]?.first)
            var fields = try texts(of: friend)
            #expect((before...wallSeconds()).contains(try #require(friend["addTime"]?.int)))
            fields["addTime"] = nil
            #expect(try fields.removeValue(forKey: "profile") == alice.profiles("bob").first?.text)
            #expect(
                fields == [
                    "userID": #""bob""#, "remark": #""""#, "groups": "[]", "addWording": #""""#, "addSource": #""""#,
                    "customInfo": "{}",
                ])
        }
    }

    @Test(arguments: [1, 3, 7, 8, 500])
    func `R-40: pages have all friends, each once`(count: Int) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let users = (1...7).map { "u\($0)" }
            try gateway.createAccounts(users)
            for user in users.reversed() { try alice.add(user) }
            #expect(try alice.friends(count: count).map(\.user) == users)
        }
    }

    @Test func `R-40: a page goes on behind its id, though that friend has gone meanwhile`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("a", "b", "c", "d")
            for user in ["a", "b", "d"] { try alice.add(user) }
            let first = try alice.request("friend.list", #"{"count": 2}"#).get()
            #expect(first["next"]?.string == "b" && first["isFinished"]?.bool == false)
            try alice.deleteFriends(["b"])
            try alice.add("c")
            let second = try alice.request("friend.list", #"{"count": 2, "next": "b"}"#).get()
            #expect(try #require(second["friends"]?.elements).map { $0["userID"]?.string } == ["c", "d"])
            #expect(second["isFinished"]?.bool == true)
        }
    }

    @Test func `R-40: pages end before they are too large for a reply, and lose nobody`() throws {
        let fields = ["A", "B", "C", "D", "E"]
        let configured = "{" + fields.map { #"\#($0): "bytes""# }.joined(separator: ", ") + "}"
        try withChat(["profiles.customFields": configured, "friends.customFields": configured]) { gateway in
            let alice = try gateway.online("alice")
            let users = (100..<300).map { "u\($0)" }
            for part in [users.prefix(100), users.suffix(100)] { try gateway.createAccounts(Array(part)) }
            let large = #"{"b": "\#(times(664, "/"))"}"#
            func custom(_ prefix: String) -> String {
                fields.map { #""\#(prefix)\#($0)": \#(large)"# }.joined(separator: ", ")
            }
            for user in users { try alice.add(user) }
            for user in users {
                try alice.modifyFriend(user, custom("Tag_SNS_Custom_"))
                try gateway.online(user).modifySelf(#""selfSignature": \#(large), "# + custom("Tag_Profile_Custom_"))
            }
            let friends = try alice.friends()
            #expect(friends.map(\.user) == users)
            #expect(friends.allSatisfy { $0.custom.count == 5 && $0.profile.utf8.count > 4000 })
        }
    }

    @Test func `R-49, R-50, R-51, R-Q12, R-Q13: several fields are changed in one call, and the others stay`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.add("bob", #""addWording": "hi""#)
            try alice.createGroups(["a", "b", "c"])
            var expected = try #require(try alice.friend("bob"))
            try alice.modifyFriend("bob", #""remark": "r", "groups": ["c", "a"]"#)
            expected.remark = "r"
            expected.groups = ["a", "c"]
            #expect(try alice.friend("bob") == expected)
            try alice.modifyFriend("bob", #""groups": ["b"]"#)
            expected.groups = ["b"]
            #expect(try alice.friend("bob") == expected)
            #expect(try alice.groups() == [FriendGroup("a"), FriendGroup("b", ["bob"]), FriendGroup("c")])
            try alice.modifyFriend("bob", #""groups": []"#)
            expected.groups = []
            try alice.modifyFriend("bob", #""remark": "\#(times(48, "ż"))""#)
            expected.remark = times(48, "ż")
            #expect(try alice.friend("bob") == expected)
            try alice.modifyFriend("bob", #""remark": """#)
            expected.remark = ""
            #expect(try alice.friend("bob") == expected)
        }
    }

    private static let bad: [(values: String, code: Int, key: String)] = [
        (#"{"remark": "\#(times(97, "r"))"}"#, 9002, "remark"), (#"{"remark": "\#(times(49, "ż"))"}"#, 9002, "remark"),
        (#"{"remark": 1}"#, 30001, "remark"), (#"{"remark": null}"#, 30001, "remark"),
        (#"{"groups": ["a", "none"]}"#, 30001, "none"), (#"{"groups": "a"}"#, 30001, "groups"),
        (#"{"groups": [1]}"#, 30001, "groups"), (#"{"groups": null}"#, 30001, "groups"),
        (#"{"addWording": "x"}"#, 30001, "addWording"), (#"{"Remark": "x"}"#, 30001, "Remark"),
        (#"{"userID": "x"}"#, 30001, "userID"), (#"{"": "x"}"#, 30001, ""), ("{}", 30001, "values"),
        ("[]", 30001, "values"), ("null", 30001, "values"),
    ]

    @Test func `R-53, R-Q03, R-Q13, R-Q14: an unknown key or group or a bad value refuses the whole call`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.add("bob", #""remark": "old", "group": "a""#)
            let before = try alice.friend("bob")
            _ = try alice.settle()
            for (values, code, key) in Self.bad {
                var all = [values]
                if values.hasPrefix("{\"") {
                    let good = key == "remark" ? #""groups": []"# : #""remark": "new""#
                    all += ["{\(good), \(values.dropFirst())", "\(values.dropLast()), \(good)}"]
                }
                for values in all {
                    let error = try alice.refusal("friend.modify", #"{"userID": "bob", "values": \#(values)}"#)
                    #expect(error.number == "tim \(code)" && error.keys == [key], "\(values)")
                }
            }
            #expect(try alice.friend("bob") == before)
            #expect(try alice.settle().isEmpty)
        }
    }

    @Test func `R-49, R-Q12: who is no friend cannot be modified: 31704, and nothing is written`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.add("alice", #""addType": 1"#)
            try alice.block("carol")
            for user in ["bob", "carol", "nobody", "żółw", "alice"] {
                let error = try alice.refusal(
                    "friend.modify", #"{"userID": "\#(user)", "values": {"remark": "x"}}"#)
                #expect(error.number == "tim 31704")
            }
            try alice.add("bob")
            #expect(try alice.friend("bob")?.remark == "")
        }
    }

    @Test func `R-Q49, X-06: a change is told to own other devices alone, and only if it changed something`() throws {
        try withChat(door: .webSocket) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try phone.add("bob")
            func modify() throws { try phone.modifyFriend("bob", #""remark": "r""#) }
            try expectEventLines(phone, tab, bob, are: [[], ["self 8: bob"], []]) { try modify() }
            try expectEventLines(phone, tab, bob, are: [[], [], []]) { try modify() }
        }
    }

    /// A user, and the result of a check of either type.
    struct Relation: ShowsRows {
        let rows: String
        let name: String
        let oneWay: Int
        let mutual: Int
        let code: Int

        init(_ rows: String, _ name: String, oneWay: Int, mutual: Int, code: Int = 0) {
            (self.rows, self.name, self.oneWay, self.mutual, self.code) = (rows, name, oneWay, mutual, code)
        }
    }

    private static let relations = [
        Relation("R-83, R-88", "both", oneWay: 1, mutual: 3), Relation("R-85", "none", oneWay: 0, mutual: 0),
        Relation("R-Q32", "nobody", oneWay: 0, mutual: 0, code: 30003),
        Relation("R-82, R-87", "theirs", oneWay: 0, mutual: 2), Relation("R-86", "mine", oneWay: 1, mutual: 1),
        Relation("R-Q32", "alice", oneWay: 0, mutual: 0, code: 30003),
    ]

    @Test(arguments: relations)
    func `R-84: a check of either type returns the relation to a user`(relation: Relation) throws {
        try withRelations { alice in
            for (type, value) in [(1, relation.oneWay), (2, relation.mutual)] {
                let data = #"{"userIDs": ["\#(relation.name)"], "checkType": \#(type)}"#
                let results = try alice.request("friend.check", data).get()["results"]
                #expect(results?.count == 1)
                let result = try #require(results?.first)
                #expect(result.keys == ["userID", "code", "info", "relation"])
                #expect(result["userID"]?.string == relation.name && result["relation"]?.int == value)
                #expect(result["code"]?.int == relation.code)
            }
        }
    }

    @Test func `R-81, R-Q32, R-Q56: a check of many users returns the relations in the requested order`() throws {
        try withRelations { alice in
            let asked = Self.relations + Self.relations.prefix(1)
            for type in [1, 2] {
                let data = #"{"userIDs": \#(list(asked.map(\.name))), "checkType": \#(type)}"#
                let results = Array(try #require(try alice.request("friend.check", data).get()["results"]?.elements))
                #expect(results.map { $0["userID"]?.string } == asked.map(\.name))
                #expect(results.map { $0["relation"]?.int } == asked.map { type == 1 ? $0.oneWay : $0.mutual })
                #expect(results.map { $0["code"]?.int } == asked.map(\.code))
            }
        }
    }

    /// Alice, and users named after the relation between them and her.
    private func withRelations(_ body: (ClientSession) throws -> Void) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for user in ["none", "mine", "theirs", "both"] { _ = try gateway.online(user) }
            try alice.add("mine", #""addType": 1"#)
            try gateway.online("theirs").add("alice", #""addType": 1"#)
            try alice.add("both")
            try body(alice)
        }
    }

    @Test func `R-81, R-40, R-69, R-Q32, R-Q56: bad parameters are refused with tim 30001, which names them`() throws {
        let many = list(Array(repeating: "bob", count: 101))
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for (operation, data, key) in [
                ("friend.check", #""checkType": 1"#, "userIDs"), ("friend.check", #""userIDs": ["bob"]"#, "checkType"),
                ("friend.check", #""userIDs": ["bob"], "checkType": 0"#, "checkType"),
                ("friend.check", #""userIDs": ["bob"], "checkType": 3"#, "checkType"),
                ("friend.check", #""userIDs": [], "checkType": 1"#, "userIDs"),
                ("friend.check", #""userIDs": [1], "checkType": 1"#, "userIDs"),
                ("friend.check", #""userIDs": \#(many), "checkType": 1"#, "userIDs"),
                ("friend.delete", #""delType": 1"#, "userIDs"), ("friend.delete", #""userIDs": ["bob"]"#, "delType"),
                ("friend.delete", #""userIDs": ["bob"], "delType": 0"#, "delType"),
                ("friend.delete", #""userIDs": ["bob"], "delType": 3"#, "delType"),
                ("friend.delete", #""userIDs": [], "delType": 1"#, "userIDs"),
                ("friend.delete", #""userIDs": \#(many), "delType": 1"#, "userIDs"),
                ("friend.list", #""count": 0"#, "count"), ("friend.list", #""count": 501"#, "count"),
                ("friend.list", #""next": 1"#, "next"), ("friend.list", #""next": "\#(times(129, "u"))""#, "next"),
                ("friend.modify", #""values": {"remark": "x"}"#, "userID"),
                ("friend.modify", #""userID": "bob""#, "values"),
            ] {
                let error = try alice.refusal(operation, "{\(data)}")
                #expect(error.number == "tim 30001" && error.keys == [key], "\(operation) \(data)")
            }
        }
    }

    @Test func `R-01: relations are there after a restart`() throws {
        try withChat { gateway in
            let before: [Friend]
            do {
                let alice = try gateway.online("alice")
                let bob = try gateway.wary("bob")
                try gateway.createAccounts("carol", "eve")
                try alice.add("carol", #""remark": "c", "group": "g", "addWording": "w""#)
                try alice.add("bob")
                try alice.block("eve")
                before = try alice.friends()
                _ = bob
            }
            try gateway.restart()
            let alice = try gateway.online("alice")
            #expect(try alice.friends() == before)
            #expect(try alice.groups() == [FriendGroup("g", ["carol"])])
            #expect(try alice.pendencies().users == ["bob"])
            #expect(try alice.blacklist().map(\.user) == ["eve"])
            #expect(try gateway.online("bob").respond(to: "alice", 1) == 0)
            #expect(try alice.check("bob", "carol") == [3, 3])
        }
    }
}
