import ClientProtocol
import Domain
import JSON
import Storage

/// A change of a room. A field that is nil stays as it is.
package struct RoomModification: Sendable {
    package var title: String?
    package var ext: String?
    package var access: ChannelAccess?
    package var slowSeconds: Int?
    package var valuesBy: RoomValuesBy?
    package var showsEntries: Bool?
    package var endsEmptySeconds: Int?
    package var owner: String?
    package var admins: [String]?
    package var speakers: [String]?

    package init() {}
}

/// Rooms come, change and end (L-01, L-02, L-22).
extension Rooms {
    package func create(
        _ id: RoomID, _ info: RoomInfo, _ rules: RoomRules, owner: String?, admins: [String]
    ) throws(CommandError) {
        if let former = try stored(RoomQueries.row(of: id, in: work.store)), former.isOpen {
            throw .refused(.conflict, "there is such a room", keys: ["roomID"])
        }
        let owner = try owner.map { name throws(CommandError) in try known(name, "owner") }
        let admins = try admins.map { name throws(CommandError) in try known(name, "admins") }
        // A new number, so that nothing that a former room of this id knew is known of this one.
        var room = Room(number: try nextNumber(), id: id, createdAt: try work.stamp(), info, rules)
        extend(&room)
        try save(room)
        statistics.count(.rooms)
        if let owner { try setRole(.owner, of: owner, in: room) }
        for admin in admins where admin !== owner { try setRole(.admin, of: admin, in: room) }
        try note(.roomCreated, of: room)
    }

    /// By a backend.
    package func modify(_ id: RoomID, _ change: RoomModification) throws(CommandError) {
        try modify(try open(id), change)
    }

    /// L-22: by the owner.
    package func modify(
        _ id: RoomID, _ change: RoomModification, by account: AccountNumber
    ) throws(CommandError) {
        let room = try open(id)
        guard try standing(of: accounts.caller(account).number, in: room).role == .owner else {
            throw .refused(.noGroupRight, "only the room's owner may change it", keys: ["roomID"])
        }
        try modify(room, change)
    }

    private func modify(_ former: Room, _ change: RoomModification) throws(CommandError) {
        var room = former
        let owner = try change.owner.map { name throws(CommandError) in try known(name, "owner") }
        let admins = try change.admins?.map { name throws(CommandError) in try known(name, "admins") }
        let speakers = try change.speakers?.map { name throws(CommandError) in try known(name, "speakers") }
        room.info.title = change.title ?? former.info.title
        room.info.ext = change.ext ?? former.info.ext
        room.rules.access = change.access ?? former.rules.access
        room.rules.slowSeconds = change.slowSeconds ?? former.rules.slowSeconds
        room.rules.valuesBy = change.valuesBy ?? former.rules.valuesBy
        room.rules.showsEntries = change.showsEntries ?? former.rules.showsEntries
        room.rules.endsEmptySeconds = change.endsEmptySeconds ?? former.rules.endsEmptySeconds
        if let owner { try replace(.owner, by: [owner], in: room) }
        if let admins { try replace(.admin, by: admins, in: room) }
        if let speakers { try replaceSpeakers(by: speakers, in: room) }
        guard room.info != former.info || room.rules != former.rules else { return }
        if room.rules.endsEmptySeconds != former.rules.endsEmptySeconds { extend(&room) }
        try save(room)
        try note(.roomUpdated, of: room)
        work.lead(to: .room(room.id, .facts(room.info, room.rules)))
    }

    /// L-19: by the owner or an admin.
    package func muteAll(_ isMuted: Bool, in id: RoomID, by account: AccountNumber) throws(CommandError) {
        var room = try open(id)
        guard try standing(of: accounts.caller(account).number, in: room).isExempt else {
            throw .refused(.noGroupRight, keys: ["roomID"])
        }
        guard room.rules.isMuted != isMuted else { return }
        room.rules.isMuted = isMuted
        try save(room)
        try note(.roomUpdated, of: room)
        work.lead(to: .room(room.id, .facts(room.info, room.rules)))
    }

    /// L-02: its home has seen participants.
    package func keep(_ id: RoomID) throws(CommandError) {
        guard var room = try stored(RoomQueries.row(of: id, in: work.store)), room.isOpen else { return }
        extend(&room)
        try save(room)
    }

    /// A home says each half of the period that a room is in use: so it is there for one more after the last of its participants.
    private func extend(_ room: inout Room) {
        let seconds = room.rules.endsEmptySeconds
        room.endsAt = seconds == 0 ? 0 : work.now + Milliseconds(seconds * 1_500)
    }

    package func end(_ id: RoomID) throws(CommandError) {
        var room = try open(id)
        room.state = .ended
        room.home = 0
        room.endedAt = work.now
        room.endsAt = 0
        try save(room)
        work.lead(to: .room(room.id, .ended))
        try note(.roomEnded, of: room)
    }

    // MARK: - Backends (L-30)

    /// As a room that is gone after a week may be told of later, the event has what is told.
    private func note(
        _ kind: BackendEventKind, of room: Room, _ more: (inout JSONWriter) -> Void = { _ in }
    ) throws(CommandError) {
        var json = JSONWriter()
        json.object { json in
            json.field("roomID", room.id.text)
            json.field("title", room.info.title)
            more(&json)
        }
        try work.note(kind, of: .room(room.number), detail: json.text)
    }

