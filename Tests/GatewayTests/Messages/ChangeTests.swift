import Client
import ClientProtocol
import JSON
import Testing

/// How devices learn of changes of messages: `resume.changes`, `message.changes`, `message.get`, and the page around a message.
struct ChangeTests {
    @Test func `M-09: a device that was away is given what has changed, once, and nothing that it did not ask for`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let (phone, opened) = try gateway.back("bob", device: "phone", resume: "{}")
            #expect(opened["resume"]?["changes"] == nil)
            let sent = try (1...3).map { try alice.write("\($0)", to: "bob") }
            _ = try phone.settle()
            try phone.connection.close()
            for message in sent.prefix(2) { try alice.recall(message) }
            func resumed(_ resume: String) throws -> JSONValue? {
                let (session, opened) = try gateway.back("bob", device: "phone", resume: resume)
                defer { try? session.connection.close() }
                return opened["resume"]?["changes"]
            }
            #expect(try resumed(#"{"conversations": {"c2c_alice": 3}}"#) == nil)
            let all = try #require(try resumed(#"{"changes": {"c2c_alice": 0}}"#)?["c2c_alice"])
            #expect(all["verdict"]?.string == "recovered" && all["seq"]?.int == 2)
            let changes = try #require(all["changes"]?.elements).map { try Change($0) }
            #expect(changes.map(\.place) == [1, 2] && changes.map(\.seq) == [1, 2])
            #expect(changes.allSatisfy { $0.isRecalled && $0.message?.body == "{}" })
            let some = try #require(try resumed(#"{"changes": {"c2c_alice": 1}}"#)?["c2c_alice"]?["changes"])
            #expect(some.count == 1)
            #expect(try resumed(#"{"changes": {"c2c_alice": 2}}"#)?["c2c_alice"]?["changes"]?.count == 0)
            #expect(try resumed(#"{"changes": {"c2c_alice": 3}}"#)?["c2c_alice"]?["verdict"]?.string == "reset")
            #expect(try resumed(#"{"changes": {"c2c_eve": 0}}"#)?["c2c_eve"]?["verdict"]?.string == "reset")
            // A place that was stored counts like a named one, and never goes back.
            let (tab, _) = try gateway.back("bob", device: "phone")
            _ = try tab.request("stream.ack", #"{"changes": {"c2c_alice": 1}}"#).get()
            _ = try tab.request("stream.ack", #"{"changes": {"c2c_alice": 0}}"#).get()
            try tab.connection.close()
            #expect(try resumed("{}")?["c2c_alice"]?["changes"]?.count == 1)
        }
    }

    @Test func `M-09: too many changes leave a gap, and old ones a reset`() throws {
        try withChat(movableClock.merging(["streams.resumeMessages": "2", "messages.changeDays": "3"]) { $1 }) {
            gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for index in 1...3 { try alice.recall(alice.write("\(index)", to: "bob")) }
            func verdict(_ place: Int) throws -> JSONValue? {
                let resume = #"{"conversations": {"c2c_alice": 3}, "changes": {"c2c_alice": \#(place)}}"#
                let (session, opened) = try gateway.back("bob", resume: resume)
                defer { try? session.connection.close() }
                return opened["resume"]?["changes"]?["c2c_alice"]
            }
            let gap = try verdict(0)
            #expect(gap?["verdict"]?.string == "gap" && gap?["from"]?.int == 1 && gap?["to"]?.int == 3)
            #expect(try verdict(1)?["verdict"]?.string == "recovered")
            try gateway.restart(after: 4 * day)
            let isReset = try settled(within: .seconds(10)) { try verdict(0)?["verdict"]?.string == "reset" }
            #expect(isReset)
            #expect(try verdict(3)?["verdict"]?.string == "recovered")
            let bob = try gateway.online("bob")
            let old = #"{"conversationID": "c2c_alice", "after": 0}"#
            #expect(try bob.refusal("message.changes", old).number == "gw 1005")
        }
    }

