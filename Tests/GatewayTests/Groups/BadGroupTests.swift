import Client
import ClientProtocol
import JSON
import Testing

/// Requests that no operation on groups accepts.
struct BadGroupTests {
    private static let id = #""groupID": "1""#
    private static func many(_ count: Int) -> String { list((0..<count).map { "u\($0)" }) }
    private static let long = times(513, "x")

    /// An operation, its parameters, and the one that is bad.
    struct Call: Sendable {
        let verb: String
        let data: String
        let key: String

        init(_ verb: String, _ data: String, _ key: String) { (self.verb, self.data, self.key) = (verb, data, key) }
    }

    struct Calls: ShowsRows {
        let rows: String
        let name: String
        let all: [Call]

        init(_ rows: String, _ name: String, _ all: [Call]) { (self.rows, self.name, self.all) = (rows, name, all) }
    }

    private static let bad: [Calls] = [
        Calls(
            "G-Q04, X-37", "the texts of a new group",
            [
                Call("create", "{}", "name"), Call("create", #"{"name": ""}"#, "name"),
                Call("create", #"{"name": 1}"#, "name"), Call("create", #"{"name": null}"#, "name"),
                Call("create", #"{"name": "\#(times(129, "名"))"}"#, "name"),
                Call("create", #"{"name": "g", "description": "\#(long)"}"#, "description"),
                Call("create", #"{"name": "g", "description": []}"#, "description"),
                Call("create", #"{"name": "g", "avatar": "\#(times(1025, "x"))"}"#, "avatar"),
                Call("create", #"{"name": "g", "ext": "\#(times(8193, "x"))"}"#, "ext"),
                Call("create", #"{"name": "g", "ext": "\#(times(4096, "ż"))x"}"#, "ext"),
                Call("create", #"{"name": "g", "ext": {}}"#, "ext"),
            ]),
        Calls(
            "G-06, G-Q01", "the style",
            [
                Call("create", #"{"name": "g", "style": 4}"#, "style"),
                Call("create", #"{"name": "g", "style": -1}"#, "style"),
                Call("create", #"{"name": "g", "style": "0"}"#, "style"),
                Call("create", #"{"name": "g", "style": 1.5}"#, "style"),
            ]),
        Calls(
            "G-08, G-Q02", "the size",
            [
                Call("create", #"{"name": "g", "maxUsers": 2}"#, "maxUsers"),
                Call("create", #"{"name": "g", "maxUsers": 2001}"#, "maxUsers"),
                Call("create", #"{"name": "g", "maxUsers": 10001}"#, "maxUsers"),
                Call("create", #"{"name": "g", "maxUsers": true}"#, "maxUsers"),
            ]),
        Calls(
            "G-07, G-Q02", "whether invitees are asked",
            [Call("create", #"{"name": "g", "isInviteNeedConfirm": 1}"#, "isInviteNeedConfirm")]),
        Calls(
            "G-Q04", "the invitees of a new group",
            [
                Call("create", #"{"name": "g", "invitees": "bob"}"#, "invitees"),
                Call("create", #"{"name": "g", "invitees": [1]}"#, "invitees"),
                Call("create", #"{"name": "g", "invitees": \#(many(101))}"#, "invitees"),
                Call("create", #"{"name": "g", "message": "\#(long)"}"#, "message"),
            ]),
        Calls(
            "G-31", "what is read of a group",
            [
                Call("get", "{}", "groupID"), Call("get", #"{"groupID": 1}"#, "groupID"),
                Call("get", #"{"groupID": null}"#, "groupID"),
                Call("get", #"{"groupID": "1", "fetchMembers": 1}"#, "fetchMembers"),
            ]),
        Calls(
            "G-39, G-Q24", "pages of members",
            [
                Call("members", "{\(id), \"pageSize\": 0}", "pageSize"),
                Call("members", "{\(id), \"pageSize\": 101}", "pageSize"),
                Call("members", "{\(id), \"pageSize\": -1}", "pageSize"),
                Call("members", "{\(id), \"cursor\": \"x\"}", "cursor"),
                Call("members", "{\(id), \"cursor\": \"-1\"}", "cursor"),
                Call("members", "{\(id), \"cursor\": 1}", "cursor"),
            ]),
        Calls(
            "G-40, G-Q25", "pages of own groups",
            [
                Call("joined", #"{"page": -1}"#, "page"), Call("joined", #"{"page": "0"}"#, "page"),
                Call("joined", #"{"pageSize": 0}"#, "pageSize"), Call("joined", #"{"pageSize": 101}"#, "pageSize"),
                Call("joined", #"{"needRole": 1}"#, "needRole"),
                Call("joined", #"{"needMemberCount": 1}"#, "needMemberCount"),
            ]),
        Calls(
            "G-42, G-Q26", "pages of public groups",
            [
                Call("public", #"{"pageSize": 0}"#, "pageSize"), Call("public", #"{"pageSize": 101}"#, "pageSize"),
                Call("public", #"{"cursor": "x"}"#, "cursor"), Call("public", #"{"cursor": "0"}"#, "cursor"),
            ]),
        Calls(
            "G-Q06", "invitations",
            [
                Call("invite", "{\(id)}", "userIDs"), Call("invite", "{\(id), \"userIDs\": []}", "userIDs"),
                Call("invite", "{\(id), \"userIDs\": \(many(61))}", "userIDs"),
                Call("invite", "{\(id), \"userIDs\": [7]}", "userIDs"),
                Call("invite", "{\(id), \(some("bob")), \"message\": \"\(long)\"}", "message"),
            ]),
        Calls(
            "G-27", "an answer to an invitation",
            [Call("declineInvitation", "{\(id), \"reason\": \"\(long)\"}", "reason")]),
        Calls(
            "G-73", "requests and answers to them",
            [
                Call("join", "{\(id), \"reason\": 1}", "reason"),
                Call("join", "{\(id), \"reason\": \"\(long)\"}", "reason"), Call("approve", "{\(id)}", "userID"),
                Call("approve", "{\(id), \"userID\": 1}", "userID"), Call("decline", "{\(id)}", "userID"),
                Call("decline", "{\(id), \(one("bob")), \"reason\": \"\(long)\"}", "reason"),
            ]),
        Calls(
            "G-77", "who is removed",
            [
                Call("remove", "{\(id)}", "userIDs"), Call("remove", "{\(id), \"userIDs\": []}", "userIDs"),
                Call("remove", "{\(id), \"userIDs\": \(many(101))}", "userIDs"),
            ]),
        Calls(
            "G-Q03", "whether invitations are accepted",
            [Call("setAutoAccept", "{}", "accepts"), Call("setAutoAccept", #"{"accepts": 1}"#, "accepts")]),
        Calls(
            "G-76", "owner and admins",
            [
                Call("transfer", "{\(id)}", "newOwner"), Call("addAdmin", "{\(id)}", "userID"),
                Call("removeAdmin", "{\(id), \"userID\": []}", "userID"),
            ]),
        Calls(
            "G-80, G-Q39, X-37", "what is changed",
            [
                Call("modify", "{\(id), \"name\": \"\"}", "name"),
                Call("modify", "{\(id), \"name\": \"\(times(129, "x"))\"}", "name"),
                Call("modify", "{\(id), \"description\": \"\(long)\"}", "description"),
                Call("modify", "{\(id), \"avatar\": \"\(times(1025, "x"))\"}", "avatar"),
                Call("modify", "{\(id), \"ext\": \"\(times(8193, "x"))\"}", "ext"),
                Call("modify", "{\(id), \"maxUsers\": 2}", "maxUsers"),
                Call("modify", "{\(id), \"joinMode\": 3}", "joinMode"),
                Call("modify", "{\(id), \"inviteMode\": 2}", "inviteMode"),
                Call("modify", "{\(id), \"beInviteMode\": 2}", "beInviteMode"),
                Call("modify", "{\(id), \"updateInfoMode\": -1}", "updateInfoMode"),
                Call("modify", "{\(id), \"isInviteNeedConfirm\": 0}", "isInviteNeedConfirm"),
            ]),
        Calls(
            "G-78, G-Q37, X-37", "an announcement",
            [
                Call("setAnnouncement", "{\(id)}", "announcement"),
                Call("setAnnouncement", "{\(id), \"announcement\": \"\(long)\"}", "announcement"),
            ]),
        Calls(
            "G-81, G-Q40", "attributes",
            [
                Call("setAttributes", "{\(id)}", "attributes"), Call("getAttributes", "{\(id)}", "userIDs"),
                Call("getAttributes", "{\(id), \"userIDs\": []}", "userIDs"),
            ]),
        Calls(
            "G-74, G-Q30", "mutes",
            [
                Call("mute", "{\(id), \(some("bob"))}", "duration"),
                Call("mute", "{\(id), \(some("bob")), \"duration\": 0}", "duration"),
                Call("mute", "{\(id), \(some("bob")), \"duration\": -2}", "duration"),
                Call("mute", "{\(id), \(some("bob")), \"duration\": \"1\"}", "duration"),
                Call("mute", "{\(id), \(some("bob")), \"duration\": 1.5}", "duration"),
                Call("mute", "{\(id), \"duration\": -1}", "userIDs"),
                Call("unmute", "{\(id), \"userIDs\": []}", "userIDs"), Call("muteAll", "{\(id)}", "muted"),
                Call("muteAll", "{\(id), \"muted\": 3}", "muted"),
            ]),
        Calls(
            "G-75", "the white list",
            [
                Call("addToWhiteList", "{\(id), \"userIDs\": []}", "userIDs"),
                Call("removeFromWhiteList", "{\(id), \"userIDs\": \"bob\"}", "userIDs"),
            ]),
    ]

    @Test(arguments: bad) func `a bad parameter is refused with 205, which names it, and nothing is done`(calls: Calls)
        throws
    {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            let bob = try gateway.online("bob")
            try owner.createGroup(with: ["bob"], style: 2)
            _ = try [owner, bob].map { try $0.settle() }
            let before = try #require(try owner.group("get", "1")["group"]).text
            for call in calls.all {
                let error = try owner.refusal("group.\(call.verb)", call.data)
                let what = "\(call.verb) \(call.data.prefix(80)): \(error)"
                #expect(error.number == "em 205" && error.keys == [call.key], "\(what)")
            }
            #expect(try owner.eventLines() == [] && bob.eventLines() == [])
            #expect(try #require(try owner.group("get", "1")["group"]).text == before)
            #expect(try owner.joinedCount() == 1)
        }
    }

    @Test func `X-37, G-Q02, G-Q04, G-Q24: what is just not too long, too many or too few is taken`() throws {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            let users = (0..<100).map { "u\($0)" }
            try gateway.createAccounts(users)
            let (name, text) = (times(128, "名"), times(512, "名"))
            let (avatar, ext) = (times(1024, "a"), times(4096, "ż"))
            let id = try owner.createGroup(
                name, with: users,
                #""description": "\#(text)", "avatar": "\#(avatar)", "ext": "\#(ext)", "message": "\#(text)""#)
            var group = try owner.details(id)
            #expect(group.name == name && group.description == text && group.avatar == avatar && group.ext == ext)
            #expect(group.memberCount == 101)
            #expect(try owner.memberPage(id, size: 100).users.count == 100)
            #expect(try owner.memberPage(id, size: 1).users.count == 1)
            try owner.group("remove", id, #""userIDs": \#(list(users))"#)
            #expect(try owner.attempt("invite", id, #""userIDs": \#(list(Array(users.prefix(60))))"#) == "ok")
            try owner.group("modify", id, #""name": "n", "description": "", "avatar": "", "ext": """#)
            let change = #""name": "\#(name)", "description": "\#(text)", "avatar": "\#(avatar)", "ext": "\#(ext)""#
            try owner.group("modify", id, change)
            group = try owner.details(id)
            #expect(group.name == name && group.description == text && group.avatar == avatar && group.ext == ext)
            #expect(try owner.details(owner.createGroup("g", #""maxUsers": 3"#)).maxUsers == 3)
        }
    }

    @Test func `X-13: administrators' sessions and guests have no groups`() throws {
        try withChat { gateway in
            let refusals = try [gateway.admin(), gateway.guest()].map {
                try $0.refusal("group.create", #"{"name": "g"}"#).number
            }
            #expect(refusals == ["gw 1002", "tim 6014"])
        }
    }

    @Test(arguments: [
        #"{"groups": []}"#, #"{"groups": {"1": "1"}}"#, #"{"groups": {"1": -1}}"#, #"{"groups": {"1": 4294967296}}"#,
        "{\"groups\": {\((0...1000).map { "\"\($0)\": 0" }.joined(separator: ","))}}",
    ])
    func `X-07: places in groups' streams that are none are refused with gw 1001`(resume: String) throws {
        try withChat { gateway in
            let reply = try gateway.guest().open(token: gateway.token("alice"), #""resume": \#(resume)"#)
            #expect(reply.error?.number == "gw 1001" && reply.error?.keys == ["resume"])
            let error = try gateway.online("alice").refusal("stream.ack", resume)
            #expect(error.number == "gw 1001" && error.keys == ["groups"])
        }
    }
}
