import Client
import ClientProtocol
import JSON
import Testing

/// `group.modify` and the announcement.
struct GroupInfoTests {
    private static let changes: [(change: String, shows: @Sendable (GroupDetails) -> Bool)] = [
        (#""name": "名""#, { $0.name == "名" }), (#""description": "d""#, { $0.description == "d" }),
        (#""description": """#, { $0.description == "" }), (#""avatar": "a""#, { $0.avatar == "a" }),
        (#""ext": "{\"e\": 1}""#, { $0.ext == #"{"e": 1}"# }), (#""maxUsers": 5"#, { $0.maxUsers == 5 }),
        (#""isInviteNeedConfirm": false"#, { !$0.needsConfirmation && $0.modes[2] == 1 }),
        (#""beInviteMode": 0"#, { $0.needsConfirmation && $0.modes[2] == 0 }),
        (#""inviteMode": 1"#, { $0.style == 1 && $0.modes == [2, 1, 0, 0] }),
        (#""updateInfoMode": 1"#, { $0.modes == [2, 1, 0, 1] }),
        (
            #""name": "n", "ext": "x", "maxUsers": 9, "updateInfoMode": 0"#,
            {
                $0.name == "n" && $0.ext == "x" && $0.maxUsers == 9 && $0.modes[3] == 0
            }
        ),
    ]

    @Test func `G-71, G-80, G-Q39, X-06, X-34: each change is told to all, once and whole, on all devices`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast["owner"].group("modify", cast.id, #""description": "first""#)
            for (change, shows) in Self.changes {
                _ = try cast["owner"].settle()
                let name = change.contains(#""name": "名""#) ? "名" : try cast["owner"].details(cast.id).name
                let told = change.contains(#""name": "n""#) ? "n" : name
                try cast.expect(everybody("specificationDidUpdate group=\(told)")) {
                    try cast["owner"].group("modify", cast.id, change)
                }
                #expect(try shows(cast["member"].details(cast.id)), "\(change)")
                // The same again is no change.
                try cast.expect([:]) { try cast["owner"].group("modify", cast.id, change) }
            }
        }
    }

    @Test func `G-71, G-Q39: what is told is the group as its details have it`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            for (user, change) in [("owner", #""joinMode": 0"#), ("admin", #""avatar": "a", "ext": "e""#)] {
                _ = try cast["member"].settle()
                try cast[user].group("modify", cast.id, change)
                let told = try #require(try cast["member"].callbacks().first?.data["group"])
                #expect(told.keys == GroupDetails.ofAll)
                let shown = try #require(try cast["owner"].group("get", cast.id)["group"])
                #expect(try texts(of: told) == texts(of: shown).filter { GroupDetails.ofAll.contains($0.key) })
            }
        }
    }

    @Test(arguments: [
        (0, [#""inviteMode": 1"#], 1), (1, [#""inviteMode": 0"#], 0), (2, [#""joinMode": 0"#], 3),
        (3, [#""joinMode": 1"#], 2), (0, [#""inviteMode": 1, "joinMode": 2"#, #""inviteMode": 0"#], 0),
        (3, [#""joinMode": 1, "inviteMode": 0"#, #""joinMode": 0"#], 3),
    ])
    func `G-Q01, X-35: a style becomes the other one of its kind through the modes`(
        style: Int, changes: [String], becomes: Int
    ) throws {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            let id = try owner.createGroup(style: style)
            for change in changes { try owner.group("modify", id, change) }
            #expect(try owner.details(id).style == becomes)
            let stranger = try gateway.online("stranger")
            #expect(try stranger.publicPage().groups == (becomes > 1 ? [id] : []))
            #expect(try stranger.attempt("join", id) == (becomes > 1 ? "ok" : "em 603"))
            #expect(try owner.details(id).memberCount == (becomes == 3 ? 2 : 1))
        }
    }

    @Test func `G-Q01, X-35: private never becomes public, nor public private, nor a mix of both: 205`() throws {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            let bad: [(Int, String)] = [
                (0, #""joinMode": 0"#), (0, #""joinMode": 1"#), (1, #""joinMode": 0"#), (1, #""joinMode": 1"#),
                (2, #""joinMode": 2"#), (3, #""joinMode": 2"#), (2, #""inviteMode": 1"#), (3, #""inviteMode": 1"#),
                (0, #""joinMode": 0, "inviteMode": 1, "name": "x""#), (2, #""joinMode": 2, "inviteMode": 1"#),
            ]
            for (style, change) in bad {
                let id = try owner.createGroup(style: style)
                _ = try owner.settle()
                #expect(try owner.attempt("modify", id, change) == "em 205", "\(style) \(change)")
                #expect(try owner.details(id).style == style && owner.details(id).name == "g")
                #expect(try owner.eventLines() == [])
            }
        }
    }

    @Test func `G-Q47, G-08, G-Q02: room for fewer than there are is refused with 205, for as many it is given`() throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast.expect([:]) {
                for most in [4, 3] {
                    let error = try cast["owner"].refusal(
                        "group.modify", #"{"groupID": "1", "maxUsers": \#(most), "name": "x"}"#)
                    #expect(error.number == "em 205" && error.keys == ["maxUsers"])
                }
            }
            try cast["owner"].group("modify", cast.id, #""maxUsers": 5"#)
            #expect(try cast["owner"].attempt("invite", cast.id, some("stranger")) == "em 604")
            let group = try cast["owner"].details(cast.id)
            #expect(group.maxUsers == 5 && group.name == "g")
            #expect(try cast["owner"].attempt("modify", cast.id, #""maxUsers": 2001"#) == "em 205")
        }
    }

    @Test func `G-Q39: a right that is missing for one part stops all of it`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            try cast["owner"].group("modify", cast.id, #""updateInfoMode": 1"#)
            try cast.expect([:]) {
                let admins = try cast["admin"].attempt("modify", cast.id, #""name": "x", "updateInfoMode": 0"#)
                let members = try cast["member"].attempt("modify", cast.id, #""name": "x", "maxUsers": 9"#)
                #expect(admins == "em 603" && members == "em 603")
            }
            #expect(try cast["owner"].details(cast.id).name == "g")
        }
    }

    @Test func `G-71: a text is what its bytes are: another spelling of the same characters is a change`() throws {
        try withChat { gateway in
            let (composed, decomposed) = ("\u{e9}", "e\u{301}")
            do {
                let owner = try gateway.online("owner")
                let id = try owner.createGroup(composed)
                _ = try owner.settle()
                try owner.group("modify", id, #""name": "\#(decomposed)""#)
                #expect(try owner.callbacks().names == ["group.specificationDidUpdate"])
            }
            try gateway.restart()
            #expect(try Array(gateway.online("owner").details("1").name.utf8) == Array(decomposed.utf8))
        }
    }

    @Test func `G-80, G-71: what was changed is there after a restart`() throws {
        try withChat { gateway in
            do {
                let owner = try gateway.online("owner")
                try owner.createGroup()
                for (change, _) in Self.changes { try owner.group("modify", "1", change) }
                try owner.group("setAnnouncement", "1", #""announcement": "a""#)
            }
            try gateway.restart()
            let owner = try gateway.online("owner")
            let group = try owner.details("1")
            #expect(group.name == "n" && group.description == "" && group.avatar == "a" && group.ext == "x")
            #expect(group.maxUsers == 9 && group.needsConfirmation && group.style == 1 && group.modes == [2, 1, 0, 0])
            #expect(try owner.group("getAnnouncement", "1")["announcement"]?.string == "a")
        }
    }

    @Test func `G-68, G-78, G-Q37, G-Q39, X-06: an announcement is told to all, on all devices, and read by members`()
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast(style: 3)
            #expect(try cast["member"].group("getAnnouncement", cast.id)["announcement"]?.string == "")
            let longest = times(512, "名")
            for (user, text) in [("owner", "hear"), ("admin", longest), ("owner", "")] {
                try cast.expect(everybody("announcementDidUpdate announcement=\(text)")) {
                    try cast[user].group("setAnnouncement", cast.id, #""announcement": "\#(text)""#)
                }
                #expect(try cast["member"].group("getAnnouncement", cast.id)["announcement"]?.string == text)
            }
            try cast.expect([:]) {
                for user in ["owner", "member"] {
                    _ = try cast[user].attempt("setAnnouncement", cast.id, #""announcement": """#)
                }
            }
            #expect(try cast["stranger"].attempt("getAnnouncement", cast.id) == "em 602")
        }
    }
}
