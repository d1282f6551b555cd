import Storage

/// Reports and statistics. A step of the coming release and a new store have the same.
extension Schema {
    static let operatorTables: [SQL] = [
        // state 0: open; 1: taken; 2: resolved; 3: dismissed. kind 0: of a message; 1: a user; 2: a group; 3: a room. reporter 0: the
        // gateway has found words.
        """
        CREATE TABLE report (
            id INTEGER PRIMARY KEY,
            state INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            reporter INTEGER NOT NULL,
            author INTEGER NOT NULL,
            subject INTEGER NOT NULL,
            room TEXT NOT NULL,
            reason TEXT NOT NULL,
            text TEXT NOT NULL,
            copy TEXT NOT NULL,
            note TEXT NOT NULL,
            handled_by TEXT NOT NULL,
            handled_at INTEGER NOT NULL
        )
        """,
        "CREATE INDEX report_open ON report (id) WHERE state < 2",
        "CREATE INDEX report_reporter ON report (reporter, id)",
        "CREATE INDEX report_waiting ON report (reporter, subject, kind) WHERE state < 2",
        "CREATE INDEX report_author ON report (author, id)",
        // hour: its start, in milliseconds since 1970. The row of hour 0 has the id of the last message that was counted.
        """
        CREATE TABLE statistic (
            hour INTEGER NOT NULL,
            measure INTEGER NOT NULL,
            value INTEGER NOT NULL,
            PRIMARY KEY (hour, measure)
        ) WITHOUT ROWID
        """,
        "CREATE TABLE activity (account INTEGER PRIMARY KEY, hour INTEGER NOT NULL)",
    ]
}
