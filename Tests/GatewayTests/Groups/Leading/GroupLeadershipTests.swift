import Client
import ClientProtocol
import JSON
import Testing

/// Admins and owners: how they become it, and cease to be it.
struct GroupLeadershipTests {
    @Test func `G-62, G-76, G-Q34, X-06: a new admin is reported to owner and admins, on all their devices`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let added = "adminListDidUpdate added=member"
            try cast.expect(["owner": [added], "admin": [added], "admin2": [added], "member": [added]]) {
                try cast["owner"].group("addAdmin", cast.id, one("member"))
            }
        }
    }

    @Test func `G-36, G-76, X-34: a new admin is in the list of admins and has the admin role`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            #expect(try cast["member"].details(cast.id).admins == ["admin2", "admin"])
            try cast["owner"].group("addAdmin", cast.id, one("member"))
            let group = try cast["member"].details(cast.id)
            #expect(group.admins == ["member", "admin2", "admin"] && group.role == 1)
            #expect(try cast["owner"].attempt("addAdmin", cast.id, one("member")) == "em 603")
        }
    }

    @Test func `G-63, G-76, G-Q34, G-Q41, X-06: an admin no longer is told to itself and the other admins`() throws {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let removed = "adminListDidUpdate removed=admin"
            try cast.expect(["owner.tab": ["self \(removed)"], "admin": [removed], "admin2": [removed]]) {
                try cast["owner"].group("removeAdmin", cast.id, one("admin"))
            }
            let group = try cast["admin"].details(cast.id)
            #expect(group.admins == ["admin2"] && group.role == 0)
            #expect(try cast["owner"].attempt("removeAdmin", cast.id, one("admin")) == "em 603")
            for verb in ["addAdmin", "removeAdmin"] {
                for user in ["stranger", "nobody"] {
                    #expect(try cast["owner"].attempt(verb, cast.id, one(user)) == "em 602")
                }
            }
        }
    }

    @Test func `G-76, G-Q34: a group has up to 99 admins`() throws {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            let users = (1...100).map { "u\($0)" }
            try gateway.createAccounts(users)
            let id = try owner.createGroup(with: users)
            let added = try outcomes(users.map { (owner, "group.addAdmin", #"{"groupID": "1", \#(one($0))}"#) })
            #expect(added == Array(repeating: "ok", count: 99) + ["em 4"])
            #expect(try owner.details(id).admins.count == 99)
            try owner.group("removeAdmin", id, one("u7"))
            #expect(try owner.attempt("addAdmin", id, one("u100")) == "ok")
        }
    }

    @Test(arguments: ["admin", "member"])
    func `G-64, G-76, G-Q35, X-06: a new owner is reported to old and new owner only, and has the owner's rights`(
        successor: String
    ) throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let owner = cast["owner"]
            let eventLines = "ownerDidUpdate newOwner=\(successor) oldOwner=owner"
            try cast.expect(["owner": [eventLines], successor: [eventLines]]) {
                try owner.group("transfer", cast.id, #""newOwner": "\#(successor)""#)
            }
            let group = try cast[successor].details(cast.id)
            #expect(group.owner == successor && group.role == 2)
            #expect(group.members?.first == successor && group.members?.last == "owner")
            #expect(try owner.details(cast.id).role == 0)
            #expect(try owner.attempt("destroy", cast.id) == "em 603")
            try gateway.restart()
            #expect(try gateway.online(successor).attempt("destroy", cast.id) == "ok")
        }
    }

    @Test(arguments: ["admin", "member"])
    func `X-47, G-Q29: a new owner leaves all lists, and its block ends`(successor: String) throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let owner = cast["owner"]
            try owner.group("mute", cast.id, #"\#(some(successor)), "duration": -1"#)
            try owner.group("addToWhiteList", cast.id, some(successor, "owner"))
            if successor == "member" { try cast["member"].group("block", cast.id) }
            try owner.group("transfer", cast.id, #""newOwner": "\#(successor)""#)
            let group = try cast[successor].details(cast.id)
            #expect(group.admins == ["admin2", "admin"].filter { $0 != successor })
            #expect(group.muted == [:] && group.whiteList == ["owner"] && group.isBlocked == false)
        }
    }

    @Test func `G-Q35: nobody but another member becomes the owner`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast.expect([:]) {
                for (successor, code) in [("owner", "em 603"), ("stranger", "em 602"), ("nobody", "em 602")] {
                    let error = try cast["owner"].refusal(
                        "group.transfer", #"{"groupID": "1", "newOwner": "\#(successor)"}"#)
                    #expect(error.number == code && error.keys == ["newOwner"])
                }
            }
            #expect(try cast["owner"].details(cast.id).role == 2)
        }
    }

    // MARK: - When accounts end

    private func delete(_ user: String, _ gateway: GatewayProcess) throws {
        let ok = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["\#(user)"]}"#).get()
        #expect(ok["results"]?.first?["code"]?.int == 0)
    }

    @Test func `G-66, R-Q54: a deleted account leaves its groups, and what it was asked and had asked for is gone`()
        throws
    {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            let member = try gateway.online("member")
            do {
                let gone = try gateway.online("gone")
                let id = try owner.createGroup(with: ["member", "gone"])
                try gone.group("setAttributes", id, #""attributes": {"k": "v"}"#)
                try gone.setAutoAccept(false)
                try owner.createGroup(with: ["gone"])
                try owner.createGroup(style: 2)
                try gone.group("join", "3")
            }
            try expectEventLines(owner, member, are: [["userDidLeave user=gone"], ["userDidLeave user=gone"]]) {
                try delete("gone", gateway)
            }
            #expect(try owner.details("1").members == ["owner", "member"])
            try nextSecond()
            let gone = try gateway.online("gone")
            #expect(try gone.joinedCount() == 0)
            #expect(try gone.attempt("acceptInvitation", "2") == "em 603")
            #expect(try owner.attempt("approve", "3", one("gone")) == "gw 1004")
            // It is as any new one: it accepts by itself, and has no attributes.
            _ = try owner.invite(["gone"], to: "1")
            #expect(try owner.attributes("1", of: "gone") == [:])
        }
    }

    @Test func `X-47, G-64: the group of a deleted owner goes to the admin who has been in it longest`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast["owner"].group("removeAdmin", cast.id, one("admin"))
            try cast["owner"].group("addAdmin", cast.id, one("admin"))
            try cast["owner"].group("mute", cast.id, #"\#(some("admin", "admin2")), "duration": -1"#)
            try cast["owner"].group("addToWhiteList", cast.id, some("admin", "admin2"))
            let others = ["admin.phone", "admin.tab", "admin2.phone", "member.phone", "member2.phone"]
            for name in others { _ = try cast[name].settle() }
            try delete("owner", gateway)
            for name in others {
                let eventLines = name.hasPrefix("admin.") ? ["ownerDidUpdate newOwner=admin oldOwner=owner"] : []
                #expect(try cast[name].eventLines() == eventLines + ["userDidLeave user=owner"], "\(name)")
            }
            let group = try cast["admin"].details(cast.id)
            #expect(group.owner == "admin" && group.role == 2 && group.admins == ["admin2"])
            #expect(group.members == ["admin", "admin2", "member2", "member"])
            #expect(group.muted == ["admin2": -1] && group.whiteList == ["admin2"])
        }
    }

    @Test func `X-47, G-Q29: without admins it goes to the member who has been in it longest`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            for user in ["admin", "admin2"] { try cast["owner"].group("removeAdmin", cast.id, one(user)) }
            try cast["owner"].group("remove", cast.id, some("admin"))
            try cast["admin2"].group("block", cast.id)
            try delete("owner", gateway)
            let group = try cast["admin2"].details(cast.id)
            #expect(group.owner == "admin2" && group.role == 2 && group.isBlocked == false)
        }
    }

    @Test func `a group that nobody is left in is no more`() throws {
        try withChat { gateway in
            do { try gateway.online("owner").createGroup(style: 3) }
            try delete("owner", gateway)
            let other = try gateway.online("other")
            #expect(try other.attempt("get", "1") == "em 605")
            #expect(try other.publicPage().groups == [])
            #expect(try other.createGroup() == "2")
        }
    }
}
