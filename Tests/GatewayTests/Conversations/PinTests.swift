import Client
import ClientProtocol
import JSON
import Testing

/// `conversation.pin`
struct PinTests {
    @Test func `C-30, C-Q04, C-18: pinned ones stand before the rest, the newest first in either part`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try writeToMany(alice, 5, gateway)
            try alice.pin("u3")
            try alice.pin("u1")
            #expect(try order(alice) == ["u3*", "u1*", "u5", "u4", "u2"])
            try alice.write(to: "u1")
            try alice.write(to: "u2")
            #expect(try order(alice) == ["u1*", "u3*", "u2", "u5", "u4"])
            try alice.pin("u3", false)
            #expect(try order(alice) == ["u1*", "u2", "u5", "u4", "u3"])
        }
    }

    @Test func `C-31, C-32, C-Q19: a pin is told to all own devices, also the one that set it, and to nobody else`()
        throws
    {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try phone.write(to: "bob")
            _ = try [phone, tab, bob].map { try $0.settle() }
            for pinned in [true, false] {
                try phone.pin("bob", pinned)
                for device in [phone, tab] {
                    let events = try device.settle()
                    #expect(events.names == ["conversation.changed"])
                    #expect(try events[0].conversations.map(\.isPinned) == [pinned])
                }
                #expect(try bob.settle().isEmpty)
            }
        }
    }

    @Test func `C-31: a pin is there for a device that comes later, and after a restart`() throws {
        try withChat { gateway in
            do {
                let phone = try gateway.online("alice", device: "phone")
                try writeToMany(phone, 2, gateway)
                try phone.pin("u1")
                let laptop = try gateway.online("alice", device: "laptop")
                #expect(try order(laptop) == ["u1*", "u2"])
            }
            try gateway.restart()
            #expect(try order(try gateway.online("alice")) == ["u1*", "u2"])
        }
    }

    @Test func `C-Q18: an unknown conversation is refused with tim 6017 and not made`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for id in ["c2c_bob", "c2c_nobody", "group_bob"] {
                let data = #"{"conversationID": "\#(id)", "pinned": true}"#
                #expect(try alice.refusal("conversation.pin", data).number == "tim 6017")
            }
            #expect(try alice.conversations().isEmpty)
        }
    }

    @Test func `C-Q18: what changes nothing succeeds without an event`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.write(to: "bob")
            try alice.pin("bob", false)
            try alice.pin("bob")
            _ = try alice.settle()
            try alice.pin("bob")
            #expect(try alice.settle().isEmpty)
            #expect(try order(alice) == ["bob*"])
        }
    }

    /// Users in the order of the list, pinned ones with a star.
    private func order(_ session: ClientSession) throws -> [String] {
        try session.conversations().map { $0.userID + ($0.isPinned ? "*" : "") }
    }
}
