import Client
import JSON
import Testing

/// Groups in the list of conversations.
struct GroupConversationListTests {
    @Test
    func
        `X-46, C-11, C-13, C-Q08, C-22: a new name or avatar is told to all who have the conversation, in its old place`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let id = cast.id
            try cast["member2"].group("block", id)
            try cast["admin"].setReceiveOption(1, in: id)
            try cast["stranger"].write(to: "member2")
            try cast["member"].deleteConversation(in: id)
            let audience = Audience(cast)
            for (change, name, avatar) in [(#""name": "new""#, "new", ""), (#""avatar": "a""#, "new", "a")] {
                _ = try audience.listen()
                try cast["owner"].group("modify", id, change)
                for (session, events) in try audience.listen() {
                    let user = String(session.prefix { $0 != "." })
                    let told = try events.filter { $0.name.hasPrefix("conversation.") }.flatMap { try $0.conversations }
                    guard user != "stranger" else { #expect(told.isEmpty); continue }
                    #expect(told.map(\.showName) == [name] && told.map(\.faceURL) == [avatar], "\(session)")
                    #expect(told.map(\.type) == [2])
                }
            }
            // The one who blocks has it where it was.
            #expect(try cast["member2"].conversations().map(\.id) == ["c2c_stranger", "group_\(id)"])
            #expect(try cast["member2"].conversation(in: id)?.showName == "new")
            // Nothing else of the group changes the conversation.
            _ = try audience.listen()
            try cast["owner"].group("modify", id, #""maxUsers": 99"#)
            let heard = try audience.listen()
            #expect(heard.values.allSatisfy { $0.names.allSatisfy { $0.hasPrefix("group.") } })
        }
    }

    @Test
    func
        `C-17, C-Q12, X-55, X-57: who is named is told how, by seq, until it has read past it or deletes the conversation`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            let seqs = try [["member"], nil, [everyone], ["member", everyone], ["member2"]].map {
                try owner.write(in: id, at: $0).seq
            }
            // One's own are none, also where they name all.
            try member.write(in: id, at: [everyone])
            try member.write(in: id, at: ["member"])
            let due = ["\(seqs[0]): 1", "\(seqs[2]): 2", "\(seqs[3]): 3"]
            func mentions(_ user: String = "member") throws -> [String]? {
                try cast[user].conversation(in: id)?.mentions
            }
            #expect(try mentions() == due)
            #expect(try mentions("member2")?.count == 4 && mentions("owner")?.count == 1)
            try member.markRead(in: id, upTo: seqs[0] - 1)
            #expect(try mentions() == due)
            try member.markRead(in: id, upTo: seqs[0])
            #expect(try mentions() == Array(due.dropFirst()))
            try member.markRead(in: id, upTo: seqs[2])
            #expect(try mentions() == [due[2]])
            #expect(try cast["member.tab"].conversation(in: id)?.mentions == [due[2]])
            try member.markRead(in: id)
            #expect(try mentions() == [] && mentions("member2")?.count == 4)
            try cast["member2"].deleteConversation(in: id)
            let next = try owner.write(in: id, at: ["member", everyone])
            #expect(try mentions("member2") == ["\(next.seq): 2"] && mentions() == ["\(next.seq): 3"])
        }
    }

    @Test func `C-Q12, X-55: block and recvOpt 1 have none while they last, and what came meanwhile never becomes one`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            let before = try owner.write(in: id, at: ["member", everyone])
            try cast["member"].group("block", id)
            try cast["member2"].setReceiveOption(1, in: id)
            for _ in 1...2 { try owner.write(in: id, at: ["member", "member2", everyone]) }
            try cast["member"].group("unblock", id)
            try cast["member2"].setReceiveOption(4, in: id)
            let after = try owner.write(in: id, at: ["member2", everyone])
            let due = [["\(before.seq): 3", "\(after.seq): 2"], ["\(before.seq): 2", "\(after.seq): 3"]]
            #expect(try ["member", "member2"].map { try cast[$0].conversation(in: id)?.mentions } == due)
            #expect(try ["member", "member2"].map { try cast[$0].conversation(in: id)?.unread } == [2, 2])
            #expect(try cast["member"].history(in: id).count == cast["owner"].history(in: id).count)
            try gateway.restart()
            #expect(
                try ["member", "member2"].map { try gateway.online($0).conversation(in: id)?.mentions } == due)
        }
    }

    @Test
    func `G-45, G-47, G-Q28, G-Q29, X-39: what came during a block is in the history alone, and is not told later`()
        throws
    {
        try withGroups(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            let audience = Audience(cast)
            try member.group("block", id)
            let before = try member.conversation(in: id)
            _ = try audience.listen()
            try owner.write("unheard", in: id)
            try owner.group("setAnnouncement", id, #""announcement": "a""#)
            let heard = try audience.listen()
            #expect(heard["member.phone"]!.names == ["group.announcementDidUpdate"])
            let after = try #require(try member.conversation(in: id))
            #expect(after.last == before?.last && after.unread == 0)
            #expect(try member.history(in: id).dropFirst().first?.text == "unheard")
            // A member who blocks the group can write, and sees the own message.
            try member.write("own", in: id)
            #expect(try member.conversation(in: id)?.last?.text == "own")
            #expect(try cast["member.tab"].settle().messages.map(\.text) == ["own"])
            try member.group("unblock", id)
            #expect(try member.settle().messages.isEmpty)
            try owner.write("heard", in: id)
            #expect(try member.settle().messages.map(\.text) == ["heard"] && member.totalUnread() == 1)
            // Being made an admin ends a block.
            try cast["member2"].group("block", id)
            try owner.group("addAdmin", id, one("member2"))
            _ = try cast["member2"].settle()
            try owner.write("heard", in: id)
            #expect(try cast["member2"].settle().messages.map(\.text) == ["heard"])
        }
    }

    /// The member deletes the conversation of a group with three unread messages that name it.
    private func withDeleted(_ body: (Cast, Audience) throws -> Void) throws {
        try withGroups(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let (id, member) = (cast.id, cast["member"])
            for _ in 1...3 { try cast["owner"].write(in: id, at: [everyone]) }
            try member.pin(in: id)
            try member.setReceiveOption(3, in: id)
            try member.setReceiveOption(0, in: id)
            let audience = Audience(cast)
            try audience.expect(["member": ["conversation.deleted", "total 0"]]) {
                try member.deleteConversation(in: id)
            }
            try body(cast, audience)
        }
    }

    @Test func `C-33, C-34, C-35, X-57: deleting a group's conversation deletes its history, for this member only`()
        throws
    {
        try withDeleted { cast, _ in
            let conversations = try cast["member"].conversations()
            let histories = try ["member", "owner"].map { try cast[$0].history(in: cast.id).count }
            #expect(conversations.isEmpty && histories[0] == 0 && histories[1] > 3)
        }
    }

    @Test func `C-Q14, C-Q20: a deleted conversation returns with the next message, and only that message is unread`()
        throws
    {
        try withDeleted { cast, audience in
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            let due = ["message owner: again", "new", "total 1"]
            try audience.expect(
                everybody(
                    "message owner: again", "changed", "total 4",
                    but: [
                        "owner.phone": ["changed"], "owner.tab": ["message owner: again", "changed"], "member": due,
                    ])
            ) { try owner.write("again", in: id) }
            let conversation = try #require(try member.conversation(in: id))
            #expect(conversation.unread == 1 && conversation.mentions == [] && !conversation.isPinned)
            let history = try member.history(in: id)
            #expect(history.map(\.text) == ["again"])
            // A notification brings one back as well, and one's own message.
            try member.deleteConversation(in: id)
            _ = try audience.listen()
            try owner.group("setAnnouncement", id, #""announcement": "a""#)
            let (names, total) = (try member.settle().names, try member.totalUnread())
            #expect(names.last == "conversation.new" && total == 0)
            try member.deleteConversation(in: id)
            _ = try member.settle()
            try member.write(in: id)
            let own = try member.settle().names
            #expect(own == ["conversation.new"])
        }
    }

    @Test func `C-Q20, C-Q11: the receive option outlives a deletion, and 1 keeps the conversation away`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, member) = (cast.id, cast["member"])
            try member.setReceiveOption(1, in: id)
            try member.deleteConversation(in: id)
            try cast["owner"].write(in: id)
            #expect(try member.conversations().isEmpty && member.receiveOption(in: id) == 1)
            try member.setReceiveOption(2, in: id)
            try cast["owner"].write(in: id)
            let conversation = try #require(try member.conversation(in: id))
            #expect(conversation.option == 2 && conversation.unread == 1)
            #expect(try member.totalUnread() == 0)
        }
    }
}
