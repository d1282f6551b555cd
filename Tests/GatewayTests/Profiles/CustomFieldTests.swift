import Bytes
import Client
import ClientProtocol
import JSON
import Testing

/// The fields that a configuration adds to profiles and to friends.
struct CustomFieldTests {
    private static let configured = [
        "profiles.customFields": #"{Blood: "number", Note: "bytes", Motto: "string"}"#,
        "friends.customFields": #"{Rank: "number", Memo: "bytes", Motto: "string"}"#,
    ]

    /// A user of a gateway without custom fields of the other list, who has a friend.
    private func withFriends(
        _ settings: [String: String] = configured, _ body: (ClientSession, GatewayProcess) throws -> Void
    ) throws {
        try withChat(settings) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.add("bob")
            _ = try alice.settle()
            try body(alice, gateway)
        }
    }

    @Test(arguments: ["Blood", "Note", "Motto", "Rank", "Memo", "X", "blood", ""])
    func `R-03, R-54, R-Q03, R-Q05: only what its own list configures can be written: tim 40009 and 30001`(
        name: String
    ) throws {
        try withFriends { alice, _ in
            let value = ["Blood", "Rank"].contains(name) ? "1" : #""x""#
            let own = #"{"values": {"Tag_Profile_Custom_\#(name)": \#(value), "level": 1}}"#
            let friends = #"{"userID": "bob", "values": {"Tag_SNS_Custom_\#(name)": \#(value), "remark": "r"}}"#
            let isOwn = ["Blood", "Note", "Motto"].contains(name)
            let isFriends = ["Rank", "Memo", "Motto"].contains(name)
            #expect(try alice.request("profile.modifySelf", own).error?.number == (isOwn ? nil : "tim 40009"))
            #expect(try alice.request("friend.modify", friends).error?.number == (isFriends ? nil : "tim 30001"))
            #expect(try alice.profile()["level"]?.int == (isOwn ? 1 : 0))
            #expect(try alice.profile()["customInfo"]?.keys == (isOwn ? [name] : []))
            let friend = try #require(try alice.friend("bob"))
            #expect(friend.remark == (isFriends ? "r" : ""))
            #expect(Set(friend.custom.keys) == (isFriends ? [name] : []))
        }
    }

    @Test func `R-03, R-54: without a configuration there are no custom fields; the refusal names the key`() throws {
        try withFriends([:]) { alice, _ in
            let own = try alice.refusal("profile.modifySelf", #"{"values": {"Tag_Profile_Custom_Blood": 1}}"#)
            #expect(own.number == "tim 40009" && own.keys == ["Tag_Profile_Custom_Blood"])
            let friends = try alice.refusal(
                "friend.modify", #"{"userID": "bob", "values": {"Tag_SNS_Custom_Rank": 1}}"#)
            #expect(friends.number == "tim 30001" && friends.keys == ["Tag_SNS_Custom_Rank"])
        }
    }

    private static let values = [
        ("Blood", "1", "1"), ("Blood", "-9007199254740991", "-9007199254740991"),
        ("Blood", "9007199254740991", "9007199254740991"), ("Blood", "0", "0"),
        ("Note", #""żółw""#, #"{"b":"xbzDs8WCdw=="}"#), ("Note", #"{"b": "//4AgA=="}"#, #"{"b":"//4AgA=="}"#),
        ("Motto", #""a""#, #"{"b":"YQ=="}"#), ("Motto", #"{"b": "YQ=="}"#, #"{"b":"YQ=="}"#),
        ("Note", #""""#, #"{"b":""}"#),
    ]

    @Test(arguments: values)
    func `R-25, R-38, R-39, R-Q05, X-04: a profile's number is read as a number, strings and bytes as bytes`(
        name: String, written: String, read: String
    ) throws {
        try withFriends { alice, gateway in
            try alice.modifySelf(#""Tag_Profile_Custom_\#(name)": \#(written)"#)
            #expect(try texts(of: #require(try alice.profile()["customInfo"])) == [name: read])
            try gateway.restart()
            #expect(try texts(of: #require(try gateway.online("alice").profile()["customInfo"])) == [name: read])
        }
    }

    @Test(arguments: values)
    func `R-39, R-47, R-52, R-Q05, X-04: a friend's number is read as a number, strings and bytes as bytes`(
        name: String, written: String, read: String
    ) throws {
        let field = try #require(["Blood": "Rank", "Note": "Memo", "Motto": "Motto"][name])
        try withFriends { alice, gateway in
            try alice.modifyFriend("bob", #""Tag_SNS_Custom_\#(field)": \#(written)"#)
            #expect(try alice.friend("bob")?.custom == [field: read])
            try gateway.restart()
            #expect(try gateway.online("alice").friend("bob")?.custom == [field: read])
        }
    }

    @Test func `R-39, R-18, R-21, X-04: bytes that are no UTF-8 come back unchanged, also from a friend's profile`()
        throws
    {
        try withChat(Self.configured) { gateway in
            let bob = try gateway.online("bob")
            let carol = try gateway.online("carol")
            let alice = try gateway.online("alice")
            try alice.add("bob")
            let all = (0...255).map(UInt8.init)
            let (long, short) = (
                Base64.standard.encode(all), Base64.standard.encode([0xFF, 0xC0, 0, 0xED, 0xA0, 0x80])
            )
            try bob.modifySelf(
                """
                "selfSignature": {"b": "\(long)"}, "location": {"b": "\(short)"}, \
                "Tag_Profile_Custom_Note": {"b": "\(long)"}
                """)
            try alice.modifyFriend("bob", #""Tag_SNS_Custom_Memo": {"b": "\#(long)"}"#)
            for profile in [try bob.profile(), try carol.profiles("bob")[0]] {
                #expect(profile["selfSignature"]?.text == #"{"b":"\#(long)"}"#)
                #expect(profile["location"]?.text == #"{"b":"\#(short)"}"#)
                #expect(profile["customInfo"]?.text == #"{"Note":{"b":"\#(long)"}}"#)
            }
            let friend = try #require(try alice.friend("bob"))
            #expect(friend.custom == ["Memo": #"{"b":"\#(long)"}"#])
            #expect(try friend.profile == bob.profile().text)
        }
    }

    @Test func `R-25, R-26: a custom field is changed by itself, and the others stay`() throws {
        try withFriends { alice, _ in
            try alice.modifySelf(#""Tag_Profile_Custom_Blood": 1, "Tag_Profile_Custom_Note": "n""#)
            try alice.modifySelf(#""Tag_Profile_Custom_Blood": 2"#)
            try alice.modifyFriend("bob", #""Tag_SNS_Custom_Rank": 1, "Tag_SNS_Custom_Memo": "n", "remark": "r""#)
            try alice.modifyFriend("bob", #""Tag_SNS_Custom_Memo": "m""#)
            let own = try texts(of: #require(try alice.profile()["customInfo"]))
            #expect(own == ["Blood": "2", "Note": #"{"b":"bg=="}"#])
            let friend = try #require(try alice.friend("bob"))
            #expect(friend.custom == ["Rank": "1", "Memo": #"{"b":"bQ=="}"#] && friend.remark == "r")
        }
    }

    @Test(arguments: [
        ("Number", #""x""#), ("Number", "1.5"), ("Number", "9007199254740993"), ("Number", #"{"b": "YQ=="}"#),
        ("Bytes", "1"), ("Bytes", "{}"), ("Bytes", #"{"b": "?"}"#), ("Bytes", "null"), ("Bytes", "[]"), ("Text", "1"),
        ("Text", "true"),
    ])
    func `R-Q03, R-Q05: a value of another type is refused with tim 40610 and 30001, and nothing is written`(
        name: String, value: String
    ) throws {
        let fields = #"{Number: "number", Bytes: "bytes", Text: "string"}"#
        try withFriends(["profiles.customFields": fields, "friends.customFields": fields]) { alice, _ in
            let own = #"{"values": {"level": 1, "Tag_Profile_Custom_\#(name)": \#(value)}}"#
            let error = try alice.refusal("profile.modifySelf", own)
            #expect(error.number == "tim 40610" && error.keys == ["Tag_Profile_Custom_\(name)"])
            let friends = #"{"userID": "bob", "values": {"remark": "r", "Tag_SNS_Custom_\#(name)": \#(value)}}"#
            let other = try alice.refusal("friend.modify", friends)
            #expect(other.number == "tim 30001" && other.keys == ["Tag_SNS_Custom_\(name)"])
            #expect(try alice.profile()["level"]?.int == 0)
            #expect(try alice.profile()["customInfo"]?.count == 0)
            #expect(try alice.friend("bob")?.remark == "" && alice.friend("bob")?.custom == [:])
            #expect(try alice.settle().isEmpty)
        }
    }

    @Test func `R-Q05: a value has up to 500 bytes, more is refused with tim 40601 and 30001`() throws {
        try withFriends { alice, _ in
            for (name, other) in [("Note", "Memo"), ("Motto", "Motto")] {
                for (count, isGood) in [(500, true), (501, false)] {
                    for value in [
                        #""\#(times(count, "x"))""#,
                        #"{"b": "\#(Base64.standard.encode([UInt8](repeating: 0xFF, count: count)))"}"#,
                    ] {
                        let own = #"{"values": {"Tag_Profile_Custom_\#(name)": \#(value)}}"#
                        try #require(
                            try alice.request("profile.modifySelf", own).error?.number == (isGood ? nil : "tim 40601"))
                        let friends = #"{"userID": "bob", "values": {"Tag_SNS_Custom_\#(other)": \#(value)}}"#
                        try #require(
                            try alice.request("friend.modify", friends).error?.number == (isGood ? nil : "tim 30001"))
                    }
                }
            }
        }
    }

    @Test(arguments: [
        #"{TooLonger: "number"}"#, #"{"": "number"}"#, #"{A1: "number"}"#, #"{a_b: "bytes"}"#, #"{"ż": "bytes"}"#,
        #"{Blood: "integer"}"#, #"{Blood: 1}"#, #"["Blood"]"#, tooMany,
    ])
    func `R-Q05: the configuration refuses names that are not of 1 to 8 letters, unknown types and more than 20 fields`(
        fields: String
    ) throws {
        for key in ["profiles.customFields", "friends.customFields"] {
            let workspace = try Workspace()
            let file = try workspace.write(
                "martlet.json5", GatewayProcess.text(of: [key: fields, "auth.testMode": "true"]))
            let run = try Martlet.run(["config", "check", "--config", file], in: workspace)
            #expect(run.end == .exited(78) && run.errors.contains(key))
        }
    }

    private static let tooMany =
        "{" + "ABCDEFGHIJKLMNOPQRSTU".map { #"\#($0): "number""# }.joined(separator: ", ") + "}"
}
