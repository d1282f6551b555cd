import Client
import ClientProtocol
import JSON
import Testing

/// `group.create`
struct GroupCreationTests {
    /// A group as it is read, and when it was made.
    struct Made {
        let group: GroupDetails
        let when: ClosedRange<Int>
    }

    private static let rules: [Rule<Made>] = [
        Rule("G-04", "name, description and members") {
            #expect($0.group.name == #"名 "g""# && $0.group.description == "d")
            #expect($0.group.memberCount == 2 && $0.group.members == ["alice", "bob"])
        },
        Rule("G-05", "its maker owns it") {
            #expect($0.group.owner == "alice" && $0.group.role == 2 && $0.group.admins == [])
        },
        Rule("G-06", "style") { #expect($0.group.style == 2) },
        Rule("G-07, G-08, G-Q02", "whether invitees are asked, and how many may be in it") {
            #expect(!$0.group.needsConfirmation && $0.group.maxUsers == 7)
        },
        Rule("G-34, G-Q22", "nobody is muted, white-listed or has blocked it; it is not disabled") {
            #expect($0.group.avatar == "a" && $0.group.ext == "{}" && !$0.group.isAllMuted && !$0.group.isDisabled)
            #expect($0.group.isBlocked == false && $0.group.isWhiteListed == false)
            #expect($0.group.whiteList == [] && $0.group.muted == [:])
        },
        Rule("G-Q45", "its id is a decimal number") {
            #expect(Int($0.group.id).map(String.init) == $0.group.id && $0.when.contains($0.group.createTime))
        },
    ]

    @Test(arguments: rules) func `a group has what it was made with`(rule: Rule<Made>) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let before = wallMilliseconds()
            let id = try alice.createGroup(
                "名 \\\"g\\\"", with: ["bob"], style: 2,
                #""description": "d", "avatar": "a", "ext": "{}", "maxUsers": 7, "isInviteNeedConfirm": false"#)
            let group = try alice.details(id)
            #expect(group.id == id)
            try rule.check(Made(group: group, when: before - clockSlack...wallMilliseconds()))
        }
    }

