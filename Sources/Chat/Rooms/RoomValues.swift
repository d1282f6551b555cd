import ClientProtocol
import Domain
import Storage

/// One who changes the values or the queue of a room.
package enum RoomCaller: Sendable {
    case user(AccountNumber, ChannelClaim)
    case backend
}

/// Keeps the values of rooms, their queues and counters (L-23 to L-28). Each change of values is one step, of which all nodes hear.
package final class RoomValues {
    let work: UnitOfWork
    let accounts: Accounts
    let rooms: Rooms

    private var rate = RateMeters<RoomNumber>(rateOfValues)
    private static let writing = RoomValue.Column.upsert()
    private static let one = PairSelection<RoomValue.Column, SetterColumn>(
        """
        FROM room_value LEFT JOIN account ON account.id = room_value.account
        WHERE room_value.room = $1 AND room_value.kind = $2 AND room_value.key = $3
        """)
    private static let head = PairSelection<RoomValue.Column, SetterColumn>(
        """
        FROM room_value LEFT JOIN account ON account.id = room_value.account
        WHERE room_value.room = $1 AND room_value.kind = 1 ORDER BY room_value.position LIMIT 1
        """)

    init(work: UnitOfWork, accounts: Accounts, rooms: Rooms) {
        self.work = work
        self.accounts = accounts
        self.rooms = rooms
    }

    /// All or none of these, which have different keys. Returns the state after it.
    package func change(
        _ kind: RoomValue.Kind, _ changes: [ValueChange], in id: RoomID, by caller: RoomCaller
    ) throws(CommandError) -> Seq {
        var room = try rooms.open(id)
        let setter = try setter(caller, in: room)
        var (edit, positions) = try edit(kind, by: setter, in: room)
        let version = room[stateOf: kind].next
        for change in changes {
            let former = try value(kind, change.key, in: room)
            try edit.add(change, from: former) { text in
                RoomValue(
                    key: change.key, value: text, account: setter.account, setter: setter.name, version: version,
                    isTransient: change.isTransient,
                    position: former?.position ?? positions.place(isFirst: change.isFirst))
            }
        }
        try edit.requireRoom(most: kind.most, in: "a room", key: "roomID")
        if edit.isEmpty { return room[stateOf: kind] }
        try payChange(of: room)
        try write(edit.set, edit.removed, kind, in: &room)
        return room[stateOf: kind]
    }

    /// L-27: takes an element out of the queue, for this caller alone: the head, or that of the key. Nil: there is none.
    package func poll(
        _ key: String?, version: Int?, in id: RoomID, by caller: RoomCaller
    ) throws(CommandError) -> (element: RoomValue?, state: Seq) {
        var room = try rooms.open(id)
        let setter = try setter(caller, in: room)
        var found: RoomValue?
        if let key {
            found = try value(.element, ExactText(key), in: room)
        } else {
            try work.query(Self.head, [.integer(room.number)]) { row, setter in found = RoomValue(row, setter) }
        }
        try setter.require(version, of: found, at: found?.key ?? ExactText(key ?? ""))
        guard let found else { return (nil, room.queueState) }
        try payChange(of: room)
        try write([], [found.key], .element, in: &room)
        return (found, room.queueState)
    }

    /// L-26: these users have left, and what was to go with them goes.
    package func removeTransient(of accounts: [AccountNumber], in id: RoomID) throws(CommandError) {
        guard var room = try stored(RoomQueries.row(of: id, in: work.store)), room.isOpen else { return }
        for account in accounts { try removeValues(of: account, onlyTransient: true, in: &room) }
    }

    /// L-37: of a deleted account.
    func erase(of account: AccountNumber) throws(CommandError) {
        var numbers: [RoomNumber] = []
        try work.query(
            "SELECT DISTINCT room FROM room_value WHERE account = $1 AND account != 0 ORDER BY room",
            [.integer(account)]
        ) { row in numbers.append(row.integer(0)) }
        for number in numbers {
            if var room = try rooms.room(number), room.isOpen {
                try removeValues(of: account, onlyTransient: false, in: &room)
            }
        }
    }

    private func removeValues(
        of account: AccountNumber, onlyTransient: Bool, in room: inout Room
    ) throws(CommandError) {
        for kind in RoomValue.Kind.allCases {
            var keys: [ExactText] = []
            try work.query(
                """
                SELECT key FROM room_value
                WHERE account = $1 AND account != 0 AND room = $2 AND kind = $3 AND is_transient >= $4 ORDER BY key
                """,
                [.integer(account), .integer(room.number), .integer(kind.rawValue), .flag(onlyTransient)]
            ) { row in keys.append(ExactText(row.text(0))) }
            if !keys.isEmpty { try write([], keys, kind, in: &room) }
        }
    }

    /// L-02: of ended rooms, a piece at a time. Returns whether there may be more.
    func sweep() throws(CommandError) -> Bool {
        try eraseCounters()
        let erased = try work.execute(
            """
            DELETE FROM room_value WHERE (room, kind, key) IN (
                SELECT room_value.room, room_value.kind, room_value.key FROM room
                JOIN room_value ON room_value.room = room.id WHERE room.state = 1 LIMIT $1)
            """, [.integer(rowsPerSweep)])
        return erased > 0
    }

    /// L-24: one more change, of which all participants are told.
    private func payChange(of room: Room) throws(CommandError) {
        guard rate.allows(room.number, now: work.now) else {
            throw .refused(.rateLimited, "a room's values change 10 times a second at most", keys: ["roomID"])
        }
    }

    private func write(
        _ set: [RoomValue], _ removed: [ExactText], _ kind: RoomValue.Kind, in room: inout Room
    ) throws(CommandError) {
        room[stateOf: kind] = room[stateOf: kind].next
        try rooms.save(room)
        for value in set { try work.execute(Self.writing, value.values(in: room.number, kind)) }
        for key in removed {
            try work.execute(
                "DELETE FROM room_value WHERE room = $1 AND kind = $2 AND key = $3",
                [.integer(room.number), .integer(kind.rawValue), .text(key.text)])
        }
        let step = RoomValueStep(state: room[stateOf: kind], set: set, removed: removed)
        work.lead(to: .room(room.id, .values(kind, step)))
    }

    // MARK: - What is there

    /// One who may enter the room and set something there.
    private func setter(_ caller: RoomCaller, in room: Room) throws(CommandError) -> ValueSetter {
        guard case .user(let number, let claim) = caller else { return .backend }
        let account = try accounts.caller(number)
        let standing = try rooms.standing(of: account.number, in: room)
        try room.require(claim, standing, now: work.now)
        guard standing.isExempt || room.rules.valuesBy == .all else {
            throw .refused(.noGroupRight, keys: ["roomID"])
        }
        return ValueSetter(account: account.number, name: account.id.text, isLeader: standing.isExempt)
    }

    private func value(
        _ kind: RoomValue.Kind, _ key: ExactText, in room: Room
    ) throws(CommandError) -> RoomValue? {
        var found: RoomValue?
        try work.query(
            Self.one, [.integer(room.number), .integer(kind.rawValue), .text(key.text)]
        ) { row, setter in found = RoomValue(row, setter) }
        return found
    }

    /// The count of what there is of a kind, and the places of the queue that are taken.
    private func edit(
        _ kind: RoomValue.Kind, by setter: ValueSetter, in room: Room
    ) throws(CommandError) -> (edit: ValueEdit<RoomValue>, positions: QueuePositions) {
        var (edit, positions) = (ValueEdit<RoomValue>(by: setter), QueuePositions(taken: 0...0))
        try work.query(
            """
            SELECT count(*), coalesce(sum(size), 0), coalesce(sum(account = $3), 0), coalesce(min(position), 0),
                coalesce(max(position), 0)
            FROM room_value WHERE room = $1 AND kind = $2
            """, [.integer(room.number), .integer(kind.rawValue), .integer(setter.account)]
        ) { row in
            edit.begin(with: row)
            positions = QueuePositions(taken: Int(row.integer(3) as Int64)...Int(row.integer(4) as Int64))
        }
        return (edit, positions)
    }
}

/// The places of a room's queue, from that of the head to that of the last element.
private struct QueuePositions {
    var taken: ClosedRange<Int>

    /// For a new element.
    mutating func place(isFirst: Bool) -> Int {
        let place = isFirst ? taken.lowerBound - 1 : taken.upperBound + 1
        taken = min(place, taken.lowerBound)...max(place, taken.upperBound)
        return place
    }
}

extension Room {
    /// L-03: for one who may enter.
    func require(_ claim: ChannelClaim, _ standing: RoomStanding, now: Milliseconds) throws(CommandError) {
        if let refusal = refusal(of: claim, standing, now: now) { throw .refused(refusal) }
    }

    /// Why the user may not enter; nil: it may.
    package func refusal(of claim: ChannelClaim, _ standing: RoomStanding, now: Milliseconds) -> Refusal? {
        let isAdmitted = ChannelID(id.text).map { claim.admits(to: $0, rules.access) } ?? false
        if !isAdmitted { return Refusal(.noRoom, keys: ["roomID"]) }
        return standing.bannedUntil <= now ? nil : Refusal(.banned, keys: ["roomID"])
    }
}
