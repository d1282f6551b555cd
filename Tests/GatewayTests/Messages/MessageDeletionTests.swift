import Client
import ClientProtocol
import JSON
import Testing

/// `message.delete` and `admin.message.delete`.
struct MessageDeletionTests {
    @Test(arguments: RequestDoor.allCases)
    func `M-27: deleted messages are out of the own history on all devices, and the others keep theirs`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let tab = try gateway.online("bob", device: "tab")
            let sent = try (1...4).map { try alice.write("\($0)", to: "bob") }
            _ = try [alice, bob, tab].map { try $0.settle() }
            let other = try gateway.online("eve").write("x", to: "alice")
            let ids = [sent[1].msgID, sent[2].msgID, other.msgID, "7", "x"]
            #expect(try bob.delete(ids, with: "alice") == [sent[1].msgID, sent[2].msgID])
            for session in [bob, tab] {
                let events = try session.settle().filter { $0.name != "conversation.totalUnreadChanged" }
                #expect(events.names == ["message.deleted", "conversation.changed"])
                #expect(events[0].data["conversationID"]?.string == "c2c_alice" && events[0].data["msgIds"]?.count == 2)
            }
            #expect(try alice.settle().filter { $0.name.hasPrefix("message.") && $0.name != "message.new" }.isEmpty)
            try gateway.restart()
            let again = try gateway.online("bob")
            #expect(try again.history(with: "alice").map(\.text) == ["4", "1"])
            #expect(try gateway.online("alice").history(with: "bob").count == 4)
            let get = try again.request("message.get", #"{"msgIds": ["\#(sent[1].msgID)"]}"#).get()
            #expect(get["results"]?.first?["code"]?.int == 1010)
            let around = #"{"conversationID": "c2c_alice", "around": "\#(sent[1].msgID)"}"#
            #expect(try again.refusal("message.history", around).number == "gw 1010")
            // Whom it is hidden from is not told what becomes of it.
            _ = try again.settle()
            try gateway.online("alice").recall(sent[1])
            #expect(try again.settle().named("message.changed").isEmpty)
            let changes = try again.request("message.changes", #"{"conversationID": "c2c_alice"}"#).get()
            #expect(changes["changes"]?.count == 0 && changes["change"]?.int == 1)
            #expect(try again.delete([sent[1].msgID], with: "alice") == [])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-28: they leave the count, and the last message is the one before; a device that was away learns of it`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let (phone, _) = try gateway.back("bob", device: "phone", resume: "{}")
            let sent = try (1...4).map { try alice.write("\($0)", to: "bob") }
            _ = try phone.settle()
            try phone.connection.close()
            let bob = try gateway.online("bob", device: "tab")
            let seq = try #require(try bob.listed("alice")["seq"]?.int)
            try bob.delete([sent[3].msgID, sent[1].msgID], with: "alice")
            #expect(try bob.conversation(with: "alice")?.unread == 2 && bob.totalUnread() == 2)
            #expect(try bob.listed("alice")["lastMessage"]?["body"]?["text"]?.string == "3")
            #expect(try bob.listed("alice")["seq"]?.int == seq)
            try bob.delete([sent[2].msgID, sent[0].msgID], with: "alice")
            #expect(try bob.listed("alice")["lastMessage"]?.isNull == true && bob.totalUnread() == 0)
            let (_, opened) = try gateway.back(
                "bob", device: "phone", resume: #"{"user": 1, "conversations": {"c2c_alice": 2}}"#)
            let stream = try #require(opened["resume"]?["user"]?["events"]?.elements).map { $0["event"]?.string }
            #expect(stream.filter { $0 == "message.deleted" }.count == 2)
            #expect(opened["resume"]?["conversations"]?["c2c_alice"]?["messages"]?.count == 0)
            try gateway.restart()
            let again = try gateway.online("bob")
            #expect(try again.listed("alice")["lastMessage"]?.isNull == true)
            try gateway.online("alice").write("5", to: "bob")
            #expect(try again.listed("alice")["lastMessage"]?["body"]?["text"]?.string == "5")
            #expect(try again.conversation(with: "alice")?.unread == 1)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-27, M-28: in a group marks and counts go, and strangers delete nothing`(door: RequestDoor) throws {
        try withGroups(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let group = try alice.createGroup(with: ["bob"])
            let first = try alice.write(in: group, at: ["bob"])
            let second = try alice.write(in: group, at: ["__kImSDK_MesssageAtALL__"])
            try alice.write(in: group)
            _ = try alice.settleRounds()
            let unread = try #require(try bob.conversation(in: group)?.unread)
            try bob.delete([first.msgID, second.msgID], in: "group_\(group)")
            #expect(try bob.conversation(in: group)?.unread == unread - 2)
            #expect(try bob.conversation(in: group)?.mentions == [])
            let data = #"{"conversationID": "group_\#(group)", "msgIds": ["\#(first.msgID)"]}"#
            #expect(try gateway.online("eve").refusal("message.delete", data).number == "em 602")
            _ = try bob.settle()
            try alice.recall(first)
            #expect(try bob.settle().named("message.changed").isEmpty)
            #expect(try bob.conversation(in: group)?.unread == unread - 2)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-29: a backend deletes for a user`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try alice.write("one", to: "bob")
            _ = try bob.settle()
            let data = #""conversationID": "c2c_alice", "msgIds": ["\#(sent.msgID)"]"#
            let ok = try gateway.admin().request("admin.message.delete", #"{"userID": "bob", \#(data)}"#).get()
            #expect(ok["msgIds"]?.count == 1)
            #expect(try bob.settle().names.first == "message.deleted")
            #expect(try bob.history(with: "alice").isEmpty && alice.history(with: "bob").count == 1)
            let nobody = #"{"userID": "nobody", \#(data)}"#
            #expect(try gateway.admin().refusal("admin.message.delete", nobody).number == "tim 40003")
            #expect(try bob.refusal("admin.message.delete", nobody).number == "gw 1002")
        }
    }
}

extension ClientSession {
    /// Those that the reply names.
    @discardableResult fileprivate func delete(_ ids: [String], with user: String) throws -> [String] {
        try delete(ids, in: "c2c_\(user)")
    }

    @discardableResult fileprivate func delete(_ ids: [String], in conversation: String) throws -> [String] {
        let data = #"{"conversationID": "\#(conversation)", "msgIds": \#(list(ids))}"#
        return try #require(try request("message.delete", data).get()["msgIds"]?.elements).compactMap(\.string)
    }
}
