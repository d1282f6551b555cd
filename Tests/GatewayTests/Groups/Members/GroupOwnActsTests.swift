import Client
import ClientProtocol
import JSON
import Testing

/// A user's own acts in groups are in the user's stream, for the other devices.
struct GroupOwnActsTests {
    /// One thing that a member does, and what its other devices are told.
    struct OwnAct: Sendable, CustomTestStringConvertible {
        let user: String
        let verb: String
        var more = ""
        let told: String
        var style = 2
        var isSuper = false

        var testDescription: String { verb }
    }

    private static let acts = [
        OwnAct(user: "owner", verb: "muteAll", more: #""muted": true"#, told: "allMemberMuteChanged"),
        OwnAct(user: "admin", verb: "mute", more: some("member") + #", "duration": -1"#, told: "muteListDidUpdate"),
        OwnAct(user: "admin", verb: "addToWhiteList", more: some("member"), told: "whiteListDidUpdate"),
        OwnAct(
            user: "member", verb: "setAttributes", more: #""attributes": {"k": "v"}"#, told: "attributesChangedOfMember"
        ),
        OwnAct(user: "admin", verb: "approve", more: one("stranger"), told: "joinRequestDidApprove"),
        OwnAct(user: "owner", verb: "decline", more: one("stranger"), told: "joinRequestDidDecline"),
        OwnAct(user: "owner", verb: "removeAdmin", more: one("admin"), told: "adminListDidUpdate"),
        OwnAct(user: "member", verb: "leave", told: "didLeave"),
        OwnAct(user: "owner", verb: "destroy", told: "didLeave"),
        OwnAct(user: "stranger", verb: "join", told: "didJoin", style: 3),
        OwnAct(user: "member", verb: "block", told: "blockChanged"),
        OwnAct(user: "member", verb: "setNotifyState", more: #""state": 1"#, told: "notifyStateChanged"),
    ]

    @Test(arguments: acts)
    func `X-06, X-07, G-Q41, G-Q42, G-Q43: what one does oneself is in one's stream, for the devices that are away`(
        act: OwnAct
    ) throws {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast(style: act.style)
            if act.style == 2 { try cast["stranger"].group("join", cast.id) }
            let (_, before) = try gateway.back(act.user, device: "away")
            let place = try #require(before["stream"]?["seq"]?.int)
            for (_, session) in cast.sessions { _ = try session.settle() }
            try cast[act.user].group(act.verb, cast.id, act.more)
            let name = "group.\(act.told)"
            #expect(try cast["\(act.user).phone"].settle().named(name).isEmpty)
            if !act.user.hasSuffix("2") {
                let copy = try #require(try cast["\(act.user).tab"].settle().named(name).first)
                #expect(copy.data["self"]?.bool == true && copy.stream == "user" && copy.seq == UInt64(place + 1))
            }
            for round in 0...1 {
                let (_, opened) = try gateway.back(act.user, device: "away", resume: #"{"user": \#(place)}"#)
                let resumed = try #require(opened["resume"]?["user"])
                let event = try #require(resumed["events"]?.elements?.first { $0["event"]?.string == name })
                #expect(resumed["verdict"]?.string == "recovered" && event["seq"]?.int == place + 1)
                #expect(event["data"]?["self"]?.bool == true)
                if round == 0 { try gateway.restart() }
            }
        }
    }

    @Test func `X-06, X-13, G-Q43: so is what an administrator does in one's name, and making a group`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice", device: "phone")
            let (_, before) = try gateway.back("alice", device: "away")
            #expect(before["stream"]?["seq"]?.int == 0)
            let id = try alice.createGroup()
            _ = try gateway.admin().request("admin.group.muteAll", #"{"groupID": "\#(id)", "mute": 1}"#).get()
            let (_, opened) = try gateway.back("alice", device: "away", resume: #"{"user": 0}"#)
            let events = try #require(opened["resume"]?["user"]?["events"]?.elements)
            let own = events.filter { $0["data"]?["self"]?.bool == true }.compactMap { $0["event"]?.string }
            #expect(own == ["group.didJoin", "group.allMemberMuteChanged"])
        }
    }
}
