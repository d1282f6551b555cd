import ClientProtocol
import Domain
import Storage

/// One who changes the values or the queue of a room.
package enum RoomCaller: Sendable {
    case user(AccountNumber, ChannelClaim)
    case backend
}

/// A wish to set a key, or to remove it.
package struct RoomValueChange: Sendable {
    package let key: ExactText
    /// Nil: the key goes.
    package let value: String?
    /// L-23: only if the key has this version; 0: only if there is none; nil: in any case.
    package let version: Int?
    package let isTransient: Bool
    /// Of a new element: before all others.
    package let isFirst: Bool

    package init(key: String, value: String?, version: Int?, isTransient: Bool = false, isFirst: Bool = false) {
        self.key = ExactText(key)
        self.value = value
        self.version = version
        self.isTransient = isTransient
        self.isFirst = isFirst
    }
}

/// Keeps the values of rooms, their queues and counters (L-23 to L-28). Each change of values is one step, of which all nodes hear.
package final class RoomValues {
    let work: UnitOfWork
    let accounts: Accounts
    let rooms: Rooms

    private static let changes = RateLimit(perSecond: 10, burst: 10)
    /// When the next change of a room's values is due. Nothing of it has to outlive the process.
    private var changesDue: [RoomNumber: Microseconds] = [:]
    private static let writing = RoomValue.Column.upsert()
    private static let one = PairSelection<RoomValue.Column, RoomValue.SetterColumn>(
        """
        FROM room_value LEFT JOIN account ON account.id = room_value.account
        WHERE room_value.room = $1 AND room_value.kind = $2 AND room_value.key = $3
        """)
    private static let head = PairSelection<RoomValue.Column, RoomValue.SetterColumn>(
        """
        FROM room_value LEFT JOIN account ON account.id = room_value.account
        WHERE room_value.room = $1 AND room_value.kind = 1 ORDER BY room_value.position LIMIT 1
        """)

    init(work: UnitOfWork, accounts: Accounts, rooms: Rooms) {
        self.work = work
        self.accounts = accounts
        self.rooms = rooms
    }

    /// The keys of a kind that a room has.
    private struct Totals {
        var count = 0
        var bytes = 0
        var ofCaller = 0
        var positions = 0...0

        mutating func add(_ value: RoomValue) {
            count += 1
            bytes += value.size
            ofCaller += 1
        }

        mutating func remove(_ value: RoomValue, isCallers: Bool) {
            count -= 1
            bytes -= value.size
            if isCallers { ofCaller -= 1 }
        }

        /// For a new element.
        mutating func place(isFirst: Bool) -> Int {
            let place = isFirst ? positions.lowerBound - 1 : positions.upperBound + 1
            positions = min(place, positions.lowerBound)...max(place, positions.upperBound)
            return place
        }
    }

    /// The rights of the caller in the room.
    private struct Rights {
        /// 0: a backend.
        let account: AccountNumber
        let name: String
        /// Owner, admins and backends act on what others have set, and have as many keys as they like.
        let isLeader: Bool

        func actsOn(_ value: RoomValue) -> Bool { isLeader || value.account == account }
    }

    /// All or none of these, which have different keys. Returns the state after it.
    package func change(
        _ kind: RoomValue.Kind, _ changes: [RoomValueChange], in id: RoomID, by caller: RoomCaller
    ) throws(CommandError) -> Seq {
        var room = try rooms.open(id)
        let rights = try rights(of: caller, in: room)
        var totals = try totals(kind, of: rights.account, in: room)
        var (set, removed): ([RoomValue], [ExactText]) = ([], [])
        for change in changes {
            let former = try value(kind, change.key, in: room)
            try check(change.version, of: former, change.key, rights)
            if let former { totals.remove(former, isCallers: former.account == rights.account) }
            guard let text = change.value else {
                if former != nil { removed.append(change.key) }
                continue
            }
            let new = RoomValue(
                key: change.key, value: text, account: rights.account, setter: rights.name,
                version: room[stateOf: kind].next, isTransient: change.isTransient,
                position: former?.position ?? totals.place(isFirst: change.isFirst))
            totals.add(new)
            set.append(new)
        }
        guard totals.count <= kind.most, totals.bytes <= RoomValue.mostBytes else {
            throw .refused(
                .tooMany, "a room has \(kind.most) keys and \(RoomValue.mostBytes) bytes at most", keys: ["roomID"])
        }
        if !rights.isLeader, !set.isEmpty, totals.ofCaller > RoomValue.mostOfUser {
            throw .refused(.tooMany, "a user has \(RoomValue.mostOfUser) keys in a room at most", keys: ["roomID"])
        }
        if set.isEmpty, removed.isEmpty { return room[stateOf: kind] }
        try payChange(of: room)
        try write(set, removed, kind, in: &room)
        return room[stateOf: kind]
    }

    /// L-27: takes an element out of the queue, for this caller alone: the head, or that of the key. Nil: there is none.
    package func poll(
        _ key: String?, version: Int?, in id: RoomID, by caller: RoomCaller
    ) throws(CommandError) -> (element: RoomValue?, state: Seq) {
        var room = try rooms.open(id)
        let rights = try rights(of: caller, in: room)
        var found: RoomValue?
        if let key {
            found = try value(.element, ExactText(key), in: room)
        } else {
            try work.query(Self.head, [.integer(room.number)]) { row, setter in found = RoomValue(row, setter) }
        }
        try check(version, of: found, found?.key ?? ExactText(key ?? ""), rights)
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
        if changesDue.count >= mostDue { changesDue = changesDue.filter { $0.value > work.now.microseconds } }
        guard let next = Self.changes.next(after: changesDue[room.number, default: 0], now: work.now) else {
            throw .refused(.rateLimited, "a room's values change 10 times a second at most", keys: ["roomID"])
        }
        changesDue[room.number] = next
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

    /// Of one who may enter the room and set something there.
    private func rights(of caller: RoomCaller, in room: Room) throws(CommandError) -> Rights {
        guard case .user(let number, let claim) = caller else {
            return Rights(account: 0, name: "", isLeader: true)
        }
        let account = try accounts.caller(number)
        let standing = try rooms.standing(of: account.number, in: room)
        try room.require(claim, standing, now: work.now)
        guard standing.isExempt || room.rules.valuesBy == .all else {
            throw .refused(.noGroupRight, keys: ["roomID"])
        }
        return Rights(account: account.number, name: account.id.text, isLeader: standing.isExempt)
    }

    private func check(
        _ version: Int?, of value: RoomValue?, _ key: ExactText, _ rights: Rights
    ) throws(CommandError) {
        if let value, !rights.actsOn(value) {
            throw .refused(.noGroupRight, "another user has set \(key.text)", keys: ["key"])
        }
        let found = Int(value?.version.rawValue ?? 0)
        guard version == nil || version == found else {
            throw .refused(.conflict, "\(key.text) has the version \(found)", keys: ["ifVersion"])
        }
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

    private func totals(
        _ kind: RoomValue.Kind, of account: AccountNumber, in room: Room
    ) throws(CommandError) -> Totals {
        var totals = Totals()
        try work.query(
            """
            SELECT count(*), coalesce(sum(size), 0), coalesce(sum(account = $3), 0), coalesce(min(position), 0),
                coalesce(max(position), 0)
            FROM room_value WHERE room = $1 AND kind = $2
            """, [.integer(room.number), .integer(kind.rawValue), .integer(account)]
        ) { row in
            (totals.count, totals.bytes) = (Int(row.integer(0) as Int64), Int(row.integer(1) as Int64))
            totals.ofCaller = Int(row.integer(2) as Int64)
            totals.positions = Int(row.integer(3) as Int64)...Int(row.integer(4) as Int64)
        }
        return totals
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

/// Rooms beyond it are looked through for those that have rested.
private let mostDue = 10_000
