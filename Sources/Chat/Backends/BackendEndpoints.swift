import Domain
import Storage

/// How far an endpoint has heard.
package struct EndpointPosition: Sendable, Equatable {
    /// Everything up to there is done, but for what is parked.
    package var cursor: Stamp
    /// Rises with each replay: a position of before it is not saved any more.
    package var generation: Int64
    /// The events that were given up, as long as the endpoint has not been told of them.
    package var dropped: DroppedEvents?

    package init(cursor: Stamp, generation: Int64, dropped: DroppedEvents? = nil) {
        self.cursor = cursor
        self.generation = generation
        self.dropped = dropped
    }
}

package struct DroppedEvents: Sendable, Equatable {
    package var from: Stamp
    package var to: Stamp
    package var count: Int64

    package init(from: Stamp, to: Stamp, count: Int64) {
        self.from = from
        self.to = to
        self.count = count
    }
}

/// An event that an endpoint does not take.
package struct ParkedEvent: Sendable, Equatable {
    package enum State: Int64, Sendable {
        /// Its subject waits for it.
        case parked = 0
        /// It was tried for long enough; its subject went on.
        case setAside = 1
    }

    package let event: Stamp
    package let subject: EventSubject
    package var state: State
    /// When it was parked, in milliseconds since 1970.
    package var since: Milliseconds
    package var attempts: Int64
    /// Of HTTP; 0: there was no answer.
    package var status: Int
    package var answer: String

    package init(
        event: Stamp, subject: EventSubject, state: State = .parked, since: Milliseconds, attempts: Int64, status: Int,
        answer: String
    ) {
        self.event = event
        self.subject = subject
        self.state = state
        self.since = since
        self.attempts = attempts
        self.status = status
        self.answer = answer
    }
}

