import Client
import ClientProtocol
import JSON
import Testing

/// The kinds of messages.
struct MessageKindTests {
    /// Text, image, audio, video, location, file, tip, custom.
    @Test(arguments: [0, 1, 2, 3, 4, 6, 10, 100], RequestDoor.allCases)
    func `T-Q32: a body is opaque and arrives as it was sent`(type: Int, door: RequestDoor) throws {
        let body = #"{"text":"a","n":[1,2.50,-0,1e3,{"deep":null}],"żółw":"\u0000\"\\ñ🐢","url":"x","":true}"#
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let data =
                #"{"conversationID": "c2c_bob", "clientMsgId": "1", "type": \#(type), "body": \#(body)}"#
            _ = try alice.request("message.send", data).get()
            let message = try Message(try bob.event("message.new"))
            #expect(message.type == type && message.body == body)
            #expect(try bob.history(with: "alice").map(\.body) == [body])
            let last = try #require(try bob.conversation(with: "alice")?.last)
            #expect(last.type == type && last.body == body)
        }
    }

    private static let spaced = "{\r\n \"text\" : \"a \\n b\",\t\"n\" : [ 1.50 , { } ]\n}"
    private static let compact = #"{"text":"a \n b","n":[1.50,{}]}"#

    @Test(arguments: RequestDoor.allCases)
    func `T-Q16, T-Q32: a body loses the white space between its parts, and a repeat can have other space`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            func data(_ body: String) -> String {
                #"{"conversationID": "c2c_bob", "clientMsgId": "1", "type": 0, "body": \#(body)}"#
            }
            let sent = try alice.request("message.send", data(Self.spaced)).get()
            #expect(try Message(try bob.event("message.new")).body == Self.compact)
            let id = try #require(sent["msgId"]?.string)
            #expect(try alice.request("message.send", data(Self.compact)).get()["msgId"]?.string == id)
            #expect(try bob.history(with: "alice").map(\.body) == [Self.compact])
            let edit = #"{"conversationID": "c2c_bob", "msgId": "\#(id)", "body": \#(Self.spaced)}"#
            #expect(try alice.request("message.edit", edit).get()["message"]?["body"]?.text == Self.compact)
        }
    }

    /// All other ways by which a client's own JSON gets to others.
    @Test(
        arguments: [
            ("message.signal", #""conversationID": "c2c_bob", "name": "typing", "data""#, "message.signaled", "data"),
            (
                "admin.message.send", #""from": "alice", "userIDs": ["bob"], "clientMsgId": "1", "type": 0, "body""#,
                "message.new", "body"
            ),
            ("admin.notification.send", #""userIDs": ["bob"], "name": "n", "data""#, "notification.new", "data"),
            ("admin.broadcast", #""clientMsgId": "1", "type": 0, "body""#, "broadcast.new", "body"),
            (
                "admin.channel.publish", #""channelID": "news", "clientMsgId": "1", "type": 0, "body""#,
                "channel.message", "body"
            ),
        ], RequestDoor.allCases)
    func `what others send or signal has no white space between its parts either`(
        sent: (operation: String, data: String, event: String, member: String), door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            try admin.manage("create", "news")
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try bob.follow("news")
            // A signal is told to those who have the conversation.
            try alice.write("hello", to: "bob")
            _ = try bob.event("message.new")
            let sender = sent.operation.hasPrefix("admin.") ? admin : alice
            _ = try sender.request(sent.operation, "{\(sent.data): \(Self.spaced)}").get()
            #expect(try bob.event(sent.event).member(sent.member)?.text == Self.compact)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `T-07, T-08, T-Q09: notifications come from the server alone: type 5 is refused with nim 414`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let data = #"{"conversationID": "c2c_bob", "clientMsgId": "1", "type": 5, "body": {"text":"x"}}"#
            let error = try alice.refusal("message.send", data)
            #expect(error.number == "nim 414" && error.keys == ["type"])
            #expect(try bob.settle().isEmpty)
            #expect(try alice.history(with: "bob").isEmpty)
            #expect(try alice.conversations().isEmpty)
        }
    }

    @Test(arguments: [-1, 5, 7, 8, 9, 11, 12, 99, 101], RequestDoor.allCases)
    func `T-Q32: other kinds are refused with nim 414`(type: Int, door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let data = #"{"conversationID": "c2c_bob", "clientMsgId": "1", "type": \#(type), "body": {"text":"x"}}"#
            let error = try alice.refusal("message.send", data)
            #expect(error.number == "nim 414" && error.keys == ["type"])
            #expect(try alice.history(with: "bob").isEmpty)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `T-Q14: a text has up to 5000 characters, whatever their bytes; 5001 are refused with nim 414`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let longest = String(repeating: "ż", count: 5000)
            let error = try alice.refusal("message.send", message(longest + "x", to: "bob", id: "1"))
            #expect(error.number == "nim 414" && error.keys == ["body"])
            #expect(error.message.contains("5000"))
            #expect(try bob.settle().isEmpty)
            #expect(try alice.write(longest, to: "bob", id: "1").seq == 1)
            #expect(try Message(try bob.event("message.new")).text == longest)
        }
    }

    @Test(arguments: RequestDoor.allCases) func `T-Q14: the length of a text is a setting`(door: RequestDoor) throws {
        try withChat(["messages.textCharacters": "3"], door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            #expect(try alice.refusal("message.send", message("abcd", to: "bob")).message.contains("3"))
            #expect(try alice.write("abc", to: "bob").seq == 1)
        }
    }

    @Test(arguments: [#"{}"#, #"{"text":""}"#, #"{"text":7}"#, #"{"txt":"x"}"#], RequestDoor.allCases)
    func `T-Q32: a text without a text is refused with nim 414`(body: String, door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let data = #"{"conversationID": "c2c_bob", "clientMsgId": "1", "type": 0, "body": \#(body)}"#
            let error = try alice.refusal("message.send", data)
            #expect(error.number == "nim 414" && error.keys == ["body"])
            #expect(try alice.conversations().isEmpty)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `T-Q32: a body of more than 16384 bytes is refused with the limit, and nothing of it stays`(door: RequestDoor)
        throws
    {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let error = try alice.refusal("message.send", custom(bytes: 16_385))
            #expect(error.number == "gw 1007" && error.keys == ["body"])
            #expect(error.message.contains("16384") || error.message.contains("16,384"))
            #expect(try bob.settle().isEmpty)
            #expect(try alice.conversations().isEmpty)
            #expect(try alice.history(with: "bob").isEmpty)
            // The refused message's id is still free.
            #expect(try Sent(try alice.request("message.send", custom(bytes: 16_384)).get()).seq == 1)
            #expect(try Message(try bob.event("message.new")).body.utf8.count == 16_384)
        }
    }

    /// A body of just so many bytes of JSON.
    private func custom(bytes: Int) -> String {
        let filling = String(repeating: "x", count: bytes - #"{"data":""}"#.utf8.count)
        return
            #"{"conversationID": "c2c_bob", "clientMsgId": "1", "type": 100, "body": {"data":"\#(filling)"}}"#
    }
}
