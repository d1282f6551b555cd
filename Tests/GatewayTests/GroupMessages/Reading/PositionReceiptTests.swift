import Client
import JSON
import Testing

/// `groupReceipt.…` where the positions of members say who has read.
struct PositionReceiptTests {
    private static let on = ["groups.receipts": "true"]
    private static let asked = #""teamReceipt": true"#

    @Test(arguments: [false, true])
    func `D-02, D-04, D-05: members who were there have read up to their positions, and senders who watch hear it`(
        isSuper: Bool
    ) throws {
        try withGroups(Self.on) { gateway in
            let cast = try gateway.cast(style: 3, isSuper: isSuper)
            let (id, owner) = (cast.id, cast["owner"])
            for user in ["admin", "member"] {
                #expect(try cast[user].attempt("modify", id, #""receipts": "positions""#) == "em 603")
            }
            try owner.group("modify", id, #""receipts": "positions""#)
            #expect(try owner.group("get", id)["group"]?["receipts"]?.string == "positions")
            let first = try owner.write(in: id, Self.asked)
            let plain = try owner.write(in: id)
            let foreign = try cast["admin"].write(in: id, Self.asked)
            let second = try owner.write(in: id, Self.asked)
            try cast["stranger"].group("join", id)
            try owner.watch("group_\(id)")
            try owner.hear(["\(second.msgID): 0 4", "\(first.msgID): 0 4"], of: id)
            // Neither a wish for no messages nor a block matters, and a call of its own does nothing.
            #expect(try cast["member"].block("owner") == [0])
            try cast["member2"].group("block", id)
            _ = try cast["admin2"].request("groupReceipt.send", ids(id, [first, second])).get()
            try cast["stranger"].markRead(in: id)
            try cast["member"].markRead(in: id)
            try cast["member2"].markRead(in: id, upTo: first.seq)
            try owner.hear(["\(second.msgID): 1 3", "\(first.msgID): 2 2"], of: id)
            let counts = try owner.counts(id, [second, plain, foreign, first])
            #expect(counts == ["\(second.msgID): 1 3", "\(first.msgID): 2 2"])
            #expect(try cast["admin"].counts(id, [first, foreign]) == ["\(foreign.msgID): 1 3"])
            // One who has left is in neither number, also after coming back.
            try cast["member2"].group("leave", id)
            try cast["member2"].group("join", id)
            try cast["member2"].markRead(in: id)
            #expect(try owner.counts(id, [first, second]) == ["\(first.msgID): 1 2", "\(second.msgID): 1 2"])
            try owner.recall(first)
            #expect(try owner.counts(id, [first, second]) == ["\(second.msgID): 1 2"])
            try gateway.restart()
            let back = try gateway.online("owner", device: "tab")
            #expect(try back.counts(id, [first, second]) == ["\(second.msgID): 1 2"])
            let stranger = try gateway.online("stranger").refusal("groupReceipt.detail", one(id, second))
            #expect(stranger.number == "nim 404")
            // As receipts of their own it has none.
            try back.group("modify", id, #""receipts": "messages""#)
            let former = try back.request("groupReceipt.counts", ids(id, [second]))
            #expect(isSuper ? former.error?.number == "nim 18" : try former.get()["receipts"]?.count == 0)
        }
    }

    @Test func `D-03: the sender alone pages through a hundred who have read, or have not`() throws {
        try withGroups(Self.on) { gateway in
            let owner = try gateway.online("owner")
            let users = (1...120).map { "u\($0)" }
            for half in [users.prefix(60), users.suffix(60)] { try gateway.createAccounts(Array(half)) }
            let id = try owner.createGroup(with: Array(users.prefix(60)))
            _ = try owner.invite(Array(users.suffix(60)), to: id)
            try owner.group("modify", id, #""receipts": "positions""#)
            let sent = try owner.write(in: id, Self.asked)
            let readers = ["u7", "u100"]
            for user in readers { try gateway.online(user).markRead(in: id) }
            #expect(try owner.counts(id, [sent]) == ["\(sent.msgID): 2 118"])
            let (read, end) = try owner.page("readUserIds", one(id, sent))
            #expect(Set(read) == Set(readers) && end == nil)
            let (unread, next) = try owner.page("unreadUserIds", one(id, sent, #", "unread": true"#))
            let rest = try owner.page(
                "unreadUserIds", one(id, sent, #", "unread": true, "cursor": "\#(try #require(next))""#))
            #expect(unread.count == 100 && rest.users.count == 18 && rest.next == nil)
            #expect(Set(unread + rest.users + readers) == Set(users))
            #expect(try gateway.online("u7").refusal("groupReceipt.detail", one(id, sent)).number == "nim 404")
            let bad = try owner.refusal("groupReceipt.detail", one(id, sent, #", "cursor": "x""#))
            #expect(bad.number == "nim 414" && bad.keys == ["cursor"])
        }
    }
}

private func ids(_ group: String, _ messages: [Sent]) -> String {
    #"{"groupID": "\#(group)", "msgIds": \#(list(messages.map(\.msgID)))}"#
}

private func one(_ group: String, _ message: Sent, _ more: String = "") -> String {
    #"{"groupID": "\#(group)", "msgId": "\#(message.msgID)"\#(more)}"#
}

extension ClientSession {
    fileprivate func counts(_ group: String, _ messages: [Sent]) throws -> [String] {
        try request("groupReceipt.counts", ids(group, messages)).get().receipts()
    }

    /// Waits until these are the last counts that it has heard. Each of the events has what is new.
    fileprivate func hear(_ counts: [String], of group: String) throws {
        var heard: Set<String> = []
        while !heard.isSuperset(of: counts) {
            heard.formUnion(try event("groupReceipt.changed", within: ample).receipts(in: group))
        }
    }

    fileprivate func page(_ list: String, _ data: String) throws -> (users: [String], next: String?) {
        let ok = try request("groupReceipt.detail", data).get()
        let users = try #require(ok.member(list)?.elements).map { try #require($0.string) }
        return (users, ok["cursor"]?.string)
    }
}

extension JSONValue {
    /// `msgId: read unread`
    fileprivate func receipts(in group: String? = nil) throws -> [String] {
        if let group { #expect(self["groupID"]?.string == group) }
        return try #require(self["receipts"]?.elements).map { receipt in
            let counts = (try #require(receipt["readCount"]?.int), try #require(receipt["unreadCount"]?.int))
            return "\(try #require(receipt["msgId"]?.string)): \(counts.0) \(counts.1)"
        }
    }
}