    private func settled(within patience: Duration, _ isSo: () throws -> Bool) throws -> Bool {
        let deadline = ContinuousClock.now + patience
        while ContinuousClock.now < deadline { if try isSo() { return true } }
        return false
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-10, M-08: changes are read page by page, each message once at its newest place`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try (1...3).map { try alice.write("\($0)", to: "bob") }
            for index in [1, 0, 2] { try alice.recall(sent[index]) }
            func page(_ more: String) throws -> (seqs: [Int], change: Int?, isFinished: Bool?) {
                let ok = try bob.request("message.changes", #"{"conversationID": "c2c_alice"\#(more)}"#).get()
                let changes = try #require(ok["changes"]?.elements).map { try Change($0) }
                return (changes.map(\.seq), ok["change"]?.int, ok["isFinished"]?.bool)
            }
            var found = try page(#", "limit": 2"#)
            #expect(found.seqs == [2, 1] && found.change == 2 && found.isFinished == false)
            found = try page(#", "limit": 2, "after": 2"#)
            #expect(found.seqs == [3] && found.change == 3 && found.isFinished == true)
            found = try page(#", "after": 3"#)
            #expect(found.seqs == [] && found.change == 3 && found.isFinished == true)
            let beyond = #"{"conversationID": "c2c_alice", "after": 4}"#
            #expect(try bob.refusal("message.changes", beyond).number == "gw 1005")
            #expect(try bob.refusal("message.changes", #"{"conversationID": "c2c_nobody"}"#).number == "nim 404")
            #expect(try bob.refusal("message.changes", #"{"conversationID": "group_9"}"#).number == "nim 803")
            let eve = try gateway.online("eve")
            #expect(
                try eve.request("message.changes", #"{"conversationID": "c2c_alice"}"#).get()["changes"]?.count == 0)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-11: messages are read by id, as far as the caller's history has them`(door: RequestDoor) throws {
        try withGroups(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let eve = try gateway.online("eve")
            let group = try alice.createGroup(with: ["bob"], style: 3)
            let (between, inGroup) = (try alice.write("one", to: "bob"), try alice.write(in: group))
            let hidden = try alice.write("two", to: "bob", #""history": false"#)
            try eve.group("join", group)
            func codes(_ session: ClientSession) throws -> [Int?] {
                let ids = list([between.msgID, "7", inGroup.msgID, hidden.msgID, "x"])
                let ok = try session.request("message.get", #"{"msgIds": \#(ids)}"#).get()
                let results = try #require(ok["results"]?.elements).map { $0 }
                #expect(results.allSatisfy { ($0["message"] != nil) == ($0["code"]?.int == 0) })
                if let message = results.first?["message"] {
                    #expect(try Message(message).text == "one")
                }
                return results.map { $0["code"]?.int }
            }
            #expect(try codes(alice) == [0, 1010, 0, 1010, 1010])
            #expect(try codes(bob) == [0, 1010, 0, 1010, 1010])
            #expect(try codes(eve) == [1010, 1010, 1010, 1010, 1010])
            try bob.deleteConversation(with: "alice")
            #expect(try codes(bob) == [1010, 1010, 0, 1010, 1010])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-12: a page has the message in its middle, in either direction`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try (1...20).map { try alice.write("\($0)", to: "bob") }
            func seqs(_ around: String, _ more: String) throws -> [Int] {
                let data = #"{"conversationID": "c2c_alice", "around": "\#(around)", \#(more)}"#
                let ok = try bob.request("message.history", data).get()
                return try #require(ok["messages"]?.elements).map { try Message($0).seq }
            }
            #expect(try seqs(sent[9].msgID, #""limit": 5"#) == [12, 11, 10, 9, 8])
            #expect(try seqs(sent[9].msgID, #""limit": 5, "direction": "newer""#) == [8, 9, 10, 11, 12])
            #expect(try seqs(sent[19].msgID, #""limit": 5"#) == [20, 19, 18, 17, 16])
            #expect(try seqs(sent[0].msgID, #""limit": 5, "direction": "newer""#) == [1, 2, 3, 4, 5])
            let hidden = try alice.write("hidden", to: "bob", #""history": false"#)
            for id in ["1", "x", hidden.msgID] {
                let data = #"{"conversationID": "c2c_alice", "around": "\#(id)"}"#
                #expect(try bob.refusal("message.history", data).number == "gw 1010")
            }
        }
    }
}
