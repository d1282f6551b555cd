import Client
import ClientProtocol
import JSON
import Testing

/// Joining open groups, and asking to join others.
struct GroupRequestTests {
    private let asked = "joinRequestDidReceive reason=please user=stranger"
    private let please = #""reason": "please""#

    @Test
    func
        `G-12, G-65, G-Q12, G-Q14, X-06: any user joins an open group, and all others are told, not asked`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast(style: 3)
            let tab = "self didJoin inviter=stranger message="
            try cast.expect(everybody("userDidJoin user=stranger", but: ["stranger.tab": [tab]])) {
                let joined = try cast["stranger"].group("join", cast.id)["joined"]
                #expect(joined?.bool == true)
            }
            #expect(try cast["stranger"].details(cast.id).members?.last == "member")
            #expect(try cast["member"].details(cast.id).members?.contains("stranger") == true)
            #expect(try cast["stranger"].attempt("join", cast.id) == "em 601")
        }
    }

    @Test func `G-11, G-51, G-73, G-Q14: a request is told to owner and admins, and makes nobody a member`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            try cast.expect(["owner": [asked], "admin": [asked], "admin2": [asked]]) {
                let joined = try cast["stranger"].group("join", cast.id, please)["joined"]
                #expect(joined?.bool == false)
            }
            #expect(try cast["owner"].details(cast.id).memberCount == 5)
            let again = "joinRequestDidReceive reason= user=stranger"
            try cast.expect(["owner": [again], "admin": [again], "admin2": [again]]) {
                try cast["stranger"].group("join", cast.id)
            }
        }
    }

    @Test
    func
        `G-52, G-65, G-Q13, G-Q41, X-06: an approval is reported to applicant, owner and admins, the new member to all members`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast(style: 2)
            try cast["stranger"].group("join", cast.id, please)
            let approved = "joinRequestDidApprove applicant=stranger operator=admin"
            let joined = "userDidJoin user=stranger"
            try cast.expect([
                "owner": [approved, joined], "admin2": [approved, joined], "admin.phone": [joined],
                "admin.tab": ["self \(approved)", joined], "member": [joined], "member2": [joined],
                "stranger": [approved],
            ]) { try cast["admin"].group("approve", cast.id, one("stranger")) }
        }
    }

    @Test func `G-11, G-73: an approved applicant is an ordinary member`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            try cast["stranger"].group("join", cast.id, please)
            #expect(try cast["stranger"].details(cast.id).role == -1)
            try cast["admin"].group("approve", cast.id, one("stranger"))
            #expect(try cast["stranger"].details(cast.id).role == 0)
        }
    }

    @Test func `G-53, G-73, G-Q16, G-Q41, X-06: a request that is declined is told to the applicant, owner and admins`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast(style: 2)
            for (more, reason) in [(#""reason": "full""#, "full"), ("", "")] {
                try cast["stranger"].group("join", cast.id)
                let declined = "joinRequestDidDecline applicant=stranger decliner=owner reason=\(reason)"
                try cast.expect([
                    "owner.tab": ["self \(declined)"], "admin": [declined], "admin2": [declined],
                    "stranger": [declined],
                ]) {
                    let data = more.isEmpty ? one("stranger") : "\(one("stranger")), \(more)"
                    try cast["owner"].group("decline", cast.id, data)
                }
            }
            #expect(try cast["owner"].details(cast.id).memberCount == 5)
        }
    }

    @Test(arguments: ["approve", "decline"])
    func `G-Q15: a second answer, or one to no request, is gw requestHandled, and nobody is told`(first: String) throws
    {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            try cast["stranger"].group("join", cast.id)
            try cast["admin"].group(first, cast.id, one("stranger"))
            try cast.expect([:]) {
                for (user, verb) in [("admin2", "approve"), ("owner", "decline"), ("admin", "approve")] {
                    let outcomes = try ["stranger", "member", "nobody"].map {
                        try cast[user].attempt(verb, cast.id, one($0))
                    }
                    #expect(outcomes == ["gw 1004", "gw 1004", "em 204"])
                }
            }
            #expect(try cast["owner"].details(cast.id).memberCount == (first == "approve" ? 6 : 5))
        }
    }

    @Test func `G-Q15: joining by another way removes the request`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            try cast["stranger"].group("join", cast.id)
            _ = try cast["owner"].invite(["stranger"], to: cast.id)
            #expect(try cast["admin"].attempt("approve", cast.id, one("stranger")) == "gw 1004")
            try cast["stranger"].group("leave", cast.id)
            #expect(try cast["admin"].attempt("approve", cast.id, one("stranger")) == "gw 1004")
        }
    }

    @Test func `G-Q15: a request ends an invitation when it is approved`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            try cast["stranger"].setAutoAccept(false)
            _ = try cast["owner"].invite(["stranger"], to: cast.id)
            try cast["stranger"].group("join", cast.id)
            try cast["admin"].group("approve", cast.id, one("stranger"))
            try cast["stranger"].group("leave", cast.id)
            #expect(try cast["stranger"].attempt("acceptInvitation", cast.id) == "em 603")
        }
    }

    @Test func `G-08, G-Q12, G-Q15: a full group is 604 to who joins and to who approves, and the request stays`()
        throws
    {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try gateway.createAccounts("c", "d")
            let open = try alice.createGroup(with: ["c", "d"], style: 3, #""maxUsers": 3"#)
            #expect(try bob.attempt("join", open) == "em 604")
            let careful = try alice.createGroup(with: ["c"], style: 2, #""maxUsers": 3"#)
            try bob.group("join", careful)
            _ = try alice.invite(["d"], to: careful)
            _ = try [alice, bob].map { try $0.settle() }
            #expect(try alice.attempt("approve", careful, one("bob")) == "em 604")
            #expect(try alice.eventLines() == [] && bob.eventLines() == [])
            try alice.group("remove", careful, some("d"))
            #expect(try alice.attempt("approve", careful, one("bob")) == "ok")
        }
    }

    @Test(arguments: [0, 1])
    func `G-Q14: nobody asks to join a private group, 603, and who is in one is told so, 601`(style: Int) throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: style)
            try cast.expect([:]) {
                let outcomes = try ["stranger", "owner", "member"].map { try cast[$0].attempt("join", cast.id) }
                #expect(outcomes == ["em 603", "em 601", "em 601"])
            }
        }
    }

    @Test func `G-Q14: the applicant's own group is 601, and a request does not expire`() throws {
        try withChat(movableClock) { gateway in
            do {
                let cast = try gateway.cast(style: 2)
                for user in ["owner", "admin", "member"] {
                    #expect(try cast[user].attempt("join", cast.id) == "em 601")
                }
                try cast["stranger"].group("join", cast.id, please)
            }
            try gateway.restart(after: 40 * day)
            let stranger = try gateway.online("stranger")
            try gateway.online("admin").group("approve", "1", one("stranger"))
            #expect(try stranger.details("1").role == 0)
        }
    }

    @Test func `X-31: who is blocked by the owner may ask to join its group`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            for user in ["owner", "admin"] { try cast[user].block("stranger") }
            try cast.expect(["owner": [asked], "admin": [asked], "admin2": [asked]]) {
                try cast["stranger"].group("join", cast.id, please)
            }
            try cast["owner"].group("approve", cast.id, one("stranger"))
            #expect(try cast["stranger"].details(cast.id).role == 0)
        }
    }

    @Test func `G-44, G-Q27: over the limit of groups joining is 4, and so is letting in who has reached it since`()
        throws
    {
        try withChat(["groups.perUser": "1"]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let careful = try alice.createGroup(style: 2)
            try bob.group("join", careful)
            let open = try gateway.online("carol").createGroup(style: 3)
            try bob.group("join", open)
            #expect(try alice.attempt("approve", careful, one("bob")) == "em 4")
            let other = try gateway.online("dave").createGroup(style: 3)
            #expect(try bob.attempt("join", other) == "em 4")
            try bob.group("leave", open)
            #expect(try alice.attempt("approve", careful, one("bob")) == "ok")
        }
    }
}
