import Client
import JSON
import Testing

/// Ids as applications have them: UUIDs, and names in any script (R-Q08, X-01).
struct UserIDTests {
    /// UUID, Chinese, precomposed letters, emoji with joiners and tags, Persian with a joiner, Hangul, a space of no width, and the
    /// longest of one and of three bytes a character.
    private static let ids = [
        "550e8400-e29b-41d4-a716-446655440000", "张伟", "Zo\u{EB}", "żółw", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "한국", "a\u{200B}b",
        String(repeating: "x", count: 128), String(repeating: "天", count: 42) + "12",
    ]

    private static let bad = [
        ("", "is empty"), (String(repeating: "x", count: 129), "128"), (String(repeating: "天", count: 43), "128"),
        ("e\u{301}", "NFC"), ("\u{212B}", "NFC"), ("\u{1100}\u{1161}", "NFC"), ("a\u{202E}b", "direction"),
        ("\u{200F}", "direction"), ("a\u{2066}", "direction"), ("a\nb", "control"), ("\u{0}", "control"),
        ("\u{85}", "control"), ("a\u{2028}", "control"),
    ]

    @Test(arguments: ids)
    func `R-Q08, X-01: an id works in tokens, messages, lists, relations and groups`(id: String) throws {
        try withChat(door: .webSocket) { gateway in
            let alice = try gateway.online("alice")
            let user = try gateway.online(id)
            let sent = try alice.write(to: id)
            #expect(sent.conversation == "c2c_\(id)")
            try user.write("back", to: "alice")
            #expect(try user.settle().messages.map(\.from) == ["alice"])
            #expect(try alice.settle().messages.map(\.from).contains { $0.isSpelled(id) })
            #expect(try alice.history(with: id).map(\.from) == [id, "alice"])
            #expect(try alice.conversations().map(\.userID) == [id])
            try alice.markRead(id)
            try alice.pin(id)
            #expect(try alice.add(id) == 0)
            #expect(try alice.friends().map(\.user) == [id])
            #expect(try alice.check(id) == [3])
            #expect(try alice.follow([id]).failed.isEmpty)
            let group = try alice.createGroup(with: [id])
            #expect(try alice.memberPage(group).users == [id])
            try alice.group("addAdmin", group, one(id))
            #expect(try user.attributes(group, of: id) == [:])
            try alice.deleteConversation(with: id)
            // Its positions are kept and come back.
            let (back, opened) = try gateway.back(
                "alice", device: "d2", resume: #"{"user": 0, "conversations": {"c2c_\#(id)": 0}}"#)
            #expect(opened["resume"]?["conversations"]?.member("c2c_\(id)") != nil)
            _ = back
        }
    }

    @Test func `R-Q08, X-01: all such ids are users beside each other, also after a restart`() throws {
        try withChat { gateway in
            try gateway.createAccounts(Self.ids)
            let alice = try gateway.online("alice")
            for id in Self.ids { try alice.add(id) }
            let sorted = Self.ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            #expect(try alice.friends(count: 2).map(\.user) == sorted)
            try gateway.restart()
            let again = try gateway.online("alice")
            #expect(try again.friends(count: 3).map(\.user) == sorted)
            for id in Self.ids { _ = try gateway.online(id) }
        }
    }

    @Test(arguments: bad.indices)
    func `R-Q08, X-01: a text that is no id is refused with 7003, and the text says which rule it breaks`(index: Int)
        throws
    {
        let (id, word) = Self.bad[index]
        try withGateway(["auth.testMode": "true"]) { gateway in
            let guest = try gateway.guest()
            let byToken = try #require(try guest.open(token: gateway.keys.token(id)).error)
            #expect(byToken.number == "tim 7003")
            // A token's empty `sub` is none.
            if !id.isEmpty { #expect(byToken.message.contains(word)) }
            if !id.isEmpty {
                let byTest = try #require(try guest.open(token: "", #""user": \#(json(id))"#).error)
                #expect(byTest.number == "tim 7003" && byTest.message.contains(word))
            }
            let accounts = #"{"accounts": [{"userID": \#(json(id))}, {"userID": "good"}]}"#
            let results = try gateway.admin().request("admin.account.create", accounts).get()["results"]
            #expect(results?.elements?.map { $0["code"]?.int } == [7003, 0])
            #expect(results?.first?["info"]?.string?.contains(word) == true)
        }
    }

    @Test func `X-01: another spelling of an id is nobody's`() throws {
        let (composed, decomposed) = ("Zo\u{EB}", "Zoe\u{308}")
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let zoe = try gateway.online(composed)
            #expect(try alice.refusal("message.send", message(to: decomposed)).code != 0)
            #expect(
                try gateway.guest().open(token: gateway.keys.token(composed), #""user": "\#(decomposed)""#).code
                    == "tim 70013 identifierMismatch")
            let failed = try alice.follow([decomposed, composed]).failed
            #expect(failed.count == 1 && failed.allSatisfy { $0.isSpelled(decomposed) })
            #expect(try alice.add(decomposed) != 0)
            #expect(try alice.add(composed) == 0)
            let group = try alice.createGroup()
            let results = try alice.invite([decomposed, composed], to: group)
            #expect(results.count == 2 && results[0] != "\(decomposed) 0" && results[1] == "\(composed) 0")
            _ = zoe
        }
    }

    @Test func `X-01: a group can be full of the longest ids`() throws {
        let users = (100...298).map { String(repeating: "群", count: 41) + "\($0)xy" }
        #expect(users.allSatisfy { $0.utf8.count == 128 })
        try withChat { gateway in
            for start in stride(from: 0, to: users.count, by: 100) {
                try gateway.createAccounts(Array(users[start..<min(start + 100, users.count)]))
            }
            let owner = try gateway.online("owner")
            let group = try owner.createGroup("g", style: 0, #""maxUsers": 200"#)
            for start in stride(from: 0, to: users.count, by: 60) {
                let some = Array(users[start..<min(start + 60, users.count)])
                #expect(try owner.invite(some, to: group) == some.map { "\($0) 0" })
            }
            #expect(try owner.attempt("invite", group, #""userIDs": ["alice"]"#) != "ok")
            #expect(try Set(#require(owner.details(group).members)) == Set(users + ["owner"]))
            var (listed, cursor): ([String], String) = ([], "")
            repeat {
                let page = try owner.memberPage(group, after: cursor, size: 50)
                listed += page.users
                cursor = page.cursor
            } while !cursor.isEmpty
            #expect(Set(listed) == Set(users))
            let last = try gateway.online(users.last!)
            _ = try last.settle()
            try owner.write(in: group)
            #expect(try last.settle().messages.map(\.from) == ["owner"])
            let attributes = #""userIDs": \#(list(Array(users.prefix(10))))"#
            #expect(try owner.group("getAttributes", group, attributes)["members"]?.elements?.count == 10)
        }
    }

    @Test func `X-07: what a device has missed fits into its outbox, however long the ids are`() throws {
        let limits = ["outbox.bytesPerConnection": "131072", "outbox.pauseReadingBytes": "65536"]
        try withChat(limits) { gateway in
            let (one, two) = (String(repeating: "x", count: 128), String(repeating: "y", count: 128))
            try gateway.createAccounts([two])
            let sender = try gateway.online(one)
            for number in 1...300 { try sender.write("\(number)", to: two) }
            let resume = #"{"user": 0, "conversations": {"c2c_\#(one)": 0}}"#
            let (back, opened) = try gateway.back(two, resume: resume)
            #expect(opened["resume"]?["conversations"]?.member("c2c_\(one)") != nil)
            #expect(try back.devices() == ["d1"])
        }
    }

    @Test func `R-Q08: set like TIM, longer ids and other scripts open no session, and ids from before stay users`()
        throws
    {
        try withChat { gateway in
            let uuid = "550e8400-e29b-41d4-a716-446655440000"
            try gateway.createAccounts([uuid, "张伟"])
            try gateway.restart(["auth.userIdBytes": "32", "auth.userIdAscii": "true"])
            for (id, word) in [(uuid, "32 bytes"), ("张伟", "ASCII"), ("新", "ASCII")] {
                let error = try #require(try gateway.guest().open(token: gateway.token(id)).error)
                #expect(error.number == "tim 7003" && error.message.contains(word))
            }
            let alice = try gateway.online("alice")
            try alice.write(to: uuid)
            #expect(try alice.conversations().map(\.userID) == [uuid])
        }
    }
}

private func json(_ text: String) -> String {
    var writer = JSONWriter()
    writer.value(text)
    return writer.text
}

extension String {
    fileprivate func isSpelled(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
