import Client
import JSON
import Testing

/// What becomes of the conversation of those who come and go.
@Suite(.onThreads) struct GroupMembershipTests {
    /// How the stranger comes in, and what it is told by.
    private static let ways: [(style: Int, notice: String, join: @Sendable (Cast) throws -> Void)] = [
        (0, "9 stranger: owner", { _ = try $0["owner"].invite(["stranger"], to: $0.id) }),
        (
            0, "9 stranger: owner",
            { cast in
                try cast["stranger"].setAutoAccept(false)
                _ = try cast["owner"].invite(["stranger"], to: cast.id)
                try cast["stranger"].group("acceptInvitation", cast.id)
            }
        ),
        (3, "5 stranger: stranger", { try $0["stranger"].group("join", $0.id) }),
        (
            2, "5 admin: stranger",
            { cast in
                try cast["stranger"].group("join", cast.id)
                try cast["admin"].group("approve", cast.id, one("stranger"))
            }
        ),
    ]

    @Test(arguments: ways.indices)
    func `X-45, T-Q31, G-28, C-23, C-Q14, C-11: whoever joins begins with the notification, and sees nothing of before`(
        way: Int
    ) throws {
        let (style, notice, join) = Self.ways[way]
        try withGroups { gateway in
            let cast = try gateway.cast(style: style)
            for text in ["one", "two"] { try cast["owner"].write(text, in: cast.id, at: [everyone]) }
            _ = try cast.sessions.map { try $0.session.settle() }
            try join(cast)
            for device in ["stranger.phone", "stranger.tab"] {
                let heard = try cast[device].settle()
                #expect(try heard.messages.map { try $0.notice } == [notice])
                let new = heard.named("conversation.new")
                #expect(new.map(\.stream) == ["user"] && heard.named("conversation.changed").isEmpty)
                let conversation = try #require(try new.first?.conversations.first)
                #expect(try conversation == cast[device].conversation(in: cast.id))
                #expect(conversation.last?.msgID == (try heard.messages.first?.msgID) && conversation.unread == 0)
                #expect(conversation.mentions == [] && conversation.option == 0 && !conversation.isPinned)
                #expect(conversation.showName == "g")
                #expect(try heard.totals == [])
            }
            let stranger = cast["stranger"]
            #expect(try stranger.history(in: cast.id).map { try $0.notice } == [notice])
            #expect(try stranger.history(in: cast.id, #""direction": "newer", "cursor": 1"#).count == 1)
            try cast["owner"].write("three", in: cast.id)
            #expect(try stranger.settle().messages.map(\.text) == ["three"])
            #expect(try stranger.history(in: cast.id).count == 2)
            #expect(try stranger.conversation(in: cast.id)?.unread == 1 && stranger.totalUnread() == 1)
        }
    }

    @Test(arguments: [false, true])
    func
        `X-44, X-60, X-31, G-67, T-Q07, T-Q14, T-Q31: whoever has left or was removed keeps the conversation as it was, and can do nothing in it`(
            isRemoved: Bool
        ) throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            for _ in 1...3 { try owner.write(in: id) }
            try owner.write(in: id, at: ["member"])
            try member.pin(in: id)
            try member.setReceiveOption(4, in: id)
            try member.setReceiveOption(0, in: id)
            let audience = Audience(cast)
            _ = try audience.listen()
            if isRemoved { try owner.group("remove", id, some("member")) } else { try member.group("leave", id) }
            let notice = isRemoved ? "1 owner: member" : "2 member: "
            for device in ["member.phone", "member.tab"] {
                let heard = try cast[device].settle()
                #expect(try heard.messages.map { try $0.notice } == [notice])
                let told = try heard.named("conversation.changed").flatMap { try $0.conversations }
                #expect(try told.last?.last?.msgID == heard.messages.first?.msgID)
            }
            let before = try #require(try member.conversation(in: id))
            #expect(before.isPinned && before.unread == 4 && before.mentions.count == 1)
            #expect(try before.last.map { try kind(of: $0) } == (isRemoved ? 1 : 2))

