import Client
import JSON
import Testing

/// Messages of a group for members who were away.
struct GroupResumeTests {
    /// The positions of a device that has everything now.
    private func position(_ session: ClientSession, _ gateway: GatewayProcess, _ user: String) throws -> String {
        let (other, opened) = try gateway.back(user, device: "position")
        defer { try? other.connection.close() }
        let seq = try #require(opened["stream"]?["seq"]?.int)
        let conversations = try session.conversations().map { #""\#($0.id)": \#($0.seq)"# }
        return #"{"user": \#(seq), "conversations": {\#(conversations.joined(separator: ","))}}"#
    }

    @Test func `X-07, C-16, C-21, C-Q16, T-Q08: a resumed session gets everything it missed, also after a restart`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            try owner.write("before", in: id)
            let place = try position(cast["member"], gateway, "member")
            _ = try cast["member2"].settle()
            try owner.write("one", in: id, at: ["member"])
            try owner.group("modify", id, #""name": "new", "avatar": "a""#)
            try cast["admin"].write("two", in: id, #""shouldBeCounted": false"#)
            try owner.write("gone", in: id, #""persist": false"#)
            try owner.write("secret", in: id, #""roaming": false"#)
            try cast["member.tab"].write("own", in: id)
            let live = try cast["member2"].settle().messages
            #expect(live.count == 6)
            for round in 0...1 {
                let (session, opened) = try gateway.back("member", device: "away", resume: place)
                let missed = try resumedMessages(opened, "group_\(id)")
                #expect(missed == live.filter { $0.settings["persist"] == nil && $0.settings["roaming"] == nil })
                let events = try session.settle()
                #expect(
                    events.names == [
                        "conversation.syncStart", "conversation.changed", "conversation.totalUnreadChanged",
                        "conversation.syncFinish",
                    ], "\(round)")
                let conversation = try #require(try session.conversation(in: id))
                #expect(try events.named("conversation.changed").first?.conversations == [conversation])
                #expect(conversation.unread == 4 && conversation.mentions.count == 1)
                #expect(conversation.showName == "new" && conversation.faceURL == "a")
                #expect(conversation.last?.text == "own" && conversation.last?.seq == live.last?.seq)
                #expect(try events.totals == [4])
                if round == 0 { try gateway.restart() }
            }
        }
    }

    @Test
    func
        `C-Q09, C-Q12, X-56: a mention that no count has goes from all devices of who reads, also from one that was away`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, tab) = (cast.id, cast["member.tab"])
            _ = try cast["member"].markRead(in: id)
            _ = try tab.settle()
            let sent = try cast["owner"].write("look", in: id, at: ["member"], #""shouldBeCounted": false"#)
            func told(_ session: ClientSession) throws -> [String]? {
                try session.settle().named("conversation.changed").last?.conversations.first?.mentions
            }
            #expect(try told(tab) == ["\(sent.seq): 1"])
            let place = try position(cast["member"], gateway, "member")
            _ = try tab.settle()
            _ = try cast["member"].markRead(in: id)
            #expect(try told(tab) == [])
            let (away, _) = try gateway.back("member", device: "away", resume: place)
            #expect(try told(away) == [])
        }
    }

    @Test func `X-81, X-07, C-22: a device that went right after a group's message is told its conversation again`()
        throws
    {
        try withGroups(movableClock) { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            try owner.write("one", in: id)
            _ = try cast["member"].settle()
            let place = try position(cast["member"], gateway, "member")
            let shown = try #require(try cast["member"].conversation(in: id))
            /// It has the message. Whether it has heard the round, nobody can know.
            func told() throws -> [Conversation] {
                let (session, opened) = try gateway.back("member", device: "away", resume: place)
                defer { try? session.connection.close() }
                #expect(try resumedMessages(opened, "group_\(id)").isEmpty)
                return try session.settle().named("conversation.changed").flatMap { try $0.conversations }
            }
            #expect(try told() == [shown])
            try gateway.restart(after: 60)
            #expect(try told() == [shown])
            try until("the device was heard long after the message") { try told().isEmpty }
        }
    }

