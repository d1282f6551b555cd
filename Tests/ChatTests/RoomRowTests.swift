import ClientProtocol
import Domain
import Storage
import Testing

@testable import Chat

/// What lasts of live rooms: rows.
struct RoomRowTests {
    private let harness: ChatStateHarness
    private let id = RoomID("r")!

    init() throws {
        harness = try ChatStateHarness()
        for user in ["owner", "admin", "bob"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        try harness.chat.rooms.create(id, RoomInfo(), RoomRules(), owner: "owner", admins: ["admin"])
    }

    private var rooms: Rooms { harness.chat.rooms }
    private var values: RoomValues { harness.chat.roomValues }

    private func count(_ sql: SQL) throws -> Int64 {
        var count: Int64 = 0
        try harness.chat.work.store.query(sql) { row in count = row.integer(0) }
        return count
    }

    @Test func `L-02: of an ended room the row stays for 7 days, and what it knew of users goes at once`() throws {
        try rooms.end(id)
        #expect(refusal { try rooms.end(id) } == 1023)
        while try rooms.sweep() {}
        #expect(try count("SELECT count(*) FROM room_standing") == 0)
        #expect(try count("SELECT count(*) FROM room") == 1)
        harness.now += .days(7)
        while try rooms.sweep() {}
        #expect(try count("SELECT count(*) FROM room") == 0)
    }

    @Test func `L-02: a room that is made anew under an id knows nothing that the former one knew`() throws {
        try rooms.end(id)
        try rooms.create(id, RoomInfo(title: "new"), RoomRules(), owner: nil, admins: [])
        #expect(refusal { try rooms.create(id, RoomInfo(), RoomRules(), owner: nil, admins: []) } == 1006)
        let room = try RoomQueries.known(id, in: harness.chat.work.store)
        #expect(room.info.title == "new" && room.isOpen)
        #expect(try RoomQueries.standings(in: room.number, harness.chat.work.store).isEmpty)
        while try rooms.sweep() {}
        #expect(try count("SELECT count(*) FROM room WHERE state = 0") == 1)
    }

    @Test func `L-22: a room knows of 10,000 users, and those whose mutes are over make place`() throws {
        let owner = try harness.number(of: "owner")
        try harness.chat.work.store.execute(
            """
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 9998)
            INSERT INTO room_standing (id, account, role, is_speaker, muted_until, banned_until)
            SELECT (1 << 32) + 1000 + n, 1000 + n, 0, 0, $1, 0 FROM number
            """, [.integer(harness.now + 60_000)])
        let bob = UserID("bob")!
        #expect(refusal { try rooms.mute(bob, seconds: -1, in: id, by: owner) } == 1013)
        #expect(try count("SELECT count(*) FROM room_standing") == 10_000)
        harness.now += 60_001
        try rooms.mute(bob, seconds: -1, in: id, by: owner)
        #expect(try count("SELECT count(*) FROM room_standing") == 3)
        try rooms.mute(bob, seconds: 0, in: id, by: owner)
        #expect(try count("SELECT count(*) FROM room_standing") == 2)
    }

    @Test func `L-22: the owner acts on all, admins on those who are neither, and a ban ends a role`() throws {
        let (owner, admin) = (try harness.number(of: "owner"), try harness.number(of: "admin"))
        for target in ["owner", "admin"] {
            #expect(refusal { try rooms.mute(UserID(target)!, seconds: 9, in: id, by: admin) } == 603)
        }
        #expect(refusal { try rooms.mute(UserID("owner")!, seconds: 9, in: id, by: owner) } == 603)
        try rooms.ban(UserID("admin")!, seconds: 9, clears: false, in: id, by: owner)
        let standings = try RoomQueries.standings(in: 1, harness.chat.work.store)
        #expect(standings.first { $0.account == admin }?.standing.role == .participant)
        #expect(refusal { try rooms.muteAll(true, in: id, by: admin) } == 603)
    }
    private func set(_ keys: [String], of bytes: Int = 1, by caller: RoomCaller) throws {
        let value = String(repeating: "x", count: bytes)
        let changes = keys.map { ValueChange(key: $0, value: value, version: nil) }
        _ = try values.change(.value, changes, in: id, by: caller)
        // The rate is another test's.
        harness.now += 100
    }

    @Test func `L-24: a room has 100 keys and 64 KiB, and a user without a role 10 keys`() throws {
        var all = RoomModification()
        all.valuesBy = .all
        try rooms.modify(id, all)
        let (owner, bob) = (try harness.number(of: "owner"), try harness.number(of: "bob"))
        let (host, user) = (RoomCaller.user(owner, .none), RoomCaller.user(bob, .none))
        try set((0..<10).map { "bob\($0)" }, by: user)
        #expect(refusal { try set(["bob10"], by: user) } == 1013)
        try set(["bob9"], by: user)
        for ten in 0..<9 { try set((0..<10).map { "owner\(ten)\($0)" }, by: host) }
        #expect(refusal { try set(["one"], by: host) } == 1013)
        #expect(try count("SELECT count(*) FROM room_value") == 100)
        #expect(refusal { try set((0..<10).map { "owner0\($0)" }, of: 7_000, by: host) } == 1013)
        try set((0..<10).map { "owner0\($0)" }, of: 6_000, by: host)
        // Two spellings of a character are two keys.
        _ = try values.change(
            .element, ["\u{E9}", "e\u{301}"].map { ValueChange(key: $0, value: "", version: 0) }, in: id, by: user)
        #expect(try count("SELECT count(*) FROM room_value WHERE kind = 1") == 2)
        try rooms.end(id)
        while try values.sweep() {}
        #expect(try count("SELECT count(*) FROM room_value") == 0)
    }

    @Test func `L-24: the values of a room change 10 times a second`() throws {
        func change(_ number: Int) throws {
            _ = try values.change(
                .value, [ValueChange(key: "k", value: "\(number)", version: nil)], in: id, by: .backend)
        }
        for number in 0..<10 { try change(number) }
        #expect(refusal { try change(10) } == 1003)
        harness.now += 100
        try change(11)
    }

    @Test func `L-02: a room ends when it was empty for so long, and not sooner after a start`() throws {
        var change = RoomModification()
        change.endsEmptySeconds = 60
        try rooms.modify(id, change)
        func isOpen() throws -> Bool {
            while try rooms.sweep() {}
            return try RoomQueries.known(id, in: harness.chat.work.store).isOpen
        }
        harness.now += 1_000_000
        // Nobody could have been there while the process was not.
        #expect(try isOpen())
        harness.now += 50_000
        try rooms.keep(id)
        harness.now += 89_999
        #expect(try isOpen())
        harness.now += 1
        #expect(try !isOpen())
    }

    @Test func `L-28: a counter's sum never falls, and one that is named no more is gone`() throws {
        func sums() throws -> [String: Int] {
            let counters = try RoomQueries.counters(in: 1, harness.chat.work.store)
            return Dictionary(uniqueKeysWithValues: counters.map { ($0.name.text, $0.sum) })
        }
        func name(_ counters: [String]) throws {
            try values.setCounters(counters, in: id)
        }
        try name(["likes", "gifts"])
        func write(_ sum: Int, _ counter: String) throws {
            try values.write([RoomCounter(name: ExactText(counter), sum: sum)], in: id)
        }
        try write(7, "likes")
        try write(5, "likes")
        try write(5, "unknown")
        #expect(try sums() == ["likes": 7, "gifts": 0])
        try name(["likes"])
        #expect(try sums() == ["likes": 7])
        try rooms.end(id)
        while try values.sweep() {}
        #expect(try sums() == [:])
    }

    @Test func `L-34: a room moves once for each epoch that is known, and an ended one has no home`() throws {
        func row() throws -> Room { try RoomQueries.known(id, in: harness.chat.work.store) }
        let node = NodeNumber(rawValue: .min)
        try rooms.move(id, to: node, from: 0)
        let first = try row()
        #expect(first.home == node && first.epoch > 0)
        // Another node that did not know of the first one.
        try rooms.move(id, to: 2, from: 0)
        #expect(try row().home == node)
        #expect(try rooms.moveAll(from: node) { $0 == first.number ? 3 : 4 } == false)
        #expect(try row().home == 3 && row().epoch > first.epoch)
        #expect(try RoomQueries.homes(in: harness.chat.work.store) == [3])
        try rooms.end(id)
        try rooms.move(id, to: 5, from: row().epoch)
        #expect(try RoomQueries.homes(in: harness.chat.work.store).isEmpty)
    }
}
