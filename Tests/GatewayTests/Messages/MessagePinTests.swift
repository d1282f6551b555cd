import Client
import ClientProtocol
import JSON
import Testing

/// Replies, `message.replies`, `message.pin`, `message.unpin`, `message.pins`, `message.signal`.
struct MessagePinTests {
    @Test(arguments: RequestDoor.allCases)
    func `M-30: a reply names its message, its seq and its sender, and never what it says`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try alice.write("question", to: "bob")
            // Over HTTP the sender's own device has a copy.
            _ = try [alice, bob].map { try $0.settle() }
            let answer = try bob.write("answer", to: "alice", id: "r1", #""replyTo": {"msgId": "\#(sent.msgID)"}"#)
            let told = try #require(try alice.event("message.new")["replyTo"])
            #expect(told["msgId"]?.string == sent.msgID && told["seq"]?.int == 1 && told["from"]?.string == "alice")
            #expect(told.members?.count == 3)
            try alice.recall(sent)
            try gateway.restart()
            let again = try gateway.online("bob")
            let page = try again.request("message.history", #"{"conversationID": "c2c_alice"}"#).get()
            #expect(page["messages"]?.first?["replyTo"]?["msgId"]?.string == sent.msgID)
            // A repeat is the same; with another reply it is another message.
            let repeated = try again.write(
                "answer", to: "alice", id: "r1", #""replyTo": {"msgId": "\#(sent.msgID)"}"#)
            #expect(repeated == answer)
            #expect(try again.refusal("message.send", message("answer", to: "alice", id: "r1")).number == "gw 1006")
            // To what is recalled, not there, or another's, nobody replies.
            let other = try gateway.online("eve").write("x", to: "alice")
            for id in [sent.msgID, other.msgID, "7", "x"] {
                let data =
                    #"{"conversationID": "c2c_alice", "clientMsgId": "r2", "type": 0, "body": {"text": "x"}, "#
                    + #""replyTo": {"msgId": "\#(id)"}}"#
                #expect(try again.refusal("message.send", data).number == "gw 1010")
            }
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-52: the replies to a message are paged through, as far as the history shows them and it`(
        door: RequestDoor
    ) throws {
        try withGroups(door: door) { gateway in
            let (alice, bob, eve) = (try gateway.online("alice"), try gateway.online("bob"), try gateway.online("eve"))
            let group = try alice.createGroup(with: ["bob"])
            for place in ["bob", "group_\(group)"] {
                func write(_ session: ClientSession, _ text: String, _ more: String = "") throws -> Sent {
                    place == "bob"
                        ? try session.write(text, to: session === alice ? "bob" : "alice", more)
                        : try session.write(text, in: group, more)
                }
                let question = try write(alice, "question")
                let to = #""replyTo": {"msgId": "\#(question.msgID)"}"#
                var answers: [Sent] = []
                for number in 1...4 {
                    answers.append(try write(bob, "\(number)", to))
                    _ = try write(bob, "beside")
                }
                answers.append(try write(alice, "5", to))
                _ = try write(bob, "unkept", to + #", "history": false"#)
                // A reply to a reply is one to that alone.
                let answer = try write(alice, "thanks", #""replyTo": {"msgId": "\#(answers[0].msgID)"}"#)
                #expect(try alice.replies(to: answers[0]).texts == ["thanks"] && alice.replies(to: answer).texts == [])
                #expect(try eve.codeOfReplies(to: question) == "gw 1010")
                for (direction, pages) in [
                    // The newest is in no history, so a page is shorter.
                    ("older", [["5"], ["4", "3"], ["2", "1"]]), ("newer", [["1", "2"], ["3", "4"], ["5"]]),
                ] {
                    var (read, next): ([[String]], String?) = ([], nil)
                    repeat {
                        let page = try bob.replies(to: question, direction, after: next, limit: 2)
                        read.append(page.texts)
                        next = page.next
                    } while next != nil && read.count < 4
                    #expect(read == pages)
                }
                try bob.recall(answers[1])
                _ = try alice.request(
                    "message.delete",
                    #"{"conversationID": "\#(question.conversation)", "msgIds": ["\#(answers[2].msgID)"]}"#
                ).get()
                #expect(try alice.replies(to: question).texts == ["5", "4", "1"])
                let page = try alice.replies(to: question, limit: 4)
                #expect(page.texts == ["5", "4"] && page.next != nil)
                try alice.recall(question)
                #expect(try bob.replies(to: question).texts == ["5", "4", "3", "1"])
                _ = try alice.request(
                    "message.delete",
                    #"{"conversationID": "\#(question.conversation)", "msgIds": ["\#(question.msgID)"]}"#
                ).get()
                #expect(try alice.codeOfReplies(to: question) == "gw 1010")
            }
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-31, M-32: either of two pins messages; up to 50; the list has the newest pin first`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let sent = try (1...51).map { try alice.write("\($0)", to: "bob") }
            #expect(try bob.pins(in: "c2c_alice") == [])
            _ = try [alice, bob].map { try $0.settle() }
            try bob.pin(sent[0], in: "c2c_alice")
            let told = try #require(try alice.event("message.changed")["message"])
            #expect(told["pinned"]?["by"]?.string == "bob" && told["msgId"]?.string == sent[0].msgID)
            try alice.pin(sent[1])
            #expect(try bob.pins(in: "c2c_alice") == ["2", "1"])
            try bob.pin(sent[0], in: "c2c_alice", "unpin")
            try alice.pin(sent[0], "unpin")
            try gateway.restart()
            let again = try gateway.online("alice")
            #expect(try again.pins(in: "c2c_bob") == ["2"])
            for message in sent[2...] { try again.pin(message) }
            #expect(try again.pins(in: "c2c_bob").count == 50)
            #expect(try again.codeOfPin(sent[0]) == "gw 1013")
            try again.recall(sent[50])
            #expect(try again.pins(in: "c2c_bob").first == "50")
            #expect(try again.codeOfPin(sent[0]) == nil && again.codeOfPin(sent[50]) == "gw 1010")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-31: in a group owner and admins pin`(door: RequestDoor) throws {
        try withGroups(door: door) { gateway in
            let (owner, member) = (try gateway.online("owner"), try gateway.online("member"))
            let group = try owner.createGroup(with: ["member"])
            let sent = try member.write(in: group)
            #expect(try member.codeOfPin(sent) == "em 603")
            #expect(try gateway.online("eve").codeOfPin(sent) == "em 602")
            _ = try member.settle()
            try owner.pin(sent)
            #expect(try member.event("message.changed")["message"]?["pinned"]?["by"]?.string == "owner")
            #expect(try member.pins(in: "group_\(group)").count == 1)
            #expect(try member.refusal("message.unpin", pinning(sent, sent.conversation)).number == "em 603")
            let list = #"{"conversationID": "group_\#(group)"}"#
            #expect(try gateway.online("eve").refusal("message.pins", list).number == "nim 804")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-33: a signal reaches those who are connected and have the conversation, and nobody later`(
        door: RequestDoor
    ) throws {
        try withGroups(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let carol = try gateway.online("carol")
            // Bob does not have the conversation.
            try alice.signal("typing", in: "c2c_bob")
            #expect(try bob.settle().isEmpty)
            try alice.write(to: "bob")
            let group = try alice.createGroup(with: ["bob", "carol"])
            try alice.write(in: group)
            _ = try alice.settleRounds()
            _ = try [alice, bob, carol].map { try $0.settle() }
            try alice.signal("reading", in: "c2c_bob", #""data": {"page": 3}"#)
            let told = try bob.settle()
            #expect(told.names == ["message.signaled"] && told[0].data["conversationID"]?.string == "c2c_alice")
            #expect(told[0].data["from"]?.string == "alice" && told[0].data["name"]?.string == "reading")
            #expect(told[0].data["data"]?["page"]?.int == 3)
            try alice.signal("typing", in: "group_\(group)")
            let heard = try [alice, bob, carol].map { try $0.settle().names }
            #expect(heard == [[], ["message.signaled"], ["message.signaled"]])
            // Those who want nothing hear nothing; those who are blocked cannot signal.
            try carol.setReceiveOption(1, in: group)
            try bob.setReceiveOption(1, for: "alice")
            _ = try [bob, carol].map { try $0.settle() }
            try alice.signal("looking", in: "group_\(group)")
            try alice.signal("looking", in: "c2c_bob")
            #expect(try bob.settle().names == ["message.signaled"] && carol.settle().isEmpty)
            _ = try bob.request("blacklist.add", #"{"userIDs": ["alice"]}"#).get()
            let refusal = try alice.refusal("message.send", message("more", to: "bob", id: "m9")).number
            let data = #"{"conversationID": "c2c_bob", "name": "x"}"#
            #expect(try alice.refusal("message.signal", data).number == refusal)
            let long = #"{"conversationID": "c2c_bob", "name": "\#(String(repeating: "x", count: 33))"}"#
            #expect(try alice.refusal("message.signal", long).number == "nim 414")
            #expect(try alice.history(with: "bob").count == 1)
        }
    }

    @Test func `M-32: of pinned messages that do not fit into a reply the ids are told`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            var pinned: [String] = []
            for number in 1...40 {
                let sent = try alice.write(times(4_900, "雪") + String(number), to: "bob")
                try alice.pin(sent)
                pinned.insert(sent.msgID, at: 0)
            }
            let ok = try alice.request("message.pins", #"{"conversationID": "c2c_bob"}"#).get()
            let read = try #require(ok["messages"]?.elements).compactMap { $0["msgId"]?.string }
            #expect(ok["msgIds"]?.elements?.compactMap(\.string) == pinned)
            #expect((10..<40).contains(read.count) && read == Array(pinned.prefix(read.count)))
            let rest = try alice.request("message.get", #"{"msgIds": \#(list(Array(pinned.suffix(2))))}"#).get()
            #expect(rest["results"]?.elements?.compactMap { $0["code"]?.int } == [0, 0])
        }
    }

    @Test func `M-34: of signals of the same name that come quickly the newest is told, within a second or two`() throws
    {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try alice.write(to: "bob")
            _ = try bob.settle()
            for number in 1...50 { try alice.signal("typing", in: "c2c_bob", #""data": {"n": \#(number)}"#) }
            var told: [Int] = []
            let deadline = ContinuousClock.now + .seconds(20)
            while told.last != 50, ContinuousClock.now < deadline {
                told += try bob.settle().named("message.signaled").compactMap { $0.data["data"]?["n"]?.int }
            }
            #expect(told.first == 1 && told.last == 50 && told.count <= 6)
        }
    }
}

private func pinning(_ sent: Sent, _ conversation: String) -> String {
    #"{"conversationID": "\#(conversation)", "msgId": "\#(sent.msgID)"}"#
}

extension ClientSession {
    fileprivate func replies(
        to message: Sent, _ direction: String = "older", after cursor: String? = nil, limit: Int = 20
    ) throws -> (texts: [String], next: String?) {
        let from = cursor.map { #", "cursor": "\#($0)""# } ?? ""
        let ok = try request(
            "message.replies",
            #"{"msgId": "\#(message.msgID)", "direction": "\#(direction)", "limit": \#(limit)\#(from)}"#
        ).get()
        let texts = try #require(ok["messages"]?.elements).map { $0["body"]?["text"]?.string ?? "" }
        return (texts, ok["next"]?.string)
    }

    fileprivate func codeOfReplies(to message: Sent) throws -> String {
        try refusal("message.replies", #"{"msgId": "\#(message.msgID)"}"#).number
    }

    fileprivate func pin(_ sent: Sent, in conversation: String? = nil, _ verb: String = "pin") throws {
        _ = try request("message.\(verb)", pinning(sent, conversation ?? sent.conversation)).get()
    }

    fileprivate func codeOfPin(_ sent: Sent) throws -> String? {
        try request("message.pin", pinning(sent, sent.conversation)).error?.number
    }

    /// The texts of those that are pinned.
    fileprivate func pins(in conversation: String) throws -> [String] {
        let ok = try request("message.pins", #"{"conversationID": "\#(conversation)"}"#).get()
        return try #require(ok["messages"]?.elements).map { $0["body"]?["text"]?.string ?? "" }
    }

    fileprivate func signal(_ name: String, in conversation: String, _ more: String = "") throws {
        let rest = more.isEmpty ? "" : ", \(more)"
        _ = try request("message.signal", #"{"conversationID": "\#(conversation)", "name": "\#(name)"\#(rest)}"#).get()
    }
}
