import Client
import Framing
import JSON
import Testing

/// Messages whose text comes a chunk at a time.
struct StreamedMessageTests {
    @Test(arguments: RequestDoor.allCases)
    func `N-01, N-03, N-05: those who watch hear the text as it comes, and all get one message`(
        _ door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            gateway.keepToOneNode()
            try gateway.createAccounts("bot")
            let admin = try gateway.admin()
            let (alice, tab) = (try gateway.session("alice"), try gateway.session("alice", device: "tab"))
            #expect(try alice.watch("c2c_bot") == [])
            let id = try admin.begin("c2c_alice", as: "m1", #""body": {"model": "local"}"#)
            #expect(try admin.begin("c2c_alice", as: "m1") == id)
            #expect(try admin.append("Hello, ", at: 0, to: id) == 7)
            #expect(try admin.append("w\u{F6}rld", at: 7, to: id) == 13)
            #expect(try alice.heardText(13, of: id) == "Hello, w\u{F6}rld")
            // Nothing of it is stored, and one who comes later has the text so far.
            #expect(try tab.history(with: "bot").isEmpty)
            #expect(try tab.watch("c2c_bot", "c2c_alice") == ["Hello, w\u{F6}rld"])
            #expect(try admin.append("!", at: 13, to: id) == 14)
            #expect(try tab.heardText(14, after: "Hello, w\u{F6}rld", of: id) == "Hello, w\u{F6}rld!")
            let sent = try admin.end("finish", id)
            for session in [alice, tab] {
                let event = try session.event("message.new")
                #expect(event["streamID"]?.string == id && event["broken"] == nil)
                #expect(event["body"]?.text == "{\"model\":\"local\",\"text\":\"Hello, w\u{F6}rld!\"}")
                #expect(event["msgId"]?.string == sent["msgId"]?.string && event["clientMsgId"]?.string == "m1")
            }
            // The end can be asked for again, and the beginning is the message by now.
            #expect(try admin.end("finish", id)["seq"]?.int == 1)
            let again = try admin.request("admin.message.begin", beginning("c2c_alice", as: "m1")).get()
            #expect(again["msgId"]?.string == sent["msgId"]?.string && again["streamID"]?.string == id)
            #expect(try admin.refusal("admin.message.append", admin.chunk("x", at: 14, to: id)).number == "gw 1010")
            #expect(try tab.history(with: "bot").count == 1)
            #expect(try tab.conversation(with: "bot")?.unread == 1)
        }
    }

    @Test func `N-02: a chunk behind a hole, or with other words, is told how long the text is`() throws {
        try withStreams { gateway, admin, _ in
            let id = try admin.begin("c2c_alice")
            try admin.append("ab", at: 0, to: id)
            #expect(try admin.append("ab", at: 0, to: id) == 2)
            for (text, offset) in [("c", 3), ("x", 1)] {
                let refusal = try admin.refusal("admin.message.append", admin.chunk(text, at: offset, to: id))
                #expect(refusal.number == "gw 1006" && refusal.message.contains("2 bytes"))
            }
            #expect(try admin.append("bc", at: 1, to: id) == 3)
            #expect(try admin.refusal("admin.message.append", admin.chunk("c", at: 3, to: "0-zz")).number == "gw 1010")
        }
    }

