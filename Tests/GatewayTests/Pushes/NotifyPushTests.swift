import Client
import JSON
import Testing

/// Whose messages in a group remind a member: `group.setNotifyState`.
struct NotifyPushTests {
    @Test(arguments: ["team", "superTeam"])
    func `T-46, T-47, T-49: notify state None stops the pushes of a group, for that member only`(kind: String)
        throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            for user in ["bob", "carol"] { try pushes.away(user) }
            let id = try gateway.createGroup(kind, by: "alice", with: ["bob", "carol"])
            let other = try gateway.createGroup(kind, by: "alice", with: ["bob"])
            try gateway.briefly("bob") { try $0.group("setNotifyState", id, #""state": 1"#) }
            let sent = try [alice.write(in: id), alice.write(in: id, at: ["bob"]), alice.write(in: other)]
            let outcomes = try sent.map { try pushes.outcome(of: $0, for: "bob") }
            #expect(outcomes == ["notifyNone X-M11", "notifyNone X-M11", "3 alice:hello"])
            // Each member for itself.
            #expect(try pushes.outcome(of: sent[0], for: "carol") == "1 alice:hello")
            try gateway.briefly("bob") { try $0.group("setNotifyState", id, #""state": 0"#) }
            #expect(try pushes.outcome(of: alice.write(in: id), for: "bob") == "4 alice:hello")
        }
    }

    @Test(arguments: ["team", "superTeam"])
    func `T-50, T-51, X-53: notify state None stops neither delivery nor the unread count`(kind: String) throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob", device: "phone")
            let id = try gateway.createGroup(kind, by: "alice", with: ["bob"])
            let other = try gateway.createGroup(kind, by: "alice", with: ["bob"])
            try bob.group("setNotifyState", id, #""state": 1"#)
            try pushes.register(bob, "bob")
            _ = try bob.settle()
            let live = try alice.write(in: id)
            #expect(try Message(try bob.event("message.new")).msgID == live.msgID)
            try bob.leave()
            for group in [id, id, other] { try alice.write(in: group) }
            try gateway.briefly("bob") { bob in
                let unread = try [id, other].map { try bob.conversation(in: $0)?.unread }
                let total = try bob.totalUnread()
                #expect(unread == [3, 1] && total == 4)
            }
        }
    }

    @Test func `T-01: members get messages and notifications; notify state and force push decide on pushes`()
        throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try pushes.away("carol")
            let id = try alice.createGroup(with: ["bob", "carol"])
            _ = try bob.settle()
            try alice.group("setAnnouncement", id, #""announcement": "news""#)
            let message = try alice.write(in: id)
            #expect(try bob.settle().messages.map(\.type) == [5, 0])
            #expect(try pushes.outcome(of: message, for: "carol") == "1 alice:hello")
            try gateway.briefly("carol") { try $0.group("setNotifyState", id, #""state": 1"#) }
            let quiet = try alice.write(in: id)
            #expect(try pushes.outcome(of: quiet, for: "carol") == "notifyNone X-M11")
            let forced = try alice.write(in: id, #""apnsMemberOption": {"forcePush": true, "apnsContent": "Fire"}"#)
            #expect(try pushes.outcome(of: forced, for: "carol") == "3! Fire")
        }
    }

    @Test
    func `T-48, T-Q19, T-47: OnlyManager lets through what owner and admins say, by what they were when they said it`()
        throws
    {
        try withPushes { gateway, pushes in
            let (owner, alice) = (try gateway.online("owner"), try gateway.online("alice"))
            try gateway.createAccounts("bob")
            let id = try owner.createGroup(with: ["alice", "bob"])
            let bob = try gateway.online("bob")
            try bob.group("setNotifyState", id, #""state": 2"#)
            try pushes.register(bob, "bob")
            try bob.leave()

            let asMember = try alice.write(in: id)
            try owner.group("addAdmin", id, one("alice"))
            let asAdmin = try alice.write(in: id)
            try owner.group("removeAdmin", id, one("alice"))
            let asMemberAgain = try alice.write(in: id)
            let byOwner = try owner.write(in: id)
            try owner.group("transfer", id, #""newOwner": "alice""#)
            let byOldOwner = try owner.write(in: id)
            let asOwner = try alice.write(in: id)
            let expected = [
                (asMember, "notifyManagersOnly X-M12"), (asAdmin, "2 alice:hello"),
                (asMemberAgain, "notifyManagersOnly X-M12"), (byOwner, "4 owner:hello"),
                (byOldOwner, "notifyManagersOnly X-M12"), (asOwner, "6 alice:hello"),
            ]
            // Asked when everybody is something else already, and once more.
            for _ in 1...2 {
                for (sent, line) in expected { #expect(try pushes.outcome(of: sent, for: "bob") == line) }
            }
        }
    }

    @Test func `T-Q18, T-Q17, T-52: the state is each user's, in each group; it is forgotten on leaving`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            let id = try alice.createGroup(with: ["bob", "carol"], style: 3)
            for user in ["bob", "carol"] {
                let session = try gateway.online(user, device: "phone")
                try session.group("setNotifyState", id, #""state": 1"#)
                #expect(try session.attempt("setNotifyState", id, #""state": 3"#) == "nim 414")
                try pushes.register(session, user)
                try session.leave()
            }
            let before = try alice.write(in: id)
            try gateway.briefly("bob") { bob in
                try bob.group("leave", id)
                let refused = try bob.attempt("setNotifyState", id, #""state": 0"#)
                #expect(refused == "nim 804")
            }
            #expect(try pushes.outcomes(of: before, for: "bob", "carol") == ["notifyNone X-M11", "notifyNone X-M11"])
            let meanwhile = try alice.write(in: id)
            try gateway.briefly("bob") { try $0.group("join", id) }
            let after = try alice.write(in: id)
            let bob = try [meanwhile, after].map { try pushes.outcome(of: $0, for: "bob") }
            // X-44: nothing of before is unread.
            #expect(bob == ["notMember T-Q24", "1 alice:hello"])
            #expect(try pushes.outcomes(of: after, for: "carol") == ["notifyNone X-M11"])
        }
    }

    @Test
    func `X-51, T-Q18, C-15, G-45: recvOpt, notify state and block are three values, each with an event of its own`()
        throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            let phone = try gateway.online("bob", device: "phone")
            let tab = try gateway.online("bob", device: "tab")
            let id = try alice.createGroup(with: ["bob"])
            func values() throws -> [Int] {
                [
                    try phone.receiveOption(in: id) ?? -1, try phone.notifyState(id) ?? -1,
                    try phone.details(id).isBlocked == true ? 1 : 0,
                ]
            }
            func change(_ body: () throws -> Void) throws -> [String] {
                _ = try [phone, tab, alice].map { try $0.settle() }
                try body()
                let (own, others) = (try tab.settle(), try alice.settle())
                #expect(others.isEmpty)
                return own.map { event in
                    // Which of them has changed.
                    event.data["conversations"]?.first?["recvOpt"]?.int.map { "\(event.name) \($0)" } ?? event.name
                }
            }
            let states = #""state""#
            let option = try change { try phone.setReceiveOption(2, in: id) }
            let state = try change { try phone.group("setNotifyState", id, "\(states): 1") }
            let block = try change { try phone.group("block", id) }
            #expect(
                [option, state, block] == [
                    ["conversation.changed 2"], ["group.notifyStateChanged"], ["group.blockChanged"],
                ])
            #expect(try values() == [2, 1, 1])
            try phone.setReceiveOption(0, in: id)
            #expect(try values() == [0, 1, 1])
            try phone.group("setNotifyState", id, "\(states): 0")
            #expect(try values() == [0, 0, 1])
            try phone.setReceiveOption(4, in: id)
            try phone.group("unblock", id)
            #expect(try values() == [4, 0, 0])

            // And each keeps a message from being pushed for itself.
            try phone.setReceiveOption(0, in: id)
            try tab.leave()
            try pushes.register(phone, "bob")
            try phone.leave()
            let pairs = [
                ("conversation.setGroupReceiveOpt", #""opt": 2"#, "conversation.setGroupReceiveOpt", #""opt": 0"#),
                ("group.setNotifyState", #""state": 1"#, "group.setNotifyState", #""state": 0"#),
                ("group.block", "", "group.unblock", ""),
            ]
            var outcomes: [String] = []
            for (one, its, other, others) in pairs {
                for (operation, more) in [(one, its), (other, others)] {
                    let data = #"{"groupID": "\#(id)"\#(more.isEmpty ? "" : ", \(more)")}"#
                    try gateway.briefly("bob") { _ = try $0.request(operation, data).get() }
                    outcomes.append(try pushes.outcome(of: alice.write(in: id), for: "bob"))
                }
            }
            let obstacles = ["withoutPush X-M08", "notifyNone X-M11", "groupBlocked X-M03"]
            #expect(stride(from: 0, to: 6, by: 2).map { outcomes[$0] } == obstacles)
            #expect(stride(from: 1, to: 6, by: 2).allSatisfy { outcomes[$0].hasSuffix(" alice:hello") })
        }
    }
}
