import Storage

extension Schema {
    /// The events for backends, and how far each backend has heard (`BackendEvents`). Messages are events as they are:
    /// their ids and those of `event` are stamps, and make one order.
    static let backends = Migration(
        number: 12, name: "events for backends",
        statements: [
            """
            CREATE TABLE event (
                id INTEGER PRIMARY KEY,
                kind INTEGER NOT NULL,
                subject INTEGER NOT NULL,
                account INTEGER NOT NULL,
                value INTEGER NOT NULL,
                detail TEXT
            )
            """,
            // cursor: everything up to there is done, but for the subjects that are parked.
            """
            CREATE TABLE event_endpoint (
                name TEXT PRIMARY KEY,
                cursor INTEGER NOT NULL,
                generation INTEGER NOT NULL,
                removed_at INTEGER NOT NULL,
                dropped_from INTEGER NOT NULL,
                dropped_to INTEGER NOT NULL,
                dropped INTEGER NOT NULL
            ) WITHOUT ROWID
            """,
            // state 0: the subject waits for this event; 1: the event was set aside.
            """
            CREATE TABLE event_parked (
                endpoint TEXT NOT NULL,
                event INTEGER NOT NULL,
                subject INTEGER NOT NULL,
                state INTEGER NOT NULL,
                since INTEGER NOT NULL,
                attempts INTEGER NOT NULL,
                status INTEGER NOT NULL,
                answer TEXT NOT NULL,
                PRIMARY KEY (endpoint, event)
            ) WITHOUT ROWID
            """,
        ])
}
