import Client
import ClientProtocol
import JSON
import Testing

/// The state that a member keeps after leaving a group, and the state of a member who comes back.
struct GroupReturnTests {
    private func get(_ session: ClientSession, _ id: String) throws -> Conversation {
        try Conversation(
            #require(
                try session.request("conversation.get", #"{"conversationID": "group_\#(id)"}"#).get()["conversation"]))
    }

    /// Where the device stands, as its login tells.
    private func positions(of user: String, in id: String, _ gateway: GatewayProcess) throws -> (user: Int, group: Int)
    {
        let (_, opened) = try gateway.back(user, device: "away")
        return (try #require(opened["stream"]?["seq"]?.int), try #require(opened["groups"]?.member(id)?.int))
    }

    @Test func `X-07, G-Q18: a group's stream is reset for a device that was away while its user left and came back`()
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast(style: 3)
            let (owner, id) = (cast["owner"], cast.id)
            let place = try positions(of: "member", in: id, gateway)
            try owner.group("modify", id, #""name": "of its time""#)
            try cast["member"].group("leave", id)
            try owner.group("setAnnouncement", id, #""announcement": "meanwhile""#)
            try cast["member"].group("join", id)
            let (_, opened) = try gateway.back("member", device: "fresh")
            let joined = try #require(opened["groups"]?.member(id)?.int)
            try owner.group("setAnnouncement", id, #""announcement": "since""#)
            for round in 0...1 {
                func verdict(at seq: Int) throws -> String? {
                    let (_, opened) = try gateway.back("member", device: "away", resume: #"{"groups": {"1": \#(seq)}}"#)
                    let group = try #require(opened["resume"]?["groups"]?["1"])
                    let verdict = group["verdict"]?.string
                    #expect(group["seq"]?.int == joined + 1)
                    if verdict == "reset" {
                        #expect(group["from"]?.int == joined + 2 && group["events"] == nil)
                        #expect(group["why"]?.string == "deleted")
                    } else {
                        #expect(group["events"]?.elements?.compactMap { $0["seq"]?.int } == [joined + 1])
                    }
                    return verdict
                }
                for seq in [0, place.group, place.group + 1, joined - 1] {
                    #expect(try verdict(at: seq) == "reset", "at \(seq), round \(round)")
                }
                #expect(try verdict(at: joined) == "recovered")
                if round == 0 { try gateway.restart() }
            }
        }
    }

    @Test func `X-07, G-Q18: so it is with a position that the gateway has been told before`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let (away, opened) = try gateway.back("member", device: "away")
            let place = try #require(opened["groups"]?["1"]?.int)
            _ = try away.request("stream.ack", #"{"groups": {"1": \#(place)}}"#).get()
            try away.connection.close()
            try cast["owner"].group("remove", cast.id, some("member"))
            _ = try cast["owner"].invite(["member"], to: cast.id)
            let (_, back) = try gateway.back("member", device: "away", resume: "{}")
            #expect(back["resume"]?["groups"]?["1"]?["verdict"]?.string == "reset")
        }
    }

    @Test(arguments: [0, 3])
    func `X-44, G-33, G-67: a former member sees the group's name, avatar and kind as they were then`(style: Int)
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast(style: style, isSuper: true)
            let (owner, id) = (cast["owner"], cast.id)
            try owner.group("modify", id, #""name": "then", "avatar": "old""#)
            let place = try positions(of: "member", in: id, gateway)
            try owner.group("remove", id, some("member"))
            try cast["member2"].group("leave", id)
            var former: [String: Conversation] = [:]
            for user in ["member", "member2"] {
                former[user] = try get(cast[user], id)
                #expect(former[user]?.showName == "then" && former[user]?.faceURL == "old")
                #expect(former[user]?.groupType == "superTeam")
            }
            try owner.group("modify", id, #""name": "now", "avatar": "new""#)
            func look(_ user: String, _ session: ClientSession, _ what: String) throws {
                #expect(try get(session, id) == former[user], "\(user) \(what)")
                #expect(try session.conversations().first { $0.id == "group_\(id)" } == former[user], "\(user) \(what)")
            }
            for user in ["member", "member2"] { try look(user, cast[user], "after the change") }
            let resume = #"{"user": \#(place.user), "conversations": {"group_1": 0}}"#
            func resumed(_ what: String) throws {
                let (session, opened) = try gateway.back("member", device: "away", resume: resume)
                let messages = try resumedMessages(opened, "group_1")
                #expect(!messages.isEmpty && messages.allSatisfy { $0.sessionType == 5 }, "\(what)")
                let changed = try session.settle().named("conversation.changed").first
                #expect(try changed?.conversations == [former["member"]!], "\(what)")
            }
            try resumed("after the change")
            try owner.group("destroy", id)
            try gateway.restart()
            for user in ["member", "member2"] { try look(user, try gateway.online(user), "after the end") }
            try resumed("after the end")
        }
    }

    @Test func `X-44: a member who comes back sees the group as it is`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            try cast["owner"].group("remove", cast.id, some("member"))
            try cast["owner"].group("modify", cast.id, #""name": "now""#)
            #expect(try get(cast["member"], cast.id).showName == "g")
            _ = try cast["owner"].invite(["member"], to: cast.id)
            #expect(try get(cast["member"], cast.id).showName == "now")
            try cast["owner"].group("modify", cast.id, #""name": "later""#)
            #expect(try get(cast["member"], cast.id).showName == "later")
        }
    }

    @Test func `X-44, X-45, C-Q11: a member who comes back begins with option 0, nothing unread and nobody's @`() throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (owner, member, id) = (cast["owner"], cast["member"], cast.id)
            try owner.write("one", in: id, at: ["member"])
            try owner.write("two", in: id, at: [everyone])
            try member.setReceiveOption(4, in: id)
            try owner.group("remove", id, some("member"))
            try owner.write("meanwhile", in: id, at: [everyone])
            let former = try get(member, id)
            #expect(former.unread == 2 && former.mentions.count == 2 && former.option == 4)
            #expect(try member.totalUnread() == 2)
            let place = try position(of: "member", gateway)
            _ = try member.settle()
            _ = try owner.invite(["member"], to: id)
            let told = try member.settle().filter { $0.name.hasPrefix("conversation") }
            #expect(told.names.prefix(1) == ["conversation.changed"])
            #expect(try told.totals == [0])
            for _ in 0...1 {
                let now = try get(member, id)
                #expect(now.unread == 0 && now.mentions == [] && now.option == 0)
                #expect(now.last?.seq == now.seq && now.last?.type == 5)
                #expect(try member.totalUnread() == 0)
                #expect(try member.receiveOption(in: id) == 0)
            }
            // A device that was away learns of it by the user's stream.
            let (_, opened) = try gateway.back("member", device: "away", resume: #"{"user": \#(place)}"#)
            let events = try #require(opened["resume"]?["user"]?["events"]?.elements)
            let changed = try #require(Array(events).last { $0["event"]?.string == "conversation.changed" })
            #expect(changed["data"]?["conversations"]?.first?["recvOpt"]?.int == 0)
            try owner.write("now", in: id)
            #expect(try get(member, id).unread == 1)
        }
    }

    private func position(of user: String, _ gateway: GatewayProcess) throws -> Int {
        let (_, opened) = try gateway.back(user, device: "away")
        return try #require(opened["stream"]?["seq"]?.int)
    }

    @Test func `X-44, X-45, C-Q11, X-60: so it is where nothing was wanted and the conversation had been deleted`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (owner, member, id) = (cast["owner"], cast["member"], cast.id)
            try member.setReceiveOption(1, in: id)
            try member.group("leave", id)
            try member.deleteConversation(in: id)
            #expect(try member.refusal("conversation.setGroupReceiveOpt", #"{"groupID": "1", "opt": 0}"#).code == 6017)
            _ = try member.settle()
            _ = try owner.invite(["member"], to: id)
            #expect(try member.settle().named("conversation.new").count == 1)
            try owner.write("hello", in: id)
            let conversation = try #require(try member.conversation(in: id))
            #expect(conversation.option == 0 && conversation.unread == 1 && conversation.last?.text == "hello")
            #expect(try member.totalUnread() == 1)
        }
    }
}
