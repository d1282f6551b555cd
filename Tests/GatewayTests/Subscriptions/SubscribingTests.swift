import Client
import ClientProtocol
import JSON
import Testing

/// `subscription.subscribe` and `unsubscribe`
struct SubscribingTests {
    @Test(arguments: [1, 2])
    func `S-46, S-47, S-49, S-53: a subscription has the users, the type and the expiry of the request`(type: Int)
        throws
    {
        try withFollowing { gateway in
            try gateway.createAccounts("bob", "carol")
            let alice = try gateway.online("alice")
            let before = wallMilliseconds()
            #expect(try alice.follow(["bob", "carol"], type, expiry: 180_000) == Followed(0, []))
            let after = wallMilliseconds()
            let all = try alice.followed(["carol", "bob"], type)
            #expect(all.map(\.user) == ["carol", "bob"])
            #expect(all.allSatisfy { $0.type == type && $0.expiry == 180_000 && (before...after).contains($0.since) })
        }
    }

    @Test(arguments: [1, 2]) func `S-48, S-56: a subscription of one type is none of the other`(type: Int) throws {
        try withFollowing { gateway in
            try gateway.createAccounts("bob", "carol")
            let alice = try gateway.online("alice")
            try alice.follow(["bob", "carol"], type)
            #expect(try alice.followed(["bob", "carol"], 3 - type).isEmpty)
            #expect(try alice.followed(["carol"], type).map(\.type) == [type])
        }
    }

    @Test(arguments: [1, 2]) func `S-53, S-54, S-56: an unsubscribed user is in no query any more`(type: Int) throws {
        try withFollowing { gateway in
            try gateway.createAccounts("bob", "carol")
            let alice = try gateway.online("alice")
            try alice.follow(["bob", "carol"], type)
            #expect(try alice.unfollow(["bob"], type) == Followed(0, []))
            #expect(try alice.followed(["carol", "bob"], type).map(\.user) == ["carol"])
        }
    }

    /// A parameter, bad values of it, and the error that they get.
    struct Parameter: ShowsRows {
        let rows: String
        let name: String
        let number: String
        let bad: [String]

        /// All parameters of a call, with that value of this one.
        func data(_ value: String) -> String {
            var all = ["userIds": #"["bob"]"#, "subscribeType": "1", "expiry": "60"]
            all[name] = value
            return "{\(all.sorted { $0.key < $1.key }.map { #""\#($0.key)": \#($0.value)"# }.joined(separator: ", "))}"
        }
    }

