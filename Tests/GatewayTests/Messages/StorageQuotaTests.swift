import Bytes
import Client
import ClientProtocol
import JSON
import Security
import Testing

/// How much a user may store in a day.
struct StorageQuotaTests {
    private func long(to user: String, id: String = uniqueID()) -> String {
        message(String(repeating: "x", count: 4_000), to: user, id: id)
    }

    @Test
    func `X-72: messages beyond the day's bytes are refused with gw 1012, also after a crash, until the next day`()
        throws
    {
        try withChat(movableClock.merging(["messages.bytesPerUserPerDay": "200000"]) { $1 }) { gateway in
            var stored = 0
            do {
                let alice = try gateway.online("alice")
                try gateway.createAccounts("bob")
                while try alice.request("message.send", long(to: "bob")).error == nil { stored += 1 }
                #expect((48...49).contains(stored))
                let error = try alice.refusal("message.send", long(to: "bob"))
                #expect(error.number == "gw 1012" && error.keys == ["body"])
                #expect(try alice.write("short", to: "bob").seq == stored + 1)
                #expect(try gateway.metric("martlet_messages_over_quota_total") == 2)
                let carol = try gateway.online("carol")
                #expect(try carol.request("message.send", long(to: "bob")).error == nil)
            }
            try gateway.crash()
            do {
                let alice = try gateway.online("alice")
                var more = 0
                while try alice.request("message.send", long(to: "bob")).error == nil { more += 1 }
                // Less than a piece is forgotten.
                #expect(more <= 16)
            }
            try gateway.restart(after: day)
            let alice = try gateway.online("alice")
            #expect(try alice.request("message.send", long(to: "bob")).error == nil)
        }
    }

    @Test func `X-72: a repeat costs nothing`() throws {
        try withChat(["messages.bytesPerUserPerDay": "10000"]) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for _ in 0..<5 { #expect(try alice.request("message.send", long(to: "bob", id: "m1")).error == nil) }
            #expect(try alice.request("message.send", long(to: "bob", id: "m2")).error == nil)
            #expect(try alice.request("message.send", long(to: "bob", id: "m3")).error?.number == "gw 1012")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `X-72: the pieces of a group's files count as messages do`(door: RequestDoor) throws {
        try withChat(["messages.bytesPerUserPerDay": "200000"], door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let group = try alice.createGroup(with: ["bob"])
            func begin(_ session: ClientSession) throws -> String {
                let ok = try session.group("addFile", group, #""name": "plan", "size": 1000000"#)
                return try #require(ok["fileID"]?.string)
            }
            func put(_ file: String, _ offset: Int, by session: ClientSession) throws -> ServerError? {
                let bytes = Base64.standard.encode(Random.bytes(32_768))
                let piece = #""fileID": "\#(file)", "offset": \#(offset), "data": {"b": "\#(bytes)"}"#
                return try session.request("group.putFile", ofGroup(group, piece)).error
            }
            let file = try begin(alice)
            for number in 0..<6 { #expect(try put(file, number * 32_768, by: alice) == nil) }
            let refused = try #require(try put(file, 6 * 32_768, by: alice))
            #expect(refused.number == "gw 1012" && refused.keys == ["data"])
            #expect(try alice.refusal("message.send", long(to: "bob")).number == "gw 1012")
            // One that is there already takes no room.
            #expect(try put(file, 5 * 32_768, by: alice) == nil)
            #expect(try put(try begin(bob), 0, by: bob) == nil)
            _ = try alice.group("removeFile", group, #""fileID": "\#(file)""#)
        }
    }

    @Test func `X-72: texts of groups and of reactions count as messages do, and an administrator's do not`() throws {
        try withChat(["messages.bytesPerUserPerDay": "50000"]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let group = try alice.createGroup(with: ["bob"])
            func ext(_ number: Int) -> String { #""ext": "\#(number) \#(times(3_000, "x"))""# }
            var changed = 0
            while try alice.attempt("modify", group, ext(changed)) == "ok" { changed += 1 }
            // An event has it, and perhaps the message that tells the members.
            #expect((7...16).contains(changed))
            #expect(try alice.attempt("modify", group, ext(changed)) == "gw 1012")
            let sent = try bob.write("hi", to: "alice")
            func react(_ session: ClientSession, _ id: String) throws -> String? {
                let about = #""conversationID": "\#(id)", "msgId": "\#(sent.msgID)""#
                return try session.request("message.react", #"{\#(about), "reaction": "+1"}"#).error?.number
            }
            #expect(try react(alice, "c2c_bob") == "gw 1012")
            #expect(try react(bob, "c2c_alice") == nil)
            #expect(try gateway.admin().request("admin.group.modify", ofGroup(group, ext(99))).error == nil)
        }
    }

    @Test func `X-72: kept replies count as messages do, and go an eighth further`() throws {
        try withChat(["messages.bytesPerUserPerDay": "20000"]) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            var sent: Sent?
            for _ in 0..<4 { sent = try Sent(try alice.request("message.send", long(to: "bob")).get()) }
            #expect(try alice.refusal("message.send", long(to: "bob")).number == "gw 1012")
            let pin = #"{"conversationID": "c2c_bob", "pinned": true}"#
            var kept = 0
            while try alice.request("conversation.pin", pin, key: "k\(kept)").error == nil { kept += 1 }
            // 22,500 bytes but for the messages, in rows of somewhat more than 100.
            #expect((40...60).contains(kept))
            let error = try #require(try alice.request("conversation.pin", pin, key: "more").error)
            #expect(error.number == "gw 1012" && error.keys == ["key"])
            // A repeat is answered, and a request without a key is carried out.
            #expect(try alice.request("conversation.pin", pin, key: "k0").error == nil)
            #expect(try alice.codeOfRecall(try #require(sent)) == nil)
            #expect(try alice.refusal("message.send", message("short", to: "bob")).number == "gw 1012")
        }
    }
}
