import Client
import JSON
import Testing

/// The kinds of messages in groups, and the users who see them in one way or another.
struct GroupMessageTests {
    @Test(arguments: [false, true])
    func `T-02, T-03, T-Q32, C-16: every kind of message arrives in a group as it was sent`(isSuper: Bool) throws {
        let body = #"{"text":"a","n":[1,2.50,-0,1e3,{"deep":null}],"żółw":"\u0000\"\\ñ🐢","url":"x","":true}"#
        try withGroups { gateway in
            let cast = try gateway.cast(isSuper: isSuper)
            for type in [0, 1, 2, 3, 4, 6, 10, 100] {
                _ = try cast["member"].settle()
                let data =
                    #"{"conversationID": "group_1", "clientMsgId": "\#(type)", "type": \#(type), "body": \#(body)}"#
                _ = try cast["owner"].request("message.send", data).get()
                let heard = try cast["member"].settle().messages
                #expect(heard.map(\.body) == [body] && heard.map(\.type) == [type])
                #expect(try cast["member"].history(in: "1", #""limit": 1"#) == heard)
                let last = try #require(try cast["member"].conversation(in: "1")?.last)
                #expect(last.body == body && last.type == type)
            }
        }
    }

    @Test func `T-Q15: each setting does in a group what it does between two`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            let start = try #require(try owner.conversation(in: id)).seq
            _ = try cast.sessions.map { try $0.session.settle() }
            let settings = [
                "history", "roaming", "sync", "persist", "shouldBeCounted", "apnsEnabled", "apnsWithPrefix", "route",
            ]
            for name in settings { try owner.write(name, in: id, #""\#(name)": false"#) }
            try owner.write("teamReceipt", in: id, #""teamReceipt": true"#)
            let live = try cast["member"].settle().messages
            #expect(live.map(\.settings) == settings.map { [$0: false] } + [["teamReceipt": true]])
            let tab = try cast["owner.tab"].settle().messages
            #expect(tab == live.filter { $0.text != "sync" })
            for user in ["owner", "member"] {
                let pulled = try cast[user].history(in: id, #""direction": "newer", "cursor": \#(start)"#)
                #expect(pulled == live.filter { $0.text != "history" }, "\(user)")
                let (_, opened) = try gateway.back(
                    user, device: "away", resume: #"{"conversations": {"group_\#(id)": \#(start)}}"#)
                let kept = try resumedMessages(opened, "group_\(id)")
                let lost = ["roaming", "persist"] + (user == "owner" ? ["sync"] : [])
                #expect(kept == live.filter { !lost.contains($0.text!) }, "\(user)")
            }
            #expect(try cast["member"].conversation(in: id)?.unread == 8)
        }
    }

    @Test func `X-07, T-Q31, X-13, C-Q02: no way shows a stranger anything, nor who has left what came behind`() throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast(style: 3)
            let (id, owner) = (cast.id, cast["owner"])
            let resume = #"{"conversations": {"group_\#(id)": 0}, "groups": {"\#(id)": 0}}"#
            try owner.write("secret", in: id, at: ["stranger", everyone])
            try cast["member"].group("leave", id)
            let left = try #require(try cast["member"].conversation(in: id)).seq
            try owner.write("secret", in: id, at: ["member"])
            for (user, last) in [("stranger", 0), ("member", left)] {
                let (session, opened) = try gateway.back(user, device: "away", resume: resume)
                let stream = opened["resume"]?["conversations"]?.member("group_\(id)")
                let seqs = try stream?["messages"]?.elements?.map { try Message($0).seq } ?? []
                #expect(seqs.allSatisfy { $0 <= last } && stream?["seq"]?.int ?? 0 <= last, "\(user)")
                let events = opened["resume"]?["groups"]?.member(id)?["events"]?.count ?? 0
                #expect(events == 0 || user == "member", "\(user)")
                #expect(opened["groups"]?.member(id) == nil)
                for operation in ["message.history", "conversation.get", "conversation.markRead", "conversation.pin"] {
                    let data = #"{"conversationID": "group_\#(id)", "pinned": true}"#
                    let ok = try? session.request(operation, data).get()
                    #expect(ok == nil || user == "member" && operation != "message.history", "\(user) \(operation)")
                    #expect(ok?["conversation"]?["seq"]?.int ?? 0 <= last, "\(user) \(operation)")
                }
                #expect(try session.conversations().map(\.seq) == (user == "member" ? [left] : []))
            }
        }
    }

    @Test
    func `X-07, X-44, X-45, T-Q31: who comes back or joins late resumes from the joining, wherever it says it is`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast(style: 3)
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            let before = try owner.write("before", in: id).seq
            try member.group("leave", id)
            for _ in 1...3 { try owner.write("between", in: id) }
            for user in ["member", "stranger"] { try cast[user].group("join", id) }
            try owner.write("behind", in: id)
            for user in ["member", "stranger"] {
                let own = try cast[user].history(in: id).map(\.seq).reversed() as [Int]
                let (first, last) = (try #require(own.first), try #require(own.last))
                for place in [0, before - 1, before, before + 2, first - 1, first, last] {
                    let (_, opened) = try gateway.back(
                        user, device: "away", resume: #"{"conversations": {"group_\#(id)": \#(place)}}"#)
                    let stream = try #require(opened["resume"]?["conversations"]?.member("group_\(id)"))
                    let verdict = try #require(stream["verdict"]?.string)
                    if verdict == "recovered" {
                        let seqs = try resumedMessages(opened, "group_\(id)").map(\.seq)
                        #expect(seqs == own.filter { $0 > place }, "\(user) \(place)")
                    } else {
                        #expect(
                            verdict == "reset" && stream["from"]?.int == first && place < first - 1,
                            "\(user) \(place)")
                        #expect(stream["why"]?.string == "deleted", "\(user) \(place)")
                    }
                }
            }
        }
    }

