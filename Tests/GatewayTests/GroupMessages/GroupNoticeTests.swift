import Client
import JSON
import Testing

/// What notifications are, beyond table X-D.
@Suite(.onThreads) struct GroupNoticeTests {
    @Test func `X-D01, X-45, X-38, T-10, T-Q06, C-23, C-Q14: making a group is inviting, by its maker`() throws {
        try withGroups { gateway in
            let (owner, tab) = (try gateway.online("owner"), try gateway.online("owner", device: "tab"))
            let (bob, carol, wary) = (
                try gateway.online("bob"), try gateway.online("carol"), try gateway.online("wary")
            )
            try wary.setAutoAccept(false)
            let (asks, asksNot) = (#""isInviteNeedConfirm": true"#, #""isInviteNeedConfirm": false"#)
            let cases: [(invitees: [String], more: String, members: [String], notices: [String])] = [
                ([], asks, [], []), (["wary"], asks, [], []),
                (["bob", "wary", "carol"], asksNot, ["bob", "wary", "carol"], ["0 owner: bob, wary, carol"]),
                (["bob", "wary", "carol"], asks, ["bob", "carol"], ["9 bob: owner", "9 carol: owner"]),
            ]
            for (invitees, more, members, notices) in cases {
                _ = try [owner, tab, bob, carol, wary].map { try $0.settle() }
                let id = try owner.createGroup(with: invitees, more)
                for (user, session) in [
                    ("owner", owner), ("owner", tab), ("bob", bob), ("carol", carol), ("wary", wary),
                ] {
                    let heard = try session.settle()
                    guard user == "owner" || members.contains(user) else {
                        #expect(heard.names.allSatisfy { $0.hasPrefix("group.") }, "\(user)")
                        continue
                    }
                    #expect(try heard.messages.map { try $0.notice } == notices, "\(user) \(invitees)")
                    let all = try heard.named("conversation.new").flatMap { try $0.conversations }
                    #expect(all.map(\.id) == ["group_\(id)"], "\(user)")
                    let new = try #require(all.first)
                    #expect(!heard.names.contains("conversation.changed"), "\(user)")
                    let last = try #require(try session.conversation(in: id)).last
                    let message = try heard.messages.last
                    #expect(last == new.last && last?.msgID == message?.msgID, "\(user)")
                    #expect(new.unread == 0 && new.showName == "g" && new.seq == notices.count)
                }
            }
        }
    }

    @Test func `X-D02, X-D03, T-10, T-11, G-Q07: one for a call, or one for each who has agreed beforehand`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast(#""isInviteNeedConfirm": false"#)
            try gateway.createAccounts("u1", "u2", "u3")
            _ = try cast["admin"].settle()
            _ = try cast["owner"].invite(["u2", "member", "nobody", "u1"], to: cast.id)
            #expect(try notices(cast["admin"]) == ["0 owner: u2, u1"])
            try cast["owner"].group("modify", cast.id, #""isInviteNeedConfirm": true"#)
            _ = try cast["admin"].settle()
            try cast["owner"].group("remove", cast.id, some("u1", "u2"))
            _ = try cast["owner"].invite(["u3", "u1"], to: cast.id)
            let (heard, pulled) = (try notices(cast["admin"]), try cast["member"].history(in: cast.id))
            #expect(heard == ["1 owner: u1, u2", "9 u3: owner", "9 u1: owner"])
            // T-09: found like other messages.
            #expect(try pulled.prefix(3).map { try $0.notice } == heard.reversed())
        }
    }

    private func notices(_ session: ClientSession) throws -> [String] {
        try session.settle().messages.filter { $0.type == 5 }.map { try $0.notice }
    }

    @Test func `T-31, T-Q10, X-13: an extension is the administrator's, of up to 1024 characters`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast(style: 2)
            try cast["stranger"].group("join", cast.id)
            let member = one("member")
            let verbs = [
                ("invite", some("stranger")), ("approve", one("stranger")), ("decline", one("stranger")),
                ("remove", some("member")), ("transfer", #""newOwner": "member""#), ("modify", #""name": "n""#),
                ("setAnnouncement", #""announcement": "a""#), ("addAdmin", member), ("removeAdmin", one("admin")),
                ("mute", some("member") + #", "duration": -1"#), ("unmute", some("member")),
                ("muteAll", #""muted": true"#), ("addToWhiteList", some("member")),
                ("removeFromWhiteList", some("member")), ("leave", ""), ("destroy", ""),
            ]
            var outcomes: [String] = []
            try Audience(cast).expect([:]) {
                for (verb, more) in verbs {
                    let ext = #""notifyExt": "why""# + (more.isEmpty ? "" : ", \(more)")
                    outcomes.append(try cast[verb == "leave" ? "member" : "owner"].attempt(verb, cast.id, ext))
                }
            }
            #expect(zip(verbs, outcomes).filter { $1 != "nim 414" }.map { "\($0.0) \($1)" } == [])
            let ext = String(repeating: "ż", count: 1024)
            let long = #"{"groupID": "\#(cast.id)", \#(some("member")), "notifyExt": "\#(ext)x"}"#
            let error = try gateway.admin().refusal("admin.group.remove", long)
            #expect(error.keys == ["notifyExt"])
            try cast.administer("remove", some("member") + #", "notifyExt": "\#(ext)""#)
            #expect(try notices(cast["member2"]) == ["1 owner: member ext=\(ext)"])
        }
    }

    @Test func `X-13, T-29, T-Q06: an administrator's source is its operator, or else the owner`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let admin = try gateway.guest()
            let open = #"{"adminKey": "\#(gateway.keys.adminKey)", "device": "a", "operatorId": "admin"}"#
            _ = try admin.request("session.open", open).get()
            _ = try admin.request("admin.group.remove", #"{"groupID": "\#(cast.id)", \#(some("member"))}"#).get()
            try cast.administer("remove", some("member2"))
            #expect(try notices(cast["owner"]) == ["1 admin: member", "1 owner: member2"])
        }
    }

    @Test func `T-44, X-40, T-Q03, T-Q04: muting owner and admins too is 3, anything but 0 is on`() throws {
        for isSuper in [false, true] {
            try withGroups { gateway in
                let cast = try gateway.cast(isSuper: isSuper)
                for mute in [3, 1, 0] { try cast.administer("muteAll", #""mute": \#(mute)"#) }
                let (number, tag) = isSuper ? (404, 101) : (3, 100)
                let due = [3, 1, 0].map { "\(number) owner:  \(tag)=\"\($0)\"" }
                #expect(try notices(cast["member"]) == due)
            }
        }
    }

    @Test func `T-Q11, X-38, G-Q32, G-Q33, G-Q39: what changes nothing, or is refused, is told by no notification`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            try owner.group("setAnnouncement", id, #""announcement": "a""#)
            try owner.group("addToWhiteList", id, some("member"))
            let acts: [(String, String, String)] = [
                ("owner", "modify", #""name": "g", "description": "", "inviteMode": 0, "beInviteMode": 0"#),
                ("owner", "modify", ""), ("owner", "setAnnouncement", #""announcement": "a""#),
                ("owner", "muteAll", #""muted": false"#), ("owner", "unmute", some("member")),
                ("owner", "addToWhiteList", some("member")), ("owner", "removeFromWhiteList", some("member2")),
                ("member", "modify", #""name": "x""#), ("member", "remove", some("member2")),
                ("owner", "remove", some("member", "stranger")),
                ("owner", "mute", some("member") + #", "duration": 0"#),
                ("owner", "addAdmin", one("admin")), ("owner", "leave", ""), ("stranger", "join", ""),
                ("admin", "destroy", ""), ("member", "transfer", #""newOwner": "member""#),
                ("owner", "invite", some("member")), ("owner", "setNotifyState", #""state": 0"#),
            ]
            try Audience(cast).expect([:]) {
                for (user, verb, more) in acts { _ = try cast[user].attempt(verb, id, more) }
            }
        }
    }

    @Test func `T-20, T-30, T-Q05, G-Q32: a mute's targets are those whom it concerns, once`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            try owner.group("mute", id, some("member") + #", "duration": -1"#)
            try owner.group("unmute", id, some("member2", "member", "admin"))
            #expect(try notices(cast["admin2"]) == ["10 owner: member flag=true", "10 owner: member flag=false"])
            try owner.group("mute", id, some("member", "member2", "member") + #", "duration": 5000"#)
            #expect(try notices(cast["admin2"]) == ["10 owner: member, member2 flag=true"])
        }
    }

    @Test func `X-08, T-27, X-09: reply, callback, notification, conversation, and by then it is so`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let own = try cast["owner"].arrivals(
                of: "group.modify", #"{"groupID": "\#(cast.id)", "name": "other"}"#)
            let due = ["reply", "group.specificationDidUpdate", "message.new"]
            #expect(own == due + ["conversation.changed"] || own == due)
            let removed = try cast["owner"].arrivals(
                of: "group.remove", #"{"groupID": "\#(cast.id)", \#(some("member2"))}"#)
            #expect(removed.prefix(3) == ["reply", "group.userDidLeave", "message.new"])
            // T-27: the conversation that is told with it has the new name already.
            let changed = try cast["member"].settle().named("conversation.changed").flatMap { try $0.conversations }
            #expect(changed.allSatisfy { $0.showName == "other" })
            let refused = try cast["member"].arrivals(
                of: "group.modify", #"{"groupID": "\#(cast.id)", "name": "x"}"#)
            #expect(refused == ["error"])
        }
    }

    @Test func `X-09, X-43, C-29: of one commit callback, notification, conversation and total come in this order`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            for _ in 1...3 { try cast["member"].write(in: cast.id) }
            let audience = Audience(cast)
            // Its unread messages leave the total with the group.
            let gone = ["didLeave reason=2", "notice 4 owner: ", "total 0"]
            try audience.expect(
                everybody(
                    gone[0], gone[1], gone[2],
                    but: [
                        "owner.phone": ["notice 4 owner: ", "total 0"],
                        "owner.tab": ["self didLeave reason=2", "notice 4 owner: ", "total 0"],
                        "member": ["didLeave reason=2", "notice 4 owner: "],
                    ])
            ) { try cast["owner"].group("destroy", cast.id) }
        }
    }

    @Test
    func
        `T-07, T-21, T-22, T-23, T-24, T-25, T-26, T-28, T-29, T-30, T-32, T-Q01, T-Q08: a notification is a message of the gateway, as NIM writes one`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            _ = try cast["member"].settle()
            try cast["owner"].group("remove", cast.id, some("member2"))
            let event = try #require(try cast["member"].settle().first { $0.name == "message.new" })
            let data = event.data
            #expect(data["type"]?.int == 5 && data["sessionType"]?.int == 1 && data["from"]?.string == "owner")
            #expect(data["conversationID"]?.string == "group_\(cast.id)" && event.stream == nil)
            #expect(
                data["body"]?.text
                    == #"{"notificationType":"team","operationType":1,"sourceID":"owner","targetIDs":["member2"]}"#)
            let known: Set = [
                "msgId", "clientMsgId", "conversationID", "sessionType", "seq", "from", "type", "body", "time",
                "shouldBeCounted", "apnsEnabled", "apnsWithPrefix",
            ]
            #expect(data["shouldBeCounted"]?.bool == false && data["apnsEnabled"]?.bool == false)
            #expect(data.keys == known)
            try cast["owner"].group("mute", cast.id, some("member") + #", "duration": -1"#)
            try cast["owner"].group("modify", cast.id, #""name": "żółw \"q\"", "ext": "{}""#)
            let bodies = try cast["member"].settle().messages.map(\.body)
            #expect(
                bodies == [
                    #"{"notificationType":"team","operationType":10,"sourceID":"owner","targetIDs":["member"],"#
                        + #""attachment":{"flag":true}}"#,
                    #"{"notificationType":"team","operationType":3,"sourceID":"owner","targetIDs":[],"#
                        + #""attachment":{"values":{"3":"żółw \"q\"","18":"{}"}}}"#,
                ])
        }
    }
}
