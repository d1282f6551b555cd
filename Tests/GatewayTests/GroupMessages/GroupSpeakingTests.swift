import Client
import JSON
import Testing

/// The right to speak in a group.
struct GroupSpeakingTests {
    /// The facts that decide whether a user may speak.
    private struct Standing {
        let role: String
        var isDisabled = false
        var isMuted = false
        /// 0: nobody, 1: ordinary members, 3: all.
        var mute = 0
        var isWhiteListed = false

        /// G-Q31, X-40, in this order.
        var outcome: String {
            if role == "stranger" { return "em 602" }
            if isDisabled { return "em 603" }
            if isMuted { return "em 215" }
            if isWhiteListed || mute == 0 { return "ok" }
            return mute == 3 || role == "member" ? "em 507" : "ok"
        }
    }

    /// The lists that admin and member are in; the owner is in the white list with them.
    struct Lists: ShowsRows {
        let rows: String
        let name: String
        let isMuted: Bool
        let isWhiteListed: Bool
    }

    @Test(arguments: [
        Lists(rows: "X-40", name: "on neither list", isMuted: false, isWhiteListed: false),
        Lists(rows: "X-40, X-41", name: "white-listed", isMuted: false, isWhiteListed: true),
        Lists(rows: "X-41", name: "muted", isMuted: true, isWhiteListed: false),
        Lists(rows: "X-41", name: "muted and white-listed", isMuted: true, isWhiteListed: true),
    ])
    func
        `G-Q31, G-Q44, T-Q14, X-03, X-M02: every combination of role, mutes and lists has one answer; refused messages reach nobody`(
            lists: Lists
        ) throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            let speakers = Set(["admin", "member"])
            if lists.isWhiteListed {
                try owner.group("addToWhiteList", id, some("admin", "member"))
                try cast["admin"].group("addToWhiteList", id, some("owner"))
            }
            if lists.isMuted { try owner.group("mute", id, some("admin", "member") + #", "duration": -1"#) }
            for mute in [0, 1, 3] {
                try cast.administer("muteAll", #""mute": \#(mute)"#)
                for isDisabled in [false, true] {
                    try cast.administer("disable", #""disabled": \#(isDisabled)"#)
                    _ = try cast.sessions.map { try $0.session.settle() }
                    for role in ["owner", "admin", "member", "stranger"] {
                        let standing = Standing(
                            role: role, isDisabled: isDisabled, isMuted: lists.isMuted && speakers.contains(role),
                            mute: mute, isWhiteListed: lists.isWhiteListed)
                        try check(standing, cast)
                    }
                }
                try cast.administer("disable", #""disabled": false"#)
            }
        }
    }

    /// Of a refused message admin2 sees nothing at all.
    private func check(_ standing: Standing, _ cast: Cast) throws {
        let other = cast["admin2"]
        let before = try (other.history(in: cast.id), other.conversation(in: cast.id), other.totalUnread())
        let outcome = try cast[standing.role].tryToWrite(in: cast.id)
        #expect(outcome == standing.outcome, "\(standing)")
        let heard = try other.settle().messages
        let after = try (other.history(in: cast.id), other.conversation(in: cast.id), other.totalUnread())
        if outcome == "ok" {
            #expect(heard.map(\.from) == [standing.role] && after.0.first == heard.first && after.2 == before.2 + 1)
        } else {
            #expect(heard.isEmpty && after == before, "\(standing)")
        }
    }

    @Test func `X-42, G-Q30, X-41: a mute ends in silence, and meanwhile its member reads and writes to others`() throws
    {
        try withChat(movableClock) { gateway in
            let cast = try gateway.cast()
            try cast["owner"].group("mute", cast.id, some("member") + #", "duration": 600000"#)
            let member = cast["member"]
            #expect(try member.tryToWrite(in: cast.id) == "em 215")
            try cast["owner"].write(in: cast.id)
            #expect(try member.history(in: cast.id).count > 1 && member.markRead(in: cast.id) == 0)
            try member.write(to: "owner")
            try member.group("setAttributes", cast.id, #""attributes": {"k": "v"}"#)
            let before = try member.history(in: cast.id).count
            try gateway.restart(after: 500)
            #expect(try gateway.online("member").tryToWrite(in: cast.id) == "em 215")
            try gateway.restart(after: 601)
            let back = try gateway.back("member", resume: #"{"groups": {}, "conversations": {}}"#)
            #expect(try back.session.tryToWrite(in: cast.id) == "ok")
            #expect(try back.session.history(in: cast.id).count == before + 1)
        }
    }

    @Test func `X-41, G-Q31: being unmuted lifts nothing but the own mute, and the white list never that`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (owner, member) = (cast["owner"], cast["member"])
            var outcomes: [String] = []
            let steps = [
                ("mute", some("member") + #", "duration": -1"#), ("addToWhiteList", some("member")),
                ("muteAll", #""muted": true"#), ("unmute", some("member")), ("removeFromWhiteList", some("member")),
                ("muteAll", #""muted": false"#),
            ]
            for (verb, more) in steps {
                try owner.group(verb, cast.id, more)
                outcomes.append(try member.tryToWrite(in: cast.id))
            }
            #expect(outcomes == ["em 215", "em 215", "em 215", "ok", "em 507", "ok"])
        }
    }

    @Test func `G-Q31, G-28: the right to speak follows the role and the membership at once`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast(style: 3)
            let (id, owner) = (cast.id, cast["owner"])
            try owner.group("muteAll", id, #""muted": true"#)
            #expect(try cast["member"].tryToWrite(in: id) == "em 507")
            try owner.group("addAdmin", id, one("member"))
            #expect(try cast["member"].tryToWrite(in: id) == "ok")
            try owner.group("removeAdmin", id, one("member"))
            #expect(try cast["member"].tryToWrite(in: id) == "em 507")
            try owner.group("transfer", id, #""newOwner": "member""#)
            #expect(try cast["member"].tryToWrite(in: id) == "ok" && owner.tryToWrite(in: id) == "em 507")
            try cast["member"].group("muteAll", id, #""muted": false"#)
            try cast["stranger"].group("join", id)
            #expect(try cast["stranger"].tryToWrite(in: id) == "ok")
            try cast["stranger"].group("leave", id)
            #expect(try cast["stranger"].tryToWrite(in: id) == "em 602")
            try cast["member"].group("destroy", id)
            #expect(try cast["member"].tryToWrite(in: id) == "em 605")
        }
    }
}
