import Client
import JSON
import Testing

/// `push.explain`: why a user was pushed a message, or was not.
struct PushExplainTests {
    private static let force = #""apnsMemberOption": {"forcePush": true}"#

    @Test
    func
        `T-Q27, T-Q24, T-Q15, X-51, X-52: each reason is told, and stays as it was however things have changed since; force push lifts some`()
        throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            let users = ["bob", "carol", "dave"]
            for user in users { try pushes.away(user) }
            try gateway.createAccounts("eve")
            let id = try alice.createGroup(with: users + ["eve"], style: 3)
            // Bob's setting, how he takes it back, and the result for a message meanwhile, for a forced one, and for one that
            // names him.
            let steps: [(set: String, unset: String, outcomes: [String])] = [
                ("group.block", "group.unblock", repeated("groupBlocked X-M03")),
                (option(1), option(0), repeated("refused X-M04")),
                (option(4), option(0), ["notMentioned X-M06", "notMentioned X-M06", "hello"]),
                (option(2), option(0), ["withoutPush X-M08", "! hello", "withoutPush X-M08"]),
                (option(3), option(0), ["mentionsOnly X-M09", "! hello", "hello"]),
                (state(1), state(0), ["notifyNone X-M11", "! hello", "notifyNone X-M11"]),
                (
                    #"push.setGlobalDnd "enabled": true"#, #"push.setGlobalDnd "enabled": false"#,
                    ["quietHours X-M13", "! hello", "quietHours X-M13"]
                ),
            ]
            var sent: [(Sent, outcome: String)] = []
            for step in steps {
                try gateway.briefly("bob") { try $0.perform(step.set, in: id) }
                let three = try [
                    alice.write(in: id), alice.write(in: id, Self.force), alice.write(in: id, at: ["bob"]),
                ]
                sent += zip(three, step.outcomes).map { ($0, $1) }
                // While bob is still away.
                for one in three { _ = try pushes.outcome(of: one, for: "bob") }
                try gateway.briefly("bob") { try $0.perform(step.unset, in: id) }
            }
            try gateway.briefly("carol") { try $0.group("setNotifyState", id, #""state": 2"#) }
            try gateway.briefly("dave") { dave in
                let one = try dave.write(in: id)
                #expect(try pushes.outcome(of: one, for: "carol") == "notifyManagersOnly X-M12")
                #expect(try pushes.outcome(of: one, for: "dave") == "ownMessage X-M")
                #expect(try pushes.outcome(of: one, for: "eve") == "noDevice T-Q27")
            }
            let silent = try alice.write(in: id, #"\#(Self.force), "apnsEnabled": false"#)
            sent.append((silent, "switchedOff T-Q24"))
            try alice.group("setAnnouncement", id, #""announcement": "news""#)
            let notification = try #require(try alice.history(in: id, #""limit": 1"#).first).msgID

            func check() throws {
                for (one, outcome) in sent {
                    let line = try pushes.outcome(of: one, for: "bob")
                    // Numbers stand before what was pushed.
                    #expect(line.drop { $0.isNumber } == (outcome == "hello" ? " alice:hello" : outcome[...]))
                }
                let line = try pushes.explanation(of: notification, for: "bob").line
                #expect(line == "notification X-M05")
            }
            try check()
            // Later nothing is as it was.
            try gateway.briefly("bob") { bob in
                for step in steps.dropFirst() { try bob.perform(step.set, in: id) }
                try bob.group("leave", id)
                _ = try bob.request("push.unregister", "{}").get()
            }
            try gateway.restart()
            try check()
        }
    }

    private func repeated(_ outcome: String) -> [String] { [outcome, outcome, outcome] }
    private func option(_ option: Int) -> String { #"conversation.setGroupReceiveOpt "opt": \#(option)"# }
    private func state(_ state: Int) -> String { #"group.setNotifyState "state": \#(state)"# }

    @Test func `T-Q27: a receiver asks about itself, an administrator about anybody, and nobody else`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            try gateway.createAccounts("carol")
            let id = try alice.createGroup(with: ["bob", "carol"])
            let (between, inGroup) = (try alice.write(to: "bob"), try alice.write(in: id))
            #expect(try pushes.outcomes(of: between, for: "bob", "alice") == ["1 alice:hello", "ownMessage X-M"])
            #expect(try pushes.outcomes(of: inGroup, for: "bob", "carol") == ["2 alice:hello", "noDevice T-Q27"])

            let (bob, carol) = (try gateway.online("bob"), try gateway.online("carol"))
            let eve = try gateway.online("eve")
            #expect(try ExplainedPush(bob.explain(inGroup.msgID).get()).line == "2 alice:hello")
            #expect(try ExplainedPush(carol.explain(inGroup.msgID).get()).line == "noDevice T-Q27")
            #expect(try ExplainedPush(alice.explain(inGroup.msgID).get()).line == "ownMessage X-M")
            for (session, message) in [
                (eve, between.msgID), (eve, inGroup.msgID), (carol, between.msgID), (bob, "1"), (bob, "x"), (bob, "-1"),
            ] {
                #expect(try session.explain(message).code == "gw 1010 noMessage")
            }
            #expect(try pushes.explain(between.msgID, for: "nobody").code == "gw 1010 noMessage")
            #expect(try pushes.explain(between.msgID, for: "eve").code == "gw 1010 noMessage")
            let data = #"{"userID": "bob", "msgId": "\#(between.msgID)"}"#
            #expect(try alice.refusal("admin.push.explain", data).number == "gw 1002")
        }
    }

    @Test func `T-Q24, T-Q22: who joins later or has left is no receiver, forced or not`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            for user in ["bob", "carol", "dave"] { try pushes.away(user) }
            let id = try alice.createGroup(with: ["bob", "carol"], style: 3)
            try alice.group("remove", id, some("bob"))
            let everybody = #""apnsMemberOption": {"forcePush": true, "userIds": ["bob", "carol", "dave"]}"#
            let sent = try alice.write(in: id, everybody)
            try gateway.briefly("dave") { try $0.group("join", id) }
            #expect(try pushes.outcomes(of: sent, for: "bob", "carol") == ["notMember T-Q24", "1! hello"])
            #expect(try pushes.explanation(of: sent.msgID, for: "dave").line == "notMember T-Q24")
            #expect(try pushes.requests(sent.msgID, to: "bob").isEmpty)
            #expect(try pushes.requests(sent.msgID, to: "dave").isEmpty)
        }
    }

