import Client
import ClientProtocol
import JSON
import Testing

/// `group.create`
@Suite(.onThreads) struct GroupCreationTests {
    @Test func `G-01, G-04, G-05, G-34, G-Q02, G-Q22, G-Q45: a group has what it was made with, and its maker owns it`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let before = wallMilliseconds()
            let id = try alice.createGroup(
                "名 \\\"g\\\"", with: ["bob"], style: 2,
                #""description": "d", "avatar": "a", "ext": "{}", "maxUsers": 7, "isInviteNeedConfirm": false"#)
            let group = try alice.details(id)
            #expect(Int(id).map(String.init) == id && group.id == id)
            #expect(group.name == #"名 "g""# && group.description == "d" && group.avatar == "a" && group.ext == "{}")
            #expect(group.style == 2 && group.maxUsers == 7 && !group.needsConfirmation)
            #expect(group.owner == "alice" && group.role == 2 && group.admins == [])
            #expect(group.memberCount == 2 && group.members == ["alice", "bob"])
            #expect(!group.isAllMuted && !group.isDisabled && group.isBlocked == false && group.isWhiteListed == false)
            #expect(group.whiteList == [] && group.muted == [:])
            #expect((before...wallMilliseconds()).contains(group.createTime))
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

    @Test(arguments: [(0, [2, 0, 1, 0]), (1, [2, 1, 1, 0]), (2, [1, 0, 1, 0]), (3, [0, 0, 1, 0])])
    func `G-06, G-09, G-10, G-11, G-12, G-Q01, X-34, X-35: a style is the group's modes`(style: Int, modes: [Int])
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let open = try alice.createGroup(style: style, #""isInviteNeedConfirm": false"#)
            #expect(try alice.details(open).style == style)
            #expect(try alice.details(open).modes == modes)
            let careful = try alice.createGroup(style: style)
            #expect(try alice.details(careful).modes == [modes[0], modes[1], 0, 0])
        }
    }

    @Test
    func `G-Q05, X-06, G-05, G-20, G-21, G-22, G-Q07: those invited at the making are told as those invited later`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let carol = try gateway.online("carol")
            let inviters = [
                "invitationDidAccept invitee=bob", "userDidJoin user=bob", "invitationDidAccept invitee=carol",
                "userDidJoin user=carol",
            ]
            try expectNews(
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
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.setAutoAccept(false)
            try expectNews(alice, bob, are: [[], ["invitationDidReceive inviter=alice message="]]) {
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
            #expect(try alice.news() == [] && bob.news() == [])
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
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol")
            try bob.block("alice")
            let ok = try alice.request("group.create", #"{"name": "g", "invitees": ["bob", "carol"]}"#).get()
            let results = try #require(ok["results"]?.elements).map { try UserResult($0) }
            #expect(results.map { "\($0.user) \($0.code)" } == ["bob 603", "carol 0"])
            #expect(try alice.details("1").members == ["alice", "carol"])
            #expect(try bob.news() == [])
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
