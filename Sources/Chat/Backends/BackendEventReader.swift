import Domain
import JSON
import Storage

/// That something happened, and to whom. The details are read when it is told.
package struct BackendEvent: Sendable, Equatable {
    package let id: Stamp
    package let kind: BackendEventKind
    package let subject: EventSubject

    package init(id: Stamp, kind: BackendEventKind, subject: EventSubject) {
        self.id = id
        self.kind = kind
        self.subject = subject
    }
}

/// Messages and rows of `event` as one sequence. Read from the store alone, on any reader's queue.
package enum BackendEventReader {
    package struct Page: Sendable {
        package var events: [BackendEvent] = []
        /// All events of these kinds up to there are in the page, or in those before.
        package var through: Stamp
        /// There may be more.
        package var isFull = false
    }

    /// No event beside messages behind that one was deleted.
    package static func lastDeleted(in store: any Transaction) throws(StoreError) -> Stamp {
        try BackendEndpoints.position(of: BackendEndpoints.deletedName, in: store)?.cursor ?? 0
    }

    /// No event of these kinds behind that one was deleted, but for messages: these are kept for as long as their users have
    /// them, however many other events there are.
    package static func lastDeleted(
        of kinds: Set<BackendEventKind>, in store: any Transaction
    ) throws(StoreError) -> Stamp {
        try kinds == [.messageCreated] ? 0 : lastDeleted(in: store)
    }

    /// Nothing of these kinds is missing behind that one.
    package static func oldestPosition(
        for kinds: Set<BackendEventKind>, _ messageCutoff: Stamp, in store: any Transaction
    ) throws(StoreError) -> Stamp {
        max(try lastDeleted(of: kinds, in: store), kinds.contains(.messageCreated) ? messageCutoff : 0)
    }

    /// The last event that there is.
    package static func newest(in store: any Transaction) throws(StoreError) -> Stamp {
        var newest: Stamp = 0
        try store.query(
            "SELECT max((SELECT ifnull(max(id), 0) FROM message), (SELECT ifnull(max(id), 0) FROM event))"
        ) { row in newest = row.integer(0) }
        return newest
    }

    /// `id`: only what is about this user, group or channel. `rows`: so many of each table are looked at.
    package static func page(
        after: Stamp, through last: Stamp = .max, of kinds: Set<BackendEventKind>, about id: String? = nil,
        rows limit: Int, in store: any Transaction
    ) throws(StoreError) -> Page {
        let values: [SQLValue] = [.integer(after), .integer(last), .integer(Int64(limit))]
        let interest = try id.map { id throws(StoreError) in try EventInterest(id, in: store) }
        var messages: [BackendEvent] = []
        var others: [BackendEvent] = []
        var ends: [Stamp] = []
        var newest = after
        if kinds.contains(.messageCreated) {
            var count = 0
            try store.query(
                """
                SELECT message.id, conversation.id, low, high, settings FROM message
                JOIN conversation ON conversation.id = message.conversation
                WHERE message.id > $1 AND message.id <= $2 ORDER BY message.id LIMIT $3
                """, values
            ) { row throws(StoreError) in
                count += 1
                let id: Stamp = row.integer(0)
                newest = max(newest, id)
                if count == limit { ends.append(id) }
                // Imported messages are told to nobody (I-03).
                if MessageSettings(rawValue: row.integer(4)).contains(.imported) { return }
                let isOfGroup = row.integer(2) == 0
                let subject: EventSubject = isOfGroup ? .group(row.integer(3)) : .conversation(row.integer(1))
                let pair = isOfGroup ? nil : Pair(row.integer(2), row.integer(3))
                if try interest?.has(subject, between: pair, in: store) == false { return }
                messages.append(BackendEvent(id: id, kind: .messageCreated, subject: subject))
            }
        }
        var count = 0
        try store.query(
            "SELECT id, kind, subject FROM event WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3", values
        ) { row throws(StoreError) in
            count += 1
            let id: Stamp = row.integer(0)
            newest = max(newest, id)
            if count == limit { ends.append(id) }
            // One that no gateway has written is passed over.
            guard let kind = BackendEventKind(rawValue: row.integer(1)), kinds.contains(kind),
                let subject = EventSubject(rawValue: row.integer(2))
            else { return }
            if try interest?.has(subject, in: store) == false { return }
            others.append(BackendEvent(id: id, kind: kind, subject: subject))
        }
        let through = ends.min() ?? newest
        let events = (messages + others).filter { $0.id <= through }.sorted { $0.id < $1.id }
        return Page(events: events, through: through, isFull: !ends.isEmpty)
    }
}

/// How many rows `event` has (E-19). A count of millions would keep the writer, so each sweep counts some of them, and then what
/// is added and deleted is counted.
struct BackendEventRows {
    private(set) var count = 0
    /// All up to there are counted; nil: all.
    private var counted: Stamp? = 0

    mutating func add() {
        if counted == nil { count += 1 }
    }

    /// The oldest ones, which are counted first.
    mutating func remove(_ number: Int) { count -= number }

    mutating func forget() { self = BackendEventRows() }

    mutating func countOn(in store: any Transaction) throws(StoreError) {
        guard let counted else { return }
        var (number, last): (Int64, Stamp) = (0, counted)
        try store.query(
            "SELECT count(*), ifnull(max(id), $1) FROM (SELECT id FROM event WHERE id > $1 ORDER BY id LIMIT $2)",
            [.integer(counted), .integer(Int64(rowsPerCount))]
        ) { row in (number, last) = (row.integer(0), row.integer(1)) }
        count += Int(number)
        self.counted = number < rowsPerCount ? nil : last
    }
}

private let rowsPerCount = 100_000