    @Test func `X-30, X-25, T-Q24: who is blacklisted is kept from no push in a group, and from every one between two`()
        throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            let bob = try gateway.session("bob", device: "phone", platform: "ios")
            let id = try alice.createGroup(with: ["bob"])
            try bob.block("alice")
            try pushes.register(bob, "bob")
            try bob.leave()
            #expect(try alice.refusal("message.send", message(to: "bob", Self.force)).number == "tim 20007")
            #expect(try pushes.outcome(of: alice.write(in: id), for: "bob") == "1 alice:hello")
            #expect(try pushes.requests(to: "bob").count == 1)
        }
    }

    @Test func `X-54, X-M05: what is no message is pushed to nobody: profiles, friends, groups, notifications`() throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            let bob = try gateway.session("bob", device: "phone", platform: "ios")
            try gateway.befriend(alice, bob, "bob")
            let id = try alice.createGroup(with: ["bob"])
            try pushes.register(bob, "bob")
            try bob.leave()
            try alice.modifySelf(#""nickname": "Al""#)
            try alice.deleteFriends(["bob"], type: 2)
            try alice.add("bob")
            try alice.createGroup(with: ["bob"])
            try alice.group("setAnnouncement", id, #""announcement": "news""#)
            try alice.group("addAdmin", id, one("bob"))
            try alice.markRead(in: id)
            let lines = try alice.history(in: id).map { try pushes.explanation(of: $0.msgID, for: "bob").line }
            // The first is that bob has accepted.
            #expect(lines == ["notification X-M05", "notification X-M05", "ownMessage X-M"])
            #expect(try pushes.outcome(of: alice.write(to: "bob"), for: "bob") == "1 Al:hello")
            #expect(try pushes.requests(to: "bob").count == 1)
        }
    }

    @Test func `T-Q27, X-M12: without a provider nothing is pushed to anybody, and that is said before any rule`()
        throws
    {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let carol = try gateway.online("carol")
            let id = try alice.createGroup(with: ["bob", "carol"])
            try alice.group("addAdmin", id, one("bob"))
            func reasons(_ sent: Sent) throws -> [String] {
                try [alice, bob, carol].map { try ExplainedPush($0.explain(sent.msgID).get()).line }
            }
            let none = Array(repeating: "noProvider T-Q27", count: 3)
            for session in [alice, bob, carol] { try session.group("setNotifyState", id, #""state": 2"#) }
            for session in [alice, bob, carol] { #expect(try reasons(session.write(in: id)) == none) }
            try carol.group("block", id)
            #expect(try reasons(bob.write(in: id)) == none)
            try bob.setReceiveOption(2, for: "alice")
            let sent = try alice.write(to: "bob")
            #expect(try ExplainedPush(bob.explain(sent.msgID).get()).line == "noProvider T-Q27")
        }
    }

    @Test func `T-Q27: after push.explainDays nothing is known of a message any more`() throws {
        let settings = movableClock.merging(["push.explainDays": "2"]) { $1 }
        try withPushes(settings) { gateway, pushes in
            let alice = try gateway.online("alice")
            let bob = try gateway.session("bob", device: "phone", platform: "ios")
            try pushes.register(bob, "bob")
            try bob.leave()
            let pushed = try alice.write(to: "bob")
            #expect(try pushes.outcome(of: pushed, for: "bob") == "1 alice:hello")
            try gateway.briefly("bob") { try $0.setQuietHours() }
            let quiet = try alice.write(to: "bob")
            #expect(try pushes.outcome(of: quiet, for: "bob") == "quietHours X-M13")
            try gateway.briefly("bob") { try $0.setQuietHours(isOn: false) }

            try gateway.restart(after: 2 * day - 3600)
            #expect(try pushes.outcome(of: pushed, for: "bob") == "1 alice:hello")
            #expect(try pushes.outcome(of: quiet, for: "bob") == "quietHours X-M13")
            try gateway.restart(after: 2 * day + 3600)
            for sent in [pushed, quiet] {
                #expect(try pushes.explain(sent.msgID, for: "bob").code == "gw 1010 noMessage")
            }
            // A message from now on is pushed as ever.
            let later = try gateway.online("alice").write(to: "bob")
            #expect(try pushes.outcome(of: later, for: "bob") == "3 alice:hello")
        }
    }
}

extension ClientSession {
    /// An operation with its parameters, as JSON members, behind its name; `id` is the group of those that have one.
    fileprivate func perform(_ line: String, in id: String) throws {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let group = words[0].hasPrefix("push.") ? [] : [#""groupID": "\#(id)""#]
        _ = try request(words[0], "{\((group + words.dropFirst()).joined(separator: ", "))}").get()
    }
}
