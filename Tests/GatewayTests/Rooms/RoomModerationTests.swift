import Client
import JSON
import Testing

/// The owner and admins of a live room keep order.
struct RoomModerationTests {
    private func withRoom(
        _ settings: [String: String] = [:], door: RequestDoor = .usual,
        _ body: (GatewayProcess, [String: ClientSession]) throws -> Void
    ) throws {
        try withChat(settings, door: door) { gateway in
            var sessions: [String: ClientSession] = [:]
            for user in ["owner", "admin", "bob", "eve"] { sessions[user] = try gateway.online(user) }
            try gateway.admin().manageRoom("create", "r", #""owner": "owner", "admins": ["admin"]"#)
            for session in sessions.values { try session.enter("r") }
            try body(gateway, sessions)
        }
    }

    private func user(_ name: String, _ more: String = "") -> String {
        room("r", #""userID": "\#(name)"\#(more.isEmpty ? "" : ", \(more)")"#)
    }

    @Test func `L-15: high messages are for the owner and admins, and for backends`() throws {
        try withRoom { _, sessions in
            let high = #""priority": "high""#
            let refused = try sessions["bob"]!.refusal("room.send", speech("x", in: "r", high))
            #expect(refused.number == "em 603" && refused.keys == ["priority"])
            for name in ["owner", "admin"] { try sessions[name]!.say(name, in: "r", high) }
            #expect(try sessions["bob"]!.heard(2).map(\.priority) == ["high", "high"])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `L-18, L-22: the owner sets slow mode, which says how long to wait and spares the owner`(_ door: RequestDoor)
        throws
    {
        try withRoom(door: door) { _, sessions in
            let (owner, bob) = (sessions["owner"]!, sessions["bob"]!)
            #expect(try bob.refusal("room.modify", room("r", #""slowSeconds": 60"#)).number == "em 603")
            _ = try owner.request("room.modify", room("r", #""slowSeconds": 60"#)).get()
            #expect(try bob.event("room.changed")["slowSeconds"]?.int == 60)
            try bob.say("one", in: "r")
            let refusal = try bob.refusal("room.send", speech("two", in: "r"))
            #expect(refusal.number == "gw 1003" && refusal.message.contains("milliseconds"))
            for text in ["a", "b"] { try owner.say(text, in: "r") }
        }
    }

    @Test func `L-19: a mute keeps a user from sending until it ends, also after a restart`() throws {
        try withRoom { gateway, sessions in
            let (admin, bob) = (sessions["admin"]!, sessions["bob"]!)
            #expect(try bob.refusal("room.mute", user("eve", #""seconds": 60"#)).number == "em 603")
            #expect(try admin.refusal("room.mute", user("owner", #""seconds": 60"#)).number == "em 603")
            #expect(try admin.refusal("room.mute", user("nobody", #""seconds": 60"#)).number == "tim 40003")
            _ = try admin.request("room.mute", user("bob", #""seconds": -1"#)).get()
            #expect(try bob.refusal("room.send", speech("x", in: "r")).number == "em 215")
            try gateway.restart()
            let (again, back) = (try gateway.online("bob"), try gateway.online("admin"))
            #expect(try again.enter("r")["mutedUntil"]?.int == 9_007_199_254_740_991)
            #expect(try again.refusal("room.send", speech("x", in: "r")).number == "em 215")
            _ = try back.request("room.mute", user("bob", #""seconds": 0"#)).get()
            try again.say("free", in: "r")
        }
    }

    @Test func `L-19: while all are muted the owner, admins and speakers send`() throws {
        try withRoom { _, sessions in
            let (owner, bob, eve) = (sessions["owner"]!, sessions["bob"]!, sessions["eve"]!)
            #expect(try bob.refusal("room.muteAll", room("r", #""isMuted": true"#)).number == "em 603")
            _ = try sessions["admin"]!.request("room.muteAll", room("r", #""isMuted": true"#)).get()
            _ = try owner.request("room.modify", room("r", #""speakers": ["eve"]"#)).get()
            #expect(try bob.event("room.changed")["isMuted"]?.bool == true)
            #expect(try bob.refusal("room.send", speech("x", in: "r")).number == "em 507")
            for session in [owner, eve] { try session.say("x", in: "r") }
            _ = try owner.request("room.muteAll", room("r", #""isMuted": false"#)).get()
            try bob.say("x", in: "r")
        }
    }

    @Test func `L-05, L-20: a kicked user may come back, a banned one not, and what it said is cleared`() throws {
        try withRoom { _, sessions in
            let (admin, bob, eve) = (sessions["admin"]!, sessions["bob"]!, sessions["eve"]!)
            try bob.say("rude", in: "r")
            #expect(try bob.refusal("room.kick", user("eve")).number == "em 603")
            _ = try admin.request("room.kick", user("bob")).get()
            #expect(try bob.event("room.left")["reason"]?.string == "kicked")
            #expect(try bob.refusal("room.send", speech("x", in: "r")).number == "em 602")
            #expect(try admin.refusal("room.kick", user("bob")).number == "em 602")
            #expect(try posts(in: bob.enter("r")).map(\.text) == ["rude"])
            _ = try admin.request("room.ban", user("bob", #""seconds": 3600, "clear": true"#)).get()
            #expect(try bob.event("room.left")["reason"]?.string == "banned")
            #expect(try bob.refusal("room.enter", room("r")).number == "gw 1025")
            #expect(try eve.frame(with: "cleared")["cleared"]?.firstElement?["from"]?.string == "bob")
            let kept = try posts(in: eve.enter("r"))
            #expect(kept.map(\.isRecalled) == [true] && kept.map(\.text) == [nil])
            _ = try admin.request("room.ban", user("bob", #""seconds": 0"#)).get()
            try bob.enter("r")
        }
    }

    @Test func `L-21: senders recall their own messages for a while, the owner and admins any`() throws {
        try withRoom(["messages.recallSeconds": "0"]) { _, sessions in
            let (admin, bob, eve) = (sessions["admin"]!, sessions["bob"]!, sessions["eve"]!)
            let id = try #require(try bob.say("oops", in: "r")["msgId"]?.string)
            let message = room("r", #""msgId": "\#(id)""#)
            #expect(try eve.refusal("room.recall", message).number == "em 603")
            #expect(try eve.refusal("room.recall", room("r", #""msgId": "1-2-3""#)).number == "gw 1010")
            #expect(try bob.refusal("room.recall", message).number == "nim 508")
            _ = try admin.request("room.recall", message).get()
            let cleared = try eve.frame(with: "cleared")["cleared"]?.firstElement
            #expect(cleared?["msgId"]?.string == id && cleared?["seq"]?.int == 1)
            #expect(try admin.refusal("room.recall", message).number == "gw 1010")
        }
    }

    @Test func `L-37: with an account goes what it said in rooms, its role, and its ban`() throws {
        try withRoom { gateway, sessions in
            let (admin, eve, backend) = (sessions["admin"]!, sessions["eve"]!, try gateway.admin())
            try sessions["bob"]!.say("mine", in: "r")
            _ = try admin.request("room.ban", user("bob", #""seconds": -1"#)).get()
            let erase = #"{"userIDs": ["bob", "admin"]}"#
            _ = try backend.request("admin.account.delete", erase).get()
            #expect(try eve.frame(with: "cleared")["cleared"]?.firstElement?["from"]?.string == "bob")
            #expect(try backend.manageRoom("info", "r")["admins"]?.count == 0)
            try gateway.createAccounts("bob")
            try nextSecond()
            try gateway.online("bob").enter("r")
        }
    }
}
