import Bytes
import Client
import ClientProtocol
import JSON
import Testing

/// `profile.modifySelf`
struct ProfileChangeTests {
    struct Field: ShowsRows {
        let rows: String
        let name: String
        let written: String
        let read: String

        init(_ rows: String, _ name: String, _ written: String, read: String? = nil) {
            (self.rows, self.name, self.written, self.read) = (rows, name, written, read ?? written)
        }
    }

    @Test(arguments: [
        Field("R-28", "nickname", #""Ala""#), Field("R-29", "faceUrl", #""f""#), Field("R-30", "allowType", "1"),
        Field("R-31", "gender", "2"), Field("R-32", "birthday", "1"),
        Field("R-33", "location", #""PL""#, read: #"{"b":"UEw="}"#), Field("R-34", "language", "2"),
        Field("R-35", "level", "1"), Field("R-36", "role", "1"),
        Field("R-37", "selfSignature", #""s""#, read: #"{"b":"cw=="}"#),
    ])
    func `a field is changed by itself, and the others stay`(field: Field) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            var expected = try fields(of: alice.profile())
            expected[field.name] = field.read
            try alice.modifySelf(#""\#(field.name)": \#(field.written)"#)
            #expect(try fields(of: alice.profile()) == expected)
        }
    }

    @Test func `R-26: several fields are changed in one call, and the others stay`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try alice.modifySelf(#""nickname": "Ala", "level": 3"#)
            try alice.modifySelf(#""level": 4, "role": 5"#)
            let profile = try alice.profile()
            #expect(profile["nickname"]?.string == "Ala")
            #expect(profile["level"]?.int == 4 && profile["role"]?.int == 5)
        }
    }

    private struct Bad {
        let key: String
        let value: String
        let code: Int

        init(_ key: String, _ value: String, _ code: Int) { (self.key, self.value, self.code) = (key, value, code) }
    }

    private static let unknown = [
        "nick", "Nickname", "userID", "Tag_Profile_Custom_", "Tag_Profile_Custom_X", "nickName", "",
    ]
    .map { Bad($0, "1", 40009) }
    private static let mistyped =
        ["nickname", "faceUrl"].flatMap { key in
            ["1", "null", "[]", "{}", "true"].map { Bad(key, $0, 40610) }
        }
        + ["allowType", "gender", "birthday", "language", "level", "role"].flatMap { key in
            [#""1""#, "null", "[]", "{}", "true", "1.5", "1.0", "1e0", "1e99"].map { Bad(key, $0, 40610) }
        }
        + ["location", "selfSignature"].flatMap { key in
            ["1", "null", "[]", "{}", "true", #"{"b": "?"}"#, #"{"b": 1}"#].map { Bad(key, $0, 40610) }
        }
    private static let outside =
        ["allowType", "gender"].flatMap { key in ["3", "-1", "4294967296"].map { Bad(key, $0, 40605) } }
        + ["birthday", "language", "level", "role"].flatMap { key in
            ["-1", "4294967296", "9007199254740993", times(40, "9")].map { Bad(key, $0, 40605) }
        }
    private static let long = [
        Bad("nickname", text(33, "n"), 40605), Bad("nickname", text(33, "🐢"), 40605),
        Bad("faceUrl", text(129, "f"), 40605), Bad("faceUrl", text(126, "🐢"), 40601),
        Bad("nickname", text(501, "n"), 40601), Bad("faceUrl", text(501, "f"), 40601),
        Bad("selfSignature", text(501, "s"), 40601), Bad("selfSignature", text(251, "ż"), 40601),
        Bad("location", text(17, "l"), 40605), Bad("location", text(9, "ż"), 40605),
        Bad("location", #"{"b": "\#(times(24, "A"))"}"#, 40605),
    ]

    @Test func `R-27, R-Q01, R-Q02, R-Q03, R-Q04: an unknown field or a bad value refuses the whole call`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let before = try alice.profile().text
            for bad in Self.unknown + Self.mistyped + Self.outside + Self.long {
                let good = bad.key == "level" ? "role" : "level"
                for values in [
                    #""\#(bad.key)": \#(bad.value)"#, #""\#(good)": 9, "\#(bad.key)": \#(bad.value)"#,
                    #""\#(bad.key)": \#(bad.value), "\#(good)": 9"#,
                ] {
                    let error = try alice.refusal("profile.modifySelf", #"{"values": {\#(values)}}"#)
                    #expect(error.number == "tim \(bad.code)" && error.keys == [bad.key], "\(values)")
                }
                #expect(try alice.profile().text == before)
            }
            #expect(try alice.settle().isEmpty)
        }
    }

    @Test func `R-Q03: nothing to change is refused with tim 40001`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for data in ["{}", #"{"values": {}}"#, #"{"values": []}"#, #"{"values": null}"#, #"{"values": "x"}"#] {
                let error = try alice.refusal("profile.modifySelf", data)
                #expect(error.number == "tim 40001" && error.keys == ["values"])
            }
        }
    }

    private static let largest = [
        ("nickname", text(32, "🐢")), ("nickname", text(32, "n")), ("faceUrl", text(128, "f")),
        ("faceUrl", text(125, "🐢")), ("birthday", "4294967295"), ("language", "4294967295"), ("level", "4294967295"),
        ("role", "4294967295"), ("birthday", "0"), ("nickname", #""""#), ("faceUrl", #""""#),
    ]

    @Test func `R-Q04, X-15: values at their limits are taken`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for (key, value) in Self.largest {
                try alice.modifySelf(#""\#(key)": \#(value)"#)
                #expect(try alice.profile().member(key)?.text == value)
            }
            for (key, limit) in [("selfSignature", 500), ("location", 16)] {
                for value in [times(limit, "s"), times(limit / 2, "ż")] {
                    try alice.modifySelf(#""\#(key)": "\#(value)""#)
                    let read = try alice.profile().member(key)?["b"]?.string
                    #expect(read == Base64.standard.encode(value.utf8))
                }
            }
        }
    }

    @Test func `R-Q66: a gateway can take longer names, avatars and values, and says so at login`() throws {
        let wide = [
            "profiles.nicknameCharacters": "128", "profiles.faceUrlCharacters": "2048", "profiles.valueBytes": "4096",
            "profiles.customFields": #"{"Note": "string"}"#,
        ]
        try withChat(wide) { gateway in
            let (alice, opened) = try gateway.back("alice")
            let limits = try #require(opened["limits"])
            #expect(limits["nicknameCharacters"]?.int64 == 128 && limits["faceUrlCharacters"]?.int64 == 2048)
            for (key, limit) in [("nickname", 128), ("faceUrl", 2048)] {
                try alice.modifySelf(#""\#(key)": "\#(times(limit, "x"))""#)
                #expect(try alice.profile().member(key)?.string == times(limit, "x"))
                let long = #"{"values": {"\#(key)": "\#(times(limit + 1, "x"))"}}"#
                #expect(try alice.refusal("profile.modifySelf", long).keys == [key])
            }
            for key in ["selfSignature", "Tag_Profile_Custom_Note"] {
                try alice.modifySelf(#""\#(key)": "\#(times(4096, "x"))""#)
                let long = #"{"values": {"\#(key)": "\#(times(4097, "x"))"}}"#
                #expect(try alice.refusal("profile.modifySelf", long).number == "tim 40601")
            }
            _ = try alice.request("userProfile.update", #"{"name": "\#(times(128, "y"))"}"#).get()
            _ = try alice.request("userProfile.update", #"{"portraitUri": "\#(times(2048, "y"))"}"#).get()
            #expect(try alice.profile().member("nickname")?.string == times(128, "y"))
            for values in [#"{"name": "\#(times(129, "y"))"}"#, #"{"portraitUri": "\#(times(2049, "y"))"}"#] {
                #expect(try alice.refusal("userProfile.update", values).number == "rc 24364")
            }
        }
    }

    @Test func `R-Q66: bytes are limited beside characters`() throws {
        try withChat(["profiles.nicknameCharacters": "128", "profiles.valueBytes": "200"]) { gateway in
            let alice = try gateway.online("alice")
            try alice.modifySelf(#""nickname": "\#(times(50, "🐢"))""#)
            let long = #"{"values": {"nickname": "\#(times(51, "🐢"))"}}"#
            #expect(try alice.refusal("profile.modifySelf", long).number == "tim 40601")
            let account = #"{"userID": "alice", "nickname": "\#(times(51, "🐢"))"}"#
            #expect(try gateway.admin().refusal("admin.account.update", account).number == "tim 40601")
        }
    }

    @Test func `R-Q03: fields that are empty again are as if they had never been edited`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let before = try fields(of: alice.profile())
            try alice.modifySelf(#""nickname": "x", "selfSignature": "x", "location": "x", "level": 1, "allowType": 2"#)
            #expect(try fields(of: alice.profile()) != before)
            try alice.modifySelf(#""nickname": "", "selfSignature": "", "location": "", "level": 0, "allowType": 0"#)
            #expect(try fields(of: alice.profile()) == before)
        }
    }

    @Test(arguments: [
        #""nickname": "the ADMIN""#, #""nickname": "admin""#, #""faceUrl": "https://faces/xAdmin.png""#,
        #""nickname": "ŻÓŁW""#, #""level": 1, "nickname": "an admin""#,
    ])
    func `X-17, R-Q55: an audited word in name or avatar is refused with tim 40005, and nothing is written`(
        values: String
    ) throws {
        try withChat(["profiles.auditedWords": #"["Admin", "żółw"]"#]) { gateway in
            let alice = try gateway.online("alice")
            let before = try alice.profile().text
            #expect(try alice.refusal("profile.modifySelf", #"{"values": {\#(values)}}"#).number == "tim 40005")
            #expect(try alice.profile().text == before)
            #expect(try alice.settle().isEmpty)
            try alice.modifySelf(#""nickname": "adm in", "selfSignature": "admin""#)
        }
    }

    @Test func `R-Q55: no words are audited unless the configuration has some`() throws {
        try withChat { gateway in
            try gateway.online("alice").modifySelf(#""nickname": "admin""#)
        }
    }

    private static func text(_ count: Int, _ character: String) -> String { #""\#(times(count, character))""# }
}