    /// The room's home has seen it pass a threshold, up or down. `threshold`: the highest that is reached; 0: none.
    package func noteOccupancy(
        of id: RoomID, participants: Int, threshold: Int
    ) throws(CommandError) {
        guard var room = try stored(RoomQueries.row(of: id, in: work.store)), room.isOpen, room.threshold != threshold
        else { return }
        room.threshold = threshold
        try save(room)
        work.lead(to: .room(room.id, .threshold(threshold)))
        try note(.roomOccupancy, of: room) { json in
            json.field("participants", participants)
            json.field("threshold", threshold)
        }
    }

    // MARK: - Homes on a cluster

    /// L-34: a new life of the room, with that node as its home. `epoch`: as the one knows it who asks. In another one the room
    /// has moved already, and nothing happens.
    package func move(_ id: RoomID, to home: NodeNumber, from epoch: RoomEpoch) throws(CommandError) {
        guard let room = try stored(RoomQueries.row(of: id, in: work.store)), room.isOpen, room.epoch == epoch else {
            return
        }
        try move(room, to: home)
    }

    /// The node is not to be reached: some of its rooms move to others. Returns whether it has more.
    package func moveAll(
        from former: NodeNumber, to home: (RoomNumber) -> NodeNumber
    ) throws(CommandError) -> Bool {
        let rooms = try stored(RoomQueries.rooms(at: former, count: roomsPerRecord, in: work.store))
        for room in rooms { try move(room, to: home(room.number)) }
        return rooms.count == roomsPerRecord
    }

    private func move(_ former: Room, to home: NodeNumber) throws(CommandError) {
        var room = former
        room.home = home
        room.epoch = RoomEpoch(try work.stamp().rawValue)
        try save(room)
        work.lead(to: .room(room.id, .home(home, room.epoch)))
    }

    // MARK: - Roles

    private func known(_ name: String, _ key: String) throws(CommandError) -> Account {
        guard let user = UserID(name), let account = try accounts.reachableAccount(user) else {
            throw .refused(.noAccount, "there is no user \(name)", keys: [key])
        }
        return account
    }

    private func setRole(_ role: RoomRole, of account: Account, in room: Room) throws(CommandError) {
        var standing = try standing(of: account.number, in: room)
        standing.role = role
        try save(standing, of: account, in: room)
    }

    /// The owner stays owner if it is named among the admins.
    private func replace(_ role: RoomRole, by accounts: [Account], in room: Room) throws(CommandError) {
        for stored in try stored(RoomQueries.standings(in: room.number, work.store))
        where stored.standing.role == role && !accounts.contains(where: { $0.number == stored.account }) {
            try setRole(.participant, of: self.accounts.account(stored.account), in: room)
        }
        for account in accounts where try standing(of: account.number, in: room).role < role {
            try setRole(role, of: account, in: room)
        }
    }

    private func replaceSpeakers(by accounts: [Account], in room: Room) throws(CommandError) {
        for known in try stored(RoomQueries.standings(in: room.number, work.store)) where known.standing.isSpeaker {
            try setSpeaker(false, self.accounts.account(known.account), in: room)
        }
        for account in accounts { try setSpeaker(true, account, in: room) }
    }

    private func setSpeaker(_ isSpeaker: Bool, _ account: Account, in room: Room) throws(CommandError) {
        var standing = try standing(of: account.number, in: room)
        standing.isSpeaker = isSpeaker
        try save(standing, of: account, in: room)
    }

    // MARK: - Mutes and bans

    /// L-19: for so many seconds; −1: for ever, 0: no longer.
    package func mute(
        _ user: UserID, seconds: Int, in id: RoomID, by account: AccountNumber
    ) throws(CommandError) {
        let (room, target) = try target(user, in: id, by: account)
        var standing = try standing(of: target.number, in: room)
        standing.mutedUntil = end(in: seconds)
        try save(standing, of: target, in: room)
    }

    /// L-20: the home ends the user's sessions there. `clears`: what the user has said goes.
    package func ban(
        _ user: UserID, seconds: Int, clears: Bool, in id: RoomID, by account: AccountNumber
    ) throws(CommandError) {
        let (room, target) = try target(user, in: id, by: account)
        var standing = try standing(of: target.number, in: room)
        if seconds != 0 { (standing.role, standing.isSpeaker) = (.participant, false) }
        standing.bannedUntil = end(in: seconds)
        try save(standing, of: target, in: room, clears: clears)
    }

    /// L-22: a user on whom the caller may act.
    private func target(
        _ user: UserID, in id: RoomID, by account: AccountNumber
    ) throws(CommandError) -> (Room, Account) {
        let room = try open(id)
        let role = try standing(of: accounts.caller(account).number, in: room).role
        guard role != .participant else { throw .refused(.noGroupRight, keys: ["roomID"]) }
        guard let target = try accounts.reachableAccount(user) else { throw .refused(.noAccount, keys: ["userID"]) }
        guard try role.actsOn(standing(of: target.number, in: room).role) else {
            throw .refused(.noGroupRight, keys: ["userID"])
        }
        return (room, target)
    }

    private func end(in seconds: Int) -> Milliseconds {
        switch seconds {
        case ..<0: RoomStanding.always
        case 0: 0
        default: work.now + Seconds(seconds).milliseconds
        }
    }
}

/// Each takes a statement, and others' requests wait meanwhile.
private let roomsPerRecord = 200
