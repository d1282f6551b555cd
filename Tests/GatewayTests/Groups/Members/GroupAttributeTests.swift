import Client
import ClientProtocol
import JSON
import Testing

/// Members' attributes in a group, set by themselves and by the owner.
struct GroupAttributeTests {
    private func setting(_ attributes: String, of user: String? = nil) -> String {
        (user.map { "\(one($0)), " } ?? "") + #""attributes": \#(attributes)"#
    }

    @Test func `G-72, G-81, G-Q40, X-06: one's own are told to all others, and to one's other devices`() throws {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let set = #"attributesChangedOfMember attributes={"a":"1","b":"名"} operatorID=member userID=member"#
            try cast.expect(everybody(set, but: ["member.tab": ["self \(set)"], "member.phone": []])) {
                try cast["member"].group("setAttributes", cast.id, setting(#"{"a": "1", "b": "名"}"#))
            }
            // Only what has changed; an empty value deletes.
            let changed = #"attributesChangedOfMember attributes={"b":"","c":"3"} operatorID=member userID=member"#
            try cast.expect(everybody(changed, but: ["member.tab": ["self \(changed)"], "member.phone": []])) {
                let data = setting(#"{"a": "1", "b": "", "c": "3", "none": ""}"#, of: "member")
                try cast["member"].group("setAttributes", cast.id, data)
            }
            #expect(try cast["member2"].attributes(cast.id, of: "member") == ["a": #""1""#, "c": #""3""#])
            try cast.expect([:]) {
                try cast["member"].group("setAttributes", cast.id, setting(#"{"a": "1", "none": ""}"#))
            }
        }
    }

    @Test func `G-81: two keys of the same look and other bytes are two keys`() throws {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            let id = try owner.createGroup()
            try owner.group("setAttributes", id, setting("{\"\u{E4}\": \"1\", \"a\u{308}\": \"2\"}"))
            let reply = try owner.group("getAttributes", id, some("owner"))
            let attributes = try #require(reply["members"]?.first?["attributes"]?.members)
            let bytes = attributes.map { Array($0.key.stringBytes!) }
            #expect(Set(bytes) == [[0xC3, 0xA4], [0x61, 0xCC, 0x88]])
            let key = String(decoding: bytes[0], as: UTF8.self)
            try owner.group("setAttributes", id, setting("{\"\(key)\": \"\"}"))
            let left = try owner.group("getAttributes", id, some("owner"))
            #expect(left["members"]?.first?["attributes"]?.count == 1)
        }
    }

    @Test
    func `G-72, G-81, G-Q40, X-06: who is described by the owner is told of it, and the owner's other devices are`()
        throws
    {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let set = #"attributesChangedOfMember attributes={"k":"v"} operatorID=owner userID=admin"#
            try cast.expect(everybody(set, but: ["owner.tab": ["self \(set)"], "owner.phone": []])) {
                try cast["owner"].group("setAttributes", cast.id, setting(#"{"k": "v"}"#, of: "admin"))
            }
            #expect(try cast["admin"].attributes(cast.id, of: "admin") == ["k": #""v""#])
            #expect(try cast["owner"].attributes(cast.id, of: "owner") == [:])
            for user in ["stranger", "nobody"] {
                let data = setting(#"{"k": "v"}"#, of: user)
                #expect(try cast["owner"].attempt("setAttributes", cast.id, data) == "em 602")
            }
        }
    }

    @Test func `G-81, G-Q40: attributes are kept, and read of up to ten members at once`() throws {
        try withChat { gateway in
            do {
                let cast = try gateway.cast()
                for user in ["owner", "member"] {
                    try cast[user].group("setAttributes", cast.id, setting(#"{"of": "\#(user)"}"#))
                }
            }
            try gateway.restart()
            let admin = try gateway.online("admin")
            let users = some("member", "stranger", "nobody", "owner", "admin")
            let ok = try admin.group("getAttributes", "1", users)
            let members = try #require(ok["members"]?.elements).map { try texts(of: $0) }
            #expect(members.map { $0["userID"] } == [#""member""#, #""owner""#, #""admin""#])
            #expect(members.map { $0["attributes"] } == [#"{"of":"member"}"#, #"{"of":"owner"}"#, "{}"])
            for (count, outcome) in [(10, "ok"), (11, "em 205")] {
                let many = (0..<count).map { "u\($0)" }
                #expect(try admin.attempt("getAttributes", "1", #""userIDs": \#(list(many))"#) == outcome)
            }
        }
    }

    @Test func `G-Q40: keys of 1 to 16 bytes, else 611; values of up to 512 bytes, else 612`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let (key, value) = (times(16, "k"), times(512, "v"))
            try cast["member"].group("setAttributes", cast.id, setting(#"{"\#(key)": "\#(value)"}"#))
            #expect(try cast["owner"].attributes(cast.id, of: "member") == [key: #""\#(value)""#])
            try cast.expect([:]) {
                let bad: [(String, String, String)] = [
                    (#"{"": "v"}"#, "em 611", "attributes"), (#"{"\#(key)k": "v"}"#, "em 611", "attributes"),
                    (#"{"\#(times(8, "ż"))k": "v"}"#, "em 611", "attributes"),
                    (#"{"a": "b", "k": "\#(value)v"}"#, "em 612", "k"),
                    (#"{"k": "\#(times(256, "ż"))v"}"#, "em 612", "k"), (#"{"k": 1}"#, "em 205", "attributes"),
                    (#"{"k": null}"#, "em 205", "attributes"), ("{}", "em 205", "attributes"),
                    ("[]", "em 205", "attributes"), (#""k""#, "em 205", "attributes"),
                ]
                for (attributes, code, key) in bad {
                    let error = try cast["member"].refusal(
                        "group.setAttributes", #"{"groupID": "1", \#(setting(attributes))}"#)
                    #expect(error.number == code && error.keys == [key], "\(attributes)")
                }
            }
            #expect(try cast["owner"].attributes(cast.id, of: "member").count == 1)
        }
    }

    @Test func `G-Q40: a member has 4096 bytes of attributes, keys included, else 609, and nothing of it is set`()
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            let member = cast["member"]
            // Seven of 512 and the last of what is left.
            for index in 1...7 {
                try member.group("setAttributes", cast.id, setting(#"{"k\#(index)": "\#(times(510, "v"))"}"#))
            }
            let last = setting(#"{"k8": "\#(times(510, "v"))"}"#)
            try cast.expect([:]) {
                let more = setting(#"{"k1": "", "k8": "\#(times(512, "v"))", "k9": "\#(times(509, "v"))"}"#)
                let error = try member.refusal("group.setAttributes", #"{"groupID": "1", \#(more)}"#)
                #expect(error.number == "em 609")
            }
            #expect(try member.attributes(cast.id, of: "member").count == 7)
            try member.group("setAttributes", cast.id, last)
            #expect(try member.attempt("setAttributes", cast.id, setting(#"{"x": "y"}"#)) == "em 609")
            // An attribute that is removed makes room for another in the same request.
            #expect(try member.attempt("setAttributes", cast.id, setting(#"{"k1": "", "x": "y"}"#)) == "ok")
        }
    }

    @Test(arguments: ["false", "true"])
    func `X-48: a member's nickname in a group shows in no list of conversations`(nicknames: String)
        throws
    {
        try withChat(["groups.nicknames": nicknames], door: .webSocket) { gateway in
            let cast = try gateway.cast()
            let (member, member2) = (cast["member"], cast["member2"])
            try member2.write(to: "member")
            try cast.expect(
                everybody(
                    #"attributesChangedOfMember attributes={"nickname":"x"} operatorID=member2 userID=member2"#,
                    but: ["member2": []])
            ) { try member2.group("setAttributes", cast.id, setting(#"{"nickname": "x"}"#)) }
            func names() throws -> [String] {
                try [member, cast["admin"], cast["owner"]].flatMap { try $0.conversations().map(\.showName).sorted() }
            }
            // The group's name, and the users' own ids.
            #expect(try names() == ["g", "member2", "g", "g"])
            try member2.write(in: cast.id)
            try member2.write(to: "admin")
            #expect(try names() == ["g", "member2", "g", "member2", "g"])
            try member2.modifySelf(#""nickname": "Mem""#)
            #expect(try names() == ["Mem", "g", "Mem", "g", "g"])
            try member2.group("setAttributes", cast.id, setting(#"{"nickname": "y"}"#))
            try member2.write(to: "owner")
            #expect(try names() == ["Mem", "g", "Mem", "g", "Mem", "g"])
        }
    }
}
