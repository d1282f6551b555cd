import Client
import ClientProtocol
import JSON
import Testing

/// Errors of malformed requests for conversations.
struct BadConversationTests {
    @Test(
        arguments: atBothDoors([
            ("conversation.get", "conversationID"), ("conversation.markRead", "conversationID"),
            ("conversation.pin", "conversationID"), ("conversation.pin", "pinned"),
            ("conversation.delete", "conversationID"), ("conversation.getC2CReceiveOpt", "userIDs"),
            ("conversation.setC2CReceiveOpt", "userIDs"), ("conversation.setC2CReceiveOpt", "opt"),
        ]))
    func `X-03: a missing or mistyped parameter is refused with tim 6017, which names it`(
        operation: String, parameter: String, door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            _ = try alice.settle()
            let before = try alice.conversations()
            var parameters = [
                "conversationID": #""c2c_bob""#, "pinned": "true", "userIDs": #"["bob"]"#, "opt": "1",
            ]
            for wrong in [nil, "null", "{}", "7.5", #""""#] {
                parameters[parameter] = wrong
                let data = "{\(parameters.map { #""\#($0)": \#($1)"# }.joined(separator: ","))}"
                let error = try alice.refusal(operation, data)
                #expect(error.number == "tim 6017" && error.keys == [parameter], "\(data)")
            }
            #expect(try alice.settle().isEmpty)
            #expect(try alice.conversations() == before)
        }
    }

    @Test(arguments: [#""1""#, "-1", "1.5", "true"], RequestDoor.allCases)
    func `C-Q09: a place to read to that is none is refused with tim 6017`(seq: String, door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            let data = #"{"conversationID": "c2c_bob", "seq": \#(seq)}"#
            let error = try alice.refusal("conversation.markRead", data)
            #expect(error.number == "tim 6017" && error.keys == ["seq"])
            #expect(try alice.totalUnread() == 1)
        }
    }

    @Test(
        arguments: ["bob", "C2C_bob", "c2c", "group_\(String(repeating: "g", count: 65))"],
        RequestDoor.allCases)
    func `C-Q01, X-50: what is no conversation's id is refused with tim 6017`(id: String, door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let data = #"{"conversationID": "\#(id)", "pinned": true}"#
            for verb in ["get", "markRead", "pin", "delete"] {
                let error = try alice.refusal("conversation.\(verb)", data)
                #expect(error.number == "tim 6017" && error.keys == ["conversationID"])
            }
        }
    }

    @Test(arguments: RequestDoor.allCases) func `unknown parameters are ignored`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.write(to: "bob")
            let data = #"{"conversationID": "c2c_bob", "pinned": true, "recvOpt": 2, "userID": "eve"}"#
            _ = try alice.request("conversation.pin", data).get()
            let conversation = try #require(try alice.conversation(with: "bob"))
            #expect(conversation.isPinned && conversation.option == 0)
        }
    }

    @Test(
        arguments: [
            "list", "get", "totalUnread", "markRead", "pin", "delete", "setC2CReceiveOpt", "getC2CReceiveOpt",
        ], RequestDoor.allCases)
    func `administrators and guests have no conversations`(verb: String, door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let data = #"{"conversationID": "c2c_bob"}"#
            let (admin, guest) = (try gateway.admin(), try gateway.guest())
            #expect(try admin.refusal("conversation.\(verb)", data).number == "gw 1002")
            #expect(try guest.refusal("conversation.\(verb)", data).number == "tim 6014")
        }
    }
}
