import Client
import ClientProtocol
import JSON
import Testing

/// System notifications as TIM has them: durable, in order, and no messages.
struct RelationStreamTests {
    /// Everything of types 1 to 4 happens to Bob. What he is told of live, and the place where it began.
    private func happen(_ gateway: GatewayProcess) throws -> [ServerEvent] {
        let bob = try gateway.online("bob")
        let alice = try gateway.wary("alice")
        let carol = try gateway.online("carol")
        try bob.add("alice", #""addWording": "żółw \"quoted\"", "addSource": "AddSource_Type_a""#)
        try alice.respond(to: "bob", 1)
        try carol.add("bob")
        try bob.setAllowType(1)
        try carol.deleteFriends(["bob"], type: 2)
        try carol.add("bob", #""addWording": "please""#)
        try bob.deleteFriends(["alice"])
        try alice.block("bob")
        let events = try bob.settle()
        #expect(
            try events.eventLines == [
                "3: alice", "1: alice", "4: alice", "1: carol", "profile: bob", "2: carol", "3: from carol", "2: alice",
            ])
        #expect(events.compactMap(\.seq) == Array(1...8))
        return events
    }

    private static let rules: [Rule<[JSONValue]>] = [
        Rule("R-122", "users have an id, and those of a request its words and source") { told in
            #expect(told.map { users(of: $0).map(\.keys.count) } == [[4], [1], [2], [1], [1], [4], [1]])
            let request = try #require(users(of: told[0]).first)
            #expect(request["userID"]?.string == "alice" && request["addWording"]?.string == #"żółw "quoted""#)
            #expect(request["addSource"]?.string == "AddSource_Type_a")
        },
        Rule("R-123", "1 is a friend added") { #expect(users($0, of: 1) == ["alice", "carol"]) },
        Rule("R-124", "2 is a friend deleted") { #expect(users($0, of: 2) == ["carol", "alice"]) },
        Rule("R-125", "3 is a request, made or got") { #expect(users($0, of: 3) == ["alice", "carol"]) },
        Rule("R-126", "4 is a request that is gone") { #expect(users($0, of: 4) == ["alice"]) },
    ]

    @Test(arguments: rules)
    func `R-08, R-121: the fields of an event are the same live and replayed`(rule: Rule<[JSONValue]>) throws {
        try withChat { gateway in
            try rule.check(try happen(gateway).filter { $0.name == "friend.changed" }.map(\.data))
            let (_, opened) = try gateway.back("bob", device: "tab", resume: #"{"user": 0}"#)
            let events = try #require(opened["resume"]?["user"]?["events"]?.elements)
            let replayed = try events.filter { $0["event"]?.string == "friend.changed" }.map {
                try #require($0["data"])
            }
            try rule.check(replayed)
        }
    }

    private static func users(of data: JSONValue) -> [JSONValue] { data["users"]?.elements.map { Array($0) } ?? [] }

    /// The users of all events of that type, in order.
    private static func users(_ told: [JSONValue], of type: Int) -> [String?] {
        told.filter { $0["type"]?.int == type }.flatMap { users(of: $0).map { $0["userID"]?.string } }
    }

    @Test func `R-08, R-121, R-Q50, X-07: all events are replayed in order, also after a restart`() throws {
        try withChat { gateway in
            let live = try happen(gateway)
            for start in [0, 0, 3, 8] {
                let (_, opened) = try gateway.back("bob", device: "tab", resume: #"{"user": \#(start)}"#)
                let user = try #require(opened["resume"]?["user"])
                #expect(user["verdict"]?.string == "recovered" && user["seq"]?.int == 8)
                let replayed = Array(try #require(user["events"]?.elements))
                let missed = live.dropFirst(start)
                #expect(replayed.map { $0["seq"]?.uint64 } == missed.map(\.seq))
                #expect(replayed.map { $0["event"]?.string } == missed.map(\.name))
                #expect(try replayed.map { try said($0["data"]) } == missed.map { try said($0.data) })
                if start == 0 { try gateway.restart() }
            }
        }
    }

    /// Without the version of the lists, which an event that is told again has not.
    private func said(_ data: JSONValue?) throws -> [String: String] {
        try texts(of: #require(data)).filter { !["version", "pendencySeq"].contains($0.key) }
    }

    @Test func `R-Q50: a device asks for them page by page as well`() throws {
        try withChat { gateway in
            let live = try happen(gateway)
            let bob = try gateway.online("bob", device: "tab")
            let page = try bob.request("stream.events", #"{"after": 2, "limit": 4}"#).get()
            let events = Array(try #require(page["events"]?.elements))
            #expect(try events.map { try said($0["data"]) } == live[2..<6].map { try said($0.data) })
            #expect(page["isFinished"]?.bool == false)
        }
    }

    @Test func `R-Q50, X-54, R-121: nothing of it is in conversations, in unread or in history`() throws {
        try withChat { gateway in
            _ = try happen(gateway)
            let (bob, opened) = try gateway.back("bob", device: "tab", resume: #"{"user": 0, "conversations": {}}"#)
            #expect(opened["resume"]?["conversations"]?.count == 0)
            #expect(try bob.settle().totals == [0])
            #expect(try bob.conversations().isEmpty)
            #expect(try bob.totalUnread() == 0)
            for user in ["alice", "carol"] { #expect(try bob.history(with: user).isEmpty) }
        }
    }

    @Test func `X-54: an existing conversation is not touched by requests, additions and ends`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.wary("bob")
            try bob.write(to: "alice")
            let before = try (alice.conversations(), bob.conversations())
            try alice.add("bob")
            try bob.respond(to: "alice", 1)
            try alice.deleteFriends(["bob"], type: 2)
            #expect(try alice.conversations() == before.0)
            #expect(try bob.conversations() == before.1)
            #expect(try alice.totalUnread() == 1)
        }
    }

    @Test func `R-Q50, R-Q48, R-Q49, X-06: copies for own devices are not replayed, the versions tell of them`() throws
    {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            try gateway.createAccounts("bob", "eve")
            let bob = try gateway.wary("bob")
            try bob.add("alice", #""addType": 1"#)
            try phone.add("bob")
            let (_, first) = try gateway.back("alice", device: "tab")
            var known = try #require(first["relations"])
            #expect(known.keys == ["version", "pendencySeq", "pendencyUnread"])
            var position = try #require(first["stream"]?["seq"]?.int)
            func moves(_ change: () throws -> Void) throws -> [Int] {
                try change()
                let (_, opened) = try gateway.back("alice", device: "tab", resume: #"{"user": \#(position)}"#)
                #expect(opened["resume"]?["user"]?["events"]?.count == 0)
                let now = try #require(opened["relations"])
                defer { known = now }
                position = try #require(opened["stream"]?["seq"]?.int)
                return try ["version", "pendencySeq", "pendencyUnread"].map {
                    try #require(now.member($0)?.int) - (try #require(known.member($0)?.int))
                }
            }
            let changes: [() throws -> Void] = [
                { try phone.modifyFriend("bob", #""remark": "r""#) }, { try phone.block("eve") },
                { try phone.unblock("eve") }, { try phone.createGroups(["a"]) }, { try phone.addToGroup("a", "bob") },
                { try phone.renameGroup("a", to: "b") }, { try phone.deleteGroups("b") },
            ]
            for change in changes {
                let moved = try moves(change)
                #expect(moved[0] > 0 && moved[1...] == [0, 0])
            }
            let unmoved = try moves {}
            #expect(unmoved == [0, 0, 0])
        }
    }

    @Test func `R-97, R-99, R-Q34: the reply to session.open tells the requests' version and how many are unread`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.wary("alice")
            for user in ["bob", "carol"] { try gateway.online(user).add("alice") }
            func requests() throws -> [Int?] {
                let relations = try gateway.back("alice", device: "tab").opened["relations"]
                return ["pendencySeq", "pendencyUnread"].map { relations?.member($0)?.int }
            }
            #expect(try requests() == [alice.pendencies().seq, 2])
            try alice.reportPendencies(upTo: alice.pendencies().items[0].time)
            #expect(try requests() == [alice.pendencies().seq, 0])
            try gateway.restart()
            let again = try gateway.online("alice")
            #expect(try requests() == [again.pendencies().seq, 0])
        }
    }

    @Test func `R-97, R-Q34, R-Q50: each event tells the version that the list has by it, and each list tells its own`()
        throws
    {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.wary("bob")
            try gateway.createAccounts("carol")
            let changes: [() throws -> Void] = [
                { try phone.add("carol") }, { try phone.modifyFriend("carol", #""remark": "r""#) },
                { try phone.createGroups(["g"], with: ["carol"]) }, { try phone.add("bob") },
                { try phone.deletePendencies(2, ["bob"]) }, { try phone.deleteFriends(["carol"]) },
                { try phone.block("carol") }, { try phone.unblock("carol") }, { try bob.add("alice") },
            ]
            for change in changes {
                _ = try tab.settle()
                try change()
                let events = try tab.settle()
                let now = try #require(try gateway.back("alice", device: "other").opened["relations"])
                #expect(!events.isEmpty)
                for event in events {
                    let told = (event.data["version"] ?? event.data["pendencySeq"])?.int
                    #expect(told == (event.data["version"] == nil ? now["pendencySeq"] : now["version"])?.int)
                }
                for operation in ["friend.list", "friendGroup.list", "blacklist.list"] {
                    #expect(try tab.request(operation).get()["version"]?.int == now["version"]?.int)
                }
                #expect(try tab.pendencies().seq == now["pendencySeq"]?.int)
            }
        }
    }

    @Test func `R-133, R-134, X-12: all devices of both are told live, on whatever shards they are`() throws {
        try withChat(["shards.count": "4"], door: .webSocket) { gateway in
            let alice = try (0..<6).map { try gateway.online("alice", device: "d\($0)") }
            let bob = try (0..<6).map { try gateway.online("bob", device: "d\($0)") }
            try bob[0].setAllowType(1)
            _ = try (alice + bob).map { try $0.settle() }
            try alice[5].add("bob")
            try bob[3].respond(to: "alice", 1)
            for (index, session) in alice.enumerated() {
                #expect(try session.eventLines() == ["3: bob", "1: bob", "4: bob"], "\(index)")
            }
            for (index, session) in bob.enumerated() {
                #expect(
                    try session.eventLines() == ["3: from alice", "1: alice"]
                        + (index == 3 ? [] : ["self 4: from alice"]))
            }
        }
    }
}
