import Client
import JSON
import Testing

/// `subscription.setStatus`.
struct StatusTests {
    @Test func `Y-06: followers and friends are told a status beside the presence, until it is taken back`() throws {
        try withFollowing { gateway in
            let herald = try Herald(gateway)
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let friend = try gateway.online("friend")
            let witness = try gateway.online("witness")
            try alice.follow(["bob"])
            try friend.add("bob")
            _ = try herald.lines(alice, friend, witness)
            try bob.say("At lunch")
            #expect(
                try herald.lines(alice, friend, witness) == [
                    ["1 bob: web on \"At lunch\""], ["3 bob: web on \"At lunch\""], [],
                ])
            #expect(try alice.followed(["bob"]).map(\.line) == ["1 bob: web on \"At lunch\""])
            #expect(try friend.following(3).map(\.line) == ["3 bob: web on \"At lunch\""])
            // Said already.
            try bob.say("At lunch")
            #expect(try herald.lines(alice) == [[]])
            try witness.follow(["bob"])
            #expect(try herald.lines(witness) == [["1 bob: web on \"At lunch\""]])
            let admin = try gateway.admin()
            let read = try admin.request("admin.presence.get", #"{"userIds": ["bob", "alice"]}"#).get()
            let users = try #require(read["users"]?.elements).map { $0["status"]?["text"]?.string }
            #expect(users == ["At lunch", nil])
            try bob.say("")
            #expect(try herald.lines(alice, friend) == [["1 bob: web on"], ["3 bob: web on"]])
            // It is over.
            try bob.say("Back at one", until: 1)
            #expect(try herald.lines(alice) == [[]])
            #expect(try alice.followed(["bob"]).map(\.line) == ["1 bob: web on"])
        }
    }

    @Test func `Y-06: a device that was away is told at its login; readers look at the time`() throws {
        try withFollowing(movableClock) { gateway in
            let bob = try gateway.online("bob")
            try gateway.online("alice").follow(["bob"])
            try gateway.online("friend").add("bob")
            func login(_ user: String) throws -> [String] {
                let (session, _) = try gateway.back(user)
                let lines = try session.settleAll().subscriptionLines.filter { !$0.hasPrefix("synced") }
                try session.leave()
                return lines
            }
            for user in ["alice", "friend"] { _ = try login(user) }
            try bob.say("In Rome", until: wallMilliseconds() + 60_000)
            #expect(try login("alice") == ["1 bob: web on \"In Rome\""])
            #expect(try login("alice") == [])
            #expect(try login("friend") == ["3 bob: web on \"In Rome\""])
            try gateway.restart(after: 120)
            let line = try #require(try gateway.online("alice").followed(["bob"]).first?.line)
            #expect(line.hasPrefix("1 bob") && !line.contains("Rome"))
        }
    }

    @Test func `Y-06: who is blocked sees no status; with the account it goes`() throws {
        try withFollowing { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try alice.follow(["bob"])
            try bob.block("alice")
            try bob.say("Busy")
            #expect(try alice.followed(["bob"]).map(\.line) == ["1 bob: web off"])
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["bob"]}"#).get()
            try gateway.createAccounts("bob")
            try alice.follow(["bob"])
            #expect(try alice.followed(["bob"]).map(\.line) == ["1 bob: "])
        }
    }

    @Test func `Y-06: a status is up to 80 characters that can be read, without forbidden words`() throws {
        try withChat(["profiles.auditedWords": #"["darn"]"#]) { gateway in
            let bob = try gateway.online("bob")
            func number(_ text: String, until: Int = 0) throws -> String? {
                try bob.request("subscription.setStatus", #"{"text": "\#(text)", "until": \#(until)}"#).error?.number
            }
            #expect(try number(String(repeating: "é", count: 80)) == nil)
            #expect(try number(String(repeating: "a", count: 81)) == "rc 34312")
            #expect(try number("a\\nb") == "rc 34312")
            #expect(try number("Darn it") == "rc 25480")
            #expect(try number("a", until: -1) == "rc 34312")
        }
        try withChat(["subscriptions.enabled": "false"]) { gateway in
            let reply = try gateway.online("bob").request("subscription.setStatus", #"{"text": "a"}"#)
            #expect(reply.error?.number == "rc 26020")
        }
    }
}

extension ClientSession {
    fileprivate func say(_ status: String, until: Int = 0) throws {
        _ = try request("subscription.setStatus", #"{"text": "\#(status)", "until": \#(until)}"#).get()
    }
}
