import Client
import Testing

/// The number beside a push.
struct PushBadgeTests {
    @Test func `T-Q26, X-52, C-28: a badge is the total of all conversations right after its message`() throws {
        try withPushes { gateway, pushes in
            let (alice, carol) = (try gateway.online("alice"), try gateway.online("carol"))
            let bob = try gateway.online("bob", device: "phone")
            let id = try alice.createGroup(with: ["bob", "carol"])
            let unloved = try alice.createGroup(with: ["bob"])
            let dave = try gateway.online("dave")
            try bob.setReceiveOption(2, for: "dave")
            try bob.setReceiveOption(3, in: unloved)
            try pushes.register(bob, "bob")
            try bob.leave()
            func badge(_ sent: Sent) throws -> String {
                String(try pushes.outcome(of: sent, for: "bob").prefix { $0 != " " })
            }
            let force = #""apnsMemberOption": {"forcePush": true}"#
            let first = [
                try alice.write(to: "bob"), try carol.write(to: "bob"), try alice.write(in: id),
                // Unread, but outside of the total.
                try dave.write(to: "bob", force), try alice.write(in: unloved, at: ["bob"]),
                try carol.write(in: id, #""shouldBeCounted": false"#), try alice.write(to: "bob", force),
            ]
            #expect(try first.map(badge) == ["1", "2", "3", "3!", "3", "3", "4!"])
            try gateway.briefly("bob") { bob in
                let total = try bob.totalUnread()
                #expect(total == 4)
            }
        }
    }

    @Test func `T-Q26, C-28: what has been read, deleted or left is in no badge any more`() throws {
        try withPushes { gateway, pushes in
            let (alice, carol) = (try gateway.online("alice"), try gateway.online("carol"))
            try pushes.away("bob")
            let id = try alice.createGroup(with: ["bob", "carol"])
            let before = try [alice.write(to: "bob"), carol.write(to: "bob"), carol.write(in: id), alice.write(in: id)]
            let early = try before.map { try pushes.outcome(of: $0, for: "bob") }
            #expect(early == ["1 alice:hello", "2 carol:hello", "3 carol:hello", "4 alice:hello"])

            try gateway.briefly("bob") { try $0.markRead(in: id, upTo: before[2].seq) }
            #expect(try pushes.outcome(of: alice.write(to: "bob"), for: "bob") == "4 alice:hello")
            try gateway.briefly("bob") { try $0.markRead("alice") }
            #expect(try pushes.outcome(of: alice.write(to: "bob"), for: "bob") == "3 alice:hello")
            try gateway.briefly("bob") { try $0.deleteConversation(with: "carol") }
            #expect(try pushes.outcome(of: alice.write(to: "bob"), for: "bob") == "3 alice:hello")
            try gateway.briefly("bob") { try $0.setReceiveOption(2, for: "alice") }
            #expect(try pushes.outcome(of: carol.write(to: "bob"), for: "bob") == "2 carol:hello")
            try alice.group("destroy", id)
            #expect(try pushes.outcome(of: carol.write(to: "bob"), for: "bob") == "2 carol:hello")
            // Later changes do not touch former pushes.
            let late = try before.map { try pushes.outcome(of: $0, for: "bob") }
            #expect(late.prefix(2) == early.prefix(2))
        }
    }

    @Test func `T-Q26, T-Q27: of messages that come all at once each has its own badge, and each is pushed once`()
        throws
    {
        try withPushes { gateway, pushes in
            let senders = try (0..<4).map { try gateway.online("user\($0)") }
            try pushes.away("bob")
            // Not one after the other: each sender has ten under way.
            let requests = try (0..<40).map { number in
                let session = senders[number % 4]
                return (session, try session.send("message.send", message("\(number)", to: "bob")))
            }
            let sent = try requests.map { try Sent(try $0.0.reply(to: $0.1).get()) }.sorted {
                Int($0.msgID)! < Int($1.msgID)!
            }
            for (number, one) in sent.enumerated() {
                let line = try pushes.outcome(of: one, for: "bob")
                #expect(line.hasPrefix("\(number + 1) user"))
            }
            #expect(try pushes.requests(to: "bob").count == 40)
        }
    }
}
