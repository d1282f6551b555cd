import Client
import ClientProtocol
import JSON
import Testing

/// `conversation.setC2CReceiveOpt` and `conversation.getC2CReceiveOpt`
struct ReceiveOptionTests {
    @Test func `C-15, C-Q11: the option is 0 at first, is set for up to 30 users at once, and asked for`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let users = (1...30).map { "u\($0)" }
            try gateway.createAccounts(users)
            #expect(try options(alice, users) == users.map { Option(user: $0, code: 0, option: 0) })
            let set = try alice.request("conversation.setC2CReceiveOpt", parameters(users, 2)).get()
            let results = try #require(set["results"]?.elements)
            #expect(results.map { $0["userID"]?.string } == users)
            #expect(try options(alice, users) == users.map { Option(user: $0, code: 0, option: 2) })
        }
    }

    @Test func `C-Q11: one result for each user: a strange one has code 40003, and the others are set`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            let users = ["bob", "nobody", "carol"]
            let set = try alice.request("conversation.setC2CReceiveOpt", parameters(users, 1)).get()
            let results = Array(try #require(set["results"]?.elements))
            #expect(results.compactMap { $0["userID"]?.string } == users)
            #expect(results.compactMap { $0["code"]?.int } == [0, 40003, 0])
            let got = try options(alice, users)
            #expect(got.map(\.code) == [0, 40003, 0])
            #expect(got.map(\.option) == [1, nil, 1])
        }
    }

    @Test func `C-Q11: a change is told to all own devices for what is in the list, and to nobody else`() throws {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol")
            try phone.write(to: "bob")
            _ = try [phone, tab, bob].map { try $0.settle() }
            _ = try phone.request("conversation.setC2CReceiveOpt", parameters(["bob", "carol"], 2)).get()
            for device in [phone, tab] {
                let changed = try device.settle()
                #expect(changed.names == ["conversation.changed"])
                #expect(try changed[0].conversations.map(\.id) == ["c2c_bob"])
                #expect(try changed[0].conversations.map(\.option) == [2])
            }
            #expect(try bob.settle().isEmpty)
            try phone.setReceiveOption(2, for: "bob")
            #expect(try phone.settle().isEmpty)
        }
    }

    @Test func `C-Q11: an option set before the first message holds from the first message on`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.setReceiveOption(2, for: "bob")
            #expect(try alice.conversations().isEmpty)
            try bob.write(to: "alice")
            let conversation = try #require(try alice.conversation(with: "bob"))
            #expect(conversation.option == 2 && conversation.unread == 1)
            #expect(try alice.totalUnread() == 0)
        }
    }

    @Test(arguments: [(1, []), (2, ["hello"])])
    func `C-15, C-Q11: 1 receives nothing live, 2 all`(option: Int, received: [String]) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.setReceiveOption(option, for: "alice")
            try alice.write("hello", to: "bob")
            #expect(try bob.settle().messages.map(\.text) == received)
            try bob.setReceiveOption(0, for: "alice")
            try alice.write("again", to: "bob")
            #expect(try bob.settle().messages.map(\.text) == ["again"])
        }
    }

    @Test func `C-Q11: the option is there after a restart`() throws {
        try withChat { gateway in
            do {
                let alice = try gateway.online("alice")
                try gateway.createAccounts("bob")
                try alice.setReceiveOption(1, for: "bob")
            }
            try gateway.restart()
            let alice = try gateway.online("alice")
            #expect(try options(alice, ["bob"]).map(\.option) == [1])
        }
    }

    @Test func `X-51: options, pins and reads are stored by themselves: none writes another`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            for _ in 1...3 { try bob.write(to: "alice") }
            var expected = try #require(try alice.conversation(with: "bob"))
            try alice.setReceiveOption(2, for: "bob")
            expected.option = 2
            #expect(try alice.conversation(with: "bob") == expected)
            try alice.pin("bob")
            expected.isPinned = true
            #expect(try alice.conversation(with: "bob") == expected)
            try alice.markRead("bob", upTo: 2)
            expected.unread = 1
            expected.readSeq = 2
            #expect(try alice.conversation(with: "bob") == expected)
            try alice.setReceiveOption(0, for: "bob")
            expected.option = 0
            #expect(try alice.conversation(with: "bob") == expected)
        }
    }

    @Test(arguments: [
        (#""opt": 3, "userIDs": ["bob"]"#, "opt"), (#""opt": -1, "userIDs": ["bob"]"#, "opt"),
        (#""opt": "1", "userIDs": ["bob"]"#, "opt"), (#""userIDs": ["bob"]"#, "opt"), (#""opt": 1"#, "userIDs"),
        (#""opt": 1, "userIDs": []"#, "userIDs"), (#""opt": 1, "userIDs": "bob""#, "userIDs"),
        (#""opt": 1, "userIDs": ["bob", 1]"#, "userIDs"), (#""opt": 1, "userIDs": \#(tooMany)"#, "userIDs"),
    ])
    func `C-Q11: what is no option or not 1 to 30 users is refused with tim 6017`(data: String, key: String) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let error = try alice.refusal("conversation.setC2CReceiveOpt", "{\(data)}")
            #expect(error.number == "tim 6017" && error.keys == [key])
            #expect(try options(alice, ["bob"]).map(\.option) == [0])
        }
    }

    private static let tooMany = "[\(Array(repeating: #""bob""#, count: 31).joined(separator: ","))]"

    private struct Option: Equatable {
        let user: String?
        let code: Int?
        let option: Int?
    }

    private func options(_ session: ClientSession, _ users: [String]) throws -> [Option] {
        let ok = try session.request("conversation.getC2CReceiveOpt", parameters(users, nil)).get()
        return try #require(ok["results"]?.elements).map {
            Option(user: $0["userID"]?.string, code: $0["code"]?.int, option: $0["opt"]?.int)
        }
    }

    private func parameters(_ users: [String], _ option: Int?) -> String {
        let option = option.map { #", "opt": \#($0)"# } ?? ""
        return #"{"userIDs": [\#(users.map { #""\#($0)""# }.joined(separator: ","))]\#(option)}"#
    }
}