    @Test func `X-07: what a device has acknowledged of a group's messages is where it goes on`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            try owner.write("one", in: id)
            let seq = try #require(try cast["member.tab"].conversation(in: id)).seq
            _ = try cast["member.tab"].request("stream.ack", #"{"conversations": {"group_\#(id)": \#(seq)}}"#).get()
            for text in ["two", "three"] { try owner.write(text, in: id) }
            try gateway.restart()
            let (_, opened) = try gateway.back("member", device: "tab", resume: "{}")
            #expect(try resumedMessages(opened, "group_\(id)").map(\.text) == ["two", "three"])
        }
    }

    @Test
    func `C-02, C-05, C-Q02, C-Q04, X-50: groups and users share one list, in the order of their last messages`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let member = cast["member"]
            for _ in 1...3 { try cast.renew() }
            let order = ["group_2", "c2c_owner", "group_4", "group_1", "c2c_stranger", "group_3"]
            for name in order {
                let id = String(name.drop { $0 != "_" }.dropFirst())
                if name.hasPrefix("group") { try cast["owner"].write(in: id) } else { try cast[id].write(to: "member") }
            }
            var (ids, next): ([String], Int) = ([], 0)
            repeat {
                let page = try member.request("conversation.list", #"{"count": 2, "nextSeq": \#(next)}"#).get()
                ids += try #require(page["conversations"]?.elements).map { try Conversation($0).id }
                next = try #require(page["nextSeq"]?.int)
            } while next != 0
            #expect(ids == order.reversed())
        }
    }

    @Test func `C-19, X-50: a group's conversation is read by its id`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            try cast.renew()
            for id in ["1", "2"] { try cast["owner"].write(in: id) }
            let one = try cast["member"].request("conversation.get", #"{"conversationID": "group_2"}"#).get()
            #expect(try Conversation(try #require(one["conversation"])) == cast["member"].conversation(in: "2"))
        }
    }

    @Test func `X-42, G-Q30: a mute that ends while its member is there ends by itself, and nobody hears of it`() throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let audience = Audience(cast)
            try cast["owner"].group("mute", cast.id, some("member") + #", "duration": 700"#)
            let refusal = try cast["member"].tryToWrite(in: cast.id)
            #expect(refusal == "em 215")
            _ = try audience.listen()
            try audience.expect([:]) {
                try until("the mute ends") { try cast["owner"].details(cast.id).muted == [:] }
            }
            #expect(try cast["member"].tryToWrite(in: cast.id) == "ok")
        }
    }
}
