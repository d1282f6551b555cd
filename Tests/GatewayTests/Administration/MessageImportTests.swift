import Client
import Foundation
import JSON
import TestSupport
import Testing

/// `admin.message.import`.
struct MessageImportTests {
    private let kept = ["messages.retentionDays": "365", "conversations.retentionDays": "365"]
    /// Milliseconds, some days ago.
    private let old = (Int(Date().timeIntervalSince1970) - 20 * day) * 1000

    /// One as an element of `messages`. `text` is its id, too.
    private func one(_ conversation: String, _ text: String, from: String, at time: Int, id: String? = nil) -> String {
        #"{"conversationID": "\#(conversation)", "from": "\#(from)", "clientMsgId": "\#(id ?? text)", "#
            + #""time": \#(time), "type": 0, "body": {"text": "\#(text)"}}"#
    }

    private func take(_ admin: ClientSession, _ messages: String...) throws -> [String] {
        try take(admin, messages)
    }

    /// `3` for one that has the seq 3, or the code of its refusal.
    private func take(_ admin: ClientSession, _ messages: [String]) throws -> [String] {
        let reply = try admin.request("admin.message.import", #"{"messages": [\#(messages.joined(separator: ","))]}"#)
        return try #require(try reply.get()["results"]?.elements).map { result in
            let code = try #require(result["code"]?.int)
            return code == 0 ? "\(try #require(result["seq"]?.int))" : "code \(code)"
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `I-01, I-02: messages keep sender, time and order, and those that are sent follow them`(door: RequestDoor)
        throws
    {
        try withChat(kept, door: door) { gateway in
            try gateway.createAccounts("alice", "bob")
            let admin = try gateway.admin()
            let messages = [
                one("c2c_bob", "one", from: "alice", at: old), one("c2c_alice", "two", from: "bob", at: old),
                one("c2c_bob", "three", from: "alice", at: old + 1),
                one("c2c_bob", "four", from: "alice", at: old + day * 1000),
            ]
            #expect(try take(admin, messages) == ["1", "2", "3", "4"])
            #expect(try take(admin, messages) == ["1", "2", "3", "4"], "a repeat")
            #expect(try take(admin, Array(messages.reversed())) == ["4", "3", "2", "1"], "in any order")
            let alice = try gateway.online("alice")
            #expect(try alice.write("five", to: "bob").seq == 5)
            #expect(try take(admin, messages) == ["1", "2", "3", "4"], "also now")
            try gateway.restart()
            let bob = try gateway.online("bob")
            let history = try bob.history(with: "alice")
            #expect(history.map(\.seq) == [5, 4, 3, 2, 1])
            #expect(history.map(\.text) == ["five", "four", "three", "two", "one"])
            #expect(history.map(\.from) == ["alice", "alice", "alice", "bob", "alice"])
            #expect(history.dropFirst().map(\.time) == [old + day * 1000, old + 1, old, old])
            #expect(try take(try gateway.admin(), messages) == ["1", "2", "3", "4"], "and after a restart")
        }
    }

    @Test func `I-01: more messages of one millisecond than it has ids keep their order, and a moment of their time`()
        throws
    {
        try withChat(kept) { gateway in
            try gateway.createAccounts("alice", "bob", "carol")
            let admin = try gateway.admin()
            var messages = (0..<1_300).map { number in
                one(number % 2 == 0 ? "c2c_bob" : "c2c_carol", "n\(number)", from: "alice", at: old)
            }
            messages += [one("c2c_bob", "later", from: "alice", at: old + 1)]
            for _ in 1...2 {
                var seqs: [String] = []
                for start in stride(from: 0, to: messages.count, by: 300) {
                    seqs += try take(admin, Array(messages[start..<min(start + 300, messages.count)]))
                }
                #expect(seqs == (0..<1_300).map { "\($0 / 2 + 1)" } + ["651"])
            }
            let bob = try gateway.online("bob")
            let newest = try bob.history(with: "alice", #""limit": 3"#)
            #expect(newest.map(\.text) == ["later", "n1298", "n1296"])
            #expect(newest.map(\.time) == [old + 1, old + 1, old + 1])
        }
    }

    static let refused: [(message: String, code: String)] = [
        (#""conversationID": "c2c_bob", "from": "nobody", "time": T, "type": 0"#, "code 40003"),
        (#""conversationID": "c2c_nobody", "from": "bob", "time": T, "type": 0"#, "code 404"),
        (#""conversationID": "group_99", "from": "bob", "time": T, "type": 0"#, "code 605"),
        (#""from": "bob", "time": T, "type": 0"#, "code 414"),
        (#""conversationID": "c2c_bob", "from": "alice", "type": 0"#, "code 414"),
        (#""conversationID": "c2c_bob", "from": "alice", "time": 9007199254740991, "type": 0"#, "code 414"),
        (#""conversationID": "c2c_bob", "from": "alice", "time": 1, "type": 0"#, "code 414"),
        (#""conversationID": "c2c_bob", "from": "alice", "time": T"#, "code 414"),
        (#""conversationID": "c2c_bob", "from": "alice", "time": T, "type": 5"#, "code 414"),
        (#""conversationID": "c2c_carol", "from": "alice", "time": T, "type": 0"#, "code 1006"),
        (#""conversationID": "c2c_dora", "from": "alice", "time": T, "type": 0"#, "code 1006"),
        (#""conversationID": "c2c_alice", "from": "carol", "time": L, "type": 0"#, "code 1006"),
    ]

    @Test(arguments: atBothDoors(refused))
    func `I-02: what cannot be taken is refused by itself`(message: String, code: String, door: RequestDoor)
        throws
    {
        try withChat(kept, door: door) { gateway in
            try gateway.createAccounts("alice", "bob", "carol", "dora")
            let admin = try gateway.admin()
            #expect(try take(admin, one("c2c_carol", "x", from: "alice", at: old + 5000)) == ["1"])
            try gateway.online("dora").write("from here", to: "alice")
            let bad =
                "{"
                + message.replacing(": T", with: ": \(old)").replacing(": L", with: ": \(old + 5000)")
                + #", "clientMsgId": "x", "body": {"text": "x"}}"#
            let good = one("c2c_bob", "good", from: "alice", at: old)
            #expect(try take(admin, bad, good) == [code, "1"])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `I-02: a body is checked as in message.send, and a request has 1 to 500 messages`(door: RequestDoor) throws {
        try withChat(["messages.bodyBytes": "1024"], door: door) { gateway in
            try gateway.createAccounts("alice", "bob")
            let admin = try gateway.admin()
            let now = Int(Date().timeIntervalSince1970) * 1000 - 60_000
            let long = one("c2c_bob", String(repeating: "x", count: 1_100), from: "alice", at: now, id: "long")
            #expect(
                try take(admin, long, one("c2c_bob", "", from: "alice", at: now, id: "empty")) == [
                    "code 1007", "code 414",
                ])
            let many = Array(repeating: one("c2c_bob", "a", from: "alice", at: now), count: 501)
            for messages in ["[]", "[\(many.joined(separator: ","))]", "1"] {
                let error = try admin.refusal("admin.message.import", #"{"messages": \#(messages)}"#)
                #expect(error.number == "nim 414" && error.keys == ["messages"])
            }
            let alice = try gateway.online("alice")
            #expect(try alice.refusal("admin.message.import", #"{"messages": []}"#).number == "gw 1002")
        }
    }

    @Test func `I-03: no device gets a message, nothing is unread, no backend hears of it and nothing is pushed`()
        throws
    {
        let receiver = try EventReceiver()
        let workspace = try Workspace()
        let setting = try receiver.setting(types: #"["message.*"]"#, in: workspace)
        let server = try ProviderServer.shared()
        let more = try server.settings(of: ["webhook"]).merging(["events.endpoints": "[\(setting)]"]) { $1 }
        try withChat(kept.merging(more) { $1 }, workspace: workspace) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let phone = try gateway.session("bob", device: "phone", platform: "ios")
            _ = try phone.request("push.register", #"{"provider": "webhook", "token": "\#(uniqueID())"}"#).get()
            try phone.leave()
            let admin = try gateway.admin()
            // A moment ago: an endpoint that is a little behind would hear of it, too.
            let now = Int(Date().timeIntervalSince1970) * 1000
            #expect(try take(admin, one("c2c_bob", "old", from: "alice", at: now - 2_000)) == ["1"])
            #expect(try gateway.rows(of: "push_job") == 0)
            let events = try alice.settle()
            #expect(events.map(\.name) == ["conversation.new"])
            #expect(try events[0].conversations.map(\.unread) == [0])
            #expect(try gateway.online("bob").totalUnread() == 0)
            try alice.write("new", to: "bob")
            let heard = try receiver.wait(for: 1) { _ in true }
            #expect(heard.count == 1 && heard[0].data.contains(#""text":"new""#))
        }
        receiver.stop()
    }

    @Test func `I-03: a device that was away gets what was brought along meanwhile, without a count`() throws {
        try withChat(kept) { gateway in
            let bob = try gateway.online("bob", device: "phone")
            try gateway.createAccounts("alice")
            try bob.leave()
            let admin = try gateway.admin()
            #expect(try take(admin, one("c2c_bob", "old", from: "alice", at: old)) == ["1"])
            let again = try gateway.back("bob", device: "phone", resume: #"{"conversations": {"c2c_alice": 0}}"#)
            #expect(try resumedMessages(again.opened, "c2c_alice").map(\.text) == ["old"])
            #expect(try again.session.totalUnread() == 0)
        }
    }

    @Test func `I-04: conversations are in the lists at their times, and newer ones do not give way`() throws {
        let small = [
            "conversations.perUser": "2", "messages.retentionDays": "365", "conversations.retentionDays": "30",
        ]
        try withChat(small) { gateway in
            try gateway.createAccounts("alice", "bob", "carol", "dora", "eve", "fred")
            let admin = try gateway.admin()
            let results = try take(
                admin, one("c2c_bob", "b", from: "alice", at: old),
                one("c2c_carol", "c", from: "alice", at: old + 2000),
                one("c2c_dora", "d", from: "alice", at: old + 1000),
                one("c2c_eve", "e", from: "alice", at: old - 1000),
                one("c2c_fred", "f", from: "alice", at: old - 300 * day * 1000))
            #expect(results == ["1", "1", "1", "1", "1"])
            let alice = try gateway.online("alice")
            #expect(try alice.conversations().map(\.id) == ["c2c_carol", "c2c_dora"])
            #expect(try alice.conversations().map { $0.last?.time } == [old + 2000, old + 1000])
            #expect(try alice.conversations().map(\.readSeq) == [1, 1])
            #expect(try alice.history(with: "eve").map(\.text) == ["e"], "the history has it all the same")
            #expect(try gateway.online("eve").conversations().map(\.id) == ["c2c_alice"])
            #expect(try gateway.online("fred").conversations() == [], "as one that has left the list by itself")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `I-02, I-05: a group has its history before its members, who see it if the backend says so`(door: RequestDoor)
        throws
    {
        try withChat(kept, door: door) { gateway in
            try gateway.createAccounts("owner", "bob", "carol", "gone")
            let admin = try gateway.admin()
            let made = try admin.request("admin.group.create", #"{"owner": "owner", "name": "g"}"#).get()
            let group = try #require(made["groupID"]?.string)
            let messages = [
                one("group_\(group)", "one", from: "gone", at: old), one("group_\(group)", "two", from: "bob", at: old),
            ]
            #expect(try take(admin, messages) == ["1", "2"])
            func invite(_ user: String, _ more: String) -> String {
                #"{"groupID": "\#(group)", "userIDs": ["\#(user)"]\#(more)}"#
            }
            _ = try admin.request("admin.group.invite", invite("bob", #", "showsHistory": true"#)).get()
            _ = try admin.request("admin.group.invite", invite("carol", "")).get()
            let (owner, bob, carol) = (
                try gateway.online("owner"), try gateway.online("bob"), try gateway.online("carol")
            )
            #expect(try owner.history(in: group).suffix(2).map(\.text) == ["two", "one"])
            #expect(try bob.history(in: group).suffix(2).map(\.text) == ["two", "one"])
            #expect(try carol.history(in: group).allSatisfy { $0.type == 5 })
            #expect(try bob.totalUnread() == 0)
            #expect(try take(admin, one("group_\(group)", "three", from: "bob", at: old + 1)) == ["code 1006"])
            #expect(try take(admin, messages) == ["1", "2"])
            // Not a member's to say.
            try gateway.createAccounts("dora")
            _ = try owner.request("group.invite", invite("dora", #", "showsHistory": true"#)).get()
            #expect(try gateway.online("dora").history(in: group).allSatisfy { $0.type == 5 })
        }
    }

    @Test func `I-06: messages that were brought along are found, also on days and behind messages that are indexed`()
        throws
    {
        try withChat(kept) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            try alice.write("needle now", to: "carol")
            try gateway.waitUntilIndexed(1)
            let admin = try gateway.admin()
            #expect(
                try take(
                    admin, one("c2c_bob", "needle one", from: "alice", at: old),
                    one("c2c_alice", "needle two", from: "bob", at: old + day * 1000)) == ["1", "2"])
            try gateway.waitUntilIndexed(3)
            let page = try alice.search("needle")
            #expect(page.isComplete && page.texts == ["needle now", "needle two", "needle one"])
            // Beside what was brought along on the same day before.
            #expect(try take(admin, one("c2c_carol", "x", from: "bob", at: old + 3000, id: "c")) == ["1"])
            #expect(try take(admin, one("c2c_bob", "needle five", from: "carol", at: old + 4000)) == ["2"])
            try gateway.waitUntilIndexed(5)
            #expect(try gateway.online("carol").found("needle") == ["needle now", "needle five"])
            try gateway.stop()
            try gateway.removeFromData("search.db")
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            try gateway.waitUntilIndexed(5)
            #expect(try gateway.online("alice").found("needle") == ["needle now", "needle two", "needle one"])
        }
    }
}
