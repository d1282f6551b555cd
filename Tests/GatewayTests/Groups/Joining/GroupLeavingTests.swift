import Client
import ClientProtocol
import JSON
import Testing

/// Leaving, being removed, and the end of a group.
struct GroupLeavingTests {
    @Test func `G-66, G-77, G-Q19, X-06: who leaves is told of to all that are left, and its other devices know`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let left = "userDidLeave user=member"
            try cast.expect(everybody(left, but: ["member.phone": [], "member.tab": ["self didLeave reason=1"]])) {
                try cast["member"].group("leave", cast.id)
            }
            #expect(try cast["owner"].details(cast.id).members == ["owner", "admin2", "admin", "member2"])
            #expect(try cast["member"].attempt("get", cast.id) == "em 602")
            #expect(try cast["member"].attempt("leave", cast.id) == "em 602")
        }
    }

    @Test func `G-66, G-67, G-77, G-Q17, G-Q18: who is removed is told so, and all that are left are told of each`()
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            let left = ["userDidLeave user=member", "userDidLeave user=admin"]
            try cast.expect([
                "owner": left, "admin2": left, "member2": left, "member": ["didLeave reason=0"],
                "admin": ["didLeave reason=0"],
            ]) { try cast["owner"].group("remove", cast.id, some("member", "admin", "member")) }
            #expect(try cast["owner"].details(cast.id).members == ["owner", "admin2", "member2"])
            #expect(try cast["owner"].attempt("remove", cast.id, some("member")) == "em 602")
        }
    }

    @Test func `G-Q18, G-Q36: who comes back has no role, list, attribute or block from before`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let owner = cast["owner"]
            try owner.group("mute", cast.id, #"\#(some("admin", "member")), "duration": -1"#)
            try owner.group("addToWhiteList", cast.id, some("admin", "member"))
            try cast["member"].group("block", cast.id)
            for user in ["admin", "member"] {
                try cast[user].group("setAttributes", cast.id, #""attributes": {"k": "v"}"#)
            }
            try owner.group("remove", cast.id, some("member"))
            try cast["admin"].group("leave", cast.id)
            #expect(try owner.details(cast.id).muted == [:] && owner.details(cast.id).whiteList == [])
            _ = try owner.invite(["member", "admin"], to: cast.id)
            let group = try owner.details(cast.id)
            #expect(group.members == ["owner", "admin2", "admin", "member", "member2"] && group.admins == ["admin2"])
            #expect(group.muted == [:] && group.whiteList == [])
            for user in ["admin", "member"] {
                #expect(try cast[user].attributes(cast.id, of: user) == [:])
                let own = try cast[user].details(cast.id)
                #expect(own.role == 0 && own.isBlocked == false && own.isWhiteListed == false)
            }
        }
    }

    @Test func `G-29, G-30, G-67, G-Q20, X-06: a group's end is told to all but the owner, whose other devices know`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast(style: 3)
            try cast.expect(
                everybody("didLeave reason=2", but: ["owner.phone": [], "owner.tab": ["self didLeave reason=2"]])
            ) { try cast["owner"].group("destroy", cast.id) }
            for user in ["owner", "member", "stranger"] {
                for verb in ["get", "members", "leave", "join", "destroy"] {
                    #expect(try cast[user].attempt(verb, cast.id) == "em 605")
                }
            }
            #expect(try cast["stranger"].publicPage().groups == [])
            try gateway.restart()
            #expect(try gateway.online("owner").attempt("get", cast.id) == "em 605")
        }
    }

    @Test func `G-29, G-Q20, G-Q11: with the group its invitations and requests go`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            let other = try gateway.online("other")
            try other.setAutoAccept(false)
            try cast["stranger"].group("join", cast.id)
            _ = try cast["owner"].invite(["other"], to: cast.id)
            try cast["owner"].group("destroy", cast.id)
            _ = try other.settle()
            let next = try cast["owner"].createGroup(style: 2)
            for id in [cast.id, next] {
                let missing = id == next
                #expect(try other.attempt("acceptInvitation", id) == (missing ? "em 603" : "em 605"))
                let answer = try cast["owner"].attempt("approve", id, one("stranger"))
                #expect(answer == (missing ? "gw 1004" : "em 605"))
            }
        }
    }

    @Test func `G-Q19, G-Q20: the owner cannot leave, and nobody else ends the group`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast.expect([:]) {
                let left = try cast["owner"].attempt("leave", cast.id)
                let ended = try ["admin", "member", "stranger"].map { try cast[$0].attempt("destroy", cast.id) }
                #expect(left == "em 603" && ended == ["em 603", "em 603", "em 602"])
            }
            #expect(try cast["owner"].details(cast.id).memberCount == 5)
            try cast["owner"].group("transfer", cast.id, #""newOwner": "admin""#)
            #expect(try cast["owner"].attempt("leave", cast.id) == "ok")
        }
    }

    @Test func `X-49: neither blocking nor unfriending changes who is in a group`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast["owner"].add("member")
            try cast["owner"].deleteFriends(["member"], type: 2)
            try cast["member"].block("owner")
            try cast["owner"].block("member2")
            #expect(try cast["member"].details(cast.id).members == ["owner", "admin2", "admin", "member2", "member"])
            let eventLines = "announcementDidUpdate announcement=a"
            try cast.expect(everybody(eventLines)) {
                try cast["owner"].group("setAnnouncement", cast.id, #""announcement": "a""#)
            }
        }
    }

    @Test func `X-12, X-08: in many shards all devices hear of it, and the reply comes before what it leads to`() throws
    {
        try withChat(["shards.count": "4"]) { gateway in
            let owner = try gateway.online("owner", device: "d0")
            let others = try (1..<6).map { try gateway.online("owner", device: "d\($0)") }
            let members = try (0..<6).map { try gateway.online("member", device: "d\($0)") }
            let id = try owner.createGroup(with: ["member"])
            _ = try (others + members).map { try $0.settle() }
            let data = #"{"groupID": "\#(id)", "announcement": "a"}"#
            #expect(
                try owner.arrivals(of: "group.setAnnouncement", data) == [
                    "reply", "group.announcementDidUpdate", "message.new",
                ])
            for session in others + members {
                #expect(try session.eventLines() == ["announcementDidUpdate announcement=a"])
            }
            #expect(try owner.arrivals(of: "group.destroy", #"{"groupID": "\#(id)"}"#) == ["reply", "message.new"])
            for session in others { #expect(try session.eventLines() == ["self didLeave reason=2"]) }
            for session in members { #expect(try session.eventLines() == ["didLeave reason=2"]) }
        }
    }
}
