import Client
import ClientProtocol
import JSON
import Testing

/// `conversation.delete`
struct DeletionTests {
    @Test func `C-33, C-35, C-Q20: a deleted conversation is gone with this user's history, and with nobody else's`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.write("one", to: "bob")
            try bob.write("two", to: "alice")
            try alice.deleteConversation(with: "bob")
            #expect(try alice.conversations().isEmpty)
            #expect(try alice.history(with: "bob").isEmpty)
            #expect(try alice.history(with: "bob", #""direction": "newer""#).isEmpty)
            #expect(try alice.refusal("conversation.get", #"{"conversationID": "c2c_bob"}"#).number == "tim 6017")
            #expect(try bob.history(with: "alice").map(\.text) == ["two", "one"])
            #expect(try bob.conversations().map(\.userID) == ["alice"])
        }
    }

    @Test func `C-34, C-Q20: a deletion is told to all own devices, and the total if it changes, and nobody else`()
        throws
    {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            let carol = try gateway.online("carol")
            try bob.write(to: "alice")
            try carol.write(to: "alice")
            try phone.markRead("carol")
            _ = try [phone, tab, bob, carol].map { try $0.settle() }
            try phone.deleteConversation(with: "carol")
            for device in [phone, tab] {
                let events = try device.settle()
                #expect(events.names == ["conversation.deleted"])
                #expect(events[0].data.text == #"{"conversationIDs":["c2c_carol"]}"#)
                #expect(events[0].stream == "user")
            }
            try phone.deleteConversation(with: "bob")
            for device in [phone, tab] {
                let events = try device.settle()
                #expect(events.names == ["conversation.deleted", "conversation.totalUnreadChanged"])
                #expect(try events.totals == [0])
            }
            #expect(try phone.totalUnread() == 0)
            for session in [bob, carol] { #expect(try session.settle().isEmpty) }
        }
    }

    @Test func `C-Q20, X-07: a device that was away is told of the deletion before what came after it`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let bob = try gateway.online("bob")
            try bob.write("one", to: "alice")
            try phone.deleteConversation(with: "bob")
            try bob.write("two", to: "alice")
            let (tab, opened) = try gateway.back(
                "alice", device: "tab", resume: #"{"user": 1, "conversations": {"c2c_bob": 1}}"#)
            let events = Array(try #require(opened["resume"]?["user"]?["events"]?.elements))
            #expect(events.map { $0["event"]?.string } == ["conversation.deleted", "conversation.new"])
            #expect(events.first?["data"]?["conversationIDs"]?.text == #"["c2c_bob"]"#)
            #expect(try resumedMessages(opened, "c2c_bob").map(\.text) == ["two"])
            #expect(try tab.settle().named("conversation.syncFinish").first?.data["isComplete"]?.bool == true)
        }
    }

    @Test func `C-Q22: up to a hundred are deleted at once, and told of together`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let tab = try gateway.online("alice", device: "tab")
            let users = ["bob", "carol", "dave"]
            for user in users { try gateway.online(user).write(to: "alice") }
            _ = try [alice, tab].map { try $0.settle() }
            let ids = #"{"conversationIDs": ["c2c_carol", "c2c_bob", "c2c_carol", "c2c_nobody", "group_77"]}"#
            #expect(
                try alice.arrivals(of: "conversation.delete", ids) == [
                    "reply", "conversation.deleted", "conversation.totalUnreadChanged",
                ])
            #expect(try alice.conversations().map(\.userID) == ["dave"])
            let events = try tab.settle()
            #expect(events.first?.data.text == #"{"conversationIDs":["c2c_carol","c2c_bob"]}"#)
            #expect(try events.totals == [1])
            #expect(try alice.history(with: "bob").isEmpty && alice.history(with: "dave").count == 1)
        }
    }

    @Test(arguments: [
        "{}", #"{"conversationIDs": []}"#, #"{"conversationIDs": ["bob"]}"#, #"{"conversationIDs": "c2c_bob"}"#,
        #"{"conversationID": "c2c_bob", "conversationIDs": ["c2c_bob"]}"#,
    ])
    func `C-Q21, C-Q22: neither one nor several, both, or something else is refused with tim 6017`(data: String) throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for operation in ["conversation.delete", "conversation.get"] {
                #expect(try alice.refusal(operation, data).number == "tim 6017")
            }
            let many = (0...100).map { #""c2c_u\#($0)""# }.joined(separator: ",")
            #expect(try alice.refusal("conversation.delete", #"{"conversationIDs": [\#(many)]}"#).number == "tim 6017")
        }
    }

    @Test func `C-33, X-44: a former member who deletes the conversation does not learn how much was written since`()
        throws
    {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            let alice = try gateway.online("alice")
            let group = try owner.createGroup(with: ["alice"])
            let id = "group_\(group)"
            try owner.group("remove", group, #""userIDs": ["alice"]"#)
            let seq = try #require(
                try alice.request("conversation.get", #"{"conversationID": "\#(id)"}"#).get()["conversation"]?["seq"]?
                    .int)
            for _ in 1...5 {
                let text = #""type": 0, "body": {"text": "since"}"#
                let data = #"{"conversationID": "\#(id)", "clientMsgId": "\#(uniqueID())", \#(text)}"#
                _ = try owner.request("message.send", data).get()
            }
            _ = try alice.request("conversation.delete", #"{"conversationID": "\#(id)"}"#).get()
            let (_, opened) = try gateway.back("alice", resume: #"{"user": 0, "conversations": {"\#(id)": 1}}"#)
            let stream = try #require(opened["resume"]?["conversations"]?.member(id))
            #expect(stream["verdict"]?.string == "reset")
            #expect(stream["seq"]?.int == seq && stream["from"]?.int == seq + 1)
            #expect(stream["why"]?.string == "deleted")
        }
    }

    @Test func `C-Q20: a new message begins it anew: history from there, one unread, no pin, but the same recvOpt`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for text in ["one", "two"] { try bob.write(text, to: "alice") }
            try alice.pin("bob")
            try alice.setReceiveOption(2, for: "bob")
            try alice.deleteConversation(with: "bob")
            _ = try alice.settle()
            let sent = try bob.write("three", to: "alice")
            #expect(sent.seq == 3)
            let event = try #require(try alice.settle().named("conversation.new").first)
            let conversation = try #require(try event.conversations.first)
            #expect(conversation.unread == 1 && !conversation.isPinned && conversation.option == 2)
            #expect(conversation.last?.text == "three")
            #expect(try alice.history(with: "bob").map(\.text) == ["three"])
            #expect(try alice.history(with: "bob", #""direction": "newer""#).map(\.text) == ["three"])
        }
    }

    @Test func `C-35: what was deleted does not come back with a restart or a resume`() throws {
        try withChat { gateway in
            do {
                let alice = try gateway.online("alice")
                let bob = try gateway.online("bob")
                try bob.write("one", to: "alice")
                try alice.deleteConversation(with: "bob")
            }
            try gateway.restart()
            let (alice, opened) = try gateway.back("alice", resume: #"{"user": 0, "conversations": {"c2c_bob": 0}}"#)
            #expect(!opened.text.contains("one"))
            #expect(try alice.history(with: "bob").isEmpty)
            #expect(try alice.conversations().isEmpty)
            #expect(try alice.totalUnread() == 0)
        }
    }

    @Test func `C-Q20: deleting what is not there succeeds, and makes nothing`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.deleteConversation(with: "bob")
            try alice.deleteConversation(with: "nobody")
            #expect(try alice.settle().isEmpty)
            #expect(try alice.conversations().isEmpty)
            try alice.write(to: "bob")
            #expect(try alice.conversations().map(\.seq) == [1])
        }
    }
}
