import Client
import ClientProtocol
import JSON
import Testing

/// `admin.userProfile.setUniqueId` and `userProfile.search`
struct UniqueIDTests {
    @Test func `S-10, S-33, S-Q05: an administrator gives it, and it finds exactly that user`() throws {
        try withChat { gateway in
            let (alice, bob, admin) = (try gateway.online("alice"), try gateway.online("bob"), try gateway.admin())
            try bob.update(#""name": "Bob", "email": "b""#)
            #expect(try admin.setUniqueID("Bob1", of: "bob") == "ok")
            var whole = try bob.hosted()
            #expect(whole.uniqueID == "Bob1")
            #expect(try alice.found("Bob1") == whole.part)
            #expect(try bob.found("Bob1") == whole)
            try bob.setVisibility(2)
            #expect(try alice.found("Bob1") == whole)
            for other in ["Bob", "Bob11", "ob1", "bob"] {
                let refusal = try alice.refusal("userProfile.search", #"{"uniqueId": "\#(other)"}"#)
                #expect(refusal.number == "rc 24366" && refusal.keys == ["uniqueId"])
            }
            try gateway.restart()
            whole.uniqueID = "Bob1"
            #expect(try gateway.online("alice").found("Bob1") == whole)
        }
    }

    @Test func `S-Q05, X-11: it is nobody else's, told apart by case, and free again when it is given up`() throws {
        try withChat { gateway in
            let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
            try gateway.createAccounts("bob", "carol")
            #expect(try admin.setUniqueID("Id1", of: "bob") == "ok")
            #expect(try admin.setUniqueID("Id1", of: "bob") == "ok")
            #expect(try admin.setUniqueID("Id1", of: "carol") == "rc 34236")
            #expect(try admin.setUniqueID("id1", of: "carol") == "ok")
            #expect(try alice.found("Id1").user == "bob" && alice.found("id1").user == "carol")
            #expect(try admin.setUniqueID("Id2", of: "bob") == "ok")
            #expect(try alice.refusal("userProfile.search", #"{"uniqueId": "Id1"}"#).number == "rc 24366")
            #expect(try admin.setUniqueID("Id1", of: "carol") == "ok")
            #expect(try alice.found("Id1").user == "carol")
            #expect(try admin.setUniqueID("", of: "carol") == "ok")
            #expect(try admin.setUniqueID("", of: "bob") == "ok")
            #expect(try alice.refusal("userProfile.search", #"{"uniqueId": "Id1"}"#).number == "rc 24366")
            let rivals = try ["bob", "carol", "alice"].map {
                (try gateway.admin(), "admin.userProfile.setUniqueId", #"{"userId": "\#($0)", "uniqueId": "R"}"#)
            }
            #expect(try outcomes(rivals.map { ($0.0, $0.1, $0.2) }).sorted() == ["ok", "rc 34236", "rc 34236"])
        }
    }

    @Test func `S-10, S-Q05, S-Q13: it has 1 to 32 letters and digits`() throws {
        try withChat { gateway in
            let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
            for good in ["a", "Z", "0", "9aZ", times(32, "x")] {
                #expect(try admin.setUniqueID(good, of: "alice") == "ok")
                #expect(try alice.found(good).user == "alice")
            }
            for bad in [times(33, "x"), "a b", "a-b", "a_b", "ż", "a.b", "\u{212A}", " "] {
                #expect(try admin.setUniqueID(bad, of: "alice") == "rc 34236")
                #expect(try alice.refusal("userProfile.search", #"{"uniqueId": "\#(bad)"}"#).number == "rc 34236")
            }
            for bad in [#""""#, "1", "[]"] {
                #expect(
                    try alice.refusal("userProfile.search", #"{"uniqueId": \#(bad)}"#).number == "rc 34236", "\(bad)")
            }
            #expect(try alice.hosted().uniqueID == times(32, "x"))
            #expect(try admin.setUniqueID("a", of: "nobody") == "rc 24366")
            #expect(try admin.setUniqueID("a", of: "ż") == "rc 24366")
        }
    }

    @Test func `S-11, S-Q05: a user cannot, nor as an administrator`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            #expect(try alice.refusal("userProfile.update", #"{"uniqueId": "a"}"#).number == "rc 24360")
            let data = #"{"userId": "alice", "uniqueId": "a"}"#
            #expect(try alice.refusal("admin.userProfile.setUniqueId", data).system == "gw")
            let standard = #"{"visibility": 2}"#
            #expect(try alice.refusal("admin.userProfile.setVisibility", standard).system == "gw")
            #expect(try alice.hosted() == Hosted("alice"))
        }
    }

    @Test func `X-01, S-10: it is no user id`() throws {
        try withChat { gateway in
            let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
            try gateway.createAccounts("bob")
            // Another user's id is as good as any.
            #expect(try admin.setUniqueID("alice", of: "bob") == "ok")
            #expect(try admin.setUniqueID("key", of: "alice") == "ok")
            #expect(try alice.found("alice").user == "bob")
            #expect(try alice.hosted(["key", "alice"]).map(\.user) == ["alice"])
            #expect(try alice.follow(["key"], 2) == Followed(34308, ["key"]))
            #expect(try alice.refusal("userProfile.search", #"{"uniqueId": "bob"}"#).number == "rc 24366")
        }
    }

    @Test func `X-23, S-33: a user who takes no friends is found, and being found makes no friends`() throws {
        try withChat { gateway in
            let (alice, bob, admin) = (try gateway.online("alice"), try gateway.online("bob"), try gateway.admin())
            #expect(try admin.setUniqueID("b", of: "bob") == "ok")
            try bob.setAllowType(2)
            #expect(try alice.found("b").user == "bob")
            #expect(try alice.add("bob") == 30516)
            #expect(try alice.found("b").user == "bob")
        }
    }

    @Test func `S-Q34, S-Q13: a deleted user is not found, and its unique id is free`() throws {
        try withChat { gateway in
            let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
            try gateway.createAccounts("bob", "carol")
            #expect(try admin.setUniqueID("b", of: "bob") == "ok")
            _ = try admin.request("admin.account.delete", #"{"userIDs": ["bob"]}"#).get()
            try nextSecond()
            #expect(try alice.refusal("userProfile.search", #"{"uniqueId": "b"}"#).number == "rc 24366")
            #expect(try alice.hosted(["bob", "carol"]).map(\.user) == ["carol"])
            #expect(try admin.setUniqueID("x", of: "bob") == "rc 24366")
            #expect(try admin.setUniqueID("b", of: "carol") == "ok")
            // The next user of the same name has none of it.
            #expect(try gateway.online("bob").hosted() == Hosted("bob"))
        }
    }
}