            try owner.write(in: id, at: ["member", everyone])
            try owner.group("setAnnouncement", id, #""announcement": "a""#)
            let heard = try audience.listen()
            #expect(heard["member.phone"]!.isEmpty && heard["member.tab"]!.isEmpty)
            #expect(try member.conversation(in: id) == before && member.totalUnread() == 4)
            #expect(try member.tryToWrite(in: id) == "em 602")
            let history = try member.refusal("message.history", #"{"conversationID": "group_\#(id)"}"#)
            #expect(history.number == "nim 804")
            let option = try member.refusal("conversation.setGroupReceiveOpt", #"{"groupID": "\#(id)", "opt": 1}"#)
            #expect(option.number == "tim 6017" && option.keys == ["groupID"])
            #expect(try member.attempt("getNotifyState", id) == "nim 804")

            // It is still an entry of the list.
            #expect(try member.markRead(in: id) == 0 && member.totalUnread() == 0)
            try member.pin(in: id, false)
            try gateway.restart()
            let back = try gateway.online("member")
            let after = try #require(try back.conversation(in: id))
            #expect(after.unread == 0 && !after.isPinned && after.mentions == [] && after.last == before.last)
            try back.deleteConversation(in: id)
            #expect(try back.conversations().isEmpty)
        }
    }

    private func kind(of last: Conversation.Last) throws -> Int? {
        try JSONDocument().parse(last.body)["operationType"]?.int
    }

    @Test
    func `X-44, X-45, C-Q14, T-Q31: who comes back goes on with the same conversation, pinned, with nothing in it`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast(style: 3)
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            for _ in 1...2 { try owner.write(in: id) }
            try member.pin(in: id)
            try member.group("leave", id)
            for _ in 1...3 { try owner.write(in: id, at: ["member", everyone]) }
            let audience = Audience(cast)
            _ = try audience.listen()
            try member.group("join", id)
            let heard = try #require(try audience.listen()["member.phone"])
            #expect(try heard.messages.map { try $0.notice } == ["5 member: member"])
            let told = heard.names.filter { $0.hasPrefix("conversation.") }
            #expect(told == ["conversation.changed", "conversation.totalUnreadChanged"])
            let conversation = try #require(try member.conversation(in: id))
            #expect(conversation.isPinned && conversation.unread == 0 && conversation.mentions == [])
            #expect(try heard.totals == [0] && member.totalUnread() == 0)
            #expect(try member.history(in: id).map { try $0.notice } == ["5 member: member"])
            let sent = try owner.write("back?", in: id, at: ["member"])
            #expect(try member.settle().messages.map(\.text) == ["back?"])
            #expect(try member.conversation(in: id)?.unread == 1)
            #expect(try member.conversation(in: id)?.mentions == ["\(sent.seq): 1"])
            #expect(try member.markRead(in: id) == 0)
            // Or with a new one, if it was deleted.
            try member.group("leave", id)
            try member.deleteConversation(in: id)
            _ = try member.settle()
            try member.group("join", id)
            let names = try member.settle().names.filter { $0.hasPrefix("conversation.") }
            #expect(names == ["conversation.new"])
        }
    }

    @Test
    func
        `X-43, X-60, T-15, G-29, C-28, G-Q20: a destroyed group leaves all lists, with what was unread and set, after its last notification`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            for _ in 1...3 { try owner.write(in: id, at: [everyone]) }
            try owner.write(to: "member")
            try member.pin(in: id)
            try member.setReceiveOption(3, in: id)
            try member.setReceiveOption(0, in: id)
            try cast["member2"].setReceiveOption(1, in: id)
            try cast["admin2"].group("leave", id)
            _ = try cast.sessions.map { try $0.session.settle() }
            try owner.group("destroy", id)
            for (name, session) in cast.sessions {
                let user = name.prefix { $0 != "." }
                let notices = try session.settle().messages.map { try $0.notice }
                #expect(notices == (["admin2", "member2", "stranger"].contains(user) ? [] : ["4 owner: "]), "\(name)")
                guard user != "admin2" else { continue }
                #expect(try session.conversation(in: id) == nil)
            }
            #expect(try member.totalUnread() == 1 && owner.totalUnread() == 0)
            #expect(try owner.tryToWrite(in: id) == "em 605")
            for user in ["owner", "stranger"] {
                let error = try cast[user].refusal("message.history", #"{"conversationID": "group_\#(id)"}"#)
                #expect(error.number == "nim 803")
            }
            #expect(try member.attempt("getNotifyState", id) == "nim 803")
            for operation in ["conversation.getGroupReceiveOpt", "conversation.get", "conversation.pin"] {
                let data = #"{"groupID": "\#(id)", "conversationID": "group_\#(id)", "pinned": true}"#
                #expect(try member.refusal(operation, data).number == "tim 6017", "\(operation)")
            }
            try gateway.restart()
            let back = try gateway.online("member")
            #expect(try back.conversations().map(\.id) == ["c2c_owner"] && back.totalUnread() == 1)
        }
    }

    @Test
    func `X-44, X-43, C-Q07, C-11: who had left a group before it was destroyed keeps its conversation as it was`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            try cast["member"].group("leave", cast.id)
            let before = try #require(try cast["member"].conversation(in: cast.id))
            try cast["owner"].group("destroy", cast.id)
            let after = try #require(try cast["member"].conversation(in: cast.id))
            #expect(before.showName == "g" && before.groupType == "team" && after == before)
        }
    }

    @Test func `X-60, X-44: the pin of whoever was removed stays over a restart`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            try cast["stranger"].write(to: "member")
            try cast["member"].pin(in: cast.id)
            try cast["owner"].group("remove", cast.id, some("member"))
            try gateway.restart()
            let list = try gateway.online("member").conversations()
            #expect(list.map(\.id) == ["group_\(cast.id)", "c2c_stranger"] && list.first?.isPinned == true)
        }
    }
}
