import Client
import ClientProtocol
import JSON
import Testing

/// `message.history`: both ways, page by page.
struct HistoryTests {
    @Test(arguments: RequestDoor.allCases)
    func `T-Q31: history goes from the newest down, a page at a time, to its end`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for index in 1...7 { try alice.write("\(index)", to: "bob") }
            var page = try history(alice, #""limit": 3"#)
            #expect(page.seqs == [7, 6, 5] && page.cursor == 5 && !page.isFinished)
            page = try history(alice, #""limit": 3, "cursor": 5, "direction": "older""#)
            #expect(page.seqs == [4, 3, 2] && page.cursor == 2 && !page.isFinished)
            page = try history(alice, #""limit": 3, "cursor": 2"#)
            #expect(page.seqs == [1] && page.cursor == 0 && page.isFinished)
        }
    }

    @Test(arguments: RequestDoor.allCases) func `T-Q31: history goes from a place up as well`(door: RequestDoor) throws
    {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for index in 1...7 { try alice.write("\(index)", to: "bob") }
            let newer = #""direction": "newer", "limit": 3"#
            var page = try history(alice, newer)
            #expect(page.seqs == [1, 2, 3] && page.cursor == 3 && !page.isFinished)
            page = try history(alice, newer + #", "cursor": 3"#)
            #expect(page.seqs == [4, 5, 6] && page.cursor == 6 && !page.isFinished)
            page = try history(alice, newer + #", "cursor": 6"#)
            #expect(page.seqs == [7] && page.cursor == 0 && page.isFinished)
            page = try history(alice, newer + #", "cursor": 7"#)
            #expect(page.seqs == [] && page.cursor == 0 && page.isFinished)
        }
    }

    @Test(arguments: ["older", "newer"], RequestDoor.allCases)
    func `T-Q31: a last page that is just full is known to be the last`(direction: String, door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for index in 1...4 { try alice.write("\(index)", to: "bob") }
            let page = try history(alice, #""limit": 4, "direction": "\#(direction)""#)
            #expect(page.seqs.count == 4 && page.cursor == 0 && page.isFinished)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `T-Q31: a page has 20 messages unless told otherwise, and never more than 100`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for _ in 1...102 { try alice.write(to: "bob") }
            #expect(try history(alice, #""cursor": 0"#).seqs == (83...102).reversed())
            #expect(try history(alice, #""limit": 100"#).seqs == (3...102).reversed())
            for limit in ["0", "101", "-1", "1.5", #""9""#] {
                let data = #"{"conversationID": "c2c_bob", "limit": \#(limit)}"#
                let error = try alice.refusal("message.history", data)
                #expect(error.number == "nim 414" && error.keys == ["limit"])
            }
        }
    }

    @Test(arguments: RequestDoor.allCases) func `T-Q31: pages survive new messages`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for index in 1...4 { try alice.write("\(index)", to: "bob") }
            let first = try history(alice, #""limit": 2"#)
            try bob.write("5", to: "alice")
            let second = try history(alice, #""limit": 2, "cursor": \#(first.cursor)"#)
            #expect(first.seqs + second.seqs == [4, 3, 2, 1] && second.isFinished)
        }
    }

    @Test(arguments: RequestDoor.allCases) func `history is what was delivered: the same message by either way`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.write("hello", to: "bob", id: "m1", #""shouldBeCounted": false, "apnsEnabled": false"#)
            let live = try Message(try bob.event("message.new"))
            #expect(try bob.history(with: "alice") == [live])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `the history of a conversation that never was is empty, of a user that is none nim 404`(door: RequestDoor)
        throws
    {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let page = try history(alice, #""cursor": 0"#)
            #expect(page.seqs.isEmpty && page.cursor == 0 && page.isFinished)
            #expect(try alice.refusal("message.history", #"{"conversationID": "c2c_nobody"}"#).number == "nim 404")
        }
    }

    @Test(arguments: RequestDoor.allCases) func `nobody reads the history of others`(door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            let eve = try gateway.online("eve")
            try gateway.createAccounts("bob")
            try alice.write("hello", to: "bob")
            #expect(try eve.history(with: "alice").isEmpty)
            #expect(try eve.history(with: "bob").isEmpty)
        }
    }

    @Test(
        arguments: atBothDoors([
            (#""direction": "sideways""#, "direction"), (#""direction": 1"#, "direction"), (#""cursor": -1"#, "cursor"),
            (#""cursor": "3""#, "cursor"), (#""cursor": 1.5"#, "cursor"),
        ]))
    func `T-Q31: a bad place or direction is refused with nim 414`(parameter: String, key: String, door: RequestDoor)
        throws
    {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let error = try alice.refusal("message.history", #"{"conversationID": "c2c_bob", \#(parameter)}"#)
            #expect(error.number == "nim 414" && error.keys == [key])
        }
    }

    @Test(arguments: RequestDoor.allCases) func `X-59: messages are kept for 7 days, and no longer in history`(
        door: RequestDoor
    ) throws {
        try withChat(movableClock.merging(["conversations.retentionDays": "30"]) { $1 }) { gateway in
            do {
                let alice = try gateway.online("alice")
                try gateway.createAccounts("bob")
                try alice.write("first", to: "bob")
            }
            try gateway.restart(after: 6 * day)
            do {
                let alice = try gateway.online("alice")
                #expect(try alice.history(with: "bob").map(\.text) == ["first"])
                #expect(try alice.write("second", to: "bob").seq == 2)
            }
            try gateway.restart(after: 7 * day + 60)
            let alice = try gateway.online("alice")
            #expect(try alice.history(with: "bob").map(\.text) == ["second"])
            #expect(try alice.conversations().map(\.userID) == ["bob"])
            #expect(try alice.write("third", to: "bob").seq == 3)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `X-59: how long messages are kept is a setting, and conversations do not follow it`(door: RequestDoor) throws {
        let kept = ["messages.retentionDays": "2", "conversations.retentionDays": "1"]
        try withChat(movableClock.merging(kept) { $1 }) { gateway in
            do {
                let alice = try gateway.online("alice")
                try gateway.createAccounts("bob")
                try alice.write("first", to: "bob")
            }
            try gateway.restart(after: 2 * day - 60)
            do {
                let alice = try gateway.online("alice")
                #expect(try alice.conversations().isEmpty)
                #expect(try alice.history(with: "bob").map(\.text) == ["first"])
            }
            try gateway.restart(after: 2 * day + 60)
            #expect(try gateway.online("alice").history(with: "bob").isEmpty)
        }
    }

    private func history(
        _ session: ClientSession, _ parameters: String
    ) throws -> (seqs: [Int], cursor: Int, isFinished: Bool) {
        let page = try session.request("message.history", #"{"conversationID": "c2c_bob", \#(parameters)}"#).get()
        let seqs = try #require(page["messages"]?.elements).map { try Message($0).seq }
        return (seqs, try #require(page["cursor"]?.int), try #require(page["isFinished"]?.bool as Bool?))
    }
}
