import Client
import JSON
import Testing

/// How much a user may store in a day.
@Suite(.onThreads) struct MessageQuotaTests {
    private func long(to user: String, id: String = uniqueID()) -> String {
        message(String(repeating: "x", count: 4_000), to: user, id: id)
    }

    @Test func `messages beyond the day's bytes are refused with gw 1012, also after a crash, until the next day`()
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

    @Test func `a repeat costs nothing`() throws {
        try withChat(["messages.bytesPerUserPerDay": "10000"]) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for _ in 0..<5 { #expect(try alice.request("message.send", long(to: "bob", id: "m1")).error == nil) }
            #expect(try alice.request("message.send", long(to: "bob", id: "m2")).error == nil)
            #expect(try alice.request("message.send", long(to: "bob", id: "m3")).error?.number == "gw 1012")
        }
    }
}
