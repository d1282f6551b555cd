import Client
import JSON
import Testing

/// Sending broadcasts, and hearing them.
struct BroadcastSendingTests {
    @Test(arguments: RequestDoor.allCases)
    func `B-01, B-03: every session hears each broadcast once and in order`(_ door: RequestDoor) throws {
        try withChat(["broadcasts.perMinute": "600"], door: door) { gateway in
            let admin = try gateway.admin()
            let sessions = try ["alice", "bob", "carol"].flatMap { user in
                [try gateway.online(user), try gateway.online(user, device: "tab")]
            }
            let ok = try admin.request("admin.broadcast", broadcast("1")).get()
            #expect(ok["seq"]?.int == 1 && (ok["time"]?.int ?? 0) > 0)
            for number in 2...50 { #expect(try admin.tellAll("\(number)") == number) }
            try admin.waitUntilTold(50)
            for session in sessions {
                let heard = try session.broadcasts()
                #expect(heard.map(\.seq) == Array(1...50) && heard.map(\.text) == (1...50).map { "\($0)" })
            }
            let login = try gateway.back("dora").opened
            #expect(login["broadcasts"]?.int == 50)
            #expect(try sessions[0].refusal("admin.broadcast", broadcast("no")).number == "gw 1002")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `B-02: one for those who are there is told to nobody later`(_ door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            #expect(try admin.tellAll("now", #""to": "online""#) == 1)
            #expect(try admin.tellAll("for all", #""to": "all""#) == 2)
            for text in ["now", "for all"] { #expect(try alice.nextBroadcast().text == text) }
            #expect(try gateway.missed("bob", after: nil).map(\.text) == ["for all"])
            #expect(try gateway.missed("alice", device: "d2", after: 0).map(\.seq) == [2])
            #expect(try alice.listedBroadcasts().map(\.seq) == [2])
            let refusal = try admin.refusal("admin.broadcast", broadcast("x", #""to": "nobody""#))
            #expect(refusal.keys == ["to"])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `B-04: a repeat is the same broadcast, also after a restart`(_ door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            var admin = try gateway.admin()
            let alice = try gateway.online("alice")
            let first = try admin.request("admin.broadcast", broadcast("one", id: "m1")).get()
            let again = try admin.request("admin.broadcast", broadcast("one", id: "m1")).get()
            #expect(Array(first.raw) == Array(again.raw))
            for other in [broadcast("two", id: "m1"), broadcast("one", id: "m1", #""to": "online""#)] {
                let refusal = try admin.refusal("admin.broadcast", other)
                #expect(refusal.number == "gw 1006" && refusal.keys == ["clientMsgId"])
            }
            try admin.waitUntilTold(1)
            #expect(try alice.broadcasts().map(\.text) == ["one"])
            try gateway.restart()
            admin = try gateway.admin()
            #expect(try admin.tellAll("one", id: "m1") == 1)
            #expect(try admin.tellAll("two", id: "m2") == 2)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `B-12: more broadcasts than allowed are refused, and repeats are answered`(_ door: RequestDoor) throws {
        try withChat(["broadcasts.perMinute": "3"], door: door) { gateway in
            let admin = try gateway.admin()
            for number in 1...3 { #expect(try admin.tellAll("x", id: "m\(number)") == number) }
            #expect(try admin.refusal("admin.broadcast", broadcast("x")).number == "gw 1003")
            #expect(try admin.tellAll("x", id: "m1") == 1)
        }
    }

    @Test func `B-13: a broadcast is in no list, counts nowhere and is not pushed`() throws {
        try withPushes { gateway, pushes in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            try admin.tellAll("x")
            try admin.waitUntilTold(1)
            #expect(try alice.settle().map(\.name) == ["broadcast.new"])
            #expect(try alice.conversations().isEmpty && alice.totalUnread() == 0)
            // What is written to bob is pushed, and it alone.
            let sent = try alice.write("hi", to: "bob")
            #expect(try pushes.outcome(of: sent, for: "bob") == "1 alice:hi")
            #expect(try gateway.rows(of: "push") == 1)
            #expect(try gateway.rows(of: "broadcast") == 1)
        }
    }

    @Test func `B-14: a backend hears what was sent, and what was stopped`() throws {
        try withBackend { gateway, backend in
            let admin = try gateway.admin()
            try admin.tellAll("hello", id: "m1")
            try admin.stopBroadcast(1)
            try admin.stopBroadcast(1)
            try admin.tellAll("bye", #""to": "online""#)
            let heard = try backend.wait(for: 3) { $0.type.hasPrefix("broadcast.") }
            #expect(heard.map(\.type) == ["broadcast.sent", "broadcast.stopped", "broadcast.sent"])
            #expect(heard.allSatisfy { $0.subject == #"{"stream":"broadcasts"}"# })
            let data = try heard.map { try JSONDocument().parse($0.data) }
            #expect(data.map { $0["seq"]?.int } == [1, 1, 2])
            #expect(data.map { $0["to"]?.string } == ["all", "all", "online"])
            #expect(data[0]["clientMsgId"]?.string == "m1" && data[2]["body"]?["text"]?.string == "bye")
        }
    }
}
