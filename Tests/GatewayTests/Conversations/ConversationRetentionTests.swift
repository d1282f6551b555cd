import Client
import ClientProtocol
import JSON
import Testing

/// How long the gateway keeps a conversation in which nothing changes.
struct ConversationRetentionTests {
    /// Messages outlive everything here.
    private static let settings = movableClock.merging(["messages.retentionDays": "60"]) { $1 }

    @Test func `C-40, C-Q25, C-41: 7 days without a change end a conversation in the cloud, and not a minute less`()
        throws
    {
        try withChat(Self.settings) { gateway in
            do {
                let alice = try gateway.online("alice")
                try gateway.createAccounts("bob")
                try alice.write("hello", to: "bob")
            }
            try gateway.restart(after: 7 * day - 60)
            #expect(try gateway.online("alice").conversations().map(\.userID) == ["bob"])
            try gateway.restart(after: 7 * day + 60)
            let alice = try gateway.online("alice", device: "fresh")
            #expect(try alice.conversations().isEmpty)
            #expect(try alice.refusal("conversation.get", #"{"conversationID": "c2c_bob"}"#).number == "tim 6017")
            // X-59: messages have a time of their own.
            #expect(try alice.history(with: "bob").map(\.text) == ["hello"])
        }
    }

    @Test func `C-Q25: messages, reads, pins and options are changes, a new name is none, and pinned ones end as well`()
        throws
    {
        try withChat(Self.settings) { gateway in
            let users = ["message", "read", "pin", "option", "name", "nothing"]
            do {
                let alice = try gateway.online("alice")
                for user in users { try gateway.online(user).write(to: "alice") }
                #expect(try alice.conversations().count == users.count)
            }
            try gateway.restart(after: 6 * day)
            do {
                let alice = try gateway.online("alice")
                try alice.write(to: "message")
                try alice.markRead("read")
                try alice.pin("pin")
                try alice.setReceiveOption(2, for: "option")
                let update = #"{"userID": "name", "nickname": "Name"}"#
                _ = try gateway.admin().request("admin.account.update", update).get()
            }
            try gateway.restart(after: 7 * day + 60)
            #expect(
                try Set(gateway.online("alice").conversations().map(\.userID)) == ["message", "read", "pin", "option"])
            try gateway.restart(after: 13 * day + 60)
            #expect(try gateway.online("alice").conversations().isEmpty)
        }
    }

    @Test func `X-58, C-Q26: an expired conversation leaves the total, and its next message starts with 1 unread`()
        throws
    {
        try withChat(Self.settings) { gateway in
            do {
                let alice = try gateway.online("alice")
                let bob = try gateway.online("bob")
                for _ in 1...3 { try bob.write(to: "alice") }
                #expect(try alice.totalUnread() == 3)
            }
            try gateway.restart(after: 7 * day + 60)
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            #expect(try alice.totalUnread() == 0)
            let sent = try bob.write(to: "alice")
            #expect(sent.seq == 4)
            let events = try alice.settle()
            #expect(try events.named("conversation.new").first?.conversations.map(\.unread) == [1])
            #expect(try events.totals == [1])
        }
    }

    @Test func `X-58, C-29: who is there when a conversation expires is told the new total, and nothing else`() throws {
        try withChat(Self.settings) { gateway in
            do {
                try gateway.createAccounts("alice")
                let bob = try gateway.online("bob")
                for _ in 1...3 { try bob.write(to: "alice") }
            }
            try gateway.restart(after: 7 * day - 6)
            let alice = try gateway.online("alice")
            #expect(try alice.totalUnread() == 3)
            #expect(try alice.event("conversation.totalUnreadChanged", within: .seconds(20))["total"]?.int == 0)
            #expect(try alice.conversations().isEmpty)
            #expect(try alice.settle().isEmpty)
        }
    }

    @Test func `C-Q09, X-59: what is read up to is counted also when the messages themselves have gone`() throws {
        let kept = ["messages.retentionDays": "2", "conversations.retentionDays": "60"]
        try withChat(movableClock.merging(kept) { $1 }) { gateway in
            do {
                try gateway.createAccounts("alice")
                let bob = try gateway.online("bob")
                for _ in 1...5 { try bob.write(to: "alice") }
            }
            try gateway.restart(after: 2 * day + 60)
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            for _ in 1...2 { try bob.write(to: "alice") }
            try until("the old messages have gone") { try alice.history(with: "bob").map(\.seq) == [7, 6] }
            #expect(try alice.totalUnread() == 7)
            #expect(try alice.markRead("bob", upTo: 5) == 2)
            #expect(try alice.totalUnread() == 2)
        }
    }

    @Test func `C-40: how long is a setting`() throws {
        try withChat(Self.settings.merging(["conversations.retentionDays": "20"]) { $1 }) { gateway in
            do {
                let alice = try gateway.online("alice")
                try gateway.createAccounts("bob")
                try alice.write("hello", to: "bob")
            }
            try gateway.restart(after: 20 * day - 60)
            #expect(try gateway.online("alice").conversations().count == 1)
            try gateway.restart(after: 20 * day + 60)
            #expect(try gateway.online("alice").conversations().isEmpty)
        }
    }
}