    @Test
    func `X-07, X-45, C-23, C-Q14: who was made a member while away is told by a new conversation with its messages`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            let place = try position(cast["stranger"], gateway, "stranger")
            try owner.write("before", in: id)
            _ = try owner.invite(["stranger"], to: id)
            try owner.write("after", in: id)
            for round in 0...1 {
                let (session, opened) = try gateway.back("stranger", device: "away", resume: place)
                let events = try #require(opened["resume"]?["user"]?["events"]?.elements)
                let names = events.compactMap { $0["event"]?.string }
                #expect(names == ["group.didJoin", "conversation.new"], "\(round)")
                let missed = try resumedMessages(opened, "group_\(id)")
                #expect(missed.count == 2 && missed.last?.text == "after")
                #expect(try missed.first?.notice == "9 stranger: owner")
                #expect(try session.conversation(in: id)?.unread == 1 && session.totalUnread() == 1)
                if round == 0 { try gateway.restart() }
            }
        }
    }

    @Test
    func
        `X-07, X-44, T-Q07, T-Q31: who was removed or has lost the group while away is told so, and of nothing behind`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            let users = ["member", "member2"]
            let places = try users.map { try position(cast[$0], gateway, $0) }
            try owner.write("last", in: id)
            try owner.group("remove", id, some("member"))
            try owner.write("behind", in: id)
            let removed = try gateway.back("member", device: "away", resume: places[0])
            let missed = try resumedMessages(removed.opened, "group_\(id)")
            #expect(missed.count == 2 && missed.first?.text == "last")
            #expect(try missed.last?.notice == "1 owner: member")
            let conversation = try #require(try removed.session.conversation(in: id))
            #expect(conversation.last?.msgID == missed.last?.msgID && conversation.unread == 1)
            let history = try removed.session.refusal("message.history", #"{"conversationID": "group_\#(id)"}"#)
            #expect(history.number == "nim 804")

            try owner.group("destroy", id)
            for round in 0...1 {
                let (session, opened) = try gateway.back("member2", device: "away", resume: places[1])
                let events = try #require(opened["resume"]?["user"]?["events"]?.elements)
                #expect(events.compactMap { $0["event"]?.string } == ["group.didLeave"], "\(round)")
                let texts = try resumedMessages(opened, "group_\(id)").map { message in
                    try message.type == 5 ? message.notice : message.text
                }
                #expect(texts == ["last", "1 owner: member", "behind", "4 owner: "], "\(round)")
                #expect(try session.conversations().isEmpty && session.totalUnread() == 0)
                if round == 0 { try gateway.restart() }
            }
        }
    }

    /// A setting by which a member does not want messages.
    struct Unwanted: ShowsRows {
        let rows: String
        let name: String
        let user: String
        let option: Int
        /// The messages that are sent at the next login; nil is a notification.
        let texts: [String?]
    }

    @Test(arguments: [
        Unwanted(rows: "X-M03, X-39, G-Q29", name: "the group is blocked", user: "member", option: 0, texts: ["three"]),
        Unwanted(rows: "X-M04", name: "recvOpt 1", user: "member2", option: 1, texts: ["three"]),
        // X-M05 comes before X-M06.
        Unwanted(rows: "X-M05, X-M06", name: "recvOpt 4", user: "admin2", option: 4, texts: [nil, "three"]),
    ])
    func `X-07: messages that the member did not want are not sent at the next login`(unwanted: Unwanted) throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner, user) = (cast.id, cast["owner"], unwanted.user)
            if unwanted.option == 0 {
                try cast[user].group("block", id)
            } else {
                try cast[user].setReceiveOption(unwanted.option, in: id)
            }
            let place = try position(cast[user], gateway, user)
            for text in ["one", "two"] { try owner.write(text, in: id) }
            try owner.group("setAnnouncement", id, #""announcement": "a""#)
            if unwanted.option == 0 {
                try cast[user].group("unblock", id)
            } else {
                try cast[user].setReceiveOption(0, in: id)
            }
            try owner.write("three", in: id)
            let (session, opened) = try gateway.back(user, device: "away", resume: place)
            #expect(try resumedMessages(opened, "group_\(id)").map(\.text) == unwanted.texts)
            #expect(try session.history(in: id).count == owner.history(in: id).count)
            #expect(try session.totalUnread() == 1)
        }
    }

    @Test func `X-07: nothing is lost and nothing comes twice for those who come while others write`() throws {
        try withChat(["shards.count": "3"]) { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            let first = try owner.write("0", in: id).seq
            let requests = try (1...60).map { try owner.send("message.send", message("\($0)", in: id)) }
            var back: [(session: ClientSession, resumed: [Int])] = []
            for index in 0..<6 {
                let (session, opened) = try gateway.back(
                    "member", device: "d\(index)", resume: #"{"conversations": {"group_\#(id)": \#(first)}}"#)
                back.append((session, try resumedMessages(opened, "group_\(id)").map(\.seq)))
            }
            for request in requests { _ = try owner.reply(to: request).get() }
            for (session, resumed) in back {
                let seqs = try resumed + session.settle().messages.map(\.seq)
                #expect(seqs == Array(first + 1...first + 60))
                try until("the last round") { try session.totalUnread() == 61 }
            }
        }
    }

    @Test
    func
        `C-22, C-29, C-Q17, C-26: after the rounds each device has been told of all members' conversations as they are`()
        throws
    {
        try withChat(["shards.count": "3"]) { gateway in
            let cast = try gateway.cast()
            let id = cast.id
            _ = try cast.sessions.map { try $0.session.settle() }
            var told: [String: Conversation] = [:]
            var totals: [String: Int] = [:]
            func listen() throws {
                for (name, session) in cast.sessions {
                    let events = try session.settle()
                    let conversations = try events.named("conversation.changed").flatMap { try $0.conversations }
                    told[name] = conversations.last ?? told[name]
                    totals[name] = try events.totals.last ?? totals[name]
                }
            }
            for round in 0..<12 {
                for user in Cast.members { try cast[user].write("\(round)", in: id) }
                if round == 6 { try cast["member"].markRead(in: id) }
                try listen()
            }
            for (name, session) in cast.sessions where !name.hasPrefix("stranger") {
                let due = try #require(try session.conversation(in: id))
                let total = try session.totalUnread()
                #expect(due.unread == total && due.last?.seq == due.seq)
                try until("\(name) is told of all") {
                    try listen()
                    return told[name] == due && totals[name] == total
                }
            }
        }
    }
}