    @Test func `G-01: a group is made, read, listed, blocked and destroyed, and events tell of it`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let id = try alice.createGroup(with: ["bob"], style: 2)
            #expect(try bob.details(id).members == ["alice", "bob"])
            #expect(try bob.memberPage(id).users == ["bob"] && bob.joinedGroups() == [id])
            #expect(try bob.publicPage().groups == [id])
            try bob.group("block", id)
            #expect(try bob.details(id).isBlocked == true)
            try bob.group("unblock", id)
            #expect(try bob.details(id).isBlocked == false)
            try alice.group("destroy", id)
            #expect(try bob.eventLines() == ["didJoin inviter=alice message=", "didLeave reason=2"])
            #expect(try bob.attempt("get", id) == "em 605")
        }
    }

    @Test func `G-Q02, G-07, G-08: by default up to 200 are in a private group, and who is invited is asked`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let id = try #require(try alice.request("group.create", #"{"name": "g"}"#).get()["groupID"]?.string)
            let group = try alice.details(id)
            #expect(group.style == 0 && group.maxUsers == 200 && group.needsConfirmation)
            #expect(group.description == "" && group.avatar == "" && group.ext == "" && group.memberCount == 1)
        }
    }

    struct Style: ShowsRows {
        let rows: String
        let name: String
        let number: Int
        let modes: [Int]
    }

    @Test(arguments: [
        Style(rows: "G-09", name: "private, owner and admins invite", number: 0, modes: [2, 0, 1, 0]),
        Style(rows: "G-10", name: "private, all invite", number: 1, modes: [2, 1, 1, 0]),
        Style(rows: "G-11", name: "public, with approval", number: 2, modes: [1, 0, 1, 0]),
        Style(rows: "G-12", name: "public and open", number: 3, modes: [0, 0, 1, 0]),
    ])
    func `G-06, G-Q01, X-34, X-35: a style is the group's modes`(style: Style) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let open = try alice.createGroup(style: style.number, #""isInviteNeedConfirm": false"#)
            #expect(try alice.details(open).style == style.number)
            #expect(try alice.details(open).modes == style.modes)
            let careful = try alice.createGroup(style: style.number)
            #expect(try alice.details(careful).modes == [style.modes[0], style.modes[1], 0, 0])
        }
    }

    @Test
    func `G-Q05, X-06, G-05, G-Q07: invitees named at creation get the same events as later ones`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let carol = try gateway.online("carol")
            let inviters = [
                "invitationDidAccept invitee=bob", "userDidJoin user=bob", "invitationDidAccept invitee=carol",
                "userDidJoin user=carol",
            ]
            try expectEventLines(
                alice, tab, bob, carol,
                are: [
                    inviters, ["self didJoin inviter=alice message="] + inviters,
                    ["didJoin inviter=alice message=hi", "userDidJoin user=carol"],
                    ["didJoin inviter=alice message=hi"],
                ]
            ) { try alice.createGroup(with: ["bob", "carol"], #""message": "hi""#) }
        }
    }

    @Test func `G-Q05, G-19, G-23: who has to be asked is asked at the making`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.setAutoAccept(false)
            try expectEventLines(alice, bob, are: [[], ["invitationDidReceive inviter=alice message="]]) {
                try alice.createGroup(with: ["bob"])
            }
            #expect(try alice.details("1").members == ["alice"])
        }
    }

    @Test func `G-Q04: oneself and repetitions are dropped, and an unknown invitee stops it all`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let id = try alice.createGroup(with: ["alice", "bob", "bob", "alice"], #""maxUsers": 3"#)
            #expect(try alice.details(id).members == ["alice", "bob"])
            _ = try [alice, bob].map { try $0.settle() }
            for unknown in ["nobody", "no\u{e4}", ""] {
                let error = try alice.refusal("group.create", #"{"name": "g", "invitees": ["bob", "\#(unknown)"]}"#)
                #expect(error.number == "em 204" && error.keys == [unknown])
            }
            let error = try alice.refusal(
                "group.create", #"{"name": "g", "invitees": ["nobody", "bob", "noone", "nobody"]}"#)
            #expect(error.number == "em 204" && error.keys == ["nobody", "noone"])
            #expect(try alice.eventLines() == [] && bob.eventLines() == [])
            #expect(try alice.joinedCount() == 1)
            #expect(try alice.createGroup() == "2")
        }
    }

    @Test func `G-Q04, G-08: more invitees than there is room for are 604, and nothing is made`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let users = ["b", "c", "d"]
            try gateway.createAccounts(users)
            let data = #"{"name": "g", "maxUsers": 3, "invitees": \#(list(users))}"#
            #expect(try alice.refusal("group.create", data).number == "em 604")
            #expect(try alice.joinedCount() == 0)
            let id = try alice.createGroup(with: ["b", "c"], #""maxUsers": 3"#)
            #expect(try alice.details(id).memberCount == 3)
        }
    }

    @Test func `X-31, G-Q04: who has blocked the maker is left out, 603, and the others are in`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol")
            try bob.block("alice")
            let ok = try alice.request("group.create", #"{"name": "g", "invitees": ["bob", "carol"]}"#).get()
            let results = try #require(ok["results"]?.elements).map { try UserResult($0) }
            #expect(results.map { "\($0.user) \($0.code)" } == ["bob 603", "carol 0"])
            #expect(try alice.details("1").members == ["alice", "carol"])
            #expect(try bob.eventLines() == [])
        }
    }

    @Test func `G-44, G-Q27: over the limit of groups, making one is refused with 4, and an invitee fails`() throws {
        try withChat(["groups.perUser": "2"]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for _ in 1...2 { try bob.createGroup() }
            #expect(try bob.refusal("group.create", #"{"name": "g"}"#).number == "em 4")
            #expect(try bob.joinedCount() == 2)
            let ok = try alice.request("group.create", #"{"name": "g", "invitees": ["bob"]}"#).get()
            #expect(ok["results"]?.first?["code"]?.int == 4)
            #expect(try alice.details("3").members == ["alice"])
            try bob.group("destroy", "1")
            #expect(try bob.createGroup() == "4")
        }
    }

    @Test func `G-Q45, G-Q20: an id is not given again, also after a restart`() throws {
        try withChat { gateway in
            do {
                let alice = try gateway.online("alice")
                #expect(try alice.createGroup() == "1")
                #expect(try alice.createGroup() == "2")
                try alice.group("destroy", "2")
            }
            try gateway.restart()
            let alice = try gateway.online("alice")
            #expect(try alice.createGroup() == "3")
            #expect(try alice.attempt("get", "2") == "em 605")
        }
    }

    @Test func `G-Q02: the greatest group is configured, and 2000 by default`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let id = try alice.createGroup("g", #""maxUsers": 2000"#)
            #expect(try alice.details(id).maxUsers == 2000)
            let error = try alice.refusal("group.create", #"{"name": "g", "maxUsers": 2001}"#)
            #expect(error.number == "em 205" && error.keys == ["maxUsers"])
        }
        try withChat(["groups.usersPerGroup": "5"]) { gateway in
            let alice = try gateway.online("alice")
            let error = try alice.refusal("group.create", #"{"name": "g", "maxUsers": 6}"#)
            #expect(error.number == "em 205" && error.keys == ["maxUsers"])
            let id = try alice.createGroup("g", #""maxUsers": 5"#)
            #expect(try alice.attempt("modify", id, #""maxUsers": 6"#) == "em 205")
        }
    }
}
