import Client
import ClientProtocol
import JSON
import Testing

/// `conversation.list` and `conversation.get`: which conversations, in which order, page by page.
struct ConversationListTests {
    @Test func `C-01, C-02: the list is pulled, then kept fresh by events, without being pulled again`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol")
            try alice.write(to: "carol")
            var list = try alice.conversations()
            _ = try alice.settle()
            try bob.write(to: "alice")
            try alice.write(to: "carol")
            try bob.write(to: "alice")
            try alice.pin("carol")
            try alice.markRead("bob")
            for event in try alice.settle() where event.name.hasPrefix("conversation.") {
                guard event.name != "conversation.totalUnreadChanged" else { continue }
                for fresh in try event.conversations {
                    list.removeAll { $0.id == fresh.id }
                    list.append(fresh)
                }
            }
            let pulled = try alice.conversations()
            #expect(pulled.count == 2)
            #expect(list.sorted { $0.id < $1.id } == pulled.sorted { $0.id < $1.id })
        }
    }

    @Test func `C-03, C-04, C-06, C-07, C-08: a page has up to count conversations, and nextSeq leads to the next`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try writeToMany(alice, 5, gateway)
            let first = try page(alice, count: 2, after: 0)
            #expect(first.users == ["u5", "u4"] && !first.isFinished)
            let second = try page(alice, count: 2, after: first.next)
            #expect(second.users == ["u3", "u2"] && !second.isFinished)
            let third = try page(alice, count: 2, after: second.next)
            #expect(third.users == ["u1"] && third.isFinished)
            #expect(try page(alice, count: 50, after: 0).users.count == 5)
        }
    }

    @Test func `C-02, C-04: without parameters the list begins at its start, and has 50 in a page`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try writeToMany(alice, 51, gateway)
            let ok = try alice.request("conversation.list").get()
            #expect(ok["conversations"]?.count == 50 && ok["isFinished"]?.bool == false)
        }
    }

    @Test func `C-Q05, C-06: isFinished is true as soon as nothing is left, and an empty list ends at once`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            var page = try page(alice, count: 2, after: 0)
            #expect(page.users.isEmpty && page.next == 0 && page.isFinished)
            try writeToMany(alice, 4, gateway)
            page = try self.page(alice, count: 2, after: 0)
            #expect(!page.isFinished)
            page = try self.page(alice, count: 2, after: page.next)
            #expect(page.users == ["u2", "u1"] && page.isFinished)
        }
    }

    @Test func `C-05, C-Q04: newest first, also within one second, and reading changes no order`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            try writeToMany(alice, 4, gateway)
            #expect(try users(alice) == ["u4", "u3", "u2", "u1", "bob"])
            try alice.markRead("bob")
            #expect(try users(alice) == ["u4", "u3", "u2", "u1", "bob"])
            try bob.write(to: "alice")
            #expect(try users(alice) == ["bob", "u4", "u3", "u2", "u1"])
            try alice.write(to: "u2")
            #expect(try users(alice) == ["u2", "bob", "u4", "u3", "u1"])
        }
    }

    @Test func `C-Q02, C-08: one that moves to the front between two pages is not repeated, and comes by event`() throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try writeToMany(alice, 5, gateway)
            let first = try page(alice, count: 2, after: 0)
            _ = try alice.settle()
            try alice.write(to: "u2")
            #expect(try alice.event("conversation.changed")["conversations"]?.count == 1)
            let second = try page(alice, count: 10, after: first.next)
            #expect(second.users == ["u3", "u1"] && second.isFinished)
        }
    }

    @Test func `C-Q02: nextSeq is an integer that JSON holds exactly, and good for another device too`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            try writeToMany(phone, 3, gateway)
            let first = try page(phone, count: 1, after: 0)
            #expect((1...1 << 53 - 1).contains(first.next))
            #expect(try page(tab, count: 1, after: first.next).users == ["u2"])
        }
    }

    @Test func `C-Q02, C-30: pages go from the pinned ones to the rest without a gap`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try writeToMany(alice, 5, gateway)
            try alice.pin("u1")
            try alice.pin("u3")
            var users: [String] = []
            var next = 0
            repeat {
                let page = try page(alice, count: 1, after: next)
                users += page.users
                next = page.isFinished ? 0 : page.next
            } while next != 0
            #expect(users == ["u3", "u1", "u5", "u4", "u2"])
        }
    }

    @Test(arguments: [
        (#""nextSeq": -1"#, "nextSeq"), (#""nextSeq": 1.5"#, "nextSeq"), (#""nextSeq": "0""#, "nextSeq"),
        (#""count": 0"#, "count"), (#""count": 101"#, "count"), (#""count": "5""#, "count"),
    ])
    func `C-Q02, C-Q03: a bad place or count is refused with tim 6017`(parameter: String, key: String) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let error = try alice.refusal("conversation.list", "{\(parameter)}")
            #expect(error.number == "tim 6017" && error.keys == [key])
        }
    }

    @Test func `C-27: what comes by event and by list has one id`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            let event = try #require(try alice.settle().named("conversation.new").first)
            #expect(try event.conversations == alice.conversations())
        }
    }

    @Test func `C-Q21: conversation.get gives one conversation, and of a strange one tim 6017`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            try alice.write(to: "bob")
            let ok = try alice.request("conversation.get", #"{"conversationID": "c2c_bob"}"#).get()
            #expect(try [Conversation(try #require(ok["conversation"]))] == alice.conversations())
            for id in ["c2c_carol", "c2c_nobody", "group_bob"] {
                #expect(try alice.refusal("conversation.get", #"{"conversationID": "\#(id)"}"#).number == "tim 6017")
            }
        }
    }

    private func page(
        _ session: ClientSession, count: Int, after next: Int
    ) throws -> (users: [String], next: Int, isFinished: Bool) {
        let ok = try session.request("conversation.list", #"{"nextSeq": \#(next), "count": \#(count)}"#).get()
        let conversations = try #require(ok["conversations"]?.elements).map { try Conversation($0) }
        return (
            conversations.map(\.userID), try #require(ok["nextSeq"]?.int), try #require(ok["isFinished"]?.bool as Bool?)
        )
    }

    private func users(_ session: ClientSession) throws -> [String] { try session.conversations().map(\.userID) }
}

/// To u1, u2 and so on, in this order.
func writeToMany(_ session: ClientSession, _ count: Int, _ gateway: GatewayProcess) throws {
    let users = (1...count).map { "u\($0)" }
    try gateway.createAccounts(users)
    for user in users { try session.write(to: user) }
}
