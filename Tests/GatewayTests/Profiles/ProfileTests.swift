import Client
import ClientProtocol
import JSON
import Testing

/// `profile.getSelf` and `profile.get`
struct ProfileTests {
    private static let members: Set<String> = [
        "userID", "nickname", "allowType", "faceUrl", "selfSignature", "gender", "birthday", "location", "language",
        "level", "role", "customInfo", "version",
    ]

    @Test(arguments: [true, false])
    func `R-02, R-09, R-Q54, R-Q01, R-Q02: a profile that nobody edited has every field, all of them empty`(
        isHosted: Bool
    ) throws {
        try withChat { gateway in
            if isHosted { try gateway.createAccounts("alice") }
            let alice = try gateway.online("alice")
            let profile = try alice.profile()
            #expect(profile.keys == Self.members)
            #expect(profile["userID"]?.string == "alice")
            for text in ["nickname", "faceUrl"] { #expect(profile.member(text)?.string == "") }
            for number in ["allowType", "gender", "birthday", "language", "level", "role"] {
                #expect(profile.member(number)?.int == 0, "\(number)")
            }
            for bytes in ["selfSignature", "location"] { #expect(profile.member(bytes)?.text == #"{"b":""}"#) }
            #expect(profile["customInfo"]?.text == "{}")
            #expect(try alice.profiles("alice").map(\.text) == [profile.text])
            #expect(try alice.friends().isEmpty)
            #expect(try alice.pendencies(3, #""seq": 9, "numPerPage": 1"#).items.isEmpty)
            #expect(try alice.blacklist().isEmpty && alice.groups().isEmpty)
        }
    }

    /// A field of a profile: the values that set it, and how it is read.
    struct Field: ShowsRows {
        let rows: String
        let name: String
        let written: String
        let read: String

        init(_ rows: String, _ name: String, _ written: String, _ read: String) {
            (self.rows, self.name, self.written, self.read) = (rows, name, written, read)
        }
    }

    @Test(arguments: [
        Field("R-14", "userID", #""level": 1"#, #""alice""#),
        Field("R-15", "nickname", #""nickname": "Ala Żółw""#, #""Ala Żółw""#),
        Field("R-16", "allowType", #""allowType": 2"#, "2"),
        Field("R-17", "faceUrl", #""faceUrl": "https://faces/a""#, #""https://faces/a""#),
        Field("R-18", "selfSignature", #""selfSignature": "żyję""#, #"{"b":"xbx5asSZ"}"#),
        Field("R-19", "gender", #""gender": 1"#, "1"), Field("R-20", "birthday", #""birthday": 19990101"#, "19990101"),
        Field("R-21", "location", #""location": "Kraków""#, #"{"b":"S3Jha8Ozdw=="}"#),
        Field("R-22", "language", #""language": 1"#, "1"),
        Field("R-23", "level", #""level": 4294967295"#, "4294967295"), Field("R-24", "role", #""role": 7"#, "7"),
        Field(
            "R-25", "customInfo", #""Tag_Profile_Custom_Blood": -1, "Tag_Profile_Custom_Note": "x""#,
            #"{"Blood":-1,"Note":{"b":"eA=="}}"#),
    ])
    func `a field is read as it was written, by the user and by others`(field: Field) throws {
        try withChat(["profiles.customFields": #"{Blood: "number", Note: "bytes"}"#]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.modifySelf(field.written)
            #expect(try alice.profile().member(field.name)?.text == field.read)
            #expect(try bob.profiles("alice").map { $0.member(field.name)?.text } == [field.read])
        }
    }

    @Test func `R-01, X-04: a whole profile is read as it was written, also after a restart`() throws {
        let values = """
            "nickname": "Ala Żółw", "allowType": 2, "faceUrl": "https://faces/a", "selfSignature": "żyję", "gender": 1, \
            "birthday": 19990101, "location": "Kraków", "language": 1, "level": 4294967295, "role": 7, \
            "Tag_Profile_Custom_Blood": -1, "Tag_Profile_Custom_Note": "x"
            """
        try withChat(["profiles.customFields": #"{Blood: "number", Note: "bytes"}"#]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try alice.modifySelf(values)
            let version = try #require(try alice.profile()["version"]?.int)
            let expected = """
                {"userID":"alice","nickname":"Ala Żółw","allowType":2,"faceUrl":"https://faces/a",\
                "selfSignature":{"b":"xbx5asSZ"},"gender":1,"birthday":19990101,"location":{"b":"S3Jha8Ozdw=="},\
                "language":1,"level":4294967295,"role":7,"customInfo":{"Blood":-1,"Note":{"b":"eA=="}},\
                "version":\(version)}
                """
            #expect(try texts(of: alice.profile()) == texts(of: JSONDocument().parse(expected)))
            #expect(try bob.profiles("alice").map(\.text) == [alice.profile().text])
            try gateway.restart()
            let again = try gateway.online("alice")
            #expect(try texts(of: again.profile()) == texts(of: JSONDocument().parse(expected)))
        }
    }

    @Test func `R-10, R-Q06, R-Q07, X-19: anybody's profile is read, known ids in the order asked for and each once`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try bob.modifySelf(#""nickname": "Bob", "allowType": 2"#)
            try gateway.createAccounts("carol")
            let profiles = try alice.profiles("carol", "nobody", "bob", "alice", "carol", "żółw", "")
            #expect(profiles.map { $0["userID"]?.string } == ["carol", "bob", "alice"])
            #expect(profiles.map { $0["nickname"]?.string } == ["", "Bob", ""])
        }
    }

    @Test(arguments: [
        (["nobody"], "tim 40003"), (["nobody", "żółw", ""], "tim 40003"), ([], "tim 40001"),
        (Array(repeating: "bob", count: 101), "tim 40001"),
    ])
    func `R-Q06: none that is known is refused with tim 40003, none or more than 100 ids with 40001`(
        users: [String], code: String
    ) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let error = try alice.refusal("profile.get", #"{"userIDs": \#(list(users))}"#)
            #expect(error.number == code && error.keys == ["userIDs"])
        }
    }

    @Test func `R-Q06: a hundred ids are read in one call, also with the largest profiles`() throws {
        try withChat { gateway in
            let users = (0..<100).map { "u\($0)" }
            try gateway.createAccounts(users)
            let large = #""selfSignature": "\#(times(500, "x"))""#
            for user in users.prefix(3) { try gateway.online(user).modifySelf(large) }
            let alice = try gateway.online("alice")
            let ok = try alice.request("profile.get", #"{"userIDs": \#(list(users))}"#).get()
            let profiles = Array(try #require(ok["profiles"]?.elements))
            #expect(profiles.compactMap { $0["userID"]?.string } == users)
            #expect(profiles[2]["selfSignature"]?["b"]?.string?.count == 668)
            #expect(profiles[3]["selfSignature"]?["b"]?.string == "")
        }
    }

    @Test func `R-Q06: what does not go into one reply is left, and named`() throws {
        let fields = "ABCDEFGH".map { #"\#($0): "bytes""# }.joined(separator: ", ")
        try withChat(["profiles.customFields": "{\(fields)}"]) { gateway in
            let users = (0..<100).map { "u\($0)" }
            try gateway.createAccounts(users)
            let large = "ABCDEFGH".map { #""Tag_Profile_Custom_\#($0)": "\#(times(500, "x"))""# }.joined(
                separator: ", ")
            for user in users { try gateway.online(user).modifySelf(large) }
            let alice = try gateway.online("alice")
            var wanted = users
            var got: [String] = []
            var replies = 0
            while !wanted.isEmpty && replies < 20 {
                let ok = try alice.request("profile.get", #"{"userIDs": \#(list(wanted))}"#).get()
                let profiles = try #require(ok["profiles"]?.elements)
                got += try profiles.map { try #require($0["userID"]?.string) }
                wanted = try #require(ok["left"]?.elements).map { try #require($0.string) }
                replies += 1
            }
            #expect(got == users && replies > 1)
        }
    }

    @Test func `R-Q06: parameters that cannot be taken are refused with tim 40001, which names them`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for data in [
                "{}", #"{"userIDs": "bob"}"#, #"{"userIDs": [7]}"#, #"{"userIDs": {}}"#, #"{"userIDs": null}"#,
            ] {
                let error = try alice.refusal("profile.get", data)
                #expect(error.number == "tim 40001" && error.keys == ["userIDs"])
            }
        }
    }

    @Test func `R-11, R-12, R-13: a read gives what was last committed, however soon after it and however often`()
        throws
    {
        try withChat(["shards.count": "4"]) { gateway in
            let alice = try gateway.online("alice")
            let readers = try (0..<4).map { try gateway.online("r\($0)") }
            for level in 1...20 {
                try alice.modifySelf(#""level": \#(level), "nickname": "n\#(level)""#)
                for reader in readers {
                    let profile = try #require(try reader.profiles("alice").first)
                    #expect(profile["level"]?.int == level && profile["nickname"]?.string == "n\(level)")
                }
            }
            #expect(try alice.profile()["level"]?.int == 20)
        }
    }

    private static let operations = [
        "profile.getSelf", "profile.get", "profile.modifySelf", "friend.list", "friend.get", "friend.add",
        "friend.modify",
        "friend.delete", "friend.respond", "friend.check", "pendency.list", "pendency.delete", "pendency.report",
        "blacklist.add", "blacklist.delete", "blacklist.list", "blacklist.check", "friendGroup.list",
        "friendGroup.create",
        "friendGroup.delete", "friendGroup.addFriends", "friendGroup.removeFriends", "friendGroup.rename",
    ]

    @Test func `R-06: every operation needs a login first, tim 6014, and is for users alone`() throws {
        try withChat { gateway in
            let data = #"{"userID": "bob", "userIDs": ["bob"], "values": {"level": 1}}"#
            let admin = try gateway.admin()
            for operation in Self.operations {
                #expect(try gateway.guest().refusal(operation, data).number == "tim 6014")
                #expect(try admin.refusal(operation, data).number == "gw 1002")
            }
        }
    }
}
