import Client
import JSON
import Testing

/// `message.send` to a group
struct GroupSendTests {
    struct Kind: ShowsRows {
        let rows: String
        let name: String
        /// The session type of its messages.
        let sessionType: Int

        var isSuper: Bool { name == "superTeam" }

        static let all = [
            Kind(rows: "T-05", name: "team", sessionType: 1), Kind(rows: "T-06", name: "superTeam", sessionType: 5),
        ]
    }

    @Test(arguments: Kind.all)
    func `T-03, G-28, X-06, C-Q15: a message reaches all devices of all members, and nobody else`(kind: Kind) throws {
        try withGroups(door: .webSocket) { gateway in
            let cast = try gateway.cast(isSuper: kind.isSuper)
            let told = ["message member: hello", "changed", "total 1"]
            let own = ["member.phone": ["changed"], "member.tab": ["message member: hello", "changed"]]
            try Audience(cast).expect(everybody(told[0], told[1], told[2], but: own)) {
                try cast["member"].write(in: cast.id)
            }
        }
    }

    @Test(arguments: Kind.all)
    func `X-34, X-50: a message and its conversation show the kind of their group`(kind: Kind) throws {
        try withGroups(door: .webSocket) { gateway in
            let cast = try gateway.cast(isSuper: kind.isSuper)
            let audience = Audience(cast)
            try cast["member"].write(in: cast.id)
            try cast["owner"].group("remove", cast.id, some("member2"))
            _ = try audience.listen()
            let sent = try cast["owner"].write(in: cast.id)
            for (name, events) in try audience.listen() {
                let isOut = name.hasPrefix("stranger") || name.hasPrefix("member2")
                let heard = try events.messages
                #expect(heard.map(\.seq) == (isOut || name == "owner.phone" ? [] : [sent.seq]), "\(name)")
                for message in heard {
                    #expect(message.msgID == sent.msgID && message.time == sent.time && message.type == 0)
                    #expect(message.conversation == "group_\(cast.id)" && message.from == "owner")
                    #expect(message.sessionType == kind.sessionType && message.text == "hello")
                    #expect(message.names == nil && message.settings == [:])
                }
            }
            #expect(sent.conversation == "group_\(cast.id)")
            let conversation = try #require(try cast["admin"].conversation(in: cast.id))
            #expect(conversation.groupType == kind.name && conversation.type == 2)
            #expect(conversation.last?.msgID == sent.msgID && conversation.unread == 2)
        }
    }

