import ClientProtocol
import Domain
import Storage

/// Rooms, read from the store alone, on any reader's queue.
package enum RoomQueries {
    private static let byName = Room.Column.select("WHERE name = $1 ORDER BY id DESC LIMIT 1")
    private static let some = Room.Column.select("WHERE id > $1 AND state = 0 ORDER BY id LIMIT $2")
    private static let ofHome = Room.Column.select("WHERE home = $1 AND home <> 0 ORDER BY id LIMIT $2")
    private static let oneStanding = StoredRoomStanding.Column.select("WHERE id = $1")
    private static let standings = StoredRoomStanding.Column.select("WHERE id > $1 AND id <= $2 ORDER BY id")

    /// The last one of this id, ended or not.
    package static func row(of id: RoomID, in store: any Transaction) throws(StoreError) -> Room? {
        var found: Room?
        try store.query(byName, [.text(id.text)]) { row throws(StoreError) in found = try Room(row) }
        return found
    }

    /// Of the last one of this id, all that a node has in memory while the room is in use.
    package static func rows(of id: RoomID, in store: any Transaction) throws(StoreError) -> RoomRows? {
        guard let room = try row(of: id, in: store) else { return nil }
        return RoomRows(
            room: room, standings: try standings(in: room.number, store),
            values: try values(.value, in: room.number, store), queue: try values(.element, in: room.number, store),
            counters: try counters(in: room.number, store))
    }

    /// For a backend. A room that has ended is known for a week (L-02).
    package static func known(_ id: RoomID, in store: any Transaction) throws(CommandError) -> Room {
        guard let room = try stored(row(of: id, in: store)) else { throw .refused(.noRoom, keys: ["roomID"]) }
        return room
    }

    /// The nodes that are home to some room.
    package static func homes(in store: any Transaction) throws(StoreError) -> [NodeNumber] {
        var homes: [NodeNumber] = []
        try store.query("SELECT DISTINCT home FROM room WHERE home <> 0 ORDER BY home", []) { row in
            homes.append(row.integer(0))
        }
        return homes
    }

    static func rooms(at home: NodeNumber, count: Int, in store: any Transaction) throws(StoreError) -> [Room] {
        var rooms: [Room] = []
        try store.query(ofHome, [.integer(home), .integer(Int64(count))]) { row throws(StoreError) in
            rooms.append(try Room(row))
        }
        return rooms
    }

    /// At most some ten thousand.
    package static func standings(
        in room: RoomNumber, _ store: any Transaction
    ) throws(StoreError) -> [StoredRoomStanding] {
        let bounds = PairKey.bounds(room)
        var found: [StoredRoomStanding] = []
        try store.query(standings, [.integer(bounds.after), .integer(bounds.through)]) { row throws(StoreError) in
            found.append(try StoredRoomStanding(row))
        }
        return found
    }

    private static let values = PairSelection<RoomValue.Column, SetterColumn>(
        """
        FROM room_value LEFT JOIN account ON account.id = room_value.account
        WHERE room_value.room = $1 AND room_value.kind = $2 ORDER BY room_value.position, room_value.key
        """)

    /// The values by their keys, or the queue in its order: as many as its limits allow.
    package static func values(
        _ kind: RoomValue.Kind, in room: RoomNumber, _ store: any Transaction
    ) throws(StoreError) -> [RoomValue] {
        var found: [RoomValue] = []
        try store.query(values, [.integer(room), .integer(kind.rawValue)]) { row, setter in
            found.append(RoomValue(row, setter))
        }
        return found
    }

    package static func counters(
        in room: RoomNumber, _ store: any Transaction
    ) throws(StoreError) -> [RoomCounter] {
        var counters: [RoomCounter] = []
        try store.query("SELECT name, sum FROM room_counter WHERE room = $1 ORDER BY name", [.integer(room)]) { row in
            counters.append(RoomCounter(name: ExactText(row.text(0)), sum: Int(row.integer(1) as Int64)))
        }
        return counters
    }

    /// A room that the caller may enter, at that time.
    package static func visible(
        _ id: RoomID, to caller: RoomCaller, now: Milliseconds, in store: any Transaction
    ) throws(CommandError) -> Room {
        let room = try known(id, in: store)
        guard room.isOpen else { throw .refused(.noRoom, "the room has ended", keys: ["roomID"]) }
        if case .user(let account, let claim) = caller {
            try room.require(claim, stored(standing(of: account, in: room.number, store)), now: now)
        }
        return room
    }

    static func standing(
        of account: AccountNumber, in room: RoomNumber, _ store: any Transaction
    ) throws(StoreError) -> RoomStanding {
        var standing = RoomStanding.none
        try store.query(oneStanding, [.integer(PairKey.key(room, account))]) { row throws(StoreError) in
            standing = try StoredRoomStanding(row).standing
        }
        return standing
    }

    /// The users with a role in the room, by that role.
    package static func leaders(
        of room: RoomNumber, in store: any Transaction
    ) throws(StoreError) -> [(user: UserID, role: RoomRole)] {
        let bounds = PairKey.bounds(room)
        var leaders: [(UserID, RoomRole)] = []
        try store.query(
            """
            SELECT account.name, room_standing.role FROM room_standing
            JOIN account ON account.id = room_standing.account
            WHERE room_standing.id > $1 AND room_standing.id <= $2 AND room_standing.role > 0
            ORDER BY room_standing.role DESC, room_standing.id
            """, [.integer(bounds.after), .integer(bounds.through)]
        ) { row throws(StoreError) in leaders.append((try row.userID(0), try row.choice(1))) }
        return leaders
    }

    package struct Page: Sendable {
        package var rooms: [Room] = []
        /// 0: there are no more.
        package var next: RoomNumber = 0
    }

    /// Those that have not ended, in the order in which they were made: as many as fit.
    package static func all(
        after: RoomNumber, count: Int, bytes: Int, in store: any Transaction
    ) throws(StoreError) -> Page {
        var (page, left) = (Page(), bytes)
        try store.query(some, [.integer(after), .integer(Int64(count + 1))]) { row throws(StoreError) in
            if page.next > 0 { return }
            let room = try Room(row)
            left -= room.weight
            if page.rooms.count < count, left >= 0 || page.rooms.isEmpty {
                page.rooms.append(room)
            } else {
                page.next = page.rooms.last?.number ?? 0
            }
        }
        return page
    }
}
