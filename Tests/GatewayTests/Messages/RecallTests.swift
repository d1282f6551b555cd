import Client
import ClientProtocol
import Foundation
import JSON
import TestSupport
import Testing

/// `message.recall` and `admin.message.recall` between two users.
struct RecallTests {
    @Test(arguments: RequestDoor.allCases)
    func `M-01, M-07, M-08: a recalled message keeps its place and says nothing, for both and all their devices`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (phone, tab) = (try gateway.online("alice"), try gateway.online("alice", device: "tab"))
            let bob = try gateway.online("bob")
            let sent = try phone.write("slip", to: "bob", #""apnsContent": "psst""#)
            _ = try [phone, tab, bob].map { try $0.settle() }
            let recalled = try Recalled(phone.recall(sent, #""reason": "wrong chat""#))
            #expect(recalled.msgID == sent.msgID && recalled.seq == 1 && recalled.from == "alice")
            #expect(recalled.body == "{}" && recalled.by == "alice" && recalled.reason == "wrong chat")
            #expect(recalled.change == 1 && recalled.hasPushText == false)
            for (session, peer) in [(phone, "bob"), (tab, "bob"), (bob, "alice")] {
                let events = try session.settle()
                #expect(events.names.prefix(2) == ["message.changed", "conversation.changed"])
                #expect(events[0].data["conversationID"]?.string == "c2c_\(peer)")
                #expect(events[0].data["change"]?.int == 1)
                let told = try Recalled(try #require(events[0].data["message"]))
                #expect(told.msgID == sent.msgID && told.body == "{}" && told.by == "alice")
                let page = try session.request("message.history", #"{"conversationID": "c2c_\#(peer)"}"#).get()
                #expect(page["change"]?.int == 1)
                let kept = try Recalled(try #require(page["messages"]?.first))
                #expect(kept == told)
                let last = try #require(try session.listed(peer)["lastMessage"])
                #expect(last["body"]?.text == "{}" && last["recalled"]?["reason"]?.string == "wrong chat")
                #expect(try session.listed(peer)["change"]?.int == 1)
            }
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-02: it leaves the unread count, the total and the list stays in order, also after a restart`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            var alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let texts = try (1...4).map { try alice.write("\($0)", to: "bob") }
            try gateway.online("carol").write(to: "bob")
            try bob.markRead("alice", upTo: 1)
            _ = try bob.settle()
            // One that bob has read, one that he has not, and the last.
            for (index, unread) in [(0, 3), (2, 2), (3, 1)] {
                try alice.recall(texts[index])
                #expect(try bob.conversation(with: "alice")?.unread == unread)
                #expect(try bob.totalUnread() == unread + 1)
                let events = try bob.settle()
                #expect(events.names.first == "message.changed")
                #expect(try events.totals == (index == 0 ? [] : [unread + 1]))
            }
            #expect(try bob.conversations().map(\.userID) == ["carol", "alice"])
            try gateway.restart()
            alice = try gateway.online("alice")
            let again = try gateway.online("bob")
            #expect(try again.conversation(with: "alice")?.unread == 1 && again.totalUnread() == 2)
            try alice.recall(texts[1])
            #expect(try again.conversation(with: "alice")?.unread == 0 && again.totalUnread() == 1)
            try alice.write(to: "bob")
            #expect(try again.conversation(with: "alice")?.unread == 1)
        }
    }

    @Test func `M-03: beyond 256 ranges older unread messages are a number, until they are read`() throws {
        try withChat(["messages.recallSeconds": "-1"]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            var counted: [Sent] = []
            for _ in 1...258 {
                counted.append(try alice.write(to: "bob"))
                try bob.setReceiveOption(1, for: "alice")
                try alice.write(to: "bob")
                try bob.setReceiveOption(0, for: "alice")
            }
            #expect(try bob.conversation(with: "alice")?.unread == 258)
            try alice.recall(counted[0])
            #expect(try bob.conversation(with: "alice")?.unread == 258)
            try alice.recall(counted[200])
            #expect(try bob.conversation(with: "alice")?.unread == 257)
            #expect(try bob.markRead("alice", upTo: counted[255].seq) == 2)
            #expect(try bob.markRead("alice") == 0)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-04: only the sender, in time, and only what there is`(door: RequestDoor) throws {
        try withChat(movableClock, door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let eve = try gateway.online("eve")
            let (early, late) = (try alice.write(to: "bob"), try alice.write(to: "bob"))
            #expect(try bob.refusalOfRecall(early, from: "alice") == "gw 1002")
            #expect(try eve.refusalOfRecall(early, from: "alice") == "gw 1010")
            #expect(try alice.refusalOfRecall(early, from: "eve") == "gw 1010")
            for id in ["1", "x", "-1", "99999999999999999999"] {
                let data = #"{"conversationID": "c2c_bob", "msgId": "\#(id)"}"#
                #expect(try alice.refusal("message.recall", data).number == "gw 1010")
            }
            #expect(try alice.refusal("message.recall", #"{"conversationID": "c2c_bob"}"#).number == "nim 414")
            try gateway.restart(after: 121)
            let later = try gateway.online("alice")
            #expect(try later.refusalOfRecall(early, from: "bob") == "nim 508")
            #expect(try gateway.online("bob").conversation(with: "alice")?.unread == 2)
            // What is deleted for the caller is none of its messages any more.
            let own = try later.write(to: "bob")
            try later.deleteConversation(with: "bob")
            #expect(try later.refusalOfRecall(own, from: "bob") == "gw 1010")
            try gateway.restart(after: 8 * day)
            let last = try gateway.admin().refusal("admin.message.recall", #"{"msgId": "\#(late.msgID)"}"#)
            #expect(last.number == "gw 1010")
        }
    }

    @Test(arguments: [("0", "nim 508"), ("-1", nil)] as [(String, String?)])
    func `M-04: never, or always`(seconds: String, refusal: String?) throws {
        try withChat(movableClock.merging(["messages.recallSeconds": seconds]) { $1 }) { gateway in
            let sent = try gateway.online("alice").write(to: "bob", creating: gateway)
            if refusal == nil { try gateway.restart(after: 6 * day) }
            let alice = try gateway.online("alice")
            let data = #"{"conversationID": "c2c_bob", "msgId": "\#(sent.msgID)"}"#
            #expect(try alice.request("message.recall", data).error?.number == refusal)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-05: a blocked sender can still take back what it said`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try alice.write(to: "bob")
            _ = try bob.request("blacklist.add", #"{"userIDs": ["alice"]}"#).get()
            try alice.recall(sent)
            #expect(try bob.conversation(with: "alice")?.unread == 0)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-06: a backend recalls any message at any time`(door: RequestDoor) throws {
        try withChat(movableClock, door: door) { gateway in
            let sent = try gateway.online("alice").write(to: "bob", creating: gateway)
            try gateway.restart(after: 3 * day)
            let bob = try gateway.online("bob")
            let data = #"{"msgId": "\#(sent.msgID)", "reason": "reported"}"#
            let ok = try gateway.admin().request("admin.message.recall", data).get()
            #expect(ok["msgId"]?.string == sent.msgID)
            let told = try Recalled(try #require(try bob.event("message.changed")["message"]))
            #expect(told.by == nil && told.reason == "reported" && told.body == "{}")
            #expect(try bob.totalUnread() == 0)
            #expect(try gateway.admin().refusal("admin.message.recall", #"{"msgId": "7"}"#).number == "gw 1010")
            #expect(try bob.refusal("admin.message.recall", data).number == "gw 1002")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-13: a repeat of the message is answered as the first time, and a second recall changes nothing`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try alice.write("slip", to: "bob", id: "m1")
            let recalled = try Recalled(alice.recall(sent))
            _ = try [alice, bob].map { try $0.settle() }
            #expect(try alice.write("slip", to: "bob", id: "m1") == sent)
            #expect(try alice.refusal("message.send", message("other", to: "bob", id: "m1")).number == "gw 1006")
            #expect(try Recalled(alice.recall(sent, #""reason": "again""#)) == recalled)
            #expect(try alice.settle().isEmpty && bob.settle().isEmpty)
        }
    }

    @Test func `M-14: a push that waits for its provider is void, and push.explain says so`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: #"{"status": 500, "body": "later"}"#)
        try withPushes(server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let sent = try alice.write("slip", to: "bob")
            try until("it was tried") { try pushes.peek(at: sent, for: "bob").map { $0.attempts > 0 } ?? false }
            try alice.recall(sent)
            try server.answerAsUsual()
            let next = try alice.write("next", to: "bob")
            #expect(try pushes.explanation(of: next.msgID, for: "bob").line == "1 alice:next")
            let explained = try ExplainedPush(pushes.explain(sent.msgID, for: "bob").get())
            #expect(explained.isPushed == false && explained.reason == "recalled")
        }
    }

    @Test func `M-16: a backend is told, and a message that it has not been given yet says nothing`() throws {
        try withBackend { gateway, backend in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let first = try alice.write("one", to: "bob")
            try backend.wait(for: 1) { $0.type == "message.created" }
            backend.answer(.status(503))
            let second = try alice.write("two", to: "bob")
            for sent in [first, second] { try alice.recall(sent) }
            backend.answer(.ok)
            let heard = try backend.wait(for: 2) { $0.type == "message.recalled" }
            #expect(try heard.map { try Recalled(JSONDocument().parse($0.data)).msgID } == [first.msgID, second.msgID])
            let created = backend.accepted(of: "message.created").filter { $0.data.contains(second.msgID) }
            #expect(try created.map { try Message(JSONDocument().parse($0.data)).body } == ["{}"])
        }
    }

    @Test func `M-17: what it said is on the disk no more`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let (short, long) = ("sesame-" + uniqueID(), String(repeating: "lorem-" + uniqueID() + " ", count: 200))
            let messages = try [short, long].map { try alice.write($0, to: "bob") }
            for message in messages { try alice.recall(message) }
            #expect(try bob.history(with: "alice").map(\.body) == ["{}", "{}"])
            try gateway.stop()
            let folder = gateway.workspace("data")
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                let path = folder + "/" + name
                guard let data = FileManager.default.contents(atPath: path) else { continue }
                for text in [short, String(long.prefix(30))] {
                    #expect(data.range(of: Data(text.utf8)) == nil, "\(name)")
                }
            }
            try gateway.launchAgain()
        }
    }
}
