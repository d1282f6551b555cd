import Client
import JSON
import Testing

/// Names that nobody could read, wherever there is a name.
struct NameTests {
    /// As JSON: blanks, what is drawn as nothing, control characters.
    private static let unreadable = [
        #"" ""#, #""\u3000\u00a0""#, #""\u200b""#, #""\u0000\n""#, #""a\u0000""#, #""a\tb""#, #""\u007f""#,
        #""a\u0085""#,
        #""a\u2028b""#,
    ]
    private static let readable = [#"" a ""#, #""名""#, #""👩‍👩‍👧""#]

    /// An operation, its parameters with `NAME` in them, the error, and the key that the error names.
    struct Named: ShowsRows {
        let rows: String
        let name: String
        let data: String
        let error: String
        let key: String

        init(_ rows: String, _ name: String, _ data: String, _ error: String, _ key: String) {
            (self.rows, self.name, self.data, self.error, self.key) = (rows, name, data, error, key)
        }
    }

    @Test(arguments: [
        Named("G-Q04", "group.create", #"{"name": NAME}"#, "em 205", "name"),
        Named("G-Q04", "group.modify", #"{"groupID": "1", "name": NAME}"#, "em 205", "name"),
        Named("G-Q38", "group.addFile", #"{"groupID": "1", "name": NAME, "size": 1}"#, "em 205", "name"),
        Named(
            "G-Q59", "group.setAttributes", #"{"groupID": "1", "attributes": {"nickname": NAME}}"#, "em 612", "nickname"
        ),
        Named("R-Q44", "friendGroup.rename", #"{"name": "friends", "newName": NAME}"#, "tim 9005", "newName"),
        Named("R-Q44", "friend.add", #"{"userID": "carol", "group": NAME}"#, "tim 9005", "group"),
        Named("R-Q14", "friend.add", #"{"userID": "carol", "remark": NAME}"#, "tim 30001", "remark"),
        Named("R-Q14", "friend.modify", #"{"userID": "bob", "values": {"remark": NAME}}"#, "tim 30001", "remark"),
        Named("X-15", "profile.modifySelf", #"{"values": {"nickname": NAME}}"#, "tim 40605", "nickname"),
        Named("X-15", "userProfile.update", #"{"name": NAME}"#, "rc 34312", "name"),
        Named("G-Q04", "admin.group.create", #"{"owner": "alice", "name": NAME}"#, "em 205", "name"),
        Named("G-Q04", "admin.group.modify", #"{"groupID": "1", "name": NAME}"#, "em 205", "name"),
        Named("X-15", "admin.account.update", #"{"userID": "alice", "nickname": NAME}"#, "tim 40605", "nickname"),
        Named(
            "S-Q05", "admin.userProfile.setUniqueId", #"{"userId": "alice", "uniqueId": NAME}"#, "rc 34236", "uniqueId"),
    ])
    func `X-63: a name of blanks or control characters is refused everywhere`(named: Named) throws {
        try withNames { alice, gateway in
            let session = try named.name.hasPrefix("admin.") ? gateway.admin() : alice
            for name in Self.unreadable {
                let parameters = named.data.replacing("NAME", with: name)
                let error = try session.refusal(named.name, parameters)
                #expect(error.number == named.error && error.keys == [named.key], "\(parameters): \(error)")
            }
            #expect(try alice.joinedCount() == 1)
        }
    }

    @Test func `X-63, R-Q44: one unreadable name refuses all new friend groups of a call`() throws {
        try withNames { alice, _ in
            for name in Self.unreadable {
                let made = try alice.refusal("friendGroup.create", #"{"names": ["fine", \#(name)]}"#)
                let culprit = try text(name)
                #expect(made.number == "tim 9005" && made.keys == [culprit], "\(name)")
            }
            #expect(try alice.groups().map(\.name) == ["friends"])
        }
    }

    /// Alice with a group, a friend and a friend group.
    private func withNames(_ body: (ClientSession, GatewayProcess) throws -> Void) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            try alice.createGroup()
            try alice.add("bob")
            _ = try alice.request("friendGroup.create", #"{"names": ["friends"], "userIDs": ["bob"]}"#).get()
            try body(alice, gateway)
        }
    }

    @Test func `X-63: an account's nickname is refused by its own code, the other accounts of the call are made`()
        throws
    {
        try withChat { gateway in
            let data = #"{"accounts": [{"userID": "u1", "nickname": "\t"}, {"userID": "u2", "nickname": ""}]}"#
            let results = try gateway.admin().request("admin.account.create", data).get()["results"]?.elements
            #expect(results?.map { $0["code"]?.int } == [40605, 0])
        }
    }

    @Test func `X-63: a device without a readable name opens no session`() throws {
        try withChat { gateway in
            for name in Self.unreadable {
                let data = #"{"token": "\#(gateway.token("alice"))", "device": \#(name)}"#
                let error = try gateway.guest().refusal("session.open", data)
                #expect(error.number == "gw 1001" && error.keys == ["device"], "\(name)")
            }
        }
    }

    @Test func `X-63: any other name is taken as it is written`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.add("bob")
            for name in Self.readable {
                let group = try text(name)
                let id = try alice.createGroup(group)
                #expect(try alice.details(id).name == group)
                try alice.modifyFriend("bob", #""remark": \#(name)"#)
                try alice.modifySelf(#""nickname": \#(name)"#)
                _ = try alice.request("friendGroup.create", #"{"names": [\#(name)]}"#).get()
                try alice.group("setAttributes", id, #""attributes": {"nickname": \#(name)}"#)
            }
            // Texts that may be empty still may.
            try alice.modifyFriend("bob", #""remark": """#)
            try alice.modifySelf(#""nickname": """#)
        }
    }
}

/// The text of a JSON string.
private func text(_ json: String) throws -> String {
    try #require(JSONDocument().parse(#"{"text": \#(json)}"#)["text"]?.string)
}
