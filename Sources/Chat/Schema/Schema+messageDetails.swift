import Storage

extension Schema {
    /// The details that only few messages have (`MessageLife`): one column, so that other rows are no longer for it.
    static let messageDetails = Migration(
        number: 14, name: "message details",
        statements: [
            "ALTER TABLE message RENAME COLUMN recall_reason TO detail",
            "UPDATE message SET detail = json_object('reason', detail) WHERE detail IS NOT NULL",
            // A message has counts and the first few users beside it (`MessageLife`).
            """
            CREATE TABLE reaction (
                message INTEGER NOT NULL,
                reaction TEXT NOT NULL,
                stamp INTEGER NOT NULL,
                account INTEGER NOT NULL,
                PRIMARY KEY (message, reaction, stamp)
            ) WITHOUT ROWID
            """,
            // The messages that users have deleted for themselves. The key is that of `membership`, whose marks say
            // whether there is any.
            """
            CREATE TABLE hidden_message (
                membership INTEGER NOT NULL,
                seq INTEGER NOT NULL,
                PRIMARY KEY (membership, seq)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE pinned_message (
                conversation INTEGER NOT NULL,
                message INTEGER NOT NULL,
                stamp INTEGER NOT NULL,
                PRIMARY KEY (conversation, message)
            ) WITHOUT ROWID
            """,
            "CREATE INDEX hidden_message_seq ON hidden_message (membership & 4294967295, seq)",
            "ALTER TABLE membership RENAME COLUMN is_marked_unread TO marks",
            "CREATE UNIQUE INDEX reaction_account ON reaction (message, account, reaction)",
        ])
}
