import Client
import JSON
import Testing

/// A member's own place in a group, and the lists for owner and admins by pages.
struct GroupSelfTests {
    @Test func `G-Q55: a member sees its own place in the group, with its mute and the mute's end`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            func place(of name: String) throws -> JSONValue? { try cast[name].group("get", cast.id)["group"]?["self"] }
            let members: Set = [
                "role", "muteExpire", "isBlocked", "isInWhiteList", "notifyState", "nickname", "joinTime",
            ]
            for (name, role) in [("owner", 2), ("admin", 1), ("member", 0)] {
                let own = try #require(try place(of: name))
                #expect(own.keys == members && own["role"]?.int == role && own["muteExpire"]?.int == 0)
                #expect(own["notifyState"]?.int == 0 && own["nickname"]?.string == "")
                let joinTime = try #require(own["joinTime"]?.int)
                #expect(joinTime <= wallMilliseconds())
            }
            let joined = try ["owner", "member"].map { try #require(try place(of: $0)?["joinTime"]?.int) }
            #expect(joined[0] <= joined[1])

            try cast["owner"].group("mute", cast.id, some("member") + #", "duration": -1"#)
            #expect(try place(of: "member")?["muteExpire"]?.int == -1)
            let before = wallMilliseconds()
            try cast["admin"].group("mute", cast.id, some("member") + #", "duration": 100000"#)
            let end = try #require(try place(of: "member")?["muteExpire"]?.int)
            #expect((before - clockSlack + 100_000...wallMilliseconds() + 100_000).contains(end))
            try cast["admin"].group("mute", cast.id, some("member") + #", "duration": 1"#)
            try until("the mute has ended") { try place(of: "member")?["muteExpire"]?.int == 0 }

            try cast["owner"].group("addToWhiteList", cast.id, some("member"))
            try cast["member"].group("block", cast.id)
            try cast["member"].group("setNotifyState", cast.id, #""state": 1"#)
            try cast["member"].group("setAttributes", cast.id, #""attributes": {"nickname": "Mem"}"#)
            let own = try #require(try place(of: "member"))
            #expect(own["isInWhiteList"]?.bool == true && own["isBlocked"]?.bool == true)
            #expect(own["notifyState"]?.int == 1 && own["nickname"]?.string == "Mem")
        }
    }

    @Test func `G-Q55, G-Q21: who is no member has no place`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            #expect(try cast["stranger"].group("get", cast.id)["group"]?["self"] == nil)
        }
    }

    @Test func `G-Q56, G-Q22: owner and admins page through the white list and the mute list, and others do not`()
        throws
    {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            let users = (1...5).map { "u\($0)" }
            try gateway.createAccounts(users + ["admin", "plain"])
            let id = try owner.createGroup(with: users + ["admin", "plain"])
            try owner.group("addAdmin", id, one("admin"))
            try owner.group("addToWhiteList", id, #""userIDs": \#(list(users))"#)
            try owner.group("mute", id, #""userIDs": \#(list(users)), "duration": -1"#)
            try owner.group("mute", id, some("u2") + #", "duration": 1"#)
            try owner.group("mute", id, some("u4") + #", "duration": 1000000"#)
            try until("the mute of u2 has ended") {
                try owner.group("muteList", id)["muteList"]?.count == 4
            }
            let admin = try gateway.online("admin")
            for leader in [owner, admin] {
                #expect(try leader.pages(of: "whiteList", id, size: 2).map(\.string) == ["u5", "u4", "u3", "u2", "u1"])
                let muted = try leader.pages(of: "muteList", id, size: 3)
                #expect(muted.map { $0["userID"]?.string } == ["u5", "u4", "u3", "u1"])
                #expect(muted.map { ($0["muteExpire"]?.int ?? 0) > 0 } == [false, true, false, false])
                #expect(muted[0]["muteExpire"]?.int == -1)
            }
            let stranger = try gateway.online("stranger")
            for verb in ["whiteList", "muteList"] {
                #expect(try gateway.online("plain").attempt(verb, id) == "em 603")
                #expect(try stranger.attempt(verb, id) == "em 602")
                #expect(try owner.attempt(verb, "9") == "em 605")
                #expect(try owner.attempt(verb, "") == "em 600")
                #expect(try owner.attempt(verb, id, #""pageSize": 101"#) == "em 205")
            }
        }
    }

    @Test func `G-Q56, X-13: an administrator reads the lists of any group`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast["owner"].group("addToWhiteList", cast.id, some("member", "admin"))
            try cast["owner"].group("mute", cast.id, some("member2") + #", "duration": -1"#)
            let admin = try gateway.admin()
            let data = #"{"groupID": "\#(cast.id)"}"#
            let white = try admin.request("admin.group.whiteList", data).get()
            #expect(white["whiteList"]?.elements?.map(\.string) == ["member", "admin"])
            #expect(white["cursor"]?.string == "")
            let muted = try admin.request("admin.group.muteList", data).get()
            #expect(muted["muteList"]?.first?["userID"]?.string == "member2" && muted["muteList"]?.count == 1)
            for operation in ["admin.group.whiteList", "admin.group.muteList"] {
                #expect(try admin.refusal(operation, #"{"groupID": "9"}"#).number == "em 605")
                #expect(try cast["owner"].refusal(operation, data).number == "gw 1002")
            }
        }
    }
}

extension ClientSession {
    /// All elements of a list, page by page; each page but the last is full.
    fileprivate func pages(of name: String, _ id: String, size: Int) throws -> [JSONValue] {
        var (found, cursor): ([JSONValue], String) = ([], "")
        repeat {
            let ok = try group(name, id, #""cursor": "\#(cursor)", "pageSize": \#(size)"#)
            let page = try #require(ok.member(name)?.elements)
            cursor = try #require(ok["cursor"]?.string)
            #expect(cursor.isEmpty ? page.count <= size : page.count == size)
            found += page
        } while !cursor.isEmpty
        return found
    }
}
