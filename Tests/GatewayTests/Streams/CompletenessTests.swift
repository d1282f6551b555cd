import Client
import ClientProtocol
import JSON
import Testing

/// `isComplete`: whether a device that comes back has been told everything.
struct CompletenessTests {
    /// A position that is none, one that has more events behind it than a reply holds, none at all, and a good one.
    @Test(arguments: [
        (#"{"user": 999, "conversations": {"c2c_bob": 1}}"#, "reset", false),
        (#"{"user": 0, "conversations": {"c2c_bob": 1}}"#, "gap", false),
        (#"{"conversations": {"c2c_bob": 1}}"#, "reset", false),
        (#"{"user": 3, "conversations": {"c2c_bob": 1}}"#, "recovered", true),
    ])
    func `X-07, C-Q16: what is missed is complete only if the user's stream is recovered`(
        resume: String, verdict: String, isComplete: Bool
    ) throws {
        try withChat(["streams.resumeEvents": "3"]) { gateway in
            try gateway.createAccounts("alice")
            for user in ["bob", "carol", "dave", "eve", "frank"] { try gateway.online(user).write(to: "alice") }
            try gateway.online("bob").write(to: "alice")
            let (alice, opened) = try gateway.back("alice", device: "tab", resume: resume)
            #expect(opened["resume"]?["user"]?["verdict"]?.string == verdict)
            let events = try alice.settle()
            #expect(events.named("conversation.syncFinish").map { $0.data["isComplete"]?.bool } == [isComplete])
            let told = try events.named("conversation.changed").flatMap { try $0.conversations.map(\.userID) }
            #expect(told == (isComplete ? ["bob", "frank", "eve"] : ["bob"]))
            #expect(try events.totals == [6])
        }
    }

    @Test func `X-07, C-Q16: a device that begins afresh has missed nothing`() throws {
        try withChat { gateway in
            try gateway.createAccounts("alice")
            try gateway.online("bob").write(to: "alice")
            let (alice, _) = try gateway.back("alice")
            #expect(try alice.settle().named("conversation.syncFinish").first?.data["isComplete"]?.bool == true)
        }
    }
}
