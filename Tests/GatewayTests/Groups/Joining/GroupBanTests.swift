import Client
import JSON
import Testing

/// `group.ban`, `group.unban`, `group.bans`.
struct GroupBanTests {
    private static let forever = #", "seconds": -1"#

    @Test func `Y-01: banned members go as removed ones, and no way leads back until the ban ends`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            let (owner, stranger) = (cast["owner"], cast["stranger"])
            let other = try gateway.online("other")
            try other.setAutoAccept(false)
            _ = try owner.invite(["other"], to: cast.id)
            try stranger.group("join", cast.id)
            let left = ["userDidLeave user=member"]
            try cast.expect([
                "owner": left, "admin2": left, "member2": left, "admin": left, "member": ["didLeave reason=0"],
            ]) { try cast["admin"].group("ban", cast.id, some("member", "stranger", "other") + Self.forever) }
            #expect(try owner.details(cast.id).members == ["owner", "admin2", "admin", "member2"])

            #expect(try cast["member"].attempt("join", cast.id) == "gw 1025")
            #expect(try owner.attempt("invite", cast.id, some("member")) == "gw 1025")
            try gateway.createAccounts("friend")
            #expect(try owner.invite(["friend", "member"], to: cast.id) == ["friend 0", "member 1025"])
            #expect(throws: (any Error).self) { try cast.administer("invite", some("member")) }
            #expect(try owner.attempt("approve", cast.id, one("stranger")) == "gw 1025")
            #expect(try other.attempt("acceptInvitation", cast.id) == "gw 1025")

            try owner.group("unban", cast.id, some("member", "stranger", "other", "admin", "nobody"))
            #expect(try owner.attempt("approve", cast.id, one("stranger")) == "ok")
            #expect(try other.attempt("acceptInvitation", cast.id) == "ok")
            #expect(try owner.invite(["member"], to: cast.id) == ["member 0"])
        }
    }

    @Test func `Y-01: who may remove a user may ban it; all of them are banned, or none`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            func attempt(_ user: String, _ users: String..., seconds: Int = 60) throws -> String {
                try cast[user].attempt("ban", cast.id, #""userIDs": \#(list(users)), "seconds": \#(seconds)"#)
            }
            #expect(try attempt("member", "stranger") == "em 603")
            #expect(try attempt("stranger", "member") == "em 602")
            for user in ["owner", "admin", "admin2"] {
                #expect(try attempt("admin", "member", user) == "em 603")
            }
            #expect(try attempt("owner", "owner") == "em 603")
            #expect(try attempt("owner", "member", "nobody") == "em 204")
            for seconds in [-2, 0, 2_147_483_648] {
                #expect(try attempt("owner", "member", seconds: seconds) == "em 205")
            }
            #expect(try cast["member"].attempt("unban", cast.id, some("stranger")) == "em 603")
            #expect(try cast["member"].attempt("bans", cast.id) == "em 603")
            #expect(try cast["owner"].bans(cast.id).users == [])
            #expect(try cast["owner"].details(cast.id).memberCount == 5)
            #expect(try attempt("owner", "admin", "stranger") == "ok")
        }
    }

    @Test func `Y-01: bans are listed by pages, the last one first; administrators have the same operations`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let users = (1...5).map { "u\($0)" }
            try gateway.createAccounts(users)
            for user in users { try cast["owner"].group("ban", cast.id, some(user) + #", "seconds": 1000"#) }
            try cast.administer("ban", some("u2", "member") + Self.forever)
            try cast.administer("unban", some("u4"))
            var (found, cursor): ([String], String) = ([], "")
            repeat {
                let page = try cast["admin"].bans(cast.id, after: cursor, size: 2)
                #expect(page.users.count == (found.count == 4 ? 1 : 2))
                found += page.users
                cursor = page.cursor
            } while !cursor.isEmpty
            #expect(found == ["member", "u2", "u5", "u3", "u1"])

            let admin = try gateway.admin()
            let bans = try admin.request("admin.group.bans", #"{"groupID": "\#(cast.id)"}"#).get()
            let ends = try #require(bans["bans"]?.elements).map { $0["banExpire"]?.int ?? 0 }
            #expect(ends.prefix(2) == [-1, -1] && ends.dropFirst(2).allSatisfy { $0 > 1_700_000_000_000 })
            // Nobody has banned an account that is made again.
            _ = try admin.request("admin.account.delete", #"{"userIDs": ["u2"]}"#).get()
            try gateway.createAccounts("u2")
            #expect(try cast["owner"].invite(["u2", "u1"], to: cast.id) == ["u2 0", "u1 1025"])
        }
    }
}

extension ClientSession {
    fileprivate func bans(
        _ id: String, after cursor: String = "", size: Int = 20
    ) throws -> (users: [String], cursor: String) {
        let ok = try group("bans", id, #""cursor": "\#(cursor)", "pageSize": \#(size)"#)
        let users = try #require(ok["bans"]?.elements).map { try #require($0["userID"]?.string) }
        return (users, try #require(ok["cursor"]?.string))
    }
}
