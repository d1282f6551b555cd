import Client
import ClientProtocol
import JSON
import Testing

/// `friend.add`: what it makes.
struct FriendAddTests {
    @Test func `R-55, R-56, R-57, R-62: adding a user that accepts everybody returns one result`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let ok = try alice.request("friend.add", #"{"userID": "bob"}"#).get()
            #expect(ok.text == #"{"result":{"userID":"bob","code":0,"info":""}}"#)
            #expect(try alice.friends().map(\.user) == ["bob"])
            #expect(try bob.friends().map(\.user) == ["alice"])
            for session in [alice, bob] { #expect(try session.pendencies().items.isEmpty) }
            #expect(try alice.check("bob") == [3])
        }
    }

    @Test
    func `R-123, R-127, R-129, R-Q52: both users are told on all devices that they are friends, and nobody else is`()
        throws
    {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let eve = try gateway.online("eve")
            let eventLines = try told(phone, tab, bob, eve) { try #require(try phone.add("bob") == 0) }
            #expect(eventLines == [["1: bob"], ["1: bob"], ["1: alice"], []])
        }
    }

    @Test func `R-67, R-89, R-90: adding a user that confirms requests returns tim 30539, and both have a record`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            #expect(try alice.result(of: "friend.add", "bob").code == 30539)
            #expect(try alice.check("bob") == [0])
            for (session, other, type) in [(alice, "bob", 2), (bob, "alice", 1)] {
                let page = try session.pendencies()
                #expect(page.users == [other] && page.items.map(\.type) == [type])
                #expect(try session.friends().isEmpty)
            }
        }
    }

    @Test func `R-133, R-135, R-Q51: a request is reported to applicant and target, each with the other's id`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.wary("bob")
            let eve = try gateway.online("eve")
            let more = #""addWording": "it is me", "addSource": "AddSource_Type_Web""#
            #expect(try phone.result(of: "friend.add", "bob", more).code == 30539)
            for (session, other, type) in [(phone, "bob", 2), (tab, "bob", 2), (bob, "alice", 1)] {
                let events = try session.settle()
                #expect(try events.eventLines == [type == 1 ? "3: from \(other)" : "3: \(other)"])
                let user = try texts(of: #require(events.first?.data["users"]?.first))
                #expect(
                    user == [
                        "userID": "\"\(other)\"", "addWording": #""it is me""#, "addSource": #""AddSource_Type_Web""#,
                        "pendencyType": "\(type)",
                    ])
            }
            #expect(try eve.settle().isEmpty)
        }
    }

    /// Over the target's allow type and the relations that there may be before.
    @Test(arguments: [
        ("lets anybody", 0, ""), ("asks", 1, ""), ("lets nobody", 2, ""), ("asks", 1, "has the applicant"),
        ("asks", 1, "is had by the applicant"), ("asks", 1, "has blocked the applicant"),
        ("asks", 1, "is had by the applicant, which adds for itself alone"),
    ])
    func `R-133, R-Q52: a request is reported only if the target must still agree`(
        target: String, allowType: Int, relation: String
    ) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            if relation.hasPrefix("has the") { try bob.add("alice", #""addType": 1"#) }
            if relation.hasPrefix("is had") { try alice.add("bob", #""addType": 1"#) }
            if relation.hasPrefix("has blocked") { try bob.block("alice") }
            try bob.setAllowType(allowType)
            _ = try [alice, bob].map { try $0.settle() }
            let isAsked = allowType == 1 && (relation.isEmpty || relation == "is had by the applicant")
            let more = relation.hasSuffix("alone") ? #""addType": 1"# : ""
            let code = try alice.add("bob", more)
            #expect((code == 30539) == isAsked, "\(code)")
            for session in [alice, bob] {
                let requests = try session.settle().filter { $0.name == "friend.changed" && $0.data["type"]?.int == 3 }
                #expect(requests.count == (isAsked ? 1 : 0), "\(target) \(relation)")
            }
        }
    }

    @Test func `R-64, R-Q52: who lets nobody add it is not added: tim 30516, and no event at all`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.setAllowType(2)
            let eventLines = try told(alice, bob) { try #require(try alice.add("bob") == 30516) }
            #expect(eventLines == [[], []])
            for session in [alice, bob] {
                #expect(try session.friends().isEmpty)
                #expect(try session.pendencies().items.isEmpty)
            }
        }
    }

    @Test func `R-44, R-45, R-46, R-Q10: both entries tell how they came about, the remark is the caller's`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let before = wallSeconds()
            try alice.add(
                "bob",
                #""remark": "Bobby", "addWording": "żółw", "addSource": "AddSource_Type_abcdefgh", "group": "work""#)
            let own = try #require(try alice.friend("bob"))
            let other = try #require(try bob.friend("alice"))
            for friend in [own, other] {
                #expect(friend.wording == "żółw" && friend.source == "AddSource_Type_abcdefgh")
                #expect((before...wallSeconds()).contains(friend.time))
                #expect(friend.custom == [:])
            }
            #expect(own.remark == "Bobby" && own.groups == ["work"])
            #expect(other.remark == "" && other.groups == [])
            #expect(try alice.groups() == [FriendGroup("work", ["bob"])])
            #expect(try bob.groups().isEmpty)
        }
    }

    @Test func `R-Q10, R-Q17: an approved request's words, remark and group are in the entries`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try alice.add(
                "bob", #""remark": "Bobby", "addWording": "hi", "addSource": "AddSource_Type_a", "group": "work""#)
            #expect(try alice.groups().isEmpty)
            try bob.respond(to: "alice", 1, #""remark": "Ally""#)
            let own = try #require(try alice.friend("bob"))
            #expect(own.remark == "Bobby" && own.groups == ["work"])
            let other = try #require(try bob.friend("alice"))
            #expect(other.remark == "Ally" && other.groups == [])
            for friend in [own, other] { #expect(friend.wording == "hi" && friend.source == "AddSource_Type_a") }
        }
    }

    @Test func `R-61, R-Q17: a group that is there already is used, also for many`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol", "dave")
            try alice.createGroups(["work"])
            for user in ["dave", "bob"] { try alice.add(user, #""group": "work""#) }
            try alice.add("carol", #""group": "home""#)
            #expect(
                try alice.groups() == [FriendGroup("work", ["bob", "dave"]), FriendGroup("home", ["carol"])])
        }
    }

    @Test func `R-Q17, R-Q44: for a new group beyond 32 nothing is done, 30011; one that is there is no new one`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.createGroups((1...32).map { "g\($0)" })
            let eventLines = try told(alice, bob) { try #require(try alice.add("bob", #""group": "new""#) == 30011) }
            #expect(eventLines == [[], []])
            #expect(try alice.check("bob") == [0])
            #expect(try alice.add("bob", #""group": "g32""#) == 0)
            #expect(try alice.groups().count == 32)
        }
    }

    @Test func `R-Q17: a group that can no longer be made at the approval is left out`() throws {
        try withChat(["friends.groupsPerUser": "1"]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            #expect(try alice.add("bob", #""group": "work""#) == 30539)
            try alice.createGroups(["home"])
            #expect(try bob.respond(to: "alice", 0) == 0)
            #expect(try alice.friend("bob")?.groups == [])
            #expect(try alice.groups() == [FriendGroup("home")])
        }
    }

    @Test func `R-Q18, R-128: with addType 1 only the caller has the other, and only the caller is told`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let eventLines = try told(alice, bob) { try #require(try alice.add("bob", #""addType": 1"#) == 0) }
            #expect(eventLines == [["1: bob"], []])
            #expect(try alice.check("bob") == [1])
            #expect(try bob.check("alice") == [2])
            #expect(try bob.friends().isEmpty)
        }
    }

    @Test func `R-Q20, R-128: who is a friend already is not added again: 0, already friends, and no event`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.befriend(alice, bob, "bob")
            try bob.setAllowType(2)
            let before = try alice.friends()
            let eventLines = try told(alice, bob) {
                for more in ["", #""addType": 1"#, #""remark": "x", "group": "new", "addWording": "x""#] {
                    let result = try alice.result(of: "friend.add", "bob", more)
                    #expect(result.code == 0 && result.info == "already friends")
                }
            }
            #expect(eventLines == [[], []])
            #expect(try alice.friends().map(\.remark) == before.map(\.remark))
            #expect(try alice.groups().isEmpty)
        }
    }

    @Test(arguments: [(0, 0, [[], ["1: alice"]]), (1, 30539, [["3: bob"], ["3: from alice"]]), (2, 30516, [[], []])])
    func `R-Q20, R-128: who has the other and is not had goes the normal way; only whose list grows is told`(
        allowType: Int, code: Int, eventLines: [[String]]
    ) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.add("bob", #""addType": 1, "remark": "old""#)
            try bob.setAllowType(allowType)
            let actual = try told(alice, bob) { try #require(try alice.add("bob", #""remark": "new""#) == code) }
            #expect(actual == eventLines)
            #expect(try alice.friend("bob")?.remark == "old")
            #expect(try bob.friends().map(\.user) == (code == 0 ? ["alice"] : []))
            let again = try alice.result(of: "friend.add", "bob", #""addType": 1"#)
            #expect(again.code == 0 && again.info == "already friends")
        }
    }

    @Test(arguments: [0, 1, 2], [1, 2])
    func `R-Q20: who is had by the other already has its consent: its own entry is made at once`(
        allowType: Int, addType: Int
    ) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.add("alice", #""addType": 1"#)
            try bob.setAllowType(allowType)
            let eventLines = try told(alice, bob) {
                try #require(try alice.add("bob", #""addType": \#(addType)"#) == 0)
            }
            #expect(eventLines == [["1: bob"], []])
            #expect(try alice.check("bob") == [3])
        }
    }

    @Test func `R-Q21, R-Q22: a request that is fulfilled in another way is gone on both sides`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            #expect(try alice.add("bob") == 30539)
            // Bob adds Alice, who lets anybody: both have each other.
            let eventLines = try told(alice, bob) { try #require(try bob.add("alice") == 0) }
            #expect(eventLines.map { $0.sorted() } == [["1: bob", "4: bob"], ["1: alice"]])
            for session in [alice, bob] { #expect(try session.pendencies().items.isEmpty) }
            #expect(try bob.pendencies().unread == 0)
            #expect(try bob.respond(to: "alice", 1) == 30614)
        }
    }

    @Test func `R-Q20, R-Q22: where each has the other no request of either is left`() throws {
        try withChat { gateway in
            let alice = try gateway.wary("alice")
            let bob = try gateway.wary("bob")
            try bob.setAllowType(0)
            // Alice has Bob alone, and then asks to be had as well.
            try alice.add("bob", #""addType": 1"#)
            try bob.setAllowType(1)
            #expect(try alice.add("bob") == 30539)
            let eventLines = try told(alice, bob) { try #require(try bob.add("alice") == 0) }
            #expect(eventLines == [["4: bob"], ["1: alice"]])
            for session in [alice, bob] { #expect(try session.pendencies().items.isEmpty) }
        }
    }

    @Test func `R-Q17, R-Q22: the remark and the group that a request was made with count, however it is fulfilled`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob", #""remark": "asked", "group": "work""#)
            try bob.add("alice", #""remark": "mine""#)
            #expect(try alice.friend("bob")?.remark == "asked" && alice.friend("bob")?.groups == ["work"])
            #expect(try bob.friend("alice")?.remark == "mine" && bob.friend("alice")?.groups == [])
        }
    }

    @Test(arguments: [0, 1], ["", #""remark": "new", "group": "home""#])
    func `R-Q17, R-Q21: who asks again has asked for that alone, whether the other still confirms or lets anybody`(
        allowType: Int, more: String
    ) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            #expect(try alice.add("bob", #""remark": "old", "group": "work", "addWording": "old""#) == 30539)
            try bob.setAllowType(allowType)
            #expect(try alice.add("bob", more) == (allowType == 0 ? 0 : 30539))
            if allowType == 1 { #expect(try bob.respond(to: "alice", 1) == 0) }
            let friend = try #require(try alice.friend("bob"))
            #expect(friend.remark == (more.isEmpty ? "" : "new") && friend.groups == (more.isEmpty ? [] : ["home"]))
            #expect(friend.wording == "")
            #expect(try alice.groups().map(\.name) == (more.isEmpty ? [] : ["home"]))
        }
    }

    @Test func `X-08: the reply comes before the events`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            #expect(try alice.arrivals(of: "friend.add", #"{"userID": "bob"}"#) == ["reply", "friend.changed"])
            #expect(try alice.arrivals(of: "friend.add", #"{"userID": "nobody"}"#) == ["reply"])
            #expect(try alice.arrivals(of: "friend.add", #"{"userID": "alice"}"#) == ["error"])
        }
    }
}
