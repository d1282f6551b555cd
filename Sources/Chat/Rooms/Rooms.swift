import ClientProtocol
import Domain
import Storage

/// Keeps what lasts of live rooms: their rows, and what they know of users. Participants and messages are in memory alone, at
/// the room's home, which hears of each change here. Nothing is cached: each command reads the rows anew.
package final class Rooms {
    let work: UnitOfWork
    let statistics: Statistics
    let accounts: Accounts

    private static let writing = Room.Column.upsert(keeping: [.name])
    private static let writingStanding = StoredRoomStanding.Column.upsert(keeping: [.account])
    private static let byNumber = Room.Column.select("WHERE id = $1")
    private static let empty = Room.Column.select("WHERE ends_at <> 0 AND ends_at <= $1 ORDER BY ends_at LIMIT 100")
    private static let ended = Room.Column.select("WHERE state = 1 ORDER BY id LIMIT 1000")

    /// As far as the last sweep has seen. The rows that such rooms have go a piece at a time.
    private(set) var haveEnded = true
    /// The first sweep of this process.
    private var began: Milliseconds?

    init(work: UnitOfWork, statistics: Statistics, accounts: Accounts) {
        self.work = work
        self.statistics = statistics
        self.accounts = accounts
    }

    /// Of one that has not ended.
    func open(_ id: RoomID) throws(CommandError) -> Room {
        let room = try RoomQueries.known(id, in: work.store)
        guard room.isOpen else { throw .refused(.noRoom, "the room has ended", keys: ["roomID"]) }
        return room
    }

    /// The number of a row that is gone may be given again; an epoch never is.
    func nextNumber() throws(CommandError) -> RoomNumber {
        var last: RoomNumber = 0
        try work.query("SELECT coalesce(max(id), 0) FROM room") { row in last = row.integer(0) }
        return last.next
    }

    func save(_ room: Room) throws(CommandError) { try work.execute(Self.writing, room.values) }

    func standing(of account: AccountNumber, in room: Room) throws(CommandError) -> RoomStanding {
        try stored(RoomQueries.standing(of: account, in: room.number, work.store))
    }

    /// L-22: so many users at most are known to a room. Those whose mutes and bans are over leave first.
    func save(
        _ standing: RoomStanding, of account: Account, in room: Room, clears: Bool = false
    ) throws(CommandError) {
        let key = PairKey.key(room.number, account.number)
        if standing.isEmpty(now: work.now) {
            try work.execute("DELETE FROM room_standing WHERE id = $1", [.integer(key)])
        } else {
            let isNew = try self.standing(of: account.number, in: room) == .none
            if isNew, try countStandings(in: room) >= mostStandings, try forgetPast(in: room) == 0 {
                throw .refused(.tooMany, "the room knows of \(mostStandings) users already", keys: ["roomID"])
            }
            try work.execute(
                Self.writingStanding, StoredRoomStanding(account.number, standing).values(in: room.number))
        }
        work.lead(to: .room(room.id, .standing(account.id, account.number, standing, clears: clears)))
    }

    private func countStandings(in room: Room) throws(CommandError) -> Int {
        let bounds = PairKey.bounds(room.number)
        var count: Int64 = 0
        try work.query(
            "SELECT count(*) FROM room_standing WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in count = row.integer(0) }
        return Int(count)
    }

    private func forgetPast(in room: Room) throws(CommandError) -> Int {
        let bounds = PairKey.bounds(room.number)
        return try work.execute(
            """
            DELETE FROM room_standing
            WHERE id > $1 AND id <= $2 AND role = 0 AND is_speaker = 0 AND muted_until <= $3 AND banned_until <= $3
            """, [.integer(bounds.after), .integer(bounds.through), .integer(work.now)])
    }

    /// L-37: of a deleted account, which has no role, mute or ban when it is made again.
    func erase(_ account: Account) throws(CommandError) {
        var rooms: [RoomNumber] = []
        try work.query(
            "SELECT id FROM room_standing WHERE account = $1 ORDER BY id", [.integer(account.number)]
        ) { row in rooms.append(PairKey.first(row.integer(0))) }
        for number in rooms {
            if let room = try room(number) { try save(.none, of: account, in: room) }
        }
    }

    func room(_ number: RoomNumber) throws(CommandError) -> Room? {
        var room: Room?
        try work.query(Self.byNumber, [.integer(number)]) { row throws(StoreError) in room = try Room(row) }
        return room
    }

    /// L-02: those of which no home has said for long that they are in use. After a start none ends before its users have had that
    /// long to come back.
    private func endEmpty() throws(CommandError) {
        let began = began ?? work.now
        self.began = began
        var rooms: [Room] = []
        try work.query(Self.empty, [.integer(work.now)]) { row throws(StoreError) in rooms.append(try Room(row)) }
        for room in rooms where began + Seconds(room.rules.endsEmptySeconds).milliseconds <= work.now {
            try end(room.id)
        }
    }

    /// L-02: what the room knew of users goes a piece at a time, and the row after a week. Returns whether there may be more.
    func sweep() throws(CommandError) -> Bool {
        try endEmpty()
        var rooms: [Room] = []
        try work.query(Self.ended, []) { row throws(StoreError) in rooms.append(try Room(row)) }
        haveEnded = !rooms.isEmpty
        for room in rooms {
            let bounds = PairKey.bounds(room.number)
            let erased = try work.execute(
                """
                DELETE FROM room_standing WHERE id IN
                    (SELECT id FROM room_standing WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3)
                """, [.integer(bounds.after), .integer(bounds.through), .integer(rowsPerSweep)])
            if erased > 0 { return true }
            if room.endedAt + .days(7) <= work.now {
                try work.execute("DELETE FROM room WHERE id = $1", [.integer(room.number)])
            }
        }
        return false
    }
}

/// Users with a role, a mute or a ban in a room.
private let mostStandings = 10_000
