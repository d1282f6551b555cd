import Client
import ClientProtocol
import JSON
import Testing

/// Unread counts of a conversation, and the total.
struct UnreadTests {
    @Test func `C-14, C-Q10: only what others write counts`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            try bob.write(to: "alice", #""shouldBeCounted": false"#)
            try alice.write(to: "bob")
            try bob.write(to: "alice")
            #expect(try alice.conversation(with: "bob")?.unread == 2)
            #expect(try bob.conversation(with: "alice")?.unread == 1)
        }
    }

    @Test func `C-Q10: the number has no cap`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let requests = try (0..<150).map { try bob.send("message.send", message("\($0)", to: "alice")) }
            for request in requests { _ = try bob.reply(to: request).get() }
            #expect(try alice.conversation(with: "bob")?.unread == 150)
            #expect(try alice.totalUnread() == 150)
        }
    }

    @Test func `C-Q09: markRead reads up to a place, or all, and never back`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for _ in 1...5 { try bob.write(to: "alice") }
            #expect(try alice.markRead("bob", upTo: 2) == 3)
            #expect(try alice.conversation(with: "bob")?.readSeq == 2)
            #expect(try alice.markRead("bob", upTo: 1) == 3)
            #expect(try alice.conversation(with: "bob")?.readSeq == 2)
            #expect(try alice.totalUnread() == 3)
            #expect(try alice.markRead("bob") == 0)
            #expect(try alice.conversation(with: "bob")?.readSeq == 5)
            try bob.write(to: "alice")
            #expect(try alice.conversation(with: "bob")?.unread == 1)
        }
    }

    @Test func `C-Q09: reading past the end reads what there is, and not what will come`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            #expect(try alice.markRead("bob", upTo: 1000) == 0)
            try bob.write(to: "alice")
            #expect(try alice.conversation(with: "bob")?.unread == 1)
        }
    }

    @Test func `C-Q09: a read takes away just what counted`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            try alice.write(to: "bob")
            try bob.write(to: "alice", #""shouldBeCounted": false"#)
            try bob.write(to: "alice")
            try bob.write(to: "alice")
            #expect(try alice.conversation(with: "bob")?.unread == 3)
            #expect(try alice.markRead("bob", upTo: 3) == 2)
            #expect(try alice.markRead("bob", upTo: 4) == 1)
            #expect(try alice.markRead("bob", upTo: 5) == 0)
        }
    }

    @Test func `C-Q09: an unknown conversation is refused with tim 6017`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for id in ["c2c_bob", "c2c_nobody", "group_bob"] {
                let error = try alice.refusal("conversation.markRead", #"{"conversationID": "\#(id)"}"#)
                #expect(error.number == "tim 6017")
            }
            #expect(try alice.conversations().isEmpty)
        }
    }

    @Test func `C-28, C-Q17, X-53: the total is the sum over conversations with recvOpt 0`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let carol = try gateway.online("carol")
            #expect(try alice.totalUnread() == 0)
            for _ in 1...2 { try bob.write(to: "alice") }
            for _ in 1...3 { try carol.write(to: "alice") }
            #expect(try alice.totalUnread() == 5)
            try alice.setReceiveOption(2, for: "carol")
            #expect(try alice.totalUnread() == 2)
            #expect(try alice.conversation(with: "carol")?.unread == 3)
            try alice.setReceiveOption(0, for: "carol")
            #expect(try alice.totalUnread() == 5)
        }
    }

    @Test func `C-29, C-Q17: every device is told the new total when it changes, once, and not otherwise`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let steps: [(total: Int?, () throws -> Void)] = [
                (1, { try bob.write(to: "alice") }),
                (2, { try bob.write(to: "alice") }),
                (nil, { try bob.write(to: "alice", #""shouldBeCounted": false"#) }),
                (nil, { try phone.write(to: "bob") }),
                (nil, { try phone.pin("bob") }),
                (1, { try phone.markRead("bob", upTo: 1) }),
                (nil, { try phone.markRead("bob", upTo: 1) }),
                (0, { try phone.setReceiveOption(2, for: "bob") }),
                (nil, { try bob.write(to: "alice") }),
                (nil, { try phone.setReceiveOption(1, for: "bob") }),
                (2, { try phone.setReceiveOption(0, for: "bob") }),
                (0, { try phone.deleteConversation(with: "bob") }),
                (nil, { try phone.deleteConversation(with: "bob") }),
            ]
            for (index, (total, step)) in steps.enumerated() {
                try step()
                for device in [phone, tab] {
                    #expect(try device.settle().totals == (total.map { [$0] } ?? []), "step \(index)")
                }
            }
        }
    }

    @Test func `C-29: the sender's own total never changes by sending`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.write(to: "bob")
            #expect(try alice.settle().totals.isEmpty)
            #expect(try alice.totalUnread() == 0)
        }
    }
}
