import Client
import JSON
import Testing

/// `profile.search`, `group.search`.
struct NameSearchTests {
    private static let both = ["profiles.search": "true", "groups.search": "true"]

    @Test func `Y-04: users are found by words of their nicknames, if they want it and have not blocked the caller`()
        throws
    {
        try withChat(Self.both) { gateway in
            let alice = try gateway.online("alice")
            let names = ["bob": "Bob Marten", "carol": "Carol Märten", "dave": "Dave Marten", "wang": "王小明"]
            var sessions: [String: ClientSession] = [:]
            for (user, name) in names.sorted(by: { $0.key < $1.key }) {
                let session = try gateway.online(user)
                try session.modifySelf(#""nickname": "\#(name)""#)
                if user != "dave" { try session.setFindable(true) }
                sessions[user] = session
            }
            try alice.modifySelf(#""nickname": "Alice Marten""#)
            try alice.setFindable(true)
            try gateway.waitUntilNamed(by: alice)
            #expect(try alice.users("mart") == ["bob", "carol"], "neither oneself nor those who do not want it")
            #expect(try alice.users("marten BOB") == ["bob"] && alice.users("arten") == [])
            #expect(try alice.users("小明") == ["wang"])
            let found = try alice.request("profile.search", #"{"query": "carol"}"#).get()["users"]?.first
            #expect(found?.keys == ["userID", "nickname", "faceUrl"] && found?["nickname"]?.string == "Carol Märten")

            // The store's rows judge, whatever the index has.
            try sessions["bob"]!.block("alice")
            #expect(try alice.users("mart") == ["carol"])
            try sessions["carol"]!.modifySelf(#""nickname": "Karla""#)
            #expect(try alice.users("carol") == [])
            try gateway.waitUntilNamed(by: alice)
            #expect(try alice.users("karla") == ["carol"])
            try sessions["wang"]!.setFindable(false)
            #expect(try alice.users("小明") == [])
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["carol"]}"#).get()
            #expect(try alice.users("karla") == [])
        }
    }

    @Test func `Y-05: public groups are found by words of their names`() throws {
        try withChat(Self.both) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let ids = try (0...3).map { try alice.createGroup("Hiking club \($0)", style: $0) }
            try gateway.waitUntilNamed(by: alice)
            #expect(try bob.groups("hiking") == [ids[2], ids[3]])
            let found = try bob.request("group.search", #"{"query": "club 2"}"#).get()["groups"]?.first
            #expect(found?.keys == ["groupID", "name", "avatar", "memberCount"] && found?["memberCount"]?.int == 1)
            try alice.group("modify", ids[2], #""name": "Chess""#)
            #expect(try bob.groups("hiking") == [ids[3]])
            try alice.group("destroy", ids[3])
            #expect(try bob.groups("hiking") == [])
            try gateway.waitUntilNamed(by: alice)
            #expect(try bob.groups("chess") == [ids[2]])
        }
    }

    @Test func `Y-04, Y-05: a user searches 20 times a minute, and not where it is off`() throws {
        try withChat(Self.both) { gateway in
            let alice = try gateway.online("alice")
            func number(_ operation: String, _ query: String = "a") throws -> String? {
                try alice.request(operation, #"{"query": "\#(query)"}"#).error?.number
            }
            #expect(try number("profile.search", "..") == "tim 40001" && number("group.search", "..") == "em 205")
            let operations = (0..<100).map { $0 % 2 == 0 ? "profile.search" : "group.search" }
            let answers = try outcomes(operations.map { (alice, $0, #"{"query": "a"}"#) })
            #expect(answers.prefix(20).allSatisfy { $0 == "ok" } && answers.contains("gw 1003"))
        }
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for operation in ["profile.search", "group.search"] {
                #expect(try alice.request(operation, #"{"query": "a"}"#).error?.number == "gw 1014")
            }
        }
    }
}

extension GatewayProcess {
    /// All names are in the index: it takes them before the messages that were sent after them.
    fileprivate func waitUntilNamed(by session: ClientSession) throws {
        let message = try session.write("named", to: "alice").msgID
        try until("the message is in the store") { try rows(of: "message WHERE id = \(message)") == 1 }
        try waitUntilIndexed(rows(of: "message"))
    }
}

extension ClientSession {
    fileprivate func setFindable(_ isFindable: Bool) throws {
        _ = try request("profile.setFindable", #"{"findable": \#(isFindable)}"#).get()
    }

    fileprivate func users(_ query: String) throws -> [String] {
        let ok = try request("profile.search", #"{"query": "\#(query)"}"#).get()
        return try #require(ok["users"]?.elements).map { try #require($0["userID"]?.string) }
    }

    fileprivate func groups(_ query: String) throws -> [String] {
        let ok = try request("group.search", #"{"query": "\#(query)"}"#).get()
        return try #require(ok["groups"]?.elements).map { try #require($0["groupID"]?.string) }
    }
}
