import Client
import ClientProtocol
import JSON
import Testing

/// The viewers of a hosted profile, and the fields that they see.
struct VisibilityTests {
    /// By the owner's relation to them: neither has the other, both have each other, the owner has the viewer alone, the
    /// viewer has the owner alone, the owner has blocked the viewer.
    private static let viewers = ["stranger", "friend", "known", "admirer", "blocked"]

    /// The friends are those whom the owner has (X-18).
    private static func see(_ user: Int, _ standard: Int) -> [Bool] {
        switch user == 0 ? standard : user {
        case 2: [true, true, true, true, false]
        case 3: [false, true, true, false, false]
        default: Array(repeating: false, count: 5)
        }
    }

    /// The visibility that the owner has set.
    struct Visibility: ShowsRows {
        let rows: String
        let name: String
        let value: Int
    }

    @Test(
        arguments: [
            Visibility(rows: "S-23, S-29", name: "not set", value: 0),
            Visibility(rows: "S-24, S-30", name: "invisible", value: 1),
            Visibility(rows: "S-25, S-30, X-28", name: "everyone", value: 2),
            Visibility(rows: "S-26, S-30, S-Q11, X-18", name: "friends", value: 3),
        ], [1, 2, 3])
    func
        `S-31, S-32, S-Q09, S-Q10, X-19: the owner's visibility, or else the standard one, decides who sees the whole profile`(
            visibility: Visibility, standard: Int
        ) throws
    {
        try withFollowing { gateway in
            let (owner, admin) = (try gateway.online("owner"), try gateway.admin())
            let sessions = try Self.viewers.map { try gateway.online($0) }
            try owner.update(#""name": "N", "portraitUri": "p", "email": "e", "birthday": "b", "role": 5"#)
            #expect(try admin.setUniqueID("u", of: "owner") == "ok")
            #expect(try owner.add("friend") == 0 && owner.add("known") == 0)
            #expect(try sessions[2].deleteFriends(["owner"]) == [0])
            #expect(try sessions[3].add("owner") == 0 && owner.deleteFriends(["admirer"]) == [0])
            for session in sessions { #expect(try session.follow(["owner"], 2) == Followed(0, [])) }
            try owner.block("blocked")
            try admin.setStandardVisibility(standard)
            // From another one than the one to be tried.
            try owner.setVisibility((visibility.value + 1) % 4)
            try owner.setVisibility(visibility.value)
            #expect(try owner.visibility() == visibility.value)
            let whole = try owner.hosted()
            #expect(whole.isWhole && whole.role == 5)
            for (session, sees) in zip(sessions, Self.see(visibility.value, standard)) {
                let expected = sees ? whole : whole.part
                #expect(try session.hosted("owner") == expected)
                #expect(try session.found("u") == expected)
                #expect(try session.followed(["owner"], 2).map(\.profile) == [expected])
            }
            #expect(try owner.hosted() == whole && owner.hosted("owner") == whole && owner.found("u") == whole)
            // Friends who follow without a subscription see the same.
            try owner.setVisibility(3)
            #expect(try sessions[1].followed(["owner"], 4).map(\.profile) == [whole])
        }
    }

    @Test
    func
        `S-27, S-28, S-Q36: the application's is name and portrait alone, as it is configured, or as an administrator says`()
        throws
    {
        try withChat { gateway in
            try gateway.createAccounts("alice")
            #expect(try gateway.online("bob").hosted("alice") == Hosted("alice").part)
            try gateway.restart(["hosting.visibility": #""everyone""#])
            #expect(try gateway.online("bob").hosted("alice") == Hosted("alice"))
            try gateway.admin().setStandardVisibility(1)
            #expect(try gateway.online("bob").hosted("alice") == Hosted("alice").part)
            // An administrator's setting stays.
            try gateway.restart()
            #expect(try gateway.online("bob").hosted("alice") == Hosted("alice").part)
        }
    }

    @Test func `X-18, S-26, S-Q11: from the friendship's beginning to its end, and to the block, at once`() throws {
        try withChat { gateway in
            let (owner, viewer) = (try gateway.online("owner"), try gateway.online("viewer"))
            try owner.update(#""email": "e""#)
            try owner.setVisibility(3)
            #expect(try !viewer.hosted("owner").isWhole)
            try viewer.add("owner")
            #expect(try viewer.hosted("owner").isWhole)
            try viewer.deleteFriends(["owner"])
            #expect(try viewer.hosted("owner").isWhole)
            try owner.deleteFriends(["viewer"])
            #expect(try !viewer.hosted("owner").isWhole)
            try owner.add("viewer")
            #expect(try viewer.hosted("owner").isWhole)
            try owner.setVisibility(2)
            try owner.block("viewer")
            #expect(try !viewer.hosted("owner").isWhole)
            try owner.unblock("viewer")
            #expect(try viewer.hosted("owner").isWhole)
        }
    }

    @Test
    func `X-28, S-33, S-Q13: one who is blocked finds the blocker, sees name and portrait, and all of TIM's profile`()
        throws
    {
        try withChat { gateway in
            let (owner, viewer) = (try gateway.online("owner"), try gateway.online("viewer"))
            #expect(try gateway.admin().setUniqueID("u", of: "owner") == "ok")
            try owner.update(#""name": "N", "portraitUri": "p", "email": "e""#)
            try owner.modifySelf(#""level": 3, "selfSignature": "s""#)
            try owner.setVisibility(2)
            let before = try viewer.profiles("owner").map(\.text)
            try owner.block("viewer")
            let part = try owner.hosted().part
            #expect(try viewer.found("u") == part && viewer.hosted("owner") == part)
            #expect(part.name == "N" && part.portrait == "p")
            #expect(try viewer.profiles("owner").map(\.text) == before)
            // X-29: the blocker sees the other as before.
            try viewer.update(#""email": "v""#)
            try viewer.setVisibility(2)
            #expect(try owner.hosted("viewer").email == "v")
        }
    }

    @Test func `S-Q09, S-31: a visibility that there is none of is rc 34313`() throws {
        try withChat { gateway in
            let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
            try alice.setVisibility(3)
            for value in ["-1", "4", "1.5", #""1""#, "true", "[]"] {
                let data = #"{"visibility": \#(value)}"#
                #expect(try alice.refusal("userProfile.setVisibility", data).number == "rc 34313", "\(value)")
                #expect(try admin.refusal("admin.userProfile.setVisibility", data).number == "rc 34313", "\(value)")
            }
            #expect(try admin.refusal("admin.userProfile.setVisibility", #"{"visibility": 0}"#).number == "rc 34313")
            #expect(try alice.visibility() == 3)
        }
    }

    @Test func `S-21, S-22, S-Q12: up to 20 users are read, in their order, each once, and without unknown ones`()
        throws
    {
        try withChat { gateway in
            let users = (1...20).map { "u\($0)" }
            try gateway.createAccounts(users)
            let alice = try gateway.online("alice")
            #expect(try alice.hosted(users.reversed()).map(\.user) == users.reversed())
            #expect(try alice.hosted(users + users + ["u1"]).map(\.user) == users)
            #expect(
                try alice.hosted(["nobody", "u2", "ż", "", times(33, "u"), "U1", "u1"]).map(\.user) == ["u2", "u1"])
            let many = #"{"userIds": \#(list(users + ["alice"]))}"#
            #expect(try alice.refusal("userProfile.get", many).number == "rc 24365")
            for bad in ["[]", "[1]", #"["u1", null]"#, #""u1""#, "{}", "1"] {
                #expect(try alice.refusal("userProfile.get", #"{"userIds": \#(bad)}"#).number == "rc 34215", "\(bad)")
            }
        }
    }

    @Test func `S-02, S-Q14: hosting is off if the configuration says so`() throws {
        try withChat(["hosting.enabled": "false"]) { gateway in
            let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
            let requests = [
                (alice, "update", #"{"name": "x"}"#), (alice, "getMine", "{}"),
                (alice, "get", #"{"userIds": ["alice"]}"#),
                (alice, "setVisibility", #"{"visibility": 1}"#), (alice, "getVisibility", "{}"),
                (alice, "search", #"{"uniqueId": "a"}"#),
            ]
            for (session, operation, data) in requests {
                #expect(try session.refusal("userProfile.\(operation)", data).number == "rc 24369")
            }
            let data = #"{"userId": "alice", "uniqueId": "a"}"#
            #expect(try admin.refusal("admin.userProfile.setUniqueId", data).number == "rc 24369")
            #expect(try admin.refusal("admin.userProfile.setVisibility", #"{"visibility": 1}"#).number == "rc 24369")
            let request = #"{"userIds": ["bob"], "subscribeType": 2, "expiry": 60}"#
            #expect(try alice.refusal("subscription.subscribe", request).number == "rc 24369")
            // TIM's stays.
            try alice.modifySelf(#""nickname": "A""#)
        }
    }
}