    @Test func `T-08, T-Q09, T-Q10, X-02: what the server alone may say is refused, and nothing is stored`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let before = try cast["member"].history(in: cast.id)
            let names = (0...30).map { "u\($0)" }
            var refusals: [String] = []
            try Audience(cast).expect([:]) {
                for type in [5, 7, -1] {
                    let data =
                        #"{"conversationID": "group_1", "clientMsgId": "\#(uniqueID())", "type": \#(type), "#
                        + #""body": {"notificationType": "team", "operationType": 1, "sourceID": "owner"}}"#
                    refusals.append(try cast["owner"].refusal("message.send", data).number)
                }
                refusals.append(try cast["owner"].tryToWrite(in: cast.id, at: names))
                for id in ["0", "999", "x", "1 ", "01"] { refusals.append(try cast["owner"].tryToWrite(in: id)) }
            }
            #expect(refusals == Array(repeating: "nim 414", count: 4) + Array(repeating: "em 605", count: 5))
            #expect(try cast["member"].history(in: cast.id) == before)
        }
    }

    @Test func `T-Q16, X-10: a repeat has the first reply, and nobody hears of it, whatever has become of the sender`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let audience = Audience(cast)
            let sent = try cast["member"].write("once", in: cast.id, at: ["owner"], id: "m1")
            let others = [
                message("twice", in: cast.id, at: ["owner"], id: "m1"), message("once", in: cast.id, id: "m1"),
                message("once", in: cast.id, at: ["admin"], id: "m1"), message("once", to: "owner", id: "m1"),
            ]
            var (repeats, conflicts): ([Sent], [String]) = ([], [])
            try audience.expect([:]) {
                for device in ["member.phone", "member.tab"] {
                    repeats.append(try cast[device].write("once", in: cast.id, at: ["owner"], id: "m1"))
                }
                conflicts = try others.map { try cast["member"].refusal("message.send", $0).number }
            }
            #expect(repeats == [sent, sent] && conflicts == Array(repeating: "gw 1006", count: 4))
            // Another's message may have the same name.
            #expect(try cast["owner"].write("once", in: cast.id, id: "m1").seq == sent.seq + 1)
            try cast["owner"].group("mute", cast.id, some("member") + #", "duration": -1"#)
            #expect(try cast["member"].write("once", in: cast.id, at: ["owner"], id: "m1") == sent)
            try cast["owner"].group("remove", cast.id, some("member"))
            #expect(try cast["member"].write("once", in: cast.id, at: ["owner"], id: "m1") == sent)
            #expect(try cast["member"].tryToWrite(in: cast.id) == "em 602")
            try gateway.restart()
            let member = try gateway.online("member")
            #expect(try member.write("once", in: cast.id, at: ["owner"], id: "m1") == sent)
        }
    }

    @Test func `X-30, R-111, X-49: who has blocked each other hear and name each other in a group`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            for (one, other) in [("member", "member2"), ("member2", "member")] {
                #expect(try cast[one].block(other) == [0])
            }
            #expect(try cast["owner"].details(cast.id).memberCount == 5)
            for (one, other) in [("member", "member2"), ("member2", "member")] {
                _ = try cast[other].settle()
                let sent = try cast[one].write("psst", in: cast.id, at: [other])
                let heard = try cast[other].settle()
                #expect(try heard.messages.map(\.from) == [one])
                let conversation = try #require(try cast[other].conversation(in: cast.id))
                #expect(conversation.unread == 1 && conversation.mentions == ["\(sent.seq): 1"])
                #expect(try cast[other].totalUnread() == 1)
            }
        }
    }

    @Test
    func `X-55, C-Q12: whom a message names is told as it was sent, and strangers, the sender and nobody count not`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let names = ["stranger", "member", "nobody", "owner", "admin"]
            let sent = try cast["owner"].write(in: cast.id, at: names)
            let (heard, pulled) = (try cast["admin"].settle().messages, try cast["admin"].history(in: cast.id))
            #expect(heard.map(\.names) == [names] && pulled.first?.names == names)
            for user in Cast.members {
                let conversation = try #require(try cast[user].conversation(in: cast.id))
                #expect(conversation.mentions == (["member", "admin"].contains(user) ? ["\(sent.seq): 1"] : []))
            }
            #expect(try cast["stranger"].settle().isEmpty && cast["stranger"].conversations().isEmpty)
        }
    }

    @Test func `X-55: who may speak may name all, unless the setting leaves it to owner and admins`() throws {
        try withGroups(["groups.leadersNameAll": "true"]) { gateway in
            let cast = try gateway.cast()
            for user in ["owner", "admin", "member"] {
                let isLeader = user != "member"
                #expect(try cast[user].tryToWrite(in: cast.id, at: [everyone]) == (isLeader ? "ok" : "em 603"))
                #expect(try cast[user].tryToWrite(in: cast.id, at: ["admin2"]) == "ok")
            }
            try gateway.restart(["groups.leadersNameAll": "false"])
            #expect(try gateway.online("member").tryToWrite(in: cast.id, at: [everyone]) == "ok")
        }
    }

    @Test func `X-07, G-28, T-03: what many say at once all hear in one order, on several shards`() throws {
        try withChat(["shards.count": "3"]) { gateway in
            let cast = try gateway.cast()
            let speakers = Cast.members.map { cast[$0] }
            let ids = try speakers.map { speaker in
                try (0..<20).map { try speaker.send("message.send", message("\($0)", in: cast.id)) }
            }
            var sent: [Int] = []
            for (speaker, ids) in zip(speakers, ids) {
                let own = try ids.map { try Sent(try speaker.reply(to: $0).get()).seq }
                #expect(own == own.sorted())
                sent += own
            }
            let all = try cast["owner"].history(in: cast.id).map(\.seq).reversed() as [Int]
            #expect(sent.count == 100 && sent.sorted() == all)
            for (name, session) in cast.sessions {
                let heard = try session.settle().messages
                let count = name.hasPrefix("stranger") ? 0 : name.hasSuffix("phone") ? 80 : 100
                #expect(heard.count == count && heard.map(\.seq) == heard.map(\.seq).sorted(), "\(name)")
            }
        }
    }
}
