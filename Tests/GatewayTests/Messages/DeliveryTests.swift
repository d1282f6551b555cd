import Client
import ClientProtocol
import JSON
import Testing

/// The receivers of a message, their events, and the order of these.
struct DeliveryTests {
    @Test
    func `X-M13, X-09: a message reaches all devices of the receiver and the sender's other ones, and nobody else`()
        throws
    {
        try withChat(["shards.count": "4"], door: .webSocket) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bobs = try (0..<3).map { try gateway.online("bob", device: "d\($0)") }
            let eve = try gateway.online("eve")
            let sent = try phone.write(to: "bob")
            for bob in bobs {
                let events = try bob.settle()
                #expect(events.names == ["message.new", "conversation.new", "conversation.totalUnreadChanged"])
                #expect(try events.messages.map(\.msgID) == [sent.msgID])
                #expect(try events.totals == [1])
            }
            #expect(try tab.settle().names == ["message.new", "conversation.new"])
            #expect(try phone.settle().names == ["conversation.new"])
            #expect(try eve.settle().isEmpty)
            #expect(try bobs[0].conversation(with: "alice")?.unread == 1)
            #expect(try bobs[0].history(with: "alice").map(\.msgID) == [sent.msgID])
        }
    }

    @Test func `X-08, X-09: the sender is answered first, then told of its conversation`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            #expect(try alice.arrivals(of: "message.send", message(to: "bob")) == ["reply", "conversation.new"])
            #expect(try alice.arrivals(of: "message.send", message(to: "bob")) == ["reply", "conversation.changed"])
        }
    }

    @Test func `X-08: whatever changes something, its reply comes before its events`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            let id = #""conversationID": "c2c_bob""#
            let changed = "conversation.changed"
            let total = "conversation.totalUnreadChanged"
            let option = #"{"userIDs": ["bob"], "opt": 2}"#
            #expect(try alice.arrivals(of: "conversation.markRead", "{\(id)}") == ["reply", changed, total])
            #expect(try alice.arrivals(of: "conversation.pin", #"{\#(id), "pinned": true}"#) == ["reply", changed])
            #expect(try alice.arrivals(of: "conversation.setC2CReceiveOpt", option) == ["reply", changed])
        }
    }

    @Test func `X-08: a failed operation emits nothing`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let unknown = #"{"conversationID": "c2c_bob""#
            #expect(try alice.arrivals(of: "message.send", message(to: "nobody")) == ["error"])
            #expect(try alice.arrivals(of: "conversation.markRead", unknown + "}") == ["error"])
            #expect(try alice.arrivals(of: "conversation.pin", unknown + #", "pinned": true}"#) == ["error"])
            #expect(try alice.arrivals(of: "receipt.send", unknown + #", "timestamp": 1}"#) == ["error"])
            #expect(try bob.settle().isEmpty)
        }
    }

    @Test func `X-08: what an event shows is there when it comes`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for seq in 1...20 {
                try alice.write(to: "bob")
                _ = try bob.event("message.new")
                #expect(try bob.history(with: "alice", #""limit": 1"#).map(\.seq) == [seq])
                #expect(try bob.conversation(with: "alice")?.unread == seq)
            }
        }
    }

    @Test func `T-Q31: however many write at once, every device sees one order without a gap`() throws {
        try withChat(["shards.count": "4"]) { gateway in
            let alices = try (0..<3).map { try gateway.online("alice", device: "d\($0)") }
            let bobs = try (0..<3).map { try gateway.online("bob", device: "d\($0)") }
            let each = 40
            var requests: [[UInt64]] = []
            for (index, writer) in (alices + bobs).enumerated() {
                let other = index < alices.count ? "bob" : "alice"
                requests.append(
                    try (0..<each).map { try writer.send("message.send", message("\(index)-\($0)", to: other)) })
            }
            var own: [[Int]] = []
            for (writer, ids) in zip(alices + bobs, requests) {
                own.append(try ids.map { try Sent(try writer.reply(to: $0).get()).seq })
            }
            for seqs in own { #expect(seqs == seqs.sorted()) }
            let all = Array(1...(alices.count + bobs.count) * each)
            #expect(own.joined().sorted() == all)
            for (session, seqs) in zip(alices + bobs, own) {
                #expect(try session.settle().messages.map(\.seq) == all.filter { !seqs.contains($0) })
            }
            #expect(try bobs[0].totalUnread() == alices.count * each)
        }
    }

    @Test func `X-M04: recvOpt 1: a message goes into the history and nowhere else`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.write("before", to: "bob")
            try bob.setReceiveOption(1, for: "alice")
            let before = try #require(try bob.conversation(with: "alice"))
            _ = try bob.settle()
            try alice.write("meanwhile", to: "bob")
            #expect(try bob.settle().isEmpty)
            let after = try #require(try bob.conversation(with: "alice"))
            #expect(after.last == before.last && after.last?.text == "before")
            #expect(after.unread == before.unread)
            #expect(try bob.totalUnread() == 0)
            #expect(try bob.history(with: "alice").map(\.text) == ["meanwhile", "before"])
            #expect(try alice.conversation(with: "bob")?.last?.text == "meanwhile")
        }
    }

    @Test func `X-M04: what came while recvOpt was 1 never counts`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.setReceiveOption(1, for: "alice")
            try alice.write("meanwhile", to: "bob")
            #expect(try bob.settle().messages.isEmpty)
            #expect(try bob.conversation(with: "alice")?.last == nil)
            try bob.setReceiveOption(0, for: "alice")
            try alice.write("after", to: "bob")
            #expect(try bob.conversation(with: "alice")?.unread == 1)
            #expect(try bob.totalUnread() == 1)
            #expect(try bob.settle().messages.map(\.text) == ["after"])
        }
    }

    @Test func `X-M08: recvOpt 2: a message is delivered and unread, but not in the total`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.setReceiveOption(2, for: "alice")
            _ = try bob.settle()
            try alice.write("hello", to: "bob")
            let events = try bob.settle()
            #expect(try events.messages.map(\.text) == ["hello"])
            #expect(events.named("conversation.totalUnreadChanged").isEmpty)
            let conversation = try #require(try bob.conversation(with: "alice"))
            #expect(conversation.unread == 1 && conversation.last?.text == "hello")
            #expect(try bob.totalUnread() == 0)
            #expect(try bob.history(with: "alice").count == 1)
        }
    }

    @Test func `X-M14: shouldBeCounted false: all as otherwise, but nothing becomes unread`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.write("counted", to: "bob")
            _ = try bob.settle()
            try alice.write("not", to: "bob", #""shouldBeCounted": false"#)
            let events = try bob.settle()
            #expect(events.names == ["message.new", "conversation.changed"])
            #expect(try events.messages.map(\.text) == ["not"])
            let conversation = try #require(try bob.conversation(with: "alice"))
            #expect(conversation.unread == 1 && conversation.last?.text == "not")
            #expect(try bob.totalUnread() == 1)
        }
    }
}
