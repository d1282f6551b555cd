import Client
import ClientProtocol
import JSON
import Testing

/// The settings that a sender can give a message.
struct MessageSettingTests {
    private static let defaults = [
        "history": true, "roaming": true, "sync": true, "persist": true, "shouldBeCounted": true, "apnsEnabled": true,
        "apnsWithPrefix": true, "route": true, "teamReceipt": false,
    ]

    @Test func `T-Q15: a message names the settings that are not as they are by default`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for (name, value) in Self.defaults {
                try alice.write(to: "bob", #""\#(name)": \#(value)"#)
                #expect(try bob.event("message.new").keys.isDisjoint(with: Self.defaults.keys))
                try alice.write(to: "bob", #""\#(name)": \#(!value)"#)
                #expect(try Message(try bob.event("message.new")).settings == [name: !value])
            }
        }
    }

    @Test func `T-Q15: a setting that is no boolean is refused with nim 414, which names it`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for name in Self.defaults.keys {
                for value in ["1", #""yes""#, "[]"] {
                    let error = try alice.refusal("message.send", message(to: "bob", #""\#(name)": \#(value)"#))
                    #expect(error.number == "nim 414" && error.keys == [name])
                }
            }
            #expect(try alice.conversations().isEmpty)
        }
    }

    @Test func `T-Q15: history false keeps a message out of history queries, but not from anybody live`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.write("one", to: "bob")
            let hidden = try alice.write("two", to: "bob", #""history": false"#)
            try alice.write("three", to: "bob")
            #expect(hidden.seq == 2)
            #expect(try bob.settle().messages.map(\.text) == ["one", "two", "three"])
            for session in [alice, bob] {
                let other = session === alice ? "bob" : "alice"
                #expect(try session.history(with: other).map(\.seq) == [3, 1])
                let newer = #""direction": "newer", "cursor": 1"#
                #expect(try session.history(with: other, newer).map(\.seq) == [3])
            }
        }
    }

    @Test func `T-Q15: sync false keeps a message from the sender's other devices, now and later`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try phone.write("secret", to: "bob", #""sync": false"#)
            try phone.write("open", to: "bob")
            #expect(try tab.settle().messages.map(\.text) == ["open"])
            #expect(try bob.settle().messages.map(\.text) == ["secret", "open"])
            let (_, opened) = try gateway.back(
                "alice", device: "laptop", resume: #"{"user": 0, "conversations": {"c2c_bob": 0}}"#)
            #expect(try resumedMessages(opened, "c2c_bob").map(\.text) == ["open"])
        }
    }

    @Test(arguments: ["roaming", "persist"])
    func `T-Q15: roaming false and persist false keep a message from a device that was not there`(name: String) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.write("one", to: "bob")
            try alice.write("two", to: "bob", #""\#(name)": false"#)
            try alice.write("three", to: "bob")
            let (_, opened) = try gateway.back("bob", resume: #"{"user": 0, "conversations": {"c2c_alice": 0}}"#)
            let resumed = opened["resume"]?["conversations"]?["c2c_alice"]
            #expect(resumed?["verdict"]?.string == "recovered" && resumed?["seq"]?.int == 3)
            #expect(try resumedMessages(opened, "c2c_alice").map(\.text) == ["one", "three"])
        }
    }

    @Test(arguments: ["roaming", "persist", "apnsEnabled", "apnsWithPrefix", "route"])
    func `T-Q15: a user who is online gets a message whatever its settings`(name: String) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try alice.write("two", to: "bob", #""\#(name)": false"#)
            #expect(try bob.settle().messages.map(\.text) == ["two"])
            #expect(try tab.settle().messages.map(\.text) == ["two"])
            #expect(try bob.totalUnread() == 1)
        }
    }

    @Test func `T-Q23: apnsContent has up to 500 characters; 501 are refused with nim 414`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let longest = String(repeating: "🐢", count: 500)
            let error = try alice.refusal("message.send", message(to: "bob", #""apnsContent": "\#(longest)🐢""#))
            #expect(error.number == "nim 414" && error.keys == ["apnsContent"])
            #expect(error.message.contains("500"))
            #expect(try alice.write(to: "bob", #""apnsContent": "\#(longest)""#).seq == 1)
        }
    }
}
