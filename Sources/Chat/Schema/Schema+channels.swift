import Storage

extension Schema {
    /// Channels (docs/decisions/044). The row of a destroyed channel stays: it knows where the next channel of this id begins.
    static let channels = Migration(
        number: 18, name: "channels",
        statements: [
            // state 0: there; 1: destroyed, and rows of it are left; 2: gone.
            """
            CREATE TABLE channel (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                state INTEGER NOT NULL,
                created_at INTEGER NOT NULL,
                access INTEGER NOT NULL,
                followers INTEGER NOT NULL,
                base_seq INTEGER NOT NULL,
                title TEXT NOT NULL,
                description TEXT NOT NULL,
                ext TEXT NOT NULL
            )
            """,
            "CREATE INDEX channel_ending ON channel (id) WHERE state = 1",
            // sender 0: a backend. flags: `StoredChannelMessage.Flags`.
            """
            CREATE TABLE channel_message (
                id INTEGER PRIMARY KEY,
                stamp INTEGER NOT NULL,
                sender INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                flags INTEGER NOT NULL,
                client_id TEXT NOT NULL,
                body TEXT NOT NULL
            )
            """,
            "CREATE INDEX channel_message_stamp ON channel_message (stamp)",
            // As message_dedup, for what is published.
            """
            CREATE TABLE channel_publication (
                period INTEGER NOT NULL,
                client_id TEXT NOT NULL,
                channel INTEGER NOT NULL,
                sender INTEGER NOT NULL,
                seq INTEGER NOT NULL,
                stamp INTEGER NOT NULL,
                digest BLOB NOT NULL,
                PRIMARY KEY (period, client_id, channel, sender)
            ) WITHOUT ROWID
            """,
            // For the end of an account: a message may be gone before its id is.
            "CREATE INDEX channel_publication_sender ON channel_publication (sender)",
            "CREATE TABLE channel_follower (id INTEGER PRIMARY KEY, channel INTEGER NOT NULL, since INTEGER NOT NULL)",
            "CREATE INDEX channel_follower_channel ON channel_follower (channel)",
            "CREATE TABLE channel_publisher (id INTEGER PRIMARY KEY, account INTEGER NOT NULL)",
            "CREATE INDEX channel_publisher_account ON channel_publisher (account)",
        ])
}
