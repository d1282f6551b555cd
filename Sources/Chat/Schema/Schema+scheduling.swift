import Storage

extension Schema {
    /// Messages that backends want to be sent later: `ScheduledMessages`.
    static let scheduling = Migration(
        number: 16, name: "scheduled messages",
        statements: [
            """
            CREATE TABLE scheduled_message (
                id INTEGER PRIMARY KEY,
                due INTEGER NOT NULL,
                sender TEXT NOT NULL,
                target TEXT NOT NULL,
                client_id TEXT NOT NULL,
                kind INTEGER NOT NULL,
                settings INTEGER NOT NULL,
                reply_to INTEGER,
                expire_seconds INTEGER,
                digest BLOB NOT NULL,
                body TEXT NOT NULL,
                push_text TEXT,
                mentions TEXT,
                member_option TEXT,
                push_payload TEXT
            )
            """,
            "CREATE INDEX scheduled_message_due ON scheduled_message (due, id)",
            "CREATE UNIQUE INDEX scheduled_message_sender ON scheduled_message (sender, client_id)",
        ])
}
