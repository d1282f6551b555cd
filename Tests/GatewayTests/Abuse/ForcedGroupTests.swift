import Client
import JSON
import Testing

/// Groups that a stranger puts a user into. Each test looks at the victim: at what it sees, and how it fares.
@Suite(.alone("What honest users wait for is measured at one process.")) struct ForcedGroupTests {
    @Test func `G-Q48, C-Q24: groups that a stranger makes displace no conversation, whatever is written in them`()
        throws
    {
        try withGroups(["conversations.perUser": "4"]) { gateway in
            let (victim, mallory) = (try gateway.online("victim"), try gateway.online("mallory"))
            let friends = (1...4).map { "friend\($0)" }
            for friend in friends { try gateway.online(friend).write(to: "victim") }
            let before = try victim.conversations()
            _ = victim.takeEvents()
            for _ in 1...6 {
                let id = try mallory.createGroup(with: ["victim"])
                for text in ["1", "2"] { try mallory.write(text, in: id) }
                try mallory.write(in: id, at: ["victim"])
                try mallory.write(in: id, at: [everyone])
                try mallory.group("remove", id, some("victim"))
                _ = try mallory.invite(["victim"], to: id)
            }
            let events = try victim.settle()
            #expect(events.filter { $0.name.hasPrefix("conversation.") }.names == [])
            // The messages are told nevertheless.
            #expect(events.filter { $0.name == "message.new" }.count == 6 * 7)
            #expect(try victim.conversations().map(\.id) == before.map(\.id))
            #expect(try victim.totalUnread() == 4)
        }
    }

    @Test func `G-Q48: such a group takes a free place, and gives way before all others that are not pinned`() throws {
        try withGroups(["conversations.perUser": "3"]) { gateway in
            let (victim, mallory) = (try gateway.online("victim"), try gateway.online("mallory"))
            try gateway.online("friend").write(to: "victim")
            let id = try mallory.createGroup(with: ["victim"])
            try mallory.write(in: id)
            let pinned = try mallory.createGroup(with: ["victim"])
            #expect(try victim.conversations().map(\.id) == ["group_\(pinned)", "group_\(id)", "c2c_friend"])
            #expect(try victim.totalUnread() == 2)
            try victim.pin(in: pinned)
            // Older than the groups, the friend stays.
            try gateway.online("other").write(to: "victim")
            #expect(try victim.conversations().map(\.id) == ["group_\(pinned)", "c2c_other", "c2c_friend"])
            #expect(try victim.totalUnread() == 2)
            // Once it has gone it does not come back by itself, not even into a free place; for who is named in it it does.
            try mallory.write(in: id)
            try victim.deleteConversation(with: "friend")
            try mallory.write(in: id)
            #expect(try victim.conversation(in: id) == nil)
            try mallory.write(in: id, at: ["victim"])
            #expect(try victim.conversation(in: id)?.unread == 1)
        }
    }

    @Test(arguments: ["writes", "reads", "joins", "accepts", "asks", "makes"])
    func `G-Q48: a group that the user has to do with takes its place like any conversation`(way: String) throws {
        try withGroups(["conversations.perUser": "2"]) { gateway in
            let (victim, mallory) = (try gateway.online("victim"), try gateway.online("mallory"))
            func fill() throws {
                for friend in ["friend1", "friend2"] { try gateway.online(friend).write(to: "victim") }
            }
            let id: String
            switch way {
            case "writes":
                try fill()
                id = try mallory.createGroup(with: ["victim"])
                try victim.write(in: id)
            case "reads":
                id = try mallory.createGroup(with: ["victim"])
                try victim.markRead(in: id)
                try fill()
            case "joins":
                try fill()
                id = try mallory.createGroup(style: 3)
                try victim.group("join", id)
            case "accepts":
                try fill()
                try victim.setAutoAccept(false)
                id = try mallory.createGroup(with: ["victim"])
                try victim.group("acceptInvitation", id)
            case "asks":
                try fill()
                id = try mallory.createGroup(style: 2)
                try victim.group("join", id)
                try mallory.group("approve", id, one("victim"))
            default:
                try fill()
                id = try victim.createGroup(with: ["mallory"])
            }
            try mallory.write(in: id)
            #expect(try victim.conversations().map(\.id) == ["group_\(id)", "c2c_friend2"])
        }
    }

    @Test
    func `G-Q51: who makes groups has a limit for each hour, which a restart does not lift; administrators have none`()
        throws
    {
        let limits = ["groups.createsPerHour": "3", "groups.invitesPerHour": "100"]
        try withChat(limits.merging(movableClock) { $1 }) { gateway in
            let mallory = try gateway.online("mallory")
            for _ in 1...3 { try mallory.createGroup(with: ["mallory"]) }
            let error = try mallory.refusal("group.create", #"{"name": "g"}"#)
            #expect(error.number == "em 4" && error.keys == [])
            // An account that is made again has used nothing.
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["mallory"]}"#).get()
            try nextSecond()
            let anew = try gateway.online("mallory")
            for _ in 1...3 { try anew.createGroup() }
            #expect(try anew.refusal("group.create", #"{"name": "g"}"#).number == "em 4")
            let data = #"{"owner": "mallory", "kind": "team", "name": "g"}"#
            _ = try gateway.admin().request("admin.group.create", data).get()
            try gateway.online("alice").createGroup()
            try gateway.restart(after: 1)
            #expect(try gateway.online("mallory").refusal("group.create", #"{"name": "g"}"#).number == "em 4")
            // One place in a third of an hour.
            try gateway.restart(after: 1_300)
            let again = try gateway.online("mallory")
            try again.createGroup()
            #expect(try again.refusal("group.create", #"{"name": "g"}"#).number == "em 4")
            try gateway.restart(after: 6_000)
            let later = try gateway.online("mallory")
            for _ in 1...3 { try later.createGroup() }
            #expect(try later.refusal("group.create", #"{"name": "g"}"#).number == "em 4")
        }
    }

    @Test func `G-Q51: who invites has a limit for each hour, all of a call or none; administrators have none`() throws
    {
        try withChat(["groups.invitesPerHour": "5", "groups.createsPerHour": "100"]) { gateway in
            let users = (1...6).map { "u\($0)" }
            try gateway.createAccounts(users)
            let mallory = try gateway.online("mallory")
            let id = try mallory.createGroup(with: Array(users[..<2]))
            // Members cost nothing, and what is refused costs nothing.
            #expect(try mallory.attempt("invite", id, some("u1", "u2")) == "em 601")
            let error = try mallory.refusal("group.invite", #"{"groupID": "\#(id)", \#(some("u3", "u4", "u5", "u6"))}"#)
            #expect(error.number == "em 4" && error.keys == ["userIDs"])
            #expect(try mallory.details(id).memberCount == 3)
            _ = try mallory.invite(["u1", "u3", "u4", "u5"], to: id)
            #expect(try mallory.attempt("invite", id, some("u6")) == "em 4")
            let made = try mallory.refusal("group.create", #"{"name": "g", "invitees": ["u6"]}"#)
            #expect(made.number == "em 4" && made.keys == ["invitees"])
            #expect(try mallory.joinedCount() == 1)
            let data = #"{"groupID": "\#(id)", \#(some("u6"))}"#
            _ = try gateway.admin().request("admin.group.invite", data).get()
            #expect(try mallory.details(id).memberCount == 7)
        }
    }

    @Test func `G-Q49, G-Q27: the last groups that a user may be in are its own to join and make`() throws {
        try withChat(["groups.perUser": "5"]) { gateway in
            let (victim, mallory) = (try gateway.online("victim"), try gateway.online("mallory"))
            for _ in 1...3 { try mallory.createGroup(with: ["victim"]) }
            let id = try mallory.createGroup(style: 3)
            let refused = try mallory.request("group.invite", #"{"groupID": "\#(id)", \#(some("victim"))}"#)
            #expect(refused.error?.number == "em 4")
            let data = #"{"groupID": "\#(id)", \#(some("victim"))}"#
            #expect(try gateway.admin().refusal("admin.group.invite", data).number == "em 4")
            try victim.group("join", id)
            try victim.createGroup()
            #expect(try victim.refusal("group.create", #"{"name": "g"}"#).number == "em 4")
        }
    }

    @Test func `G-Q49, G-44: of the 600 groups of a user 50 are kept`() throws {
        try withChat { gateway in
            let (victim, mallory) = (try gateway.online("victim"), try gateway.online("mallory"))
            let results = try (1...551).map { _ in
                let ok = try mallory.request("group.create", #"{"name": "g", "invitees": ["victim"]}"#).get()
                return ok["results"]?.first?["code"]?.int
            }
            #expect(results == Array(repeating: 0, count: 550) + [4])
            _ = victim.takeEvents()
            for _ in 1...50 { try victim.createGroup() }
            #expect(try victim.refusal("group.create", #"{"name": "g"}"#).number == "em 4")
        }
    }

    /// An invitation, and whether the invitee is a member at once.
    struct Way: ShowsRows {
        let rows: String
        /// The inviter is a friend of the invitee.
        let isFriend: Bool
        /// Whether the group asks.
        let asks: Bool
        /// Whether the invitee takes invitations.
        let accepts: Bool
        let isIn: Bool

        var name: String {
            "by a \(isFriend ? "friend" : "stranger"), the group \(asks ? "asks" : "asks not"), "
                + "the invitee \(accepts ? "accepts" : "waits")"
        }
    }

    @Test(arguments: [
        Way(rows: "G-17", isFriend: true, asks: false, accepts: true, isIn: true),
        Way(rows: "G-16", isFriend: true, asks: false, accepts: false, isIn: true),
        Way(rows: "G-18", isFriend: true, asks: true, accepts: true, isIn: true),
        Way(rows: "G-15, G-19", isFriend: true, asks: true, accepts: false, isIn: false),
        Way(rows: "G-Q50", isFriend: false, asks: false, accepts: true, isIn: false),
        Way(rows: "G-Q50", isFriend: false, asks: false, accepts: false, isIn: false),
        Way(rows: "G-Q50", isFriend: false, asks: true, accepts: true, isIn: false),
        Way(rows: "G-Q50, G-19", isFriend: false, asks: true, accepts: false, isIn: false),
    ])
    func `with the setting, only friends can put a user into a group`(way: Way) throws {
        try withChat(["groups.autoAcceptFrom": #""friends""#]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            // That the inviter has the other as a friend says nothing.
            try alice.add("bob", #""addType": 1"#)
            if way.isFriend { try bob.add("alice", #""addType": 1"#) }
            try bob.setAutoAccept(way.accepts)
            let made = try alice.createGroup(with: ["bob"], #""isInviteNeedConfirm": \#(way.asks)"#)
            let other = try alice.createGroup("g", #""isInviteNeedConfirm": \#(way.asks)"#)
            _ = try alice.invite(["bob"], to: other)
            for id in [made, other] {
                #expect(try bob.attempt("get", id) == (way.isIn ? "ok" : "em 602"))
                if !way.isIn { try bob.group("acceptInvitation", id) }
                #expect(try alice.details(id).memberCount == 2)
            }
        }
    }

    @Test func `G-Q50: an administrator can put any user into a group`() throws {
        try withChat(["groups.autoAcceptFrom": #""friends""#]) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let id = try alice.createGroup()
            _ = try gateway.admin().request("admin.group.invite", #"{"groupID": "\#(id)", \#(some("bob"))}"#).get()
            #expect(try bob.details(id).role == 0)
            let data = #"{"owner": "alice", "name": "g", "invitees": ["bob"]}"#
            let made = try gateway.admin().request("admin.group.create", data).get()
            #expect(try bob.details(#require(made["groupID"]?.string)).role == 0)
        }
    }

    @Test func `an attacker who forces groups on a full list harms no honest user within the default limits`() throws {
        try withGateway { gateway in
            let victim = try gateway.online("victim")
            try gateway.createAccounts((0..<100).map { "friend\($0)" })
            for number in 0..<100 {
                try victim.write(to: "friend\(number)")
                pause(.milliseconds(12))
            }
            let before = try victim.conversations().map(\.id)
            let blows = try gateway.expectHonestUsersUnharmed(by: [
                { attack in
                    let session = try attack.gateway.session("mallory")
                    while !attack.isOver {
                        let made = try attack.strike(session, "group.create", #"{"name": "g", "invitees": ["victim"]}"#)
                        guard case .ok(let ok) = made, let id = ok["groupID"]?.string else { continue }
                        for _ in 1...3 { try attack.strike(session, "message.send", message(in: id, at: ["victim"])) }
                    }
                }
            ])
            #expect(blows > 100)
            #expect(try victim.conversations().map(\.id) == before)
            #expect(try victim.joinedCount() <= 101)
        }
    }
}
