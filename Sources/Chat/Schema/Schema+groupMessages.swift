import Storage

extension Schema {
    /// Messages of groups.
    static let groupMessages = Migration(
        number: 4, name: "messages of teams",
        statements: [
            """
            INSERT INTO conversation (id, low, high, last)
            SELECT (SELECT coalesce(max(id), 0) FROM conversation) + row_number() OVER (ORDER BY id), 0, id, 0 FROM team
            """,
            """
            ALTER TABLE message ADD COLUMN mentions TEXT
            """,
            """
            CREATE INDEX message_at_all ON message (conversation, seq) WHERE settings & 512 != 0
            """,
            """
            ALTER TABLE membership ADD COLUMN end_seq INTEGER NOT NULL DEFAULT 0
            """,
            """
            ALTER TABLE membership ADD COLUMN mentions TEXT NOT NULL DEFAULT ''
            """,
            """
            CREATE INDEX membership_held_last ON membership (held_last) WHERE held_last != 0
            """,
            """
            CREATE TABLE team_receipt (
                message INTEGER PRIMARY KEY,
                team INTEGER NOT NULL,
                sender INTEGER NOT NULL,
                unread TEXT NOT NULL,
                read TEXT NOT NULL
            )
            """,
        ])
}
