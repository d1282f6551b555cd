import Client
import JSON
import Testing

/// The words of `moderation` in users' messages: refused, masked, or queued.
struct WordTests {
    private static let words = [
        "moderation.refusedWords": #"["spam"]"#, "moderation.maskedWords": #"["fool"]"#,
        "moderation.queuedWords": #"["weapon"]"#,
    ]

    @Test(arguments: RequestDoor.allCases)
    func `V-09, V-10, V-11: a message is refused, has stars, or waits in the queue`(_ door: RequestDoor) throws {
        try withChat(Self.words, door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let admin = try gateway.admin()
            let refused = try alice.refusal("message.send", message("S-P-A-M", to: "bob"))
            #expect(refused.number == "gw 1026" && refused.keys == ["body"])
            let pushed = message("hi", to: "bob", #""apnsContent": "spam""#)
            #expect(try alice.refusal("message.send", pushed).keys == ["apnsContent"])

            let data = message("you f\u{200B}ool!", to: "bob", id: "m1")
            let ok = try alice.request("message.send", data).get()
            #expect(ok["message"]?["body"]?["text"]?.string == "you ****!")
            // A repeat is known by what was sent; another text with the same stars is another message.
            #expect(try alice.request("message.send", data).get()["msgId"]?.string == ok["msgId"]?.string)
            let other = message("you ****!", to: "bob", id: "m1")
            #expect(try alice.refusal("message.send", other).number == "gw 1006")

            let weapon = message("a weap0n", to: "bob", id: "m2")
            let queued = try #require(try alice.request("message.send", weapon).get()["msgId"]?.string)
            _ = try alice.request("message.send", weapon).get()
            #expect(try bob.history(with: "alice").map(\.body) == [#"{"text":"a weap0n"}"#, #"{"text":"you ****!"}"#])
            let reports = Array(try #require(try admin.request("admin.report.list").get()["reports"]?.elements))
            #expect(reports.count == 1 && reports[0]["msgId"]?.string == queued)
            #expect(reports[0]["reason"]?.string == "words" && reports[0]["reporter"] == nil)

            let first = try #require(ok["msgId"]?.string)
            func edit(_ text: String) -> String {
                #"{"conversationID": "c2c_bob", "msgId": "\#(first)", "body": {"text": "\#(text)"}}"#
            }
            #expect(try alice.refusal("message.edit", edit("spam")).number == "gw 1026")
            let edited = try alice.request("message.edit", edit("no fool")).get()["message"]
            #expect(edited?["body"]?["text"]?.string == "no ****")

            // Administrators may say all of it.
            let from = #""from": "alice", "conversationID": "c2c_bob", "clientMsgId": "a1", "type": 0"#
            let sent = #"{\#(from), "body": {"text": "spam, fool"}}"#
            _ = try admin.request("admin.message.send", sent).get()
            #expect(try bob.history(with: "alice").first?.body == #"{"text":"spam, fool"}"#)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `V-14: backends hear who was refused, where, and for which word; no hook is asked, and the sender hears less`(
        _ door: RequestDoor
    ) throws {
        let server = try HookServer { _ in .allow }
        let settings = Self.words.merging(server.settings("message.send")) { $1 }
            .merging(["events.types": #"["message.refused"]"#]) { $1 }
        try withChat(settings, door: door) { gateway in
            let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
            try gateway.createAccounts("bob")
            let first = try alice.write("hi", to: "bob").msgID
            let said = #""clientMsgId": "m1", "type": 0, "body": {"text": "no $pam"}"#
            let refusal = try alice.refusal("message.send", #"{"conversationID": "c2c_bob", \#(said)}"#)
            #expect(refusal.number == "gw 1026" && refusal.keys == ["body"] && !refusal.message.contains("spam"))
            let edit = #"{"conversationID": "c2c_bob", "msgId": "\#(first)", "body": {"text": "spam"}}"#
            #expect(try alice.refusal("message.edit", edit).number == "gw 1026")
            for (operation, place) in [("channel.publish", "channelID"), ("room.send", "roomID")] {
                #expect(try alice.refusal(operation, #"{"\#(place)": "news", \#(said)}"#).number == "gw 1026")
            }
            #expect(server.asks.count == 1, "the hook was asked about a refused message")
            #expect(try alice.history(with: "bob").count == 1)

            let refused = try until("all four are told") {
                let events = try admin.request("admin.events.read", #"{"types": ["message.refused"]}"#).get()["events"]
                return events?.elements.flatMap { $0.count == 4 ? $0.map(\.text) : nil }
            }
            let names = ["message.send", "message.edit", "channel.publish", "room.send"]
            let places = [
                #""conversationID":"c2c_bob""#, #""msgId":"\#(first)""#, #""channelID":"news""#, #""roomID":"news""#,
            ]
            for ((event, name), place) in zip(zip(refused, names), places) {
                let parts = [
                    #""type":"message.refused""#, #""subject":{"userID":"alice"}"#, #""userID":"alice""#, place,
                    #""operation":"\#(name)""#, #""word":"spam""#, #""code":1026"#, #""keys":["body"]"#,
                ]
                for part in parts { #expect(event.contains(part), "\(event)") }
                #expect(!event.contains("$pam"))
            }
        }
    }

    @Test func `V-09: what is published to a channel, and texts elsewhere in a body`() throws {
        try withChat(Self.words) { gateway in
            let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
            let channel = #"{"channelID": "news", "publishers": ["alice"]}"#
            _ = try admin.request("admin.channel.create", channel).get()
            func publish(_ id: String, _ body: String) -> String {
                #"{"channelID": "news", "clientMsgId": "\#(id)", "type": 100, "body": \#(body)}"#
            }
            #expect(try alice.refusal("channel.publish", publish("1", #"{"text": "spam"}"#)).number == "gw 1026")
            let ok = try alice.request("channel.publish", publish("2", #"{"n": [1.50], "text": "fool"}"#)).get()
            #expect(ok["message"]?["body"]?.text == #"{"n":[1.50],"text":"****"}"#)
            let untouched = try alice.request("channel.publish", publish("3", #"{"code": "spam fool"}"#)).get()
            #expect(untouched["message"] == nil)
        }
    }
}
