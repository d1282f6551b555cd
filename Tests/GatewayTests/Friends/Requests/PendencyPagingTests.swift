import Client
import ClientProtocol
import JSON
import Testing

/// `pendency.list` page by page.
struct PendencyPagingTests {
    @Test(arguments: [1, 4, 6, 12, 100])
    func `R-91, R-93, R-95, R-98, R-Q35: pages have all requests of one second, each once, and the last says so`(
        count: Int
    ) throws {
        try withChat { gateway in
            let alice = try gateway.wary("alice")
            try ask(alice, gateway)
            let whole = try alice.pendencies().items
            #expect(whole.count == 12)
            var items: [Pendency] = []
            var cursor = 0
            repeat {
                let page = try alice.pendencies(3, #""numPerPage": \#(count), "timestamp": \#(cursor)"#)
                #expect(page.items.count == min(count, 12 - items.count))
                items += page.items
                // 0 on the last page, also on a full one.
                #expect((page.timestamp == 0) == (items.count == 12))
                cursor = page.timestamp
            } while cursor != 0 && items.count <= 12
            #expect(items == whole)
        }
    }

    @Test func `R-96, R-Q35: pages of one type have just that type`() throws {
        try withChat { gateway in
            let alice = try gateway.wary("alice")
            try ask(alice, gateway)
            for type in 1...2 {
                var users: Set<String> = []
                var cursor = 0
                for _ in 0..<3 {
                    let page = try alice.pendencies(type, #""numPerPage": 2, "timestamp": \#(cursor)"#)
                    #expect(page.items.map(\.type) == [type, type])
                    users.formUnion(page.users)
                    cursor = page.timestamp
                }
                #expect(users.count == 6 && cursor == 0)
            }
        }
    }

    @Test
    func `R-94, R-Q36: while paging the seq sent is that of the start; what comes meanwhile is seen at the next pull`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.wary("alice")
            try ask(alice, gateway)
            let old = try alice.pendencies(3, #""numPerPage": 100"#)
            let first = try alice.pendencies(3, #""numPerPage": 5, "seq": 0"#)
            #expect(first.items == Array(old.items.prefix(5)) && first.seq == old.seq)
            try gateway.online("zz").add("alice")
            try gateway.online("zzz").add("alice")
            // Any seq, also the server's own, goes on. What came meanwhile may stand behind the cursor, if in the same second.
            for seq in [0, old.seq, old.seq + 2] {
                var items = first.items
                var cursor = first.timestamp
                while cursor != 0 && items.count < 20 {
                    let more = #""numPerPage": 5, "seq": \#(seq), "timestamp": \#(cursor)"#
                    let page = try alice.pendencies(3, more)
                    #expect(!page.items.isEmpty && page.seq == old.seq + 2)
                    items += page.items
                    cursor = page.timestamp
                }
                let asked = items.filter { !$0.user.hasPrefix("z") }
                #expect(asked == old.items)
            }
            #expect(try alice.pendencies(3, #""numPerPage": 100, "seq": \#(old.seq)"#).users.contains("zzz"))
        }
    }

    @Test(arguments: [true, false])
    func `R-Q36, R-Q35: what is deleted or asked again while paging costs no other request its place`(
        isDeleted: Bool
    ) throws {
        try withChat { gateway in
            let alice = try gateway.wary("alice")
            try ask(alice, gateway)
            let old = try alice.pendencies(1, #""numPerPage": 100"#).items
            let first = try alice.pendencies(1, #""numPerPage": 3"#)
            // The one that the cursor names.
            let named = first.users[2]
            if isDeleted {
                try alice.deletePendencies(1, [named])
            } else {
                try gateway.online(named).add("alice", #""addWording": "again""#)
            }
            let next = try alice.pendencies(1, #""numPerPage": 100, "timestamp": \#(first.timestamp)"#)
            #expect(Set(old.suffix(3).map(\.user)).isSubset(of: next.users))
            #expect(next.timestamp == 0)
        }
    }

    @Test(arguments: ["1", "1577836800000000", "9007199254740991"])
    func `R-93, R-Q35: a timestamp that no list has given is refused with tim 30001`(timestamp: String) throws {
        try withChat { gateway in
            let alice = try gateway.wary("alice")
            try ask(alice, gateway)
            for type in 1...3 {
                let data = #"{"type": \#(type), "numPerPage": 1, "timestamp": \#(timestamp)}"#
                let error = try alice.refusal("pendency.list", data)
                #expect(error.number == "tim 30001" && error.keys == ["timestamp"])
            }
        }
    }

    /// Six ask Alice, and she asks them.
    private func ask(_ alice: ClientSession, _ gateway: GatewayProcess) throws {
        for index in [3, 1, 6, 5, 2, 4] {
            let other = try gateway.wary("u\(index)")
            try #require(try other.add("alice") == 30539)
            try #require(try alice.add("u\(index)") == 30539)
        }
    }
}
