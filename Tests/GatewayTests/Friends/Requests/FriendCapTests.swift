import Client
import ClientProtocol
import JSON
import Testing

/// How many friends, requests, blocked users and groups a user may have, also when many ask at once (X-11).
struct FriendCapTests {
    /// Sends from every session at once and gathers the codes of the results; a refusal's code too.
    private func codes(_ requests: [(session: ClientSession, operation: String, data: String)]) throws -> [Int] {
        let ids = try requests.map { try $0.session.send($0.operation, $0.data) }
        return try zip(requests, ids).map { request, id in
            let reply = try request.session.reply(to: id)
            if let error = reply.error { return error.code }
            let ok = try reply.get()
            return try #require((ok["result"] ?? ok["results"]?.first).map { $0["code"]?.int } ?? 0)
        }
    }

    private func devices(_ user: String, _ gateway: GatewayProcess) throws -> [ClientSession] {
        try (0..<8).map { try gateway.online(user, device: "d\($0)") }
    }

    private let users = (0..<8).map { "u\($0)" }
    private static let small = [
        "friends.perUser": "3", "friends.requestsPerUser": "3", "friends.blockedPerUser": "3",
        "friends.groupsPerUser": "3", "shards.count": "4",
    ]

    @Test func `X-11, R-Q24, R-65: of many additions at cap−1 one gets in`() throws {
        try withChat(Self.small) { gateway in
            try gateway.createAccounts(users + ["f1", "f2"])
            let devices = try devices("alice", gateway)
            for user in ["f1", "f2"] { try devices[0].add(user) }
            let result = try codes(zip(devices, users).map { ($0, "friend.add", #"{"userID": "\#($1)"}"#) })
            #expect(result.sorted() == [0] + Array(repeating: 30010, count: 7))
            #expect(try devices[0].friends().count == 3)
        }
    }

    @Test func `X-11, R-Q24, R-68: of many who add one at cap−1 one gets in, and the others have nobody`() throws {
        try withChat(Self.small) { gateway in
            try gateway.createAccounts("f1", "f2")
            let alice = try gateway.online("alice")
            for user in ["f1", "f2"] { try alice.add(user) }
            let others = try users.map { try gateway.online($0) }
            let result = try codes(others.map { ($0, "friend.add", #"{"userID": "alice"}"#) })
            #expect(result.sorted() == [0] + Array(repeating: 30014, count: 7))
            #expect(try alice.friends().count == 3)
            for (session, code) in zip(others, result) {
                #expect(try session.friends().map(\.user) == (code == 0 ? ["alice"] : []))
            }
        }
    }

    @Test func `X-11, R-Q24, R-Q28: of many answers at cap−1 one gets in, and the other requests stay`() throws {
        try withChat(Self.small.merging(["friends.requestsPerUser": "10"]) { $1 }) { gateway in
            try gateway.createAccounts("f1", "f2")
            let devices = try devices("alice", gateway)
            try devices[0].setAllowType(1)
            for user in ["f1", "f2"] { try devices[0].add(user) }
            for user in users { try gateway.online(user).add("alice") }
            let result = try codes(
                zip(devices, users).map { ($0, "friend.respond", #"{"userID": "\#($1)", "response": 1}"#) })
            #expect(result.sorted() == [0] + Array(repeating: 30010, count: 7))
            #expect(try devices[0].friends().count == 3)
            #expect(try devices[0].pendencies().items.count == 7)
        }
    }

    @Test func `X-11, R-Q23: of many requests at cap−1 one is made, whichever side's list is full`() throws {
        try withChat(Self.small) { gateway in
            let devices = try devices("alice", gateway)
            for user in users + ["w1", "w2"] { _ = try gateway.wary(user) }
            for user in ["w1", "w2"] { try devices[0].add(user) }
            let out = try codes(zip(devices, users).map { ($0, "friend.add", #"{"userID": "\#($1)"}"#) })
            #expect(out.sorted() == Array(repeating: 30012, count: 7) + [30539])
            #expect(try devices[0].pendencies(2).items.count == 3)

            let bob = try gateway.wary("bob")
            for user in ["v1", "v2"] { try gateway.online(user).add("bob") }
            let others = try users.map { try gateway.online($0) }
            let into = try codes(others.map { ($0, "friend.add", #"{"userID": "bob"}"#) })
            #expect(into.sorted() == Array(repeating: 30012, count: 7) + [30539])
            #expect(try bob.pendencies(1).items.count == 3)
            for (session, code) in zip(others, into) {
                #expect(try session.pendencies(2).items.count == (code == 30539 ? 1 : 0))
            }
        }
    }

    @Test func `R-Q23, R-Q21: a repeat needs no room, and each direction has its own`() throws {
        try withChat(["friends.requestsPerUser": "1"]) { gateway in
            let alice = try gateway.wary("alice")
            let bob = try gateway.wary("bob")
            for _ in 1...3 { #expect(try alice.add("bob") == 30539) }
            #expect(try bob.add("alice") == 30539)
            #expect(try gateway.online("carol").add("bob") == 30012)
            try bob.deletePendencies(1, ["alice"])
            #expect(try gateway.online("carol").add("bob") == 30539)
            // Alice's copy is still hers; Bob has no room for it again.
            #expect(try alice.add("bob") == 30012)
        }
    }

    @Test func `X-11, R-Q40: of many blocks at cap−1 one is made`() throws {
        try withChat(Self.small) { gateway in
            try gateway.createAccounts(users + ["b1", "b2"])
            let devices = try devices("alice", gateway)
            #expect(try devices[0].block("b1", "b2") == [0, 0])
            let result = try codes(zip(devices, users).map { ($0, "blacklist.add", #"{"userIDs": ["\#($1)"]}"#) })
            #expect(result.sorted() == [0] + Array(repeating: 30013, count: 7))
            #expect(try devices[0].blacklist().count == 3)
        }
    }

    @Test func `R-Q40: in one call those that still have room are blocked, the others have code 30013`() throws {
        try withChat(Self.small) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts(users)
            for user in users.prefix(4) { try alice.add(user, #""addType": 1"#) }
            try alice.deleteFriends([users[3]])
            #expect(try alice.block("u0", "u1", "nobody", "u2", "u3", "u0") == [0, 0, 30003, 0, 30013, 31307])
            #expect(try alice.unblock("u1") == [0])
            #expect(try alice.block("u4", "u5") == [0, 30013])
        }
    }

    @Test func `X-11, R-Q44: of many group creations at cap−1 one is made`() throws {
        try withChat(Self.small) { gateway in
            let devices = try devices("alice", gateway)
            try devices[0].createGroups(["a", "b"])
            let result = try codes(
                devices.enumerated().map { ($1, "friendGroup.create", #"{"names": ["g\#($0)"]}"#) })
            #expect(result.sorted() == [0] + Array(repeating: 30011, count: 7))
            #expect(try devices[0].groups().count == 3)
        }
    }

    @Test func `X-11, R-Q20: of two who add each other at once both are friends, and each is told once`() throws {
        try withChat(["shards.count": "4"]) { gateway in
            let pairs = try (0..<5).map { (try gateway.online("a\($0)"), try gateway.online("b\($0)")) }
            let result = try codes(
                pairs.enumerated().flatMap { index, pair in
                    [
                        (pair.0, "friend.add", #"{"userID": "b\#(index)"}"#),
                        (pair.1, "friend.add", #"{"userID": "a\#(index)"}"#),
                    ]
                })
            #expect(result.allSatisfy { $0 == 0 })
            for (index, pair) in pairs.enumerated() {
                #expect(try pair.0.eventLines() == ["1: b\(index)"])
                #expect(try pair.1.eventLines() == ["1: a\(index)"])
            }
        }
    }

    // MARK: - As configured by default

    @Test func `R-Q24: by default a user has up to 3000 friends`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let many = (0...3000).map { "u\($0)" }
            try make(many, gateway)
            for start in stride(from: 0, to: 3000, by: 100) {
                let result = try codes(
                    many[start..<start + 100].map { (alice, "friend.add", #"{"userID": "\#($0)", "addType": 1}"#) })
                try #require(result.allSatisfy { $0 == 0 })
            }
            #expect(try alice.add("u3000") == 30010)
            #expect(try alice.friends().count == 3000)
            #expect(try alice.deleteFriends(["u7"]) == [0])
            #expect(try alice.add("u3000") == 0)
        }
    }

    @Test func `R-Q40: by default a user blocks up to 1000`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let many = (0...1000).map { "u\($0)" }
            try make(many, gateway)
            for start in stride(from: 0, to: 1000, by: 100) {
                let data = #"{"userIDs": \#(list(Array(many[start..<start + 100])))}"#
                _ = try alice.request("blacklist.add", data).get()
            }
            #expect(try alice.block("u1000", "u999") == [30013, 31307])
            #expect(try alice.blacklist().count == 1000)
            #expect(try alice.unblock("u7") == [0])
            #expect(try alice.block("u1000") == [0])
        }
    }

    @Test func `R-Q23: by default 100 requests wait, of those made and of those got`() throws {
        try withChat { gateway in
            let alice = try gateway.wary("alice")
            let many = (0...100).map { "u\($0)" }
            let others = try many.map { try gateway.wary($0) }
            let made = try codes(many.map { (alice, "friend.add", #"{"userID": "\#($0)"}"#) })
            #expect(made == Array(repeating: 30539, count: 100) + [30012])
            let got = try codes(others.map { ($0, "friend.add", #"{"userID": "alice"}"#) })
            #expect(got.sorted() == [30012] + Array(repeating: 30539, count: 100))
            #expect(try alice.pendencies(1).items.count == 100 && alice.pendencies(2).items.count == 100)
            #expect(try alice.pendencies(1).unread == 100)
        }
    }

    private func make(_ users: [String], _ gateway: GatewayProcess) throws {
        for start in stride(from: 0, to: users.count, by: 100) {
            try gateway.createAccounts(Array(users[start..<min(start + 100, users.count)]))
        }
    }
}
