import Client
import ClientProtocol
import JSON
import TestSupport
import Testing

/// Messages of several elements: type 20.
struct ElementTests {
    private static let words = [
        "moderation.refusedWords": #"["spam"]"#, "moderation.maskedWords": #"["fool"]"#,
    ]

    @Test(arguments: RequestDoor.allCases)
    func `M-53: elements are one message, which arrives as it was sent, is found by its texts and can be edited`(
        door: RequestDoor
    ) throws {
        try withChat(Self.words, door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let body =
                #"{"elements":[{"type":0,"body":{"text":"look at the harbour"}},"#
                + #"{"type":1,"body":{"url":"x","name":"harbour.jpg"},"note":1.50},{"type":100,"body":{}}],"more":2}"#
            let data = elements(body, to: "bob")
            let sent = try alice.request("message.send", data).get()
            #expect(sent["seq"]?.int == 1 && sent["message"] == nil)
            let told = try bob.event("message.new")
            #expect(told["type"]?.int == 20 && told["body"]?.text == body && told["unreadCount"]?.int == 1)
            #expect(try bob.history(with: "alice").map(\.body) == [body])
            #expect(try bob.conversation(with: "alice")?.last?.body == body)
            #expect(try alice.request("message.send", data).get()["msgId"]?.string == sent["msgId"]?.string)
            let page = try bob.request("message.search", #"{"query": "harbour", "types": [20]}"#).get()
            let matches = try #require(page["hits"]?.first?["matches"]?.elements).map { match in
                "\(match["element"]?.int ?? -1) \(match["member"]?.string ?? "") \(match["start"]?.int ?? -1)"
            }
            #expect(matches == ["0 text 12", "1 name 0"])

            // The words of moderation are looked for in each.
            func words(_ text: String) -> String {
                #"{"elements":[{"type":100,"body":{"text":"\#(text)"},"n":1.0},{"type":0,"body":{"text":"b"}}]}"#
            }
            #expect(try alice.refusal("message.send", elements(words("spam"), to: "bob")).number == "gw 1026")
            let masked = try alice.request("message.send", elements(words("you fool"), to: "bob")).get()["message"]
            #expect(masked?["body"]?.text == words("you ****"))

            func edit(_ body: String) throws -> Reply {
                let id = try #require(sent["msgId"]?.string)
                return try alice.request(
                    "message.edit", #"{"conversationID": "c2c_bob", "msgId": "\#(id)", "body": \#(body)}"#)
            }
            #expect(try edit(words("plain")).get()["message"]?["body"]?.text == words("plain"))
            #expect(try edit(#"{"text": "no elements"}"#).error?.number == "nim 414")
            #expect(try alice.search("harbour").hits.isEmpty && alice.search("plain").hits.count == 1)
        }
    }

    @Test func `M-53: each element must be a message that can be sent by itself`() throws {
        try withChat(["messages.textCharacters": "5"]) { gateway in
            let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
            try gateway.createAccounts("bob", "carol")
            let good = #"{"type":0,"body":{"text":"12345"}}"#
            let bad = [
                "{}", #"{"elements":{}}"#, #"{"elements":[]}"#, list(good, 21), list(good + ",7", 1),
                #"{"elements":[{"type":0,"body":{"text":"123456"}}]}"#, #"{"elements":[{"type":0,"body":{}}]}"#,
                #"{"elements":[{"type":1}]}"#, #"{"elements":[{"type":1,"body":"x"}]}"#,
                #"{"elements":[{"body":{"text":"x"}}]}"#, #"{"elements":[{"type":5,"body":{}}]}"#,
                #"{"elements":[{"type":20,"body":\#(list(good, 1))}]}"#,
                #"{"elements":[{"type":1,"body":{},"media":"x"}]}"#,
                #"{"elements":[{"type":1,"body":{},"media":[7]}]}"#,
                #"{"elements":[{"type":1,"body":{},"media":["a","b","c","d","e","f","g","h","i","j","k"]}]}"#,
            ]
            for body in bad {
                let error = try alice.refusal("message.send", elements(body, to: "bob"))
                #expect(error.number == "nim 414" && error.keys == ["body"], "\(body)")
            }
            _ = try alice.request("message.send", elements(list(good, 20), to: "bob")).get()
            // Elsewhere there are none.
            _ = try admin.request("admin.channel.create", #"{"channelID": "news", "publishers": ["alice"]}"#).get()
            let post = #"{"channelID": "news", "clientMsgId": "p", "type": 20, "body": \#(list(good, 1))}"#
            #expect(try alice.refusal("channel.publish", post).keys == ["type"])
            let old = #"{"conversationID": "c2c_carol", "from": "bob", "time": \#(wallMilliseconds() - 60_000)"#
            let entries = [list(good, 1), "{}"].enumerated().map { number, body in
                old + #", "clientMsgId": "\#(number)", "type": 20, "body": \#(body)}"#
            }
            let reply = try admin.request(
                "admin.message.import", #"{"messages": [\#(entries.joined(separator: ","))]}"#
            ).get()
            let codes = try #require(reply["results"]?.elements).compactMap { $0["code"]?.int }
            #expect(codes == [0, 414])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-53, U-20, U-25: what an element refers to is the message's: it is read and goes with that`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let pictures = [picture(), picture(), picture()]
            let ids = try pictures.map { try alice.upload($0, at: gateway) }
            func body(_ media: [String]) -> String {
                let parts = media.map { #"{"type":1,"body":{},"media":["\#($0)"]}"# }
                return #"{"elements":[\#(parts.joined(separator: ","))]}"#
            }
            let foreign = elements(body([ids[0], try bob.upload(picture(), at: gateway)]), to: "bob")
            #expect(try alice.refusal("message.send", foreign).number == "gw 1010")
            let sent = try alice.request(
                "message.send", elements(body([ids[0], ids[1], ids[0]]), to: "bob", #""media": ["\#(ids[1])"]"#)
            ).get()
            #expect(try bob.media(with: "alice") == [ids[1], ids[0]])
            #expect(try bob.reads(ids[0], pictures[0], at: gateway) && bob.reads(ids[1], pictures[1], at: gateway))
            let message = #""conversationID": "c2c_bob", "msgId": "\#(sent["msgId"]?.string ?? "")""#
            _ = try alice.request("message.edit", "{\(message), \"body\": \(body([ids[2], ids[0]]))}").get()
            #expect(try bob.media(with: "alice") == [ids[2], ids[0]])
            #expect(try bob.mediaURL(ids[1]) == nil)
            _ = try alice.request("message.recall", "{\(message)}").get()
            for id in ids { #expect(try bob.mediaURL(id) == nil) }
        }
    }

    @Test func `M-53, T-Q23: a push says the texts in their order, or else what the first element is`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let picture = #"{"type":1,"body":{"text":"caption"}}"#
            for (number, (parts, text)) in [
                (#"\#(picture),{"type":0,"body":{"text":"a"}},{"type":0,"body":{"text":"b"}}"#, "a b"),
                (#"\#(picture),{"type":2,"body":{}}"#, "[image]"),
            ].enumerated() {
                let reply = try alice.request("message.send", elements(#"{"elements":[\#(parts)]}"#, to: "bob")).get()
                let id = try #require(reply["msgId"]?.string)
                #expect(try pushes.outcome(of: id, in: "c2c_bob", for: "bob") == "\(number + 1) alice:\(text)")
            }
        }
    }
}

private func elements(_ body: String, to user: String, _ more: String = "") -> String {
    let id = uniqueID()
    let rest = more.isEmpty ? "" : ", \(more)"
    return #"{"conversationID": "c2c_\#(user)", "clientMsgId": "\#(id)", "type": 20, "body": \#(body)\#(rest)}"#
}

private func list(_ element: String, _ count: Int) -> String {
    #"{"elements":[\#(Array(repeating: element, count: count).joined(separator: ","))]}"#
}
