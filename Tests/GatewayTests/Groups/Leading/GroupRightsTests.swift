import Client
import ClientProtocol
import JSON
import Testing

/// The rights of every role, and the members on whom they may be used.
struct GroupRightsTests {
    private static let actors = ["owner", "admin", "member", "stranger"]

    /// An act on a member: for each role, the members on whom it may be used.
    struct Action: ShowsRows {
        let rows: String
        let verb: String
        let allowed: [String: Set<String>]
        /// The name of the parameter with the users.
        var key = "userIDs"
        var more = ""

        var name: String { verb }

        /// Whether a member with that role may do it to any other at all.
        func isAllowed(to actor: String) -> Bool { allowed[actor]?.subtracting(["self"]).isEmpty == false }
    }

    private static let above: [String: Set<String>] = ["owner": ["admin", "member"], "admin": ["member"]]
    private static let actions = [
        Action(rows: "G-77, G-Q17", verb: "remove", allowed: above),
        Action(rows: "G-74, G-Q17, G-Q30", verb: "mute", allowed: above, more: #", "duration": -1"#),
        Action(rows: "G-58, G-74, G-Q17", verb: "unmute", allowed: above),
        Action(
            rows: "G-59, G-75, G-Q17", verb: "addToWhiteList",
            allowed: ["owner": ["self", "admin", "member"], "admin": ["self", "owner", "admin", "member"]]),
        Action(rows: "G-60, G-75, G-Q17", verb: "removeFromWhiteList", allowed: above),
        Action(rows: "G-76, G-Q34", verb: "addAdmin", allowed: ["owner": ["member"]], key: "userID"),
        Action(rows: "G-76, G-Q34", verb: "removeAdmin", allowed: ["owner": ["admin"]], key: "userID"),
        Action(rows: "G-76, G-Q35", verb: "transfer", allowed: ["owner": ["admin", "member"]], key: "newOwner"),
        Action(
            rows: "G-81, G-Q40", verb: "setAttributes",
            allowed: ["owner": ["self", "admin", "member"], "admin": ["self"], "member": ["self"]], key: "userID",
            more: #", "attributes": {"k": "v"}"#),
    ]

    @Test(arguments: actions) func `the roles that may do it to a member of each role`(action: Action) throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            for actor in Self.actors {
                for role in ["self", "owner", "admin", "member", "stranger"] {
                    guard let target = target(role, of: actor) else { continue }
                    let id = try renew(cast)
                    let value = action.key == "userIDs" ? #"["\#(target)"]"# : #""\#(target)""#
                    let outcome = try cast[actor].attempt(
                        action.verb, id, #""\#(action.key)": \#(value)\#(action.more)"#)
                    let expected: Set =
                        if actor == "stranger" { ["em 602"] } else if role == "stranger" {
                            // Rights come before those it is to be done to.
                            action.isAllowed(to: actor) ? ["em 602"] : ["em 603"]
                        } else { [action.allowed[actor]?.contains(role) == true ? "ok" : "em 603"] }
                    #expect(expected.contains(outcome), "\(actor) does \(action.verb) to \(role): \(outcome)")
                }
            }
        }
    }

    /// Nil where there is none: a group has one owner.
    private func target(_ role: String, of actor: String) -> String? {
        if role == "self" { return actor }
        guard role == actor else { return role == "stranger" ? "other" : role }
        return role == "owner" || role == "stranger" ? nil : "\(role)2"
    }

    /// Another group of the same.
    private func renew(_ cast: Cast, style: Int = 0) throws -> String {
        let owner = cast["owner"]
        let id = try owner.createGroup(with: Array(Cast.members.dropFirst()), style: style)
        for user in ["admin", "admin2"] { try owner.group("addAdmin", id, one(user)) }
        return id
    }

    /// An act on the group.
    struct Act: ShowsRows {
        let rows: String
        let verb: String
        let allowed: Set<String>
        var more = ""
        var styles = [0]
        /// Done by the owner before.
        var before: (verb: String, more: String)?
        var asksFirst = false
        /// The error for a stranger.
        var stranger = "em 602"

        var name: String { "\(verb) \(more) \(styles)" }
    }

    private static let all: Set = ["owner", "admin", "member"]
    private static let leaders: Set = ["owner", "admin"]
    private static let forAll = ("modify", #""updateInfoMode": 1"#)
    private static let acts: [Act] =
        [
            Act(rows: "G-09, G-14, X-35", verb: "invite", allowed: leaders, more: some("other")),
            Act(rows: "G-13, X-35", verb: "invite", allowed: leaders, more: some("other"), styles: [2, 3]),
            Act(rows: "G-10, G-14, X-35", verb: "invite", allowed: all, more: some("other"), styles: [1]),
            Act(rows: "G-73", verb: "approve", allowed: leaders, more: one("other"), styles: [2], asksFirst: true),
            Act(rows: "G-73", verb: "decline", allowed: leaders, more: one("other"), styles: [2], asksFirst: true),
            Act(rows: "G-29, G-Q20", verb: "destroy", allowed: ["owner"]),
            Act(rows: "G-Q19", verb: "leave", allowed: ["admin", "member"]),
            Act(rows: "G-46, G-Q28", verb: "block", allowed: ["member"]),
            Act(rows: "G-46", verb: "unblock", allowed: all),
            Act(rows: "G-Q33", verb: "muteAll", allowed: leaders, more: #""muted": true"#),
            Act(rows: "G-78, G-Q37", verb: "setAnnouncement", allowed: leaders, more: #""announcement": "a""#),
            Act(rows: "G-Q37", verb: "getAnnouncement", allowed: all), Act(rows: "G-31", verb: "members", allowed: all),
            Act(rows: "G-81", verb: "getAttributes", allowed: all, more: some("member")),
            Act(rows: "G-81", verb: "setAttributes", allowed: all, more: #""attributes": {"k": "v"}"#),
            Act(rows: "G-33, G-Q21", verb: "get", allowed: all),
            Act(rows: "G-32, G-Q21", verb: "get", allowed: all, styles: [2, 3], stranger: "ok"),
            Act(rows: "G-80, G-Q39, X-35", verb: "modify", allowed: leaders, more: #""maxUsers": 9"#),
            Act(rows: "G-80, G-Q39, X-35", verb: "modify", allowed: leaders, more: #""maxUsers": 9"#, before: forAll),
            Act(rows: "G-80, G-Q39, X-35", verb: "modify", allowed: leaders, more: #""isInviteNeedConfirm": false"#),
            Act(
                rows: "G-80, G-Q39, X-35", verb: "modify", allowed: leaders, more: #""isInviteNeedConfirm": false"#,
                before: forAll),
            Act(rows: "G-Q39, X-35", verb: "modify", allowed: ["owner"], more: #""inviteMode": 1"#, before: forAll),
            Act(
                rows: "G-Q39, X-35", verb: "modify", allowed: ["owner"], more: #""joinMode": 0"#, styles: [2],
                before: forAll),
            Act(rows: "G-Q39, X-35", verb: "modify", allowed: ["owner"], more: #""updateInfoMode": 0"#, before: forAll),
            Act(rows: "G-Q39, X-35", verb: "modify", allowed: ["owner"], more: #""name": "n", "updateInfoMode": 1"#),
        ]
        + [#""name": "n""#, #""description": "d""#, #""avatar": "a""#, #""ext": "e""#].flatMap {
            [
                Act(rows: "G-80, G-Q39, X-35", verb: "modify", allowed: leaders, more: $0),
                Act(rows: "G-80, G-Q39, X-35", verb: "modify", allowed: all, more: $0, before: forAll),
            ]
        }

    @Test(arguments: acts) func `the roles that may do it to the group`(act: Act) throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let other = try gateway.online("other")
            for style in act.styles {
                for actor in Self.actors {
                    let id = try renew(cast, style: style)
                    if let (verb, more) = act.before { try cast["owner"].group(verb, id, more) }
                    if act.asksFirst { try other.group("join", id) }
                    let outcome = try cast[actor].attempt(act.verb, id, act.more)
                    let refusal = actor == "stranger" ? act.stranger : "em 603"
                    #expect(
                        outcome == (act.allowed.contains(actor) ? "ok" : refusal), "\(actor), style \(style)")
                }
            }
        }
    }

    @Test func `G-Q17: a batch is done to all or to none, and nobody is told of one that is not done`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let before = try cast["owner"].details(cast.id)
            try cast.expect([:]) {
                let bad = [("admin2", "em 603"), ("stranger", "em 602"), ("nobody", "em 602"), ("admin", "em 603")]
                for (user, code) in bad {
                    for (verb, more) in [
                        ("remove", ""), ("mute", #", "duration": -1"#), ("unmute", ""), ("removeFromWhiteList", ""),
                    ] {
                        let error = try cast["admin"].refusal(
                            "group.\(verb)", #"{"groupID": "1", \#(some("member", user, "member2"))\#(more)}"#)
                        #expect(error.number == code && error.keys == [user])
                    }
                }
                let stranger = try cast["admin"].attempt("addToWhiteList", cast.id, some("member", "stranger"))
                #expect(stranger == "em 602")
            }
            let after = try cast["owner"].details(cast.id)
            #expect(after.members == before.members && after.muted == [:] && after.whiteList == [])
        }
    }

    @Test func `G-Q17: a batch names all that are no members, or else all that may not be treated so`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let cases = [
                (["owner", "stranger", "member", "nobody", "admin2"], "em 602", ["stranger", "nobody"]),
                (["owner", "member", "admin2", "owner"], "em 603", ["owner", "admin2"]),
            ]
            for (users, code, keys) in cases {
                for (verb, more) in [("remove", ""), ("mute", #", "duration": -1"#), ("unmute", "")] {
                    let data = #"{"groupID": "1", "userIDs": \#(list(users))\#(more)}"#
                    let error = try cast["admin"].refusal("group.\(verb)", data)
                    #expect(error.number == code && error.keys == keys, "\(verb)")
                    let plain = try cast["member"].refusal("group.\(verb)", data)
                    #expect(plain.number == "em 603" && plain.keys.isEmpty, "\(verb)")
                }
            }
        }
    }

    @Test func `G-14, G-77: a right goes with the role`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast["owner"].group("removeAdmin", cast.id, one("admin"))
            #expect(try cast["admin"].attempt("remove", cast.id, some("member")) == "em 603")
            try cast["owner"].group("transfer", cast.id, #""newOwner": "member""#)
            #expect(try cast["owner"].attempt("remove", cast.id, some("member2")) == "em 603")
            #expect(try cast["member"].attempt("remove", cast.id, some("member2")) == "ok")
            try cast["member"].group("remove", cast.id, some("admin2"))
            #expect(try cast["admin2"].attempt("muteAll", cast.id, #""muted": true"#) == "em 602")
        }
    }
}
