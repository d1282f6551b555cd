import Storage

extension Schema {
    /// How repeats of messages are found: `SentMessages`. The number of the message tells how old a row is, so that an id is
    /// looked up once and not once for each of two periods (docs/decisions/045).
    static let repeats = Migration(
        number: 20, name: "repeats of messages",
        statements: [
            "ALTER TABLE message_dedup RENAME TO message_dedup_by_period",
            """
            CREATE TABLE message_dedup (
                client_id TEXT NOT NULL,
                account INTEGER NOT NULL,
                message INTEGER NOT NULL,
                digest BLOB,
                PRIMARY KEY (client_id, account)
            ) WITHOUT ROWID
            """,
            // Of an id that was used again in a later period, the later message.
            """
            INSERT OR REPLACE INTO message_dedup (client_id, account, message, digest)
                SELECT client_id, account, message, digest FROM message_dedup_by_period
                ORDER BY period, client_id, account
            """,
            "DROP TABLE message_dedup_by_period",
        ])
}
