import Client
import JSON
import Testing

/// Rules for notifications, beyond table X-D.
struct GroupNoticeTests {
    /// A new group: its invitees, the members among them, and the notifications.
    struct Making: ShowsRows {
        let rows: String
        let name: String
        let invitees: [String]
        let asks: Bool
        let members: [String]
        let notices: [String]
    }

    @Test(arguments: [
        Making(rows: "X-38", name: "nobody is invited", invitees: [], asks: true, members: [], notices: []),
        Making(rows: "X-38", name: "one waits to be asked", invitees: ["wary"], asks: true, members: [], notices: []),
        Making(
            rows: "T-10", name: "all join at once", invitees: ["bob", "wary", "carol"], asks: false,
            members: ["bob", "wary", "carol"], notices: ["0 owner: bob, wary, carol"]),
        Making(
            rows: "T-11", name: "some accept by themselves", invitees: ["bob", "wary", "carol"], asks: true,
            members: ["bob", "carol"], notices: ["9 bob: owner", "9 carol: owner"]),
    ])
    func `X-D01, X-45, T-Q06, C-23, C-Q14: creating a group is inviting, by its creator`(making: Making) throws {
        try withGroups { gateway in
            let (owner, tab) = (try gateway.online("owner"), try gateway.online("owner", device: "tab"))
            let (bob, carol, wary) = (
                try gateway.online("bob"), try gateway.online("carol"), try gateway.online("wary")
            )
            try wary.setAutoAccept(false)
            _ = try [owner, tab, bob, carol, wary].map { try $0.settle() }
            let id = try owner.createGroup(with: making.invitees, #""isInviteNeedConfirm": \#(making.asks)"#)
            for (user, session) in [
                ("owner", owner), ("owner", tab), ("bob", bob), ("carol", carol), ("wary", wary),
            ] {
                let heard = try session.settle()
                guard user == "owner" || making.members.contains(user) else {
                    #expect(heard.names.allSatisfy { $0.hasPrefix("group.") }, "\(user)")
                    continue
                }
                #expect(try heard.messages.map { try $0.notice } == making.notices, "\(user)")
                let all = try heard.named("conversation.new").flatMap { try $0.conversations }
                #expect(all.map(\.id) == ["group_\(id)"], "\(user)")
                let new = try #require(all.first)
                #expect(!heard.names.contains("conversation.changed"), "\(user)")
                let last = try #require(try session.conversation(in: id)).last
                let message = try heard.messages.last
                #expect(last == new.last && last?.msgID == message?.msgID, "\(user)")
                #expect(new.unread == 0 && new.showName == "g" && new.seq == making.notices.count)
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
            _ = try Audience(cast).listen()
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
        try withGroups(door: .webSocket) { gateway in
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

    /// Three notifications: of a removed member, of a muted one, and of a new name and extension.
    private func tell(_ cast: Cast) throws -> [ServerEvent] {
        _ = try cast["admin2"].settle()
        try cast["owner"].group("remove", cast.id, some("member2"))
        try cast["owner"].group("mute", cast.id, some("member") + #", "duration": -1"#)
        try cast["owner"].group("modify", cast.id, #""name": "żółw \"q\"", "ext": "{}""#)
        return try cast["admin2"].settle().named("message.new")
    }

    /// The messages, and their bodies.
    struct Notices {
        let messages: [JSONValue]
        let bodies: [JSONValue]
    }

    private static let rules: [Rule<Notices>] = [
        Rule("T-21", "its type says that it is a notification") {
            #expect($0.messages.map { $0["type"]?.int } == [5, 5, 5])
        },
        Rule("T-22", "it has a body, an object") {
            #expect($0.messages.allSatisfy { $0["body"]?.members != nil })
        },
        Rule("T-23", "the body has its kind, its operation, its source and its targets") {
            let known: Set = ["notificationType", "operationType", "sourceID", "targetIDs"]
            #expect($0.bodies.allSatisfy { $0.keys.isSuperset(of: known) })
        },
        Rule("T-24", "its kind is team") { #expect($0.bodies.allSatisfy { $0["notificationType"]?.string == "team" }) },
        Rule("T-25", "beside these it has at most an attachment") {
            let counts: [Int] = $0.bodies.map { $0.keys.subtracting(["attachment"]).count }
            #expect(counts == [4, 4, 4])
        },
        Rule("T-26, T-28, T-Q01", "its operation is a number: 1, 10, 3") {
            #expect($0.bodies.map { $0["operationType"]?.int } == [1, 10, 3])
        },
        Rule("T-29", "its source is who did it") {
            #expect($0.bodies.allSatisfy { $0["sourceID"]?.string == "owner" })
        },
        Rule("T-30", "its targets are those it was done to") {
            #expect($0.bodies.map { $0["targetIDs"]?.text } == [#"["member2"]"#, #"["member"]"#, "[]"])
        },
        Rule("T-32", "only a mute and an update have an attachment") {
            #expect($0.bodies.map { $0["attachment"] != nil } == [false, true, true])
        },
        Rule("T-34", "a mute's is a flag") { #expect($0.bodies[1]["attachment"]?.text == #"{"flag":true}"#) },
        Rule("T-33, T-35", "an update's are the values by their tags") {
            #expect($0.bodies[2]["attachment"]?.text == #"{"values":{"3":"żółw \"q\"","18":"{}"}}"#)
        },
        Rule("T-Q08", "it is not counted and not pushed") {
            let settings = $0.messages.flatMap { [$0["shouldBeCounted"]?.bool, $0["apnsEnabled"]?.bool] }
            #expect(settings == [false, false, false, false, false, false])
        },
    ]

    @Test(arguments: rules) func `each part of a notification is as NIM has it`(rule: Rule<Notices>) throws {
        try withGroups { gateway in
            let messages = try tell(gateway.cast()).map(\.data)
            #expect(messages.count == 3)
            try rule.check(Notices(messages: messages, bodies: messages.map { try #require($0["body"]) }))
        }
    }

    @Test func `T-07, T-Q01, T-Q08: a notification is a message of the gateway, as NIM writes one`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let events = try tell(cast)
            let event = try #require(events.first)
            let data = event.data
            #expect(data["type"]?.int == 5 && data["sessionType"]?.int == 1 && data["from"]?.string == "owner")
            #expect(data["conversationID"]?.string == "group_\(cast.id)" && event.stream == nil)
            let known: Set = [
                "msgId", "clientMsgId", "conversationID", "sessionType", "seq", "from", "type", "body", "time",
                "shouldBeCounted", "apnsEnabled", "apnsWithPrefix",
            ]
            #expect(data.keys == known)
            #expect(
                try events.messages.map(\.body) == [
                    #"{"notificationType":"team","operationType":1,"sourceID":"owner","targetIDs":["member2"]}"#,
                    #"{"notificationType":"team","operationType":10,"sourceID":"owner","targetIDs":["member"],"#
                        + #""attachment":{"flag":true}}"#,
                    #"{"notificationType":"team","operationType":3,"sourceID":"owner","targetIDs":[],"#
                        + #""attachment":{"values":{"3":"żółw \"q\"","18":"{}"}}}"#,
                ])
        }
    }
}
