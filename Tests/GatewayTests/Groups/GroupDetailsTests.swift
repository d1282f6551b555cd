import Client
import ClientProtocol
import JSON
import Testing

/// `group.get`, `group.members` and blocking.
struct GroupDetailsTests {
    struct Style: ShowsRows {
        let rows: String
        let name: String
        let number: Int
    }

    @Test(arguments: [
        Style(rows: "G-02, G-33", name: "private, owner and admins invite", number: 0),
        Style(rows: "G-02, G-33", name: "private, all invite", number: 1),
        Style(rows: "G-03, G-32", name: "public, with approval", number: 2),
        Style(rows: "G-03, G-32", name: "public and open", number: 3),
    ])
    func `G-Q21, G-Q26, G-Q45: anybody finds and reads a public group, only members a private one`(style: Style) throws
    {
        try withChat { gateway in
            let cast = try gateway.cast(style: style.number)
            let isPublic = style.number >= 2
            #expect(try cast["stranger"].publicPage().groups == (isPublic ? [cast.id] : []))
            guard isPublic else {
                #expect(try cast["stranger"].attempt("get", cast.id) == "em 602")
                return
            }
            let group = try cast["stranger"].details(cast.id)
            #expect(group.owner == "owner" && group.admins == ["admin2", "admin"] && group.memberCount == 5)
            #expect(group.role == -1 && group.members == nil && group.isBlocked == nil && group.muted == nil)
            // Exactly, and no part of it.
            for id in ["01", "1 ", "+1", "-1", "11", "x", "99999999999999999999"] {
                #expect(try cast["stranger"].attempt("get", id) == "em 605", "\(id)")
            }
        }
    }

