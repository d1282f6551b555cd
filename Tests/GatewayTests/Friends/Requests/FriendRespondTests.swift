import Client
import ClientProtocol
import JSON
import Testing

/// `friend.respond`
struct FriendRespondTests {
    /// An answer to a request: the relation after it, and the events of the applicant, the answering device, the other
    /// device of that user, and a stranger.
    struct Answer: ShowsRows {
        let rows: String
        let name: String
        let response: Int
        let eventLines: [[String]]
        let relation: Int
    }

    private static let answers = [
        Answer(
            rows: "R-75, R-Q27", name: "AGREE", response: 0,
            eventLines: [["1: bob", "4: bob"], [], ["self 4: from alice"], []], relation: 1),
        Answer(
            rows: "R-76, R-127, R-Q27", name: "AGREE_AND_ADD", response: 1,
            eventLines: [["1: bob", "4: bob"], ["1: alice"], ["1: alice", "self 4: from alice"], []], relation: 3),
        Answer(
            rows: "R-77", name: "REJECT", response: 2, eventLines: [["4: bob"], [], ["self 4: from alice"], []],
            relation: 0),
    ]

    @Test(arguments: answers)
    func `R-126, R-136, R-Q31: an answer is reported to the applicant and to each user whose list grows`(answer: Answer)
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let phone = try gateway.wary("bob", device: "phone")
            let tab = try gateway.online("bob", device: "tab")
            let eve = try gateway.online("eve")
            try alice.add("bob")
            let eventLines = try told(alice, phone, tab, eve) {
                try #require(try phone.respond(to: "alice", answer.response) == 0)
            }
            #expect(eventLines.map { $0.sorted() } == answer.eventLines)
        }
    }

    @Test(arguments: answers)
    func `R-74, R-78: an answer has one result, sets the relation and removes the request`(
        answer: Answer
    ) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob")
            let data = #"{"userID": "alice", "response": \#(answer.response)}"#
            let ok = try bob.request("friend.respond", data).get()
            #expect(ok.text == #"{"result":{"userID":"alice","code":0,"info":""}}"#)
            #expect(try alice.check("bob") == [answer.relation])
            for session in [alice, bob] { #expect(try session.pendencies().items.isEmpty) }
            #expect(try bob.pendencies().unread == 0)
            #expect(try bob.respond(to: "alice", answer.response) == 30614)
        }
    }

    @Test func `R-80, R-134, R-Q30: who made no request, or one that is gone, has code 30614, as has one's own`() throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob")
            try gateway.createAccounts("carol")
            let eventLines = try told(alice, bob) {
                for response in 0...2 {
                    try #require(try alice.respond(to: "bob", response) == 30614)
                    for user in ["carol", "nobody", "żółw", "bob"] {
                        try #require(try bob.respond(to: user, response) == 30614)
                    }
                }
            }
            #expect(eventLines == [[], []])
            #expect(try bob.pendencies().users == ["alice"])
            #expect(try bob.respond(to: "alice", 0) == 0)
        }
    }

    @Test func `R-78, R-79, R-Q14, R-Q56: bad parameters are refused with tim 30001 and 9002, and the request stays`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob")
            for (data, code, key) in [
                (#""response": 1"#, 30001, "userID"), (#""userID": 7, "response": 1"#, 30001, "userID"),
                (#""userID": "alice""#, 30001, "response"), (#""userID": "alice", "response": 3"#, 30001, "response"),
                (#""userID": "alice", "response": -1"#, 30001, "response"),
                (#""userID": "alice", "response": "1""#, 30001, "response"),
                (#""userID": "alice", "response": 1, "remark": 1"#, 30001, "remark"),
                (#""userID": "alice", "response": 1, "remark": "\#(times(97, "r"))""#, 9002, "remark"),
                (#""userID": "alice", "response": 1, "remark": "\#(times(49, "ż"))""#, 9002, "remark"),
            ] {
                let error = try bob.refusal("friend.respond", "{\(data)}")
                #expect(error.number == "tim \(code)" && error.keys == [key], "\(data)")
            }
            #expect(try bob.respond(to: "alice", 1, #""remark": "\#(times(48, "ż"))""#) == 0)
            #expect(try bob.friend("alice")?.remark == times(48, "ż"))
        }
    }

    @Test func `R-79, R-Q27: with AGREE the remark of the response is nobody's`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob")
            try bob.respond(to: "alice", 0, #""remark": "Ally""#)
            #expect(try alice.friend("bob")?.remark == "")
            #expect(try bob.friends().isEmpty)
            try bob.add("alice")
            #expect(try bob.friend("alice")?.remark == "")
        }
    }

    @Test
    func `R-65, R-68, R-Q28, R-Q24: AGREE needs room with the applicant, AGREE_AND_ADD with both, one's own first`()
        throws
    {
        try withChat(["friends.perUser": "1"]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try gateway.createAccounts("f1", "f2")
            #expect(try alice.add("bob") == 30539)
            try alice.add("f1", #""addType": 1"#)
            try bob.add("f2", #""addType": 1"#)
            let eventLines = try told(alice, bob) {
                try #require(try bob.respond(to: "alice", 0) == 30014)
                try #require(try bob.respond(to: "alice", 1) == 30010)
            }
            #expect(eventLines == [[], []])
            try bob.deleteFriends(["f2"])
            #expect(try bob.respond(to: "alice", 1) == 30014)
            #expect(try bob.pendencies(1).users == ["alice"] && alice.pendencies(2).users == ["bob"])
            #expect(try alice.check("bob") == [0])
            try bob.add("f2", #""addType": 1"#)
            try alice.deleteFriends(["f1"])
            #expect(try bob.respond(to: "alice", 1) == 30010)
            // With AGREE the responder's own list needs no room.
            #expect(try bob.respond(to: "alice", 0) == 0)
            #expect(try alice.check("bob") == [1])
        }
    }

    @Test func `R-Q28: rejecting needs no room`() throws {
        try withChat(["friends.perUser": "1"]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try gateway.createAccounts("f1", "f2")
            try alice.add("bob")
            try alice.add("f1", #""addType": 1"#)
            try bob.add("f2", #""addType": 1"#)
            #expect(try bob.respond(to: "alice", 2) == 0)
            #expect(try alice.pendencies().items.isEmpty)
        }
    }

    @Test func `R-Q22: two who ask each other have two requests; AGREE_AND_ADD clears both`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.wary("alice")
            let bob = try gateway.wary("bob")
            #expect(try alice.add("bob") == 30539)
            #expect(try bob.add("alice") == 30539)
            for (session, other) in [(alice, "bob"), (bob, "alice")] {
                // The newer one comes first, by the second.
                #expect(try Set(session.pendencies().items.map(\.type)) == [1, 2])
                #expect(try session.pendencies().users == [other, other])
                #expect(try session.friends().isEmpty)
            }
            let eventLines = try told(alice, bob) { try #require(try bob.respond(to: "alice", 1) == 0) }
            #expect(eventLines.map { $0.sorted() } == [["1: bob", "4: bob"], ["1: alice", "4: alice"]])
            for session in [alice, bob] { #expect(try session.pendencies().items.isEmpty) }
            #expect(try alice.check("bob") == [3])
        }
    }

    @Test(arguments: [0, 2])
    func `R-Q22: AGREE and REJECT clear only the request that is answered`(response: Int) throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.wary("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob")
            try bob.add("alice")
            let eventLines = try told(alice, bob) { try #require(try bob.respond(to: "alice", response) == 0) }
            #expect(eventLines.map { $0.sorted() } == [response == 0 ? ["1: bob", "4: bob"] : ["4: bob"], []])
            #expect(try alice.pendencies().items.map(\.type) == [1])
            #expect(try bob.pendencies().items.map(\.type) == [2])
            #expect(try alice.respond(to: "bob", 0) == 0)
            #expect(try alice.check("bob") == [response == 0 ? 3 : 2])
        }
    }

    @Test func `R-128: who had the other already is not told that it is a friend`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob")
            try bob.setAllowType(0)
            try alice.add("bob", #""addType": 1"#)
            #expect(try alice.pendencies().items.isEmpty)
            try bob.setAllowType(1)
            try alice.add("bob")
            let eventLines = try told(alice, bob) { try #require(try bob.respond(to: "alice", 1) == 0) }
            #expect(eventLines == [["4: bob"], ["1: alice"]])
        }
    }

    @Test func `R-Q29, R-Q41: a request is gone when either blocks the other: 30614`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            for (blocker, blocked) in [(alice, "bob"), (bob, "alice")] {
                try alice.add("bob")
                try blocker.block(blocked)
                #expect(try bob.respond(to: "alice", 1) == 30614)
                try blocker.unblock(blocked)
                #expect(try bob.respond(to: "alice", 1) == 30614)
                for session in [alice, bob] { #expect(try session.pendencies().items.isEmpty) }
            }
        }
    }

    @Test func `X-11: of many answers at once one is the answer`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let devices = try (0..<6).map { try gateway.online("bob", device: "d\($0)") }
            try devices[0].setAllowType(1)
            try alice.add("bob")
            _ = try alice.settle()
            let ids = try devices.enumerated().map { index, device in
                try device.send("friend.respond", #"{"userID": "alice", "response": \#(index % 2 == 0 ? 0 : 2)}"#)
            }
            let codes = try zip(devices, ids).map {
                try UserResult(try #require(try $0.reply(to: $1).get()["result"])).code
            }
            #expect(codes.sorted() == [0] + Array(repeating: 30614, count: 5))
            let agreed = codes.firstIndex(of: 0)! % 2 == 0
            #expect(try alice.eventLines().sorted() == (agreed ? ["1: bob", "4: bob"] : ["4: bob"]))
            #expect(try alice.check("bob") == [agreed ? 1 : 0])
        }
    }
}
