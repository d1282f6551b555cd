import Client
import JSON
import Testing

/// `admin.group.…`
struct AdminGroupTests {
    @Test func `G-Q44, G-34, X-13, X-06: in a disabled group nobody changes anything, and all are told`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let admin = try gateway.admin()
            for isDisabled in [true, false] {
                let data = #"{"groupID": "\#(cast.id)", "disabled": \#(isDisabled)}"#
                _ = try admin.request("admin.group.disable", data).get()
                for (name, session) in cast.sessions {
                    let names = try session.callbacks().names
                    #expect(names == (name.hasPrefix("stranger") ? [] : ["group.specificationDidUpdate"]), "\(name)")
                }
                #expect(try cast["member"].details(cast.id).isDisabled == isDisabled)
                let outcome = isDisabled ? "em 603" : "ok"
                #expect(try cast["owner"].attempt("setAnnouncement", cast.id, #""announcement": "x""#) == outcome)
                #expect(try cast["admin"].attempt("mute", cast.id, some("member") + #", "duration": -1"#) == outcome)
                #expect(try cast["member"].attempt("setAttributes", cast.id, #""attributes": {"k": "v"}"#) == outcome)
                _ = try cast["owner"].settleRounds()
                // Once more is no change.
                _ = try admin.request("admin.group.disable", data).get()
                #expect(try cast["owner"].settleRounds().isEmpty)
            }
        }
    }

    @Test func `X-36, X-13, T-06, T-Q13: an administrator makes a super group, and nobody else does`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let admin = try gateway.admin()
            let data =
                #"{"owner": "alice", "name": "s", "kind": "superTeam", "maxUsers": 10000, "invitees": ["bob"], "#
                + #""isInviteNeedConfirm": false}"#
            let made = try admin.request("admin.group.create", data).get()
            let id = try #require(made["groupID"]?.string)
            let group = try #require(try alice.group("get", id)["group"])
            #expect(group["kind"]?.string == "superTeam" && group["maxUsers"]?.int == 10_000)
            #expect(group["owner"]?.string == "alice" && group["memberCount"]?.int == 2)
            #expect(try bob.callbacks().names == ["group.didJoin"])

            for kind in ["", #", "kind": "team""#] {
                let data = #"{"owner": "alice", "name": "t"\#(kind)}"#
                let madeID = try #require(try admin.request("admin.group.create", data).get()["groupID"]?.string)
                let group = try #require(try alice.group("get", madeID)["group"])
                #expect(group["kind"]?.string == "team" && group["maxUsers"]?.int == 200)
            }
            let tooMany = #"{"owner": "alice", "name": "t", "maxUsers": 2001}"#
            #expect(try admin.refusal("admin.group.create", tooMany).number == "em 205")

            #expect(try admin.refusal("admin.group.create", #"{"owner": "nobody", "name": "s"}"#).number == "em 204")
            #expect(try alice.refusal("admin.group.create", data).number == "gw 1002")
            #expect(try alice.refusal("group.create", #"{"name": "s", "maxUsers": 2001}"#).number == "em 205")
            let plain = try alice.request("group.create", #"{"name": "s", "kind": "superTeam"}"#).get()
            let plainID = try #require(plain["groupID"]?.string)
            #expect(try alice.group("get", plainID)["group"]?["kind"]?.string == "team")
        }
    }

    @Test func `X-40, X-13, G-61: an administrator mutes all but the white list, in the owner's name`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let admin = try gateway.admin()
            let muted = "allMemberMuteChanged isAllMemberMuted=true"
            try cast.expect(everybody(muted, but: ["owner": ["self \(muted)"]])) {
                _ = try admin.request("admin.group.muteAll", #"{"groupID": "\#(cast.id)", "mute": 3}"#).get()
            }
            #expect(try cast["member"].details(cast.id).isAllMuted)
            #expect(
                try admin.refusal("admin.group.muteAll", #"{"groupID": "\#(cast.id)", "mute": 2}"#).number == "em 205")
            #expect(try admin.refusal("admin.group.muteAll", #"{"groupID": "999", "mute": 1}"#).number == "em 605")
        }
    }

    @Test func `X-40, X-13, G-Q33: what an administrator has muted for all, only an administrator lowers`() throws {
        try withGroups { gateway in
            let audience = Audience(try gateway.cast())
            let (cast, id) = (audience.cast, audience.cast.id)
            func notice(_ level: Int) -> [String] { [#"notice 3 owner:  100="\#(level)""#, "changed"] }
            try cast.administer("muteAll", #""mute": 3"#)
            // Nothing changes for those who ask.
            try audience.expect([:]) {
                for user in ["owner", "admin"] {
                    try cast[user].group("muteAll", id, #""muted": true"#)
                    #expect(try cast[user].attempt("muteAll", id, #""muted": false"#) == "em 603")
                    #expect(try cast[user].tryToWrite(in: id) == "em 507")
                }
                #expect(try cast["member"].attempt("muteAll", id, #""muted": true"#) == "em 603")
            }
            // Members stay muted; that owner and admins are no longer is in the notification.
            for level in [1, 3, 1] {
                try audience.expect(everybody(notice(level)[0], "changed")) {
                    try cast.administer("muteAll", #""mute": \#(level)"#)
                }
                #expect(try cast["admin"].tryToWrite(in: id) == (level == 3 ? "em 507" : "ok"))
            }
            try cast["admin"].group("muteAll", id, #""muted": false"#)
            #expect(try cast["member"].tryToWrite(in: id) == "ok")
        }
    }

    @Test func `X-13, G-30, G-Q20: an administrator destroys a group, and its owner is told by a copy`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let gone = "didLeave reason=2"
            let admin = try gateway.admin()
            try cast.expect(everybody(gone, but: ["owner": ["self \(gone)"]])) {
                _ = try admin.request("admin.group.destroy", #"{"groupID": "\#(cast.id)"}"#).get()
            }
            #expect(try cast["owner"].attempt("get", cast.id) == "em 605")
            #expect(try admin.refusal("admin.group.destroy", #"{"groupID": "\#(cast.id)"}"#).number == "em 605")
        }
    }
}