    @Test func `G-36, G-37, G-Q23: owner and admins come first, then the members, newest first`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            for user in ["owner", "admin", "member"] {
                let group = try cast[user].details(cast.id)
                #expect(group.members == ["owner", "admin2", "admin", "member2", "member"])
                #expect(group.admins == ["admin2", "admin"] && group.owner == "owner")
                #expect(try cast[user].details(cast.id, members: false).members == nil)
            }
        }
    }

    @Test func `G-31, G-34, G-Q22, X-34: each member reads its own state; only owner and admins read the lists`() throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast["owner"].group("addToWhiteList", cast.id, some("member"))
            try cast["owner"].group("mute", cast.id, #"\#(some("member2")), "duration": -1"#)
            for (user, role) in [("owner", 2), ("admin", 1), ("member", 0)] {
                let group = try cast[user].details(cast.id)
                #expect(group.role == role && group.isWhiteListed == (user == "member"))
                #expect(group.whiteList == (role > 0 ? ["member"] : nil))
                #expect(group.muted == (role > 0 ? ["member2": -1] : nil))
            }
        }
    }

    @Test
    func `G-35, G-37, G-38, G-39, G-Q23: the details have 200 members at most, and the list has all ordinary ones`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let users = (1...201).map { "u\($0)" }
            for start in stride(from: 0, to: 201, by: 100) {
                try gateway.createAccounts(Array(users[start..<min(201, start + 100)]))
            }
            let id = try alice.createGroup(with: Array(users.prefix(100)), #""maxUsers": 300"#)
            for start in [100, 160] { _ = try alice.invite(Array(users[start..<min(199, start + 60)]), to: id) }
            try alice.group("addAdmin", id, one("u7"))
            func shown(_ count: Int) -> [String] {
                ["alice", "u7"] + users.prefix(count).filter { $0 != "u7" }.reversed()
            }
            #expect(try alice.details(id).members == shown(199))
            #expect(try alice.details(id).memberCount == 200)
            _ = try alice.invite(["u200", "u201"], to: id)
            #expect(try alice.details(id).members == Array(shown(201).prefix(200)))
            #expect(try alice.details(id).memberCount == 202)
            var (listed, cursor): ([String], String) = ([], "")
            repeat {
                let page = try alice.memberPage(id, after: cursor, size: 50)
                #expect(page.users.count == 50)
                listed += page.users
                cursor = page.cursor
            } while !cursor.isEmpty
            #expect(listed == Array(shown(201).dropFirst(2)))
        }
    }

    @Test func `G-39, G-Q24: ordinary members page by page; the last page ends with no cursor, however full it is`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let users = (1...6).map { "u\($0)" }
            try gateway.createAccounts(users)
            let id = try alice.createGroup(with: users)
            try alice.group("addAdmin", id, one("u3"))
            let first = try alice.memberPage(id, size: 2)
            #expect(first.users == ["u6", "u5"] && !first.cursor.isEmpty)
            let second = try alice.memberPage(id, after: first.cursor, size: 2)
            #expect(second.users == ["u4", "u2"] && !second.cursor.isEmpty)
            let third = try alice.memberPage(id, after: second.cursor, size: 1)
            #expect(third.users == ["u1"] && third.cursor == "")
            #expect(try alice.memberPage(id, size: 5).cursor == "")
            #expect(try alice.memberPage(id, size: 100).users == ["u6", "u5", "u4", "u2", "u1"])
        }
    }

    @Test func `G-39, G-Q24: while it is paged, who comes, goes or is promoted makes nobody come twice or be missed`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let users = (1...9).map { "u\($0)" }
            try gateway.createAccounts(users + ["new"])
            let id = try alice.createGroup(with: users)
            var page = try alice.memberPage(id, size: 3)
            #expect(page.users == ["u9", "u8", "u7"])
            // Among those shown, the very one at the cursor, and among those to come.
            try alice.group("remove", id, some("u7", "u9", "u5"))
            _ = try alice.invite(["new"], to: id)
            page = try alice.memberPage(id, after: page.cursor, size: 3)
            #expect(page.users == ["u6", "u4", "u3"])
            try alice.group("addAdmin", id, one("u3"))
            page = try alice.memberPage(id, after: page.cursor, size: 3)
            #expect(page.users == ["u2", "u1"] && page.cursor == "")
        }
    }

    @Test
    func `G-31, G-Q21: no id is 600, an unknown one 605, and a group that one is not in 602, for all that asks of one`()
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            for (verb, more) in Self.asking + Self.changing {
                #expect(try cast["stranger"].attempt(verb, "", more) == "em 600", "\(verb)")
                #expect(try cast["stranger"].attempt(verb, "77", more) == "em 605", "\(verb)")
                if verb != "get" { #expect(try cast["stranger"].attempt(verb, cast.id, more) == "em 602", "\(verb)") }
            }
            for verb in ["join", "acceptInvitation", "declineInvitation"] {
                #expect(try cast["stranger"].attempt(verb, "") == "em 600")
                #expect(try cast["stranger"].attempt(verb, "77") == "em 605")
            }
        }
    }

    private static let asking = [
        ("get", ""), ("members", ""), ("getAnnouncement", ""), ("getAttributes", some("member")),
    ]
    private static let changing = [
        ("destroy", ""), ("invite", some("owner")), ("approve", one("owner")), ("decline", one("owner")), ("leave", ""),
        ("remove", some("member")), ("transfer", #""newOwner": "member""#), ("modify", #""name": "n""#),
        ("setAnnouncement", #""announcement": "a""#), ("setAttributes", #""attributes": {"k": "v"}"#),
        ("addAdmin", one("member")), ("removeAdmin", one("admin")), ("mute", #"\#(some("member")), "duration": -1"#),
        ("unmute", some("member")), ("muteAll", #""muted": true"#), ("addToWhiteList", some("member")),
        ("removeFromWhiteList", some("member")), ("block", ""), ("unblock", ""),
    ]

    @Test func `G-45, G-47, G-48: only the member's own devices see that it blocks a group`() throws {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let copies = ["true", "false", "true"].map { "self blockChanged isBlocked=\($0)" }
            try cast.expect(["member.tab": copies]) {
                for _ in 1...2 { try cast["member"].group("block", cast.id) }
                #expect(try cast["member.tab"].details(cast.id).isBlocked == true)
                #expect(try cast["member2"].details(cast.id).isBlocked == false)
                for _ in 1...2 { try cast["member"].group("unblock", cast.id) }
                #expect(try cast["member"].details(cast.id).isBlocked == false)
                try cast["member"].group("block", cast.id)
            }
            try gateway.restart()
            #expect(try gateway.online("member").details(cast.id).isBlocked == true)
        }
    }

    @Test func `G-46, G-Q28: owner and admins cannot block`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast.expect([:]) {
                let outcomes = try ["owner", "admin"].map { try cast[$0].attempt("block", cast.id) }
                #expect(outcomes == ["em 603", "em 603"])
            }
            for user in ["owner", "admin"] { #expect(try cast[user].details(cast.id).isBlocked == false) }
        }
    }

    @Test func `G-Q28, X-51: a member that blocks a group still gets its events`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast["member"].group("block", cast.id)
            try cast.expect(everybody("announcementDidUpdate announcement=a")) {
                try cast["owner"].group("setAnnouncement", cast.id, #""announcement": "a""#)
            }
        }
    }

    @Test(arguments: ["addAdmin", "transfer"])
    func `G-46, G-Q29: a block ends when its member is promoted, and does not come back`(verb: String) throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast["member"].group("block", cast.id)
            let more = verb == "addAdmin" ? one("member") : #""newOwner": "member""#
            try cast["owner"].group(verb, cast.id, more)
            #expect(try cast["member"].details(cast.id).isBlocked == false)
            if verb == "addAdmin" { try cast["owner"].group("removeAdmin", cast.id, one("member")) }
            #expect(try cast["member"].details(cast.id).isBlocked == false)
        }
    }
}
