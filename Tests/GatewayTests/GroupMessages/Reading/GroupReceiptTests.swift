import Client
import JSON
import Testing

/// `groupReceipt.…`: who has read a message in a group.
struct GroupReceiptTests {
    private static let on = ["groups.receipts": "true"]
    private static let asked = #""teamReceipt": true"#

    @Test
    func
        `T-63, T-Q29, T-Q30: of those who were members when it was sent its sender learns, on all devices and alone, who has read`()
        throws
    {
        try withGroups(Self.on) { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            let sent = try owner.write(in: id, Self.asked)
            let plain = try owner.write(in: id)
            let foreign = try cast["admin"].write(in: id, Self.asked)
            #expect(try owner.counts(id, [sent, plain, foreign]) == ["\(sent.msgID): 0 4"])
            let audience = Audience(cast)
            var left = ["admin", "admin2", "member", "member2"]
            for (index, user) in ["member2", "admin", "member"].enumerated() {
                _ = try audience.listen()
                // A plain one and the reader's own are passed over.
                try cast[user].read(id, [plain, sent])
                left.removeAll { $0 == user }
                for (name, events) in try audience.listen() {
                    let isSender = name.hasPrefix("owner.")
                    #expect(events.names == (isSender ? ["groupReceipt.changed"] : []), "\(name)")
                    if isSender { #expect(try events.first?.receipts == ["\(sent.msgID): \(index + 1) \(3 - index)"]) }
                }
                // T-Q30: a repeat causes no event.
                try audience.expect([:]) { try cast[user].read(id, [sent]) }
                let (read, unread) = try owner.detail(id, sent)
                #expect(read == Array(["member2", "admin", "member"].prefix(index + 1)))
                #expect(unread.sorted() == left)
            }
            try gateway.restart()
            let back = try gateway.online("owner", device: "tab")
            #expect(try back.detail(id, sent).read == ["member2", "admin", "member"])
            #expect(try back.counts(id, [sent]) == ["\(sent.msgID): 3 1"])
        }
    }

    @Test func `T-Q30, X-44: leavers drop from the unread, not from the read, and who joins later never counts`() throws
    {
        try withGroups(Self.on) { gateway in
            let cast = try gateway.cast(style: 3)
            let (id, owner) = (cast.id, cast["owner"])
            let sent = try owner.write(in: id, Self.asked)
            try cast["stranger"].group("join", id)
            try cast["stranger"].read(id, [sent])
            #expect(try owner.counts(id, [sent]) == ["\(sent.msgID): 0 4"])
            try cast["member"].read(id, [sent])
            try owner.group("remove", id, some("member", "member2"))
            #expect(try owner.counts(id, [sent]) == ["\(sent.msgID): 1 2"])
            let (read, unread) = try owner.detail(id, sent)
            #expect(read == ["member"] && unread.sorted() == ["admin", "admin2"])
            // A member that left and comes back has not been sent it.
            try cast["member2"].group("join", id)
            _ = try owner.settleRounds()
            try cast["member2"].read(id, [sent])
            #expect(try owner.settleRounds().isEmpty && owner.counts(id, [sent]) == ["\(sent.msgID): 1 2"])
            try cast["admin"].read(id, [sent])
            #expect(try owner.settle().first?.receipts == ["\(sent.msgID): 2 1"])
        }
    }

    @Test func `T-Q30: one call tells each sender of all its messages at once`() throws {
        try withGroups(Self.on) { gateway in
            let cast = try gateway.cast()
            let id = cast.id
            let first = try (0..<3).map { _ in try cast["owner"].write(in: id, Self.asked) }
            let second = try cast["admin"].write(in: id, Self.asked)
            let audience = Audience(cast)
            _ = try audience.listen()
            try cast["member"].read(id, first + [second, first[0]])
            let heard = try audience.listen()
            let due = ["owner": first, "admin": [second]]
            for (name, events) in heard {
                let receipts = try events.map { try $0.receipts }
                let sent = due[String(name.prefix { $0 != "." })]
                #expect(receipts == (sent.map { [$0.map { "\($0.msgID): 1 3" }] } ?? []), "\(name)")
            }
        }
    }

    @Test func `T-Q29: up to 50 ids a call, and each must be one`() throws {
        try withGroups(Self.on) { gateway in
            let cast = try gateway.cast()
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            let sent = try (0..<51).map { _ in try owner.write(in: id, Self.asked) }
            for operation in ["groupReceipt.send", "groupReceipt.counts"] {
                for ids in [sent.map(\.msgID), []] {
                    let data = #"{"groupID": "\#(id)", "msgIds": \#(list(ids))}"#
                    let error = try member.refusal(operation, data)
                    #expect(error.number == "nim 414" && error.keys == ["msgIds"])
                }
            }
            #expect(try owner.counts(id, [sent[0]]) == ["\(sent[0].msgID): 0 4"])
            try member.read(id, Array(sent.dropLast()))
            let counts = try owner.counts(id, Array(sent.dropFirst()))
            #expect(counts.count == 50 && counts.count { $0.hasSuffix(": 1 3") } == 49)
            let ids = #"{"groupID": "\#(id)", "msgIds": ["0", "x", "99999999999999999999"]}"#
            let outcome = try member.request("groupReceipt.send", ids).error?.number ?? "ok"
            #expect(outcome == "ok")
        }
    }

    @Test func `T-Q29, X-36: not in a super group, nor where the setting is off, which is the default`() throws {
        for (settings, isSuper) in [(Self.on, true), ([:], false)] {
            try withGroups(settings) { gateway in
                let cast = try gateway.cast(isSuper: isSuper)
                let sent = try cast["owner"].write(in: cast.id, Self.asked)
                let ids = #""groupID": "\#(cast.id)", "msgIds": ["\#(sent.msgID)"], "msgId": "\#(sent.msgID)""#
                for (user, operation) in [("member", "send"), ("owner", "counts"), ("owner", "detail")] {
                    let error = try cast[user].refusal("groupReceipt.\(operation)", "{\(ids)}")
                    #expect(error.number == "nim 18", "\(operation)")
                }
            }
        }
    }

    @Test func `T-Q29, T-Q30: a group of 100 has them, one of 101 has none, as it was when the message was sent`()
        throws
    {
        try withGroups(Self.on) { gateway in
            let owner = try gateway.online("owner")
            let users = (1...100).map { "u\($0)" }
            try gateway.createAccounts(users)
            let id = try owner.createGroup(with: Array(users.dropLast()))
            let first = try owner.write(in: id, Self.asked)
            _ = try owner.invite(["u100"], to: id)
            let second = try owner.write(in: id, Self.asked)
            let last = try gateway.online("u100")
            let reader = try gateway.online("u1")
            for session in [reader, last] { try session.read(id, [first, second]) }
            #expect(try owner.counts(id, [first, second]) == ["\(first.msgID): 1 98"])
            #expect(try owner.settle().named("groupReceipt.changed").count == 1)
            #expect(try owner.detail(id, first).unread.count == 98)
            try last.group("leave", id)
            let third = try owner.write(in: id, Self.asked)
            #expect(try owner.counts(id, [second, third]) == ["\(third.msgID): 0 99"])
        }
    }

    @Test func `T-Q30, T-Q14, T-63: the detail is the sender's alone, and only members have anything to do with it`()
        throws
    {
        try withGroups(Self.on) { gateway in
            let cast = try gateway.cast()
            let (id, owner) = (cast.id, cast["owner"])
            let sent = try owner.write(in: id, Self.asked)
            let plain = try owner.write(in: id)
            func outcome(_ user: String, _ operation: String, _ group: String, _ sent: Sent) throws -> String {
                let ids = #""msgIds": ["\#(sent.msgID)"], "msgId": "\#(sent.msgID)""#
                let data = #"{"groupID": "\#(group)", \#(ids)}"#
                return try cast[user].request("groupReceipt.\(operation)", data).error?.number ?? "ok"
            }
            #expect(try outcome("member", "detail", id, sent) == "nim 404")
            #expect(try outcome("owner", "detail", id, plain) == "nim 404")
            #expect(try cast["member"].counts(id, [sent]) == [])
            for operation in ["send", "counts", "detail"] {
                #expect(try outcome("stranger", operation, id, sent) == "nim 804")
                #expect(try outcome("member", operation, "999", sent) == "nim 803")
            }
            // A message of another group is none of this one.
            try cast.renew()
            #expect(try cast["owner"].counts(cast.id, [sent]) == [])
            try cast["member"].read(cast.id, [sent])
            #expect(try owner.counts(id, [sent]) == ["\(sent.msgID): 0 4"])
        }
    }

    @Test
    func
        `X-56, X-57, X-32, T-63: neither reading nor deleting the conversation sends one, and no block holds one back`()
        throws
    {
        try withGroups(Self.on) { gateway in
            let cast = try gateway.cast()
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            let sent = try owner.write(in: id, Self.asked)
            _ = try owner.settleRounds()
            try member.markRead(in: id)
            try cast["member2"].deleteConversation(in: id)
            #expect(try owner.settleRounds().isEmpty && owner.counts(id, [sent]) == ["\(sent.msgID): 0 4"])
            #expect(try member.block("owner") == [0] && owner.block("member2") == [0])
            try cast["admin"].group("mute", id, some("member") + #", "duration": -1"#)
            _ = try owner.settleRounds()
            for user in ["member", "member2"] { try cast[user].read(id, [sent]) }
            #expect(try owner.settle().map { try $0.receipts }.last == ["\(sent.msgID): 2 2"])
        }
    }
}

extension ClientSession {
    fileprivate func read(_ group: String, _ messages: [Sent]) throws {
        let data = #"{"groupID": "\#(group)", "msgIds": \#(list(messages.map(\.msgID)))}"#
        _ = try request("groupReceipt.send", data).get()
    }

    /// `msgId: read unread`
    fileprivate func counts(_ group: String, _ messages: [Sent]) throws -> [String] {
        let data = #"{"groupID": "\#(group)", "msgIds": \#(list(messages.map(\.msgID)))}"#
        return try receiptLines(try request("groupReceipt.counts", data).get())
    }

    fileprivate func detail(_ group: String, _ message: Sent) throws -> (read: [String], unread: [String]) {
        let ok = try request("groupReceipt.detail", #"{"groupID": "\#(group)", "msgId": "\#(message.msgID)"}"#).get()
        func users(_ name: String) throws -> [String] {
            try #require(ok.member(name)?.elements).map { try #require($0.string) }
        }
        return (try users("readUserIds"), try users("unreadUserIds"))
    }
}

extension ServerEvent {
    fileprivate var receipts: [String] {
        get throws {
            #expect(name == "groupReceipt.changed" && data["groupID"]?.string == "1" && stream == nil)
            return try receiptLines(data)
        }
    }
}

private func receiptLines(_ data: JSONValue) throws -> [String] {
    try #require(data["receipts"]?.elements).map { receipt in
        let counts = (try #require(receipt["readCount"]?.int), try #require(receipt["unreadCount"]?.int))
        return "\(try #require(receipt["msgId"]?.string)): \(counts.0) \(counts.1)"
    }
}
