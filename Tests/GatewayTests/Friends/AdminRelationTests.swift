import Client
import ClientProtocol
import JSON
import Testing

/// `admin.friend.…`, `admin.blacklist.…`, `admin.profile.modify`
struct AdminRelationTests {
    /// The codes of the results, in order; `data` are the parameters beside `userID`.
    private func codes(_ admin: ClientSession, _ operation: String, _ user: String, _ data: String) throws -> [Int] {
        let ok = try admin.request("admin.\(operation)", #"{"userID": "\#(user)", \#(data)}"#).get()
        return try #require(ok["results"]?.elements).map { try UserResult($0).code }
    }

    private func entries(_ users: String...) -> String {
        "[\(users.map { #"{"userID": "\#($0)"}"# }.joined(separator: ","))]"
    }

    // MARK: - Rights and errors

    struct Operation: ShowsRows {
        let rows: String
        let name: String
        let data: String
        /// The error if no user is named, and if the named user does not exist.
        var missing = "tim 30001"
        var unknown = "tim 30003"
    }

    private static let operations = [
        Operation(rows: "R-Q65", name: "admin.friend.list", data: "{}"),
        Operation(rows: "R-Q61", name: "admin.friend.add", data: #"{"friends": [{"userID": "bob"}]}"#),
        Operation(rows: "R-Q62", name: "admin.friend.import", data: #"{"friends": [{"userID": "bob"}]}"#),
        Operation(rows: "R-Q63", name: "admin.blacklist.import", data: #"{"users": [{"userID": "bob"}]}"#),
        Operation(
            rows: "R-Q64", name: "admin.profile.modify", data: #"{"values": {"level": 1}}"#, missing: "tim 40001",
            unknown: "tim 40003"),
    ]

    @Test(arguments: operations)
    func `X-13: these operations are for administrators only and need an existing user`(operation: Operation) throws {
        try withChat { gateway in
            let (name, data) = (operation.name, operation.data)
            #expect(try gateway.guest().refusal(name, data).number == "tim 6014")
            #expect(try gateway.online("alice").refusal(name, data).number == "gw 1002")
            let admin = try gateway.admin()
            let missing = try admin.refusal(name, data)
            #expect(missing.number == operation.missing && missing.keys == ["userID"])
            for user in ["nobody", "żółw"] {
                let data = #"{"userID": "\#(user)", "# + data.dropFirst()
                let unknown = try admin.refusal(name, data.replacing(", }", with: "}"))
                #expect(unknown.number == operation.unknown && unknown.keys == ["userID"])
            }
        }
    }

    private static let bad: [(operation: String, data: String, number: String, key: String)] = [
        ("friend.add", "", "tim 30001", "friends"), ("friend.add", #""friends": []"#, "tim 30001", "friends"),
        ("friend.add", #""friends": {}"#, "tim 30001", "friends"),
        ("friend.add", #""friends": ["bob"]"#, "tim 30001", "friends"),
        ("friend.add", #""friends": [{"userID": 1}]"#, "tim 30001", "friends"),
        ("friend.add", #""friends": [{"userID": "bob"}], "addType": 3"#, "tim 30001", "addType"),
        ("friend.add", #""friends": [{"userID": "bob"}], "force": 1"#, "tim 30001", "force"),
        (
            "friend.add", #""friends": [{"userID": "bob"}, {"userID": "c", "remark": "\#(times(97, "r"))"}]"#,
            "tim 9002", "c"
        ),
        ("friend.add", #""friends": [{"userID": "c", "addWording": "\#(times(121, "w"))"}]"#, "tim 9003", "c"),
        ("friend.add", #""friends": [{"userID": "c", "addSource": "Web"}]"#, "tim 9004", "c"),
        ("friend.add", #""friends": [{"userID": "c", "group": ""}]"#, "tim 9005", "c"),
        ("friend.import", "", "tim 30001", "friends"), ("friend.import", #""friends": []"#, "tim 30001", "friends"),
        ("friend.import", #""friends": [{"userID": "c", "remark": "\#(times(97, "r"))"}]"#, "tim 9002", "c"),
        ("friend.import", #""friends": [{"userID": "c", "addWording": "\#(times(121, "w"))"}]"#, "tim 9003", "c"),
        ("friend.import", #""friends": [{"userID": "c", "addSource": "Web"}]"#, "tim 9004", "c"),
        ("friend.import", #""friends": [{"userID": "c", "groups": ["fine", ""]}]"#, "tim 9005", "c"),
        ("friend.import", #""friends": [{"userID": "c", "groups": "g"}]"#, "tim 30001", "c"),
        ("friend.import", #""friends": [{"userID": "c", "addTime": -1}]"#, "tim 30001", "c"),
        ("friend.import", #""friends": [{"userID": "c", "addTime": 1.5}]"#, "tim 30001", "c"),
        ("friend.import", #""friends": [{"userID": "c", "customInfo": []}]"#, "tim 30001", "c"),
        ("friend.import", #""friends": [{"userID": "c", "customInfo": {"None": 1}}]"#, "tim 30001", "None"),
        ("friend.import", #""friends": [{"userID": "c", "customInfo": {"Rank": "x"}}]"#, "tim 30001", "Rank"),
        ("blacklist.import", "", "tim 30001", "users"), ("blacklist.import", #""users": [1]"#, "tim 30001", "users"),
        ("blacklist.import", #""users": [{"userID": "c", "addTime": "now"}]"#, "tim 30001", "c"),
        ("blacklist.import", #""users": [{"userID": "c"}], "keepFriends": "yes""#, "tim 30001", "keepFriends"),
        ("friend.list", #""count": 0"#, "tim 30001", "count"),
        ("friend.list", #""sinceVersion": 99"#, "gw 1005", "sinceVersion"),
        ("profile.modify", "", "tim 40001", "values"), ("profile.modify", #""values": {}"#, "tim 40001", "values"),
        ("profile.modify", #""values": {"level": 1.5}"#, "tim 40610", "level"),
        ("profile.modify", #""values": {"level": -1}"#, "tim 40605", "level"),
        ("profile.modify", #""values": {"nick": "x"}"#, "tim 40009", "nick"),
        ("profile.modify", #""values": {"selfSignature": "\#(times(501, "s"))"}"#, "tim 40601", "selfSignature"),
        (
            "profile.modify", #""values": {"level": 1, "Tag_Profile_Custom_None": 1}"#, "tim 40009",
            "Tag_Profile_Custom_None"
        ),
        ("profile.modify", #""values": {"Tag_Profile_Custom_Blood": "x"}"#, "tim 40610", "Tag_Profile_Custom_Blood"),
    ]

    @Test func `R-Q61, R-Q62, R-Q63, R-Q64, R-Q65: what cannot be taken is refused whole, and named`() throws {
        let fields = [
            "friends.customFields": #"{"Rank": "number"}"#, "profiles.customFields": #"{"Blood": "number"}"#,
        ]
        try withChat(fields) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "c")
            let admin = try gateway.admin()
            for (operation, data, number, key) in Self.bad {
                let data = #"{"userID": "alice"\#(data.isEmpty ? "" : ", ")\#(data)}"#
                let error = try admin.refusal("admin.\(operation)", data)
                try #require(error.number == number && error.keys == [key], "\(operation) \(data)")
            }
            #expect(try alice.settle().isEmpty)
            #expect(try alice.friends().isEmpty && alice.blacklist().isEmpty && alice.groups().isEmpty)
            #expect(try alice.profile()["level"]?.int == 0)
        }
    }

    // MARK: - admin.friend.add

    @Test func `R-Q61: friends are added in a user's name, each by the rules of friend.add, and all are told once`()
        throws
    {
        try withChat(["friends.addsPerMinute": "1", "profiles.auditedWords": #"["spam"]"#]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let wary = try gateway.wary("wary")
            let closed = try gateway.online("closed")
            try closed.setAllowType(2)
            let blocker = try gateway.online("blocker")
            try blocker.block("alice")
            try gateway.createAccounts("blocked")
            try alice.block("blocked")
            let data = #"""
                "friends": [{"userID": "bob", "remark": "Bobby", "addWording": "spam", "addSource": "AddSource_Type_Web",
                "group": "g"}, {"userID": "wary"}, {"userID": "closed"}, {"userID": "blocker"}, {"userID": "blocked"},
                {"userID": "nobody"}, {"userID": "alice"}, {"userID": "bob"}]
                """#
            let admin = try gateway.admin()
            let eventLines = try told(alice, bob, wary, closed, blocker) {
                try #require(
                    try codes(admin, "friend.add", "alice", data) == [
                        0, 30539, 30516, 30525, 30515, 30003, 30003, 0,
                    ])
            }
            #expect(
                eventLines == [["1: bob", "3: wary", "groups: +g g(+bob)"], ["1: alice"], ["3: from alice"], [], []])
            let friend = try #require(try alice.friend("bob"))
            #expect(friend.remark == "Bobby" && friend.groups == ["g"] && friend.wording == "spam")
            #expect(try bob.friend("alice")?.source == "AddSource_Type_Web")
        }
    }

    @Test func `R-Q61: with force nobody is asked and nobody barred, but a block stands`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let wary = try gateway.wary("wary")
            let closed = try gateway.online("closed")
            try closed.setAllowType(2)
            try alice.add("wary")
            try gateway.online("blocker").block("alice")
            let admin = try gateway.admin()
            _ = try admin.request("admin.account.barAdding", #"{"userIDs": ["alice"]}"#).get()
            let friends = #""friends": \#(entries("wary", "closed", "blocker"))"#
            #expect(try codes(admin, "friend.add", "alice", friends) == [30009, 30009, 30009])
            let eventLines = try told(alice, wary, closed) {
                try #require(try codes(admin, "friend.add", "alice", friends + #", "force": true"#) == [0, 0, 30525])
            }
            #expect(eventLines == [["1: wary, closed", "4: wary"], ["1: alice"], ["1: alice"]])
            #expect(try alice.check("wary", "closed") == [3, 3])
            #expect(try wary.pendencies().items.isEmpty)
        }
    }

    @Test func `R-Q61, R-Q18: with addType 1 the others' lists stay as they are`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let admin = try gateway.admin()
            let eventLines = try told(alice, bob) {
                try #require(
                    try codes(admin, "friend.add", "alice", #""friends": \#(entries("bob")), "addType": 1"#) == [0])
            }
            #expect(eventLines == [["1: bob"], []])
            #expect(try alice.check("bob") == [1])
        }
    }

    // MARK: - admin.friend.import

    @Test func `R-Q62: friends come into one list as they are given, whatever the others allow`() throws {
        try withChat(["friends.customFields": #"{"Rank": "number", "Note": "bytes"}"#]) { gateway in
            let alice = try gateway.online("alice")
            let closed = try gateway.online("closed")
            try closed.setAllowType(2)
            try closed.block("alice")
            try gateway.createAccounts("plain")
            let data = #"""
                "friends": [{"userID": "closed", "remark": "r", "groups": ["a", "b"], "addWording": "w",
                "addSource": "AddSource_Type_x", "addTime": 1234567890, "customInfo": {"Rank": 7, "Note": {"b": "/w=="}},
                "profile": {"nickname": "ignored"}}, {"userID": "plain"}, {"userID": "nobody"}, {"userID": "alice"}]
                """#
            let admin = try gateway.admin()
            let before = wallSeconds()
            let eventLines = try told(alice, closed) {
                try #require(try codes(admin, "friend.import", "alice", data) == [0, 0, 30003, 30003])
            }
            #expect(eventLines == [["1: closed, plain", "groups: +a +b a(+closed) b(+closed)"], []])
            let friend = try #require(try alice.friend("closed"))
            #expect(friend.remark == "r" && friend.groups == ["a", "b"] && friend.time == 1_234_567_890)
            #expect(friend.wording == "w" && friend.source == "AddSource_Type_x")
            #expect(friend.custom == ["Rank": "7", "Note": #"{"b":"/w=="}"#])
            let plain = try #require(try alice.friend("plain"))
            #expect(plain.remark == "" && plain.groups == [] && (before...wallSeconds()).contains(plain.time))
            #expect(try alice.check("closed", "plain") == [1, 1])
        }
    }

    @Test func `R-Q62: a friend who is there is corrected by what is given, and what is left out stays`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try phone.add("bob", #""remark": "old", "group": "g", "addWording": "w""#)
            let admin = try gateway.admin()
            let data = #""friends": [{"userID": "bob", "remark": "new", "addTime": 5, "groups": ["h"]}]"#
            let eventLines = try told(phone, tab, bob) {
                try #require(try codes(admin, "friend.import", "alice", data) == [0])
            }
            #expect(
                eventLines == [
                    ["self 8: bob", "groups: +h g(-bob) h(+bob)"], ["self 8: bob", "groups: +h g(-bob) h(+bob)"], [],
                ])
            var friend = try #require(try phone.friend("bob"))
            #expect(friend.remark == "new" && friend.groups == ["h"] && friend.time == 5 && friend.wording == "w")
            #expect(try told(phone) { _ = try codes(admin, "friend.import", "alice", data) } == [[]])
            #expect(try codes(admin, "friend.import", "alice", #""friends": \#(entries("bob"))"#) == [0])
            friend.groups = ["h"]
            #expect(try phone.friend("bob") == friend)
        }
    }

    @Test func `R-Q62: what admin.friend.list gives can be imported elsewhere, and caps hold`() throws {
        try withChat(["friends.perUser": "3", "friends.groupsPerUser": "2"]) { gateway in
            let alice = try gateway.online("alice")
            let copy = try gateway.online("copy")
            try gateway.createAccounts("a", "b", "c", "d")
            for user in ["a", "b", "c"] { try alice.add(user, #""remark": "\#(user)", "group": "g", "addType": 1"#) }
            let admin = try gateway.admin()
            let listed = try admin.request("admin.friend.list", #"{"userID": "alice"}"#).get()
            let friends = try #require(listed["friends"]).text
            #expect(try codes(admin, "friend.import", "copy", #""friends": \#(friends)"#) == [0, 0, 0])
            #expect(try copy.friends() == alice.friends())
            #expect(try codes(admin, "friend.import", "copy", #""friends": \#(entries("d", "a"))"#) == [30010, 0])
            let groups =
                #""friends": [{"userID": "a", "groups": ["g", "h", "i"]}, {"userID": "b", "groups": ["h", "g"]}]"#
            #expect(try codes(admin, "friend.import", "copy", groups) == [30011, 0])
            #expect(try copy.groups() == [FriendGroup("g", ["a", "b", "c"]), FriendGroup("h", ["b"])])
        }
    }

    @Test func `R-Q62, R-Q22: an import fulfils what the user has asked for`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob", #""remark": "asked", "group": "g""#)
            let admin = try gateway.admin()
            let eventLines = try told(alice, bob) {
                try #require(try codes(admin, "friend.import", "alice", #""friends": \#(entries("bob"))"#) == [0])
            }
            #expect(eventLines == [["1: bob", "4: bob"], []])
            #expect(try bob.pendencies().items.isEmpty)
            #expect(try alice.friend("bob")?.remark == "")
        }
    }

    // MARK: - admin.blacklist.import

    @Test(arguments: [true, false])
    func `R-Q63: a blacklist is written as it is given, and friendships end unless they are kept`(keepsFriends: Bool)
        throws
    {
        try withChat(["friends.blockedPerUser": "3"]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol", "dave", "eve")
            try gateway.befriend(alice, bob, "bob")
            let data = #"""
                "users": [{"userID": "bob", "addTime": 100}, {"userID": "carol", "addTime": 200}, {"userID": "dave"},
                {"userID": "nobody"}, {"userID": "alice"}, {"userID": "eve"}], "keepFriends": \#(keepsFriends)
                """#
            let admin = try gateway.admin()
            let eventLines = try told(alice, bob) {
                try #require(try codes(admin, "blacklist.import", "alice", data) == [0, 0, 0, 30003, 30003, 30013])
            }
            let own = "self 5: bob, carol, dave"
            #expect(eventLines == (keepsFriends ? [[own], []] : [["2: bob", own], ["2: alice"]]))
            #expect(try alice.check("bob") == [keepsFriends ? 3 : 0])
            #expect(try alice.blacklist().map(\.user) == ["dave", "carol", "bob"])
            #expect(try alice.blacklist().suffix(2).map(\.time) == [200, 100])
            let again = #""users": [{"userID": "bob", "addTime": 300}, {"userID": "carol"}]"#
            #expect(try codes(admin, "blacklist.import", "alice", again) == [0, 0])
            #expect(try alice.blacklist().suffix(2).map(\.time) == [300, 200])
            #expect(try alice.check("bob") == [keepsFriends ? 3 : 0])
        }
    }

    // MARK: - admin.profile.modify

    @Test
    func `R-Q64: all fields of a profile can be set for a user, audited words too, and it is told as the user's own`()
        throws
    {
        let settings = ["profiles.auditedWords": #"["admin"]"#, "profiles.customFields": #"{"Blood": "number"}"#]
        try withChat(settings) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.befriend(alice, bob, "bob")
            let admin = try gateway.admin()
            let values = #"""
                "nickname": "the admin", "faceUrl": "f", "allowType": 2, "gender": 1, "birthday": 2, "language": 3,
                "level": 4, "role": 5, "location": "PL", "selfSignature": {"b": "/w=="}, "Tag_Profile_Custom_Blood": 6
                """#
            let data = #"{"userID": "alice", "values": {\#(values)}}"#
            let eventLines = try told(alice, bob) {
                try #require(try admin.request("admin.profile.modify", data).get().count == 0)
            }
            #expect(eventLines == [["profile: alice"], ["profile: alice"]])
            let profile = try alice.profile()
            let version = try #require(profile["version"]?.int)
            #expect(
                profile.text == #"{"userID":"alice","nickname":"the admin","allowType":2,"faceUrl":"f","#
                    + #""selfSignature":{"b":"/w=="},"gender":1,"birthday":2,"location":{"b":"UEw="},"language":3,"#
                    + #""level":4,"role":5,"customInfo":{"Blood":6},"version":\#(version)}"#)
            #expect(try told(alice) { _ = try admin.request("admin.profile.modify", data).get() } == [[]])
        }
    }

    // MARK: - admin.friend.list

    @Test func `R-Q65: an administrator reads a user's friends as the user does, pages and changes too`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let users = (0..<5).map { "u\($0)" }
            try gateway.createAccounts(users)
            for user in users { try alice.add(user) }
            let admin = try gateway.admin()
            for data in ["", #", "count": 2"#, #", "count": 2, "next": "u1""#, #", "sinceVersion": 3"#] {
                let own = try alice.request("friend.list", "{\(data.dropFirst(2))}").get().text
                try #require(try admin.request("admin.friend.list", #"{"userID": "alice"\#(data)}"#).get().text == own)
            }
            // Right behind a change, without waiting for its reply.
            let change = try admin.send("admin.friend.import", #"{"userID": "u0", "friends": \#(entries("u1"))}"#)
            let list = try admin.send("admin.friend.list", #"{"userID": "u0"}"#)
            _ = try admin.reply(to: change).get()
            #expect(try #require(try admin.reply(to: list).get()["friends"]).count == 2)
        }
    }

    @Test func `X-10: administrators repeat what they wrote, and it is done once`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let admin = try gateway.admin()
            for (index, operation) in Self.operations.dropFirst().enumerated() {
                let data = #"{"userID": "alice", "# + operation.data.dropFirst()
                let first = try admin.request(operation.name, data, key: "k\(index)").get()
                _ = try alice.settle()
                try #require(try admin.request(operation.name, data, key: "k\(index)").get().text == first.text)
                try #require(try alice.eventLines() == [])
            }
        }
    }
}
