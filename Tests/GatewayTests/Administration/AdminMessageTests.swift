import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// `admin.message.send` and `admin.message.history`: a backend writes, and reads what was written.
struct AdminMessageTests {
    private let withSystem = ["accounts.systemSender": #""system""#]

    /// Parameters of `admin.message.send`; `to` are those that say to whom, as JSON members.
    private func text(
        _ to: String, _ text: String = "hello", from sender: String? = nil, id: String = uniqueID(), _ more: String = ""
    ) -> String {
        let from = sender.map { #""from": "\#($0)", "# } ?? ""
        return #"{\#(from)\#(to), "clientMsgId": "\#(id)", "type": 0, "body": {"text": "\#(text)"}"#
            + (more.isEmpty ? "}" : ", \(more)}")
    }

    private func to(_ conversation: String) -> String { #""conversationID": "\#(conversation)""# }

    private func toUsers(_ users: [String]) -> String { #""userIDs": \#(list(users))"# }

    // MARK: - To one

    @Test(arguments: RequestDoor.allCases) func `X-66: an administrator sends as a user, whose devices know of it`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let admin = try gateway.admin()
            let sent = try Sent(try admin.request("admin.message.send", text(to("c2c_bob"), from: "alice")).get())
            #expect(sent.conversation == "c2c_bob" && sent.seq == 1)
            for session in [alice, bob] {
                let message = try Message(session.event("message.new"))
                #expect(message.msgID == sent.msgID && message.from == "alice")
            }
            #expect(try bob.totalUnread() == 1)
            #expect(try alice.conversation(with: "bob")?.unread == 0)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `X-66: the system sender is in the receiver's list, and is not found, written to or owned`(door: RequestDoor)
        throws
    {
        try withChat(withSystem, door: door) { gateway in
            let bob = try gateway.online("bob")
            let admin = try gateway.admin()
            for number in 1...2 {
                let sent = try Sent(try admin.request("admin.message.send", text(to("c2c_bob"), "n\(number)")).get())
                #expect(sent.seq == number)
            }
            #expect(try bob.settle().messages.map(\.from) == ["system", "system"])
            #expect(try bob.conversations().map(\.id) == ["c2c_system"])
            #expect(try bob.conversation(with: "system")?.unread == 2)
            #expect(try bob.history(with: "system").map(\.seq) == [2, 1])
            #expect(try bob.markRead("system") == 0)
            #expect(try bob.refusal("message.send", message(to: "system")).number == "nim 404")
            #expect((try? bob.profiles("system")) == nil)
            #expect(try bob.result(of: "friend.add", "system").code == 30003)
            #expect(try gateway.guest().open(token: gateway.token("system")).code == "gw 1002 forbidden")
            let made = try admin.request("admin.account.create", #"{"accounts": [{"userID": "system"}]}"#).get()
            #expect(made["results"]?.first?["code"]?.int == 7003)
            let listed = try admin.request("admin.account.list").get()["accounts"]?.elements
            #expect(listed?.map { $0["userID"]?.string } == ["bob"])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `X-66: blacklists, friendship and quotas do not hold for administrators`(door: RequestDoor) throws {
        let strict = ["messages.requireFriend": "true", "messages.bytesPerUserPerDay": "1"]
        try withChat(strict, door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            _ = try bob.block("alice")
            #expect(try alice.refusal("message.send", message(to: "bob")).system == "tim")
            let admin = try gateway.admin()
            _ = try admin.request("admin.message.send", text(to("c2c_bob"), from: "alice")).get()
            #expect(try bob.settle().messages.map(\.from) == ["alice"])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `X-66: to a group a member or the system sends, and no mute holds`(door: RequestDoor) throws {
        try withChat(withSystem, door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try gateway.createAccounts("carl")
            let id = try alice.createGroup("g", with: ["bob"])
            let admin = try gateway.admin()
            _ = try admin.request("admin.group.muteAll", #"{"groupID": "\#(id)", "mute": 3}"#).get()
            for session in [alice, bob] { _ = try session.settle() }
            #expect(try bob.refusal("message.send", message(in: id)).number == "em 507")
            for sender in ["bob", nil] {
                _ = try admin.request("admin.message.send", text(to("group_\(id)"), from: sender)).get()
            }
            #expect(try alice.settle().messages.map(\.from) == ["bob", "system"])
            #expect(try bob.settleRounds().messages.map(\.from).contains("system"))
            #expect(try bob.conversation(.group(id))?.unread == 1)
            let stranger = try admin.refusal("admin.message.send", text(to("group_\(id)"), from: "carl"))
            #expect(stranger.number == "em 602")
        }
    }

    @Test(arguments: RequestDoor.allCases) func `X-66: a repeat has the same reply, and sends nothing again`(
        door: RequestDoor
    ) throws {
        try withChat(withSystem, door: door) { gateway in
            let bob = try gateway.online("bob")
            let admin = try gateway.admin()
            let first = try Sent(try admin.request("admin.message.send", text(to("c2c_bob"), id: "m")).get())
            #expect(try Sent(try admin.request("admin.message.send", text(to("c2c_bob"), id: "m")).get()) == first)
            let other = try admin.refusal("admin.message.send", text(to("c2c_bob"), "other", id: "m"))
            #expect(other.number == "gw 1006")
            #expect(try bob.settle().messages.count == 1)
        }
    }

    /// Parameters, and what they are refused with.
    static let wrong: [(from: String?, to: String, number: String, key: String)] = [
        ("nobody", #""conversationID": "c2c_bob""#, "tim 40003", "from"),
        ("alice", #""conversationID": "c2c_nobody""#, "nim 404", "conversationID"),
        ("alice", #""conversationID": "group_9""#, "em 605", "conversationID"),
        ("alice", #""conversationID": "group_""#, "em 600", "conversationID"),
        ("alice", #""conversationID": "bob""#, "nim 414", "conversationID"),
        ("alice", #""userIDs": []"#, "nim 414", "userIDs"),
        ("alice", #""userIDs": [1]"#, "nim 414", "userIDs"),
        ("alice", #""userIDs": ["bob"], "conversationID": "c2c_bob""#, "nim 414", "conversationID"),
        ("alice", #""x": 1"#, "nim 414", "conversationID"),
        (nil, #""conversationID": "c2c_bob""#, "nim 414", "from"),
    ]

    @Test(arguments: wrong.indices, RequestDoor.allCases) func `X-66: what cannot be sent is refused, and named`(
        index: Int, door: RequestDoor
    ) throws {
        let (from, to, number, key) = Self.wrong[index]
        try withChat(door: door) { gateway in
            try gateway.createAccounts("alice", "bob")
            let error = try gateway.admin().refusal("admin.message.send", text(to, from: from))
            #expect(error.number == number && error.keys.first == key, "\(error)")
        }
    }

    // MARK: - To many

    private func codes(_ reply: Reply) throws -> [Int] {
        try #require(try reply.get()["results"]?.elements).map { $0["code"]?.int ?? -1 }
    }

    @Test(arguments: RequestDoor.allCases)
    func `X-66: to many users each gets the message for itself, and a repeat sends what is missing`(door: RequestDoor)
        throws
    {
        try withChat(withSystem, door: door) { gateway in
            let users = (1...150).map { "u\($0)" }
            try gateway.createAccounts(Array(users.prefix(100)))
            try gateway.createAccounts(Array(users[100..<149]))
            let first = try gateway.online("u1")
            let admin = try gateway.admin()
            let data = text(toUsers(users), id: "m")
            var expected = Array(repeating: 0, count: 149) + [404]
            let sent = try admin.request("admin.message.send", data).get()
            let results = try #require(sent["results"]?.elements).map { $0 }
            #expect(results.map { $0["code"]?.int } == expected && results.map { $0["userID"]?.string } == users)
            let message = try Message(first.event("message.new"))
            #expect(message.from == "system" && message.conversation == "c2c_system" && message.seq == 1)
            #expect(message.msgID == results[0]["msgId"]?.string && message.clientMsgID.utf8.count == 32)
            #expect(Set(results.compactMap { $0["msgId"]?.string }).count == 149)
            try gateway.createAccounts("u150")
            expected[149] = 0
            #expect(try codes(admin.request("admin.message.send", data)) == expected)
            let last = try gateway.online("u150")
            #expect(try last.history(with: "system").count == 1)
            #expect(try first.settle().messages.isEmpty)
            let other = try admin.request("admin.message.send", text(toUsers(["u1", "u2"]), "other", id: "m"))
            #expect(try codes(other) == [1006, 1006])
        }
    }

    private static func unnamed(_ to: String, _ text: String = "hello") -> String {
        #"{\#(to), "type": 0, "body": {"text": "\#(text)"}}"#
    }

    @Test(arguments: RequestDoor.allCases)
    func `X-66: a key does for an id, and a repeat with it sends what is missing`(door: RequestDoor) throws {
        try withChat(withSystem, door: door) { gateway in
            let users = (1...130).map { "u\($0)" }
            try gateway.createAccounts(Array(users.prefix(100)))
            try gateway.createAccounts(Array(users[100..<129]))
            let first = try gateway.online("u1")
            let admin = try gateway.admin()
            let data = Self.unnamed(toUsers(users))
            let api = try gateway.api([.adminKey(gateway.keys.adminKey)])
            func send(_ data: String, _ key: String) throws -> Reply {
                try door == .http
                    ? api.exchange("admin.message.send", data, headers: [.idempotencyKey(key)]).reply
                    : admin.request("admin.message.send", data, key: key)
            }
            func ids(_ reply: Reply) throws -> [String?] {
                try #require(try reply.get()["results"]?.elements).map { $0["msgId"]?.string }
            }
            let sent = try ids(send(data, "k"))
            #expect(sent.count == 130 && Set(sent).count == 130 && sent[129] == nil)
            try gateway.createAccounts("u130")
            let again = try ids(send(data, "k"))
            #expect(again.prefix(129) == sent.prefix(129) && again[129] != nil)
            #expect(try first.settle().messages.count == 1)
            #expect(try send(Self.unnamed(toUsers(users), "other"), "k").code == "gw 1006 conflict")
            #expect(try Set(ids(send(data, "k2"))).isDisjoint(with: again))
            // A request that was refused has not taken its key.
            let refused = #"{"from": "nobody", "userIDs": ["u1"], "type": 0, "body": {"text": "hello"}}"#
            #expect(try send(refused, "k4").code == "tim 40003 noAccount")
            #expect(try ids(send(Self.unnamed(toUsers(["u1"])), "k4")).count == 1)
            let one = Self.unnamed(to("c2c_u1"))
            #expect(try Sent(send(one, "k3").get()) == Sent(send(one, "k3").get()))
            #expect(try admin.refusal("admin.message.send", one).keys == ["clientMsgId"])
        }
    }

    @Test func `X-66: a request to 10,000 users fits, and others are served meanwhile`() throws {
        try withChat(withSystem) { gateway in
            let users = (1...10_000).map { "user-with-a-longer-name-\($0)" }
            try gateway.createAccounts("alice", users[9_999])
            let alice = try gateway.online("alice")
            let last = try gateway.online(users[9_999])
            let api = try gateway.api([.adminKey(gateway.keys.adminKey)])
            let began = ContinuousClock.now
            let data = text(toUsers(users))
            #expect(data.utf8.count > 300_000)
            let codes = try codes(api.request("admin.message.send", data))
            #expect(codes.count == 10_000 && codes.filter { $0 == 0 }.count == 1 && codes.last == 0)
            #expect(began.duration(to: .now) < .seconds(10))
            _ = try last.event("message.new")
            #expect(try alice.totalUnread() == 0)
            let many = try api.exchange("admin.message.send", text(toUsers((1...10_001).map { "u\($0)" })))
            #expect(many.reply.error?.keys == ["userIDs"])
        }
    }

    @Test(.alone("On a cluster the pieces are one record."))
    func `X-66: what others ask goes between the pieces of a send to many`() throws {
        try withChat(withSystem) { gateway in
            let users = (1...1_500).map { "u\($0)" }
            for start in stride(from: 0, to: users.count, by: 100) {
                try gateway.createAccounts(Array(users[start..<start + 100]))
            }
            let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
            let data = text(toUsers(users))
            try admin.connection.send(#"{"id": 99, "op": "admin.message.send", "data": \#(data)}"#)
            let between = try (1...5).map { try UInt64(alice.write("n\($0)", to: "u1").msgID) }.compactMap(\.self)
            let results = try #require(try admin.reply(to: 99).get()["results"]?.elements)
            let sent = results.compactMap { $0["msgId"]?.string.flatMap { UInt64($0) } }
            // The ids are those of the one order in which everything was done.
            let range = try #require(sent.min())...(try #require(sent.max()))
            #expect(sent.count == users.count && between.contains(where: range.contains))
        }
    }

    @Test func `X-66: admin.message.send takes 2 MiB, whatever http.bodyBytes is, and no more`() throws {
        try withChat(withSystem.merging(["http.bodyBytes": "1000"]) { $1 }) { gateway in
            try gateway.createAccounts("bob")
            let api = try gateway.api([.adminKey(gateway.keys.adminKey)])
            func send(_ bytes: Int) throws -> UInt16 {
                let pad = String(repeating: " ", count: bytes - text(to("c2c_bob")).utf8.count)
                return try api.exchange("admin.message.send", text(to("c2c_bob")) + pad).response.status
            }
            #expect(try send(2 << 20) == 200)
            let response = try gateway.http().request(
                .post, "/v1/api/admin.message.send", headers: [.adminKey(gateway.keys.adminKey)],
                body: Array(repeating: 32, count: (2 << 20) + 1))
            #expect(response.status == 413)
            let other = try gateway.http().request(
                .post, "/v1/api/admin.ping", headers: [.adminKey(gateway.keys.adminKey)],
                body: Array(repeating: 32, count: 1_001))
            #expect(other.status == 413)
        }
    }

    // MARK: - Reading

    @Test(arguments: RequestDoor.allCases)
    func `X-67: an administrator reads what nobody sees any more, of two users and of a group`(door: RequestDoor) throws
    {
        try withChat(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carl")
            try alice.write("1", to: "bob")
            try alice.write("2", to: "bob", #""history": false"#)
            try alice.deleteConversation(with: "bob")
            try alice.write("3", to: "bob")
            let id = try alice.createGroup("g")
            try alice.write("in the group", in: id)
            let admin = try gateway.admin()
            func page(_ data: String) throws -> JSONValue { try admin.request("admin.message.history", data).get() }
            let all = try page(#"{"conversationID": "c2c_bob", "userID": "alice"}"#)
            #expect(all["messages"]?.elements?.map { $0["seq"]?.int } == [3, 2, 1] && all["isFinished"]?.bool == true)
            #expect(all["messages"]?.first?["conversationID"]?.string == "c2c_bob")
            let seen = try page(#"{"conversationID": "c2c_alice", "userID": "bob", "limit": 2, "direction": "newer"}"#)
            #expect(seen["messages"]?.elements?.map { $0["seq"]?.int } == [1, 2] && seen["cursor"]?.int == 2)
            #expect(seen["messages"]?.first?["from"]?.string == "alice")
            let group = try page(#"{"conversationID": "group_\#(id)"}"#)
            #expect(group["messages"]?.first?["body"]?["text"]?.string == "in the group")
            #expect(try page(#"{"conversationID": "c2c_carl", "userID": "bob"}"#)["messages"]?.count == 0)
            for (data, number) in [
                (#"{"conversationID": "c2c_bob"}"#, "nim 414"),
                (#"{"conversationID": "c2c_bob", "userID": "nobody"}"#, "nim 404"),
                (#"{"conversationID": "c2c_nobody", "userID": "bob"}"#, "nim 404"),
                (#"{"conversationID": "group_9"}"#, "nim 803"),
            ] {
                #expect(try admin.refusal("admin.message.history", data).number == number, "\(data)")
            }
        }
    }
}
