import Storage

extension Schema {
    /// Accounts, conversations, messages and the streams of users.
    static let accounts = Migration(
        number: 1, name: "accounts, conversations, messages, streams",
        statements: [
            """
            CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), reserved INTEGER NOT NULL)
            """,
            """
            INSERT INTO clock (id, reserved) VALUES (1, 0)
            """,
            """
            CREATE TABLE account (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                state INTEGER NOT NULL,
                created_at INTEGER NOT NULL,
                nickname TEXT NOT NULL,
                face_url TEXT NOT NULL
            )
            """,
            """
            CREATE TABLE conversation (
                id INTEGER PRIMARY KEY,
                low INTEGER NOT NULL,
                high INTEGER NOT NULL,
                last INTEGER NOT NULL
            )
            """,
            """
            CREATE UNIQUE INDEX conversation_pair ON conversation (low, high)
            """,
            """
            CREATE INDEX conversation_high ON conversation (high)
            """,
            """
            CREATE TABLE membership (
                id INTEGER PRIMARY KEY,
                is_listed INTEGER NOT NULL,
                listed_at INTEGER NOT NULL,
                changed_at INTEGER NOT NULL,
                is_pinned INTEGER NOT NULL,
                receive_option INTEGER NOT NULL,
                read_seq INTEGER NOT NULL,
                unread_base INTEGER NOT NULL,
                unread_holds TEXT NOT NULL,
                visible_after INTEGER NOT NULL,
                held_last INTEGER NOT NULL,
                held TEXT NOT NULL,
                receipt_time INTEGER NOT NULL
            )
            """,
            """
            CREATE TABLE message (
                id INTEGER PRIMARY KEY,
                conversation INTEGER NOT NULL,
                seq INTEGER NOT NULL,
                sender INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                settings INTEGER NOT NULL,
                counted INTEGER NOT NULL,
                counted_low INTEGER NOT NULL,
                client_id TEXT NOT NULL,
                body TEXT NOT NULL,
                push_text TEXT,
                previous INTEGER NOT NULL
            )
            """,
            """
            CREATE UNIQUE INDEX message_seq ON message (conversation, seq) WHERE seq % 64 = 0
            """,
            """
            CREATE TABLE sent (
                period INTEGER NOT NULL,
                client_id TEXT NOT NULL,
                account INTEGER NOT NULL,
                message INTEGER NOT NULL,
                PRIMARY KEY (period, client_id, account)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE stream_event (
                id INTEGER PRIMARY KEY,
                stamp INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                conversation INTEGER NOT NULL,
                value INTEGER NOT NULL
            )
            """,
            """
            CREATE TABLE device (
                account INTEGER NOT NULL,
                name TEXT NOT NULL,
                stamp INTEGER NOT NULL,
                positions TEXT NOT NULL,
                PRIMARY KEY (account, name)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE handled (
                caller TEXT NOT NULL,
                key TEXT NOT NULL,
                stamp INTEGER NOT NULL,
                request TEXT NOT NULL,
                reply TEXT NOT NULL,
                PRIMARY KEY (caller, key)
            ) WITHOUT ROWID
            """,
            """
            CREATE INDEX handled_stamp ON handled (stamp)
            """,
        ])
}
