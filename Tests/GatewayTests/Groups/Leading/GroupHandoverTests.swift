import Client
import JSON
import Testing

/// Several admins in one call, and an owner who goes.
struct GroupHandoverTests {
    @Test func `G-Q57, G-62, T-17: several members become admins at once, each with its event, in one notification`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let added = ["adminListDidUpdate added=member", "adminListDidUpdate added=member2"]
            let leaders = ["owner", "admin", "admin2", "member", "member2"]
            try cast.expect(Dictionary(uniqueKeysWithValues: leaders.map { ($0, added) })) {
                try cast["owner"].group("addAdmin", cast.id, some("member", "member2", "member"))
            }
            #expect(try cast["owner"].details(cast.id).admins.sorted() == ["admin", "admin2", "member", "member2"])
            let last = try #require(try cast["owner"].history(in: cast.id, #""limit": 1"#).first)
            #expect(last.body.contains(#""operationType":7,"sourceID":"owner","targetIDs":["member","member2"]"#))
            let gone = ["adminListDidUpdate removed=member", "adminListDidUpdate removed=member2"]
            try cast.expect([
                "owner.phone": [], "owner.tab": gone.map { "self \($0)" }, "admin": gone, "admin2": gone,
                "member": gone,
                "member2": gone,
            ]) { try cast["owner"].group("removeAdmin", cast.id, some("member", "member2")) }
            #expect(try cast["owner"].details(cast.id).admins.sorted() == ["admin", "admin2"])
        }
    }

    @Test func `G-Q57, G-Q34: all of them or none; what is wrong names who is at fault`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            func refusal(_ verb: String, _ more: String, by name: String = "owner") throws -> String {
                let error = try cast[name].refusal("group.\(verb)", #"{"groupID": "\#(cast.id)", \#(more)}"#)
                return "\(error.number) \(error.keys.joined(separator: ","))"
            }
            let refused: [(verb: String, more: String, name: String, refusal: String)] = [
                ("addAdmin", some("member", "stranger"), "owner", "em 602 stranger"),
                ("addAdmin", some("member", "admin", "owner"), "owner", "em 603 admin,owner"),
                ("removeAdmin", some("admin", "member"), "owner", "em 603 member"),
                ("addAdmin", some("member"), "admin", "em 603 "), ("addAdmin", one("admin"), "owner", "em 603 userID"),
                ("addAdmin", one("stranger"), "owner", "em 602 userID"),
                ("addAdmin", one("member") + ", " + some("member2"), "owner", "em 205 userID,userIDs"),
                ("addAdmin", #""userIDs": []"#, "owner", "em 205 userIDs"),
            ]
            try cast.expect([:]) {
                for (verb, more, name, expected) in refused {
                    let found = try refusal(verb, more, by: name)
                    #expect(found == expected, "\(verb) \(more)")
                }
            }
            #expect(try cast["owner"].details(cast.id).admins.sorted() == ["admin", "admin2"])
        }
    }

    @Test func `G-Q57, G-Q34: no more admins than 99, of which a list counts each`() throws {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            let users = (1...100).map { "u\($0)" }
            try gateway.createAccounts(users)
            let id = try owner.createGroup(with: users)
            #expect(try owner.attempt("addAdmin", id, #""userIDs": \#(list(users))"#) == "em 4")
            #expect(try owner.details(id, members: false).admins == [])
            try owner.group("addAdmin", id, #""userIDs": \#(list(Array(users[..<99])))"#)
            #expect(try owner.attempt("addAdmin", id, one("u100")) == "em 4")
        }
    }

    @Test func `G-Q57, X-13: an administrator makes several admins in the owner's name`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast.administer("addAdmin", some("member", "member2"))
            #expect(try cast["owner"].details(cast.id).admins.count == 4)
            try cast.administer("removeAdmin", some("admin", "admin2"))
            #expect(try cast["owner"].details(cast.id).admins.sorted() == ["member", "member2"])
        }
    }

    @Test func `G-Q58, G-64, G-66, G-Q35: an owner who leaves hands the group over in one step`() throws {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let handed = "ownerDidUpdate newOwner=member oldOwner=owner"
            let left = "userDidLeave user=owner"
            try cast.expect([
                "owner.phone": [handed], "owner.tab": [handed, "self didLeave reason=1"], "member": [handed, left],
                "admin": [left], "admin2": [left], "member2": [left],
            ]) { try cast["owner"].group("transfer", cast.id, #""newOwner": "member", "leave": true"#) }
            let group = try cast["member"].details(cast.id)
            #expect(group.owner == "member" && group.memberCount == 4)
            #expect(try cast["owner"].attempt("get", cast.id) == "em 602")
            let told = try cast["member"].history(in: cast.id, #""limit": 2"#).map(\.body)
            #expect(told[0].contains(#""operationType":2,"#) && told[1].contains(#""operationType":6,"#))
        }
    }

    @Test func `G-Q58, G-Q35: a handover that is refused leaves everything as it was`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast.expect([:]) {
                for (name, successor, code) in [
                    ("owner", "stranger", "em 602"), ("owner", "owner", "em 603"), ("admin", "member", "em 603"),
                ] {
                    let more = #""newOwner": "\#(successor)", "leave": true"#
                    let outcome = try cast[name].attempt("transfer", cast.id, more)
                    #expect(outcome == code)
                }
            }
            try cast["owner"].group("transfer", cast.id, #""newOwner": "member", "leave": false"#)
            #expect(try cast["owner"].details(cast.id).role == 0)
        }
    }

    @Test func `G-Q58, X-13: an administrator hands a group over, and its owner leaves`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast.administer("transfer", #""newOwner": "admin", "leave": true"#)
            #expect(try cast["admin"].details(cast.id).owner == "admin")
            #expect(try cast["owner"].attempt("get", cast.id) == "em 602")
        }
    }
}
