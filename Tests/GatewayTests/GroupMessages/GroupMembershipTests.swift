import Client
import JSON
import Testing

/// The conversations of members who join and leave.
struct GroupMembershipTests {
    /// A way for the stranger to become a member, and the notification of it.
    struct Way: ShowsRows {
        let rows: String
        let name: String
        let style: Int
        let notice: String
        let join: @Sendable (Cast) throws -> Void
    }

    private static let ways: [Way] = [
        Way(rows: "T-11", name: "invited", style: 0, notice: "9 stranger: owner") {
            _ = try $0["owner"].invite(["stranger"], to: $0.id)
        },
        Way(rows: "T-11", name: "invited and asked", style: 0, notice: "9 stranger: owner") { cast in
            try cast["stranger"].setAutoAccept(false)
            _ = try cast["owner"].invite(["stranger"], to: cast.id)
            try cast["stranger"].group("acceptInvitation", cast.id)
        },
        Way(rows: "T-16", name: "by itself", style: 3, notice: "5 stranger: stranger") {
            try $0["stranger"].group("join", $0.id)
        },
        Way(rows: "T-16", name: "approved", style: 2, notice: "5 admin: stranger") { cast in
            try cast["stranger"].group("join", cast.id)
            try cast["admin"].group("approve", cast.id, one("stranger"))
        },
    ]

