import Client
import JSON
import Testing

/// `group.invitations`, `group.joinRequests`, and for how long both wait.
struct GroupWaitingTests {
    @Test func `G-Q53, G-23, G-50: an invitation shows the group, in its event and in the list of a new device`() throws
    {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try bob.setAutoAccept(false)
            try gateway.createAccounts("carol")
            let before = wallMilliseconds()
            let id = try alice.createGroup("Team", with: ["carol"], #""avatar": "a.png""#)
            _ = try alice.invite(["bob"], to: id, #""message": "come""#)
            let event = try #require(try bob.settle().first { $0.name == "group.invitationDidReceive" }).data
            #expect(event["name"]?.string == "Team" && event["avatar"]?.string == "a.png")
            #expect(event["memberCount"]?.int == 2)
            try alice.group("modify", id, #""name": "Other""#)

            let device = try gateway.online("bob", device: "new")
            let page = try device.invitations()
            #expect(page.cursor == "")
            let invitation = try #require(page.items.first)
            #expect(page.items.count == 1)
            let members: Set = ["groupID", "name", "avatar", "memberCount", "inviter", "message", "time"]
            #expect(invitation.keys == members)
            #expect(invitation["groupID"]?.string == id && invitation["name"]?.string == "Other")
            #expect(invitation["avatar"]?.string == "a.png" && invitation["memberCount"]?.int == 2)
            #expect(invitation["inviter"]?.string == "alice" && invitation["message"]?.string == "come")
            let time = try #require(invitation["time"]?.int)
            #expect((before - clockSlack...wallMilliseconds()).contains(time))
            try device.group("acceptInvitation", id)
            #expect(try device.invitations().items.isEmpty)
            #expect(try alice.invitations().items.isEmpty)
        }
    }

    @Test
    func `G-Q53: invitations come by pages, the last one first; another one of the same group takes the first's place`()
        throws
    {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try bob.setAutoAccept(false)
            let ids = try (1...5).map { _ in try alice.createGroup(with: ["bob"]) }
            _ = try alice.invite(["bob"], to: ids[1], #""message": "again""#)
            let order = [ids[1], ids[4], ids[3], ids[2], ids[0]]
            var (found, cursor): ([String], String) = ([], "")
            repeat {
                let page = try bob.invitations(after: cursor, size: 2)
                #expect(page.items.count == (found.count == 4 ? 1 : 2))
                found += page.items.compactMap { $0["groupID"]?.string }
                cursor = page.cursor
            } while !cursor.isEmpty
            #expect(found == order)
            #expect(try bob.invitations().items.first?["message"]?.string == "again")
            // An invitation that is answered, or whose group is gone, is in the list no more.
            try bob.group("declineInvitation", ids[4])
            try alice.group("destroy", ids[3])
            #expect(try bob.invitations().items.compactMap { $0["groupID"]?.string } == [ids[1], ids[2], ids[0]])
            for bad in [#"{"cursor": "x"}"#, #"{"pageSize": 0}"#, #"{"pageSize": 101}"#] {
                #expect(try bob.refusal("group.invitations", bad).number == "em 205")
            }
        }
    }

    @Test func `G-Q54, G-51, G-73: owner and admins find who asks to join, of one group or of all they lead`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            let other = try cast["admin"].createGroup("other", style: 2)
            try gateway.createAccounts("asker")
            let asker = try gateway.online("asker")
            try cast["stranger"].group("join", cast.id, #""reason": "why""#)
            try asker.group("join", cast.id)
            try asker.group("join", other)
            func users(_ data: String, by name: String) throws -> [String] {
                let ok = try cast[name].request("group.joinRequests", data).get()
                return try #require(ok["requests"]?.elements).map { request in
                    #expect(request.keys == ["groupID", "userID", "reason", "time"])
                    return "\(try #require(request["groupID"]?.string)) \(try #require(request["userID"]?.string))"
                }
            }
            let ofOne = #"{"groupID": "\#(cast.id)"}"#
            for leader in ["owner", "admin"] {
                #expect(try users(ofOne, by: leader) == ["1 asker", "1 stranger"])
            }
            #expect(try users("{}", by: "owner") == ["1 asker", "1 stranger"])
            #expect(try users("{}", by: "admin") == ["2 asker", "1 asker", "1 stranger"])
            #expect(try users("{}", by: "member") == [])
            for (name, code) in [("member", "em 603"), ("stranger", "em 602")] {
                #expect(try cast[name].refusal("group.joinRequests", ofOne).number == code)
            }
            #expect(try cast["owner"].refusal("group.joinRequests", #"{"groupID": "9"}"#).number == "em 605")
            #expect(try cast["owner"].refusal("group.joinRequests", #"{"groupID": ""}"#).number == "em 600")

            let first = try cast["admin"].request("group.joinRequests", #"{"pageSize": 2}"#).get()
            let cursor = try #require(first["cursor"]?.string)
            #expect(first["requests"]?.count == 2)
            #expect(try users(#"{"cursor": "\#(cursor)"}"#, by: "admin") == ["1 stranger"])
            let request = try #require(
                try cast["owner"].request("group.joinRequests", ofOne).get()["requests"]?.elements.map(Array.init)?.last
            )
            #expect(request["reason"]?.string == "why" && request["time"]?.int != nil)

            try cast["owner"].group("approve", cast.id, one("asker"))
            try cast["owner"].group("decline", cast.id, one("stranger"))
            #expect(try users("{}", by: "admin") == ["2 asker"])
        }
    }

