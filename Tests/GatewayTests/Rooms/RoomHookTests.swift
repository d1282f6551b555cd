import Client
import Framing
import JSON
import Testing

/// L-29: a backend decides about messages of rooms that were drawn.
struct RoomHookTests {
    @Test(arguments: RequestDoor.allCases)
    func `L-29: a hook allows, refuses or replaces what was drawn, and holds up nobody else`(_ door: RequestDoor) throws
    {
        let gate = Gate()
        let server = try HookServer { ask in
            switch try ask.text {
            case "slow": gate.wait()
            case "bad": return .refuse(4_711, "not that word")
            case "rude": return .replace(#"{"type": 0, "body": {"text": "clean"}, "priority": "high"}"#)
            default: break
            }
            return .allow
        }
        let quick = ["rooms.frameMilliseconds": "20"]
        try withChat(server.settings("room.send").merging(quick) { $1 }, door: door) { gateway in
            defer { gate.open() }
            let admin = try gateway.admin()
            try admin.manageRoom("create", "r")
            let (alice, bob, eve) = (try gateway.online("alice"), try gateway.online("bob"), try gateway.online("eve"))
            let mallory = try gateway.online("mallory")
            for session in [alice, bob, eve, mallory] { try session.enter("r") }
            let requests = try ["slow", "second"].map { try alice.send("room.send", speech($0, in: "r")) }
            try until("both are asked about") { server.asks.count == 2 }
            let withdrawn = try eve.send("room.send", speech("slow", in: "r"))
            _ = try mallory.send("room.send", speech("slow", in: "r"))
            try until("they are asked about") { server.asks.count == 4 }
            try admin.manageRoom("modify", "r", #""admins": ["bob"]"#)
            #expect(try bob.say("quick", in: "r")["seq"]?.int == 1)
            // L-20: what a user has said who is kicked meanwhile is not told.
            _ = try bob.request("room.kick", room("r", #""userID": "eve""#)).get()
            #expect(try eve.reply(to: withdrawn).error?.number == "em 602")
            // L-37: nor is it if the account is disabled or deleted.
            _ = try admin.request("admin.account.disable", #"{"userIDs": ["mallory"]}"#).get()
            // A sender's second message does not pass the first.
            #expect(try bob.heard(1).map(\.text) == ["quick"])
            gate.open()
            #expect(try requests.map { try alice.reply(to: $0).get()["seq"]?.int } == [2, 3])
            let bad = try bob.refusal("room.send", speech("bad", in: "r"))
            #expect(bad.number == "app 4711" && bad.message == "not that word")
            // A participant may not say `high`, and the hook may for it.
            for _ in 0..<2 {
                let replaced = try alice.say("rude", in: "r", as: "m")
                #expect(replaced["seq"]?.int == 4 && replaced["message"]?["body"]?["text"]?.string == "clean")
            }
            let heard = try bob.heard(3)
            #expect(heard.map(\.text) == ["slow", "second", "clean"] && heard.map(\.seq) == [2, 3, 4])
            #expect(heard.map(\.priority) == ["normal", "normal", "high"] && heard[2].clientMsgID == "m")
            let asked = ["bad", "quick", "rude", "second", "slow", "slow", "slow"]
            #expect(try server.asks.map { try $0.text }.sorted() == asked)
            let ask = try #require(server.asks.last)
            #expect(try ask.operation == "room.send" && ask.json["user"]?.string == "alice")
            #expect(try ask.data["roomID"]?.string == "r" && ask.data["clientMsgId"]?.string == "m")
            // Backends are not asked.
            try admin.manageRoom("send", "r", #""clientMsgId": "a", "type": 0, "body": {"text": "bad"}"#)
            let acting = try gateway.api([.adminKey(gateway.keys.adminKey), .asUser("bob")])
            _ = try acting.request("room.send", speech("bad", in: "r")).get()
            #expect(server.asks.count == asked.count)
            try until("all are counted") {
                let statistics = try admin.manageRoom("info", "r")["statistics"]
                let numbers = [
                    statistics?["offered"], statistics?["drawn"], statistics?["shed"], statistics?["refused"],
                ]
                return numbers.map { $0?.int } == [9, 6, 0, 3]
            }
        }
    }

    @Test(arguments: ["allow", "refuse"])
    func `L-29: where the hook does not decide, its policy does`(_ policy: String) throws {
        let server = try HookServer { ask in
            switch try ask.text {
            case "": .allow
            case "none": .hang
            case "other": .replace(#"{"roomID": "s", "type": 0, "body": {"text": "x"}}"#)
            default: .replace(#"{"type": 0, "body": {"text": 7}}"#)
            }
        }
        // The entry has a hook of its own, which always decides.
        let hooks = [
            server.setting(["room.enter"], 3_000, "refuse"), server.setting(["room.send"], 200, policy),
        ].joined(separator: ", ")
        try withChat(["hooks.before": "[\(hooks)]"], door: .webSocket) { gateway in
            try gateway.admin().manageRoom("create", "r")
            let alice = try gateway.online("alice")
            // What follows waits for the entry.
            let entry = try alice.send("room.enter", room("r"))
            let texts = ["none", "other", "wrong"]
            let requests = try texts.map { try alice.send("room.send", speech($0, in: "r")) }
            _ = try alice.reply(to: entry).get()
            let codes = try requests.map { try alice.reply(to: $0).error?.number }
            #expect(codes == Array(repeating: policy == "allow" ? nil : "gw 1008", count: 3))
            if policy == "allow" { #expect(try alice.heard(3).map(\.text) == texts) }
        }
    }

    @Test func `L-29: what is shed is not asked about`() throws {
        let server = try HookServer { _ in .allow }
        let slow = ["rooms.messagesPerSecond": "2", "rooms.frameMilliseconds": "1000"]
        try withChat(server.settings("room.send").merging(slow) { $1 }) { gateway in
            try gateway.admin().manageRoom("create", "r")
            let sessions = try (0..<6).map { try gateway.online("u\($0)") }
            for session in sessions { try session.enter("r") }
            let requests = try sessions.map { try $0.send("room.send", speech("x", in: "r")) }
            let replies = try zip(sessions, requests).map { try $0.reply(to: $1) }
            let shed = replies.compactMap { $0.error?.number }
            // Two ticks may have them, each with two messages.
            #expect(shed.count >= 2 && Set(shed) == ["gw 1024"])
            #expect(server.asks.count == 6 - shed.count)
        }
    }
}
