import Client
import ClientProtocol
import Foundation
import JSON
import TestSupport
import Testing

/// `expireSeconds` of `message.send` and `admin.message.send`.
struct ExpiryTests {
    @Test(arguments: RequestDoor.allCases)
    func `M-35: a message says when it expires, also once it was edited, and a repeat says the same`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try alice.write("one", to: "bob", id: "m1", #""expireSeconds": 3600"#)
            let told = try bob.event("message.new")
            let end = try #require(told["time"]?.int) + 3_600_000
            #expect(told["expireAt"]?.int == end && sent.seq == 1)
            #expect(try alice.write("one", to: "bob", id: "m1", #""expireSeconds": 3600"#) == sent)
            for other in ["", #""expireSeconds": 60"#] {
                let refusal = try alice.refusal("message.send", message("one", to: "bob", id: "m1", other))
                #expect(refusal.number == "gw 1006")
            }
            #expect(try alice.edit(sent, "two")["expireAt"]?.int == end)
            #expect(try bob.listed("alice")["lastMessage"]?["expireAt"]?.int == end)
            #expect(try bob.page(with: "alice").map { $0["expireAt"]?.int } == [end])
            for seconds in ["0", "31536001", "1.5", #""60""#] {
                let data = message(to: "bob", #""expireSeconds": \#(seconds)"#)
                #expect(try alice.refusal("message.send", data).number == "nim 414")
            }
            try alice.write("stays", to: "bob")
            #expect(try bob.page(with: "alice").map { $0["expireAt"]?.int } == [nil, end])
            let data = message("hi", to: "bob", #""from": "alice", "expireSeconds": 9"#)
            _ = try gateway.admin().request("admin.message.send", data).get()
            let last = try #require(try bob.page(with: "alice").first)
            #expect(try last["expireAt"]?.int == #require(last["time"]?.int) + 9_000)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-36: once it has expired nobody is given it any more, and it counts no longer`(door: RequestDoor) throws {
        try withChat(movableClock, door: door) { gateway in
            var alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let stays = try alice.write("stays", to: "bob")
            let middle = try alice.write("goes", to: "bob", #""expireSeconds": 600"#)
            let last = try alice.write("goes, too", to: "bob", #""expireSeconds": 600"#)
            try gateway.online("carol").write(to: "bob")
            #expect(try gateway.online("bob").totalUnread() == 4)
            try gateway.restart(after: 601)
            let bob = try gateway.online("bob")
            alice = try gateway.online("alice")
            try until("the sweep has counted") {
                try bob.conversation(with: "alice")?.unread == 1 && bob.totalUnread() == 2
            }
            #expect(try bob.conversations().map(\.userID) == ["carol", "alice"])
            for (session, peer) in [(alice, "bob"), (bob, "alice")] {
                #expect(try session.history(with: peer).map(\.text) == ["stays"])
                let shown = try #require(try session.listed(peer)["lastMessage"])
                #expect(shown["msgId"]?.string == last.msgID && shown["body"]?.text == "{}")
                #expect(shown["isExpired"]?.bool == true && shown["recalled"] == nil)
                let around = #"{"conversationID": "c2c_\#(peer)", "around": "\#(middle.msgID)"}"#
                #expect(try session.refusal("message.history", around).number == "gw 1010")
                let get = #"{"msgIds": ["\#(middle.msgID)", "\#(stays.msgID)"]}"#
                let found = try #require(try session.request("message.get", get).get()["results"]?.elements)
                #expect(found.map { $0["code"]?.int } == [1010, 0])
                #expect(try session.codes(ofChanging: middle, with: peer) == Array(repeating: "gw 1010", count: 5))
                let deletion = #"{"conversationID": "c2c_\#(peer)", "msgIds": ["\#(middle.msgID)"]}"#
                #expect(try session.request("message.delete", deletion).get()["msgIds"]?.count == 0)
            }
            let admin = try gateway.admin()
            #expect(try admin.refusal("admin.message.recall", #"{"msgId": "\#(last.msgID)"}"#).number == "gw 1010")
            let whole = #"{"userID": "bob", "conversationID": "c2c_alice"}"#
            #expect(try admin.request("admin.message.history", whole).get()["messages"]?.count == 1)
            // The places stay: what comes next is the fourth.
            #expect(try alice.write(to: "bob").seq == 4)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-36: a recall before changes nothing of the end, and a repeat after it is answered as the first time`(
        door: RequestDoor
    ) throws {
        try withChat(movableClock, door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let recalled = try alice.write("slip", to: "bob", #""expireSeconds": 600"#)
            try alice.recall(recalled)
            #expect(try alice.page(with: "bob").first?["recalled"] != nil)
            let sent = try alice.write("one", to: "bob", id: "m1", #""expireSeconds": 600"#)
            try gateway.restart(after: 601)
            let again = try gateway.online("alice")
            #expect(try again.write("one", to: "bob", id: "m1", #""expireSeconds": 600"#) == sent)
            #expect(try again.history(with: "bob").isEmpty)
            let bob = try gateway.online("bob")
            try until("the sweep has counted") { try bob.totalUnread() == 0 }
        }
    }

    @Test func `M-37: devices are told that it is gone, and of their lists; one that was away by its place`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let (phone, _) = try gateway.back("bob", device: "phone", resume: "{}")
            try phone.connection.close()
            let sent = try alice.write("goes", to: "bob", #""expireSeconds": 3"#)
            _ = try [alice, bob].map { try $0.settle() }
            for (session, peer) in [(alice, "bob"), (bob, "alice")] {
                let told = try session.event("message.gone")
                #expect(told["conversationID"]?.string == "c2c_\(peer)" && told["msgId"]?.string == sent.msgID)
                #expect(told["change"]?.int == 1 && told["seq"]?.int == 1 && told["message"] == nil)
            }
            let events = try bob.settle()
            #expect(events.names == ["conversation.changed", "conversation.totalUnreadChanged"])
            #expect(try events[0].conversations[0].unread == 0 && events.totals == [0])
            let resume = #"{"conversations": {"c2c_alice": 0}, "changes": {"c2c_alice": 0}}"#
            let (_, opened) = try gateway.back("bob", device: "phone", resume: resume)
            let missed = try #require(opened["resume"]?["changes"]?["c2c_alice"]?["changes"]?.elements)
            #expect(missed.map { $0["msgId"]?.string } == [sent.msgID])
            #expect(missed.allSatisfy { $0["message"] == nil && $0["isRecalled"] == nil })
            #expect(opened["resume"]?["conversations"]?["c2c_alice"]?["messages"]?.count == 0)
            let page = try bob.request("message.changes", #"{"conversationID": "c2c_alice"}"#).get()
            #expect(try page["changes"]?.elements?.map { try Change($0).message == nil } == [true])
        }
    }

    @Test func `M-36, M-37: in a group it leaves counts and marks, and newer members hear nothing of it`() throws {
        try withGroups { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let carol = try gateway.online("carol")
            let group = try alice.createGroup(with: ["bob"], style: 3)
            try alice.write("stays", in: group)
            let mine = try alice.write(in: group, at: ["bob"], #""expireSeconds": 2, "teamReceipt": true"#)
            try alice.write(in: group, at: ["__kImSDK_MesssageAtALL__"], #""expireSeconds": 2"#)
            #expect(try bob.conversation(in: group)?.unread == 3)
            #expect(try bob.conversation(in: group)?.mentions.count == 2)
            try carol.group("join", group)
            _ = try carol.settle()
            for session in [alice, bob] {
                #expect(try session.event("message.gone")["msgId"]?.string == mine.msgID)
                _ = try session.event("message.gone")
            }
            _ = try alice.settleRounds()
            #expect(try carol.settle().named("message.gone").isEmpty)
            #expect(try bob.conversation(in: group)?.unread == 1)
            #expect(try bob.conversation(in: group)?.mentions == [])
            #expect(try bob.settle().last?.data["total"]?.int == 1)
            #expect(try bob.history(in: group).filter { $0.body.contains("text") }.map(\.text) == ["stays"])
        }
    }

    @Test func `M-38: a push that waits for its provider is void, and push.explain says so`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: #"{"status": 500, "body": "later"}"#)
        try withPushes(server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let sent = try alice.write("code", to: "bob", #""expireSeconds": 2"#)
            try until("it was tried") { try pushes.peek(at: sent, for: "bob").map { $0.attempts > 0 } ?? false }
            _ = try alice.event("message.gone")
            try server.answerAsUsual()
            let next = try alice.write("next", to: "bob")
            #expect(try pushes.explanation(of: next.msgID, for: "bob").line == "1 alice:next")
            let explained = try ExplainedPush(pushes.explain(sent.msgID, for: "bob").get())
            #expect(explained.isPushed == false && explained.reason == "expired")
        }
    }

    @Test func `M-38: a backend is told nothing of it, and a message that it has not been given yet says nothing`()
        throws
    {
        try withBackend { gateway, backend in
            let (alice, _) = (try gateway.online("alice"), try gateway.createAccounts("bob"))
            backend.answer(.status(503))
            let sent = try alice.write("code", to: "bob", #""expireSeconds": 2"#)
            _ = try alice.event("message.gone")
            backend.answer(.ok)
            try alice.write("next", to: "bob")
            let heard = try backend.wait(for: 2) { $0.type == "message.created" }
            let first = try #require(heard.first { $0.data.contains(sent.msgID) })
            let told = try JSONDocument().parse(first.data)
            #expect(try Message(told).body == "{}" && told["isExpired"]?.bool == true)
            #expect(backend.accepted(of: "message.recalled").isEmpty)
        }
    }

    @Test func `M-39: what it said is on the disk no more`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let secret = "sesame-" + uniqueID()
            try alice.write(secret, to: "bob", #""expireSeconds": 1"#)
            _ = try bob.event("message.gone")
            try gateway.stop()
            let folder = gateway.workspace("data")
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { continue }
                #expect(data.range(of: Data(secret.utf8)) == nil, "\(name)")
            }
            try gateway.launchAgain()
        }
    }

    @Test func `M-36: many that end at once all end, and nobody waits for all of them`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            for _ in 1...200 { try alice.write(to: "bob", #""expireSeconds": 3"#) }
            try until("all are gone") { try bob.totalUnread() == 0 }
            #expect(try bob.settle().named("message.gone").count == 200)
            #expect(try bob.history(with: "alice").isEmpty)
        }
    }
}

extension ClientSession {
    /// Newest first, as they came.
    fileprivate func page(with user: String) throws -> [JSONValue] {
        let data = #"{"conversationID": "c2c_\#(user)", "limit": 100}"#
        return try #require(try request("message.history", data).get()["messages"]?.elements).map { $0 }
    }

    /// To recall, edit, react to, pin and reply to it.
    fileprivate func codes(ofChanging sent: Sent, with user: String) throws -> [String?] {
        let id = #""conversationID": "c2c_\#(user)", "msgId": "\#(sent.msgID)""#
        let requests = [
            ("message.recall", ""), ("message.edit", #", "body": {"text": "x"}"#),
            ("message.react", #", "reaction": "+1""#), ("message.pin", ""),
        ]
        let reply = message(to: user, #""replyTo": {"msgId": "\#(sent.msgID)"}"#)
        return try requests.map { try request($0.0, "{\(id)\($0.1)}").error?.number }
            + [request("message.send", reply).error?.number]
    }
}
