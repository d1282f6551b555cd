import Client
import ClientProtocol
import JSON
import Testing

/// Events for devices that were away: those for all members in the group's stream, the others in the users' streams.
struct GroupStreamTests {
    /// A line for each event, as `ServerEvent.groupEventLine` has it less what is checked there.
    private func lines(_ events: JSONValue?) throws -> [String] {
        try #require(events?.elements).map { event in
            let said = try texts(of: #require(event["data"])).filter { $0.key != "groupID" }
            let words = said.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return (["\(try #require(event["seq"]?.int))", try #require(event["event"]?.string)] + words)
                .joined(separator: " ")
        }
    }

    private func lines(_ events: [ServerEvent], of stream: String) throws -> [String] {
        try events.filter { $0.stream == stream }.map { event in
            let said = try texts(of: event.data).filter { $0.key != "groupID" }
            let words = said.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return (["\(event.seq!)", event.name] + words).joined(separator: " ")
        }
    }

    /// Everything there is happens, and is told to the admin.
    private func happen(_ cast: Cast) throws {
        let (id, owner, admin, stranger) = (cast.id, cast["owner"], cast["admin"], cast["stranger"])
        try stranger.group("join", id, #""reason": "one""#)
        try owner.group("decline", id, one("stranger"))
        try stranger.group("join", id, #""reason": "two""#)
        try owner.group("approve", id, one("stranger"))
        try owner.group("mute", id, #"\#(some("member", "admin")), "duration": 60000"#)
        try owner.group("unmute", id, some("member"))
        try owner.group("muteAll", id, #""muted": true"#)
        try owner.group("addToWhiteList", id, some("member"))
        try owner.group("removeFromWhiteList", id, some("member"))
        try owner.group("setAnnouncement", id, #""announcement": "żółw \"quoted\"""#)
        try owner.group("modify", id, #""name": "name", "ext": "{}""#)
        try admin.group("setAttributes", id, #""attributes": {"own": "1"}"#)
        try stranger.group("setAttributes", id, #""attributes": {"k": "v"}"#)
        try owner.group("addAdmin", id, one("member"))
        try owner.group("removeAdmin", id, one("member"))
        try owner.group("remove", id, some("stranger"))
        try cast["member2"].group("leave", id)
        try owner.group("transfer", id, #""newOwner": "admin""#)
    }

    @Test func `X-07, G-Q43: both streams are replayed as they were sent, also after a restart`() throws {
        try withChat { gateway in
            var live: [ServerEvent] = []
            do {
                let cast = try gateway.cast(style: 2)
                try happen(cast)
                live = try cast["admin.tab"].settle()
            }
            let expected = try ["user", "group_1"].map { try lines(live, of: $0) }
            #expect(expected[0].count == 12 && expected[1].count == 7)
            let first = try ["user", "group_1"].map { name in
                try #require(live.first { $0.stream == name }?.seq.map(Int.init))
            }
            for round in 0...1 {
                for skip in [0, 3] {
                    let places = (first[0] - 1 + skip, first[1] - 1 + skip)
                    let (_, opened) = try gateway.back(
                        "admin", device: "away", resume: #"{"user": \#(places.0), "groups": {"1": \#(places.1)}}"#)
                    let user = try #require(opened["resume"]?["user"])
                    let group = try #require(opened["resume"]?["groups"]?["1"])
                    #expect(user["verdict"]?.string == "recovered" && group["verdict"]?.string == "recovered")
                    #expect(try lines(user["events"]) == Array(expected[0].dropFirst(skip)))
                    // One's own attributes have a place in the group's stream, but are told in one's own.
                    let missed = live.filter { $0.stream == "group_1" && $0.seq! > UInt64(places.1) }
                    #expect(try lines(group["events"]) == lines(missed, of: "group_1"))
                    #expect(user["seq"]?.int == opened["stream"]?["seq"]?.int)
                    #expect(group["seq"]?.int == opened["groups"]?["1"]?.int)
                }
                if round == 0 { try gateway.restart() }
            }
        }
    }

    @Test func `X-07, G-Q43: to each what was meant for it, where all and some are told of the same`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            // As the login tells where each stream stands.
            var places: [String: (user: Int, group: Int)] = [:]
            for user in Cast.members {
                let (_, opened) = try gateway.back(user, device: "other")
                places[user] = (
                    try #require(opened["stream"]?["seq"]?.int), try #require(opened["groups"]?["1"]?.int)
                )
            }
            for (_, session) in cast.sessions { _ = try session.settle() }
            try happen(cast)
            for user in ["owner", "admin", "admin2", "member"] {
                // A device that has done nothing itself.
                let live = try cast[user == "admin2" ? user : "\(user).tab"].settle()
                let place = try #require(places[user])
                let (_, opened) = try gateway.back(
                    user, device: "other", resume: #"{"user": \#(place.user), "groups": {"1": \#(place.group)}}"#)
                #expect(try lines(opened["resume"]?["user"]?["events"]) == lines(live, of: "user"), "\(user)")
                let group = try #require(opened["resume"]?["groups"]?["1"])
                #expect(try lines(group["events"]) == lines(live, of: "group_1"), "\(user)")
            }
        }
    }

    @Test func `X-07: a new member has nothing from before, and all from then on, wherever it says it is`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 3)
            try cast["owner"].group("setAnnouncement", cast.id, #""announcement": "before""#)
            try cast["stranger"].group("join", cast.id)
            let (_, opened) = try gateway.back("stranger", device: "other")
            let joined = try #require(opened["groups"]?["1"]?.int)
            for text in ["one", "two"] {
                try cast["owner"].group("setAnnouncement", cast.id, #""announcement": "\#(text)""#)
            }
            for place in [0, 2, joined] {
                let (_, opened) = try gateway.back(
                    "stranger", device: "other", resume: #"{"user": 0, "groups": {"1": \#(place)}}"#)
                let group = try #require(opened["resume"]?["groups"]?["1"])
                #expect(group["verdict"]?.string == "recovered" && group["seq"]?.int == joined + 2)
                #expect(
                    try lines(group["events"]) == [
                        #"\#(joined + 1) group.announcementDidUpdate announcement="one""#,
                        #"\#(joined + 2) group.announcementDidUpdate announcement="two""#,
                    ])
            }
        }
    }

    @Test func `X-07, G-05: the maker of a group has all of its stream, from the first`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice", device: "phone")
            try gateway.createAccounts("bob")
            let id = try alice.createGroup()
            let (_, before) = try gateway.back("alice", device: "tab")
            #expect(before["groups"]?["1"]?.int == 0)
            _ = try alice.invite(["bob"], to: id)
            #expect(try alice.settle().filter { $0.stream == "group_1" }.compactMap(\.seq) == [1])
            let (_, after) = try gateway.back("alice", device: "tab", resume: #"{"user": 0, "groups": {"1": 0}}"#)
            #expect(try lines(after["resume"]?["groups"]?["1"]?["events"]) == [#"1 group.userDidJoin user="bob""#])
            #expect(after["groups"]?["1"]?.int == 1)
        }
    }

    @Test(arguments: ["leave", "remove", "destroy"])
    func `X-07, G-66, G-67, G-30: who is out of a group has nothing of it any more but that it is out`(verb: String)
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            let (_, before) = try gateway.back("member", device: "other")
            let place = try #require(before["groups"]?["1"]?.int)
            let position = try #require(before["stream"]?["seq"]?.int)
            try cast["owner"].group("setAnnouncement", cast.id, #""announcement": "a""#)
            switch verb {
            case "leave": try cast["member"].group("leave", cast.id)
            case "remove": try cast["owner"].group("remove", cast.id, some("member"))
            default: try cast["owner"].group("destroy", cast.id)
            }
            if verb != "destroy" { try cast["owner"].group("setAnnouncement", cast.id, #""announcement": "b""#) }
            let (tab, after) = try gateway.back(
                "member", device: "other", resume: #"{"user": \#(position), "groups": {"1": \#(place)}}"#)
            #expect(after["resume"]?["groups"]?["1"]?.text == #"{"verdict":"reset","seq":0,"from":1,"why":"unknown"}"#)
            #expect(after["groups"]?.count == 0)
            let told = try lines(after["resume"]?["user"]?["events"])
            let reasons = ["leave": "1 self=true", "remove": "0", "destroy": "2"]
            #expect(told == ["\(position + 1) group.didLeave reason=\(reasons[verb]!)"])
            #expect(!after.text.contains("announcement"))
            _ = try tab.settle()
            if verb == "destroy" { return }
            // When it is in again nothing goes on from before (see `GroupReturnTests`).
            _ = try cast["owner"].invite(["member"], to: cast.id)
            let (_, again) = try gateway.back("member", device: "other", resume: #"{"groups": {"1": \#(place)}}"#)
            let group = again["resume"]?["groups"]?["1"]
            #expect(group?["verdict"]?.string == "reset" && !again.text.contains("announcement"))
        }
    }

    @Test func `X-07: a login says where each group's stream stands; what was acknowledged is where it goes on`() throws
    {
        try withChat { gateway in
            do {
                let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
                for _ in 1...2 { try alice.createGroup(with: ["bob"]) }
                try alice.group("setAnnouncement", "2", #""announcement": "a""#)
                _ = try bob.request("stream.ack", #"{"user": 2, "groups": {"1": 1, "2": 2}}"#).get()
                // It never goes back.
                _ = try bob.request("stream.ack", #"{"groups": {"2": 1}}"#).get()
                try alice.group("setAnnouncement", "2", #""announcement": "b""#)
                try alice.group("setAnnouncement", "1", #""announcement": "c""#)
            }
            for round in 0...1 {
                let (_, opened) = try gateway.back("bob", resume: "{}")
                #expect(try texts(of: #require(opened["groups"])) == ["1": "2", "2": "3"])
                let groups = opened["resume"]?["groups"]
                #expect(try lines(groups?["1"]?["events"]) == [#"2 group.announcementDidUpdate announcement="c""#])
                #expect(try lines(groups?["2"]?["events"]) == [#"3 group.announcementDidUpdate announcement="b""#])
                // The positions that the device names come first.
                let (_, told) = try gateway.back("bob", resume: #"{"groups": {"1": 2, "2": 1}}"#)
                #expect(told["resume"]?["groups"]?["1"]?["events"]?.count == 0)
                #expect(told["resume"]?["groups"]?["2"]?["events"]?.count == 2)
                if round == 0 { try gateway.restart() }
            }
        }
    }

    @Test func `X-07: of places in the streams of groups that one is not in no more are kept than there may be groups`()
        throws
    {
        try withChat(["groups.perUser": "2"]) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            try alice.createGroup(with: ["bob"])
            _ = try alice.request("stream.ack", #"{"groups": {"1": 1, "2": 7, "none": 7}}"#).get()
            try alice.createGroup()
            let (_, opened) = try gateway.back("alice", resume: "{}")
            let groups = try #require(opened["resume"]?["groups"])
            #expect(groups.keys == ["1"] && groups["1"]?["verdict"]?.string == "recovered")
        }
    }

    @Test func `X-07: of a group's stream what is too much is a gap, and what is no place or not kept is reset`() throws
    {
        try withChat(["streams.resumeEvents": "3", "groups.eventsPerGroup": "100"]) { gateway in
            let cast = try gateway.cast()
            let (_, opened) = try gateway.back("member", device: "other")
            let start = try #require(opened["groups"]?["1"]?.int)
            func announce(_ range: ClosedRange<Int>) throws {
                for index in range {
                    try cast["owner"].group("setAnnouncement", cast.id, #""announcement": "\#(index)""#)
                }
            }
            func resumed(_ place: Int) throws -> JSONValue {
                let resume = #"{"groups": {"1": \#(place), "7": 1, "none": 1}}"#
                let (_, opened) = try gateway.back("member", device: "other", resume: resume)
                let groups = try #require(opened["resume"]?["groups"])
                let strange = ["7", "none"].map { groups[$0]?.text }
                #expect(groups.keys.count == 3)
                #expect(strange == Array(repeating: #"{"verdict":"reset","seq":0,"from":1,"why":"unknown"}"#, count: 2))
                return try #require(groups["1"])
            }
            try announce(1...3)
            #expect(try resumed(start)["verdict"]?.string == "recovered")
            try announce(4...4)
            let gap = try resumed(start)
            #expect(gap["verdict"]?.string == "gap" && gap["seq"]?.int == start + 4)
            #expect(gap["from"]?.int == start + 1 && gap["to"]?.int == start + 4)
            #expect(try resumed(start + 5)["why"]?.string == "beyond")
            try announce(5...220)
            #expect(try resumed(start)["why"]?.string == "kept")
            #expect(try resumed(start + 218)["verdict"]?.string == "recovered")
        }
    }

    @Test func `X-07: nobody has acknowledged more than there is, so that a mistake does not spoil the device`() throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            _ = try cast["owner"].write(to: "member")
            let far = #"{"user": 4000000000, "conversations": {"c2c_owner": 77, "c2c_nobody": 5}, "groups": {"1": 99}}"#
            let (other, opened) = try gateway.back("member", device: "other")
            let seq = try #require(opened["stream"]?["seq"]?.int)
            _ = try other.request("stream.ack", far).get()
            _ = try cast["owner"].write(to: "member")
            try cast["owner"].group("setAnnouncement", cast.id, #""announcement": "a""#)
            let (_, back) = try gateway.back("member", device: "other", resume: "{}")
            let resumed = try #require(back["resume"])
            #expect(resumed["user"]?["verdict"]?.string == "recovered" && resumed["user"]?["seq"]?.int == seq)
            #expect(resumed["conversations"]?.keys == ["c2c_owner"])
            #expect(resumed["conversations"]?["c2c_owner"]?["messages"]?.count == 1)
            #expect(resumed["groups"]?["1"]?["events"]?.count == 1)
        }
    }

    @Test func `X-07: after the days that are configured a place in a group's stream is reset`() throws {
        try withChat(movableClock) { gateway in
            do {
                let cast = try gateway.cast()
                try cast["owner"].group("setAnnouncement", cast.id, #""announcement": "a""#)
            }
            try gateway.restart(after: 8 * day)
            do {
                let (_, opened) = try gateway.back("member", resume: #"{"groups": {"1": 4}}"#)
                #expect(opened["groups"]?["1"]?.int == 5)
                #expect(opened["resume"]?["groups"]?["1"]?["why"]?.string == "kept")
            }
            let owner = try gateway.online("owner")
            try owner.group("setAnnouncement", "1", #""announcement": "b""#)
            // The numbers go on.
            let (_, opened) = try gateway.back("member", resume: #"{"groups": {"1": 5}}"#)
            let group = opened["resume"]?["groups"]?["1"]
            #expect(try lines(group?["events"]) == [#"6 group.announcementDidUpdate announcement="b""#])
        }
    }

    @Test func `G-Q43, X-07: a user's events of groups come page by page as well`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 2)
            try happen(cast)
            let live = try cast["admin"].settle().filter { $0.stream == "user" }
            let first = try #require(live.first?.seq)
            let page = try cast["admin"].request("stream.events", #"{"after": \#(first - 1), "limit": 5}"#).get()
            #expect(try lines(page["events"]) == lines(Array(live.prefix(5)), of: "user"))
            #expect(page["isFinished"]?.bool == false)
        }
    }
}
