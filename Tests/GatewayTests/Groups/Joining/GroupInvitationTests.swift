import Client
import ClientProtocol
import JSON
import Testing

/// `group.invite`, and what becomes of it.
struct GroupInvitationTests {
    struct Way: ShowsRows {
        let rows: String
        let needsConfirmation: Bool
        let accepts: Bool

        var name: String {
            "the group \(needsConfirmation ? "asks" : "asks not"), the invitee \(accepts ? "accepts" : "waits")"
        }
    }

    @Test(arguments: [
        Way(rows: "G-16", needsConfirmation: false, accepts: false),
        Way(rows: "G-17", needsConfirmation: false, accepts: true),
        Way(rows: "G-18", needsConfirmation: true, accepts: true),
        Way(rows: "G-19", needsConfirmation: true, accepts: false),
    ])
    func `G-07, G-15, G-Q03: an invitation waits for an answer only if the group and the invitee both require it`(
        way: Way
    ) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.setAutoAccept(way.accepts)
            let id = try alice.createGroup("g", #""isInviteNeedConfirm": \#(way.needsConfirmation)"#)
            #expect(try alice.invite(["bob"], to: id) == ["bob 0"])
            let waits = way.needsConfirmation && !way.accepts
            #expect(try bob.callbacks().names == [waits ? "group.invitationDidReceive" : "group.didJoin"])
            #expect(try alice.details(id).members == (waits ? ["alice"] : ["alice", "bob"]))
            #expect(try bob.joinedGroups() == (waits ? [] : [id]))
        }
    }

    @Test
    func `G-Q03: who has not said otherwise accepts by itself, and what one said is kept and read when one is invited`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let id = try alice.createGroup()
            do {
                let (bob, carol) = (try gateway.online("bob"), try gateway.online("carol"))
                try carol.setAutoAccept(false)
                _ = try alice.invite(["bob", "carol"], to: id)
                // An earlier invitation stays open.
                try carol.setAutoAccept(true)
                try bob.setAutoAccept(false)
            }
            #expect(try alice.details(id).members == ["alice", "bob"])
            try gateway.restart()
            let again = try gateway.online("alice")
            _ = try again.invite(["carol"], to: id)
            #expect(try again.details(id).members == ["alice", "carol", "bob"])
            let other = try again.createGroup()
            _ = try again.invite(["bob", "carol"], to: other)
            #expect(try again.details(other).members == ["alice", "carol"])
        }
    }

    private static let joined = ["userDidJoin user=stranger", "userDidJoin user=other"]
    private static let welcome = "didJoin inviter=admin message=come"

    @Test(arguments: [
        ExpectedEvents("G-20, G-56, G-Q08", "who joins", ["stranger": [welcome, joined[1]]]),
        ExpectedEvents(
            "G-21, G-54, G-65", "the inviter",
            [
                "admin": [
                    "invitationDidAccept invitee=stranger", joined[0], "invitationDidAccept invitee=other", joined[1],
                ]
            ]),
        ExpectedEvents(
            "G-22, G-65", "all others", ["owner": joined, "admin2": joined, "member": joined, "member2": joined]),
    ])
    func `G-Q07: for each invitee in order: the invitee is told, then the inviter, then all members`(
        told: ExpectedEvents
    ) throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let other = try gateway.online("other")
            try cast.expect(told) {
                let results = try cast["admin"].invite(["stranger", "other"], to: cast.id, #""message": "come""#)
                #expect(results == ["stranger 0", "other 0"])
            }
            #expect(try other.eventLines() == [Self.welcome])
        }
    }

    @Test func `G-23, G-50: an invitation that needs an answer reaches all devices of the invitee and no other user`()
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast["stranger"].setAutoAccept(false)
            try cast.expect(["stranger": ["invitationDidReceive inviter=admin message=come"]]) {
                _ = try cast["admin"].invite(["stranger"], to: cast.id, #""message": "come""#)
            }
            #expect(try cast["stranger"].attempt("get", cast.id) == "em 602")
        }
    }

    /// The seed has two names for this event.
    @Test func `G-Q10: an invitation is told by one event, group.invitationDidReceive, live and replayed`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.setAutoAccept(false)
            let id = try alice.createGroup(with: ["bob"], #""message": "come""#)
            let events = try bob.settle()
            #expect(events.names == ["group.invitationDidReceive"])
            let (_, opened) = try gateway.back("bob", device: "tab", resume: #"{"user": 0}"#)
            let replayed = Array(try #require(opened["resume"]?["user"]?["events"]?.elements))
            #expect(replayed.map { $0["event"]?.string } == ["group.invitationDidReceive"])
            for data in [events.first?.data, replayed.first?["data"]] {
                #expect(data?["groupID"]?.string == id)
                #expect(data?["inviter"]?.string == "alice" && data?["message"]?.string == "come")
            }
        }
    }

    @Test(arguments: [
        ExpectedEvents("G-24, G-54", "the inviter", ["admin": ["invitationDidAccept invitee=stranger", joined[0]]]),
        ExpectedEvents(
            "G-25", "the other members",
            ["owner": [joined[0]], "admin2": [joined[0]], "member": [joined[0]], "member2": [joined[0]]]),
        ExpectedEvents(
            "G-Q09, X-06", "the invitee's other devices, and not the one that accepts",
            ["stranger.phone": [], "stranger.tab": ["self didJoin inviter=admin message=come"]]),
    ])
    func `G-27: an accepted invitation makes a member and is reported`(told: ExpectedEvents) throws {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            try cast["stranger"].setAutoAccept(false)
            _ = try cast["admin"].invite(["stranger"], to: cast.id, #""message": "come""#)
            try cast.expect(told) { try cast["stranger"].group("acceptInvitation", cast.id) }
            #expect(try cast["stranger"].details(cast.id).role == 0)
            #expect(try cast["stranger"].attempt("acceptInvitation", cast.id) == "em 601")
        }
    }

    @Test func `G-26, G-27, G-55: an invitation that is declined is told to the inviter alone, and is no more`() throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast["stranger"].setAutoAccept(false)
            for (more, reason) in [(#""reason": "busy""#, "busy"), ("", "")] {
                _ = try cast["admin"].invite(["stranger"], to: cast.id)
                try cast.expect(["admin": ["invitationDidDecline invitee=stranger reason=\(reason)"]]) {
                    try cast["stranger"].group("declineInvitation", cast.id, more)
                }
                for verb in ["declineInvitation", "acceptInvitation"] {
                    #expect(try cast["stranger"].attempt(verb, cast.id) == "em 603")
                }
            }
            #expect(try cast["owner"].details(cast.id).memberCount == 5)
        }
    }

    @Test func `G-Q06: members and oneself are passed over, and if nobody is left it is 601`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let admin = cast["admin"]
            #expect(try admin.invite(["member", "stranger", "admin", "stranger"], to: cast.id) == ["stranger 0"])
            let error = try admin.refusal("group.invite", #"{"groupID": "1", \#(some("member", "admin"))}"#)
            #expect(error.number == "em 601")
            try gateway.createAccounts("fresh")
            #expect(try admin.invite(["member", "nobody", "fresh"], to: cast.id) == ["nobody 204", "fresh 0"])
        }
    }

    @Test
    func `G-Q06, X-31, G-Q27: who cannot be invited has its code, the others are in; if all fail, the call fails`()
        throws
    {
        try withChat(["groups.perUser": "1"]) { gateway in
            let cast = try gateway.cast()
            let admin = cast["admin"]
            let busy = try gateway.online("busy")
            try busy.createGroup()
            try cast["stranger"].block("admin")
            try gateway.createAccounts("fine")
            let results = try admin.invite(["nobody", "stranger", "busy", "fine"], to: cast.id)
            #expect(results == ["nobody 204", "stranger 603", "busy 4", "fine 0"])
            #expect(try cast["owner"].details(cast.id).members?.contains("fine") == true)
            try cast.expect([:]) {
                for (users, code) in [
                    (["nobody", "busy"], "em 204"), (["busy", "nobody"], "em 4"), (["stranger"], "em 603"),
                ] {
                    let outcome = try admin.attempt("invite", cast.id, #""userIDs": \#(list(users))"#)
                    #expect(outcome == code)
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `X-31: who has blocked the inviter is not invited, whether it would have been asked or not`(asks: Bool) throws
    {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.setAutoAccept(!asks)
            try bob.block("alice")
            let id = try alice.createGroup("g", #""isInviteNeedConfirm": \#(asks)"#)
            #expect(try alice.attempt("invite", id, some("bob")) == "em 603")
            #expect(try bob.eventLines() == [])
            try bob.unblock("alice")
            #expect(try alice.attempt("invite", id, some("bob")) == "ok")
        }
    }

    @Test func `G-Q06, G-08: where there is no room for all who would join at once, nobody is added, 604`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let (bob, carol, dave) = (
                try gateway.online("bob"), try gateway.online("carol"), try gateway.online("dave")
            )
            let id = try alice.createGroup("g", #""maxUsers": 3"#)
            try dave.setAutoAccept(false)
            _ = try [alice, bob, carol].map { try $0.settle() }
            try gateway.createAccounts("eve")
            #expect(try alice.attempt("invite", id, some("bob", "carol", "eve", "dave")) == "em 604")
            #expect(try alice.details(id).memberCount == 1)
            for session in [alice, bob, carol, dave] { #expect(try session.eventLines() == []) }
            // An invited user takes no place yet.
            #expect(try alice.attempt("invite", id, some("bob", "carol", "dave")) == "ok")
            #expect(try alice.details(id).memberCount == 3)
        }
    }

    @Test func `G-Q06: a new invitation replaces the message and the inviter, and is sent again`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast["stranger"].setAutoAccept(false)
            for (inviter, message) in [("admin", "one"), ("admin", "two"), ("owner", "three")] {
                try cast.expect(["stranger": ["invitationDidReceive inviter=\(inviter) message=\(message)"]]) {
                    _ = try cast[inviter].invite(["stranger"], to: cast.id, #""message": "\#(message)""#)
                }
            }
            try cast.expect(["owner": ["invitationDidDecline invitee=stranger reason="]]) {
                try cast["stranger"].group("declineInvitation", cast.id)
            }
            #expect(try cast["stranger"].attempt("declineInvitation", cast.id) == "em 603")
        }
    }

    @Test func `G-Q11: accepting finds no invitation, no group, no room, or oneself in it`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol", "dave")
            try bob.setAutoAccept(false)
            let id = try alice.createGroup(with: ["carol"], #""maxUsers": 3"#)
            #expect(try bob.attempt("acceptInvitation", id) == "em 603")
            _ = try alice.invite(["bob"], to: id)
            _ = try alice.invite(["dave"], to: id)
            #expect(try bob.attempt("acceptInvitation", id) == "em 604")
            // The invitation has stayed.
            try alice.group("remove", id, some("dave"))
            #expect(try bob.attempt("acceptInvitation", id) == "ok")
            #expect(try bob.attempt("acceptInvitation", id) == "em 601")
            let gone = try alice.createGroup(with: ["bob"])
            try alice.group("destroy", gone)
            #expect(try bob.attempt("acceptInvitation", gone) == "em 605")
            #expect(try bob.attempt("declineInvitation", gone) == "em 605")
        }
    }

    @Test func `G-Q11: an invitation holds though its inviter has left or lost its right, who is told of the answer`()
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            let others = try ["x", "y"].map { try gateway.online($0) }
            for user in others { try user.setAutoAccept(false) }
            _ = try cast["admin"].invite(["x", "y"], to: cast.id)
            try cast["owner"].group("removeAdmin", cast.id, one("admin"))
            try cast["admin"].group("leave", cast.id)
            let joined = "userDidJoin user=x"
            try cast.expect(everybody(joined, but: ["admin": ["invitationDidAccept invitee=x"]])) {
                try others[0].group("acceptInvitation", cast.id)
            }
            try cast.expect(["admin": ["invitationDidDecline invitee=y reason=no"]]) {
                try others[1].group("declineInvitation", cast.id, #""reason": "no""#)
            }
        }
    }

    @Test func `G-Q11: an invitation does not expire, and outlives a restart`() throws {
        try withChat(movableClock) { gateway in
            do {
                let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
                try bob.setAutoAccept(false)
                try alice.createGroup(with: ["bob"])
            }
            try gateway.restart(after: 40 * day)
            let alice = try gateway.online("alice")
            try gateway.online("bob").group("acceptInvitation", "1")
            #expect(try alice.eventLines() == ["invitationDidAccept invitee=bob", "userDidJoin user=bob"])
        }
    }

    @Test func `G-44, G-Q27: accepting over the limit of groups is refused with 4, and the invitation stays`() throws {
        try withChat(["groups.perUser": "1"]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try bob.setAutoAccept(false)
            let id = try alice.createGroup(with: ["bob"])
            let own = try bob.createGroup()
            #expect(try bob.attempt("acceptInvitation", id) == "em 4")
            try bob.group("destroy", own)
            #expect(try bob.attempt("acceptInvitation", id) == "ok")
        }
    }
}
