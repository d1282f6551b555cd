import Client
import JSON
import Testing

/// Counters of live rooms, and the names of those who enter.
struct RoomCounterTests {
    private func count(_ counter: String, _ count: Int, in id: String) -> String {
        room(id, #""counter": "\#(counter)", "count": \#(count)"#)
    }

    @Test(arguments: RequestDoor.allCases)
    func `L-28: participants add to counters, all are told the sums, and they last`(_ door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let admin = try gateway.admin()
            let (alice, bob, eve) = (try gateway.online("alice"), try gateway.online("bob"), try gateway.online("eve"))
            try admin.manageRoom("create", "r", #""counters": ["likes", "gifts"]"#)
            #expect(try alice.enter("r")["counters"]?["likes"]?.int == 0)
            try bob.enter("r")
            _ = try alice.request("room.count", count("likes", 100, in: "r")).get()
            _ = try bob.request("room.count", count("likes", 3, in: "r")).get()
            _ = try admin.request("admin.room.count", count("gifts", 1, in: "r")).get()
            for session in [alice, bob] {
                var (likes, gifts): (Int?, Int?) = (0, 0)
                while likes != 103 || gifts != 1 {
                    let told = try session.frame(with: "counters")["counters"]
                    (likes, gifts) = (told?["likes"]?.int ?? likes, told?["gifts"]?.int ?? gifts)
                }
            }
            #expect(try eve.refusal("room.count", count("likes", 1, in: "r")).number == "em 602")
            #expect(try bob.refusal("room.count", count("tears", 1, in: "r")).number == "gw 1001")
            // Two in a second, and four at once.
            let requests = try (0..<40).map { _ in try bob.send("room.count", count("likes", 1, in: "r")) }
            let refused = try requests.compactMap { request -> String? in
                if case .error(let error) = try bob.reply(to: request) { error.number } else { nil }
            }
            #expect(!refused.isEmpty && Set(refused) == ["gw 1003"])
            let likes = 103 + 40 - refused.count
            while try alice.frame(with: "counters")["counters"]?["likes"]?.int != likes {}
            // It ends in order, and what was counted is written.
            try gateway.restart()
            #expect(try gateway.online("alice").enter("r")["counters"]?["likes"]?.int == likes)
        }
    }

    @Test func `L-17: in a room that shows entries frames name those who enter`() throws {
        try withChat { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try gateway.admin().manageRoom("create", "r", #""showsEntries": true"#)
            try alice.enter("r")
            try bob.enter("r")
            var names: [String] = []
            while !names.contains("bob") {
                names += try alice.frame(with: "entered")["entered"]?.elements?.compactMap(\.string) ?? []
            }
        }
    }
}
