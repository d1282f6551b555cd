import Client
import ClientProtocol
import JSON
import Testing

/// X-10: a request that changes something and may come twice.
struct IdempotencyKeyTests {
    private let pin = #"{"conversationID": "c2c_bob", "pinned": true}"#
    private let unpin = #"{"conversationID": "c2c_bob", "pinned": false}"#
    private let read = #"{"conversationID": "c2c_bob"}"#

    @Test func `X-10: a repeat returns the stored reply and does nothing`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            let first = try alice.request("conversation.markRead", read, key: "k1").get()
            #expect(first["unreadCount"]?.int == 0)
            try bob.write(to: "alice")
            _ = try [alice, bob].map { try $0.settle() }
            let second = try alice.request("conversation.markRead", read, key: "k1").get()
            #expect(second.text == first.text)
            #expect(try alice.conversation(with: "bob")?.unread == 1)
            #expect(try alice.settle().isEmpty)
            #expect(try bob.settle().isEmpty)
        }
    }

    @Test func `X-10: a repeat may write its parameters in another order`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.write(to: "bob")
            _ = try alice.request("conversation.pin", pin, key: "k1").get()
            let reordered = #"{"pinned":true,"conversationID":"c2c_bob"}"#
            #expect(try alice.request("conversation.pin", reordered, key: "k1").error == nil)
        }
    }

    @Test func `X-10: a long request may have a key, and its repeat another order`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let ext = String(repeating: "x", count: 8_192)
            let members = [#""name": "g""#, #""ext": "\#(ext)""#, #""announcement": "\#(ext.prefix(3_000))""#]
            let first = try alice.request("group.create", "{\(members.joined(separator: ","))}", key: "k1").get()
            let again = "{\(members.reversed().joined(separator: ","))}"
            #expect(try alice.request("group.create", again, key: "k1").get().text == first.text)
            #expect(try alice.joinedCount() == 1)
        }
    }

    @Test func `X-10: a repeat in another normal form is another request`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            _ = try alice.request("friendGroup.create", #"{"names": ["\u00e4"]}"#, key: "k1").get()
            #expect(try alice.request("friendGroup.create", #"{"names": ["ä"]}"#, key: "k1").error == nil)
            let decomposed = try alice.request("friendGroup.create", #"{"names": ["a\u0308"]}"#, key: "k1")
            #expect(decomposed.error?.number == "gw 1006")
        }
    }

    @Test func `X-10: a key is the account's: another device's repeat is one, another user's is none`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let carol = try gateway.online("carol")
            try gateway.createAccounts("bob")
            for session in [phone, carol] { try session.write(to: "bob") }
            _ = try phone.request("conversation.pin", pin, key: "k1").get()
            _ = try phone.request("conversation.pin", unpin, key: "k2").get()
            _ = try tab.request("conversation.pin", pin, key: "k1").get()
            #expect(try tab.conversation(with: "bob")?.isPinned == false)
            _ = try carol.request("conversation.pin", pin, key: "k1").get()
            #expect(try carol.conversation(with: "bob")?.isPinned == true)
        }
    }

    @Test func `X-10: the same key for something else is refused with gw conflict`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.write(to: "bob")
            _ = try alice.request("conversation.pin", pin, key: "k1").get()
            _ = try alice.settle()
            for (operation, data) in [("conversation.pin", unpin), ("conversation.delete", read)] {
                let error = try #require(try alice.request(operation, data, key: "k1").error)
                #expect(error.number == "gw 1006" && error.keys == ["key"])
            }
            #expect(try alice.settle().isEmpty)
            #expect(try alice.conversation(with: "bob")?.isPinned == true)
        }
    }

    @Test func `X-10: a refused request is not remembered`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            #expect(try alice.request("conversation.pin", pin, key: "k1").error?.number == "tim 6017")
            try alice.write(to: "bob")
            #expect(try alice.request("conversation.pin", pin, key: "k1").error == nil)
            #expect(try alice.conversation(with: "bob")?.isPinned == true)
        }
    }

    @Test func `X-10: keys are remembered over a restart, and for 24 hours`() throws {
        try withChat(movableClock) { gateway in
            do {
                let alice = try gateway.online("alice")
                try gateway.createAccounts("bob")
                try alice.write(to: "bob")
                _ = try alice.request("conversation.pin", pin, key: "k1").get()
                try alice.pin("bob", false)
            }
            try gateway.restart(after: 24 * 3600 - 60)
            do {
                let alice = try gateway.online("alice")
                _ = try alice.request("conversation.pin", pin, key: "k1").get()
                #expect(try alice.conversation(with: "bob")?.isPinned == false)
            }
            try gateway.restart(after: 24 * 3600 + 60)
            let alice = try gateway.online("alice")
            _ = try alice.request("conversation.pin", pin, key: "k1").get()
            #expect(try alice.conversation(with: "bob")?.isPinned == true)
        }
    }

    @Test func `X-10: of the same request sent by many devices at once one is done`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            let devices = try (0..<6).map { try gateway.online("alice", device: "d\($0)") }
            try bob.write(to: "alice")
            _ = try devices.map { try $0.settle() }
            for device in devices {
                try device.connection.send(#"{"id": 900, "op": "conversation.pin", "key": "k", "data": \#(pin)}"#)
            }
            for device in devices { _ = try device.reply(to: 900).get() }
            for device in devices { #expect(try device.settle().names == ["conversation.changed"]) }
        }
    }

    @Test(arguments: [#""""#, "7", "[]", #""\#(String(repeating: "k", count: 65))""#])
    func `X-10: a key that is no string of 1 to 64 bytes is refused with gw 1001`(key: String) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.write(to: "bob")
            let text = #"{"id": 900, "op": "conversation.pin", "key": \#(key), "data": \#(pin)}"#
            let error = try alice.refusal(of: text, id: 900)
            #expect(error.number == "gw 1001" && error.keys == ["key"])
            #expect(try alice.conversation(with: "bob")?.isPinned == false)
            let longest = String(repeating: "k", count: 64)
            #expect(try alice.request("conversation.pin", pin, key: longest).error == nil)
        }
    }
}
