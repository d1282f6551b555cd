import Client
import JSON
import Testing

/// The values of live rooms, and their queues.
struct RoomValueTests {
    private static let all = #""valuesBy": "all""#

    /// Parameters of `room.setValues`.
    private func values(_ values: String..., in id: String) -> String {
        room(id, #""values": [\#(values.map { "{\($0)}" }.joined(separator: ", "))]"#)
    }

    private func value(_ key: String, _ value: String, _ more: String = "") -> String {
        #""key": "\#(key)", "value": "\#(value)"\#(more.isEmpty ? "" : ", \(more)")"#
    }

    @Test(arguments: RequestDoor.allCases)
    func `L-23, L-25: values are set all or none, by versions, and all participants hear of each step`(
        _ door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            let (owner, bob) = (try gateway.online("owner"), try gateway.online("bob"))
            try admin.manageRoom("create", "r", #""owner": "owner""#)
            for session in [owner, bob] { #expect(try session.enter("r")["state"]?.int == 0) }
            #expect(try bob.refusal("room.setValues", values(value("a", "1"), in: "r")).number == "em 603")
            #expect(try owner.request("room.setValues", values(value("a", "1"), in: "r")).get()["state"]?.int == 1)
            let heard = try bob.event("room.valuesChanged")
            #expect(heard["former"]?.int == 0 && heard["state"]?.int == 1 && heard["removed"]?.count == 0)
            let set = heard["set"]?.firstElement
            #expect(set?["key"]?.string == "a" && set?["value"]?.string == "1" && set?["by"]?.string == "owner")
            #expect(set?["version"]?.int == 1 && set?["isTransient"] == nil)

            // One of them has another version by now: neither is set.
            let stale = values(value("b", "x"), value("a", "2", #""ifVersion": 0"#), in: "r")
            let refusal = try owner.refusal("room.setValues", stale)
            #expect(refusal.number == "gw 1006" && refusal.keys == ["ifVersion"])
            let change = values(
                value("b", "x", #""ifVersion": 0"#), #""key": "a", "ifVersion": 1"#, in: "r")
            #expect(try admin.request("admin.room.setValues", change).get()["state"]?.int == 2)
            let second = try bob.event("room.valuesChanged")
            #expect(second["former"]?.int == 1 && second["set"]?.firstElement?["by"] == nil)
            #expect(second["removed"]?.elements?.map(\.string) == ["a"])

            for read in [
                try bob.request("room.values", room("r")).get(), try admin.manageRoom("values", "r"),
                try bob.enter("r"),
            ] {
                #expect(read["state"]?.int == 2 && read["values"]?.count == 1)
                #expect(read["values"]?.firstElement?["key"]?.string == "b")
            }
            // L-06: one who has them is not given them again.
            #expect(try bob.enter("r", #""state": 2"#)["values"] == nil)
            // What is not there is removed as well, and nothing has happened.
            #expect(try owner.request("room.setValues", values(#""key": "a""#, in: "r")).get()["state"]?.int == 2)
        }
    }

    @Test func `L-23: with valuesBy all a key is its setter's, and the owner and admins overwrite it`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            let (owner, bob, eve) = (try gateway.online("owner"), try gateway.online("bob"), try gateway.online("eve"))
            try admin.manageRoom("create", "r", #""owner": "owner", \#(Self.all)"#)
            _ = try bob.request("room.setValues", values(value("seat", "bob"), in: "r")).get()
            let refusal = try eve.refusal("room.setValues", values(value("seat", "eve"), in: "r"))
            #expect(refusal.number == "em 603" && refusal.keys == ["key"])
            #expect(try eve.refusal("room.setValues", values(#""key": "seat""#, in: "r")).number == "em 603")
            _ = try bob.request("room.setValues", values(value("seat", "Bob"), in: "r")).get()
            _ = try owner.request("room.setValues", values(value("seat", "free"), in: "r")).get()
            #expect(try bob.refusal("room.setValues", values(value("seat", "bob"), in: "r")).number == "em 603")
            // A banned user neither sets nor reads; whom a claim does not admit, for that one there is no room.
            _ = try owner.request("room.ban", room("r", #""userID": "eve", "seconds": -1"#)).get()
            for (operation, data) in [
                ("room.setValues", values(value("x", ""), in: "r")), ("room.values", room("r")),
                ("room.queue", room("r")), ("room.offer", room("r", #""key": "eve""#)),
            ] { #expect(try eve.refusal(operation, data).number == "gw 1025", "\(operation)") }
            try admin.manageRoom("create", "closed", #""access": "claim", \#(Self.all)"#)
            #expect(try bob.refusal("room.values", room("closed")).number == "gw 1023")
            #expect(try bob.refusal("room.setValues", values(value("x", ""), in: "closed")).number == "gw 1023")
            try admin.manageRoom("end", "r")
            #expect(try bob.refusal("room.values", room("r")).number == "gw 1023")
        }
    }

    @Test func `L-27: one caller alone gets an element of the queue, the head or that of a key`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            let (owner, bob, eve) = (try gateway.online("owner"), try gateway.online("bob"), try gateway.online("eve"))
            try admin.manageRoom("create", "r", #""owner": "owner", \#(Self.all)"#)
            for session in [owner, bob, eve] { #expect(try session.enter("r")["queueState"]?.int == 0) }
            func offer(_ key: String, _ more: String = "", by session: ClientSession) throws -> Int? {
                let data = room("r", #""key": "\#(key)"\#(more.isEmpty ? "" : ", \(more)")"#)
                return try session.request("room.offer", data).get()["state"]?.int
            }
            #expect(try offer("bob", #""value": "song 7""#, by: bob) == 1)
            #expect(try offer("eve", by: eve) == 2)
            #expect(try offer("host", #""first": true"#, by: owner) == 3)
            // One that changes stays in its place.
            #expect(try offer("bob", #""value": "song 9", "ifVersion": 1"#, by: bob) == 4)
            let queue = try bob.request("room.queue", room("r")).get()
            #expect(queue["elements"]?.elements?.map { $0["key"]?.string } == ["host", "bob", "eve"])
            #expect(queue["state"]?.int == 4)
            var known = 0
            while known < 4 {
                let event = try eve.event("room.queueChanged")
                #expect(event["former"]?.int == known)
                known = try #require(event["state"]?.int)
            }
            #expect(try bob.refusal("room.poll", room("r")).number == "em 603")
            #expect(try bob.refusal("room.poll", room("r", #""key": "eve""#)).number == "em 603")
            #expect(try bob.refusal("room.poll", room("r", #""key": "bob", "ifVersion": 1"#)).number == "gw 1006")

            // Two ask at once: each gets another one.
            let requests = try [owner, admin].map { session in
                let isAdmin = session === admin
                return (session, try session.send(isAdmin ? "admin.room.poll" : "room.poll", room("r")))
            }
            let polled = try requests.map { try $0.reply(to: $1).get()["element"]?["key"]?.string }
            #expect(Set(polled) == ["host", "bob"])
            #expect(try eve.event("room.queueChanged")["removed"]?.count ?? 0 > 0)
            #expect(try eve.request("room.poll", room("r", #""key": "eve""#)).get()["element"]?["by"]?.string == "eve")
            let none = try admin.manageRoom("poll", "r")
            #expect(none["element"] == nil && none["state"]?.int == 7)
            #expect(try admin.manageRoom("queue", "r")["elements"]?.count == 0)
        }
    }

    @Test func `L-26: what is transient goes when its setter has left, and stays for one who comes back`() throws {
        try withChat(["rooms.leaveSeconds": "1"]) { gateway in
            let admin = try gateway.admin()
            let (bob, eve) = (try gateway.online("bob"), try gateway.online("eve"))
            try admin.manageRoom("create", "r", Self.all)
            for session in [bob, eve] { try session.enter("r") }
            for (session, key) in [(bob, "bob"), (eve, "eve")] {
                let seat = value(key, "here", #""isTransient": true"#)
                _ = try session.request("room.setValues", values(seat, in: "r")).get()
                _ = try session.request("room.offer", room("r", #""key": "\#(key)", "isTransient": true"#)).get()
            }
            _ = try bob.request("room.setValues", values(value("lasting", "x"), in: "r")).get()
            _ = try bob.request("room.leave", room("r")).get()
            try until("bob's transient ones are gone") {
                let values = try admin.manageRoom("values", "r")["values"]?.elements?.compactMap { $0["key"]?.string }
                let queue = try admin.manageRoom("queue", "r")["elements"]?.elements?.compactMap { $0["key"]?.string }
                return values == ["eve", "lasting"] && queue == ["eve"]
            }
            var removed: [String?] = []
            while removed.isEmpty {
                removed = try eve.event("room.valuesChanged")["removed"]?.elements?.map(\.string) ?? []
            }
            #expect(removed == ["bob"])
        }
    }

    @Test func `L-37: with an account go its values and elements, and a user of the same id has no right to them`()
        throws
    {
        try withChat { gateway in
            let (admin, bob, eve) = (try gateway.admin(), try gateway.online("bob"), try gateway.online("eve"))
            try admin.manageRoom("create", "r", Self.all)
            try eve.enter("r")
            _ = try bob.request("room.setValues", values(value("a", "mine"), in: "r")).get()
            _ = try bob.request("room.offer", room("r", #""key": "bob""#)).get()
            _ = try admin.request("admin.room.setValues", values(value("b", "kept"), in: "r")).get()
            _ = try admin.request("admin.account.delete", #"{"userIDs": ["bob"]}"#).get()
            #expect(try admin.manageRoom("queue", "r")["elements"]?.count == 0)
            let left = try admin.manageRoom("values", "r")
            #expect(left["values"]?.elements?.map { $0["key"]?.string } == ["b"] && left["state"]?.int == 3)
            var state = 0
            while state < 3 { state = try eve.event("room.valuesChanged")["state"]?.int ?? 0 }
            // The state goes on, and the next one is told what came between.
            #expect(try eve.enter("r", #""state": 2"#)["values"]?.count == 1)
        }
    }
}
