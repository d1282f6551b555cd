import Client
import JSON
import Testing

/// Unread counts in groups, reading, pinning and receive options.
struct GroupUnreadTests {
    @Test func `C-14, C-28, C-29, C-Q10, X-56: reading up to a message leaves the others' counted ones behind it`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            // The unread count that each adds for the member: 1 for a counted message of another user.
            var worths: [(seq: Int, worth: Int)] = []
            for index in 0..<12 {
                switch index % 4 {
                case 0: worths.append((try owner.write(in: id).seq, 1))
                case 1: worths.append((try member.write(in: id).seq, 0))
                case 2: worths.append((try owner.write(in: id, #""shouldBeCounted": false"#).seq, 0))
                default:
                    try owner.group("setAnnouncement", id, #""announcement": "\#(index)""#)
                    worths.append((try #require(try owner.history(in: id).first).seq, 0))
                    worths.append((try cast["admin"].write(in: id).seq, 1))
                }
            }
            #expect(try member.conversation(in: id)?.unread == 6 && member.totalUnread() == 6)
            let audience = Audience(cast)
            for (seq, worth) in worths {
                _ = try audience.listen()
                let left = worths.filter { $0.seq > seq }.map(\.worth).reduce(0, +)
                #expect(try member.markRead(in: id, upTo: seq) == left)
                for (name, events) in try audience.listen() {
                    // X-56: in a group nobody else hears of it.
                    let isOwn = name.hasPrefix("member.") && worth > 0
                    let due = isOwn ? ["conversation.changed", "conversation.totalUnreadChanged"] : []
                    #expect(events.names == due, "\(name) \(seq)")
                    if isOwn { #expect(try events.totals == [left]) }
                }
                let conversation = try #require(try member.conversation(in: id))
                #expect(conversation.unread == left && conversation.readSeq == seq)
                #expect(try member.totalUnread() == left)
            }
            #expect(try cast["member2"].conversation(in: id)?.unread == 9)
        }
    }

    @Test func `C-Q09: reading never goes back, and beyond the end is the end`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            let last = try (1...3).map { _ in try owner.write(in: id).seq }.last
            for seq in [last, 1, 1_000_000] { #expect(try member.markRead(in: id, upTo: seq) == 0) }
            try owner.write(in: id)
            #expect(try member.conversation(in: id)?.unread == 1)
        }
    }

    @Test func `C-Q09, C-29, C-Q17: reading all tells all own devices, once`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            for _ in 1...3 { try cast["owner"].write(in: cast.id, at: [everyone]) }
            let audience = Audience(cast)
            try audience.expect(["member": ["changed", "total 0"]]) { try cast["member.tab"].markRead(in: cast.id) }
            try audience.expect([:]) { try cast["member"].markRead(in: cast.id) }
            #expect(try cast["owner"].markRead(in: cast.id) == 0)
        }
    }

    @Test func `C-28, C-Q17, X-53: the total is the sum over the conversations whose option is 0 or 4, of all kinds`()
        throws
    {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (owner, member) = (cast["owner"], cast["member"])
            let first = cast.id
            try cast.renew()
            let second = cast.id
            for _ in 1...2 { try owner.write(in: first, at: ["member"]) }
            for _ in 1...3 { try owner.write(in: second, at: [everyone]) }
            for _ in 1...4 { try cast["stranger"].write(to: "member") }
            #expect(try member.totalUnread() == 9)
            for (option, total) in [(1, 7), (2, 7), (3, 7), (4, 9), (0, 9)] {
                try member.setReceiveOption(option, in: first)
                #expect(try member.totalUnread() == total, "\(option)")
                let conversation = try #require(try member.conversation(in: first))
                #expect(conversation.unread == 2 && conversation.option == option)
            }
            for state in [1, 2, 0] {
                try member.group("setNotifyState", second, #""state": \#(state)"#)
                #expect(try member.totalUnread() == 9)
            }
            try member.group("block", first)
            #expect(try member.totalUnread() == 9)
            try gateway.restart()
            #expect(try gateway.online("member").totalUnread() == 9)
        }
    }

    @Test func `C-15, C-Q11, C-Q17: an option is told to own devices, with the total if that changes`() throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let (id, member) = (cast.id, cast["member"])
            for _ in 1...2 { try cast["owner"].write(in: id) }
            #expect(try member.receiveOption(in: id) == 0)
            let audience = Audience(cast)
            for (option, total) in [(2, 0), (1, nil), (3, nil), (4, 2), (0, nil)] as [(Int, Int?)] {
                let due = ["changed"] + (total.map { ["total \($0)"] } ?? [])
                try audience.expect(["member": due], "\(option)") { try member.setReceiveOption(option, in: id) }
                try audience.expect([:]) { try member.setReceiveOption(option, in: id) }
                #expect(try cast["member.tab"].receiveOption(in: id) == option)
                #expect(try cast["member2"].receiveOption(in: id) == 0)
            }
            for (data, key) in [
                (#""groupID": "1", "opt": 5"#, "opt"), (#""groupID": "1", "opt": -1"#, "opt"),
                (#""groupID": "1""#, "opt"), (#""groupID": "999", "opt": 1"#, "groupID"), (#""opt": 1"#, "groupID"),
            ] {
                let error = try member.refusal("conversation.setGroupReceiveOpt", "{\(data)}")
                #expect(error.number == "tim 6017" && error.keys == [key], "\(data)")
            }
            let foreign = try cast["stranger"].refusal(
                "conversation.setGroupReceiveOpt", #"{"groupID": "1", "opt": 1}"#)
            #expect(foreign.number == "tim 6017")
        }
    }

    @Test func `C-15, C-Q11, X-M04, X-M06: what came while it was not wanted is not counted when it is wanted again`()
        throws
    {
        for option in [1, 4] {
            try withGroups { gateway in
                let cast = try gateway.cast()
                let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
                for _ in 1...2 { try owner.write(in: id) }
                try member.setReceiveOption(option, in: id)
                for _ in 1...3 { try owner.write(in: id) }
                try member.setReceiveOption(0, in: id)
                let last = try owner.write(in: id)
                let conversation = try #require(try member.conversation(in: id))
                #expect(conversation.unread == 3 && conversation.last?.seq == last.seq)
                #expect(try member.totalUnread() == 3 && member.history(in: id).dropFirst().first?.seq == last.seq - 1)
                #expect(try member.markRead(in: id, upTo: last.seq - 1) == 1)
                #expect(try member.markRead(in: id) == 0)
            }
        }
    }

    /// A member with two groups, of which the first is the newer, and a user in between.
    private func withThree(_ body: (GatewayProcess, Cast) throws -> Void) throws {
        try withGroups { gateway in
            let cast = try gateway.cast()
            let first = cast.id
            try cast.renew()
            try cast["stranger"].write(to: "member")
            #expect(try cast["member.tab"].conversations().map(\.id) == ["c2c_stranger", "group_2", "group_1"])
            try cast["owner"].write(in: first)
            _ = try ["member.phone", "member.tab"].map { try cast[$0].settleRounds() }
            try body(gateway, cast)
        }
    }

    @Test func `C-30, C-31, C-Q04: a pinned group is in front of what is newer, also after a restart`() throws {
        try withThree { gateway, cast in
            #expect(try cast["member.tab"].conversations().map(\.id) == ["group_1", "c2c_stranger", "group_2"])
            try cast["member"].pin(in: "2")
            let order = ["group_2", "group_1", "c2c_stranger"]
            #expect(try cast["member.tab"].conversations().map(\.id) == order)
            try gateway.restart()
            #expect(try gateway.online("member").conversations().map(\.id) == order)
        }
    }

    @Test func `C-32, C-Q19: pinning a group is reported to all devices of the user`() throws {
        try withThree { _, cast in
            try cast["member"].pin(in: "2")
            for device in ["member.phone", "member.tab"] {
                let told = try cast[device].settle().named("conversation.changed").flatMap { try $0.conversations }
                #expect(told.map(\.id).last == "group_2" && told.last?.isPinned == true)
            }
        }
    }

    @Test func `C-Q18: a user cannot pin a group without being its member`() throws {
        try withThree { _, cast in
            let data = #"{"conversationID": "group_2", "pinned": true}"#
            let error = try cast["stranger"].refusal("conversation.pin", data)
            #expect(error.number == "tim 6017")
        }
    }

    // MARK: - Caps

    @Test
    func
        `C-39, C-Q24, X-58, X-59, C-Q26: an evicted group leaves the total, and its next message is the only one unread`()
        throws
    {
        try withGroups(["conversations.perUser": "2"]) { gateway in
            let cast = try gateway.cast()
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            // It was put into the group, and has had to do with it since (G-Q48).
            try member.markRead(in: id)
            for text in ["one", "two"] { try owner.write(text, in: id, at: ["member"]) }
            let audience = Audience(cast)
            for user in ["stranger", "admin"] { try cast[user].write(to: "member") }
            #expect(try member.conversations().map(\.id) == ["c2c_admin", "c2c_stranger"])
            #expect(try member.totalUnread() == 2)
            #expect(try audience.listen()["member.phone"]!.totals.last == 2)
            #expect(try member.history(in: id).prefix(2).map(\.text) == ["two", "one"])
            let sent = try owner.write("three", in: id, at: [everyone])
            let heard = try #require(try audience.listen()["member.phone"])
            // The stranger's leaves the list with its one for this one.
            #expect(heard.names == ["message.new", "conversation.new"])
            let conversation = try #require(try member.conversation(in: id))
            #expect(conversation.unread == 1 && conversation.mentions == ["\(sent.seq): 2"])
            #expect(try member.conversations().map(\.id) == ["group_\(id)", "c2c_admin"])
            #expect(try member.totalUnread() == 2)
            // Also by a notification, with none.
            for user in ["stranger", "admin"] { try cast[user].write(to: "member") }
            try owner.group("setAnnouncement", id, #""announcement": "a""#)
            #expect(try member.conversation(in: id)?.unread == 0 && member.conversation(in: id)?.mentions == [])
        }
    }

    @Test
    func `X-M05, X-M07, G-Q48: with no place in the list, a member that wants mentions alone resumes notifications`()
        throws
    {
        try withGroups(["conversations.perUser": "2"]) { gateway in
            let cast = try gateway.cast()
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            try member.setReceiveOption(4, in: id)
            // The member was put into the group: two others take its place, and a notification finds none, for good.
            for user in ["stranger", "admin"] { try cast[user].write(to: "member") }
            try owner.group("setAnnouncement", id, #""announcement": "first""#)
            #expect(try member.conversation(in: id) == nil)
            let place = try owner.write("not mentioned", in: id).seq
            try owner.group("setAnnouncement", id, #""announcement": "second""#)
            try owner.write("nor here", in: id)
            #expect(try member.conversation(in: id) == nil)
            let positions = #"{"conversations": {"group_\#(id)": \#(place - 1)}}"#
            let (_, opened) = try gateway.back("member", device: "away", resume: positions)
            #expect(try resumedMessages(opened, "group_\(id)").map(\.seq) == [place + 1])
            // The member's own message to all brings it into the list, and is not unread.
            try member.write("mine", in: id, at: [everyone])
            #expect(try #require(try member.conversation(in: id)).unread == 0)
        }
    }

    @Test
    func `C-40, C-Q25, X-58, X-59: after 7 days without a change it has expired, and the next message is the only one`()
        throws
    {
        try withGroups(movableClock.merging(["messages.retentionDays": "60"]) { $1 }) { gateway in
            let id = try {
                let cast = try gateway.cast()
                for _ in 1...3 { try cast["owner"].write(in: cast.id, at: [everyone]) }
                try cast["admin"].setReceiveOption(2, in: cast.id)
                return cast.id
            }()
            try gateway.restart(after: 7 * day - 600)
            try {
                let member = try gateway.online("member")
                #expect(try member.conversation(in: id)?.unread == 3 && member.totalUnread() == 3)
                try gateway.online("member2").markRead(in: id)
                try gateway.online("owner").group("modify", id, #""name": "no change""#)
            }()
            try gateway.restart(after: 7 * day + 600)
            // The notification of the new name was a message.
            #expect(try gateway.online("member").conversation(in: id)?.unread == 3)
            try gateway.restart(after: 15 * day)
            // Nobody looks at what admin2 has before the message comes.
            for user in Cast.members where user != "admin2" {
                let session = try gateway.online(user)
                #expect(try session.conversations().isEmpty && session.totalUnread() == 0, "\(user)")
            }
            let (owner, member) = (try gateway.online("owner"), try gateway.online("member"))
            #expect(try member.history(in: id).count > 3)
            let sent = try owner.write(in: id, at: [everyone])
            let new = try until("the message has come back with its conversation") {
                try member.settle().named("conversation.new").first?.conversations.first
            }
            #expect(new.unread == 1 && new.mentions == ["\(sent.seq): 2"] && new.showName == "no change")
            #expect(try member.totalUnread() == 1 && owner.totalUnread() == 0)
            let unseen = try gateway.online("admin2")
            #expect(try unseen.conversation(in: id)?.unread == 1 && unseen.totalUnread() == 1)
            let admin = try gateway.online("admin")
            #expect(try admin.conversation(in: id)?.option == 2 && admin.conversation(in: id)?.unread == 1)
        }
    }

    @Test func `C-Q25, X-58: it expires for a member who had it blocked while others wrote, and unblocked it`() throws {
        try withGroups(movableClock.merging(["messages.retentionDays": "60"]) { $1 }) { gateway in
            let id = try {
                let cast = try gateway.cast()
                try cast["owner"].write(in: cast.id)
                for user in ["member", "member2"] { try cast[user].group("block", cast.id) }
                return cast.id
            }()
            try gateway.restart(after: 4 * day)
            try {
                try gateway.online("owner").write(in: id)
                try gateway.online("member").group("unblock", id)
            }()
            try gateway.restart(after: 8 * day)
            // Nobody looks before the message comes, …
            try gateway.online("owner").write(in: id)
            let member = try gateway.online("member")
            #expect(try member.conversation(in: id)?.unread == 1 && member.totalUnread() == 1)
            // … or somebody unblocks it and stays.
            let member2 = try gateway.online("member2")
            try member2.group("unblock", id)
            #expect(try member2.conversation(in: id) == nil)
            try gateway.online("owner").write(in: id)
            let new = try until("the message has brought the conversation") {
                try member2.settle().named("conversation.new").first?.conversations.first
            }
            #expect(new.unread == 1)
            #expect(try member.conversation(in: id)?.unread == 2)
        }
    }
}
