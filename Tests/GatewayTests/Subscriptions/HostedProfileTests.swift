import Client
import ClientProtocol
import JSON
import Testing

/// `userProfile.update`, `getMine` and `get`
struct HostedProfileTests {
    @Test func `S-20, S-32, S-23, S-Q35, S-02: a profile that was never edited is empty, and everybody has one`() throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            #expect(try alice.hosted() == Hosted("alice"))
            #expect(try alice.visibility() == 0)
            #expect(try alice.request("userProfile.getMine").get().count == 1)
        }
    }

    private static let fields: [(key: String, value: String, change: @Sendable (inout Hosted) -> Void)] = [
        ("name", #""Ala""#, { $0.name = "Ala" }), ("portraitUri", #""p""#, { $0.portrait = "p" }),
        ("email", #""no address""#, { $0.email = "no address" }), ("birthday", #""May""#, { $0.birthday = "May" }),
        ("gender", "2", { $0.gender = 2 }), ("location", #""PL""#, { $0.location = "PL" }),
        ("role", "7", { $0.role = 7 }), ("level", "8", { $0.level = 8 }),
        ("userExtProfile", #"{"ext_a": "x"}"#, { $0.ext = ["ext_a": "x"] }),
    ]
    private static let extensions = ["hosting.extensions": #"["ext_a", "ext_b"]"#]

    @Test
    func `S-04, S-12, S-14, S-Q01, S-Q06: each property is changed by itself, and what is absent or null stays`() throws
    {
        try withChat(Self.extensions) { gateway in
            let alice = try gateway.online("alice")
            var expected = Hosted("alice")
            for (index, field) in Self.fields.enumerated() {
                field.change(&expected)
                let null = Self.fields[(index + 1) % Self.fields.count].key
                try alice.update(#""\#(field.key)": \#(field.value), "\#(null)": null"#)
                #expect(try alice.hosted() == expected)
            }
            try gateway.restart()
            let again = try gateway.online("alice")
            #expect(try again.hosted() == expected)
            #expect(try again.hosted("alice") == expected)
        }
    }

    @Test func `S-04, S-Q06: several properties at once; an empty text clears, and nobody else's profile changes`()
        throws
    {
        try withChat(["hosting.visibility": #""everyone""#]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try bob.update(#""email": "b""#)
            try alice.update(
                #""name": "A", "portraitUri": "p", "email": "e", "birthday": "b", "location": "l", "role": 1"#)
            try alice.update(#""name": "", "portraitUri": "", "email": "", "birthday": "", "location": """#)
            var expected = Hosted("alice")
            expected.role = 1
            #expect(try bob.hosted("alice") == expected)
            #expect(try bob.hosted().email == "b")
        }
    }

    /// A text of a profile, and how many characters it may have.
    struct Text: ShowsRows {
        let rows: String
        let name: String
        let most: Int

        init(_ rows: String, _ name: String, _ most: Int) { (self.rows, self.name, self.most) = (rows, name, most) }
    }

    @Test(arguments: [
        Text("S-08", "name", 32), Text("S-09", "portraitUri", 128), Text("S-12", "email", 128),
        Text("S-13", "birthday", 32), Text("S-15", "location", 32),
    ])
    func `S-05, S-Q03: a text has a maximum length; one character more is rc 24364`(text: Text) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let (key, most) = (text.name, text.most)
            // Of two bytes, since an avatar has at most 500 bytes; and a family of seven scalars, which is one to see.
            for value in [times(most, "x"), times(most, "ż"), times(most - 7, "x") + "👨‍👩‍👧‍👦"] {
                try alice.update(#""\#(key)": "\#(value)""#)
                let before = try alice.request("userProfile.getMine").get()["profile"]
                #expect(before?.member(key)?.string == value)
                let refusal = try alice.refusal("userProfile.update", #"{"role": 1, "\#(key)": "\#(value)x"}"#)
                #expect(refusal.number == "rc 24364" && refusal.keys == [key])
                #expect(try alice.request("userProfile.getMine").get()["profile"]?.text == before?.text)
            }
        }
    }

    @Test
    func `X-15, S-12: an avatar has at most 500 bytes as well, which says nothing of the others`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try alice.update(#""portraitUri": "\#(times(125, "🐢"))""#)
            let refusal = try alice.refusal("userProfile.update", #"{"portraitUri": "\#(times(126, "🐢"))"}"#)
            #expect(refusal.number == "rc 24364" && refusal.keys == ["portraitUri"])
            try alice.update(#""email": "\#(times(128, "🐢"))""#)
            #expect(try alice.hosted().email == times(128, "🐢"))
            #expect(try alice.hosted().portrait == times(125, "🐢"))
        }
    }

    @Test func `S-16, S-17, S-14, S-Q02, S-Q04: numbers have bounds`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for key in ["role", "level"] {
                for value in ["0", "100", "1"] { try alice.update(#""\#(key)": \#(value)"#) }
                for value in ["-1", "101", "1.5", "9007199254740993", "1e30"] {
                    let refusal = try alice.refusal("userProfile.update", #"{"\#(key)": \#(value)}"#)
                    #expect(refusal.number == "rc 24368" && refusal.keys == [key], "\(value)")
                }
                for value in [#""1""#, "true", "[]", "{}"] {
                    let refusal = try alice.refusal("userProfile.update", #"{"\#(key)": \#(value)}"#)
                    #expect(refusal.number == "rc 24367" && refusal.keys == [key], "\(value)")
                }
            }
            for value in 0...2 {
                try alice.update(#""gender": \#(value)"#)
                #expect(try alice.hosted().gender == value)
            }
            for value in ["3", "-1", "0.5", #""1""#, "true", "[]"] {
                let refusal = try alice.refusal("userProfile.update", #"{"gender": \#(value)}"#)
                #expect(refusal.number == "rc 34312" && refusal.keys == ["gender"], "\(value)")
            }
            var expected = Hosted("alice")
            (expected.role, expected.level, expected.gender) = (1, 1, 2)
            #expect(try alice.hosted() == expected)
        }
    }

    private struct Bad {
        let properties: String
        let number: String
        let keys: [String]

        init(_ properties: String, _ number: String, _ keys: [String]) {
            (self.properties, self.number, self.keys) = (properties, number, keys)
        }
    }

    private static let bad =
        [
            Bad("", "rc 34312", []), Bad(#""name": null, "uniqueId": null"#, "rc 34312", []),
            Bad(#""uniqueId": "a""#, "rc 24360", ["uniqueId"]),
            Bad(#""uniqueId": "", "name": "x""#, "rc 24360", ["uniqueId"]),
            Bad(#""name": "x", "nickname": "x""#, "rc 24361", ["nickname"]), Bad(#""": 1"#, "rc 24361", [""]),
            Bad(#""Name": "x""#, "rc 24361", ["Name"]), Bad(#""userId": "bob""#, "rc 24361", ["userId"]),
        ]
        + ["name", "portraitUri", "email", "birthday", "location"].flatMap { key in
            ["1", "true", "[]", "{}"].map { Bad(#""role": 1, "\#(key)": \#($0)"#, "rc 34312", [key]) }
        }

    @Test
    func `S-05, S-11, S-Q05, S-Q07, S-Q37: what is no property of one's own is refused, and nothing is written`() throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for bad in Self.bad {
                let refusal = try alice.refusal("userProfile.update", "{\(bad.properties)}")
                #expect(refusal.number == bad.number && refusal.keys == bad.keys, "\(bad.properties)")
            }
            #expect(try alice.refusal("userProfile.update").number == "rc 34312")
            #expect(try alice.hosted() == Hosted("alice"))
            #expect(try alice.settle().isEmpty)
        }
    }

    @Test func `X-15: name and portrait are nickname and avatar, and nothing else is shared`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try alice.update(
                #""name": "A", "portraitUri": "p", "gender": 1, "birthday": "b", "location": "l", "role": 1, "level": 2"#
            )
            let profile = try alice.profile()
            #expect(profile["nickname"]?.string == "A" && profile["faceUrl"]?.string == "p")
            #expect(profile["gender"]?.int == 0 && profile["birthday"]?.int == 0)
            #expect(profile["role"]?.int == 0 && profile["level"]?.int == 0)
            let before = try alice.hosted()
            try alice.modifySelf(#""gender": 2, "birthday": 5, "role": 6, "level": 7, "location": "x""#)
            #expect(try alice.hosted() == before)
            try alice.modifySelf(#""nickname": "B", "faceUrl": "q""#)
            let after = try alice.hosted()
            #expect(after.name == "B" && after.portrait == "q" && after.location == "l")
        }
    }

    @Test func `S-Q06: another spelling of a text is another text`() throws {
        try withChat(Self.extensions) { gateway in
            let alice = try gateway.online("alice")
            for spelling in ["e\u{301}", "\u{e9}", "e\u{301}"] {
                try alice.update(#""email": "\#(spelling)", "userExtProfile": {"ext_a": "\#(spelling)"}"#)
                let read = try alice.hosted()
                #expect(Array(read.email.unicodeScalars) == Array(spelling.unicodeScalars))
                #expect(Array((read.ext["ext_a"] ?? "").unicodeScalars) == Array(spelling.unicodeScalars))
            }
        }
    }
}
