import Client
import ClientProtocol
import JSON
import Testing

/// `message.recall` in groups.
struct GroupRecallTests {
    @Test(arguments: RequestDoor.allCases)
    func `M-05: the owner recalls everybody's messages, admins all but the owner's, members their own`(
        door: RequestDoor
    ) throws {
        try withGroups(movableClock, door: door) { gateway in
            let names = ["owner", "admin", "admin2", "member", "member2"]
            let owner = try gateway.online("owner")
            try gateway.createAccounts(Array(names.dropFirst()))
            let group = try owner.createGroup(with: Array(names.dropFirst()), style: 3)
            try owner.group("addAdmin", group, some("admin", "admin2"))
            func write(_ name: String) throws -> Sent { try gateway.online(name).write(in: group) }
            let rights: [(sender: String, caller: String, code: String?)] = [
                ("owner", "admin", "em 603"), ("owner", "member", "em 603"), ("owner", "owner", nil),
                ("admin", "admin2", nil), ("admin", "owner", nil), ("admin", "member", "em 603"),
                ("member", "admin", nil), ("member", "owner", nil), ("member", "member2", "em 603"),
                ("member", "member", nil),
            ]
            for right in rights {
                let sent = try write(right.sender)
                let caller = try gateway.online(right.caller)
                #expect(try caller.codeOfRecall(sent) == right.code, "\(right)")
            }
            let stranger = try gateway.online("stranger")
            let sent = try (write("member"), write("admin"))
            #expect(try stranger.codeOfRecall(sent.0) == "em 602")
            // The bound is for members alone.
            try gateway.restart(after: 200)
            #expect(try gateway.online("member").codeOfRecall(sent.0) == "nim 508")
            #expect(try gateway.online("admin").codeOfRecall(sent.1) == nil)
            #expect(try gateway.online("owner").codeOfRecall(sent.0) == nil)
            // A muted member can, also in a group that is disabled; who has left cannot.
            let last = try (write("member"), write("member"), write("member2"))
            try gateway.online("owner").group("mute", group, some("member") + #", "duration": -1"#)
            let member = try gateway.online("member")
            #expect(try member.codeOfRecall(last.0) == nil)
            _ = try gateway.admin().request("admin.group.disable", #"{"groupID": "\#(group)", "disabled": true}"#).get()
            #expect(try member.codeOfRecall(last.1) == nil)
            _ = try gateway.admin().request("admin.group.disable", #"{"groupID": "\#(group)", "disabled": false}"#)
                .get()
            let member2 = try gateway.online("member2")
            try member2.group("leave", group)
            #expect(try member2.codeOfRecall(last.2) == "em 602")
        }
    }

    @Test
    func `M-02, M-07: counts, marks and totals of those who had it unread go down, and nobody else is told of a list`()
        throws
    {
        try withGroups { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let (carol, dave) = (try gateway.online("carol"), try gateway.online("dave"))
            let group = try alice.createGroup(with: ["bob", "carol", "dave"], style: 3)
            let first = try alice.write(in: group, at: ["bob"])
            let second = try alice.write(in: group, at: ["__kImSDK_MesssageAtALL__"])
            try alice.write(in: group)
            for reader in [carol, dave] { try reader.markRead(in: group) }
            try dave.setReceiveOption(1, in: group)
            _ = try alice.settleRounds()
            _ = try [bob, carol, dave].map { try $0.settle() }
            #expect(try bob.conversation(in: group)?.unread == 3)
            #expect(try bob.conversation(in: group)?.mentions == ["\(first.seq): 1", "\(second.seq): 2"])

            try alice.recall(first)
            _ = try alice.settleRounds()
            let told = try [bob, carol, dave].map { try $0.settle() }
            #expect(
                told.map(\.names) == [
                    ["message.changed", "conversation.changed", "conversation.totalUnreadChanged"], ["message.changed"],
                    ["message.changed"],
                ])
            #expect(try told[0][1].conversations[0].unread == 2)
            #expect(try told[0][1].conversations[0].mentions == ["\(second.seq): 2"])
            #expect(try bob.totalUnread() == 2)

            try alice.recall(second)
            _ = try alice.settleRounds()
            #expect(try bob.settle().names.count == 3 && carol.settle().names == ["message.changed"])
            #expect(try bob.conversation(in: group)?.mentions == [] && bob.conversation(in: group)?.unread == 1)

            try gateway.restart()
            let again = try gateway.online("bob")
            #expect(try again.conversation(in: group)?.unread == 1 && again.totalUnread() == 1)
            #expect(try again.conversation(in: group)?.mentions == [])
            #expect(try again.history(in: group).filter { $0.body == "{}" }.count == 2)
        }
    }

    @Test func `M-01, M-07: the last message is shown as recalled to all, also to those who had read it`() throws {
        try withGroups { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let group = try alice.createGroup(with: ["bob"])
            let sent = try alice.write(in: group)
            try bob.markRead(in: group)
            _ = try alice.settleRounds()
            _ = try bob.settle()
            try alice.recall(sent)
            _ = try alice.settleRounds()
            let events = try bob.settle()
            #expect(events.names == ["message.changed", "conversation.changed"])
            let last = try #require(events[1].data["conversations"]?.first?["lastMessage"])
            #expect(last["body"]?.text == "{}" && last["recalled"]?["by"]?.string == "alice")
        }
    }

    @Test func `M-07: blocking the group hides no recall, joining later and deleting the history do`() throws {
        try withGroups { gateway in
            let alice = try gateway.online("alice")
            let (bob, carol) = (try gateway.online("bob"), try gateway.online("carol"))
            let dave = try gateway.online("dave")
            let group = try alice.createGroup(with: ["bob", "carol"], style: 3)
            let sent = try alice.write(in: group)
            try bob.group("block", group)
            try carol.deleteConversation(in: group)
            try dave.group("join", group)
            _ = try alice.settleRounds()
            _ = try [bob, carol, dave].map { try $0.settle() }
            try alice.recall(sent)
            _ = try alice.settleRounds()
            #expect(try bob.settle().names.first == "message.changed")
            #expect(try carol.settle().named("message.changed").isEmpty)
            #expect(try dave.settle().named("message.changed").isEmpty)
            for (session, count) in [(bob, 1), (carol, 0), (dave, 0)] {
                let data = #"{"conversationID": "group_\#(group)"}"#
                #expect(try session.request("message.changes", data).get()["changes"]?.count == count)
            }
        }
    }

    @Test func `M-15: receipts of a recalled message are gone`() throws {
        try withGroups(["groups.receipts": "true"]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let group = try alice.createGroup(with: ["bob"])
            let sent = try alice.write(in: group, #""teamReceipt": true"#)
            let data = #"{"groupID": "\#(group)", "msgIds": ["\#(sent.msgID)"]}"#
            _ = try bob.request("groupReceipt.send", data).get()
            #expect(try alice.request("groupReceipt.counts", data).get()["receipts"]?.count == 1)
            try alice.recall(sent)
            #expect(try alice.request("groupReceipt.counts", data).get()["receipts"]?.count == 0)
        }
    }
}
