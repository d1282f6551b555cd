import Client
import JSON
import Testing

/// The earlier messages that new members see.
struct NewcomerTests {
    @Test func `G-Q60: new members see what the group shows them, all of it read; one who comes back is new`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let id = try alice.createGroup(with: ["bob"])
            try alice.write("needle", in: id)
            func texts(_ user: String) throws -> [String] {
                try gateway.online(user).history(in: id).filter { $0.type != 5 }.compactMap(\.text)
            }
            try gateway.createAccounts("carol", "dave", "eve")
            func put(_ user: String) throws {
                _ = try alice.group("invite", id, #""userIDs": ["\#(user)"]"#)
            }
            try put("carol")
            #expect(try texts("carol") == [])
            #expect(try alice.group("get", id)["group"]?["historyForNew"]?.int == 0)

            let bob = try gateway.online("bob")
            try alice.group("modify", id, #""historyForNew": -1"#)
            let told = try #require(try bob.callbacks().first { $0.name == "group.specificationDidUpdate" })
            #expect(told.data["group"]?["historyForNew"]?.int == -1)
            try put("dave")
            #expect(try texts("dave") == ["needle"] && gateway.online("dave").totalUnread() == 0)
            try gateway.waitUntilIndexed(1)
            #expect(try gateway.online("dave").found("needle") == ["needle"])
            #expect(try texts("carol") == [], "carol was there before")
            try bob.group("leave", id)
            try put("bob")
            #expect(try texts("bob") == ["needle"])

            try alice.group("modify", id, #""historyForNew": 0"#)
            try put("eve")
            #expect(try texts("eve") == [] && texts("dave") == ["needle"])
        }
    }

    @Test func `G-Q60: only the owner says what new members see, for ten years back at most`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            for user in ["admin", "member"] {
                #expect(try cast[user].attempt("modify", cast.id, #""historyForNew": 1"#) == "em 603")
            }
            for days in [-2, 3651] {
                let error = try #require(
                    try cast["owner"].request("group.modify", #"{"groupID": "\#(cast.id)", "historyForNew": \#(days)}"#)
                        .error)
                #expect(error.keys == ["historyForNew"])
            }
            #expect(try cast["owner"].attempt("modify", cast.id, #""historyForNew": 3650"#) == "ok")
        }
    }
}
