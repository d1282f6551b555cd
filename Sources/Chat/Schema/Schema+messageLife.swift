import Storage

extension Schema {
    /// The changes of messages after they were sent: `MessageChanges`, `Voids`.
    static let messageLife = Migration(
        number: 13, name: "message life",
        statements: [
            // Of a message that is as it was sent they are null.
            "ALTER TABLE message ADD COLUMN change INTEGER",
            "ALTER TABLE message ADD COLUMN changed_at INTEGER",
            "ALTER TABLE message ADD COLUMN recalled_by TEXT",
            "ALTER TABLE message ADD COLUMN recall_reason TEXT",
            // The place of the last change, and the last place that is known no more.
            "ALTER TABLE conversation ADD COLUMN change INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE conversation ADD COLUMN changes_lost INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE membership ADD COLUMN unread_carried INTEGER NOT NULL DEFAULT 0",
            // The key has the conversation's number and the place. A message has one row: that of its newest change.
            """
            CREATE TABLE message_change (
                id INTEGER PRIMARY KEY,
                message INTEGER NOT NULL,
                seq INTEGER NOT NULL,
                stamp INTEGER NOT NULL,
                is_recalled INTEGER NOT NULL
            )
            """,
            "CREATE INDEX message_change_stamp ON message_change (stamp)",
            // side: whose numbers these are, see `Conversation.voids`.
            """
            CREATE TABLE void (
                conversation INTEGER NOT NULL,
                side INTEGER NOT NULL,
                after INTEGER NOT NULL,
                through INTEGER NOT NULL,
                PRIMARY KEY (conversation, side, after)
            ) WITHOUT ROWID
            """,
        ])
}
