import Client
import ClientProtocol
import JSON
import Testing

/// `friend.delete`
struct FriendDeleteTests {
    /// A deletion: the relation after it, and the events of both users.
    struct Deletion: ShowsRows {
        let rows: String
        let relation: Int
        let type: Int
        let code: Int
        let eventLines: [[String]]
        let left: Int

        var name: String { "type \(type), of relation \(relation)" }
    }

    @Test(arguments: [
        Deletion(rows: "R-70, R-131", relation: 3, type: 1, code: 0, eventLines: [["2: bob"], []], left: 2),
        Deletion(rows: "R-70, R-131", relation: 1, type: 1, code: 0, eventLines: [["2: bob"], []], left: 0),
        Deletion(rows: "R-73", relation: 2, type: 1, code: 31704, eventLines: [[], []], left: 2),
        Deletion(rows: "R-73", relation: 0, type: 1, code: 31704, eventLines: [[], []], left: 0),
        Deletion(rows: "R-71, R-130", relation: 3, type: 2, code: 0, eventLines: [["2: bob"], ["2: alice"]], left: 0),
        Deletion(rows: "R-71, R-131", relation: 1, type: 2, code: 0, eventLines: [["2: bob"], []], left: 0),
        Deletion(rows: "R-71, R-131", relation: 2, type: 2, code: 0, eventLines: [[], ["2: alice"]], left: 0),
        Deletion(rows: "R-73", relation: 0, type: 2, code: 31704, eventLines: [[], []], left: 0),
    ])
    func `R-69, R-124, R-132, R-Q25: a deletion is reported to each user whose list changes, and to nobody else`(
        deletion: Deletion
    ) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let eve = try gateway.online("eve")
            if deletion.relation & 1 != 0 { try alice.add("bob", #""addType": 1"#) }
            if deletion.relation & 2 != 0 { try bob.add("alice", #""addType": 1"#) }
            let eventLines = try told(alice, bob, eve) {
                try #require(try alice.deleteFriends(["bob"], type: deletion.type) == [deletion.code])
            }
            #expect(eventLines == deletion.eventLines + [[]])
            #expect(try alice.check("bob") == [deletion.left])
        }
    }

    @Test func `R-69, R-72, R-Q25, R-Q56: every id has its result, in order; one event names all that went`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let (bob, carol) = (try gateway.online("bob"), try gateway.online("carol"))
            try gateway.createAccounts("dave", "eve")
            for user in ["bob", "carol", "eve"] { try phone.add(user) }
            let users = ["carol", "nobody", "dave", "bob", "carol", "alice", "żółw"]
            let eventLines = try told(phone, tab, bob, carol) {
                let results = try phone.results(of: "friend.delete", users, #""delType": 2"#)
                #expect(results.map(\.code) == [0, 30003, 31704, 0, 31704, 30003, 30003])
            }
            #expect(eventLines == [["2: carol, bob"], ["2: carol, bob"], ["2: alice"], ["2: alice"]])
            #expect(try phone.friends().map(\.user) == ["eve"])
            let hundred = Array(repeating: "eve", count: 100)
            #expect(try phone.deleteFriends(hundred) == [0] + Array(repeating: 31704, count: 99))
        }
    }

    @Test func `R-Q26, X-24: who is added again is there without remark, groups and custom fields`() throws {
        try withChat(["friends.customFields": #"{Rank: "number"}"#]) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.add("bob", #""remark": "r", "group": "g", "addWording": "w", "addSource": "AddSource_Type_a""#)
            try alice.modifyFriend("bob", #""Tag_SNS_Custom_Rank": 1"#)
            for end in [{ try alice.deleteFriends(["bob"]) }, { try alice.block("bob") }] {
                _ = try end()
                #expect(try alice.groups() == [FriendGroup("g")])
                try alice.unblock("bob")
                try alice.add("bob")
                let friend = try #require(try alice.friend("bob"))
                #expect(friend.remark == "" && friend.groups == [] && friend.custom == [:])
                try alice.modifyFriend("bob", #""remark": "r", "groups": ["g"], "Tag_SNS_Custom_Rank": 1"#)
            }
        }
    }

    @Test func `R-Q26: a new friendship has its own words`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.add("bob", #""addWording": "w", "addSource": "AddSource_Type_a""#)
            try alice.deleteFriends(["bob"], type: 2)
            try alice.add("bob")
            let friend = try #require(try alice.friend("bob"))
            #expect(friend.wording == "" && friend.source == "")
        }
    }

    @Test(arguments: ["delete", "block"])
    func `X-24, C-10, X-26: the conversation stays with all it has; only its name falls back`(how: String) throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.add("bob", #""remark": "my Bob""#)
            for text in ["one", "two"] { try bob.write(text, to: "alice") }
            try alice.pin("bob")
            try alice.setReceiveOption(2, for: "bob")
            var expected = try #require(try alice.conversation(with: "bob"))
            #expect(expected.showName == "my Bob" && expected.unread == 2)
            let eventLines = try told(alice, bob) {
                if how == "delete" { try alice.deleteFriends(["bob"], type: 2) } else { try alice.block("bob") }
            }
            #expect(eventLines == [["2: bob", "conversations: bob"], ["2: alice"]])
            expected.showName = "bob"
            #expect(try alice.conversation(with: "bob") == expected)
            #expect(try alice.history(with: "bob").map(\.text) == ["two", "one"])
            #expect(try bob.history(with: "alice").count == 2)
            #expect(try alice.markRead("bob") == 0)
        }
    }
}
