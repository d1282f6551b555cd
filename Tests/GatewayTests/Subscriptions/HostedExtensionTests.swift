import Client
import ClientProtocol
import JSON
import Testing

/// `userExtProfile`, and words that are not allowed.
struct HostedExtensionTests {
    private static let names = (0..<26).map { "ext_" + String(UnicodeScalar(UInt8(97 + $0))) }
    private static let settings = ["hosting.extensions": list(names)]

    /// `"userExtProfile": {…}`
    private static func ext(_ values: some Sequence<(String, String)>) -> String {
        let members = values.map { #""\#($0)": "\#($1)""# }.joined(separator: ", ")
        return #""userExtProfile": {\#(members)}"#
    }

    @Test func `S-18, S-Q06: extensions are merged by their keys, and an empty one goes`() throws {
        try withChat(Self.settings) { gateway in
            let alice = try gateway.online("alice")
            try alice.update(Self.ext([("ext_a", "1"), ("ext_b", "2")]))
            try alice.update(Self.ext([("ext_b", "3"), ("ext_c", "4")]))
            #expect(try alice.hosted().ext == ["ext_a": "1", "ext_b": "3", "ext_c": "4"])
            try alice.update(Self.ext([("ext_b", ""), ("ext_d", "")]))
            #expect(try alice.hosted().ext == ["ext_a": "1", "ext_c": "4"])
            try alice.update(#""userExtProfile": {}"#)
            try alice.update(#""userExtProfile": null, "role": 1"#)
            #expect(try alice.hosted().ext == ["ext_a": "1", "ext_c": "4"])
        }
    }

    @Test func `S-18, S-Q07: there are at most 20, counted when they are merged`() throws {
        try withChat(Self.settings) { gateway in
            let alice = try gateway.online("alice")
            let names = Self.names
            let all = try alice.refusal("userProfile.update", "{\(Self.ext(names.prefix(21).map { ($0, "x") }))}")
            #expect(all.number == "rc 24363")
            #expect(try alice.hosted().ext.isEmpty)
            try alice.update(Self.ext(names.prefix(20).map { ($0, "x") }))
            let more = try alice.refusal("userProfile.update", #"{"name": "N", \#(Self.ext([(names[20], "x")]))}"#)
            #expect(more.number == "rc 24363" && more.keys.contains(names[20]))
            #expect(try alice.hosted().ext.count == 20 && alice.hosted().name.isEmpty)
            #expect(try alice.profile()["nickname"]?.string == "")
            // Instead of another there is room.
            try alice.update(Self.ext([(names[0], ""), (names[20], "x"), (names[1], "y")]))
            #expect(try alice.hosted().ext.keys.sorted() == names[1...20].sorted())
        }
    }

    @Test func `S-19, S-Q07, S-05: only those that are configured, and of 256 characters`() throws {
        try withChat(Self.settings) { gateway in
            let alice = try gateway.online("alice")
            for value in [times(256, "x"), times(256, "🐢")] {
                try alice.update(Self.ext([("ext_a", value)]))
                #expect(try alice.hosted().ext["ext_a"] == value)
                let long = try alice.refusal(
                    "userProfile.update", "{\(Self.ext([("ext_b", "x"), ("ext_c", value + "x")]))}")
                #expect(long.number == "rc 24364" && long.keys == ["ext_c"])
            }
            for name in ["ext_A", "ext_", "a", "", "name", "ext_aa"] {
                let refusal = try alice.refusal("userProfile.update", "{\(Self.ext([("ext_b", "x"), (name, "x")]))}")
                #expect(refusal.number == "rc 24362" && refusal.keys == [name])
            }
            for value in ["1", "null", "true", "[]", "{}"] {
                let data = #"{"userExtProfile": {"ext_b": \#(value)}}"#
                let refusal = try alice.refusal("userProfile.update", data)
                #expect(refusal.number == "rc 34312" && refusal.keys == ["ext_b"], "\(value)")
            }
            for value in ["1", "true", "[]", #""ext_a""#] {
                let refusal = try alice.refusal("userProfile.update", #"{"userExtProfile": \#(value)}"#)
                #expect(refusal.number == "rc 34312" && refusal.keys == ["userExtProfile"], "\(value)")
            }
            #expect(try alice.hosted().ext.count == 1)
        }
    }

    @Test func `S-19, S-Q07: without any configured there are none`() throws {
        try withChat { gateway in
            let refusal = try gateway.online("alice").refusal("userProfile.update", "{\(Self.ext([("ext_a", "x")]))}")
            #expect(refusal.number == "rc 24362")
        }
    }

    // MARK: - Words

    private static let audit = settings.merging([
        "profiles.auditedWords": #"["Admin", "żółw"]"#, "hosting.auditedProperties": #"["name", "email", "ext_a"]"#,
    ]) { $1 }

    @Test func `S-06, S-07, S-Q08, S-Q06, S-05: every property with an audited word is named, and nothing is written`()
        throws
    {
        try withChat(Self.audit) { gateway in
            let alice = try gateway.online("alice")
            let before = try alice.profile().text
            let data =
                #""name": "xADMIN", "location": "admin", "role": 1, "email": "ŻÓŁW@x", "#
                + Self.ext([("ext_a", "admin"), ("ext_b", "admin")])
            let refusal = try alice.refusal("userProfile.update", "{\(data)}")
            #expect(refusal.number == "rc 25480" && refusal.keys.sorted() == ["email", "ext_a", "name"])
            let one = try alice.refusal("userProfile.update", #"{"role": 1, "name": "admin", "email": "x"}"#)
            #expect(one.number == "rc 25480" && one.keys == ["name"])
            #expect(try alice.hosted() == Hosted("alice"))
            #expect(try alice.profile().text == before)
            #expect(try alice.settle().isEmpty)
            try alice.update(
                #""location": "admin", "portraitUri": "admin", "name": "adm in", "# + Self.ext([("ext_b", "admin")]))
            #expect(try alice.hosted().location == "admin")
        }
    }

    @Test func `S-06: no words are audited unless the configuration has some, and then in all but the extensions`()
        throws
    {
        let keys = ["name", "portraitUri", "email", "birthday", "location"]
        let all = keys.map { #""\#($0)": "admin""# }.joined(separator: ", ") + ", " + Self.ext([("ext_a", "admin")])
        try withChat(Self.settings) { gateway in
            try gateway.online("alice").update(all)
        }
        try withChat(Self.settings.merging(["profiles.auditedWords": #"["admin"]"#]) { $1 }) { gateway in
            let refusal = try gateway.online("alice").refusal("userProfile.update", "{\(all)}")
            #expect(refusal.number == "rc 25480" && refusal.keys.sorted() == keys.sorted())
        }
    }

    @Test func `X-17, S-07: the same words are refused by either way`() throws {
        try withChat(Self.audit) { gateway in
            let alice = try gateway.online("alice")
            #expect(try alice.refusal("userProfile.update", #"{"name": "admin"}"#).number == "rc 25480")
            let data = #"{"values": {"nickname": "admin"}}"#
            #expect(try alice.refusal("profile.modifySelf", data).number == "tim 40005")
            #expect(try alice.hosted().name == "")
        }
    }
}
