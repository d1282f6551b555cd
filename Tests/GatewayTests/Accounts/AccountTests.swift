import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// How accounts come to be, and what is known of them.
struct AccountTests {
    @Test func `X-01: an administrator makes accounts; one that is there already stays as it is`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            let before = wallMilliseconds()
            let first = #"[{"userID": "bob", "nickname": "Bob", "faceUrl": "https://faces/bob"}, {"userID": "carol"}]"#
            #expect(try create(admin, first) == [Created("bob", 0, true), Created("carol", 0, true)])
            let second = #"[{"userID": "bob", "nickname": "Robert"}, {"userID": "dave"}]"#
            #expect(try create(admin, second) == [Created("bob", 0, false), Created("dave", 0, true)])
            let ok = try admin.request("admin.account.get", #"{"userIDs": ["dave", "nobody", "bob"]}"#).get()
            let accounts = Array(try #require(ok["accounts"]?.elements))
            #expect(accounts.compactMap { $0["userID"]?.string } == ["dave", "bob"])
            #expect(accounts.compactMap { $0["nickname"]?.string } == ["", "Bob"])
            #expect(accounts.compactMap { $0["faceUrl"]?.string } == ["", "https://faces/bob"])
            #expect(accounts.compactMap { $0["disabled"]?.bool } == [false, false])
            for account in accounts {
                let createdAt = try #require(account["createdAt"]?.int)
                #expect((before - clockSlack...wallMilliseconds()).contains(createdAt))
            }
        }
    }