    @Test(arguments: [
        ("keep", "aborted"), ("drop", "aborted"), ("keep", "tooLarge"), ("drop", "stopped"), ("keep", "stopped"),
    ])
    func `N-06, N-07, N-09: a text that breaks is sent as far as it came, or leaves nothing`(
        onBreak: String, reason: String
    ) throws {
        try withStreams(["messages.streamBytes": "1024"]) { gateway, admin, alice in
            try alice.watch("c2c_bot")
            let id = try admin.begin("c2c_alice", as: "m1", #""onBreak": "\#(onBreak)""#)
            try admin.append("half", at: 0, to: id)
            #expect(try alice.heardText(4, of: id) == "half")
            switch reason {
            case "aborted": try admin.end("abort", id)
            case "tooLarge":
                let much = admin.chunk(String(repeating: "x", count: 1_021), at: 4, to: id)
                #expect(try admin.refusal("admin.message.append", much).number == "gw 1007")
            default:
                let stop = #"{"conversationID": "c2c_bot", "streamID": "\#(id)"}"#
                _ = try alice.request("message.stop", stop).get()
                #expect(try alice.refusal("message.stop", stop).number == "gw 1010")
            }
            #expect(try admin.refusal("admin.message.append", admin.chunk("x", at: 4, to: id)).number == "gw 1010")
            if onBreak == "keep" {
                let event = try alice.event("message.new")
                #expect(event["streamID"]?.string == id && event["broken"]?.string == reason)
                #expect(event["body"]?["text"]?.string == "half")
            } else {
                let event = try alice.event("message.ended")
                #expect(event["streamID"]?.string == id && event["reason"]?.string == reason)
                #expect(event["conversationID"]?.string == "c2c_bot")
                #expect(try alice.history(with: "bot").isEmpty)
                // The id is free for the whole text.
                let whole = beginning("c2c_alice", as: "m1", #""type": 0, "body": {"text": "whole"}"#)
                _ = try admin.request("admin.message.send", whole).get()
            }
        }
    }

    @Test func `N-03, N-07: in a group members watch until they leave, and the one who asked, owner and admins stop`()
        throws
    {
        try withStreams { gateway, admin, alice in
            let (bob, carol) = (try gateway.session("bob"), try gateway.session("carol"))
            let group = try alice.createGroup(with: ["bob", "carol", "bot"])
            let place = "group_\(group)"
            let all = #"{"conversationIDs": ["\#(place)"]}"#
            #expect(try gateway.session("eve").refusal("conversation.watch", all).number == "em 602")
            let question = try carol.write("why?", in: group)
            for session in [alice, bob, carol] { try session.watch(place) }
            func begin() throws -> String {
                let id = try admin.begin(place, as: uniqueID(), #""replyTo": {"msgId": "\#(question.msgID)"}"#)
                try admin.append("since", at: 0, to: id)
                return id
            }
            let id = try begin()
            for session in [alice, bob, carol] { #expect(try session.heardText(5, of: id) == "since") }
            let stop = #"{"conversationID": "\#(place)", "streamID": "\#(id)"}"#
            #expect(try bob.refusal("message.stop", stop).number == "em 603")
            _ = try carol.request("message.stop", stop).get()
            #expect(try alice.event("message.ended")["reason"]?.string == "stopped")
            _ = try bob.request("group.leave", ofGroup(group, "")).get()
            let next = try begin()
            #expect(try alice.heardText(5, of: next) == "since")
            _ = try alice.request("message.stop", #"{"conversationID": "\#(place)", "streamID": "\#(next)"}"#).get()
            #expect(try bob.settle().names.allSatisfy { $0 != "message.appended" })
        }
    }

    @Test func `N-07: backends hear of a stop`() throws {
        try withBackend { gateway, backend in
            try gateway.createAccounts("bot")
            let (admin, alice) = (try gateway.admin(), try gateway.session("alice"))
            let id = try admin.begin("c2c_alice", as: "m1")
            _ = try alice.request("message.stop", #"{"conversationID": "c2c_bot", "streamID": "\#(id)"}"#).get()
            let told = try #require(try backend.wait(for: 1) { $0.type == "message.stopped" }.first)
            for part in [#""streamID":"\#(id)""#, #""userID":"alice""#, #""from":"bot""#, #""clientMsgId":"m1""#] {
                #expect(told.data.contains(part), "\(told.data)")
            }
        }
    }

    @Test func `N-01, N-09: four messages are streamed in a conversation, and one that may not be sent not at all`()
        throws
    {
        try withStreams { gateway, admin, alice in
            let ids = try (0..<4).map { try admin.begin("c2c_alice", as: "m\($0)") }
            #expect(try admin.refusal("admin.message.begin", beginning("c2c_alice")).number == "gw 1013")
            try admin.end("abort", ids[0])
            _ = try admin.begin("c2c_alice")
            #expect(try admin.refusal("admin.message.begin", beginning("c2c_nobody")).number == "nim 404")
            #expect(try admin.refusal("admin.message.begin", beginning("group_9")).number == "em 605")
            // A message without a text is none.
            #expect(try admin.refusal("admin.message.finish", streamed(ids[1])).number == "nim 414")
        }
    }

    @Test func `N-11: in a user's name its own rules hold, at both ends`() throws {
        try withStreams { gateway, _, alice in
            let bot = try gateway.api([.adminKey(gateway.keys.adminKey), .asUser("bot")])
            let begin = #"{"conversationID": "c2c_alice", "clientMsgId": "m1"}"#
            try alice.watch("c2c_bot")
            let id = try #require(try bot.request("admin.message.begin", begin).get()["streamID"]?.string)
            _ = try bot.request("admin.message.append", alice.chunk("hi", at: 0, to: id)).get()
            #expect(try alice.heardText(2, of: id) == "hi")
            _ = try alice.request("blacklist.add", #"{"userIDs": ["bot"]}"#).get()
            let refusal = try #require(try bot.request("admin.message.finish", streamed(id)).error)
            #expect(try alice.event("message.ended")["reason"]?.string == "refused")
            let next = #"{"conversationID": "c2c_alice", "clientMsgId": "m2"}"#
            #expect(try bot.request("admin.message.begin", next).error?.number == refusal.number)
            #expect(try alice.history(with: "bot").isEmpty)
        }
    }

    @Test(.alone("It ends the process that holds the text."))
    func `N-08: with the gateway the text is gone, and the whole is sent once`()
        throws
    {
        try withStreams { gateway, admin, alice in
            try alice.watch("c2c_bot")
            let id = try admin.begin("c2c_alice", as: "m1", #""onBreak": "keep""#)
            try admin.append("some", at: 0, to: id)
            #expect(try alice.heardText(4, of: id) == "some")
            gateway.kill()
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            let (again, back) = (try gateway.admin(), try gateway.session("alice"))
            #expect(try again.refusal("admin.message.append", again.chunk("more", at: 4, to: id)).number == "gw 1010")
            #expect(try back.watch("c2c_bot") == [])
            let next = try again.begin("c2c_alice", as: "m1")
            try again.append("some more", at: 0, to: next)
            let sent = try again.end("finish", next)
            #expect(try again.end("finish", next)["msgId"]?.string == sent["msgId"]?.string)
            #expect(try back.history(with: "bot").map(\.body) == [#"{"text":"some more"}"#])
        }
    }

    @Test(.alone("It looks at one process."))
    func `N-06: what is streamed when the gateway is stopped is sent as far as it came`()
        throws
    {
        try withStreams { gateway, admin, alice in
            let kept = try admin.begin("c2c_alice", as: "m1", #""onBreak": "keep""#)
            try admin.append("some", at: 0, to: kept)
            try admin.append("lost", at: 0, to: try admin.begin("c2c_alice", as: "m2"))
            try gateway.restart()
            let history = try gateway.session("alice").history(with: "bot")
            #expect(history.map(\.body) == [#"{"text":"some"}"#])
        }
    }

    @Test(.alone("It looks at what one process holds back."))
    func `N-04: a session that does not read gets no chunks, and sees a hole`() throws {
        try withStreams(["messages.streamBytes": "1048576"]) { gateway, admin, alice in
            let slow = try gateway.session("slow") { $0.channel.receiveBuffer = 4_096 }
            try slow.watch("c2c_bot")
            let text = String(repeating: "x", count: 50_000)
            var sent: [String] = []
            try until("chunks are withheld") {
                let id = try admin.begin("c2c_slow")
                for chunk in 0..<20 { try admin.append(text, at: chunk * text.utf8.count, to: id) }
                // The last chunk goes with the next tick.
                pause(.milliseconds(60))
                try admin.end("abort", id)
                sent.append(id)
                return try gateway.metric("martlet_streamed_frames_withheld_total") > 0
            }
            // It is told all ends, and not all of the texts.
            for id in sent { #expect(try slow.event("message.ended")["streamID"]?.string == id) }
            let chunks = slow.takeEvents().filter { $0.name == "message.appended" }
            let told = chunks.reduce(0) { $0 + ($1.data["text"]?.string?.utf8.count ?? 0) }
            #expect(told < sent.count * 20 * text.utf8.count)
        }
    }

    /// A gateway with an administrator's session, the user `bot`, and a session of alice.
    private func withStreams(
        _ settings: [String: String] = [:], _ body: (GatewayProcess, ClientSession, ClientSession) throws -> Void
    ) throws {
        try withChat(settings) { gateway in
            try gateway.createAccounts("bot")
            try body(gateway, try gateway.admin(), try gateway.session("alice"))
        }
    }
}