    @Test func `G-Q54, X-13: an administrator finds who asks to join any group`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let id = try alice.createGroup(style: 2)
            try gateway.online("bob").group("join", id)
            let admin = try gateway.admin()
            let data = #"{"groupID": "\#(id)"}"#
            let requests = try admin.request("admin.group.joinRequests", data).get()["requests"]
            #expect(requests?.count == 1 && requests?.first?["userID"]?.string == "bob")
            #expect(try admin.refusal("admin.group.joinRequests", #"{"groupID": "9"}"#).number == "em 605")
            #expect(try admin.refusal("admin.group.joinRequests", "{}").number == "em 205")
            #expect(try alice.refusal("admin.group.joinRequests", data).number == "gw 1002")
        }
    }

    @Test func `G-Q52: invitations and requests wait for as many days as the setting says, to the millisecond`() throws
    {
        try withChat(movableClock.merging(["groups.requestDays": "2"]) { $1 }) { gateway in
            let invitees = ["bob", "carol"]
            do {
                let alice = try gateway.online("alice")
                for user in invitees { try gateway.online(user).setAutoAccept(false) }
                try alice.createGroup(style: 2)
                _ = try alice.invite(invitees, to: "1")
                for user in ["dan", "eve"] { try gateway.online(user).group("join", "1") }
            }
            try gateway.restart(after: 2 * day - 60)
            do {
                let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
                #expect(try bob.invitations().items.count == 1)
                try bob.group("acceptInvitation", "1")
                try alice.group("approve", "1", one("dan"))
                // Another one waits from its own time on.
                _ = try alice.invite(["carol"], to: "1")
                try gateway.online("eve").group("join", "1")
            }
            try gateway.restart(after: 2 * day + 60)
            do {
                #expect(try gateway.online("carol").invitations().items.count == 1)
                let alice = try gateway.online("alice")
                #expect(try alice.request("group.joinRequests").get()["requests"]?.count == 1)
            }
            try gateway.restart(after: 4 * day)
            let (alice, carol) = (try gateway.online("alice"), try gateway.online("carol"))
            #expect(try carol.invitations().items.isEmpty)
            #expect(try carol.attempt("acceptInvitation", "1") == "em 603")
            #expect(try carol.attempt("declineInvitation", "1") == "em 603")
            #expect(try alice.request("group.joinRequests").get()["requests"]?.count == 0)
            #expect(try alice.attempt("approve", "1", one("eve")) == "gw 1004")
            #expect(try alice.attempt("decline", "1", one("eve")) == "gw 1004")
            // Nobody is told, and both may be made again.
            #expect(try carol.eventLines() == [] && alice.eventLines() == [])
            _ = try alice.invite(["carol"], to: "1")
            #expect(try carol.attempt("acceptInvitation", "1") == "ok")
        }
    }
}

extension ClientSession {
    fileprivate func invitations(
        after cursor: String = "", size: Int = 20
    ) throws -> (items: [JSONValue], cursor: String) {
        let ok = try request("group.invitations", #"{"cursor": "\#(cursor)", "pageSize": \#(size)}"#).get()
        return (Array(try #require(ok["invitations"]?.elements)), try #require(ok["cursor"]?.string))
    }
}
