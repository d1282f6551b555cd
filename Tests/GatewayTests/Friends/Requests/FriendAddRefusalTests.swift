import Client
import ClientProtocol
import JSON
import Testing

/// `friend.add`: what it refuses, and what goes first.
struct FriendAddRefusalTests {
    /// A parameter of `friend.add`: values that are refused, the codes, and values at their limits, which are taken.
    struct Parameter: ShowsRows {
        let rows: String
        let name: String
        let bad: [(value: String, code: Int)]
        let good: [String]

        init(_ rows: String, _ name: String, _ bad: [(String, Int)], good: [String]) {
            (self.rows, self.name, self.good) = (rows, name, good)
            self.bad = bad.map { (value: $0, code: $1) }
        }
    }

    private static let parameters = [
        Parameter(
            "R-58, R-Q14", "remark",
            [(#""\#(times(97, "r"))""#, 9002), (#""\#(times(49, "ż"))""#, 9002), ("1", 30001)],
            good: [#""\#(times(96, "r"))""#, #""\#(times(48, "ż"))""#, #""""#]),
        Parameter(
            "R-59, R-Q15", "addWording",
            [(#""\#(times(121, "w"))""#, 9003), (#""\#(times(31, "🐢"))""#, 9003), ("[]", 30001)],
            good: [#""\#(times(120, "w"))""#, #""\#(times(30, "🐢"))""#, #""""#]),
        Parameter(
            "R-60, R-Q16", "addSource",
            [
                (#""Web""#, 9004), (#""AddSource_Type_""#, 9004), (#""addsource_type_Web""#, 9004),
                (#""AddSource_Type_abcdefghi""#, 9004), (#""AddSource_Type_a1""#, 9004),
                (#""AddSource_Type_ż""#, 9004), (#"" AddSource_Type_a""#, 9004), ("1", 30001),
            ], good: [#""""#, #""AddSource_Type_Z""#, #""AddSource_Type_abcdefgh""#]),
        Parameter(
            "R-61, R-Q17, R-Q44", "group",
            [(#""""#, 9005), (#""\#(times(31, "g"))""#, 9005), (#""\#(times(16, "ż"))""#, 9005), (#"["g"]"#, 30001)],
            good: [#""g""#, #""\#(times(15, "ż"))""#, #""\#(times(30, "g"))""#]),
        Parameter("R-Q18", "addType", [("0", 30001), ("3", 30001), (#""1""#, 30001)], good: ["1", "2"]),
    ]

    @Test(arguments: parameters)
    func `R-Q19: a bad parameter is refused before anything else, and nothing is done`(
        parameter: Parameter
    ) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for (value, code) in parameter.bad {
                for user in ["bob", "nobody"] {
                    let data = #"{"userID": "\#(user)", "\#(parameter.name)": \#(value)}"#
                    let error = try alice.refusal("friend.add", data)
                    #expect(error.number == "tim \(code)" && error.keys == [parameter.name], "\(value)")
                }
            }
            for session in [alice, bob] { #expect(try session.settle().isEmpty) }
            #expect(try alice.friends().isEmpty && alice.groups().isEmpty)
        }
    }

    @Test(arguments: parameters)
    func `a parameter at its limit is accepted and stored`(parameter: Parameter) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let users = parameter.good.indices.map { "u\($0)" }
            try gateway.createAccounts(users)
            for (user, value) in zip(users, parameter.good) {
                #expect(try alice.add(user, #""\#(parameter.name)": \#(value)"#) == 0, "\(value)")
                let friend = try #require(try alice.friend(user))
                let groups = list(friend.groups)
                let kept = [
                    "remark": #""\#(friend.remark)""#, "addWording": #""\#(friend.wording)""#,
                    "addSource": #""\#(friend.source)""#, "group": String(groups.dropFirst().dropLast()),
                    "addType": try alice.check(user) == [3] ? "2" : "1",
                ]
                #expect(kept[parameter.name] == value)
            }
            #expect(try alice.friends().count == users.count)
        }
    }

    @Test func `R-57, R-Q19: oneself is refused with tim 30001, as is no id`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for data in [
                #"{"userID": "alice"}"#, "{}", #"{"userID": 7}"#, #"{"userID": null}"#, #"{"userID": ["bob"]}"#,
            ] {
                let error = try alice.refusal("friend.add", data)
                #expect(error.number == "tim 30001" && error.keys == ["userID"])
            }
            #expect(try alice.friends().isEmpty)
        }
    }

    @Test func `R-57, R-Q19, R-Q08: who is unknown, can be nobody's id or was deleted has code 30003`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("gone")
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["gone"]}"#).get()
            for user in ["nobody", "Alice", "żółw", times(33, "u"), "gone"] { #expect(try alice.add(user) == 30003) }
        }
    }

    /// Every obstacle at once; then each is taken away in turn, and shows the next.
    @Test func `R-Q19, R-Q17, R-Q23, X-31: the obstacles have an order`() throws {
        let caps = ["friends.perUser": "1", "friends.groupsPerUser": "1", "friends.requestsPerUser": "1"]
        try withChat(caps, door: .webSocket) { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            let friend = try gateway.online("friend")
            let other = try gateway.online("other")
            let wary = try gateway.wary("wary")
            try bob.add("other")
            try alice.add("friend", #""group": "old""#)
            #expect(try alice.add("wary", #""addType": 1"#) == 30010)
            try alice.deleteFriends(["friend"], type: 2)
            #expect(try alice.add("wary") == 30539)
            try alice.add("friend")
            try gateway.online("asking").add("bob", #""addType": 1"#)
            try alice.block("bob")
            try bob.block("alice")
            try bob.setAllowType(2)
            _ = try admin.request("admin.account.barAdding", #"{"userIDs": ["alice"]}"#).get()
            _ = try [alice, bob].map { try $0.settle() }

            func outcome(_ user: String = "bob", group: String = "new") throws -> Int {
                let group = group.isEmpty ? "" : #""group": "\#(group)""#
                let code = try alice.add(user, group)
                #expect(try alice.eventLines() == [] && bob.eventLines() == [], "\(code)")
                return code
            }
            #expect(
                try alice.refusal("friend.add", #"{"userID": "nobody", "remark": "\#(times(97, "r"))"}"#).code == 9002)
            #expect(try alice.refusal("friend.add", #"{"userID": "alice"}"#).code == 30001)
            #expect(try outcome("nobody") == 30003)
            #expect(try outcome() == 30009)
            _ = try admin.request("admin.account.barAdding", #"{"userIDs": ["alice"], "barred": false}"#).get()
            #expect(try outcome() == 30515)
            try alice.unblock("bob")
            #expect(try outcome() == 30525)
            try bob.unblock("alice")
            #expect(try outcome() == 30516)
            try bob.setAllowType(1)
            _ = try bob.settle()
            #expect(try outcome() == 30010)
            try alice.deleteFriends(["friend"], type: 2)
            _ = try alice.settle()
            #expect(try outcome() == 30011)
            #expect(try outcome(group: "") == 30014)
            #expect(try outcome(group: "old") == 30014)
            try bob.deleteFriends(["other"], type: 2)
            _ = try bob.settle()
            #expect(try outcome(group: "") == 30012)
            try bob.deletePendencies(1, ["asking"])
            #expect(try outcome(group: "") == 30012)
            try alice.deletePendencies(2, ["wary"])
            #expect(try alice.add("bob") == 30539)
            try bob.setAllowType(0)
            #expect(try alice.add("bob") == 0)
            _ = (friend, other, wary)
        }
    }

    @Test func `R-Q19: being barred goes before being friends, being friends before all that comes after it`() throws {
        try withChat(["friends.perUser": "1"]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.befriend(alice, bob, "bob")
            try bob.setAllowType(2)
            #expect(try alice.add("bob") == 0)
            let admin = try gateway.admin()
            _ = try admin.request("admin.account.barAdding", #"{"userIDs": ["alice"]}"#).get()
            #expect(try alice.add("bob") == 30009)
        }
    }

    @Test func `R-Q19, R-Q20, R-65, R-68: only a list that would grow must have room`() throws {
        try withChat(["friends.perUser": "1"]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let carol = try gateway.online("carol")
            try gateway.createAccounts("dave")
            // Bob's list is full: he need not have Alice.
            try bob.add("dave", #""addType": 1"#)
            #expect(try alice.add("bob") == 30014)
            #expect(try alice.add("bob", #""addType": 1"#) == 0)
            // Alice's is full now: Carol, whom she has not, cannot come in, not even with her consent.
            try carol.add("alice", #""addType": 1"#)
            #expect(try alice.add("carol") == 30010)
            // Bob gets into Alice's no more than once: she has him, and only his list would grow.
            #expect(try alice.add("bob") == 30014)
            try bob.deleteFriends(["dave"])
            #expect(try alice.add("bob") == 0)
            #expect(try bob.check("alice") == [3])
        }
    }

    @Test func `R-Q55, X-17: an audited word in the reason is refused with tim 30005`() throws {
        try withChat(["profiles.auditedWords": #"["spam"]"#]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let data = #"{"userID": "bob", "addWording": "buy SPAM now"}"#
            let eventLines = try told(alice, bob) {
                try #require(try alice.refusal("friend.add", data).number == "tim 30005")
            }
            #expect(eventLines == [[], []])
            #expect(try alice.check("bob") == [0])
            #expect(try alice.add("bob", #""addWording": "spa m""#) == 0)
        }
    }

    @Test func `R-Q55: who adds or deletes more often than configured is refused with tim 30540 and 31707`() throws {
        try withChat(["friends.addsPerMinute": "2", "friends.deletesPerMinute": "2"]) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let users = (0..<4).map { "u\($0)" }
            try gateway.createAccounts(users)
            #expect(try phone.add("u0") == 0)
            #expect(try tab.add("u1") == 0)
            for session in [phone, tab] {
                #expect(try session.refusal("friend.add", #"{"userID": "u2"}"#).number == "tim 30540")
            }
            #expect(try phone.friends().map(\.user) == ["u0", "u1"])
            #expect(try bob.add("u2") == 0)
            #expect(try phone.deleteFriends(["u0"]) == [0])
            #expect(try tab.deleteFriends(["u3"]) == [31704])
            let deletion = #"{"userIDs": ["u1"], "delType": 1}"#
            for session in [phone, tab] {
                #expect(try session.refusal("friend.delete", deletion).number == "tim 31707")
            }
            #expect(try phone.friends().map(\.user) == ["u1"])
            #expect(try bob.deleteFriends(["u2"]) == [0])
        }
    }

    @Test func `R-Q55: without a configured rate nobody adds or deletes too often`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for _ in 1...100 {
                #expect(try alice.add("bob") == 0)
                #expect(try alice.deleteFriends(["bob"], type: 2) == [0])
            }
        }
    }
}
