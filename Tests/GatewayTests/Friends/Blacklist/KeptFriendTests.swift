import Client
import ClientProtocol
import JSON
import Testing

/// `blacklist.add` with `keepFriends`, and `blacklist.check`.
struct KeptFriendTests {
    /// The results' codes of a block that keeps friendships.
    @discardableResult
    private func block(_ session: ClientSession, _ users: String...) throws -> [Int] {
        try session.results(of: "blacklist.add", users, #""keepFriends": true"#).map(\.code)
    }

    private func isBlocked(_ session: ClientSession, _ users: String...) throws -> [String] {
        let ok = try session.request("blacklist.check", #"{"userIDs": \#(list(users))}"#).get()
        return try #require(ok["results"]?.elements).map { result in
            #expect(result.keys == ["userID", "code", "info", "blocked"])
            return "\(try #require(result["code"]?.int)) \(try #require(result["blocked"]?.bool as Bool?))"
        }
    }

    @Test(arguments: [0, 1, 2, 3])
    func `R-Q60: who is blocked and kept is a friend still, on both sides, and nobody else is told`(relation: Int)
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            if relation & 1 != 0 { try phone.add("bob", #""addType": 1, "remark": "Bobby", "group": "g""#) }
            if relation & 2 != 0 { try bob.add("alice", #""addType": 1"#) }
            let before = try phone.friends()
            let eventLines = try told(phone, tab, bob) { try #require(try block(phone, "bob") == [0]) }
            #expect(eventLines == [[], ["self 5: bob"], []])
            #expect(try phone.check("bob") == [relation] && phone.friends() == before)
            #expect(try phone.blacklist().map(\.user) == ["bob"])
            #expect(try block(phone, "bob") == [31307] && phone.block("bob") == [31307])
            #expect(try phone.unblock("bob") == [0])
            #expect(try phone.check("bob") == [relation] && phone.friends() == before)
            #expect(try phone.blacklist().isEmpty)
        }
    }

    @Test func `R-Q60, R-Q41, R-63, R-66: requests still end, and neither can ask the other`() throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.wary("alice")
            let bob = try gateway.wary("bob")
            try alice.add("bob")
            try bob.add("alice")
            let eventLines = try told(alice, bob) { try block(alice, "bob") }
            #expect(eventLines == [["4: bob"], ["4: alice"]])
            #expect(try alice.add("bob") == 30515 && bob.add("alice") == 30525)
        }
    }

    @Test func `R-Q60, R-Q42, X-25: a kept friend's messages are refused with tim 20007, the blocker's arrive`() throws
    {
        try withChat(["messages.requireFriend": "true"]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.befriend(alice, bob, "bob")
            try alice.modifyFriend("bob", #""remark": "Bobby""#)
            try bob.write(to: "alice")
            try block(alice, "bob")
            let data = #"{"conversationID": "c2c_alice", "clientMsgId": "m2", "type": 0, "body": {"text": "hi"}}"#
            #expect(try bob.refusal("message.send", data).number == "tim 20007")
            try alice.write(to: "bob")
            let shown = try alice.request("conversation.get", #"{"conversationID": "c2c_bob"}"#).get()
            #expect(shown["conversation"]?["showName"]?.string == "Bobby")
            try alice.unblock("bob")
            try bob.write(to: "alice")
        }
    }

    @Test
    func
        `R-Q60, R-Q53, X-27, X-28: a kept friend and the blocker hear nothing of each other, and it sees no more than a stranger`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.befriend(alice, bob, "bob")
            for visibility in [2, 3] {
                try alice.setVisibility(visibility)
                try #require(try bob.hosted("alice").isWhole)
                try block(alice, "bob")
                #expect(try !bob.hosted("alice").isWhole)
                if visibility == 2 { try alice.unblock("bob") }
            }
            let eventLines = try told(alice, bob) {
                try alice.modifySelf(#""nickname": "x""#)
                try bob.modifySelf(#""nickname": "y""#)
            }
            #expect(eventLines == [["profile: alice"], ["profile: bob"]])
            try alice.unblock("bob")
            #expect(try told(bob) { try alice.modifySelf(#""nickname": "z""#) } == [["profile: alice"]])
        }
    }

    @Test func `R-Q60, R-Q26: a kept friend that is deleted is blocked still, and one that leaves is too`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let carol = try gateway.online("carol")
            for (session, user) in [(bob, "bob"), (carol, "carol")] { try gateway.befriend(alice, session, user) }
            try block(alice, "bob", "carol")
            #expect(try alice.deleteFriends(["bob"]) == [0])
            #expect(try carol.deleteFriends(["alice"], type: 2) == [0])
            #expect(try alice.check("bob", "carol") == [2, 0])
            #expect(try Set(alice.blacklist().map(\.user)) == ["bob", "carol"])
            #expect(try alice.deleteFriends(["bob"]) == [31704])
            #expect(try alice.unblock("bob") == [0] && alice.check("bob") == [2])
        }
    }

    @Test func `R-Q60, R-Q06: an account that is deleted leaves both lists`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("gone")
            try alice.add("gone")
            try block(alice, "gone")
            let eventLines = try told(alice) {
                _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["gone"]}"#).get()
            }
            #expect(eventLines == [["2: gone"]])
            #expect(try alice.friends().isEmpty && alice.blacklist().isEmpty)
            #expect(try alice.add("gone") == 30003)
        }
    }

    @Test func `R-Q59: the caller sees whom it has blocked, and not who has blocked it`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol", "dave")
            try alice.add("dave")
            try alice.block("carol")
            try block(alice, "dave")
            try bob.block("alice")
            #expect(
                try isBlocked(alice, "bob", "carol", "nobody", "dave", "alice", "carol") == [
                    "0 false", "0 true", "30003 false", "0 true", "30003 false", "0 true",
                ])
            #expect(try isBlocked(bob, "alice", "carol") == ["0 true", "0 false"])
            try alice.unblock("carol")
            #expect(try isBlocked(alice, "carol") == ["0 false"])
        }
    }

    @Test func `R-Q59, R-Q60: bad parameters are refused with tim 30001, which names them`() throws {
        let many = list(Array(repeating: "bob", count: 101))
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for (operation, data, key) in [
                ("check", "{}", "userIDs"), ("check", #"{"userIDs": []}"#, "userIDs"),
                ("check", #"{"userIDs": \#(many)}"#, "userIDs"), ("check", #"{"userIDs": [1]}"#, "userIDs"),
                ("add", #"{"userIDs": ["bob"], "keepFriends": 1}"#, "keepFriends"),
            ] {
                let error = try alice.refusal("blacklist.\(operation)", data)
                #expect(error.number == "tim 30001" && error.keys == [key])
            }
        }
    }
}
