import Client
import ClientProtocol
import JSON
import Testing

/// `group.joined`, `group.joinedCount` and `group.public`
struct GroupListTests {
    @Test func `G-40, G-43, G-Q25: the groups made and joined, the last joined first, page by page from 0`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            for style in [0, 3, 2] { try bob.createGroup(style: style) }
            try alice.createGroup()
            try alice.group("join", "2")
            _ = try bob.invite(["alice"], to: "1")
            try alice.createGroup()
            // A request is no membership.
            try alice.group("join", "3")
            #expect(try alice.joinedGroups() == ["5", "1", "2", "4"])
            #expect(try alice.joinedCount() == 4)
            #expect(try alice.joinedGroups(page: 0, size: 3) == ["5", "1", "2"])
            #expect(try alice.joinedGroups(page: 1, size: 3) == ["4"])
            #expect(try alice.joinedGroups(page: 2, size: 2) == [])
            #expect(try alice.joinedGroups(page: 900, size: 100) == [])
            #expect(try alice.joinedGroups(size: 100).count == 4)
            // Rejoining makes it the last again.
            try alice.group("leave", "2")
            #expect(try alice.joinedGroups() == ["5", "1", "4"])
            try alice.group("join", "2")
            #expect(try alice.joinedGroups() == ["2", "5", "1", "4"])
        }
    }

    @Test func `G-40, G-Q22, G-Q25: member count and role come if they are asked for`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let data: [(String, Set<String>)] = [
                ("{}", []), (#"{"needMemberCount": true}"#, ["memberCount"]),
                (#"{"needRole": true}"#, ["permissionType"]),
                (#"{"needMemberCount": true, "needRole": true}"#, ["memberCount", "permissionType"]),
                (#"{"needMemberCount": false, "needRole": false}"#, []),
            ]
            for (user, role) in [("owner", 2), ("admin", 1), ("member", 0)] {
                for (text, more) in data {
                    let group = try #require(try cast[user].request("group.joined", text).get()["groups"]?.first)
                    #expect(group.keys == more.union(["groupID", "name"]))
                    #expect(group["groupID"]?.string == cast.id && group["name"]?.string == "g")
                    if more.contains("memberCount") { #expect(group["memberCount"]?.int == 5) }
                    if more.contains("permissionType") { #expect(group["permissionType"]?.int == role) }
                }
            }
        }
    }

    @Test func `G-42, G-Q25: by default there are 20 on a page, of both lists`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for _ in 1...21 { try alice.createGroup(style: 3) }
            #expect(try alice.request("group.joined").get()["groups"]?.count == 20)
            #expect(try alice.request("group.public").get()["groups"]?.count == 20)
        }
    }

    @Test
    func `G-02, G-03, G-42, G-Q26: public groups, the last made first, one's own among them, and no private ones`()
        throws
    {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            for style in [3, 0, 2, 1, 2, 3] { try alice.createGroup(style: style) }
            try bob.createGroup(style: 3)
            for user in [alice, bob] {
                #expect(try user.publicPage().groups == ["7", "6", "5", "3", "1"])
                let first = try user.publicPage(size: 2)
                #expect(first.groups == ["7", "6"])
                let second = try user.publicPage(after: first.cursor, size: 2)
                #expect(second.groups == ["5", "3"])
                let third = try user.publicPage(after: second.cursor, size: 1)
                #expect(third.groups == ["1"] && third.cursor == "")
            }
            let group = try alice.request("group.public", #"{"pageSize": 1}"#).get()["groups"]?.first
            #expect(group?["name"]?.string == "g")
        }
    }

    @Test func `G-42, G-Q26: while public groups are paged, some made and destroyed make none come twice or be missed`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for _ in 1...8 { try alice.createGroup(style: 3) }
            var page = try alice.publicPage(size: 3)
            #expect(page.groups == ["8", "7", "6"])
            for id in ["8", "6", "4"] { try alice.group("destroy", id) }
            try alice.createGroup(style: 2)
            page = try alice.publicPage(after: page.cursor, size: 3)
            #expect(page.groups == ["5", "3", "2"])
            try alice.group("destroy", "2")
            page = try alice.publicPage(after: page.cursor, size: 3)
            #expect(page.groups == ["1"] && page.cursor == "")
            #expect(try alice.publicPage().groups == ["9", "7", "5", "3", "1"])
        }
    }

    @Test func `G-40, G-43, G-29, G-77: a group that was destroyed or left is in no list`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 3)
            try cast["member"].group("leave", cast.id)
            try cast["owner"].group("remove", cast.id, some("member2"))
            for user in ["member", "member2"] {
                #expect(try cast[user].joinedGroups() == [] && cast[user].joinedCount() == 0)
            }
            try cast["owner"].group("destroy", cast.id)
            #expect(try cast["admin"].joinedGroups() == [] && cast["owner"].joinedCount() == 0)
            #expect(try cast["admin"].publicPage().groups == [])
        }
    }

    @Test func `G-40, G-43, G-42: the lists are the same after a restart`() throws {
        try withChat { gateway in
            do {
                let cast = try gateway.cast(style: 3)
                try cast["member"].createGroup()
            }
            try gateway.restart()
            let member = try gateway.online("member")
            #expect(try member.joinedGroups() == ["2", "1"] && member.joinedCount() == 2)
            #expect(try member.publicPage().groups == ["1"])
            let group = try member.details("1")
            #expect(group.members == ["owner", "admin2", "admin", "member2", "member"] && group.role == 0)
        }
    }

    @Test func `G-44, G-Q27: by default a user is in up to 600 groups`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let made = try outcomes((1...601).map { _ in (alice, "group.create", #"{"name": "g", "style": 3}"#) })
            #expect(made == Array(repeating: "ok", count: 600) + ["em 4"])
            #expect(try alice.joinedCount() == 600)
            try gateway.online("bob").createGroup(style: 3)
            #expect(try alice.attempt("join", "601") == "em 4")
            try alice.group("destroy", "7")
            #expect(try alice.attempt("join", "601") == "ok")
        }
    }
}