    @Test func `X-01, R-Q08: set like TIM, ids are 1 to 32 printable ASCII characters; another one has code 7003`()
        throws
    {
        let good = ["u", String(repeating: "u", count: 32), " ", "~", "a b", "c2c_bob", "\\\"\\\\"]
        let bad = ["", String(repeating: "u", count: 33), "żółw", "tab\\t", "\\u007f", "\\u0000"]
        try withChat(["auth.userIdBytes": "32", "auth.userIdAscii": "true"]) { gateway in
            let accounts = (good + bad).map { #"{"userID": "\#($0)"}"# }.joined(separator: ",")
            let results = try create(try gateway.admin(), "[\(accounts)]")
            #expect(results.map(\.code) == good.map { _ in 0 } + bad.map { _ in 7003 })
        }
    }

    @Test func `X-01: ids differ by case`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let other = try gateway.online("Bob")
            try alice.write(to: "Bob")
            #expect(try other.settle().messages.count == 1)
            #expect(try bob.settle().isEmpty)
            #expect(try alice.refusal("message.send", message(to: "BOB")).number == "nim 404")
        }
    }

    @Test func `X-01: one id is one account in every operation, whatever it looks like`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let odd = try gateway.online("c2c_group_ 1")
            try alice.write(to: "c2c_group_ 1")
            #expect(try odd.settle().messages.map(\.from) == ["alice"])
            #expect(try alice.conversations().map(\.id) == ["c2c_c2c_group_ 1"])
            #expect(try alice.conversations().map(\.userID) == ["c2c_group_ 1"])
        }
    }

    @Test func `X-15: a nickname has up to 32 characters, an avatar up to 128 and 500 bytes: 40605 and 40601`() throws {
        let cases: [(nickname: String, face: String, code: Int)] = [
            (String(repeating: "🐢", count: 32), String(repeating: "f", count: 128), 0),
            (String(repeating: "n", count: 33), "", 40605), ("", String(repeating: "f", count: 129), 40605),
            ("", String(repeating: "🐢", count: 125), 0), ("", String(repeating: "🐢", count: 126), 40601),
        ]
        try withChat { gateway in
            let admin = try gateway.admin()
            let accounts = cases.enumerated().map { index, item in
                #"{"userID": "u\#(index)", "nickname": "\#(item.nickname)", "faceUrl": "\#(item.face)"}"#
            }
            #expect(try create(admin, "[\(accounts.joined(separator: ","))]").map(\.code) == cases.map(\.code))
            try gateway.createAccounts("bob")
            for item in cases {
                let data = #"{"userID": "bob", "nickname": "\#(item.nickname)", "faceUrl": "\#(item.face)"}"#
                let error = try admin.request("admin.account.update", data).error
                #expect(error?.number == (item.code == 0 ? nil : "tim \(item.code)"))
            }
        }
    }

    @Test func `with accounts.autoCreate the first session makes the account`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            #expect(try alice.refusal("message.send", message(to: "bob")).number == "nim 404")
            _ = try gateway.online("bob")
            #expect(try alice.write(to: "bob").seq == 1)
        }
    }

    @Test func `without accounts.autoCreate a user that nobody made is refused with tim 40003`() throws {
        try withChat(["accounts.autoCreate": "false"]) { gateway in
            let guest = try gateway.guest()
            #expect(try guest.open(token: gateway.token("alice")).error?.number == "tim 40003")
            #expect(
                try gateway.admin().request("admin.account.get", #"{"userIDs": ["alice"]}"#).get()["accounts"]?.count
                    == 0)
            try gateway.createAccounts("alice")
            #expect(try guest.open(token: gateway.token("alice")).error == nil)
        }
    }

    @Test func `accounts are there after a restart`() throws {
        try withChat(["accounts.autoCreate": "false"]) { gateway in
            let data = #"{"accounts": [{"userID": "bob", "nickname": "Bob"}, {"userID": "alice"}]}"#
            _ = try gateway.admin().request("admin.account.create", data).get()
            try gateway.restart()
            let alice = try gateway.online("alice")
            try alice.write(to: "bob")
            #expect(try alice.conversations().map(\.showName) == ["Bob"])
        }
    }

    @Test func `admin.account.get says who is online`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            let bob = try gateway.online("bob")
            try gateway.createAccounts("carol")
            let both = #"{"userIDs": ["bob", "carol"]}"#
            func online() throws -> [Bool] {
                let ok = try admin.request("admin.account.get", both).get()
                return try #require(ok["accounts"]?.elements).compactMap { $0["online"]?.bool }
            }
            #expect(try online() == [true, false])
            try bob.connection.close()
            #expect(try bob.closeCode() == .normal)
            try until("bob is offline") { try online() == [false, false] }
        }
    }

    @Test(arguments: [
        ("create", "{}", "accounts"), ("create", #"{"accounts": []}"#, "accounts"),
        ("create", #"{"accounts": {"userID": "bob"}}"#, "accounts"), ("create", #"{"accounts": [7]}"#, "accounts"),
        ("create", #"{"accounts": \#(many(#"{"userID":"u"}"#))}"#, "accounts"),
        ("get", "{}", "userIDs"), ("get", #"{"userIDs": "bob"}"#, "userIDs"), ("get", #"{"userIDs": []}"#, "userIDs"),
        ("get", #"{"userIDs": \#(many(#""u""#))}"#, "userIDs"),
        ("update", #"{"nickname": "x"}"#, "userID"), ("update", #"{"userID": "bob", "nickname": 1}"#, "nickname"),
        ("update", #"{"userID": "bob", "faceUrl": []}"#, "faceUrl"),
        ("disable", "{}", "userIDs"), ("disable", #"{"userIDs": ["bob"], "disabled": 1}"#, "disabled"),
        ("delete", "{}", "userIDs"), ("delete", #"{"userIDs": [1]}"#, "userIDs"),
        ("delete", #"{"userIDs": \#(many(#""bob""#))}"#, "userIDs"),
    ])
    func `bad parameters are refused with gw 1001, which names them, and nothing is done`(
        verb: String, data: String, key: String
    ) throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            try gateway.createAccounts("bob")
            let error = try admin.refusal("admin.account.\(verb)", data)
            #expect(error.number == "gw 1001" && error.keys == [key])
            let ok = try admin.request("admin.account.get", #"{"userIDs": ["bob", "u"]}"#).get()
            #expect(try #require(ok["accounts"]?.elements).map { $0["disabled"]?.bool } == [false])
        }
    }

    @Test(arguments: ["create", "update", "disable", "delete", "get"])
    func `X-13: only administrators work on accounts`(verb: String) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let data = #"{"accounts": [{"userID": "eve"}], "userIDs": ["alice"], "userID": "alice"}"#
            #expect(try alice.refusal("admin.account.\(verb)", data).number == "gw 1002")
            #expect(try alice.devices() == ["d1"])
            #expect(try alice.refusal("message.send", message(to: "eve")).number == "nim 404")
        }
    }

    /// One more than a request may name.
    private static func many(_ element: String) -> String {
        "[\(Array(repeating: element, count: 101).joined(separator: ","))]"
    }

    private struct Created: Equatable {
        let user: String?
        let code: Int?
        let isNew: Bool?

        init(_ user: String?, _ code: Int?, _ isNew: Bool?) {
            (self.user, self.code, self.isNew) = (user, code, isNew)
        }
    }

    private func create(_ admin: ClientSession, _ accounts: String) throws -> [Created] {
        let ok = try admin.request("admin.account.create", #"{"accounts": \#(accounts)}"#).get()
        return try #require(ok["results"]?.elements).map {
            Created($0["userID"]?.string, $0["code"]?.int, $0["created"]?.bool)
        }
    }
}
