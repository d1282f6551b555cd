import Storage

/// Live rooms. A step of the coming release and a new store have the same.
extension Schema {
    static let roomTables: [SQL] = [
        // state 0: there; 1: ended. ended_at and the other times are in milliseconds since 1970, 0: never. Ended rooms may have the
        // same name, and at most one that is there. home: a node of the cluster, 0: none. values_by 0: the owner and admins; 1: all.
        """
        CREATE TABLE room (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            state INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            ended_at INTEGER NOT NULL,
            access INTEGER NOT NULL,
            slow_seconds INTEGER NOT NULL,
            is_muted INTEGER NOT NULL,
            title TEXT NOT NULL,
            ext TEXT NOT NULL,
            home INTEGER NOT NULL,
            epoch INTEGER NOT NULL,
            values_by INTEGER NOT NULL,
            values_state INTEGER NOT NULL,
            queue_state INTEGER NOT NULL,
            shows_entries INTEGER NOT NULL,
            ends_empty_seconds INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            threshold INTEGER NOT NULL
        )
        """,
        "CREATE INDEX room_name ON room (name)",
        "CREATE INDEX room_ended ON room (id) WHERE state = 1",
        "CREATE INDEX room_home ON room (home, id) WHERE home <> 0",
        "CREATE INDEX room_ends ON room (ends_at) WHERE ends_at <> 0",
        // The key is of room and account. role 0: none; 1: admin; 2: owner.
        """
        CREATE TABLE room_standing (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL,
            role INTEGER NOT NULL,
            is_speaker INTEGER NOT NULL,
            muted_until INTEGER NOT NULL,
            banned_until INTEGER NOT NULL
        )
        """,
        "CREATE INDEX room_standing_account ON room_standing (account)",
        // kind 0: a value; 1: an element of the queue, in the order of position. account 0: a backend. The value comes last, so that
        // what is counted of a room's rows is read without it.
        """
        CREATE TABLE room_value (
            room INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            key TEXT NOT NULL,
            account INTEGER NOT NULL,
            version INTEGER NOT NULL,
            is_transient INTEGER NOT NULL,
            position INTEGER NOT NULL,
            size INTEGER NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (room, kind, key)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX room_value_account ON room_value (account, room) WHERE account != 0",
        "CREATE INDEX room_value_position ON room_value (room, position) WHERE kind = 1",
        """
        CREATE TABLE room_counter (
            room INTEGER NOT NULL,
            name TEXT NOT NULL,
            sum INTEGER NOT NULL,
            PRIMARY KEY (room, name)
        ) WITHOUT ROWID
        """,
    ]
}
