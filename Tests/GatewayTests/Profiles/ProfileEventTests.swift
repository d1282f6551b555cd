import Client
import ClientProtocol
import JSON
import Testing

/// `profile.changed`, and what follows from a new name or avatar.
struct ProfileEventTests {
    private static let rules: [Rule<ServerEvent>] = [
        Rule("R-137", "it is an event of its own, in the user's stream") {
            #expect($0.name == "profile.changed" && $0.stream == "user" && $0.seq != nil)
        },
        Rule("R-138", "its type is 1, for a friend's change and for one's own") { #expect($0.data["type"]?.int == 1) },
        Rule("R-139", "fromUser is whose profile changed") { #expect($0.data["fromUser"]?.string == "alice") },
        Rule("R-140", "nickName is absent") {
            #expect($0.data.keys == ["type", "fromUser", "nickname", "faceUrl", "version"])
        },
    ]

    @Test(arguments: rules)
    func `the fields of profile.changed`(rule: Rule<ServerEvent>) throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let admirer = try gateway.online("admirer")
            try admirer.add("alice", #""addType": 1"#)
            _ = try admirer.settle()
            try alice.modifySelf(#""nickname": "Ala", "level": 2"#)
            for session in [alice, admirer] {
                let events = try session.settle()
                #expect(events.count == 1)
                try rule.check(#require(events.first))
            }
        }
    }

    @Test func `R-141, R-Q53: a change is reported to the user's own devices and to users who have it as a friend`()
        throws
    {
        try withChat { gateway in
            let phone = try gateway.online("alice", device: "phone")
            let tab = try gateway.online("alice", device: "tab")
            let mutual = try gateway.online("mutual")
            let admirer = try gateway.online("admirer")
            let admired = try gateway.online("admired")
            let stranger = try gateway.online("stranger")
            try mutual.add("alice")
            try admirer.add("alice", #""addType": 1"#)
            try phone.add("admired", #""addType": 1"#)
            let eventLines = try told(phone, tab, mutual, admirer, admired, stranger) {
                try phone.modifySelf(#""nickname": "Ala", "level": 2"#)
            }
            #expect(
                eventLines == [["profile: alice"], ["profile: alice"], ["profile: alice"], ["profile: alice"], [], []])
        }
    }

    @Test(arguments: [
        #""nickname": "x""#, #""faceUrl": "x""#, #""allowType": 2"#, #""gender": 1"#, #""birthday": 1"#,
        #""location": "x""#, #""language": 1"#, #""level": 1"#, #""role": 1"#, #""selfSignature": "x""#,
        #""Tag_Profile_Custom_Blood": 1"#, #""Tag_Profile_Custom_Note": "x""#,
    ])
    func `R-141, R-Q53: every field's change is told once, and what changes nothing is not told`(values: String) throws
    {
        try withChat(["profiles.customFields": #"{Blood: "number", Note: "bytes"}"#]) { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            try gateway.befriend(alice, bob, "bob")
            let once = [["profile: alice"], ["profile: alice"]]
            try expectEventLines(alice, bob, are: once) { try alice.modifySelf(values) }
            try expectEventLines(alice, bob, are: [[], []]) { try alice.modifySelf(values) }
            let other = values.contains("level") ? #""role": 9"# : #""level": 9"#
            try expectEventLines(alice, bob, are: once) { try alice.modifySelf("\(values), \(other)") }
        }
    }

    @Test func `R-Q53, R-Q41, X-28: who was unfriended or blocked is told no more, but reads the profile still`() throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob")
            let carol = try gateway.online("carol")
            try gateway.befriend(alice, bob, "bob")
            try gateway.befriend(alice, carol, "carol")
            try alice.block("bob")
            try carol.deleteFriends(["alice"])
            try expectEventLines(alice, bob, carol, are: [["profile: alice"], [], []]) {
                try alice.modifySelf(#""nickname": "Ala""#)
            }
            #expect(try bob.profiles("alice").map { $0["nickname"]?.string } == ["Ala"])
            // Nor does the blocker hear of the blocked.
            try expectEventLines(alice, bob, are: [[], ["profile: bob"]]) { try bob.modifySelf(#""level": 1"#) }
        }
    }

    @Test func `R-Q50, R-141: a change is replayed to devices that were away, in order and also after a restart`()
        throws
    {
        try withChat { gateway in
            let live: [UInt64?]
            do {
                let alice = try gateway.online("alice")
                let bob = try gateway.online("bob")
                try bob.add("alice")
                for nickname in ["one", "two"] { try alice.modifySelf(#""nickname": "\#(nickname)""#) }
                try bob.modifySelf(#""level": 1"#)
                let events = try bob.settle()
                #expect(try events.eventLines == ["1: alice", "profile: alice", "profile: alice", "profile: bob"])
                live = events.map(\.seq)
            }
            for _ in 1...2 {
                let (_, opened) = try gateway.back("bob", device: "tab", resume: #"{"user": 0}"#)
                let replayed = Array(try #require(opened["resume"]?["user"]?["events"]?.elements))
                #expect(
                    replayed.compactMap { $0["event"]?.string }
                        == ["friend.changed", "profile.changed", "profile.changed", "profile.changed"])
                #expect(replayed.map { $0["seq"]?.uint64 } == live)
                #expect(replayed.dropFirst().map { $0["data"]?["fromUser"]?.string } == ["alice", "alice", "bob"])
                #expect(replayed.last?["data"]?["nickname"]?.string == "")
                try gateway.restart()
            }
        }
    }

    @Test func `X-09, X-16, C-Q08, C-10, X-19: a new name shows in the others' lists at once, and in order`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            let friend = try gateway.online("friend")
            let stranger = try gateway.online("stranger")
            let other = try gateway.online("other")
            try gateway.befriend(bob, friend, "friend")
            try bob.write(to: "friend")
            try bob.write(to: "stranger")
            let eventLines = try told(bob, friend, stranger, other) {
                try bob.modifySelf(#""nickname": "Bobby", "faceUrl": "https://faces/b""#)
            }
            #expect(
                eventLines == [
                    ["profile: bob"], ["profile: bob", "conversations: bob"], ["conversations: bob"], [],
                ])
            for session in [friend, stranger] {
                let conversation = try #require(try session.conversation(with: "bob"))
                #expect(conversation.showName == "Bobby" && conversation.faceURL == "https://faces/b")
            }
            let plain = try told(bob, friend, stranger) { try bob.modifySelf(#""level": 3"#) }
            #expect(plain == [["profile: bob"], ["profile: bob"], []])
        }
    }

    @Test func `X-16: a remark hides a new name, but not a new avatar`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            let alice = try gateway.online("alice")
            try gateway.befriend(bob, alice, "alice")
            try bob.write(to: "alice")
            try alice.modifyFriend("bob", #""remark": "my Bob""#)
            try expectEventLines(alice, are: [["profile: bob"]]) { try bob.modifySelf(#""nickname": "Bobby""#) }
            #expect(try alice.conversation(with: "bob")?.showName == "my Bob")
            let eventLines = try told(alice) { try bob.modifySelf(#""faceUrl": "f""#) }
            #expect(eventLines == [["profile: bob", "conversations: bob"]])
            #expect(try alice.conversation(with: "bob")?.faceURL == "f")
        }
    }

    @Test func `R-141, X-16: an administrator's change is told as the user's own`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            let alice = try gateway.online("alice")
            let carol = try gateway.online("carol")
            try gateway.befriend(bob, alice, "alice")
            try bob.write(to: "carol")
            let admin = try gateway.admin()
            let data = #"{"userID": "bob", "nickname": "Bobby"}"#
            func update() throws { _ = try admin.request("admin.account.update", data).get() }
            let eventLines = try told(bob, alice, carol) { try update() }
            #expect(eventLines == [["profile: bob"], ["profile: bob"], ["conversations: bob"]])
            try expectEventLines(bob, alice, carol, are: [[], [], []]) { try update() }
            #expect(try alice.profiles("bob").first?["nickname"]?.string == "Bobby")
        }
    }

    @Test func `X-08: the reply comes before the event, and a refused change tells nobody`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let good = try alice.arrivals(of: "profile.modifySelf", #"{"values": {"level": 1}}"#)
            #expect(good == ["reply", "profile.changed"])
            let bad = try alice.arrivals(of: "profile.modifySelf", #"{"values": {"level": 2, "role": -1}}"#)
            #expect(bad == ["error"])
        }
    }
}
