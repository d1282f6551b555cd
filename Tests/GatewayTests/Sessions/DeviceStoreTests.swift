import Client
import ClientProtocol
import JSON
import Testing

/// What a client that keeps a store asks for: X-78 to X-81.
struct DeviceStoreTests {
    // MARK: - Resets

    @Test func `X-78: a reset of a conversation and of the user's stream says why`() throws {
        try withChat { gateway in
            let (alice, opened) = try gateway.back("alice")
            let seq = try #require(opened["stream"]?["seq"]?.int)
            let bob = try gateway.online("bob")
            for _ in 1...3 { try bob.write(to: "alice") }
            /// Of the user's stream, of the conversation, and of its changes; `-`: no reset.
            func why(_ resume: String) throws -> [String] {
                let (_, opened) = try gateway.back("alice", device: "away", resume: resume)
                let resumed = try #require(opened["resume"])
                return [resumed["user"], resumed["conversations"]?["c2c_bob"], resumed["changes"]?["c2c_bob"]].map {
                    $0?["why"]?.string ?? "-"
                }
            }
            #expect(try why(#"{"conversations": {"c2c_bob": 1}}"#) == ["unknown", "-", "-"])
            let beyond = try why(#"{"user": 4000000, "conversations": {"c2c_bob": 9}, "changes": {"c2c_bob": 9}}"#)
            #expect(beyond == ["beyond", "beyond", "beyond"])
            _ = try alice.request("conversation.delete", #"{"conversationID": "c2c_bob"}"#).get()
            #expect(try why(#"{"user": \#(seq), "conversations": {"c2c_bob": 1}}"#) == ["-", "deleted", "-"])
            let (_, strange) = try gateway.back(
                "alice", device: "away",
                resume: #"{"conversations": {"c2c_nobody": 1}, "changes": {"c2c_nobody": 1}, "channels": {"x": 1}}"#)
            let resumed = try #require(strange["resume"])
            for stream in ["conversations", "changes"] {
                #expect(resumed.member(stream)?["c2c_nobody"]?["why"]?.string == "unknown", "\(stream)")
            }
            #expect(resumed["channels"]?["x"]?["why"]?.string == "unknown")
        }
    }

    @Test func `X-78: messages and changes that are kept no longer are another matter than deleted ones`() throws {
        try withChat(movableClock) { gateway in
            do {
                let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
                let first = try bob.write(to: "alice")
                _ = try bob.request(
                    "message.recall", #"{"conversationID": "c2c_alice", "msgId": "\#(first.msgID)"}"#
                ).get()
                for _ in 1...2 { try bob.write(to: "alice") }
                try alice.connection.close()
            }
            try gateway.restart(after: 40 * day)
            try gateway.online("bob").write(to: "alice")
            let (_, opened) = try gateway.back(
                "alice", device: "away",
                resume: #"{"user": 0, "conversations": {"c2c_bob": 1}, "changes": {"c2c_bob": 0}}"#)
            #expect(opened["limits"]?["retentionDays"]?.int == 7)
            let resumed = try #require(opened["resume"])
            #expect(resumed["user"]?["why"]?.string == "kept")
            #expect(resumed["conversations"]?["c2c_bob"]?["why"]?.string == "kept")
            #expect(resumed["conversations"]?["c2c_bob"]?["from"]?.int == 4)
        }
    }

    // MARK: - Profiles

    @Test func `X-79: profile.get leaves out the profiles that the caller has as they are`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try gateway.createAccounts("carol")
            func read(_ have: String) throws -> (profiles: [String], unchanged: JSONValue?) {
                let ok = try alice.request(
                    "profile.get", #"{"userIDs": ["bob", "carol", "nobody"], "have": {\#(have)}}"#
                ).get()
                return (try #require(ok["profiles"]?.elements).compactMap { $0["userID"]?.string }, ok["unchanged"])
            }
            func version(_ user: String) throws -> Int {
                try #require(try alice.profiles(user).first?["version"]?.int)
            }
            #expect(try version("bob") == 0 && version("carol") == 0)
            let first = try read(#""bob": 0, "nobody": 0"#)
            #expect(first.profiles == ["carol"] && first.unchanged?.text == #"["bob"]"#)
            var versions = [0]
            // A field that no list shows makes another version, too.
            for values in [#""nickname": "Bob""#, #""level": 3"#, #""nickname": """#] {
                try bob.modifySelf(values)
                versions.append(try version("bob"))
            }
            #expect(versions == Array(Set(versions)).sorted())
            try bob.modifySelf(#""level": 3"#)
            #expect(try version("bob") == versions.last)
            let old = try read(#""bob": \#(versions[1]), "carol": 0"#)
            #expect(old.profiles == ["bob"] && old.unchanged?.text == #"["carol"]"#)
            let both = try read(#""bob": \#(versions[3]), "carol": 0"#)
            #expect(both.profiles.isEmpty && both.unchanged?.count == 2)
            #expect(try alice.request("profile.get", #"{"userIDs": ["bob"]}"#).get()["unchanged"] == nil)
            // Only users who do not exist: as without `have`.
            let none = try alice.request("profile.get", #"{"userIDs": ["nobody"], "have": {"nobody": 0}}"#)
            #expect(none.error?.number == "tim 40003")
            // Deleted and made again, it is another profile, though as empty as at first.
            let admin = try gateway.admin()
            _ = try admin.request("admin.account.delete", #"{"userIDs": ["bob"]}"#).get()
            #expect(try read(#""bob": \#(versions[3]), "carol": 0"#).unchanged?.text == #"["carol"]"#)
            try gateway.createAccounts("bob")
            #expect(try version("bob") > versions[3])
        }
    }

    @Test func `X-79: profile.changed has name, avatar and version, live and after a return`() throws {
        try withChat { gateway in
            let (alice, opened) = try gateway.back("alice")
            let seq = try #require(opened["stream"]?["seq"]?.int)
            try alice.modifySelf(#""nickname": "Ala", "faceUrl": "https://faces/a""#)
            let event = try #require(try alice.settle().first { $0.name == "profile.changed" })
            let version = try #require(try alice.profile()["version"]?.int)
            #expect(event.data["nickname"]?.string == "Ala" && event.data["faceUrl"]?.string == "https://faces/a")
            #expect(event.data["version"]?.int == version)
            try alice.modifySelf(#""level": 1"#)
            // Both events tell of the profile as it is now.
            let (back, again) = try gateway.back("alice", device: "away", resume: #"{"user": \#(seq)}"#)
            let events = try #require(again["resume"]?["user"]?["events"]?.elements)
            let now = try #require(try back.profile()["version"]?.int)
            #expect(now > version)
            let told = events.filter { $0["event"]?.string == "profile.changed" }
            #expect(told.count == 2 && told.allSatisfy { $0["data"]?["version"]?.int == now })
        }
    }

    // MARK: - Groups

    @Test func `X-80: group.getMany tells what group.get does, of the groups that the caller may read`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let owner = cast["owner"]
            let open = try owner.createGroup(style: 3)
            let hidden = try owner.createGroup()
            try owner.group("setAnnouncement", cast.id, #""announcement": "a""#)
            for user in ["owner", "admin", "member", "stranger"] {
                let ids = [cast.id, open, "nothing", hidden, open, "77"]
                let ok = try cast[user].request("group.getMany", #"{"groupIDs": \#(list(ids))}"#).get()
                let groups = try #require(ok["groups"]?.elements)
                let readable =
                    user == "owner" ? [cast.id, open, hidden] : user == "stranger" ? [open] : [cast.id, open]
                #expect(groups.compactMap { $0["groupID"]?.string } == readable, "\(user)")
                #expect(ok["left"]?.count == 0)
                for group in groups {
                    let id = try #require(group["groupID"]?.string)
                    let single = try #require(try cast[user].group("get", id)["group"])
                    let members = single.keys.subtracting(["whiteList", "muteList"])
                    #expect(group.keys == members, "\(user) \(id)")
                    for member in members { #expect(group.member(member)?.text == single.member(member)?.text) }
                }
                let (_, opened) = try gateway.back(user, device: "other")
                for group in groups where group["seq"] != nil {
                    let id = try #require(group["groupID"]?.string)
                    #expect(group["seq"]?.int == opened["groups"]?.member(id)?.int, "\(user) \(id)")
                }
            }
            for ids in ["[]", list((1...51).map(String.init)), #"[""]"#, "[7]", "7"] {
                #expect(try owner.request("group.getMany", #"{"groupIDs": \#(ids)}"#).error != nil, "\(ids)")
            }
        }
    }

    @Test func `X-80: what does not fit into a reply is left to be asked for again`() throws {
        try withChat(["groups.perUser": "1000"]) { gateway in
            let owner = try gateway.online("owner")
            let ext = String(repeating: "x", count: 8_000)
            let ids = try (1...50).map { _ in try owner.createGroup("g", #""ext": "\#(ext)""#) }
            var (rest, read) = (ids, [String]())
            while !rest.isEmpty {
                let ok = try owner.request("group.getMany", #"{"groupIDs": \#(list(rest))}"#).get()
                let found = try #require(ok["groups"]?.elements).compactMap { $0["groupID"]?.string }
                #expect(!found.isEmpty)
                read += found
                rest = try #require(ok["left"]?.elements).compactMap(\.string)
            }
            #expect(read == ids)
        }
    }

    @Test func `X-80: pages of members say how far the group's stream is with them`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            func seq() throws -> Int { try #require(try cast["member"].group("members", cast.id)["seq"]?.int) }
            let before = try seq()
            #expect(try gateway.back("member", device: "other").opened["groups"]?.member(cast.id)?.int == before)
            _ = try cast["owner"].invite(["stranger"], to: cast.id)
            #expect(try seq() > before)
            #expect(try cast["member"].group("get", cast.id)["group"]?["seq"]?.int == seq())
        }
    }
}
