import Client
import ClientProtocol
import JSON
import TestSupport
import Testing

/// `subscription.eventChanged` of type 1: who is there.
struct PresenceTests {
    @Test func `S-36, S-42, S-Q24, S-Q25: a new subscriber is told the present state at once`() throws {
        try withFollowing { gateway in
            let start = wallMilliseconds()
            let bob = try gateway.session("bob", platform: "web")
            let alice = try gateway.online("alice")
            try alice.follow(["bob"], expiry: 77)
            let first = try #require(try alice.changes(until: "1 bob: web on").first)
            let known = try #require(try alice.followed(["bob"]).first)
            #expect(first == known && first.expiry == 77 && first.since >= start)
            #expect((start...wallMilliseconds()).contains(first.presence[0].changedAt))
            _ = bob
        }
    }

    @Test func `S-Q25, X-21, X-22: each platform of a user goes online and offline by itself`() throws {
        try withFollowing { gateway in
            let start = wallMilliseconds()
            let bob = try gateway.session("bob", platform: "web")
            let alice = try gateway.online("alice")
            try alice.follow(["bob"], expiry: 77)
            let first = try #require(try alice.changes(until: "1 bob: web on").first)
            let phone = try gateway.session("bob", device: "d2", platform: "ios")
            let second = try #require(try alice.changes(until: "1 bob: ios on, web on").last)
            #expect(second.presence[1] == first.presence[0] && second.since == first.since && second.expiry == 77)
            try bob.leave()
            let third = try #require(try alice.changes(until: "1 bob: ios on, web off").last)
            #expect(third.presence[0] == second.presence[0])
            try phone.leave()
            let last = try #require(try alice.changes(until: "1 bob: ios off, web off").last)
            let times = [
                first.presence[0], second.presence[0], third.presence[1], last.presence[0],
            ].map(\.changedAt)
            #expect(times == times.sorted() && Set(times).count == 4)
            #expect(start <= times[0] && times[3] <= wallMilliseconds())
            #expect(try alice.followed(["bob"]) == [last])
        }
    }

    @Test func `S-Q25, S-36: each platform has its number`() throws {
        try withFollowing { gateway in
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            try alice.follow(["bob"])
            for (number, platform) in ["other", "ios", "android", "web", "pc", "miniweb", "harmony"].enumerated() {
                let session = try gateway.session("bob", platform: platform)
                let online = try #require(try alice.changes().first)
                #expect(online.presence.filter(\.isOnline).map(\.platform) == [number])
                #expect(online.presence.map(\.platform) == Array(0...number))
                try session.leave()
                #expect(try alice.changes().first?.presence.contains { $0.isOnline } == false)
            }
        }
    }

    @Test func `S-Q24: of a user who was never online, followers are told nothing until the first login`() throws {
        try withFollowing { gateway in
            try gateway.createAccounts("bob")
            let (alice, herald) = (try gateway.online("alice"), try Herald(gateway))
            try alice.follow(["bob"])
            #expect(try herald.lines(alice) == [[]])
            let bob = try gateway.online("bob")
            #expect(try alice.changes().map(\.line) == ["1 bob: web on"])
            try bob.leave()
        }
    }

    @Test func `S-Q24: a user's going is told for seven days`() throws {
        try withFollowing(movableClock) { gateway in
            try gateway.createAccounts("alice", "carol")
            let (bob, fan) = (try gateway.online("bob"), try gateway.online("fan"))
            try fan.follow(["bob"])
            _ = try fan.changes(until: "1 bob: web on")
            try bob.leave()
            _ = try fan.changes(until: "1 bob: web off")
            for (user, time, lines) in [("alice", 7 * day - 60, ["1 bob: web off"]), ("carol", 7 * day + 60, [])] {
                try gateway.restart(after: time)
                let (session, herald) = (try gateway.online(user), try Herald(gateway))
                try session.follow(["bob"])
                #expect(try herald.lines(session) == [lines])
                #expect(try session.followed(["bob"]).map(\.line) == [lines.first ?? "1 bob: "])
            }
        }
    }

    @Test func `S-42, S-36, S-54, X-22: all devices of those who follow are told, and nobody else`() throws {
        try withFollowing { gateway in
            let herald = try Herald(gateway)
            let bob = try gateway.online("bob")
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let others = try ["profiler", "former", "stranger", "carol"].map { try gateway.online($0) }
            try phone.follow(["bob"])
            try others[0].follow(["bob"], 2)
            try others[1].follow(["bob"])
            try others[1].unfollow(["bob"])
            // Whom bob follows is not who follows bob.
            try bob.follow(["carol"])
            let all = [phone, tab, bob] + others
            _ = try herald.lines(all)
            let second = try gateway.session("bob", device: "d2", platform: "pc")
            #expect(try tab.changes().map(\.line) == ["1 bob: web on, pc on"])
            #expect(try herald.lines(all) == [["1 bob: web on, pc on"]] + Array(repeating: [], count: 6))
            try second.leave()
            #expect(try phone.changes().map(\.line) == ["1 bob: web on, pc off"])
            #expect(try herald.lines(all) == [[], ["1 bob: web on, pc off"]] + Array(repeating: [], count: 5))
        }
    }

    @Test func `X-21, X-12: a platform is there from the first of its sessions to the last`() throws {
        try withFollowing { gateway in
            let herald = try Herald(gateway)
            let alice = try gateway.online("alice")
            let first = try gateway.online("bob", device: "one")
            try alice.follow(["bob"])
            _ = try herald.lines(alice)
            let second = try gateway.online("bob", device: "two")
            try first.leave()
            // A newer session of the same device ends the older one.
            let third = try gateway.online("bob", device: "two")
            _ = try second.closeCode()
            let fourth = try gateway.session("bob", device: "four", platform: "pc")
            #expect(try alice.changes().map(\.line) == ["1 bob: web on, pc on"])
            #expect(try herald.lines(alice) == [[]])
            try third.leave()
            #expect(try alice.changes().map(\.line) == ["1 bob: web off, pc on"])
            try fourth.leave()
            #expect(try alice.changes().map(\.line) == ["1 bob: web off, pc off"])
        }
    }