    @Test(arguments: ways)
    func `X-45, C-11, C-23, C-Q14: a new member gets a new conversation that begins with the notification`(way: Way)
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast(style: way.style)
            for text in ["one", "two"] { try cast["owner"].write(text, in: cast.id, at: [everyone]) }
            _ = try cast.sessions.map { try $0.session.settle() }
            try way.join(cast)
            for device in ["stranger.phone", "stranger.tab"] {
                let heard = try cast[device].settle()
                #expect(try heard.messages.map { try $0.notice } == [way.notice])
                let new = heard.named("conversation.new")
                #expect(new.map(\.stream) == ["user"] && heard.named("conversation.changed").isEmpty)
                let conversation = try #require(try new.first?.conversations.first)
                #expect(try conversation == cast[device].conversation(in: cast.id))
                #expect(conversation.last?.msgID == (try heard.messages.first?.msgID) && conversation.unread == 0)
                #expect(conversation.mentions == [] && conversation.option == 0 && !conversation.isPinned)
                #expect(conversation.showName == "g")
                #expect(try heard.totals == [])
            }
        }
    }

    @Test(arguments: ways)
    func `T-Q31, G-28: a new member sees no earlier message and every later one`(way: Way) throws {
        try withGroups { gateway in
            let cast = try gateway.cast(style: way.style)
            for text in ["one", "two"] { try cast["owner"].write(text, in: cast.id, at: [everyone]) }
            try way.join(cast)
            let stranger = cast["stranger"]
            _ = try stranger.settle()
            #expect(try stranger.history(in: cast.id).map { try $0.notice } == [way.notice])
            #expect(try stranger.history(in: cast.id, #""direction": "newer", "cursor": 1"#).count == 1)
            try cast["owner"].write("three", in: cast.id)
            #expect(try stranger.settle().messages.map(\.text) == ["three"])
            #expect(try stranger.history(in: cast.id).count == 2)
            #expect(try stranger.conversation(in: cast.id)?.unread == 1 && stranger.totalUnread() == 1)
        }
    }

    /// The member pins the conversation, has four unread messages in it, and then leaves the group or is removed.
    private func withFormerMember(
        isRemoved: Bool, _ body: (GatewayProcess, Cast, Audience) throws -> Void
    ) throws {
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
            try body(gateway, cast, audience)
        }
    }

    @Test(arguments: [false, true])
    func `X-44, T-Q07, G-67: a former member is told so and keeps the conversation as it was`(
        isRemoved: Bool
    ) throws {
        try withFormerMember(isRemoved: isRemoved) { _, cast, audience in
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            for device in ["member.phone", "member.tab"] {
                let heard = try cast[device].settle()
                let notices = try heard.messages.map { try $0.notice }
                #expect(notices == [isRemoved ? "1 owner: member" : "2 member: "])
                let told = try heard.named("conversation.changed").flatMap { try $0.conversations }
                let notice = try heard.messages.first?.msgID
                #expect(told.last?.last?.msgID == notice)
            }
            let before = try #require(try member.conversation(in: id))
            #expect(before.isPinned && before.unread == 4 && before.mentions.count == 1)
            let kind = try before.last.map { try self.kind(of: $0) }
            #expect(kind == (isRemoved ? 1 : 2))

            try owner.write(in: id, at: ["member", everyone])
            try owner.group("setAnnouncement", id, #""announcement": "a""#)
            let heard = try audience.listen()
            #expect(heard["member.phone"]!.isEmpty && heard["member.tab"]!.isEmpty)
            let (after, total) = (try member.conversation(in: id), try member.totalUnread())
            #expect(after == before && total == 4)
        }
    }

    @Test(arguments: [false, true])
    func `T-Q14, T-Q31: a former member can do nothing in the group`(isRemoved: Bool) throws {
        try withFormerMember(isRemoved: isRemoved) { _, cast, _ in
            let (id, member) = (cast.id, cast["member"])
            let outcomes = try [member.tryToWrite(in: id), member.attempt("getNotifyState", id)]
            #expect(outcomes == ["em 602", "nim 804"])
            let history = try member.refusal("message.history", #"{"conversationID": "group_\#(id)"}"#)
            #expect(history.number == "nim 804")
            let option = try member.refusal("conversation.setGroupReceiveOpt", #"{"groupID": "\#(id)", "opt": 1}"#)
            #expect(option.number == "tim 6017" && option.keys == ["groupID"])
        }
    }

    @Test(arguments: [false, true])
    func `X-44, X-60: the conversation of a former member can be read, unpinned and deleted, also after a restart`(
        isRemoved: Bool
    ) throws {
        try withFormerMember(isRemoved: isRemoved) { gateway, cast, _ in
            let (id, member) = (cast.id, cast["member"])
            let before = try #require(try member.conversation(in: id))
            let (left, total) = (try member.markRead(in: id), try member.totalUnread())
            #expect(left == 0 && total == 0)
            try member.pin(in: id, false)
            try gateway.restart()
            let back = try gateway.online("member")
            let after = try #require(try back.conversation(in: id))
            #expect(after.unread == 0 && !after.isPinned && after.mentions == [] && after.last == before.last)
            try back.deleteConversation(in: id)
            let list = try back.conversations()
            #expect(list.isEmpty)
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

    /// The owner destroys a group; admin2 has left it before, and member2 has recvOpt 1.
    private func withDestroyed(_ body: (GatewayProcess, Cast) throws -> Void) throws {
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
            try body(gateway, cast)
        }
    }

    @Test func `X-43, X-60, T-15, C-28: a destroyed group leaves all lists, with its unread count and settings`() throws
    {
        try withDestroyed { gateway, cast in
            for (name, session) in cast.sessions {
                let user = name.prefix { $0 != "." }
                let notices = try session.settle().messages.map { try $0.notice }
                #expect(notices == (["admin2", "member2", "stranger"].contains(user) ? [] : ["4 owner: "]), "\(name)")
                guard user != "admin2" else { continue }
                let conversation = try session.conversation(in: cast.id)
                #expect(conversation == nil)
            }
            let totals = try ["member", "owner"].map { try cast[$0].totalUnread() }
            #expect(totals == [1, 0])
            try gateway.restart()
            let back = try gateway.online("member")
            let (ids, total) = (try back.conversations().map(\.id), try back.totalUnread())
            #expect(ids == ["c2c_owner"] && total == 1)
        }
    }

    @Test func `G-29, G-Q20, X-03: every operation on a destroyed group fails with its system's code`()
        throws
    {
        try withDestroyed { _, cast in
            let id = cast.id
            let outcome = try cast["owner"].tryToWrite(in: id)
            #expect(outcome == "em 605")
            for user in ["owner", "stranger"] {
                let error = try cast[user].refusal("message.history", #"{"conversationID": "group_\#(id)"}"#)
                #expect(error.number == "nim 803")
            }
            let state = try cast["member"].attempt("getNotifyState", id)
            #expect(state == "nim 803")
            for operation in ["conversation.getGroupReceiveOpt", "conversation.get", "conversation.pin"] {
                let data = #"{"groupID": "\#(id)", "conversationID": "group_\#(id)", "pinned": true}"#
                let error = try cast["member"].refusal(operation, data)
                #expect(error.number == "tim 6017", "\(operation)")
            }
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

    @Test func `X-60, X-44: the pin of a removed member stays over a restart`() throws {
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
