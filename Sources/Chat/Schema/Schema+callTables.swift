import Storage

/// Calls. A step of the coming release and a new store have the same.
extension Schema {
    static let callTables: [SQL] = [
        // The id is the stamp of the invitation; times are in milliseconds since 1970. chat_group 0: it is between two. outcome NULL:
        // it goes on. due: when the sweep looks at it again.
        """
        CREATE TABLE call (
            id INTEGER PRIMARY KEY,
            conversation INTEGER NOT NULL,
            chat_group INTEGER NOT NULL,
            inviter INTEGER NOT NULL,
            kind TEXT NOT NULL,
            data TEXT,
            rings_until INTEGER NOT NULL,
            answered_at INTEGER,
            ended_at INTEGER,
            outcome TEXT,
            due INTEGER NOT NULL
        )
        """,
        "CREATE INDEX call_due ON call (due, id)",
        "CREATE INDEX call_inviter ON call (inviter, id)",
        "CREATE INDEX call_conversation ON call (conversation) WHERE outcome IS NULL",
        // Of calls that go on. push: the notification by which the user's devices ring, 0: there is none.
        """
        CREATE TABLE call_user (
            call INTEGER NOT NULL,
            account INTEGER NOT NULL,
            state INTEGER NOT NULL,
            reason INTEGER,
            device TEXT NOT NULL,
            since INTEGER NOT NULL,
            is_told INTEGER NOT NULL,
            push INTEGER NOT NULL,
            PRIMARY KEY (call, account)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX call_user_account ON call_user (account)",
    ]
}
