import Client
import ClientProtocol
import JSON
import Testing

/// What no operation on groups takes.
@Suite(.onThreads) struct BadGroupTests {
    private static let id = #""groupID": "1""#
    private static func many(_ count: Int) -> String { list((0..<count).map { "u\($0)" }) }
    private static let long = times(513, "x")

    /// The operation, its parameters, and the one that is bad.
    private static let bad: [(verb: String, data: String, key: String)] = [
        ("create", "{}", "name"), ("create", #"{"name": ""}"#, "name"), ("create", #"{"name": 1}"#, "name"),
        ("create", #"{"name": null}"#, "name"), ("create", #"{"name": "\#(times(129, "名"))"}"#, "name"),
        ("create", #"{"name": "g", "description": "\#(long)"}"#, "description"),
        ("create", #"{"name": "g", "description": []}"#, "description"),
        ("create", #"{"name": "g", "avatar": "\#(times(1025, "x"))"}"#, "avatar"),
        ("create", #"{"name": "g", "ext": "\#(times(8193, "x"))"}"#, "ext"),
        ("create", #"{"name": "g", "ext": "\#(times(4096, "ż"))x"}"#, "ext"),
        ("create", #"{"name": "g", "ext": {}}"#, "ext"), ("create", #"{"name": "g", "style": 4}"#, "style"),
        ("create", #"{"name": "g", "style": -1}"#, "style"), ("create", #"{"name": "g", "style": "0"}"#, "style"),
        ("create", #"{"name": "g", "style": 1.5}"#, "style"), ("create", #"{"name": "g", "maxUsers": 2}"#, "maxUsers"),
        ("create", #"{"name": "g", "maxUsers": 2001}"#, "maxUsers"),
        ("create", #"{"name": "g", "maxUsers": 10001}"#, "maxUsers"),
        ("create", #"{"name": "g", "maxUsers": true}"#, "maxUsers"),
        ("create", #"{"name": "g", "isInviteNeedConfirm": 1}"#, "isInviteNeedConfirm"),
        ("create", #"{"name": "g", "invitees": "bob"}"#, "invitees"),
        ("create", #"{"name": "g", "invitees": [1]}"#, "invitees"),
        ("create", #"{"name": "g", "invitees": \#(many(101))}"#, "invitees"),
        ("create", #"{"name": "g", "message": "\#(long)"}"#, "message"),
        ("get", "{}", "groupID"), ("get", #"{"groupID": 1}"#, "groupID"), ("get", #"{"groupID": null}"#, "groupID"),
        ("get", #"{"groupID": "1", "fetchMembers": 1}"#, "fetchMembers"),
        ("members", "{\(id), \"pageSize\": 0}", "pageSize"), ("members", "{\(id), \"pageSize\": 101}", "pageSize"),
        ("members", "{\(id), \"pageSize\": -1}", "pageSize"), ("members", "{\(id), \"cursor\": \"x\"}", "cursor"),
        ("members", "{\(id), \"cursor\": \"-1\"}", "cursor"), ("members", "{\(id), \"cursor\": 1}", "cursor"),
        ("joined", #"{"page": -1}"#, "page"), ("joined", #"{"page": "0"}"#, "page"),
        ("joined", #"{"pageSize": 0}"#, "pageSize"), ("joined", #"{"pageSize": 101}"#, "pageSize"),
        ("joined", #"{"needRole": 1}"#, "needRole"), ("joined", #"{"needMemberCount": 1}"#, "needMemberCount"),
        ("public", #"{"pageSize": 0}"#, "pageSize"), ("public", #"{"pageSize": 101}"#, "pageSize"),
        ("public", #"{"cursor": "x"}"#, "cursor"), ("public", #"{"cursor": "0"}"#, "cursor"),
        ("invite", "{\(id)}", "userIDs"), ("invite", "{\(id), \"userIDs\": []}", "userIDs"),
        ("invite", "{\(id), \"userIDs\": \(many(61))}", "userIDs"), ("invite", "{\(id), \"userIDs\": [7]}", "userIDs"),
        ("invite", "{\(id), \(some("bob")), \"message\": \"\(long)\"}", "message"),
        ("declineInvitation", "{\(id), \"reason\": \"\(long)\"}", "reason"),
        ("join", "{\(id), \"reason\": 1}", "reason"), ("join", "{\(id), \"reason\": \"\(long)\"}", "reason"),
        ("approve", "{\(id)}", "userID"), ("approve", "{\(id), \"userID\": 1}", "userID"),
        ("decline", "{\(id)}", "userID"), ("decline", "{\(id), \(one("bob")), \"reason\": \"\(long)\"}", "reason"),
        ("remove", "{\(id)}", "userIDs"), ("remove", "{\(id), \"userIDs\": []}", "userIDs"),
        ("remove", "{\(id), \"userIDs\": \(many(101))}", "userIDs"), ("setAutoAccept", "{}", "accepts"),
        ("setAutoAccept", #"{"accepts": 1}"#, "accepts"), ("transfer", "{\(id)}", "newOwner"),
        ("modify", "{\(id), \"name\": \"\"}", "name"), ("modify", "{\(id), \"name\": \"\(times(129, "x"))\"}", "name"),
        ("modify", "{\(id), \"description\": \"\(long)\"}", "description"),
        ("modify", "{\(id), \"avatar\": \"\(times(1025, "x"))\"}", "avatar"),
        ("modify", "{\(id), \"ext\": \"\(times(8193, "x"))\"}", "ext"),
        ("modify", "{\(id), \"maxUsers\": 2}", "maxUsers"),
        ("modify", "{\(id), \"joinMode\": 3}", "joinMode"), ("modify", "{\(id), \"inviteMode\": 2}", "inviteMode"),
        ("modify", "{\(id), \"beInviteMode\": 2}", "beInviteMode"),
        ("modify", "{\(id), \"updateInfoMode\": -1}", "updateInfoMode"),
        ("modify", "{\(id), \"isInviteNeedConfirm\": 0}", "isInviteNeedConfirm"),
        ("setAnnouncement", "{\(id)}", "announcement"),
        ("setAnnouncement", "{\(id), \"announcement\": \"\(long)\"}", "announcement"),
        ("setAttributes", "{\(id)}", "attributes"), ("getAttributes", "{\(id)}", "userIDs"),
        ("getAttributes", "{\(id), \"userIDs\": []}", "userIDs"), ("addAdmin", "{\(id)}", "userID"),
        ("removeAdmin", "{\(id), \"userID\": []}", "userID"), ("mute", "{\(id), \(some("bob"))}", "duration"),
        ("mute", "{\(id), \(some("bob")), \"duration\": 0}", "duration"),
        ("mute", "{\(id), \(some("bob")), \"duration\": -2}", "duration"),
        ("mute", "{\(id), \(some("bob")), \"duration\": \"1\"}", "duration"),
        ("mute", "{\(id), \(some("bob")), \"duration\": 1.5}", "duration"),
        ("mute", "{\(id), \"duration\": -1}", "userIDs"), ("unmute", "{\(id), \"userIDs\": []}", "userIDs"),
        ("muteAll", "{\(id)}", "muted"), ("muteAll", "{\(id), \"muted\": 3}", "muted"),
        ("addToWhiteList", "{\(id), \"userIDs\": []}", "userIDs"),
        ("removeFromWhiteList", "{\(id), \"userIDs\": \"bob\"}", "userIDs"),
    ]

    @Test
    func
        `G-06, G-08, G-78, G-80, G-Q01, G-Q02, G-Q04, G-Q06, G-Q24, G-Q25, G-Q26, G-Q30, G-Q37, X-37: what is bad is refused with 205, which names it, and nothing is done`()
        throws
    {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            let bob = try gateway.online("bob")
            try owner.createGroup(with: ["bob"], style: 2)
            _ = try [owner, bob].map { try $0.settle() }
            let before = try #require(try owner.group("get", "1")["group"]).text
            for (verb, data, key) in Self.bad {
                let error = try owner.refusal("group.\(verb)", data)
                #expect(error.number == "em 205" && error.keys == [key], "\(verb) \(data.prefix(80)): \(error)")
            }
            #expect(try owner.news() == [] && bob.news() == [])
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
