import Client
import ClientProtocol
import JSON
import Testing

/// The events of its user's subscriptions that a session gets when it begins.
struct SubscriptionSyncTests {
    private static let nothing = ["synced 1", "synced 2", "synced 3", "synced 4"]
    private static let open = ["hosting.visibility": #""everyone""#]

    /// The device's place in its user's stream, and it has left.
    private func position(_ gateway: GatewayProcess, _ user: String, device: String) throws -> String {
        let (session, opened) = try gateway.back(user, device: device)
        let seq = try #require(opened["stream"]?["seq"]?.int)
        _ = try session.settleAll()
        try session.leave()
        return #"{"user": \#(seq), "conversations": {}}"#
    }

    /// All events that a login gives.
    private func login(
        _ gateway: GatewayProcess, _ user: String, device: String = "d1", resume: String? = nil
    ) throws -> [String] {
        let (session, _) = try gateway.back(user, device: device, resume: resume)
        let lines = try session.settleAll().subscriptionLines
        try session.leave()
        return lines
    }

    @Test
    func
        `S-40, S-Q29, S-45, C-Q16: type by type, what other devices have changed, that it is synced, and what has happened`()
        throws
    {
        try withFollowing(Self.open) { gateway in
            try gateway.createAccounts("x", "y")
            let bob = try gateway.online("bob")
            let phone = try gateway.online("alice", device: "phone")
            try phone.add("bob")
            try phone.follow(["bob", "x"], 2)
            let place = try position(gateway, "alice", device: "tab")
            try phone.follow(["y"], 2, expiry: 60)
            try phone.follow(["bob"])
            try phone.unfollow(["x"], 2)
            try phone.leave()
            try bob.update(#""name": "B""#)
            let (tab, _) = try gateway.back("alice", device: "tab", resume: place)
            let events = try tab.settleAll()
            #expect(
                try events.subscriptionLines == [
                    "1 +bob 3600", "synced 1", "1 bob: web on", "2 +y 60", "2 -x 3600", "synced 2", "2 bob: B …",
                    "synced 3",
                    "3 bob: web on", "synced 4", "4 bob: B …",
                ])
            // After what concerns the conversations.
            let first = try #require(events.firstIndex { $0.name.hasPrefix("subscription.") })
            #expect(events[..<first].last?.name == "conversation.syncFinish")
            #expect(events.filter { $0.name == "subscription.changedOnOtherDevices" }.count == 2)
            let rest = try tab.settleAll()
            #expect(rest.isEmpty)
        }
    }

    @Test
    func `X-07, S-45: what other devices have changed is in the reply, for a client that is cut off right after it`()
        throws
    {
        try withFollowing { gateway in
            try gateway.createAccounts("bob", "carol")
            let phone = try gateway.online("alice", device: "phone")
            let place = try position(gateway, "alice", device: "tab")
            try phone.follow(["bob"])
            try phone.follow(["carol"], 2, expiry: 60)
            try phone.unfollow(["carol"], 2)
            let (tab, opened) = try gateway.back("alice", device: "tab", resume: place)
            let stream = try #require(opened["resume"]?["user"])
            let events = try #require(stream["events"]?.elements)
            let changes = events.compactMap { event -> String? in
                guard event["event"]?.string == "subscription.changedOnOtherDevices",
                    let change = event["data"]?["events"]?.elements?.first(where: { _ in true })
                else { return nil }
                let sign = change["operationType"]?.int == 0 ? "+" : "-"
                return "\(change["subscribeType"]?.int ?? 0) \(sign)\(change["userId"]?.string ?? "")"
            }
            #expect(changes == ["1 +bob", "2 +carol", "2 -carol"])
            try tab.leave()
        }
    }

    @Test
    func
        `S-Q26, X-07: a device is not told of its own subscriptions when it comes back, and others are told whose they are`()
        throws
    {
        try withFollowing(door: .webSocket) { gateway in
            try gateway.createAccounts("bob", "carol")
            let place = try position(gateway, "alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let phone = try gateway.online("alice", device: "phone")
            try phone.follow(["bob"])
            let live = try #require(try tab.settleAll().named("subscription.changedOnOtherDevices").first)
            #expect(live.data["device"]?.string == "phone" && live.data.keys == ["device", "events"])
            try tab.follow(["carol"])
            try phone.unfollow(["bob"])
            try phone.leave()
            // As after any lost connection: the replies told no seq.
            let (again, opened) = try gateway.back("alice", device: "phone", resume: place)
            let stream = try #require(opened["resume"]?["user"])
            #expect(stream["verdict"]?.string == "recovered")
            #expect(stream["seq"]?.int == opened["stream"]?["seq"]?.int)
            let events = try #require(stream["events"]?.elements)
            #expect(events.map { $0["data"]?["device"]?.string } == ["tab"])
            let told = try again.settleAll()
            #expect(try told.subscriptionLines == ["1 +carol 3600"] + Self.nothing)
            #expect(told.named("subscription.changedOnOtherDevices").map { $0.data["device"]?.string } == ["tab"])
            // Nor when it fetches the stream itself; the other one sees what it has not done.
            let page = try again.request("stream.events", #"{"after": 0}"#).get()
            let fetched = try #require(page["events"]?.elements)
            #expect(fetched.compactMap { $0["data"]?["device"]?.string } == ["tab"])
            let others = try #require(try tab.request("stream.events", #"{"after": 0}"#).get()["events"]?.elements)
            #expect(others.compactMap { $0["data"]?["device"]?.string } == ["phone", "phone"])
        }
    }

    @Test func `S-40, S-Q29: at every login, of each type once, and a fresh device hears of no changes`() throws {
        try withFollowing { gateway in
            try gateway.createAccounts("x")
            let phone = try gateway.online("alice", device: "phone")
            try phone.follow(["x"])
            for _ in 1...3 { #expect(try login(gateway, "alice", device: "tab") == Self.nothing) }
            let place = try position(gateway, "alice", device: "tab")
            try phone.unfollow(["x"])
            #expect(try login(gateway, "alice", device: "tab", resume: place) == ["1 -x 3600"] + Self.nothing)
            try gateway.restart()
            #expect(try login(gateway, "alice", device: "tab", resume: place) == ["1 -x 3600"] + Self.nothing)
        }
    }

    @Test func `S-Q33: a device that was away hears of each profile and presence that has changed, as it is now`()
        throws
    {
        try withFollowing { gateway in
            let users = ["friend", "star", "both", "same", "left", "hidden", "former"]
            let sessions = try users.map { try gateway.online($0) }
            for session in sessions.dropLast(2) { try session.setVisibility(2) }
            try sessions[3].update(#""name": "old""#)
            let alice = try gateway.online("alice")
            try alice.add("friend")
            for user in ["both", "former"] { try alice.add(user) }
            try alice.follow(["star", "both", "same", "left", "hidden"], 2)
            try alice.follow(users)
            _ = try alice.changes(until: "1 former: web on")
            try alice.unfollow(["left"], 2)
            try alice.deleteFriends(["former"])
            try alice.leave()
            // In the order of their last changes.
            for (index, name) in [(0, "1"), (2, "2"), (1, "3"), (0, "4"), (4, "5"), (6, "6"), (1, "7")] {
                try sessions[index].update(#""name": "\#(name)""#)
            }
            // A change that alice may not see.
            try sessions[5].update(#""email": "e""#)
            let more = try gateway.session("star", device: "pc", platform: "pc")
            let lines = try login(gateway, "alice")
            #expect(
                lines == [
                    "synced 1", "1 star: web on, pc on", "synced 2", "2 both: 2 …", "2 star: 7 …", "synced 3",
                    "3 friend: web on",
                    "3 both: web on", "synced 4", "4 both: 2 …", "4 friend: 4 …",
                ])
            // Once.
            #expect(
                try login(gateway, "alice")
                    == Self.nothing.flatMap { $0 == "synced 3" ? [$0, "3 friend: web on", "3 both: web on"] : [$0] })
            // It has never seen the profile of h, who hides; a change of the name is told.
            try sessions[5].update(#""name": "H""#)
            let again = try login(gateway, "alice")
            #expect(again.filter { $0.hasPrefix("2") } == ["2 hidden: H"])
            _ = more
        }
    }

    @Test func `S-Q33: what was being gathered for a session when it ended is told at the next login`() throws {
        try withFollowing(["subscriptions.batchMilliseconds": "1000"]) { gateway in
            let bob = try gateway.online("bob")
            try bob.setVisibility(2)
            let alice = try gateway.online("alice")
            try alice.follow(["bob"], 2)
            try bob.update(#""name": "B""#)
            // In the same shard or another: by then it is being gathered.
            pause(.milliseconds(100))
            try alice.leave()
            #expect(try login(gateway, "alice").contains("2 bob: B …"))
        }
    }

    @Test func `S-Q33, S-Q27: a visibility that has become another is queued as well`() throws {
        try withFollowing { gateway in
            let bob = try gateway.online("bob")
            try bob.update(#""email": "e""#)
            try gateway.createAccounts("x")
            let alice = try gateway.online("alice")
            try alice.follow(["bob"], 2)
            try alice.leave()
            for (visibility, line) in [(2, "2 bob:  …"), (1, "2 bob: ")] {
                try bob.setVisibility(visibility)
                #expect(try login(gateway, "alice") == ["synced 1", "synced 2", line, "synced 3", "synced 4"])
            }
        }
    }

    @Test func `S-Q33, X-21: what is queued outlives the gateway's end, also for one that had left just before it`()
        throws
    {
        // So long that nobody is told to be away before the end.
        try withFollowing(Self.open.merging(["subscriptions.reconnectMilliseconds": "60000"]) { $1 }) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.follow(["bob"], 2)
            try alice.leave()
            pause(.milliseconds(3))
            try bob.update(#""name": "B""#)
            try gateway.restart()
            #expect(try login(gateway, "alice") == ["synced 1", "synced 2", "2 bob: B …", "synced 3", "synced 4"])
            try gateway.restart()
            #expect(try login(gateway, "alice") == Self.nothing)
        }
    }

    @Test func `S-Q34, S-Q33: of a deleted user nothing is told`() throws {
        try withFollowing(Self.open) { gateway in
            let herald = try Herald(gateway)
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let away = try gateway.online("away")
            for session in [alice, away] { for type in [1, 2] { try session.follow(["bob"], type) } }
            _ = try herald.lines(alice)
            try away.leave()
            try bob.update(#""email": "b""#)
            #expect(try alice.changes().map(\.line) == ["2 bob:  …"])
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["bob"]}"#).get()
            try nextSecond()
            _ = try bob.closeCode()
            pause(.milliseconds(300))
            #expect(try herald.lines(alice) == [[]])
            #expect(try login(gateway, "away") == Self.nothing)
            #expect(try alice.following(1).isEmpty)
            #expect(try alice.following(2).map(\.user) == ["herald"])
            // Nor the next user of the same name.
            try gateway.online("bob").update(#""name": "new""#)
            #expect(try herald.lines(alice) == [[]])
        }
    }

    @Test func `S-Q14, S-40: nothing is synced if there are no subscriptions`() throws {
        try withFollowing(["subscriptions.enabled": "false"]) { gateway in
            let told = try login(gateway, "alice")
            #expect(told.isEmpty)
        }
    }
}
