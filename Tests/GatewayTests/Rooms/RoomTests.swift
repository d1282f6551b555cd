import Client
import JSON
import Testing

/// Live rooms: how they come, who enters, and what is told there.
struct RoomTests {
    @Test(arguments: RequestDoor.allCases)
    func `L-01, L-10, L-11, L-17, L-32: users enter a room that a backend made, and all hear what is said`(
        _ door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try admin.manageRoom("create", "live/7", #""title": "Show", "owner": "alice""#)
            #expect(try admin.refusal("admin.room.create", room("live/7")).number == "gw 1006")
            let entered = try alice.enter("live/7")
            #expect(entered["title"]?.string == "Show" && entered["role"]?.string == "owner")
            #expect(entered["seq"]?.int == 0 && entered["messages"]?.count == 0 && entered["verdict"] == nil)
            try bob.enter("live/7")
            // On a cluster with the next report, which one node may read before the other.
            try until("both are counted") {
                try admin.manageRoom("info", "live/7")["statistics"]?["participants"]?.int == 2
                    && alice.request("room.participants", room("live/7")).get()["occupancy"]?["participants"]?.int == 2
            }
            #expect(try alice.enter("live/7")["occupancy"]?["participants"]?.int == 2)

            let ok = try bob.say("hi", in: "live/7", as: "m1")
            #expect(ok["seq"]?.int == 1)
            #expect(try alice.say("hello", in: "live/7")["seq"]?.int == 2)
            #expect(
                try admin.manageRoom(
                    "send", "live/7",
                    #"""
                    "clientMsgId": "g1", "type": 100, "body": {"gift": 7}, "priority": "high"
                    """#)["seq"]?.int == 3)
            for session in [alice, bob] {
                let posts = try session.heard(3)
                #expect(posts.map(\.seq) == [1, 2, 3] && posts.map(\.from) == ["bob", "alice", nil])
                #expect(posts[0].text == "hi" && posts[0].msgID == ok["msgId"]?.string)
                #expect(posts[0].clientMsgID == "m1" && posts.map(\.priority) == ["normal", "normal", "high"])
            }
            let info = try until("all are counted") {
                let info = try admin.manageRoom("info", "live/7")
                return info["statistics"]?["drawn"]?.int == 3 ? info : nil
            }
            #expect(info["owner"]?.string == "alice" && info["statistics"]?["participants"]?.int == 2)
            #expect(info["statistics"]?["offered"]?.int == 3)
            try admin.manageRoom("modify", "live/7", #""title": "Late show""#)
            #expect(try bob.event("room.changed")["title"]?.string == "Late show")
            let list = try admin.request("admin.room.list", "{}").get()
            #expect(list["rooms"]?.elements?.map { $0["title"]?.string } == ["Late show"])
        }
    }

    @Test func `L-02: an ended room tells its participants, and its id begins anew in another epoch`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            try admin.manageRoom("create", "r", #""owner": "alice""#)
            let first = try #require(try alice.enter("r")["epoch"]?.int)
            try alice.say("old", in: "r")
            try admin.manageRoom("end", "r")
            #expect(try alice.event("room.ended")["roomID"]?.string == "r")
            #expect(try alice.refusal("room.enter", room("r")).number == "gw 1023")
            #expect(try alice.refusal("room.send", speech("late", in: "r")).number == "gw 1023")
            #expect(try admin.manageRoom("info", "r")["endedAt"]?.int != nil)
            #expect(try admin.refusal("admin.room.end", room("r")).number == "gw 1023")
            try admin.manageRoom("create", "r")
            let again = try alice.enter("r", #""epoch": \#(first), "seq": 0"#)
            #expect(again["epoch"]?.int != first && again["role"]?.string == "participant")
            #expect(again["verdict"]?.string == "gap" && again["messages"]?.count == 0)
        }
    }

    @Test func `L-03: what a user may not enter is not there, and a claim lets in`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            try admin.manageRoom("create", "vip", #""access": "claim""#)
            let alice = try gateway.online("alice")
            #expect(try alice.refusal("room.enter", room("vip")).number == "gw 1023")
            #expect(try alice.refusal("room.enter", room("none")).number == "gw 1023")
            let bob = try gateway.guest()
            let token = gateway.keys.token("bob", #""channels": ["vip"]"#)
            _ = try bob.open(token: token, device: "d1").get()
            try bob.enter("vip")
        }
    }

    @Test func `L-04: a session is in so many rooms and no more`() throws {
        try withChat(["rooms.perSession": "2"]) { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            for id in ["a", "b", "c"] { try admin.manageRoom("create", id) }
            for id in ["a", "b", "a"] { try alice.enter(id) }
            #expect(try alice.refusal("room.enter", room("c")).number == "gw 1013")
            // It was not left behind there.
            try until("nobody is in it") { try admin.manageRoom("info", "c")["statistics"]?["participants"]?.int == 0 }
            _ = try alice.request("room.leave", room("b")).get()
            try alice.enter("c")
        }
    }

    @Test func `L-05: a room is left by saying so, and with the session's end`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try admin.manageRoom("create", "r")
            for session in [alice, bob] { try session.enter("r") }
            _ = try alice.request("room.leave", room("r")).get()
            _ = try alice.request("room.leave", room("r")).get()
            #expect(try alice.refusal("room.send", speech("x", in: "r")).number == "em 602")
            try bob.say("still here", in: "r")
            #expect(try alice.settle().named("room.frame").allSatisfy { $0.data["messages"] == nil })
            try bob.connection.close()
            try until("nobody is in it") { try admin.manageRoom("info", "r")["statistics"]?["participants"]?.int == 0 }
        }
    }

    @Test func `L-06: who comes back has what was missed, or learns that more was`() throws {
        try withChat(["rooms.keep": "3"]) { gateway in
            let admin = try gateway.admin()
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try admin.manageRoom("create", "r")
            try bob.enter("r")
            let epoch = try #require(try alice.enter("r")["epoch"]?.int)
            for number in 1...4 { try admin.manageRoom("send", "r", announcement(number)) }
            // On a cluster the sender's reply may come before the frame is at her node.
            _ = try alice.heard(4)
            _ = try alice.request("room.leave", room("r")).get()
            let back = try alice.enter("r", #""epoch": \#(epoch), "seq": 2"#)
            #expect(back["verdict"]?.string == "recovered" && back["seq"]?.int == 4)
            #expect(try posts(in: back).map(\.seq) == [3, 4])
            let later = try alice.enter("r", #""epoch": \#(epoch), "seq": 0"#)
            #expect(later["verdict"]?.string == "gap")
            #expect(try posts(in: later).map(\.seq) == [2, 3, 4])
        }
    }

    @Test func `L-07, L-08: occupancy counts sessions, and participants are listed with their roles`() throws {
        try withChat { gateway in
            gateway.keepToOneNode()
            let admin = try gateway.admin()
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let second = try gateway.online("bob", device: "d2")
            try admin.manageRoom("create", "r", #""owner": "alice""#)
            for session in [alice, bob, second] { try session.enter("r") }
            let list = try bob.request("room.participants", room("r")).get()
            #expect(list["occupancy"]?["participants"]?.int == 3 && list["isSample"]?.bool == false)
            let users = try #require(list["participants"]?.elements)
            #expect(users.map { $0["userID"]?.string } == ["alice", "bob"])
            #expect(users.map { $0["role"]?.string } == ["owner", "participant"])
            let eve = try gateway.online("eve")
            #expect(try eve.refusal("room.participants", room("r")).number == "em 602")
            _ = try alice.frame(with: "occupancy")
        }
    }

    @Test func `L-12: a repeat has the same reply, and is told once`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.admin().manageRoom("create", "r")
            try alice.enter("r")
            let ids = try (0..<2).map { _ in try alice.send("room.send", speech("one", in: "r", as: "m1")) }
            let replies = try ids.map { try alice.reply(to: $0).get() }
            #expect(Array(replies[0].raw) == Array(replies[1].raw))
            #expect(try Array(alice.say("one", in: "r", as: "m1").raw) == Array(replies[0].raw))
            try alice.say("two", in: "r")
            #expect(try alice.heard(2).map(\.text) == ["one", "two"])
        }
    }

    @Test func `L-14: what was not drawn is refused, and the frame counts it`() throws {
        try withChat(["rooms.messagesPerSecond": "1", "rooms.frameMilliseconds": "500"]) { gateway in
            let admin = try gateway.admin()
            try admin.manageRoom("create", "r")
            let sessions = try (1...5).map { try gateway.online("u\($0)") }
            for session in sessions { try session.enter("r") }
            let requests = try sessions.map { try $0.send("room.send", speech("x", in: "r")) }
            let replies = try zip(sessions, requests).map { try $0.reply(to: $1) }
            let refused = replies.compactMap { if case .error(let error) = $0 { error.number } else { nil } }
            #expect(refused.allSatisfy { $0 == "gw 1024" } && (3...4).contains(refused.count), "\(replies)")
            var (told, shed) = (0, 0)
            while told + shed < 5 {
                let frame = try sessions[0].event("room.frame")
                told += frame["messages"]?.count ?? 0
                shed += frame["shed"]?.int ?? 0
            }
            #expect(shed == refused.count)
            try until("all are counted") {
                let statistics = try admin.manageRoom("info", "r")["statistics"]
                return statistics?["shed"]?.int == shed && statistics?["drawn"]?.int == told
            }
        }
    }

    @Test func `L-33: a user says two things a second, and a backend as much as it likes`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            try admin.manageRoom("create", "r")
            try alice.enter("r")
            let requests = try (0..<12).map { _ in try alice.send("room.send", speech("x", in: "r")) }
            let replies = try requests.map { try alice.reply(to: $0) }
            let refused = replies.count { if case .error(let error) = $0 { error.number == "gw 1003" } else { false } }
            #expect(refused >= 4, "\(replies)")
            for number in 1...12 { try admin.manageRoom("send", "r", announcement(number)) }
        }
    }
}

private func announcement(_ number: Int) -> String {
    #""clientMsgId": "a\#(number)", "type": 0, "body": {"text": "\#(number)"}"#
}
