import Client
import ClientProtocol
import JSON
import Testing

/// Errors of malformed requests for messages and receipts.
struct BadMessageTests {
    @Test(arguments: RequestDoor.allCases) func `X-08: unknown parameters are ignored, and reach nobody`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let sent = try alice.write(to: "bob", #""seq": 99, "from": "eve", "notifyExt": "x", "": {}"#)
            #expect(sent.seq == 1)
            let received = try bob.event("message.new")
            #expect(
                received.keys == [
                    "msgId", "clientMsgId", "conversationID", "sessionType", "seq", "from", "type", "body", "time",
                    "unreadCount", "totalUnread",
                ])
            #expect(received["from"]?.string == "alice")
        }
    }

    @Test(
        arguments: atBothDoors([
            ("message.send", "conversationID"), ("message.send", "clientMsgId"), ("message.send", "type"),
            ("message.send", "body"), ("message.history", "conversationID"), ("receipt.send", "conversationID"),
            ("receipt.send", "timestamp"),
        ]))
    func `X-03: a missing or mistyped parameter is refused with nim 414, which names it`(
        operation: String, parameter: String, door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            var parameters = [
                "conversationID": #""c2c_bob""#, "clientMsgId": #""1""#, "type": "0", "body": #"{"text":"x"}"#,
                "timestamp": "1",
            ]
            for wrong in [nil, "null", "true", "[]", "-1.5"] {
                parameters[parameter] = wrong
                let data = "{\(parameters.map { #""\#($0)": \#($1)"# }.joined(separator: ","))}"
                let error = try alice.refusal(operation, data)
                #expect(error.number == "nim 414" && error.keys == [parameter], "\(data)")
            }
            #expect(try bob.settle().isEmpty)
            #expect(try alice.conversations().isEmpty)
        }
    }

    @Test(
        arguments: ["", "bob", "C2C_bob", "c2c", "user_bob", " c2c_bob", "group"], RequestDoor.allCases)
    func `X-50, X-01: what is no conversation's id is refused with nim 414`(id: String, door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let data = #"{"conversationID": "\#(id)", "clientMsgId": "1", "type": 0, "body": {"text":"x"}}"#
            let error = try alice.refusal("message.send", data)
            #expect(error.number == "nim 414" && error.keys == ["conversationID"])
            #expect(try bob.settle().isEmpty)
        }
    }

    @Test(arguments: atBothDoors([("group_", "em 600"), ("group_999", "em 605")]))
    func `G-Q21: a message to a group without an id, or to one that is not there, is refused by its code`(
        id: String, code: String, door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let data = #"{"conversationID": "\#(id)", "clientMsgId": "1", "type": 0, "body": {"text":"x"}}"#
            let error = try gateway.online("alice").refusal("message.send", data)
            #expect(error.number == code && error.keys == ["conversationID"])
        }
    }

    @Test(arguments: ["message.send", "message.history", "receipt.send"], RequestDoor.allCases)
    func `administrators and guests have no messages`(operation: String, door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let (admin, guest) = (try gateway.admin(), try gateway.guest())
            #expect(try admin.refusal(operation, message(to: "bob")).number == "gw 1002")
            #expect(try guest.refusal(operation, message(to: "bob")).number == "tim 6014")
        }
    }
}
