import Domain
import Testing

@testable import Chat
@testable import Storage

/// The store's work for forwarded messages, which their sender is charged (docs/limits.md).
struct ForwardCostTests {
    @Test func `M-56: what a forward costs grows with what it copies`() throws {
        let harness = try ChatStateHarness()
        for user in ["ann", "bob"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        let ann = try harness.number(of: "ann")
        let body = #"{"text":"\#(String(repeating: "a", count: 2_000))"}"#
        let sent = try (1...100).map { number in
            let draft = Draft(
                target: .c2c(UserID("bob")!), clientID: "m\(number)", kind: .text, settings: .standard, body: body,
                pushText: nil)
            return try harness.chat.messages.send(draft, from: ann).message.id
        }
        let costs = try [1, 10, 100].map { count in
            let draft = Draft(
                forwarding: Array(sent.prefix(count)), titled: "t", to: .c2c(UserID("bob")!), clientID: "f\(count)")
            let before = harness.chat.work.store.steps
            _ = try harness.chat.messages.send(draft, from: ann)
            return harness.chat.work.store.steps - before
        }
        // What is beyond 2,000 steps takes further requests from the user's stock.
        #expect(costs[0] < 2_000 && costs[2] > 6_000, "\(costs)")
    }
}
