import Domain
import Storage

/// Events for backends: written in the commit of their cause, and only if a backend wants events of that kind (E-02). A row
/// says that something happened; what is told of it is looked up when it is told.
extension UnitOfWork {
    func note(
        _ kind: BackendEventKind, of subject: EventSubject, account: AccountNumber = 0, value: Int64 = 0,
        detail: String? = nil
    ) throws(CommandError) {
        guard options.backendEvents.contains(kind) else { return }
        backendEventRows.add()
        try execute(
            "INSERT INTO event (id, kind, subject, account, value, detail) VALUES ($1, $2, $3, $4, $5, $6)",
            [
                .integer(try stamp()), .integer(kind.rawValue), .integer(subject.rawValue), .integer(account),
                .integer(value), .optionalText(detail),
            ])
    }

    /// Of a user alone.
    func note(_ kind: BackendEventKind, of account: Account, value: Int64 = 0, detail: String? = nil)
        throws(CommandError)
    {
        try note(kind, of: .user(account.number), account: account.number, value: value, detail: detail)
    }

    /// Of a session, by the gateway. The device is the session's own name for it.
    package func note(
        session isOpened: Bool, of account: AccountNumber, device: String, on platform: Platform
    ) throws(CommandError) {
        let kind: BackendEventKind = isOpened ? .sessionOpened : .sessionClosed
        try note(kind, of: .user(account), account: account, value: platform.number, detail: device)
    }

    /// V-14: of a message that the user was not to say, by the gateway.
    package func note(refused detail: String, of account: AccountNumber) throws(CommandError) {
        try note(.messageRefused, of: .user(account), account: account, detail: detail)
    }

    /// E-13: what was noted of an account that is erased goes with it.
    func eraseBackendDetails(of account: Account) throws(CommandError) {
        try execute(
            "UPDATE event SET detail = NULL WHERE account = $1 AND detail IS NOT NULL", [.integer(account.number)])
    }

    /// Deletes what no endpoint is given any more (E-10), and the oldest of too many (E-19), a bounded piece at a time.
    func trimBackendEvents() throws(CommandError) {
        try stored(backendEventRows.countOn(in: store))
        try deleteBackendEvents(
            through: "SELECT max(id) FROM (SELECT id FROM event WHERE id < $1 ORDER BY id LIMIT $2)",
            [.integer(backendCutoff - Milliseconds.hours(1).microseconds), .integer(Int64(eventsPerSweep))])
        let surplus = min(backendEventRows.count - options.backendEventRows, eventsPerSweep)
        guard surplus > 0 else { return }
        try deleteBackendEvents(
            through: "SELECT id FROM event ORDER BY id LIMIT 1 OFFSET $1", [.integer(Int64(surplus - 1))])
    }

    /// The first ones, through the one that the query finds, if it finds any.
    private func deleteBackendEvents(through query: SQL, _ values: [SQLValue]) throws(CommandError) {
        var found: Stamp?
        try self.query(query, values) { row in found = row.optionalInteger(0) }
        guard let last = found else { return }
        backendEventRows.remove(Int(try execute("DELETE FROM event WHERE id <= $1", [.integer(last)])))
        try BackendEndpoints.noteDeleted(through: last, in: self)
    }

    /// The stamp before which no endpoint is given events any more.
    var backendCutoff: Stamp { Stamp(milliseconds: now - .hours(options.backendRetryHours)) }
}

/// In a second: more than that come only in bursts.
private let eventsPerSweep = 5_000

/// Whom a listener wants to hear of: a user, a group, a channel or a room. Events are judged by the numbers of their subjects, before
/// anything else of them is read.
struct EventInterest {
    private let account: AccountNumber?
    private let group: GroupNumber?
    private let channel: ChannelNumber?
    /// Rooms of one id follow each other.
    private let rooms: Set<RoomNumber>

    /// All that have this id. Events that get the id only later are found by a later page.
    init(_ id: String, in store: any Transaction) throws(StoreError) {
        var (account, channel): (AccountNumber?, ChannelNumber?)
        try store.query("SELECT id FROM account WHERE name = $1", [.text(id)]) { row in account = row.integer(0) }
        try store.query("SELECT id FROM channel WHERE name = $1", [.text(id)]) { row in channel = row.integer(0) }
        var rooms: Set<RoomNumber> = []
        try store.query("SELECT id FROM room WHERE name = $1", [.text(id)]) { row in rooms.insert(row.integer(0)) }
        (self.account, self.channel, self.rooms) = (account, channel, rooms)
        group = groupNumber(id)
    }

    /// `pair`: the users of the conversation, if they are known.
    func has(
        _ subject: EventSubject, between pair: Pair? = nil, in store: any Transaction
    ) throws(StoreError) -> Bool {
        switch subject.kind {
        case .user: return account == AccountNumber(subject.number)
        case .group: return group == GroupNumber(subject.number)
        case .channel: return channel == ChannelNumber(subject.number)
        case .room: return rooms.contains(RoomNumber(rawValue: subject.number))
        case .broadcasts: return false
        case .conversation:
            guard let account else { return false }
            var found = pair
            if found == nil {
                try store.query("SELECT low, high FROM conversation WHERE id = $1", [.integer(subject.number)]) { row in
                    found = Pair(row.integer(0), row.integer(1))
                }
            }
            return found.map { $0.low == account || $0.high == account } ?? false
        }
    }
}

/// How backends call an event: the same in each attempt and each replay.
package func eventID(_ stamp: Stamp) -> String { "evt_\(stamp)" }

extension Stamp {
    /// Of an event's name, or of the number in it.
    package init?(eventID: String) {
        let digits = eventID.hasPrefix("evt_") ? eventID.dropFirst(4) : eventID[...]
        guard let number = Int64(digits), (0...1 << 53).contains(number) else { return nil }
        self.init(number)
    }
}
