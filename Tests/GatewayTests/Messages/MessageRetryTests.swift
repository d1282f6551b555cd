import Client
import ClientProtocol
import JSON
import Testing

/// A client that heard no reply sends again.
struct MessageRetryTests {
    @Test func `T-Q16, X-10: a repeat gives the first result and sends nothing`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let first = try phone.write("hello", to: "bob", id: "m1")
            _ = try [phone, tab, bob].map { try $0.settle() }
            #expect(try phone.write("hello", to: "bob", id: "m1") == first)
            #expect(try tab.write("hello", to: "bob", id: "m1") == first)
            #expect(try bob.settle().isEmpty)
            #expect(try phone.settle().isEmpty)
            #expect(try tab.settle().isEmpty)
            #expect(try bob.history(with: "alice").map(\.msgID) == [first.msgID])
            #expect(try bob.totalUnread() == 1)
            #expect(try phone.write(to: "bob").seq == 2)
        }
    }

    @Test func `M-13: a repeat shows what has become of the message: edited, recalled, deleted by its sender`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            func again(_ id: String) throws -> JSONValue {
                try alice.request("message.send", message("xylophone", to: "bob", id: id)).get()
            }
            let first = try again("m1")
            #expect(first["message"] == nil)
            #expect(try again("m1").text == first.text)
            let ids = try ["m1", "m2", "m3", "m4"].map { try again($0)["msgId"]?.string ?? "" }

            _ = try alice.request(
                "message.edit", #"{"conversationID": "c2c_bob", "msgId": "\#(ids[0])", "body": {"text": "bells"}}"#
            ).get()
            #expect(try again("m1")["message"]?["body"]?["text"]?.string == "bells")
            _ = try alice.request("message.recall", #"{"conversationID": "c2c_bob", "msgId": "\#(ids[1])"}"#).get()
            #expect(try again("m2")["message"]?["recalled"] != nil)
            for text in try [again("m1").text, again("m2").text] { #expect(!text.contains("xylophone")) }
            let data = #"{"conversationID": "c2c_bob", "msgIds": ["\#(ids[2])"]}"#
            _ = try alice.request("message.delete", data).get()
            let gone = try again("m3")
            #expect(gone["message"]?["isExpired"]?.bool == true && gone["message"]?["body"]?.text == "{}")
            #expect(gone["msgId"]?.string == ids[2] && gone["seq"]?.int64 == 3)
            #expect(try again("m4")["message"] == nil)
            // The other still has what alice has deleted for herself.
            #expect(try bob.history(with: "alice").compactMap(\.text).contains("xylophone"))

            _ = try alice.request("conversation.delete", #"{"conversationIDs": ["c2c_bob"]}"#).get()
            #expect(try again("m4")["message"]?["isExpired"]?.bool == true)
            #expect(try again("m5")["message"] == nil)
        }
    }

    @Test func `T-Q16: a retry may be written otherwise, if it says the same`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let first = try alice.write("hello", to: "bob", id: "m1")
            let data =
                #"{"body":{"text":"hello"},"type":0,"history":true,"clientMsgId":"m1","conversationID":"c2c_bob"}"#
            #expect(try Sent(try alice.request("message.send", data).get()) == first)
        }
    }

    @Test(arguments: [
        #"{"conversationID": "c2c_bob", "clientMsgId": "m1", "type": 0, "body": {"text":"other"}}"#,
        #"{"conversationID": "c2c_bob", "clientMsgId": "m1", "type": 10, "body": {"text":"hello"}}"#,
        #"{"conversationID": "c2c_bob", "clientMsgId": "m1", "type": 0, "body": {"text":"hello"}, "apnsContent": "hello"}"#,
        #"{"conversationID": "c2c_bob", "clientMsgId": "m1", "type": 0, "body": {"text":"hello"}, "history": false}"#,
        #"{"conversationID": "c2c_carol", "clientMsgId": "m1", "type": 0, "body": {"text":"hello"}}"#,
    ])
    func `T-Q16, X-10: the same id for something else is refused with gw conflict`(other: String) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let carol = try gateway.online("carol")
            let first = try alice.write("hello", to: "bob", id: "m1")
            _ = try bob.settle()
            let error = try alice.refusal("message.send", other)
            #expect(error.number == "gw 1006" && error.keys == ["clientMsgId"])
            #expect(try bob.settle().isEmpty)
            #expect(try carol.settle().isEmpty)
            #expect(try alice.history(with: "bob").map(\.msgID) == [first.msgID])
        }
    }

    @Test func `T-Q16: a text in another normal form is another text`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let first = try alice.write("ä", to: "bob", id: "m1", #""apnsContent": "ä""#)
            #expect(try alice.write(#"\u00e4"#, to: "bob", id: "m1", #""apnsContent": "ä""#) == first)
            for (text, push) in [("a\u{308}", "ä"), ("ä", "a\u{308}")] {
                let other = message(text, to: "bob", id: "m1", #""apnsContent": "\#(push)""#)
                #expect(try alice.refusal("message.send", other).number == "gw 1006")
            }
        }
    }

    @Test func `T-Q16: another sender's same id is another message`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let first = try alice.write("hello", to: "bob", id: "m1")
            let second = try bob.write("hello", to: "alice", id: "m1")
            #expect(first.msgID != second.msgID && second.seq == 2)
        }
    }

    @Test func `T-Q16: a refused message's id is free for another try`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            #expect(try alice.refusal("message.send", message(to: "bob", id: "m1")).number == "nim 404")
            let bob = try gateway.online("bob")
            #expect(try alice.write("otherwise", to: "bob", id: "m1").seq == 1)
            #expect(try bob.event("message.new")["body"]?["text"]?.string == "otherwise")
        }
    }

    @Test func `T-Q16: of the same message sent by many devices at once one is stored, and all hear of it`() throws {
        try withChat { gateway in
            let devices = try (0..<6).map { try gateway.online("alice", device: "d\($0)") }
            let bob = try gateway.online("bob")
            let requests = try devices.map { try $0.send("message.send", message(to: "bob", id: "m1")) }
            let replies = try zip(devices, requests).map { try Sent(try $0.reply(to: $1).get()) }
            #expect(Set(replies.map(\.msgID)).count == 1)
            #expect(try bob.settle().messages.count == 1)
            #expect(try bob.totalUnread() == 1)
        }
    }

    @Test func `T-Q16: a repeat gives the first result also after a restart, 23 hours later`() throws {
        try withChat(movableClock) { gateway in
            let first: Sent
            do {
                let alice = try gateway.online("alice")
                try gateway.createAccounts("bob")
                first = try alice.write("hello", to: "bob", id: "m1")
            }
            try gateway.restart()
            do {
                let alice = try gateway.online("alice")
                #expect(try alice.write("hello", to: "bob", id: "m1") == first)
            }
            try gateway.restart(after: 23 * 3600)
            let alice = try gateway.online("alice")
            #expect(try alice.write("hello", to: "bob", id: "m1") == first)
            #expect(try alice.history(with: "bob").count == 1)
        }
    }

    @Test(arguments: ["1", #""""#, "null", #""\#(String(repeating: "i", count: 65))""#])
    func `T-Q16: a message without an id of 1 to 64 bytes is refused with nim 414`(id: String) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let data = #"{"conversationID": "c2c_bob", "clientMsgId": \#(id), "type": 0, "body": {"text":"x"}}"#
            let error = try alice.refusal("message.send", data)
            #expect(error.number == "nim 414" && error.keys == ["clientMsgId"])
            #expect(try alice.conversations().isEmpty)
            #expect(try alice.write(to: "bob", id: String(repeating: "i", count: 64)).seq == 1)
        }
    }
}
