import Client
import ClientProtocol
import JSON
import Testing

/// The events that a device gets at its login.
struct LoginSyncTests {
    @Test func `C-Q16, C-21: a fresh device hears that the sync begins, the total, and that it ends`() throws {
        try withChat { gateway in
            try gateway.createAccounts("alice")
            let bob = try gateway.online("bob")
            for _ in 1...2 { try bob.write(to: "alice") }
            let (alice, opened) = try gateway.back("alice")
            #expect(opened["resume"] == nil)
            let events = try alice.settle()
            #expect(
                events.names == [
                    "conversation.syncStart", "conversation.totalUnreadChanged", "conversation.syncFinish",
                ])
            #expect(try events.totals == [2])
        }
    }

    @Test func `C-25, X-08: the sync follows the reply to session.open`() throws {
        try withChat { gateway in
            let guest = try gateway.guest()
            try guest.send("session.open", #"{"token": "\#(gateway.token("alice"))", "device": "d1"}"#)
            let first = try guest.connection.receive()
            guard case .text(let text) = first, case .reply(1, .ok) = try ServerMessage(text) else {
                Issue.record("\(first)")
                return
            }
            #expect(try guest.event("conversation.syncStart").count == 0)
        }
    }

    @Test func `C-21, C-Q16: a device that comes back gets all that has changed, in one event, before the end`() throws
    {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let (bob, carol) = (try gateway.online("bob"), try gateway.online("carol"))
            for writer in [bob, carol] { try writer.write(to: "alice") }
            try gateway.createAccounts("dave")
            try phone.write(to: "dave")
            let position = try position(gateway, "alice", device: "tab")
            try bob.write("new", to: "alice")
            try phone.pin("dave")
            let (tab, _) = try gateway.back("alice", device: "tab", resume: position)
            let events = try tab.settle()
            #expect(
                events.names == [
                    "conversation.syncStart", "conversation.changed", "conversation.totalUnreadChanged",
                    "conversation.syncFinish",
                ])
            let all = try tab.conversations()
            let changed = try events[1].conversations.sorted { $0.id < $1.id }
            #expect(changed.map(\.id) == ["c2c_bob", "c2c_dave"])
            #expect(changed == all.filter { $0.userID != "carol" }.sorted { $0.id < $1.id })
            #expect(try events.totals == [3])
        }
    }

    @Test func `C-Q16: who comes back to nothing new is told of no change`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            try gateway.createAccounts("alice")
            try bob.write(to: "alice")
            let position = try position(gateway, "alice", device: "tab")
            let (tab, opened) = try gateway.back("alice", device: "tab", resume: position)
            #expect(opened["resume"]?["user"]?["verdict"]?.string == "recovered")
            #expect(opened["resume"]?["user"]?["events"]?.count == 0)
            #expect(
                try tab.settle().names == [
                    "conversation.syncStart", "conversation.totalUnreadChanged", "conversation.syncFinish",
                ])
        }
    }

    @Test func `C-21: what happens while a device comes reaches it by the sync or live, and is never lost`() throws {
        try withChat(["shards.count": "4"]) { gateway in
            let bob = try gateway.online("bob")
            try gateway.createAccounts("alice")
            let requests = try (1...60).map { try bob.send("message.send", message("\($0)", to: "alice")) }
            // Before its first message there is no conversation to go on with.
            _ = try bob.reply(to: requests[0]).get()
            var sessions: [(session: ClientSession, resumed: [Int])] = []
            for index in 0..<8 {
                let (session, opened) = try gateway.back(
                    "alice", device: "d\(index)", resume: #"{"user": 0, "conversations": {"c2c_bob": 0}}"#)
                let resumed = try opened["resume"]?["conversations"]?["c2c_bob"].map { _ in
                    try resumedMessages(opened, "c2c_bob").map(\.seq)
                }
                sessions.append((session, resumed ?? []))
            }
            for request in requests.dropFirst() { _ = try bob.reply(to: request).get() }
            for (session, resumed) in sessions {
                let live = try session.settle().messages.map(\.seq)
                #expect(resumed + live == Array(1...60))
                #expect(try session.totalUnread() == 60)
            }
        }
    }

    @Test func `administrators are not synced`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            _ = try admin.request("admin.ping").get()
            #expect(admin.takeEvents().isEmpty)
        }
    }

    /// The positions of a device that has everything now.
    private func position(_ gateway: GatewayProcess, _ user: String, device: String) throws -> String {
        let (session, opened) = try gateway.back(user, device: device)
        let seq = try #require(opened["stream"]?["seq"]?.int)
        let conversations = try session.conversations().map { #""\#($0.id)": \#($0.seq)"# }
        try session.connection.close()
        _ = try session.closeCode()
        return #"{"user": \#(seq), "conversations": {\#(conversations.joined(separator: ","))}}"#
    }
}
