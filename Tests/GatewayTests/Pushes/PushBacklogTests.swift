import Client
import TestSupport
import Testing

/// Pushes beside a steady flow of messages.
struct PushBacklogTests {
    @Test func `X-52: pushes leave while more and more messages are sent, and all of them in the end`() throws {
        try withPushes { gateway, pushes in
            try pushes.away("bob")
            let alice = try gateway.online("alice")
            let count: UInt64 = 3_000
            for number in 1...count {
                let request = #"{"id": \#(number + 1_000), "op": "message.send", "data": \#(message(to: "bob"))}"#
                try alice.connection.send(request)
            }
            for number in 1...count { _ = try alice.reply(to: number + 1_000).get() }
            #expect(try !pushes.requests(to: "bob").isEmpty)
            try until("everything is pushed") { try pushes.requests(to: "bob").count { $0.isAccepted } == Int(count) }
        }
    }
}
