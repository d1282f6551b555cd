import Client
import ClientProtocol
import JSON
import Testing

/// Broadcasts while they are told: their pace, their progress, and what comes between.
struct BroadcastPaceTests {
    /// 20 sessions a second, in one shard.
    private static let slow = [
        "broadcasts.deliveriesPerSecond": "20", "broadcasts.perMinute": "600", "shards.count": "1",
    ]

    private func sessions(_ count: Int, _ gateway: GatewayProcess) throws -> [ClientSession] {
        try (0..<count).map { try gateway.online("user\($0)") }
    }

    @Test(arguments: RequestDoor.allCases)
    func `B-07, B-09: sessions are told at the pace, and the progress can be asked for`(_ door: RequestDoor) throws {
        try withChat(Self.slow, door: door) { gateway in
            gateway.keepToOneNode()
            let admin = try gateway.admin()
            let sessions = try sessions(40, gateway)
            let start = ContinuousClock.now
            try admin.tellAll("x")
            let under = try until("some are told") {
                let standing = try admin.standing(of: 1)
                return standing.told ?? 0 > 0 ? standing : nil
            }
            #expect(under.state == "telling" && under.told ?? 40 < 40 && under.of == 40)
            // Others do not wait for it.
            try sessions[0].write("hi", to: "user39")
            #expect(try Message(sessions[39].event("message.new")).text == "hi")
            #expect(try admin.standing(of: 1).state == "telling")
            for session in sessions { #expect(try session.nextBroadcast().seq == 1) }
            #expect(ContinuousClock.now - start > .milliseconds(1_500))
            try admin.waitUntilTold(1)
            #expect(try admin.standing(of: 1) == Standing(state: "told", told: 40, of: 40))
            #expect(try admin.refusal("admin.broadcast.status", #"{"seq": 2}"#).number == "gw 1010")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `B-08: of one that is stopped nobody hears any more, at once or later`(_ door: RequestDoor) throws {
        try withChat(Self.slow, door: door) { gateway in
            gateway.keepToOneNode()
            let admin = try gateway.admin()
            let sessions = try sessions(40, gateway)
            try admin.tellAll("bad")
            try admin.tellAll("good")
            try until("some are told") { try admin.standing(of: 1).told ?? 0 >= 3 }
            try admin.stopBroadcast(1)
            try admin.stopBroadcast(1)
            let stopped = try admin.standing(of: 1)
            #expect(stopped.state == "stopped" && stopped.told ?? 40 < 40)
            try admin.waitUntilTold(2)
            let heard = try sessions.map { try $0.broadcasts().map(\.text) }
            #expect(heard.filter { $0 == ["bad", "good"] }.count == stopped.told)
            #expect(heard.filter { $0 == ["good"] }.count == 40 - (stopped.told ?? 0))
            #expect(try admin.standing(of: 1) == stopped)
            #expect(try gateway.missed("user0", device: "d2", after: 0).map(\.text) == ["good"])
            #expect(try admin.refusal("admin.broadcast.stop", #"{"seq": 3}"#).number == "gw 1010")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `B-09: backends list the broadcasts with their progress, the newest first`(_ door: RequestDoor) throws {
        try withChat(["broadcasts.perMinute": "600"], door: door) { gateway in
            gateway.keepToOneNode()
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            for number in 1...5 { try admin.tellAll("\(number)", id: "m\(number)") }
            try admin.stopBroadcast(2)
            try admin.waitUntilTold(5)
            var (listed, cursor): ([JSONValue], Int) = ([], 0)
            repeat {
                let page = try admin.request("admin.broadcast.list", #"{"cursor": \#(cursor), "limit": 2}"#).get()
                listed += try #require(page["broadcasts"]?.elements)
                cursor = try #require(page["cursor"]?.int)
            } while cursor > 0
            #expect(listed.map { $0["clientMsgId"]?.string } == ["m5", "m4", "m3", "m2", "m1"])
            #expect(listed.map { $0["state"]?.string } == ["told", "told", "told", "stopped", "told"])
            #expect(listed.allSatisfy { $0["of"]?.int == 1 && $0["to"]?.string == "all" })
            #expect(try alice.broadcasts().last?.seq == 5)
        }
    }

    @Test func `B-03, B-07: two at once are told in their order, and who comes between has each once`() throws {
        try withChat(Self.slow) { gateway in
            gateway.keepToOneNode()
            let admin = try gateway.admin()
            let sessions = try sessions(30, gateway)
            try admin.tellAll("1")
            try until("some are told") { try admin.standing(of: 1).told ?? 0 >= 3 }
            let (between, verdict) = try gateway.back("between", broadcasts: 0)
            #expect(verdict["seq"]?.int == 1)
            let (again, missed) = try gateway.back("user29", broadcasts: 0)
            #expect(missed["broadcasts"]?.count == 1)
            try admin.tellAll("2")
            try admin.waitUntilTold(2)
            for session in sessions.dropLast() { #expect(try session.broadcasts().map(\.seq) == [1, 2]) }
            #expect(try between.broadcasts().map(\.seq) == [2])
            #expect(try again.broadcasts().map(\.seq) == [2])
            // The session that the device had before has ended: whether it had its turn or not, it is told of by `of`.
            #expect(try admin.standing(of: 1).of == 30)
        }
    }

    @Test func `B-05, B-09: a restart in the middle takes nothing from anybody`() throws {
        try withChat(Self.slow) { gateway in
            gateway.keepToOneNode()
            var admin = try gateway.admin()
            let sessions = try sessions(40, gateway)
            try admin.tellAll("1")
            try until("some are told") { try admin.standing(of: 1).told ?? 0 >= 3 }
            let had = try sessions.map { try $0.broadcasts().map(\.seq) }
            #expect(had.contains([1]) && had.contains([]))
            gateway.kill()
            _ = try gateway.wait()
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            for (number, had) in had.enumerated() {
                let missed = try gateway.missed("user\(number)", after: had.last ?? 0).map(\.seq)
                #expect(missed == (had.isEmpty ? [1] : []))
            }
            admin = try gateway.admin()
            #expect(try admin.standing(of: 1) == Standing(state: "past", told: nil, of: nil))
            #expect(try admin.tellAll("2") == 2)
        }
    }

    @Test func `B-03, B-05: a session that does not read keeps nobody waiting, and has all when it is back`() throws {
        let limits = [
            "broadcasts.deliveriesPerSecond": "1000000", "broadcasts.perMinute": "600", "broadcasts.kept": "1000",
            "outbox.pauseReadingBytes": "16384", "outbox.bytesPerConnection": "16384",
            "websocket.frameBytes": "16384", "websocket.messageBytes": "16384",
        ]
        try withChat(limits) { gateway in
            let admin = try gateway.admin()
            let alice = try gateway.online("alice")
            let slow = try gateway.session("slow") { options in
                // Small buffers, so that little is lost in the kernel.
                options.channel.receiveBuffer = 4096
                options.channel.sendBuffer = 4096
                options.channel.segment = 536
            }
            let text = String(repeating: "x", count: 4_000)
            var sent = 0
            while try gateway.metric("martlet_slow_consumers_total") == 0, sent < 500 {
                sent += 1
                #expect(try admin.tellAll(text) == sent)
                #expect(try alice.nextBroadcast().seq == sent)
            }
            #expect(try slow.closeCode() == .tooSlow)
            let had = try slow.takeEvents().named("broadcast.new").map { try Heard($0.data).seq }
            #expect(had == Array(1..<had.count + 1) && had.count < sent)
            let (back, verdict) = try gateway.back("slow", broadcasts: had.count)
            if verdict["verdict"]?.string == "gap" {
                #expect(try back.listedBroadcasts(after: had.count).map(\.seq) == Array(had.count + 1...sent))
            } else {
                #expect(verdict["broadcasts"]?.count == sent - had.count)
            }
        }
    }
}