    @Test(arguments: [
        Parameter(
            rows: "S-50, S-55, S-Q16", name: "userIds", number: "rc 34308",
            bad: ["[]", #""bob""#, "[1]", #"["bob", null]"#, "{}", "1", list((0...200).map { "u\($0)" })]),
        Parameter(
            rows: "S-48, S-Q17", name: "subscribeType", number: "rc 34306",
            bad: ["0", "3", "4", "5", "-1", "1.5", #""1""#, "true"]),
        Parameter(
            rows: "S-49, S-Q15", name: "expiry", number: "rc 34307",
            bad: ["59", "0", "-60", "2592001", "60.5", #""60""#, "true", "1e30"]),
    ])
    func `a bad value is refused, and nothing is done`(parameter: Parameter) throws {
        try withFollowing { gateway in
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            func isRefused(_ value: String, _ operation: String) throws -> Bool {
                try alice.refusal("subscription.\(operation)", parameter.data(value)).number == parameter.number
            }
            for value in parameter.bad { #expect(try isRefused(value, "subscribe"), "\(value)") }
            #expect(try alice.following(1).isEmpty && alice.following(2).isEmpty)
            try alice.follow(["bob"])
            // It has no expiry.
            for value in parameter.bad where parameter.name != "expiry" {
                #expect(try isRefused(value, "unsubscribe"), "\(value)")
            }
            #expect(try alice.following(1).map(\.user) == ["bob"])
        }
    }

    @Test func `S-47, S-48, S-49: every parameter is required`() throws {
        try withFollowing { gateway in
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            for missing in [
                #""subscribeType": 1, "expiry": 60"#, #""userIds": ["bob"], "expiry": 60"#,
                #""userIds": ["bob"], "subscribeType": 1"#,
            ] {
                #expect(try alice.refusal("subscription.subscribe", "{\(missing)}").system == "rc", "\(missing)")
            }
            #expect(try alice.following(1).isEmpty)
        }
    }

    @Test func `S-Q15, S-49: from 60 seconds to 30 days, which nothing else looks at`() throws {
        try withFollowing { gateway in
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            for expiry in [60, 2_592_000] {
                #expect(try alice.follow(["bob"], expiry: expiry) == Followed(0, []))
                #expect(try alice.followed(["bob"]).map(\.expiry) == [expiry])
            }
            let data = #"{"userIds": ["bob"], "subscribeType": 1, "expiry": 1}"#
            #expect(try alice.request("subscription.query", data).get()["events"]?.count == 1)
            #expect(try alice.request("subscription.unsubscribe", data).get()["status"]?.int == 0)
            #expect(try alice.following().isEmpty)
        }
    }

    @Test func `S-Q21, S-46, S-54, S-47: unknown users and oneself fail by themselves, in the order of the request`()
        throws
    {
        try withFollowing { gateway in
            try gateway.createAccounts("bob", "carol", "gone")
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["gone"]}"#).get()
            let alice = try gateway.online("alice")
            let users = ["bob", "gone", "ż", "alice", "nobody", "carol", "", times(33, "x"), "Bob"]
            let failed = ["gone", "ż", "alice", "nobody", "", times(33, "x"), "Bob"]
            for type in [1, 2] {
                #expect(try alice.follow(users, type) == Followed(34308, failed))
                #expect(try alice.following(type).map(\.user) == ["bob", "carol"])
                #expect(try alice.followed(users, type).map(\.user) == ["bob", "carol"])
                #expect(try alice.unfollow(users, type) == Followed(34308, failed))
                #expect(try alice.following(type).isEmpty)
            }
        }
    }

    @Test func `S-Q32, S-54: leaving a user who is not followed succeeds, and nobody is told`() throws {
        try withFollowing { gateway in
            try gateway.createAccounts("bob", "carol")
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            try phone.follow(["bob"], 2)
            _ = try tab.settleAll()
            #expect(try phone.unfollow(["bob", "carol"]) == Followed(0, []))
            #expect(try tab.changedElsewhere().isEmpty)
            #expect(try phone.following(2).map(\.user) == ["bob"])
        }
    }

    @Test func `S-Q22, S-Q24, S-49: following again sets the time anew, shorter too, and tells no first event again`()
        throws
    {
        try withFollowing { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let (herald, bob) = (try Herald(gateway), try gateway.online("bob"))
            _ = bob
            try phone.follow(["bob"], expiry: 1000)
            #expect(try herald.lines(phone, tab) == [["1 bob: web on"], ["1 bob: web on"]])
            let first = try #require(try phone.followed(["bob"]).first)
            _ = try tab.settleAll()
            pause(.milliseconds(5))
            for expiry in [2000, 500] {
                let before = wallMilliseconds() - clockSlack
                #expect(try phone.follow(["bob"], expiry: expiry) == Followed(0, []))
                let again = try #require(try phone.followed(["bob"]).first)
                #expect(again.expiry == expiry && again.since >= before && again.since > first.since)
                #expect(again.presence == first.presence)
                #expect(try tab.changedElsewhere().map(\.line) == ["1 +bob \(expiry)"])
            }
            #expect(try phone.following().count == 1)
            #expect(try herald.lines(phone, tab) == [[], []])
        }
    }

    // MARK: - Other devices

    @Test
    func `S-45, S-Q26, S-Q21: the other devices hear what has been done, once a call, and nobody else does`() throws {
        try withFollowing(door: .webSocket) { gateway in
            try gateway.createAccounts("bob", "carol")
            let sessions = try ["phone", "tab", "pc"].map { try gateway.online("alice", device: $0) }
            let dave = try gateway.online("dave")
            for type in [1, 2] {
                #expect(try sessions[0].follow(["carol", "nobody", "alice", "bob"], type, expiry: 99).status == 34308)
                let known = try sessions[0].followed(["carol", "bob"], type)
                for other in sessions.dropFirst() {
                    let told = try other.changedElsewhere()
                    #expect(told.map(\.line) == ["\(type) +carol 99", "\(type) +bob 99"])
                    #expect(told.map(\.since) == known.map(\.since))
                }
                #expect(try sessions[0].changedElsewhere().isEmpty && dave.changedElsewhere().isEmpty)
                try sessions[1].follow(["carol"], type, expiry: 60)
                _ = try [sessions[0], sessions[2]].map { try $0.settleAll() }
                #expect(try sessions[2].unfollow(["nobody", "bob", "carol"], type).failed == ["nobody"])
                for other in sessions.dropLast() {
                    let events = try other.settleAll().named("subscription.changedOnOtherDevices")
                    #expect(events.count == 1 && events.allSatisfy { $0.stream == "user" })
                    let told = try #require(events.first?.data["events"]?.elements).map { try ChangedElsewhere($0) }
                    #expect(told.map(\.line) == ["\(type) -bob 99", "\(type) -carol 60"])
                }
                #expect(try sessions[2].changedElsewhere().isEmpty && dave.changedElsewhere().isEmpty)
            }
            // A call in which nobody is left over tells nothing.
            #expect(try sessions[0].follow(["nobody"]).status == 34308)
            #expect(try sessions[1].changedElsewhere().isEmpty)
        }
    }

    @Test func `X-10: a repeat with the same key gives the first reply, follows nobody anew and tells nobody`() throws {
        try withFollowing { gateway in
            try gateway.createAccounts("bob", "carol")
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let follow = #"{"userIds": ["bob", "carol", "nobody"], "subscribeType": 1, "expiry": 60}"#
            let first = try phone.request("subscription.subscribe", follow, key: "a").get()
            try phone.unfollow(["carol"])
            let before = try phone.following()
            _ = try [phone, tab].map { try $0.settleAll() }
            pause(.milliseconds(3))
            for session in [tab, phone] {
                #expect(try session.request("subscription.subscribe", follow, key: "a").get().text == first.text)
                #expect(try [phone, tab].flatMap { try $0.changedElsewhere() }.isEmpty)
            }
            #expect(try phone.following() == before && before.map(\.user) == ["bob"])
        }
    }

    @Test func `X-08: the reply comes before the first event`() throws {
        try withFollowing { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let data = #"{"userIds": ["bob"], "subscribeType": 1, "expiry": 60}"#
            let request = try alice.send("subscription.subscribe", data)
            guard case .text(let text) = try alice.connection.receive(),
                case .reply(request, .ok) = try ServerMessage(text)
            else {
                Issue.record("the reply was not first")
                return
            }
            #expect(try alice.changes().map(\.line) == ["1 bob: web on"])
            _ = bob
        }
    }

    @Test func `S-Q14, S-02: there are no subscriptions if the configuration says so, and nobody is told anything`()
        throws
    {
        try withFollowing(["subscriptions.enabled": "false"]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let data = #"{"userIds": ["bob"], "subscribeType": 1, "expiry": 60, "pageSize": 1, "startIndex": 0}"#
            for operation in ["subscribe", "unsubscribe", "query", "list"] {
                #expect(try alice.refusal("subscription.\(operation)", data).number == "rc 26020")
            }
            try alice.add("bob")
            try bob.update(#""name": "B""#)
            #expect(try alice.settleAll().allSatisfy { !$0.name.hasPrefix("subscription.") })
        }
    }
}
