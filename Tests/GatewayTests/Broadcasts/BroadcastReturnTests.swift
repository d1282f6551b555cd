import Client
import JSON
import Testing

/// What devices are given of the broadcasts that they have missed.
struct BroadcastReturnTests {
    private static let many = ["broadcasts.perMinute": "600"]

    @Test func `B-05: a device that comes back gets what it has missed, or is told what to fetch`() throws {
        try withChat(Self.many.merging(["streams.resumeMessages": "5"]) { $1 }) { gateway in
            let admin = try gateway.admin()
            try gateway.createAccounts("alice")
            for number in 1...9 { try admin.tellAll("\(number)") }
            let (_, some) = try gateway.back("alice", broadcasts: 6)
            #expect(some["verdict"]?.string == "recovered" && some["seq"]?.int == 9)
            #expect(try some["broadcasts"]?.elements?.map { try Heard($0).text } == ["7", "8", "9"])
            let (alice, gap) = try gateway.back("alice", broadcasts: 3)
            #expect(gap["verdict"]?.string == "gap" && gap["from"]?.int == 4 && gap["to"]?.int == 9)
            #expect(try alice.listedBroadcasts(after: 3).map(\.seq) == Array(4...9))
            #expect(try gateway.missed("alice", after: 9).isEmpty)
            let (_, beyond) = try gateway.back("alice", broadcasts: 10)
            #expect(beyond["why"]?.string == "beyond")
            #expect(beyond["verdict"]?.string == "reset" && beyond["from"]?.int == 1 && beyond["seq"]?.int == 9)
            // Without `resume` nothing is replayed.
            #expect(try gateway.back("alice", device: "d2").opened["resume"] == nil)
        }
    }

    @Test func `B-05: what a device has acknowledged it need not name`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            let (alice, _) = try gateway.back("alice")
            for text in ["1", "2", "3"] { try admin.tellAll(text) }
            _ = try alice.request("stream.ack", #"{"broadcasts": 2}"#).get()
            #expect(try gateway.missed("alice", after: nil).map(\.text) == ["3"])
            // What it names counts more.
            #expect(try gateway.missed("alice", after: 1).map(\.text) == ["2", "3"])
            // A position beyond the end is taken as the end.
            let (again, _) = try gateway.back("alice")
            _ = try again.request("stream.ack", #"{"broadcasts": 999}"#).get()
            #expect(try gateway.missed("alice", after: nil).isEmpty)
            #expect(try admin.tellAll("4") == 4)
            #expect(try gateway.missed("alice", after: nil).map(\.text) == ["4"])
        }
    }

    @Test func `B-06: a new device gets what is in force, and a new account nothing from before it`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            try gateway.createAccounts("alice")
            try admin.tellAll("1")
            try admin.tellAll("2")
            try admin.stopBroadcast(1)
            #expect(try gateway.missed("alice", device: "new", after: nil).map(\.text) == ["2"])
            #expect(try gateway.missed("late", after: nil).isEmpty)
            let late = try gateway.online("late")
            #expect(try late.listedBroadcasts().isEmpty)
            try admin.tellAll("3")
            #expect(try late.nextBroadcast().seq == 3)
            #expect(try gateway.missed("late", device: "d2", after: 0).map(\.text) == ["3"])
        }
    }

    @Test func `B-10: devices get the last ones, if they are not too old; the seqs go on`() throws {
        try withChat(
            movableClock.merging(Self.many) { $1 }.merging(
                ["broadcasts.kept": "3", "broadcasts.retentionDays": "2", "messages.retryHours": "1"]) { $1 }
        ) { gateway in
            var admin = try gateway.admin()
            try gateway.createAccounts("alice")
            for number in 1...5 { try admin.tellAll("\(number)", id: "m\(number)") }
            #expect(try gateway.missed("alice", after: nil).map(\.seq) == [3, 4, 5])
            #expect(try gateway.missed("alice", after: 4).map(\.seq) == [5])
            try gateway.restart(after: 2 * 3600)
            admin = try gateway.admin()
            try until("those beyond the last three are deleted") { try gateway.rows(of: "broadcast") == 3 }
            #expect(try gateway.missed("alice", after: nil).map(\.seq) == [3, 4, 5])
            try gateway.restart(after: 3 * day)
            admin = try gateway.admin()
            #expect(try gateway.missed("alice", after: nil).isEmpty)
            try until("only the last one stays") { try gateway.rows(of: "broadcast") == 1 }
            #expect(try admin.tellAll("6") == 6)
            #expect(try gateway.missed("alice", after: 5).map(\.seq) == [6])
        }
    }

    @Test func `B-11: nobody gets a broadcast whose time is over`() throws {
        try withChat(movableClock) { gateway in
            var admin = try gateway.admin()
            let alice = try gateway.online("alice")
            try admin.tellAll("short", #""expireSeconds": 3600"#)
            try admin.tellAll("long")
            let heard = [try alice.nextBroadcast(), try alice.nextBroadcast()]
            #expect(heard[0].expiresAt != nil && heard[1].expiresAt == nil)
            #expect(try gateway.missed("alice", after: 0).map(\.text) == ["short", "long"])
            try gateway.restart(after: 3700)
            admin = try gateway.admin()
            #expect(try gateway.missed("alice", after: 0).map(\.text) == ["long"])
            #expect(try gateway.online("alice", device: "d2").listedBroadcasts().map(\.text) == ["long"])
            #expect(try admin.standing(of: 1).state == "expired")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `B-15: a user lists what devices are given, page by page`(_ door: RequestDoor) throws {
        try withChat(Self.many, door: door) { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            #expect(try alice.listedBroadcasts().isEmpty)
            for number in 1...7 { try admin.tellAll("\(number)") }
            for limit in [1, 3, 7, 8] {
                #expect(try alice.listedBroadcasts(limit: limit).map(\.seq) == Array(1...7))
                #expect(try alice.listedBroadcasts(after: 4, limit: limit).map(\.text) == ["5", "6", "7"])
            }
            let page = try alice.request("broadcast.list", #"{"after": 2, "limit": 2}"#).get()
            #expect(page["seq"]?.int == 7 && page["isFinished"]?.bool == false && page["broadcasts"]?.count == 2)
        }
    }
}
