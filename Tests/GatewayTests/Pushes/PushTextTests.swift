import Client
import JSON
import Testing

/// The text of a push.
struct PushTextTests {
    /// A message "hello" of alice's to a group, and how it ends for bob and for carol, badges left out.
    struct Text: Sendable {
        let parameters: [String]
        let bob: String
        let carol: String

        init(_ parameters: [String], _ bob: String, _ carol: String) {
            (self.parameters, self.bob, self.carol) = (parameters, bob, carol)
        }
    }

    struct Texts: ShowsRows {
        let rows: String
        let name: String
        let all: [Text]

        init(_ rows: String, _ name: String, _ all: [Text]) { (self.rows, self.name, self.all) = (rows, name, all) }
    }

    private static let texts: [Texts] = [
        Texts(
            "T-60, T-62, T-Q23", "the message's own text, and else its body",
            [
                Text([], "alice:hello", "alice:hello"), Text([own], "alice:own", "alice:own"),
                Text([#""apnsContent": """#], "alice:hello", "alice:hello"),
                Text([#""apnsContent": null"#], "alice:hello", "alice:hello"),
                Text([option("{}")], "alice:hello", "alice:hello"),
                Text([option("null"), own], "alice:own", "alice:own"),
            ]),
        Texts(
            "T-Q25", "a prefix unless it says otherwise",
            [
                Text([bare], "hello", "hello"), Text([own, bare], "own", "own"),
                Text([option(#"{\#(bob), \#(special), "forcePush": true}"#), own, bare], "! special", "own"),
            ]),
        Texts(
            "T-56, T-Q21", "not forced unless it says so",
            [
                Text([option(#"{\#(bob), \#(special)}"#)], "alice:special", "alice:hello"),
                Text([option(#"{\#(bob), \#(special), "forcePush": null}"#), own], "alice:special", "alice:own"),
                Text([option(#"{\#(bob), \#(special), "forcePush": false}"#), own, bare], "special", "own"),
            ]),
        Texts(
            "T-59, T-61", "those named have the option's text, without a prefix if it is forced",
            [
                Text([option(#"{\#(bob), \#(special), "forcePush": true}"#), own], "! special", "alice:own"),
                Text([option(#"{\#(bob), \#(special), "forcePush": true}"#)], "! special", "alice:hello"),
                Text([option(#"{\#(bob), \#(special)}"#), own], "alice:special", "alice:own"),
            ]),
        Texts(
            "T-58, T-Q23", "without a text of the option, the message's own",
            [
                Text([option(#"{\#(bob), "forcePush": true}"#), own], "! own", "alice:own"),
                Text([option(#"{\#(bob), "forcePush": true, "apnsContent": null}"#), own], "! own", "alice:own"),
                Text([option(#"{\#(bob), "forcePush": true, "apnsContent": ""}"#), own], "! own", "alice:own"),
                Text([option(#"{\#(bob), "forcePush": true, "apnsContent": ""}"#), bare], "! hello", "hello"),
            ]),
        Texts(
            "T-57, T-Q22", "none named is all, an empty list is nobody, strangers and repetitions are passed over",
            [
                Text([option(#"{\#(special)}"#), own], "alice:special", "alice:special"),
                Text([option(#"{\#(special), "forcePush": true}"#)], "! special", "! special"),
                Text([option(#"{"userIds": null, \#(special), "forcePush": true}"#)], "! special", "! special"),
                Text([option(#"{"userIds": [], \#(special), "forcePush": true}"#)], "alice:hello", "alice:hello"),
                Text(
                    [
                        option(
                            #"{"userIds": ["alice", "ghost", "eve", "bob", "bob"], \#(special), "forcePush": true}"#)
                    ], "! special", "alice:hello"),
            ]),
    ]

    private static let own = #""apnsContent": "own""#
    private static let bare = #""apnsWithPrefix": false"#
    private static let special = #""apnsContent": "special""#
    private static let bob = #""userIds": ["bob"]"#
    private static func option(_ json: String) -> String { #""apnsMemberOption": \#(json)"# }

    @Test(arguments: texts, ["team", "superTeam"])
    func `T-55: a push says what its sender wants it to say to each receiver`(texts: Texts, kind: String) throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            for user in ["bob", "carol", "eve"] { try pushes.away(user) }
            let id = try gateway.createGroup(kind, by: "alice", with: ["bob", "carol"])
            for (number, text) in texts.all.enumerated() {
                let sent = try alice.write(in: id, text.parameters.joined(separator: ", "))
                let outcomes = try pushes.outcomes(of: sent, for: "bob", "carol", "alice")
                let expected = [text.bob, text.carol].map { "\(number + 1)\($0.hasPrefix("!") ? "" : " ")\($0)" }
                #expect(outcomes == expected + ["ownMessage X-M"], "\(text.parameters)")
                // Naming her does not make it hers.
                #expect(try pushes.explain(sent.msgID, for: "eve").code == "gw 1010 noMessage")
            }
            #expect(try pushes.requests(to: "eve").isEmpty)
        }
    }

    @Test
    func `T-Q26: between two, the option is for the other, also if others are named; names are still checked`()
        throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let force = #""forcePush": true, \#(Self.special)"#
            for (number, users) in ["", #", "userIds": []"#, #", "userIds": ["carol"]"#, #", "userIds": ["bob"]"#]
                .enumerated()
            {
                let sent = try alice.write(to: "bob", Self.option("{\(force)\(users)}"))
                #expect(try pushes.outcome(of: sent, for: "bob") == "\(number + 1)! special")
            }
            let gentle = try alice.write(to: "bob", Self.option(#"{"userIds": ["carol"], \#(Self.special)}"#))
            #expect(try pushes.outcome(of: gentle, for: "bob") == "5 alice:special")
            let many = list((0...100).map { "user\($0)" })
            let error = try alice.refusal("message.send", message(to: "bob", Self.option(#"{"userIds": \#(many)}"#)))
            #expect(error.number == "nim 414" && error.keys == ["apnsMemberOption.userIds"])
        }
    }

    @Test
    func
        `X-61, T-Q25, T-62: a push is from the sender's nickname, whatever receivers and groups call the sender`()
        throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let id = try alice.createGroup(with: ["bob"])
            try gateway.befriend(bob, alice, "alice")
            try bob.modifyFriend("alice", #""remark": "Sister""#)
            try alice.group("setAttributes", id, #"\#(one("alice")), "attributes": {"nickname": "Chief"}"#)
            try pushes.register(bob, "bob")
            try bob.leave()

            let nameless = try alice.write(to: "bob")
            #expect(try pushes.outcome(of: nameless, for: "bob") == "1 alice:hello")
            try alice.modifySelf(#""nickname": "Alice A.""#)
            let named = try alice.write(to: "bob")
            let inGroup = try alice.write(in: id)
            #expect(try pushes.outcome(of: named, for: "bob") == "2 Alice A.:hello")
            #expect(try pushes.outcome(of: inGroup, for: "bob") == "3 Alice A.:hello")
            // The text stays as it was.
            try alice.modifySelf(#""nickname": "Al""#)
            #expect(try pushes.outcome(of: named, for: "bob") == "2 Alice A.:hello")
            #expect(try pushes.outcome(of: nameless, for: "bob") == "1 alice:hello")
        }
    }

    @Test(arguments: ["false", "true"])
    func `X-48: a push never shows the sender's nickname in the group`(
        nicknames: String
    ) throws {
        try withPushes(["groups.nicknames": nicknames]) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let id = try alice.createGroup(with: ["bob"])
            try alice.group("setAttributes", id, #""attributes": {"nickname": "Chief"}"#)
            let nameless = try [alice.write(in: id), alice.write(to: "bob")]
            #expect(try nameless.map { try pushes.outcome(of: $0, for: "bob") } == ["1 alice:hello", "2 alice:hello"])
            try alice.modifySelf(#""nickname": "Alice A.""#)
            let named = try [alice.write(in: id), alice.write(to: "bob")]
            #expect(
                try named.map { try pushes.outcome(of: $0, for: "bob") } == ["3 Alice A.:hello", "4 Alice A.:hello"])
        }
    }

    @Test func `T-Q23, T-60: without a text of its own a push has that of the message's type`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let kinds = [
                (1, "[image]"), (2, "[audio]"), (3, "[video]"), (4, "[location]"), (6, "[file]"), (10, "[tip]"),
                (100, "[message]"),
            ]
            for (number, kind) in kinds.enumerated() {
                let data =
                    #"{"conversationID": "c2c_bob", "clientMsgId": "\#(number)", "type": \#(kind.0), "#
                    + #""body": {"text":"hidden"}}"#
                let sent = try Sent(try alice.request("message.send", data).get())
                #expect(try pushes.outcome(of: sent, for: "bob") == "\(number + 1) alice:\(kind.1)")
            }
            let long = times(499, "\u{17C}") + "\u{1F426}"
            let sent = try alice.write(long + "more", to: "bob")
            #expect(try pushes.outcome(of: sent, for: "bob") == "8 alice:\(long)")
        }
    }

    @Test func `T-58, T-Q23: a text for pushes has up to 500 characters, whatever their bytes; 501 are refused`() throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let longest = times(500, "\u{1F426}")
            let own = try alice.write(to: "bob", #""apnsContent": "\#(longest)""#)
            #expect(try pushes.outcome(of: own, for: "bob") == "1 alice:\(longest)")
            let special = try alice.write(
                to: "bob", #""apnsMemberOption": {"forcePush": true, "apnsContent": "\#(longest)"}"#)
            #expect(try pushes.outcome(of: special, for: "bob") == "2! \(longest)")

            try refuse(#""apnsContent": "\#(longest)x""#, "apnsContent", alice)
            try refuse(
                #""apnsMemberOption": {"apnsContent": "\#(longest)x"}"#, "apnsMemberOption.apnsContent", alice)
            #expect(try alice.history(with: "bob").count == 2)
            #expect(try pushes.requests(to: "bob").count == 2)
        }
    }

    @Test func `T-57, T-Q22: up to 100 users are named, each once; 101 are refused, and nothing is sent`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let id = try alice.createGroup(with: ["bob"])
            let users = ["bob"] + (2...100).map { "user\($0)" }
            let option = #""forcePush": true, "userIds""#
            let sent = try alice.write(in: id, #""apnsMemberOption": {\#(option): \#(list(users + users))}"#)
            #expect(try pushes.outcome(of: sent, for: "bob") == "1! hello")
            let before = try alice.history(in: id).count
            let data = message(in: id, #""apnsMemberOption": {\#(option): \#(list(users + ["user101"]))}"#)
            let error = try alice.refusal("message.send", data)
            #expect(error.number == "nim 414" && error.keys == ["apnsMemberOption.userIds"])
            #expect(try alice.history(in: id).count == before)
        }
    }

    @Test func `T-56, T-57, T-58: an option of another type is refused with nim 414, which names it`() throws {
        try withPushes { gateway, _ in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let options = [
                (#"{"forcePush": 1}"#, ".forcePush"), (#"{"forcePush": "true"}"#, ".forcePush"),
                (#"{"userIds": "bob"}"#, ".userIds"), (#"{"userIds": [1]}"#, ".userIds"),
                (#"{"apnsContent": 1}"#, ".apnsContent"), ("[]", ""), ("true", ""),
            ]
            for (option, member) in options {
                try refuse(#""apnsMemberOption": \#(option)"#, "apnsMemberOption\(member)", alice)
            }
            try refuse(#""apnsContent": 1"#, "apnsContent", alice)
            #expect(try alice.conversations().isEmpty)
        }
    }

    private func refuse(_ parameters: String, _ key: String, _ alice: ClientSession) throws {
        let error = try alice.refusal("message.send", message(to: "bob", parameters))
        #expect(error.number == "nim 414" && error.keys == [key], "\(parameters)")
    }

    @Test func `T-55, T-Q16: a repeat with another option is another message; with the same one it is pushed once`()
        throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let option = #""apnsMemberOption": {"forcePush": true, "userIds": ["bob", "carol"]}"#
            let sent = try alice.write(to: "bob", id: "1", option)
            let same = #""apnsMemberOption": {"userIds": ["carol", "bob"], "forcePush": true}"#
            #expect(try alice.write(to: "bob", id: "1", same) == sent)
            for other in ["", #""apnsMemberOption": {"forcePush": true}"#, #"\#(option), "apnsContent": "x""#] {
                let error = try alice.refusal("message.send", message(to: "bob", id: "1", other))
                #expect(error.number == "gw 1006", "\(other)")
            }
            #expect(try pushes.outcome(of: sent, for: "bob") == "1! hello")
            #expect(try pushes.requests(to: "bob").count == 1)
        }
    }
}
