import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// Accounts that are disabled or deleted.
struct AccountEndTests {
    @Test func `a disabled account's sessions end with 4304, and it opens no new one until it is enabled`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            let phone = try gateway.online("bob", device: "phone")
            let tab = try gateway.online("bob", device: "tab")
            let alice = try gateway.online("alice")
            #expect(try codes(admin, "disable", #"["bob", "nobody"]"#) == [0, 40003])
            for session in [phone, tab] { #expect(try session.closeCode() == ended) }
            let guest = try gateway.guest()
            #expect(try guest.open(token: gateway.token("bob")).error?.number == "gw 1002")
            #expect(try alice.devices() == ["d1"])
            let account = try admin.request("admin.account.get", #"{"userIDs": ["bob"]}"#).get()["accounts"]
            #expect(account?.first?["disabled"]?.bool == true)
            #expect(try codes(admin, "disable", #"["bob"]"#, #", "disabled": false"#) == [0])
            try nextSecond()
            #expect(try guest.open(token: gateway.token("bob")).error == nil)
        }
    }

    @Test func `an account stays disabled over a restart`() throws {
        try withChat { gateway in
            try gateway.createAccounts("bob")
            #expect(try codes(try gateway.admin(), "disable", #"["bob"]"#) == [0])
            try gateway.restart()
            #expect(try gateway.guest().open(token: gateway.token("bob")).error?.number == "gw 1002")
        }
    }

    @Test func `a deleted account's sessions end with 4304; what others have of it stays, and nothing reaches it`()
        throws
    {
        try withChat { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write("hello", to: "alice")
            #expect(try codes(admin, "delete", #"["bob", "nobody"]"#) == [0, 40003])
            #expect(try bob.closeCode() == ended)
            #expect(try alice.conversations().map(\.userID) == ["bob"])
            #expect(try alice.conversations().map(\.last?.text) == ["hello"])
            #expect(try alice.history(with: "bob").map(\.text) == ["hello"])
            #expect(try alice.totalUnread() == 1)
            #expect(try alice.markRead("bob") == 0)
            #expect(try alice.history(with: "bob").map(\.text) == ["hello"])
            #expect(try alice.refusal("message.send", message(to: "bob")).number == "nim 404")
            let left = try admin.request("admin.account.get", #"{"userIDs": ["bob"]}"#).get()["accounts"]
            #expect(left?.count == 0)
        }
    }

    @Test(arguments: [1, 2])
    func `C-Q11: how a deleted account's messages were received says nothing of who gets its id next`(option: Int)
        throws
    {
        try withChat { gateway in
            let admin = try gateway.admin()
            let (alice, tab) = (try gateway.online("alice"), try gateway.online("alice", device: "tab"))
            let carol = try gateway.online("carol")
            try gateway.online("bob").write("one", to: "alice")
            for session in [alice, carol] { try session.setReceiveOption(option, for: "bob") }
            _ = try [alice, tab, carol].map { try $0.settle() }
            #expect(try codes(admin, "delete", #"["bob"]"#) == [0])
            for device in [alice, tab] {
                let events = try device.settle()
                #expect(events.names == ["conversation.changed", "conversation.totalUnreadChanged"])
                #expect(try events.named("conversation.changed").first?.conversations.map(\.option) == [0])
            }
            #expect(try carol.settle().isEmpty)
            try nextSecond()
            let again = try gateway.online("bob")
            for session in [alice, carol] {
                let data = #"{"userIDs": ["bob"]}"#
                let options = try session.request("conversation.getC2CReceiveOpt", data).get()["results"]
                #expect(options?.first?["opt"]?.int == 0)
                _ = try session.settle()
                try again.write("two", to: session === alice ? "alice" : "carol")
                let events = try session.settle()
                #expect(try events.messages.map(\.text) == ["two"])
                #expect(try events.totals == [session === alice ? 2 : 1])
            }
        }
    }

    @Test func `a deleted account that is made again starts empty`() throws {
        try withChat { gateway in
            do {
                let alice = try gateway.online("alice")
                let bob = try gateway.online("bob")
                try alice.write("secret", to: "bob")
                try bob.setReceiveOption(1, for: "alice")
            }
            let update = #"{"userID": "bob", "nickname": "Bobby"}"#
            let admin = try gateway.admin()
            _ = try admin.request("admin.account.update", update).get()
            #expect(try codes(admin, "delete", #"["bob"]"#) == [0])
            try nextSecond()
            let (bob, opened) = try gateway.back("bob", resume: #"{"user": 0, "conversations": {"c2c_alice": 0}}"#)
            #expect(!opened.text.contains("secret"))
            #expect(try bob.conversations().isEmpty)
            #expect(try bob.history(with: "alice").isEmpty)
            #expect(try bob.totalUnread() == 0)
            let alice = try gateway.online("alice")
            try alice.write("hello", to: "bob", id: "again")
            #expect(try bob.settle().messages.map(\.text) == ["hello"])
            #expect(try bob.history(with: "alice").map(\.text) == ["hello"])
            #expect(try alice.conversation(with: "bob")?.showName == "bob")
        }
    }

    @Test func `what a deleted account has sent and asked is no repeat for the one that is made after it`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let pin = #"{"conversationID": "c2c_alice", "pinned": true}"#
            do {
                let bob = try gateway.online("bob")
                try bob.write("old", to: "alice", id: "m1")
                _ = try bob.request("conversation.pin", pin, key: "k1").get()
            }
            let before = wallMilliseconds()
            let admin = try gateway.admin()
            #expect(try codes(admin, "delete", #"["bob"]"#) == [0])
            try nextSecond()
            let bob = try gateway.online("bob")
            #expect(try bob.write("new", to: "alice", id: "m1").seq == 2)
            #expect(try alice.settle().messages.map(\.text) == ["old", "new"])
            _ = try bob.request("conversation.pin", pin, key: "k1").get()
            #expect(try bob.conversation(with: "alice")?.isPinned == true)
            let account = try admin.request("admin.account.get", #"{"userIDs": ["bob"]}"#).get()["accounts"]?.first
            #expect(try #require(account?["createdAt"]?.int) >= before)
        }
    }

    private let ended = CloseCode(rawValue: 4304)

    /// The codes of the results.
    private func codes(_ admin: ClientSession, _ verb: String, _ users: String, _ more: String = "") throws -> [Int] {
        let ok = try admin.request("admin.account.\(verb)", #"{"userIDs": \#(users)\#(more)}"#).get()
        return try #require(ok["results"]?.elements).compactMap { $0["code"]?.int }
    }
}
