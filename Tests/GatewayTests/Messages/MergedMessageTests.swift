import Client
import JSON
import TestSupport
import Testing

/// `message.forward` and `message.merged`.
struct MergedMessageTests {
    @Test(arguments: RequestDoor.allCases)
    func `M-56: the gateway copies who said what and when, into one message that its readers page through`(
        door: RequestDoor
    ) throws {
        try withChat(["moderation.maskedWords": #"["fool"]"#], door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let (carol, eve) = (try gateway.online("carol"), try gateway.online("eve"))
            var sent = try ["one", "two", "three", "four", "five", "six"].map { try alice.write($0, to: "bob") }
            sent.append(try bob.write("seven", to: "alice"))
            let wish = forward(sent.reversed() + [sent[0]], to: "c2c_carol", titled: "you fool")
            let reply = try bob.request("message.forward", wish).get()
            let told = try carol.event("message.new")
            #expect(told["type"]?.int == 21 && told["unreadCount"]?.int == 1 && told["seq"]?.int == reply["seq"]?.int)
            let lines = ["one", "two", "three", "four", "five"].map { #"{"from":"alice","type":0,"text":"\#($0)"}"# }
            let body = #"{"title":"you ****","lines":[\#(lines.joined(separator: ","))],"count":7}"#
            #expect(told["body"]?.text == body)
            #expect(try carol.history(with: "bob").map(\.body) == [body])

            let merged = try Sent(reply)
            let texts = ["one", "two", "three", "four", "five", "six", "seven"].enumerated().map { index, text in
                "\(index < 6 ? "alice" : "bob") \(sent[index].time) \(text)"
            }
            #expect(try carol.copies(of: merged) == texts)
            let (first, next) = try carol.page(of: merged, #""limit": 3"#)
            let (rest, end) = try carol.page(of: merged, #""cursor": \#(next), "limit": 4"#)
            #expect(first + rest == texts && end == 0)
            #expect(try eve.refusal("message.merged", id(merged)).number == "gw 1010")
            let page = try gateway.admin().request("admin.message.merged", id(merged)).get()
            #expect(page["messages"]?.count == 7)

            // What becomes of them later is nothing to the copies, nor to a repeat.
            try alice.recall(sent[0])
            try alice.edit(sent[1], "edited")
            #expect(try carol.copies(of: merged) == texts)
            #expect(try bob.request("message.forward", wish).get()["msgId"]?.string == merged.msgID)
            let other = wish.replacing("you fool", with: "another")
            #expect(try bob.refusal("message.forward", other).number == "gw 1006")

            // One inside another has its title alone.
            let outer = try bob.forward([merged], to: "c2c_alice")
            let copies = try alice.request("message.merged", id(outer)).get()["messages"]
            #expect(copies?.first?["type"]?.int == 21)
            #expect(copies?.first?["body"]?.text == #"{"title":"you ****","count":7}"#)

            let edit = #"{"conversationID": "c2c_carol", "msgId": "\#(merged.msgID)", "body": {}}"#
            #expect(try bob.refusal("message.edit", edit).number == "gw 1002")
            try bob.recall(merged)
            #expect(try carol.refusal("message.merged", id(merged)).number == "gw 1010")
        }
    }

    @Test func `M-56, M-57: nothing is sent of what the sender cannot read, of several conversations, or of too much`()
        throws
    {
        let settings = ["messages.bodyBytes": "200000", "messages.textCharacters": "65536"]
        try withChat(settings) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let eve = try gateway.online("eve")
            let hers = try eve.write("private", to: "alice")
            let (here, gone) = (try alice.write("here", to: "bob"), try alice.write("gone", to: "bob"))
            try alice.recall(gone)
            let group = try alice.createGroup(with: ["bob", "eve"])
            let there = try alice.write("there", in: group)
            let long = try (0..<5).map { _ in try alice.write(String(repeating: "a", count: 60_000), to: "bob") }
            let cases: [(String, [Sent])] = [
                ("gw 1010", [here, hers]), ("gw 1010", [here, gone]), ("nim 414", [here, there]), ("gw 1007", long),
            ]
            for (code, messages) in cases {
                let error = try bob.refusal("message.forward", forward(messages, to: "c2c_eve"))
                #expect(error.number == code && error.keys == ["msgIds"], "\(code)")
            }
            let unknown = #"{"conversationID": "c2c_eve", "clientMsgId": "x", "title": "t", "msgIds": ["nothing"]}"#
            #expect(try bob.refusal("message.forward", unknown).number == "gw 1010")
            try alice.group("remove", group, #""userIDs": ["bob"]"#)
            #expect(try bob.refusal("message.forward", forward([there], to: "c2c_eve")).number == "gw 1010")
            let outside = try bob.refusal("message.forward", forward([here], to: "group_\(group)"))
            #expect(outside.number == "em 602")
            #expect(try eve.history(with: "bob").isEmpty)
            #expect(try bob.request("message.forward", forward([here, here], to: "c2c_eve")).get()["seq"]?.int == 1)
        }
    }

    @Test func `M-57, H-07: nothing is sent of a message that goes while a hook is asked`() throws {
        let gate = Gate()
        let server = try HookServer { _ in
            gate.wait()
            return .allow
        }
        try withChat(server.settings("message.forward")) { gateway in
            defer { gate.open() }
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try gateway.createAccounts("carol")
            let slip = try alice.write("slip", to: "bob")
            let brief = try alice.write("brief", to: "bob", #""expireSeconds": 2"#)
            let wishes = try [slip, brief].map {
                try bob.send("message.forward", forward([$0], to: "c2c_carol"))
            }
            try until("both are asked about") { server.asks.count == 2 }
            try alice.recall(slip)
            #expect(try alice.event("message.gone")["msgId"]?.string == brief.msgID)
            gate.open()
            for wish in wishes { #expect(try bob.reply(to: wish).error?.number == "gw 1010") }
            #expect(try bob.history(with: "carol").isEmpty)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-57: what an erased user has written leaves the copies, their message and stars of it`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let carol = try gateway.online("carol")
            let group = try bob.createGroup(with: ["carol"])
            let said = [try alice.write("secret", to: "bob"), try bob.write("mine", to: "alice")]
            let merged = try bob.forward(said, to: "group_\(group)")
            _ = try carol.request(
                "message.star", #"{"conversationID": "group_\#(group)", "msgId": "\#(merged.msgID)"}"#
            ).get()
            _ = try carol.settle()
            #expect(try gateway.erase("alice") == [0])
            try gateway.waitUntilErased()
            let body = #"{"title":"chat","lines":[{"from":"bob","type":0,"text":"mine"}],"count":1}"#
            let changed = try carol.settle().named("message.changed").last?.data["message"]
            #expect(changed?["body"]?.text == body)
            #expect(try carol.copies(of: merged) == ["bob \(said[1].time) mine"])
            #expect(try carol.history(in: group).first?.body == body)
            #expect(try carol.conversation(in: group)?.last?.body == body)
            let stars = try carol.request("message.stars").get()["messages"]
            #expect(stars?.first?["body"]?.text == body)
            // The sender's own erasure takes the message.
            #expect(try gateway.erase("bob") == [0])
            try gateway.waitUntilErased()
            #expect(try carol.refusal("message.merged", id(merged)).number == "gw 1010")
        }
    }

    @Test func `M-57: copies go with the retention of their message, of which a star keeps the title`() throws {
        let settings = movableClock.merging(["messages.retentionDays": "2"]) { $1 }
        try withChat(settings) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let said = try alice.write("secret", to: "bob")
            let merged = try bob.forward([said], to: "c2c_alice")
            try bob.write("the last one", to: "alice")
            _ = try alice.request(
                "message.star", #"{"conversationID": "c2c_bob", "msgId": "\#(merged.msgID)"}"#
            ).get()
            try gateway.restart(after: 3 * 86_400)
            let again = try gateway.online("alice")
            #expect(try again.refusal("message.merged", id(merged)).number == "gw 1010")
            try until("its lines are gone from the star") {
                let stars = try again.request("message.stars").get()["messages"]
                return stars?.first?["body"]?.text == #"{"title":"chat","count":1}"#
            }
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-56, U-20, U-25: who can read the message reads the uploads of what it holds, as long as it is there`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let carol = try gateway.online("carol")
            let bytes = picture()
            let upload = try alice.upload(bytes, at: gateway)
            let said = try alice.write("look", to: "bob", #""media": ["\#(upload)"]"#)
            #expect(try carol.mediaURL(upload) == nil)
            let merged = try bob.forward([said], to: "c2c_carol")
            try alice.recall(said)
            #expect(try carol.reads(upload, bytes, at: gateway))
            let media = try carol.request("message.merged", id(merged)).get()["messages"]?.first?["media"]
            #expect(media?.first?["mediaID"]?.string == upload && media?.first?["state"]?.string == "ready")
            try bob.recall(merged)
            #expect(try carol.mediaURL(upload) == nil)
        }
    }
}

private func forward(_ messages: [Sent], to conversation: String, titled title: String = "chat") -> String {
    let ids = list(messages.map(\.msgID))
    return #"{"conversationID": "\#(conversation)", "clientMsgId": "\#(uniqueID())", "title": "\#(title)", "#
        + #""msgIds": \#(ids)}"#
}

private func id(_ message: Sent) -> String { #"{"msgId": "\#(message.msgID)"}"# }

extension ClientSession {
    fileprivate func forward(_ messages: [Sent], to conversation: String) throws -> Sent {
        try Sent(request("message.forward", GatewayTests.forward(messages, to: conversation)).get())
    }

    /// Who, when and what, of a page of copies of texts; and the cursor of the next page.
    fileprivate func page(of message: Sent, _ more: String) throws -> (copies: [String], next: Int) {
        let page = try request("message.merged", #"{"msgId": "\#(message.msgID)", \#(more)}"#).get()
        let copies = try #require(page["messages"]?.elements).map { copy in
            let (from, text) = (try #require(copy["from"]?.string), try #require(copy["body"]?["text"]?.string))
            return "\(from) \(try #require(copy["time"]?.int)) \(text)"
        }
        return (copies, try #require(page["cursor"]?.int))
    }

    fileprivate func copies(of message: Sent) throws -> [String] { try page(of: message, #""limit": 100"#).copies }
}
