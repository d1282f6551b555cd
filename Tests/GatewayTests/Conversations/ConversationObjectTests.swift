import Client
import ClientProtocol
import JSON
import Testing

/// The fields of a conversation.
struct ConversationObjectTests {
    @Test func `C-09, C-19, C-Q01, X-50: a conversation is one object with its id, its kind and its user`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.write(to: "bob")
            let list = try alice.request("conversation.list").get()
            let json = try #require(list["conversations"]?.first)
            let conversation = try Conversation(json)
            #expect(conversation.id == "c2c_bob" && conversation.type == 1 && conversation.userID == "bob")
            #expect(conversation.option == 0 && !conversation.isPinned && conversation.mentions == [])
            #expect(conversation.seq == 1)
        }
    }

    @Test func `C-20, C-36, C-37, C-Q23: drafts are the client's, and no conversation has one`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.write(to: "bob", #""draftText": "x""#)
            let draft = #"{"conversationID": "c2c_bob", "text": "x", "version": 0}"#
            #expect(try alice.refusal("conversation.setDraft", draft).name == "forbidden")
            for operation in ["conversation.draft", "conversation.setConversationDraft"] {
                let data = #"{"conversationID": "c2c_bob", "draftText": "x"}"#
                #expect(try alice.refusal(operation, data).number == "gw 1000")
            }
            let list = try alice.request("conversation.list").get()
            #expect(list["conversations"]?.count == 1 && !list.text.contains("draft"))
        }
    }

    @Test func `C-10, C-12, C-Q06: a conversation shows the other's nickname and avatar, or else the user's id`() throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let accounts = """
                [{"userID": "bob", "nickname": "Bob Żółw", "faceUrl": "https://faces/bob"},
                {"userID": "carol", "nickname": ""}, {"userID": "dave"}]
                """
            _ = try gateway.admin().request("admin.account.create", #"{"accounts": \#(accounts)}"#).get()
            for user in ["bob", "carol", "dave"] { try alice.write(to: user) }
            let list = try alice.conversations()
            #expect(list.map(\.showName) == ["dave", "carol", "Bob Żółw"])
            #expect(list.map(\.faceURL) == ["", "", "https://faces/bob"])
        }
    }

    @Test func `C-Q08, C-10: a new nickname or avatar is told to those who have the conversation, and to nobody else`()
        throws
    {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let eve = try gateway.online("eve")
            try phone.write(to: "bob")
            try phone.write(to: "eve")
            // Eve had a conversation with Bob and has none now.
            try bob.write(to: "eve")
            try eve.deleteConversation(with: "bob")
            _ = try [phone, tab, bob, eve].map { try $0.settle() }
            try update("bob", #""nickname": "Bobby", "faceUrl": "https://faces/new""#, gateway)
            for session in [phone, tab] {
                let events = try session.settle()
                #expect(events.names == ["conversation.changed"])
                let changed = try #require(try events.first?.conversations)
                #expect(changed.map(\.id) == ["c2c_bob"])
                #expect(changed.map(\.showName) == ["Bobby"] && changed.map(\.faceURL) == ["https://faces/new"])
            }
            #expect(try eve.settle().isEmpty)
            #expect(try phone.conversations().map(\.userID) == ["eve", "bob"])
            #expect(try phone.conversation(with: "bob")?.showName == "Bobby")
            try update("bob", #""nickname": "Bobby""#, gateway)
            #expect(try phone.settle().isEmpty)
            try update("bob", #""nickname": """#, gateway)
            #expect(try phone.conversation(with: "bob")?.showName == "bob")
            #expect(try phone.conversation(with: "bob")?.faceURL == "https://faces/new")
        }
    }

    @Test func `C-16, C-24, C-Q13: the last message is anybody's newest, whole and with its timestamp`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.write("one", to: "bob")
            let sent = try bob.write("two", to: "alice")
            for (session, other) in [(alice, "bob"), (bob, "alice")] {
                let last = try #require(try session.conversation(with: other)?.last)
                #expect(last.msgID == sent.msgID && last.seq == 2 && last.from == "bob" && last.text == "two")
                #expect(last.time == sent.time && last.timestamp == sent.time / 1_000)
            }
        }
    }

    @Test func `C-26: an event carries the whole conversation, the same as the list has it`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let changes: [(String, () throws -> Void)] = [
                ("conversation.new", { try bob.write(to: "alice") }),
                ("conversation.changed", { try bob.write(to: "alice") }),
                ("conversation.changed", { try alice.pin("bob") }),
                ("conversation.changed", { try alice.setReceiveOption(2, for: "bob") }),
                ("conversation.changed", { try alice.markRead("bob") }),
                ("conversation.changed", { try update("bob", #""nickname": "Bobby""#, gateway) }),
            ]
            for (name, change) in changes {
                _ = try alice.settle()
                try change()
                let events = try alice.settle().filter { $0.name == name }
                #expect(events.count == 1)
                let list = try alice.request("conversation.list").get()["conversations"]
                #expect(events.first?.data["conversations"]?.text == list?.text)
                #expect(try events.first?.conversations == alice.conversations())
            }
        }
    }

    @Test func `C-18, C-15, C-14: pinned, receive option and unread are each user's own`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            try alice.pin("bob")
            try alice.setReceiveOption(2, for: "bob")
            let own = try #require(try alice.conversation(with: "bob"))
            #expect(own.isPinned && own.option == 2 && own.unread == 1)
            let other = try #require(try bob.conversation(with: "alice"))
            #expect(!other.isPinned && other.option == 0 && other.unread == 0)
        }
    }

    private func update(_ user: String, _ fields: String, _ gateway: GatewayProcess) throws {
        _ = try gateway.admin().request("admin.account.update", #"{"userID": "\#(user)", \#(fields)}"#).get()
    }
}