/// The endpoints that events are delivered to, and where each stands. An endpoint is its name (E-11).
package final class BackendEndpoints {
    /// No endpoint's name: the cursor of this row is the last event that was deleted.
    static let deletedName = ""

    private let work: UnitOfWork

    init(work: UnitOfWork) {
        self.work = work
    }

    /// At the start: a new name begins now; a removed one is kept for a while.
    func begin() throws(CommandError) {
        try beginToNoteDeleted()
        let names = work.options.backendEndpoints
        for name in names {
            try work.execute(
                """
                INSERT INTO event_endpoint (name, cursor, generation, removed_at, dropped_from, dropped_to, dropped)
                VALUES ($1, $2, 0, 0, 0, 0, 0) ON CONFLICT (name) DO UPDATE SET removed_at = 0
                """, [.text(name), .integer(try work.stamp())])
        }
        var removed: [(name: String, at: Milliseconds)] = []
        try work.query("SELECT name, removed_at FROM event_endpoint") { row in
            guard !names.contains(row.text(0)), row.text(0) != Self.deletedName else { return }
            removed.append((row.text(0), row.integer(1)))
        }
        for (name, at) in removed {
            if at == 0 {
                try work.execute(
                    "UPDATE event_endpoint SET removed_at = $2 WHERE name = $1", [.text(name), .integer(work.now)])
            } else if at < work.backendCutoff.time {
                try work.execute("DELETE FROM event_endpoint WHERE name = $1", [.text(name)])
                try work.execute("DELETE FROM event_parked WHERE endpoint = $1", [.text(name)])
            }
        }
    }

    /// Where the endpoint stands, with all that is parked. Nothing is written if it was sent elsewhere meanwhile (`replay`).
    package func save(
        _ position: EndpointPosition, of name: String, parked: [ParkedEvent]
    ) throws(CommandError) {
        let dropped = position.dropped
        let saved = try work.execute(
            """
            UPDATE event_endpoint SET cursor = $3, dropped_from = $4, dropped_to = $5, dropped = $6
            WHERE name = $1 AND generation = $2
            """,
            [
                .text(name), .integer(position.generation), .integer(position.cursor), .integer(dropped?.from ?? 0),
                .integer(dropped?.to ?? 0), .integer(dropped?.count ?? 0),
            ])
        if saved == 0 { return }
        try work.execute("DELETE FROM event_parked WHERE endpoint = $1 AND state = 0", [.text(name)])
        for event in parked {
            try work.execute(
                """
                INSERT INTO event_parked (endpoint, event, subject, state, since, attempts, status, answer)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                ON CONFLICT (endpoint, event) DO UPDATE SET state = $4, attempts = $6, status = $7, answer = $8
                """,
                [
                    .text(name), .integer(event.event), .integer(event.subject.rawValue),
                    .integer(event.state.rawValue), .integer(event.since), .integer(event.attempts),
                    .integer(Int64(event.status)), .text(event.answer),
                ])
        }
    }

    /// E-15: from that event on everything is delivered once more. False if there is no such endpoint.
    package func replay(_ name: String, from event: Stamp) throws(CommandError) -> Bool {
        let changed = try work.execute(
            """
            UPDATE event_endpoint SET cursor = $2, generation = generation + 1, dropped_from = 0, dropped_to = 0,
                dropped = 0
            WHERE name = $1 AND removed_at = 0
            """, [.text(name), .integer(event - Microseconds(1))])
        guard changed > 0 else { return false }
        try work.execute(
            "DELETE FROM event_parked WHERE endpoint = $1 AND event >= $2", [.text(name), .integer(event)])
        return true
    }

    package func lastDeleted(of kinds: Set<BackendEventKind>) throws(CommandError) -> Stamp {
        try stored(BackendEventReader.lastDeleted(of: kinds, in: work.store))
    }

    static func noteDeleted(through event: Stamp, in work: UnitOfWork) throws(CommandError) {
        try work.execute(
            "UPDATE event_endpoint SET cursor = $2 WHERE name = $1", [.text(deletedName), .integer(event)])
    }

    /// A store that has not noted it so far may have deleted all that was before its first event.
    private func beginToNoteDeleted() throws(CommandError) {
        try work.execute(
            """
            INSERT INTO event_endpoint (name, cursor, generation, removed_at, dropped_from, dropped_to, dropped)
            SELECT $1, ifnull((SELECT min(id) - 1 FROM event), $2), 0, 0, 0, 0, 0 ON CONFLICT (name) DO NOTHING
            """, [.text(Self.deletedName), .integer(try work.stamp())])
    }

    /// Takes parked events from the list when their rows are no longer kept.
    func trim() throws(CommandError) {
        let isOff = work.options.backendEndpoints.isEmpty && work.options.backendEvents.isEmpty
        if isOff, !work.sweepsLeftovers { return }
        try work.trimBackendEvents()
        try work.execute(
            "DELETE FROM event_parked WHERE state = 1 AND event < $1",
            [.integer(work.backendCutoff - Milliseconds.days(7).microseconds)])
    }

    // MARK: - Read from the store alone

    package static func position(of name: String, in store: any Transaction) throws(StoreError) -> EndpointPosition? {
        var position: EndpointPosition?
        try store.query(
            "SELECT cursor, generation, dropped_from, dropped_to, dropped FROM event_endpoint WHERE name = $1",
            [.text(name)]
        ) { row in
            let dropped = DroppedEvents(from: row.integer(2), to: row.integer(3), count: row.integer(4))
            position = EndpointPosition(
                cursor: row.integer(0), generation: row.integer(1), dropped: dropped.count > 0 ? dropped : nil)
        }
        return position
    }

    /// Those of one endpoint; `isWaiting`: without those that were set aside.
    package static func parked(
        of name: String, after event: Stamp = 0, limit: Int = 10_000, isWaiting: Bool, in store: any Transaction
    ) throws(StoreError) -> [ParkedEvent] {
        var found: [ParkedEvent] = []
        try store.query(
            """
            SELECT event, subject, state, since, attempts, status, answer FROM event_parked
            WHERE endpoint = $1 AND event > $2 AND ($3 = 0 OR state = 0) ORDER BY event LIMIT $4
            """, [.text(name), .integer(event), .integer(isWaiting ? 1 : 0), .integer(Int64(limit))]
        ) { row throws(StoreError) in
            found.append(
                ParkedEvent(
                    event: row.integer(0), subject: try row.choice(1), state: try row.choice(2), since: row.integer(3),
                    attempts: row.integer(4), status: Int(row.integer(5)), answer: row.text(6)))
        }
        return found
    }
}
