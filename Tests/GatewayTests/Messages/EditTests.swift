import Client
import ClientProtocol
import JSON
import TestSupport
import Testing

/// `message.edit`.
struct EditTests {
    @Test(arguments: RequestDoor.allCases)
    func `M-18: an edited message says something else to all devices of both, and no count changes`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (phone, tab) = (try gateway.online("alice"), try gateway.online("alice", device: "tab"))
            let bob = try gateway.online("bob")
            let first = try phone.write("frist", to: "bob", #""apnsContent": "psst""#)
            _ = try phone.write("second", to: "bob")
            _ = try [phone, tab, bob].map { try $0.settle() }
            let edited = try Edited(phone.edit(first, "first"))
            #expect(edited.text == "first" && edited.version == 1 && edited.seq == 1 && edited.change == 1)
            for (session, peer) in [(phone, "bob"), (tab, "bob"), (bob, "alice")] {
                let events = try session.settle()
                #expect(events.names == ["message.changed"])
                #expect(try Edited(try #require(events[0].data["message"])) == edited)
                let page = try session.request("message.history", #"{"conversationID": "c2c_\#(peer)"}"#).get()
                #expect(try Edited(try #require(page["messages"]?.elements?.map { $0 }.last)) == edited)
            }
            #expect(try bob.conversation(with: "alice")?.unread == 2 && bob.totalUnread() == 2)
            // Of the last one the list is told.
            let last = try phone.write("thrid", to: "bob")
            _ = try bob.settle()
            try phone.edit(last, "third")
            let events = try bob.settle()
            #expect(events.names == ["message.changed", "conversation.changed"])
            #expect(try bob.listed("alice")["lastMessage"]?["edited"]?["version"]?.int == 1)
            #expect(try bob.conversation(with: "alice")?.unread == 3)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-13, M-18: a repeat of the message is answered as the first time, also after a restart; versions rise`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            try gateway.createAccounts("bob")
            var alice = try gateway.online("alice")
            let sent = try alice.write("one", to: "bob", id: "m1")
            #expect(try Edited(alice.edit(sent, "two", #""version": 0"#)).version == 1)
            try gateway.restart()
            alice = try gateway.online("alice")
            #expect(try alice.write("one", to: "bob", id: "m1") == sent)
            #expect(try alice.refusal("message.send", message("two", to: "bob", id: "m1")).number == "gw 1006")
            #expect(try alice.codeOfEdit(sent, #""version": 0"#) == "gw 1006")
            let again = try Edited(alice.edit(sent, "three", #""version": 1"#))
            #expect(again.version == 2 && again.change == 2 && again.text == "three")
            // A recall has the last word.
            _ = try Recalled(alice.recall(sent))
            #expect(try alice.codeOfEdit(sent) == "gw 1010")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-19: only the sender, in time, and only if it could send the message now`(door: RequestDoor) throws {
        try withChat(movableClock, door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try alice.write("one", to: "bob")
            #expect(try bob.codeOfEdit(sent, in: "c2c_alice") == "gw 1002")
            #expect(try alice.codeOfEdit(sent, in: "c2c_nobody") == "gw 1010")
            #expect(try alice.codeOfEdit(sent, body: #"{"words": "no text"}"#) == "nim 414")
            #expect(try alice.codeOfEdit(sent, body: #"{"text": ""}"#) == "nim 414")
            let long = #"{"text": "\#(String(repeating: "x", count: 5_001))"}"#
            #expect(try alice.codeOfEdit(sent, body: long) == "nim 414")
            let huge = #"{"text": "x", "rest": "\#(String(repeating: "x", count: 16_384))"}"#
            #expect(try alice.codeOfEdit(sent, body: huge) == "gw 1007")
            #expect(try alice.codeOfEdit(sent, #""atUserList": ["bob"]"#) == "nim 414")
            let hidden = try alice.write("two", to: "bob", #""history": false"#)
            let fleeting = try alice.write("three", to: "bob", #""persist": false"#)
            #expect(try [hidden, fleeting].map { try alice.codeOfEdit($0) } == ["gw 1002", "gw 1002"])
            _ = try bob.request("blacklist.add", #"{"userIDs": ["alice"]}"#).get()
            let refusal = try alice.refusal("message.send", message("more", to: "bob", id: "m9")).number
            #expect(try alice.codeOfEdit(sent) == refusal)
            _ = try bob.request("blacklist.delete", #"{"userIDs": ["alice"]}"#).get()
            #expect(try alice.codeOfEdit(sent) == nil)
            try gateway.restart(after: day + 1)
            #expect(try gateway.online("alice").codeOfEdit(sent) == "nim 508")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-19: in a group a muted member edits nothing, and leaders edit nothing of others`(door: RequestDoor) throws {
        try withGroups(door: door) { gateway in
            let (owner, member) = (try gateway.online("owner"), try gateway.online("member"))
            let group = try owner.createGroup(with: ["member"])
            let sent = try member.write(in: group)
            #expect(try owner.codeOfEdit(sent) == "gw 1002")
            #expect(try gateway.online("stranger").codeOfEdit(sent) == "em 602")
            try owner.group("mute", group, some("member") + #", "duration": -1"#)
            let refusal = try member.refusal("message.send", message("x", to: .group(group), id: "m1")).number
            #expect(try member.codeOfEdit(sent) == refusal)
            try owner.group("unmute", group, some("member"))
            #expect(try member.codeOfEdit(sent) == nil)
            try member.group("leave", group)
            #expect(try member.codeOfEdit(sent) == "em 602")
        }
    }

    @Test func `M-20: those whom an edit comes to name are told once, and others lose their marks`() throws {
        try withGroups { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let (carol, dave) = (try gateway.online("carol"), try gateway.online("dave"))
            let group = try alice.createGroup(with: ["bob", "carol", "dave"])
            let sent = try alice.write(in: group, at: ["bob"])
            try alice.write(in: group)
            try dave.markRead(in: group)
            _ = try alice.settleRounds()
            func told(_ change: () throws -> Void) throws -> [[String]] {
                _ = try [bob, carol, dave].map { try $0.settle() }
                try change()
                _ = try alice.settleRounds()
                return try [bob, carol, dave].map { try $0.settle().names }
            }
            let (one, both) = (["message.changed"], ["message.changed", "conversation.changed"])
            // Named as before: nobody is told of a mark.
            #expect(try told { try alice.edit(sent, "hi") } == [one, one, one])
            #expect(try bob.conversation(in: group)?.mentions == ["\(sent.seq): 1"])
            // Dave has read it.
            #expect(try told { try alice.edit(sent, "hi", #""atUserList": ["carol", "dave"]"#) } == [both, both, one])
            #expect(try bob.conversation(in: group)?.mentions == [])
            #expect(try carol.conversation(in: group)?.mentions == ["\(sent.seq): 1"])
            #expect(try dave.conversation(in: group)?.mentions == [])
            let all = #""atUserList": ["__kImSDK_MesssageAtALL__", "carol"]"#
            #expect(try told { try alice.edit(sent, "hi", all) } == [both, both, one])
            #expect(try bob.conversation(in: group)?.mentions == ["\(sent.seq): 2"])
            #expect(try carol.conversation(in: group)?.mentions == ["\(sent.seq): 3"])
            try gateway.restart()
            let again = try gateway.online("bob")
            #expect(try again.conversation(in: group)?.mentions == ["\(sent.seq): 2"])
            try gateway.online("alice").edit(sent, "hi", #""atUserList": []"#)
            #expect(try again.conversation(in: group)?.mentions == [])
            #expect(try again.conversation(in: group)?.unread == 2)
        }
    }

    @Test func `M-20: who has left keeps the mark of an edit that names as before, and who has deleted it gets none`()
        throws
    {
        try withGroups { gateway in
            let (alice, bob, carol) = (
                try gateway.online("alice"), try gateway.online("bob"), try gateway.online("carol")
            )
            let group = try alice.createGroup(with: ["bob", "carol"])
            let sent = try alice.write(in: group, at: ["bob"])
            try bob.group("leave", group)
            let deletion = #"{"conversationID": "group_\#(group)", "msgIds": ["\#(sent.msgID)"]}"#
            _ = try carol.request("message.delete", deletion).get()
            _ = try alice.settleRounds()
            _ = try [bob, carol].map { try $0.settle() }
            try alice.edit(sent, "hi", #""atUserList": ["bob", "carol"]"#)
            _ = try alice.settleRounds()
            #expect(try bob.conversation(in: group)?.mentions == ["\(sent.seq): 1"])
            #expect(try carol.conversation(in: group)?.mentions == [])
            #expect(try carol.settle().names == [])
        }
    }

    @Test func `M-21: a push that waits carries what the message says by then`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: #"{"status": 500, "body": "later"}"#)
        try withPushes(server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let sent = try alice.write("frist", to: "bob", #""apnsContent": "frist!""#)
            try until("it was tried") { try pushes.peek(at: sent, for: "bob").map { $0.attempts > 0 } ?? false }
            try alice.edit(sent, "first")
            try server.answerAsUsual()
            #expect(try pushes.explanation(of: sent.msgID, for: "bob").line == "1 alice:first")
            let texts = try pushes.texts(2, to: "bob")
            #expect(texts.first == "alice:frist!" && texts.last == "alice:first")
        }
    }

    @Test func `M-22: a backend is told, and a hook decides about the new text`() throws {
        let server = try HookServer { try $0.text == "bad" ? .refuse(4711, "no") : .replace(replacement(of: $0)) }
        try withChat(server.settings("message.edit")) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try alice.write("one", to: "bob")
            #expect(try alice.codeOfEdit(sent, body: #"{"text": "bad"}"#) == "app 4711")
            #expect(try Edited(alice.edit(sent, "two")).text == "TWO")
            #expect(try bob.history(with: "alice").map(\.text) == ["TWO"])
        }
        try withBackend { gateway, backend in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let sent = try alice.write("one", to: "bob")
            try alice.edit(sent, "two")
            let heard = try backend.wait(for: 1) { $0.type == "message.edited" }
            #expect(try Edited(JSONDocument().parse(heard[0].data)).text == "two")
        }
    }
}

/// The same in capitals.
private func replacement(of ask: HookServer.Ask) throws -> String {
    let data = try ask.data
    let (id, message) = (data["conversationID"]?.string ?? "", data["msgId"]?.string ?? "")
    return #"{"conversationID": "\#(id)", "msgId": "\#(message)", "body": {"text": "\#(try ask.text.uppercased())"}}"#
}
