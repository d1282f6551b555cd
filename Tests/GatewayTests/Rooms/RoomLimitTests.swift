import Client
import JSON
import Testing

/// Live rooms in which there is too much for all.
struct RoomLimitTests {
    @Test func `L-04: a process lets in as many as it can tell every two seconds`() throws {
        try withChat(["rooms.framesPerSecond": "1"]) { gateway in
            gateway.keepToOneNode()
            try gateway.admin().manageRoom("create", "r")
            let sessions = try ["u1", "u2", "u3"].map { try gateway.online($0) }
            for session in sessions.prefix(2) { try session.enter("r") }
            #expect(try sessions[2].refusal("room.enter", room("r")).number == "gw 1013")
            // One that is in stays in, and its place is free when it leaves.
            try sessions[0].enter("r")
            _ = try sessions[0].request("room.leave", room("r")).get()
            try sessions[2].enter("r")
        }
    }

    @Test func `L-13: low messages are told only when nothing else is left`() throws {
        let slow = ["rooms.messagesPerSecond": "2", "rooms.frameMilliseconds": "1000"]
        try withChat(slow) { gateway in
            try gateway.admin().manageRoom("create", "r")
            let sessions = try (0..<4).map { try gateway.online("u\($0)") }
            for session in sessions { try session.enter("r") }
            for _ in 0..<3 {
                // The low one comes first.
                let requests = try sessions.enumerated().map { index, session in
                    let priority = #""priority": "\#(index == 0 ? "low" : "normal")""#
                    return try session.send("room.send", speech("x", in: "r", priority))
                }
                let replies = try zip(sessions, requests).map { try $0.reply(to: $1) }
                let isTold = replies.map { if case .ok = $0 { true } else { false } }
                // Two ticks may have them, each with two messages.
                #expect(!isTold[0] || isTold.count { $0 } == 4, "\(replies)")
            }
        }
    }

    @Test func `L-16: a session that does not read gets high messages alone until it has read`() throws {
        let large = [
            "rooms.bodyBytes": "65536", "rooms.frameMilliseconds": "20", "rooms.messagesPerSecond": "1000",
            "rooms.linkBytesPerSecond": "1000000000",
        ]
        try withChat(large) { gateway in
            let admin = try gateway.admin()
            try admin.manageRoom("create", "r")
            let anna = try gateway.session("anna") { $0.channel.receiveBuffer = 4_096 }
            try anna.enter("r")
            let text = String(repeating: "x", count: 50_000)
            var said = 0
            try until("frames are withheld") {
                said += 1
                try admin.manageRoom(
                    "send", "r", #""clientMsgId": "n\#(said)", "type": 100, "body": {"x": "\#(text)"}"#)
                return try gateway.metric("martlet_room_frames_withheld_total") >= 2
            }
            try admin.manageRoom(
                "send", "r", #""clientMsgId": "h", "type": 0, "body": {"text": "high"}, "priority": "high""#)
            var heard: [RoomPost] = []
            while heard.last?.text != "high" { heard += try anna.heard(1) }
            #expect(heard.last?.seq == said + 1 && heard.count < said, "\(heard.count) of \(said)")
            #expect(heard.map(\.seq) == heard.map(\.seq).sorted())
            try admin.manageRoom("send", "r", #""clientMsgId": "after", "type": 0, "body": {"text": "after"}"#)
            #expect(try anna.heard(1).map(\.text) == ["after"])
        }
    }

    @Test func `L-10: a body that is too long is refused, and what is no message`() throws {
        try withChat(["rooms.bodyBytes": "16"]) { gateway in
            try gateway.admin().manageRoom("create", "r")
            let alice = try gateway.online("alice")
            try alice.enter("r")
            #expect(try alice.refusal("room.send", speech("0123456789", in: "r")).number == "gw 1007")
            try alice.say("12", in: "r")
            let wrong = try alice.refusal("room.send", speech("x", in: "r", #""priority": "urgent""#))
            #expect(wrong.number == "nim 414" && wrong.keys == ["priority"])
        }
    }
}