    @Test func `X-21: a lost connection is away after the heartbeat's time`() throws {
        let settings = ["heartbeat.intervalMilliseconds": "1000", "heartbeat.timeoutMilliseconds": "2000"]
        try withFollowing(settings) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.session("bob") { $0.answersPings = false }
            let began = ContinuousClock.now
            try alice.follow(["bob"])
            #expect(try alice.changes(until: "1 bob: web off").map(\.line) == ["1 bob: web on", "1 bob: web off"])
            #expect(began.duration(to: .now) > .milliseconds(1500))
            _ = bob
        }
    }

    @Test func `X-21: a user who is back within three seconds was not away; one who is not goes offline`() throws {
        try withChat(["subscriptions.batchMilliseconds": "0"]) { gateway in
            let herald = try Herald(gateway)
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.follow(["bob"])
            #expect(try herald.lines(alice) == [["1 bob: web on"]])
            let before = try alice.followed(["bob"])
            for _ in 1...2 {
                try bob.leave()
                try gateway.online("bob").leave()
            }
            let again = try gateway.online("bob")
            pause(.milliseconds(3500))
            #expect(try herald.lines(alice) == [[]])
            #expect(try alice.followed(["bob"]) == before)
            let left = wallMilliseconds()
            try again.leave()
            let last = try #require(try alice.changes(until: "1 bob: web off").last)
            #expect(wallMilliseconds() - left >= 2900)
            // It says when that was.
            #expect((left - 1...left + 1500).contains(last.presence[0].changedAt))
        }
    }

    @Test func `X-21: coming to one platform does not end the time to come back to another`() throws {
        try withFollowing(["subscriptions.reconnectMilliseconds": "3000"]) { gateway in
            let herald = try Herald(gateway)
            let alice = try gateway.online("alice")
            let web = try gateway.online("bob")
            try alice.follow(["bob"])
            #expect(try herald.lines(alice) == [["1 bob: web on"]])
            try web.leave()
            let phone = try gateway.session("bob", device: "phone", platform: "ios")
            let again = try gateway.online("bob")
            #expect(try alice.changes().map(\.line) == ["1 bob: ios on, web on"])
            #expect(try herald.lines(alice) == [[]])
            // Nor does coming and going on one platform make the other stay.
            try again.leave()
            try phone.leave()
            let began = ContinuousClock.now
            var rounds = 0
            while try alice.followed(["bob"]).first?.presence.last?.isOnline == true {
                try gateway.session("bob", device: "phone", platform: "ios").leave()
                rounds += 1
                guard began.duration(to: .now) < .seconds(15) else { break }
            }
            #expect(rounds > 1 && began.duration(to: .now) < .seconds(15))
        }
    }

    @Test func `X-21, S-Q28: who comes and goes fast is at last what it is, and no older state comes after a newer`()
        throws
    {
        try withFollowing(["subscriptions.reconnectMilliseconds": "100", "shards.count": "4"]) { gateway in
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            try alice.follow(["bob"])
            var random = SeededRandom()
            for _ in 1...12 {
                let session = try gateway.online("bob")
                pause(.milliseconds(Int.random(in: 0...30, using: &random)))
                try session.leave()
                pause(.milliseconds(Int.random(in: 0...300, using: &random)))
            }
            let last = try gateway.session("bob", device: "d2", platform: "pc")
            let states = try alice.changes(until: "1 bob: web off, pc on").map(\.presence)
            for (former, state) in zip(states, states.dropFirst()) {
                #expect(former != state)
                for (old, new) in zip(former, state) where old != new {
                    #expect(
                        old.platform == new.platform && old.changedAt < new.changedAt)
                }
            }
            #expect(try alice.followed(["bob"]).map(\.presence) == [states.last])
            _ = last
        }
    }

    @Test func `X-21, S-Q24: the shortest session leaves its presence, in the order in which it was`() throws {
        try withFollowing(["shards.count": "4"]) { gateway in
            let users = (0..<60).map { "u\($0)" }
            let herald = try Herald(gateway)
            try gateway.createAccounts(users)
            let fan = try gateway.online("fan")
            try fan.follow(users)
            _ = try herald.lines(fan)
            for user in users {
                let session = try gateway.guest()
                _ = try session.open(token: gateway.token(user)).get()
                try session.leave()
            }
            try until("all have gone") {
                try Set(fan.followed(users).map(\.line)) == Set(users.map { "1 \($0): other off" })
            }
            var states: [String: [Bool]] = [:]
            while states.count < users.count || !states.values.allSatisfy({ $0.last == false }) {
                for change in try fan.changes() { states[change.user, default: []].append(change.presence[0].isOnline) }
            }
            // Changes that come together are told as one, with the last state.
            #expect(states.values.allSatisfy { $0 == [true, false] || $0 == [false] })
        }
    }

    @Test func `X-21: after a restart everybody is away until coming back`() throws {
        try withFollowing { gateway in
            let bob = try gateway.online("bob")
            let alice = try gateway.online("alice")
            try alice.follow(["bob"])
            try gateway.restart()
            let again = try gateway.online("alice")
            #expect(try again.followed(["bob"]).map(\.line) == ["1 bob: web off"])
            let back = try gateway.online("bob")
            #expect(try again.changes().map(\.line) == ["1 bob: web on"])
            _ = (bob, back)
        }
    }
}
