import Client
import ClientProtocol
import JSON
import Testing

/// `subscription.eventChanged` of types 3 and 4, which go with friendship.
struct FriendEventTests {
    @Test
    func `X-20, S-38, S-39, S-Q17, S-Q18: friends hear of each other from the moment on in which they are, each once`()
        throws
    {
        try withFollowing(["hosting.visibility": #""friends""#]) { gateway in
            let herald = try Herald(gateway)
            let bob = try gateway.online("bob")
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.session("alice", device: "tab", platform: "ios")
            let stranger = try gateway.online("stranger")
            _ = try herald.lines(bob, phone, tab, stranger)
            try bob.add("alice")
            let both = "3 alice: ios on, web on"
            #expect(try herald.lines(bob, phone, tab, stranger) == [[both], ["3 bob: web on"], ["3 bob: web on"], []])
            let pc = try gateway.session("bob", device: "pc", platform: "pc")
            #expect(try tab.changes().map(\.line) == ["3 bob: web on, pc on"])
            #expect(try herald.lines(bob, phone, tab, stranger) == [[], ["3 bob: web on, pc on"], [], []])
            try pc.leave()
            #expect(try tab.changes().map(\.line) == ["3 bob: web on, pc off"])
            try bob.update(#""email": "b""#)
            try bob.update(#""name": "B""#)
            try phone.update(#""email": "a""#)
            let told = ["4 bob:  …", "4 bob: B …"]
            let lines = try herald.lines(bob, phone, tab, stranger)
            #expect(lines[0] == ["4 alice:  …"] && lines[3].isEmpty)
            // Changes that come together are told as one, with the last state.
            for some in [lines[1], lines[2]] { #expect(some.filter { $0.hasPrefix("4") }.last == told[1]) }
        }
    }

    @Test func `S-38, S-39, S-Q17: there is no time in them`() throws {
        try withFollowing { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try alice.add("bob")
            let presence = try #require(try alice.changes(until: "3 bob: web on").last)
            #expect(presence.since == 0 && presence.expiry == 0)
            #expect(try alice.followed(["bob"], 3) == [presence])
            try bob.update(#""name": "B""#)
            let profile = try #require(try alice.changes(until: "4 bob: B").last)
            #expect(profile.since == 0 && profile.expiry == 0 && profile.profile?.isWhole == false)
            #expect(try alice.followed(["bob"], 4) == [profile])
        }
    }

    @Test func `S-Q18, X-20: of friends in one direction alone neither hears of the other`() throws {
        try withFollowing(["hosting.visibility": #""everyone""#]) { gateway in
            let herald = try Herald(gateway)
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try alice.add("bob")
            try bob.deleteFriends(["alice"])
            _ = try herald.lines(alice, bob)
            let witness = try gateway.online("witness")
            try witness.follow(["alice", "bob"])
            _ = try herald.lines(witness)
            for user in ["alice", "bob"] {
                let second = try gateway.session(user, device: "pc", platform: "pc")
                #expect(try witness.changes().map(\.line) == ["1 \(user): web on, pc on"])
                try second.update(#""name": "N""#)
                try second.leave()
                #expect(try witness.changes().map(\.line) == ["1 \(user): web on, pc off"])
            }
            #expect(try herald.lines(alice, bob) == [[], []])
            // They are mutual friends again, and it begins again.
            try bob.add("alice")
            #expect(try herald.lines(alice, bob) == [["3 bob: web on, pc off"], ["3 alice: web on, pc off"]])
        }
    }

    @Test(arguments: [1, 2])
    func `X-20, X-24, S-Q18: it ends silently with the friendship, and what was asked for stays`(way: Int) throws {
        try withFollowing(["hosting.visibility": #""everyone""#]) { gateway in
            let herald = try Herald(gateway)
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try alice.add("bob")
            for type in [1, 2] { try alice.follow(["bob"], type) }
            _ = try herald.lines(alice, bob)
            let first = try gateway.session("bob", device: "pc", platform: "pc")
            let on = "bob: web on, pc on"
            #expect(try Set(alice.changes(until: "3 \(on)").map(\.line)) == ["1 \(on)", "3 \(on)"])
            try bob.update(#""email": "x""#)
            #expect(try herald.lines(alice)[0] == ["2 bob:  …", "4 bob:  …"])
            if way == 1 { try alice.deleteFriends(["bob"]) } else { try bob.deleteFriends(["alice"], type: 2) }
            #expect(try herald.lines(alice, bob) == [[], []])
            try first.leave()
            #expect(try alice.changes(until: "1 bob: web on, pc off").count == 1)
            try bob.update(#""email": "y""#)
            #expect(try herald.lines(alice, bob) == [["2 bob:  …"], []])
            #expect(try alice.following(1).map(\.user) == ["bob"])
            #expect(try alice.following(3).isEmpty && bob.following(3).isEmpty && alice.following(4).isEmpty)
        }
    }

    @Test
    func `X-20, S-Q24, S-Q29: a login tells how one's friends are, those of them that were there within seven days`()
        throws
    {
        try withFollowing(movableClock) { gateway in
            let alice = try gateway.online("alice")
            let others = try ["bob", "carol", "dave", "eve"].map { try gateway.session($0, platform: "pc") }
            for user in ["bob", "carol", "dave", "never"] {
                if user == "never" { try gateway.createAccounts("never") }
                try alice.add(user)
            }
            // Dave has her no longer, and eve is none.
            try others[2].deleteFriends(["alice"])
            try others[1].leave()
            try until("carol is away") { try alice.followed(["carol"], 3).first?.line == "3 carol: pc off" }
            let (tab, _) = try gateway.back("alice", device: "tab")
            let synced = ["synced 1", "synced 2", "synced 3"]
            #expect(
                try tab.settleAll().subscriptionLines
                    == synced + ["3 bob: pc on", "3 carol: pc off", "synced 4"])
            try gateway.restart(after: 7 * day + 60)
            let (again, _) = try gateway.back("alice")
            #expect(try again.settleAll().subscriptionLines == synced + ["synced 4"])
        }
    }

    @Test func `X-20, X-21: two friends who come at the same moment hear of each other`() throws {
        try withFollowing(["shards.count": "4"]) { gateway in
            try gateway.createAccounts("alice", "bob")
            try gateway.online("alice").add("bob")
            let witness = try gateway.online("witness")
            try witness.follow(["alice", "bob"])
            for _ in 1...25 {
                try until("both are away") {
                    try witness.followed(["alice", "bob"]).allSatisfy { $0.presence.allSatisfy { !$0.isOnline } }
                }
                let sessions = [try gateway.guest(), try gateway.guest()]
                for (user, session) in zip(["alice", "bob"], sessions) {
                    let data = #"{"token": "\#(gateway.token(user))", "device": "d1", "platform": "web"}"#
                    try session.send("session.open", data)
                }
                for (friend, session) in zip(["bob", "alice"], sessions) {
                    try until("\(friend) is there") {
                        try session.changes().contains { $0.line == "3 \(friend): web on" }
                    }
                }
                for session in sessions { try session.leave() }
            }
        }
    }
}
