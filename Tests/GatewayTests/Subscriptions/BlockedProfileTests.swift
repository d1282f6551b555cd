import Client
import ClientProtocol
import JSON
import Testing

/// The events of a user who has blocked the follower. Here bob blocks alice.
struct BlockedProfileTests {
    @Test
    func
        `X-27, X-28, S-36, S-37: from the block on no event comes, a query shows nothing of it, and the next change after its end is told`()
        throws
    {
        try withFollowing(["hosting.visibility": #""everyone""#, "subscriptions.perUser": "2"]) { gateway in
            let herald = try Herald(gateway)
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let witness = try gateway.online("witness")
            try bob.update(#""email": "1""#)
            for session in [alice, witness] { for type in [1, 2] { try session.follow(["bob"], type) } }
            try alice.follow(["witness"])
            _ = try herald.lines(alice, witness)
            try bob.block("alice")
            let blocked = try #require(try alice.followed(["bob"]).first)
            #expect(blocked.line == "1 bob: web off")
            let pc = try gateway.session("bob", device: "pc", platform: "pc")
            #expect(try witness.changes().map(\.line) == ["1 bob: web on, pc on"])
            try bob.update(#""name": "B", "email": "2""#)
            #expect(try witness.changes().map(\.line) == ["2 bob: B …"])
            try pc.leave()
            #expect(try witness.changes().map(\.line) == ["1 bob: web on, pc off"])
            try bob.setVisibility(2)
            #expect(try witness.changes().map(\.line) == ["2 bob: B …"])
            // It looks as it did, and the subscription takes its room.
            let query = try #require(try alice.followed(["bob"]).first)
            #expect(query.presence.first == blocked.presence.first && query.presence.allSatisfy { !$0.isOnline })
            #expect(try alice.following().map(\.user).sorted() == ["bob", "witness"])
            #expect(try alice.followed(["bob"], 2).map(\.line) == ["2 bob: B"])
            #expect(
                try alice.refusal(
                    "subscription.subscribe", #"{"userIds": ["herald"], "subscribeType": 1, "expiry": 60}"#
                ).number == "rc 26022")
            try bob.unblock("alice")
            #expect(try herald.lines(alice) == [[]])
            try bob.update(#""email": "3""#)
            #expect(try alice.changes().map(\.line) == ["2 bob: B …"])
            try bob.leave()
            #expect(try alice.changes().map(\.line) == ["1 bob: web off, pc off"])
        }
    }

    @Test func `X-27: a blocked user who follows anew is told so, and nothing first`() throws {
        try withFollowing { gateway in
            let herald = try Herald(gateway)
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try bob.block("alice")
            for type in [1, 2] { #expect(try alice.follow(["bob"], type) == Followed(0, [])) }
            #expect(try herald.lines(alice) == [[]])
            #expect(try alice.followed(["bob"]).map(\.line) == ["1 bob: web off"])
            #expect(try alice.following().map(\.user) == ["bob"])
        }
    }

    @Test func `X-27: a query tells nothing of when the other has come and gone since the block`() throws {
        try withFollowing { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let witness = try gateway.online("witness")
            for session in [alice, witness] { try session.follow(["bob"]) }
            _ = try witness.changes(until: "1 bob: web on")
            try bob.block("alice")
            // The block has a time in whole seconds.
            pause(.milliseconds(1100))
            try bob.leave()
            _ = try witness.changes(until: "1 bob: web off")
            let first = try alice.followed(["bob"])
            pause(.milliseconds(1100))
            let again = try gateway.online("bob")
            _ = try witness.changes(until: "1 bob: web on")
            #expect(try alice.followed(["bob"]) == first)
            try again.leave()
            _ = try witness.changes(until: "1 bob: web off")
            #expect(try alice.followed(["bob"]) == first)
        }
    }

    @Test
    func
        `X-27, X-29, X-20: a friend who blocks hears nothing of type 3 and 4, nor does the other, but sees whom it follows`()
        throws
    {
        try withFollowing(["hosting.visibility": #""everyone""#]) { gateway in
            let herald = try Herald(gateway)
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try bob.add("alice")
            for type in [1, 2] { try bob.follow(["alice"], type) }
            _ = try herald.lines(alice, bob)
            try bob.block("alice")
            #expect(try herald.lines(alice, bob) == [[], []])
            let second = try gateway.session("alice", device: "pc", platform: "pc")
            #expect(try bob.changes().map(\.line) == ["1 alice: web on, pc on"])
            try alice.update(#""name": "A""#)
            try bob.update(#""name": "B""#)
            #expect(try herald.lines(alice, bob) == [[], ["2 alice: A …"]])
            #expect(try bob.followed(["alice"]).map(\.line) == ["1 alice: web on, pc on"])
            #expect(try bob.followed(["alice"], 2).map(\.line) == ["2 alice: A …"])
            #expect(try bob.followed(["alice"], 3).isEmpty && alice.followed(["bob"], 3).isEmpty)
            // X-29: it may begin after the block as well.
            try bob.unfollow(["alice"])
            try bob.follow(["alice"])
            #expect(try herald.lines(bob) == [["1 alice: web on, pc on"]])
            _ = second
        }
    }

    @Test func `X-27, S-Q33: a change of the other is not told at the login either`() throws {
        try withFollowing(["hosting.visibility": #""everyone""#]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try alice.follow(["bob"], 2)
            try bob.block("alice")
            try alice.leave()
            try bob.update(#""name": "B", "email": "b""#)
            let (again, _) = try gateway.back("alice")
            #expect(try again.settleAll().subscriptionLines == ["synced 1", "synced 2", "synced 3", "synced 4"])
        }
    }

    @Test
    func `X-27: a query shows no platform that the other came to after the block, and what was known stays as it was`()
        throws
    {
        try withFollowing { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let witness = try gateway.online("witness")
            for session in [alice, witness] { try session.follow(["bob"]) }
            let phone = try gateway.session("bob", device: "phone", platform: "ios")
            _ = try witness.changes(until: "1 bob: ios on, web on")
            try phone.leave()
            _ = try witness.changes(until: "1 bob: ios off, web on")
            let before = try #require(try alice.followed(["bob"]).first)
            let blockedAt = wallMilliseconds()
            try bob.block("alice")
            let first = try #require(try alice.followed(["bob"]).first)
            #expect(first.line == "1 bob: ios off, web off")
            // A platform that was away stays away since then; one that was there has gone at the block.
            #expect(first.presence.first == before.presence.first)
            #expect((blockedAt - clockSlack...wallMilliseconds()).contains(first.presence[1].changedAt))
            let pc = try gateway.session("bob", device: "pc", platform: "pc")
            let again = try gateway.session("bob", device: "phone", platform: "ios")
            _ = try witness.changes(until: "1 bob: ios on, web on, pc on")
            #expect(try alice.followed(["bob"]) == [first])
            try again.leave()
            _ = try witness.changes(until: "1 bob: ios off, web on, pc on")
            #expect(try alice.followed(["bob"]) == [first])
            try bob.unblock("alice")
            #expect(try alice.followed(["bob"]).map(\.line) == ["1 bob: ios off, web on, pc on"])
            _ = pc
        }
    }

    @Test func `X-27, S-Q33: what happened during a block is not caught up after it, by those who were away either`()
        throws
    {
        try withFollowing(["hosting.visibility": #""everyone""#]) { gateway in
            let bob = try gateway.online("bob")
            let alice = try gateway.online("alice")
            for type in [1, 2] { try alice.follow(["bob"], type) }
            try bob.add("alice")
            try alice.leave()
            try bob.block("alice")
            try bob.update(#""name": "B", "email": "b""#)
            let pc = try gateway.session("bob", device: "pc", platform: "pc")
            let witness = try gateway.online("witness")
            try witness.follow(["bob"])
            #expect(try witness.changes().map(\.line) == ["1 bob: web on, pc on"])
            try bob.unblock("alice")
            func login() throws -> [String] {
                let (session, _) = try gateway.back("alice")
                let lines = try session.settleAll().subscriptionLines
                try session.leave()
                return lines
            }
            #expect(try login() == ["synced 1", "synced 2", "synced 3", "synced 4"])
            // Seconds are what a friendship's beginning is kept in.
            pause(.milliseconds(1100))
            try bob.add("alice")
            #expect(try login() == ["synced 1", "synced 2", "synced 3", "3 bob: web on, pc on", "synced 4"])
            // The next change is told.
            try bob.update(#""name": "C""#)
            try pc.leave()
            _ = try witness.changes(until: "1 bob: web on, pc off")
            #expect(
                try login() == [
                    "synced 1", "1 bob: web on, pc off", "synced 2", "2 bob: C …", "synced 3", "3 bob: web on, pc off",
                    "synced 4", "4 bob: C …",
                ])
        }
    }
}
