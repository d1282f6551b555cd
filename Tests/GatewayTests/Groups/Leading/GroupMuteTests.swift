import Client
import ClientProtocol
import JSON
import Testing

/// Muted members, and those who may speak nevertheless.
struct GroupMuteTests {
    private func muting(_ users: [String], for duration: Int = -1) -> String {
        #""userIDs": \#(list(users)), "duration": \#(duration)"#
    }

    @Test func `G-57, G-74, G-Q41, X-06: a mute is reported to the muted members, the owner and the admins`() throws {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let muted = "muteListDidUpdate added=member,member2 muteExpire=-1"
            try cast.expect([
                "owner": [muted], "admin.tab": ["self \(muted)"], "admin2": [muted], "member": [muted],
                "member2": [muted],
            ]) { try cast["admin"].group("mute", cast.id, muting(["member", "member2", "member"])) }
            #expect(try cast["owner"].details(cast.id).muted == ["member": -1, "member2": -1])
        }
    }

    @Test
    func `G-58, G-74, G-Q30, G-Q41, X-06: an unmute is reported to the unmuted members, the owner and the admins`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            try cast["admin"].group("mute", cast.id, muting(["member", "member2"]))
            let unmuted = "muteListDidUpdate removed=member"
            try cast.expect([
                "owner": [unmuted], "admin.tab": ["self \(unmuted)"], "admin2": [unmuted], "member": [unmuted],
            ]) { try cast["admin"].group("unmute", cast.id, some("member")) }
            #expect(try cast["owner"].details(cast.id).muted == ["member2": -1])
        }
    }

    @Test func `G-57, G-74, G-Q30: a mute is told by when it ends, and muting again overwrites it and is told again`()
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            for duration in [60_000, 315_360_000_000, 1] {
                _ = try cast["member"].settle()
                let before = wallMilliseconds()
                try cast["owner"].group("mute", cast.id, muting(["member"], for: duration))
                let event = try #require(try cast["member"].callbacks().first)
                let end = try #require(event.data["muteExpire"]?.int)
                #expect((before - clockSlack + duration...wallMilliseconds() + duration).contains(end))
                if duration > 1 { #expect(try cast["admin"].details(cast.id).muted == ["member": end]) }
            }
            try cast["owner"].group("mute", cast.id, muting(["member"]))
            #expect(try cast["member"].eventLines() == ["muteListDidUpdate added=member muteExpire=-1"])
            #expect(try cast["admin"].details(cast.id).muted == ["member": -1])
        }
    }

    @Test func `G-Q30, X-42: a mute ends by itself, and nobody is told`() throws {
        try withChat(movableClock) { gateway in
            do {
                let cast = try gateway.cast()
                try cast["owner"].group("mute", cast.id, muting(["member"], for: 60_000))
                try cast["owner"].group("mute", cast.id, muting(["member2"]))
            }
            try gateway.restart(after: 61)
            let (_, opened) = try gateway.back("member", device: "tab", resume: #"{"user": 3}"#)
            #expect(opened["resume"]?["user"]?["events"]?.count == 0)
            let owner = try gateway.online("owner")
            let member = try gateway.online("member")
            #expect(try owner.details("1").muted == ["member2": -1])
            #expect(try owner.eventLines() == [])
            // There is nothing to end any more.
            try owner.group("unmute", "1", some("member"))
            #expect(try member.eventLines() == [])
        }
    }

    @Test func `G-58, G-60, G-Q32, G-Q33: what changes nothing succeeds, and only who was changed is told of`() throws {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            try cast.expect([:]) {
                try cast["owner"].group("unmute", cast.id, some("member", "admin"))
                try cast["owner"].group("removeFromWhiteList", cast.id, some("member", "admin"))
                try cast["owner"].group("muteAll", cast.id, #""muted": false"#)
            }
            try cast["owner"].group("mute", cast.id, muting(["member"]))
            try cast["owner"].group("addToWhiteList", cast.id, some("member"))
            let leaders = ["admin", "admin2"]
            func eventLines(_ word: String, and others: String...) -> [String: [String]] {
                let eventLines = (leaders + others).map { ($0, [word]) }
                return Dictionary(uniqueKeysWithValues: eventLines).merging(["owner.tab": ["self \(word)"]]) { $1 }
            }
            try cast.expect(eventLines("muteListDidUpdate removed=member", and: "member")) {
                try cast["owner"].group("unmute", cast.id, some("member2", "member"))
            }
            try cast.expect(eventLines("whiteListDidUpdate added=member2", and: "member2")) {
                try cast["owner"].group("addToWhiteList", cast.id, some("member", "member2"))
            }
            try cast.expect(eventLines("whiteListDidUpdate removed=member", and: "member")) {
                try cast["owner"].group("removeFromWhiteList", cast.id, some("admin", "member"))
            }
            #expect(try cast["owner"].details(cast.id).whiteList == ["member2"])
        }
    }

    @Test
    func `G-59, G-75, G-Q41, G-Q42, X-06: white-listing is reported to the added members, the owner and the admins`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let added = "whiteListDidUpdate added=owner,member,admin"
            try cast.expect([
                "owner": [added], "admin.tab": ["self \(added)"], "admin2": [added], "member": [added],
            ]) { try cast["admin"].group("addToWhiteList", cast.id, some("owner", "member", "admin")) }
            for user in ["admin", "member"] { #expect(try cast[user].details(cast.id).isWhiteListed == true) }
            #expect(try cast["member2"].details(cast.id).isWhiteListed == false)
        }
    }

    @Test
    func
        `G-60, G-75, G-Q17, G-Q41, X-06: removal from the white list is reported to the removed, the owner and the admins`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            try cast["admin"].group("addToWhiteList", cast.id, some("owner", "member", "admin"))
            let removed = "whiteListDidUpdate removed=admin"
            try cast.expect(["owner.tab": ["self \(removed)"], "admin": [removed], "admin2": [removed]]) {
                try cast["owner"].group("removeFromWhiteList", cast.id, some("admin"))
            }
            #expect(try cast["owner"].details(cast.id).whiteList == ["member", "owner"])
        }
    }

    @Test func `G-61, G-74, G-Q33, G-Q41, X-06: muting all is reported to all members except the operator`() throws {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            for muted in [true, false] {
                let eventLines = "allMemberMuteChanged isAllMemberMuted=\(muted)"
                let expected = everybody(eventLines, but: ["admin.tab": ["self \(eventLines)"], "admin.phone": []])
                try cast.expect(expected) { try cast["admin"].group("muteAll", cast.id, #""muted": \#(muted)"#) }
                #expect(try cast["member"].details(cast.id).isAllMuted == muted)
                try cast.expect([:]) { try cast["owner"].group("muteAll", cast.id, #""muted": \#(muted)"#) }
            }
        }
    }

    @Test func `G-Q30, G-Q31, X-41: a mute, the white list and the muting of all are independent, and kept`() throws {
        try withChat { gateway in
            do {
                let cast = try gateway.cast()
                let owner = cast["owner"]
                try owner.group("mute", cast.id, muting(["member", "admin"]))
                try owner.group("addToWhiteList", cast.id, some("member"))
                try owner.group("muteAll", cast.id, #""muted": true"#)
                #expect(try owner.details(cast.id).muted == ["member": -1, "admin": -1])
            }
            try gateway.restart()
            let owner = try gateway.online("owner")
            var group = try owner.details("1")
            #expect(group.muted == ["member": -1, "admin": -1] && group.whiteList == ["member"] && group.isAllMuted)
            try owner.group("unmute", "1", some("member"))
            group = try owner.details("1")
            #expect(group.muted == ["admin": -1] && group.whiteList == ["member"] && group.isAllMuted)
            try owner.group("muteAll", "1", #""muted": false"#)
            group = try owner.details("1")
            #expect(group.muted == ["admin": -1] && group.whiteList == ["member"] && !group.isAllMuted)
        }
    }

    @Test func `G-Q30: up to 100 are muted at once`() throws {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            let users = (0...100).map { "u\($0)" }
            try gateway.createAccounts(Array(users.dropLast()))
            try gateway.createAccounts("u100")
            let id = try owner.createGroup(with: Array(users.dropLast()))
            _ = try owner.invite(["u100"], to: id)
            let error = try owner.refusal("group.mute", #"{"groupID": "1", \#(muting(users))}"#)
            #expect(error.number == "em 205" && error.keys == ["userIDs"])
            try owner.group("mute", id, muting(Array(users.dropLast())))
            #expect(try owner.details(id).muted?.count == 100)
        }
    }
}
