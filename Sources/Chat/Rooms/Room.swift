import ClientProtocol
import Domain
import JSON
import Storage

/// The facts about a room that its backend sets (L-01).
package struct RoomInfo: Equatable, Sendable {
    package var title: String
    package var ext: String

    package init(title: String = "", ext: String = "") {
        self.title = title
        self.ext = ext
    }

    package static func == (one: RoomInfo, other: RoomInfo) -> Bool {
        one.title.isSpelled(like: other.title) && one.ext.isSpelled(like: other.ext)
    }
}

/// A row of `room`. Nothing in it grows with participants.
package struct Room: Sendable {
    enum State: Int64 {
        case open = 0
        /// Its rows go a piece at a time; this one stays for a week (L-02).
        case ended = 1
    }

    package let number: RoomNumber
    package let id: RoomID
    var state: State
    package let createdAt: Stamp
    /// 0: it has not ended.
    package var endedAt: Milliseconds
    package var info: RoomInfo
    package var rules: RoomRules
    /// On a cluster: the node that all messages pass. 0: none.
    package var home: NodeNumber = 0
    /// The life that began when it got this home; 0: it never had one.
    package var epoch: RoomEpoch = 0
    /// L-25: so many steps the room's values have had.
    package var valuesState: Seq = 0
    /// The same of its queue (L-27).
    package var queueState: Seq = 0
    /// L-02: it ends then, unless its home says before that it is in use. 0: it stays.
    var endsAt: Milliseconds = 0
    /// L-30: backends were told last that so many are in; 0: fewer than the least.
    package var threshold: Int = 0

    enum Column: Int, TableColumn {
        static let table = "room"
        case id, name, state, createdAt, endedAt, access, slowSeconds, isMuted, title, ext, home, epoch
        case valuesBy, valuesState, queueState, showsEntries, endsEmptySeconds, endsAt, threshold
    }

    package var isOpen: Bool { state == .open }

    /// Of the room's values, or of its queue.
    package internal(set) subscript(stateOf kind: RoomValue.Kind) -> Seq {
        get {
            switch kind {
            case .value: valuesState
            case .element: queueState
            }
        }
        set {
            switch kind {
            case .value: valuesState = newValue
            case .element: queueState = newValue
            }
        }
    }

    /// The bytes that it has in a list, about.
    var weight: Int { 512 + info.title.utf8.count + 2 * info.ext.utf8.count }

    init(number: RoomNumber, id: RoomID, createdAt: Stamp, _ info: RoomInfo, _ rules: RoomRules) {
        self.number = number
        self.id = id
        self.createdAt = createdAt
        self.info = info
        self.rules = rules
        (state, endedAt) = (.open, 0)
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        let rules = RoomRules(
            access: try row.choice(.access), slowSeconds: Int(row.integer(.slowSeconds) as Int64),
            isMuted: row.flag(.isMuted), valuesBy: try row.choice(.valuesBy),
            showsEntries: row.flag(.showsEntries),
            endsEmptySeconds: Int(row.integer(.endsEmptySeconds) as Int64))
        self.init(
            number: row.integer(.id), id: try row.decoded(.name, RoomID.init), createdAt: row.integer(.createdAt),
            RoomInfo(title: row.text(.title), ext: row.text(.ext)), rules)
        state = try row.choice(.state)
        endedAt = row.integer(.endedAt)
        home = row.integer(.home)
        epoch = row.integer(.epoch)
        valuesState = row.integer(.valuesState)
        queueState = row.integer(.queueState)
        endsAt = row.integer(.endsAt)
        threshold = Int(row.integer(.threshold) as Int64)
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(number)
            case .name: .text(id.text)
            case .state: .integer(state.rawValue)
            case .createdAt: .integer(createdAt)
            case .endedAt: .integer(endedAt)
            case .access: .integer(rules.access.rawValue)
            case .slowSeconds: .integer(Int64(rules.slowSeconds))
            case .isMuted: .integer(rules.isMuted ? 1 : 0)
            case .title: .text(info.title)
            case .ext: .text(info.ext)
            case .home: .integer(home)
            case .epoch: .integer(epoch)
            case .valuesBy: .integer(rules.valuesBy.rawValue)
            case .valuesState: .integer(valuesState)
            case .queueState: .integer(queueState)
            case .showsEntries: .flag(rules.showsEntries)
            case .endsEmptySeconds: .integer(Int64(rules.endsEmptySeconds))
            case .endsAt: .integer(endsAt)
            case .threshold: .integer(Int64(threshold))
            }
        }
    }
}

/// A room's row with those that belong to it.
package struct RoomRows: Sendable {
    package var room: Room
    package let standings: [StoredRoomStanding]
    package let values: [RoomValue]
    package let queue: [RoomValue]
    package let counters: [RoomCounter]
}

/// A row of `room_standing`: a user of whom a room knows something, with the room and the account as its key.
package struct StoredRoomStanding: Sendable {
    package let account: AccountNumber
    package let standing: RoomStanding

    enum Column: Int, TableColumn {
        static let table = "room_standing"
        case id, account, role, isSpeaker, mutedUntil, bannedUntil
    }

    init(_ account: AccountNumber, _ standing: RoomStanding) {
        self.account = account
        self.standing = standing
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        account = row.integer(.account)
        var standing = RoomStanding()
        standing.role = try row.choice(.role)
        standing.isSpeaker = row.flag(.isSpeaker)
        standing.mutedUntil = row.integer(.mutedUntil)
        standing.bannedUntil = row.integer(.bannedUntil)
        self.standing = standing
    }

    func values(in room: RoomNumber) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(PairKey.key(room, account))
            case .account: .integer(account)
            case .role: .integer(standing.role.rawValue)
            case .isSpeaker: .integer(standing.isSpeaker ? 1 : 0)
            case .mutedUntil: .integer(standing.mutedUntil)
            case .bannedUntil: .integer(standing.bannedUntil)
            }
        }
    }
}

/// A row of `room_value`, with the room, the kind and the key as its key.
extension RoomValue {
    enum Column: Int, TableColumn {
        static let table = "room_value"
        static let keys = 3
        case room, kind, key, account, version, isTransient, position, size, value
    }

    init(_ row: TypedRow<Column>, _ setter: TypedRow<SetterColumn>) {
        self.init(
            key: ExactText(row.text(.key)), value: row.text(.value), account: row.integer(.account),
            setter: setter.text(.name), version: row.integer(.version), isTransient: row.flag(.isTransient),
            position: Int(row.integer(.position) as Int64))
    }

    func values(in room: RoomNumber, _ kind: Kind) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .room: .integer(room)
            case .kind: .integer(kind.rawValue)
            case .key: .text(key.text)
            case .account: .integer(account)
            case .version: .integer(version)
            case .isTransient: .integer(isTransient ? 1 : 0)
            case .position: .integer(Int64(position))
            case .size: .integer(Int64(size))
            case .value: .text(value)
            }
        }
    }
}
