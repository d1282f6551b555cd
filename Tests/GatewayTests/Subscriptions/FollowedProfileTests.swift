import Client
import ClientProtocol
import JSON
import Testing

/// `subscription.eventChanged` of types 2 and 4: a user's profile, and who may see it.
struct FollowedProfileTests {
    /// How a name is changed: by RongCloud's way, by TIM's and by an administrator.
    private static let ways: [@Sendable (GatewayProcess, ClientSession, String) throws -> Void] = [
        { try $1.update(#""name": "\#($2)", "portraitUri": "p\#($2)""#) },
        { try $1.modifySelf(#""nickname": "\#($2)", "faceUrl": "p\#($2)""#) },
        { gateway, _, name in
            let data = #"{"userID": "bob", "nickname": "\#(name)", "faceUrl": "p\#(name)"}"#
            _ = try gateway.admin().request("admin.account.update", data).get()
        },
    ]

    /// Bob gets a new name. `body` gets the events of his two devices and of nine other users: those of subscriptions, and
    /// the rest.
    private func rename(by way: Int, _ body: (_ subscribed: [[String]], _ eventLines: [[String]]) -> Void) throws {
        try withFollowing { gateway in
            let herald = try Herald(gateway)
            let bob = try gateway.online("bob")
            let tab = try gateway.online("bob", device: "tab")
            // A friend; one who has bob alone; one whom bob has alone; one who follows; one who does both; one who has
            // given bob a remark; one with whom there is a conversation; one who follows the presence; a stranger.
            let users = ["friend", "holder", "known", "fan", "both", "remark", "writer", "watcher", "stranger"]
            let sessions = try users.map { try gateway.online($0) }
            for user in ["friend", "holder", "known", "both", "remark"] { try bob.add(user) }
            try bob.deleteFriends(["holder"])
            try sessions[2].deleteFriends(["bob"])
            try sessions[5].modifyFriend("bob", #""remark": "R""#)
            for index in [3, 4] { try sessions[index].follow(["bob"], 2) }
            try sessions[7].follow(["bob"])
            for index in [0, 5, 6] { try sessions[index].write(to: "bob") }
            let all = [bob, tab] + sessions
            _ = try herald.lines(all)
            _ = try all.map { try $0.settleAll() }
            try Self.ways[way](gateway, bob, "B")
            let subscribed = try herald.lines(all)
            let eventLines = try all.map { try $0.eventLines() }
            body(subscribed, eventLines)
        }
    }

    @Test(arguments: [0, 1, 2])
    func `S-37, S-39, S-42, S-Q18: a new name, set by either API, is reported to subscribers and to mutual friends`(
        way: Int
    ) throws {
        try rename(by: way) { subscribed, _ in
            let expected: [[String]] = [
                [], [], ["4 bob: B"], [], [], ["2 bob: B"], ["2 bob: B", "4 bob: B"], ["4 bob: B"], [], [], [],
            ]
            #expect(subscribed == expected)
        }
    }

    @Test(arguments: [0, 1, 2])
    func `X-16, X-19: a new name, set by either API, is reported to friends and shows in conversations`(
        way: Int
    ) throws {
        try rename(by: way) { _, eventLines in
            let profile = "profile: bob"
            let conversations = "conversations: bob"
            #expect(
                eventLines == [
                    [profile], [profile], [profile, conversations], [profile], [], [], [profile],
                    // C-Q08: the avatar has changed, though the remark hides the name.
                    [profile, conversations], [conversations], [], [],
                ])
        }
    }

    @Test func `X-16: a remark hides the name, and then nothing has changed in the conversation`() throws {
        try withFollowing { gateway in
            let herald = try Herald(gateway)
            let (bob, friend) = (try gateway.online("bob"), try gateway.online("friend"))
            try bob.add("friend")
            try friend.modifyFriend("bob", #""remark": "R""#)
            try friend.write(to: "bob")
            _ = try herald.lines(friend)
            _ = try friend.settleAll()
            try bob.update(#""name": "B""#)
            #expect(try herald.lines(friend) == [["4 bob: B"]])
            #expect(try friend.eventLines() == ["profile: bob"])
        }
    }

    @Test func `S-Q24, S-Q37, S-37: nothing is told at the beginning, nor of what changes nothing`() throws {
        try withFollowing(["hosting.visibility": #""everyone""#, "hosting.extensions": #"["ext_a"]"#]) { gateway in
            let herald = try Herald(gateway)
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try bob.update(#""name": "B", "email": "b", "userExtProfile": {"ext_a": "x"}, "role": 1"#)
            try alice.follow(["bob"], 2)
            #expect(try herald.lines(alice) == [[]])
            for same in [
                #""name": "B", "email": "b", "role": 1"#, #""userExtProfile": {}"#, #""level": 0"#,
                #""userExtProfile": {"ext_a": "x"}, "birthday": """#,
            ] {
                try bob.update(same)
                #expect(try herald.lines(alice) == [[]], "\(same)")
            }
            try bob.modifySelf(#""nickname": "B", "level": 9"#)
            #expect(try herald.lines(alice) == [[]])
            try bob.update(#""userExtProfile": {"ext_a": ""}"#)
            #expect(try alice.changes().map(\.profile) == alice.followed(["bob"], 2).map(\.profile))
        }
    }

    @Test
    func
        `S-37, S-39, S-Q10, S-Q27: a change is told to those who may see it, and another visibility to all, as they see it then`()
        throws
    {
        try withFollowing { gateway in
            let herald = try Herald(gateway)
            let bob = try gateway.online("bob")
            let fan = try gateway.online("fan")
            // Bob's friend, who follows as well; and one whom bob has alone.
            let friend = try gateway.online("friend")
            let known = try gateway.online("known")
            for user in ["friend", "known"] { try bob.add(user) }
            try known.deleteFriends(["bob"])
            for session in [fan, friend, known] { try session.follow(["bob"], 2) }
            let part = ["2 bob: "]
            let whole = ["2 bob:  …"]
            _ = try herald.lines(fan, friend, known)
            func expect(
                _ expected: [String]..., sourceLocation: SourceLocation = #_sourceLocation, of body: () throws -> Void
            ) throws {
                try body()
                let lines = try herald.lines(fan, friend, known)
                #expect(lines == expected, sourceLocation: sourceLocation)
            }
            // Invisible, as the application has it.
            try expect([], [], []) { try bob.update(#""email": "1""#) }
            // Another value is told, even if its effect is the same.
            try expect(part, part + ["4 bob: "], part) { try bob.setVisibility(1) }
            try expect([], [], []) { try bob.setVisibility(1) }
            try expect([], [], []) { try bob.update(#""email": "2""#) }
            try expect(part, whole + ["4 bob:  …"], whole) { try bob.setVisibility(3) }
            try expect([], whole + ["4 bob:  …"], whole) { try bob.update(#""email": "3""#) }
            try expect(whole, whole + ["4 bob:  …"], whole) { try bob.setVisibility(2) }
            try expect(whole, whole + ["4 bob:  …"], whole) { try bob.update(#""email": "4""#) }
            try expect([], [], []) { try bob.setVisibility(2) }
            try expect(part, part + ["4 bob: "], part) { try bob.setVisibility(0) }
            // S-Q36.
            let admin = try gateway.admin()
            try expect([], [], []) { try admin.setStandardVisibility(2) }
            #expect(try fan.followed(["bob"], 2).map(\.line) == whole)
            try expect(whole, whole + ["4 bob:  …"], whole) { try bob.update(#""email": "5""#) }
            try expect([], [], []) { try admin.setStandardVisibility(3) }
            try expect(["2 bob: B"], ["2 bob: B …", "4 bob: B …"], ["2 bob: B …"]) { try bob.update(#""name": "B""#) }
        }
    }

    @Test func `S-10, S-37, S-Q27: a new unique id is told to those who may see it`() throws {
        try withFollowing { gateway in
            let herald = try Herald(gateway)
            let (alice, bob, admin) = (try gateway.online("alice"), try gateway.online("bob"), try gateway.admin())
            try alice.follow(["bob"], 2)
            _ = try herald.lines(alice)
            #expect(try admin.setUniqueID("a", of: "bob") == "ok")
            #expect(try herald.lines(alice) == [[]])
            try bob.setVisibility(2)
            #expect(try herald.lines(alice) == [["2 bob:  …"]])
            #expect(try admin.setUniqueID("b", of: "bob") == "ok" && admin.setUniqueID("b", of: "bob") == "ok")
            #expect(try alice.changes().map { $0.profile?.uniqueID } == ["b"])
            #expect(try herald.lines(alice) == [[]])
        }
    }

    @Test func `S-03, S-Q25, S-37: one follows, asks and listens, and the event has what the query has`() throws {
        try withFollowing(["hosting.visibility": #""everyone""#]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try alice.follow(["bob"], 2, expiry: 99)
            try bob.update(#""name": "B", "email": "b", "role": 3"#)
            let told = try alice.changes()
            #expect(told.map(\.line) == ["2 bob: B …"] && told.first?.expiry == 99)
            #expect(try alice.followed(["bob"], 2) == told)
            try bob.setVisibility(1)
            #expect(try alice.changes() == alice.followed(["bob"], 2))
        }
    }

    @Test
    func `S-Q28, S-42: what happens within a moment is told together, of each as it is in the end, within a second`()
        throws
    {
        try withFollowing(["subscriptions.batchMilliseconds": "300"]) { gateway in
            let users = ["b", "c", "d"]
            let alice = try gateway.online("alice")
            let others = try users.map { try gateway.online($0) }
            try alice.follow(users, 2)
            let requests = try (1...20).flatMap { number in
                try others.map { ($0, try $0.send("userProfile.update", #"{"name": "\#(number)"}"#)) }
            }
            for (session, request) in requests { _ = try session.reply(to: request).get() }
            let done = ContinuousClock.now
            var all: [[String]] = []
            while Set(all.flatMap { $0 }).isSuperset(of: users.map { "2 \($0): 20" }) == false {
                all.append(try alice.changes().map(\.line))
            }
            #expect(done.duration(to: .now) < .seconds(1))
            #expect(all.count < 20)
            for message in all { #expect(Set(message.map { $0.prefix(3) }).count == message.count) }
            for user in users {
                let numbers = all.flatMap { $0 }.filter { $0.hasPrefix("2 \(user)") }.compactMap {
                    Int($0.dropFirst(5))
                }
                #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
            }
        }
    }
}
