import Client
import JSON
import TestSupport
import Testing

/// X-11: changes of a message that are asked for at once have the result of some order, and everybody the same.
struct ChangeRaceTests {
    @Test
    func
        `M-46, M-01, M-18: a recall and edits at once leave a recalled message, and a place for each that came before`()
        throws
    {
        try withChat(["shards.count": "4"]) { gateway in
            let devices = try (0..<3).map { try gateway.online("alice", device: "d\($0)") }
            let bob = try gateway.online("bob")
            var (places, random) = (0, SeededRandom())
            for round in 0..<rounds {
                let sent = try devices[0].write("\(round)", to: "bob")
                let requests = [
                    ("message.recall", data(sent)), ("message.edit", data(sent, #", "body": {"text": "one"}"#)),
                    ("message.edit", data(sent, #", "body": {"text": "two"}, "version": 0"#)),
                ]
                let codes = try together(devices.shuffled(using: &random), requests)
                #expect(codes[0] == "ok" && ["ok", "gw 1010"].contains(codes[1]), "\(random)")
                // The other edit or the recall may be first.
                #expect(["ok", "gw 1010", "gw 1006"].contains(codes[2]))
                if codes[2] == "gw 1006" { #expect(codes[1] == "ok") }
                places += codes.count { $0 == "ok" }
                for (session, peer) in [(devices[0], "bob"), (bob, "alice")] {
                    let last = try #require(try history(of: "c2c_\(peer)", session).first)
                    #expect(last["recalled"] != nil && last["edited"] == nil && last["body"]?.text == "{}")
                    #expect(last["change"]?.int == places)
                }
                #expect(try bob.conversation(with: "alice")?.unread == 0 && bob.totalUnread() == 0)
                let told = try bob.settle().named("message.changed")
                #expect(told.map { $0.data["change"]?.int } == told.indices.map { places - told.count + 1 + $0 })
                #expect(told.last?.data["message"]?["recalled"] != nil)
            }
        }
    }

    @Test func `M-46, M-02, C-Q09: recalls and reads at once leave unread what was neither read nor recalled`() throws {
        var random = SeededRandom()
        try withChat(["shards.count": "4"]) { gateway in
            let (phone, tab) = (try gateway.online("alice"), try gateway.online("alice", device: "tab"))
            let (bob, desk) = (try gateway.online("bob"), try gateway.online("bob", device: "desk"))
            var recalled: Set<Int> = []
            var read = 0
            for _ in 0..<rounds {
                let sent = try (1...4).map { try phone.write("\($0)", to: "bob") }
                let targets = sent.shuffled(using: &random).prefix(2)
                let seqs = [0, 1].map { _ in sent.randomElement(using: &random)!.seq }
                let codes = try together(
                    [phone, tab, bob, desk],
                    targets.map { ("message.recall", data($0)) }
                        + seqs.map { ("conversation.markRead", #"{"conversationID": "c2c_alice", "seq": \#($0)}"#) })
                #expect(codes == ["ok", "ok", "ok", "ok"], "\(random)")
                recalled.formUnion(targets.map(\.seq))
                read = max(read, seqs.max()!)
                let unread = (read..<sent[3].seq).count { !recalled.contains($0 + 1) }
                #expect(try bob.conversation(with: "alice")?.unread == unread, "\(random)")
                #expect(try bob.totalUnread() == unread, "\(random)")
                // What each device was told last is so.
                for session in [bob, desk] {
                    let events = try session.settle()
                    let shown = events.filter { $0.name.hasPrefix("conversation.") && $0.data["conversations"] != nil }
                    #expect(try shown.last?.conversations.last?.unread == unread, "\(random)")
                    if let total = try events.totals.last { #expect(total == unread, "\(random)") }
                }
            }
        }
    }

    @Test func `M-46, M-05, M-13: two admins and the sender recall at once: one of them has, and all are told whom`()
        throws
    {
        try withGroups(["shards.count": "4"]) { gateway in
            let users = ["owner", "admin", "admin2", "member"]
            let sessions = try users.map { try gateway.online($0) }
            let group = try sessions[0].createGroup(with: Array(users.dropFirst()))
            for user in ["admin", "admin2"] { try sessions[0].group("addAdmin", group, one(user)) }
            var random = SeededRandom()
            for round in 1...rounds {
                let sent = try sessions[3].write(in: group)
                _ = try sessions.map { try $0.settle() }
                let order = sessions.shuffled(using: &random)
                let codes = try together(order, order.map { _ in ("message.recall", data(sent)) })
                #expect(codes == ["ok", "ok", "ok", "ok"], "\(random)")
                let told = try sessions.map { session in
                    let events = try session.settle().named("message.changed")
                    #expect(events.map { $0.data["change"]?.int } == [round])
                    return try Recalled(try #require(events.first?.data["message"])).by
                }
                #expect(Set(told).count == 1 && told[0].map(users.contains) == true)
                let kept = try Recalled(try #require(try history(of: "group_\(group)", sessions[3]).first))
                #expect(kept.by == told[0] && kept.change == round)
            }
        }
    }

    @Test
    func `M-46, M-13: retries of the message and of its recall at once are answered alike, and there is one message`()
        throws
    {
        try withChat(["shards.count": "4"]) { gateway in
            let devices = try (0..<4).map { try gateway.online("alice", device: "d\($0)") }
            try gateway.createAccounts("bob")
            for round in 1...rounds {
                let draft = message("\(round)", to: "bob")
                let sent = try Sent(devices[0].request("message.send", draft).get())
                let requests = [("message.send", draft), ("message.recall", data(sent))]
                let asked = try zip(devices, requests + requests).map { session, request in
                    (session, request.0, try session.send(request.0, request.1))
                }
                for (session, operation, id) in asked {
                    let ok = try session.reply(to: id).get()
                    if operation == "message.send" { #expect(try Sent(ok) == sent) }
                    if operation == "message.recall" { #expect(ok["message"]?["change"]?.int == round) }
                }
                let page = try history(of: "c2c_bob", devices[0])
                #expect(page.count == min(round, 20) && page[0]["change"]?.int == round)
                #expect(page[0]["seq"]?.int == round && page[0]["recalled"] != nil)
            }
        }
    }

    @Test
    func `M-46, M-05, X-43: a recall while the group is destroyed was before it or is refused, and nobody lists it`()
        throws
    {
        try withGroups(["shards.count": "4"]) { gateway in
            let (owner, admin) = (try gateway.online("owner"), try gateway.online("admin"))
            let member = try gateway.online("member")
            for _ in 0..<rounds {
                let group = try owner.createGroup(with: ["admin", "member"])
                try owner.group("addAdmin", group, one("admin"))
                let sent = try member.write(in: group)
                _ = try member.settle()
                let codes = try together(
                    [admin, owner], [("message.recall", data(sent)), ("group.destroy", #"{"groupID": "\#(group)"}"#)])
                #expect(codes[1] == "ok" && ["ok", "em 600", "em 605"].contains(codes[0]), "\(codes)")
                let events = try member.settle()
                #expect(events.named("message.changed").count == (codes[0] == "ok" ? 1 : 0))
                for session in [owner, admin, member] {
                    #expect(try session.conversation(in: group) == nil && session.totalUnread() == 0)
                }
            }
        }
    }

    // MARK: - Asking at once

    private func data(_ sent: Sent, _ more: String = "") -> String {
        #"{"conversationID": "\#(sent.conversation)", "msgId": "\#(sent.msgID)"\#(more)}"#
    }

    /// All are asked before any is heard.
    private func together(_ sessions: [ClientSession], _ requests: [(String, String)]) throws -> [String] {
        let asked = try zip(sessions, requests).map { ($0, try $0.send($1.0, $1.1)) }
        return try asked.map { session, id in try session.reply(to: id).error?.number ?? "ok" }
    }

    private func history(of id: String, _ session: ClientSession) throws -> [JSONValue] {
        let page = try session.request("message.history", #"{"conversationID": "\#(id)", "limit": 20}"#).get()
        return try #require(page["messages"]?.elements).map { $0 }
    }
}

private let rounds = isLongRun ? 200 : 20
