import Storage

extension Schema {
    /// An order for each message that may be pushed, a push for each device that it is pushed to, and of everybody else what was
    /// set otherwise than it is now (`PushExplanation`). The ids of addresses and facts are stamps, as those of messages are: so the
    /// three stand in one order.
    static let pushes = Migration(
        number: 6, name: "pushes",
        statements: [
            """
            ALTER TABLE message ADD COLUMN member_option TEXT
            """,
            """
            CREATE TABLE quiet_hours (account INTEGER PRIMARY KEY, value INTEGER NOT NULL)
            """,
            """
            CREATE TABLE push_fact (
                id INTEGER PRIMARY KEY,
                account INTEGER NOT NULL,
                conversation INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                value INTEGER NOT NULL
            )
            """,
            """
            CREATE INDEX push_fact_account ON push_fact (account, id)
            """,
            """
            CREATE TABLE push_address (
                id INTEGER PRIMARY KEY,
                account INTEGER NOT NULL,
                device TEXT NOT NULL,
                platform TEXT NOT NULL,
                provider TEXT NOT NULL,
                token TEXT NOT NULL,
                gone INTEGER NOT NULL
            )
            """,
            """
            CREATE UNIQUE INDEX push_address_device ON push_address (account, device) WHERE gone = 0
            """,
            """
            CREATE UNIQUE INDEX push_address_token ON push_address (provider, token) WHERE gone = 0
            """,
            """
            CREATE INDEX push_address_account ON push_address (account)
            """,
            """
            CREATE INDEX push_address_gone ON push_address (gone) WHERE gone != 0
            """,
            """
            CREATE TABLE push_order (
                message INTEGER PRIMARY KEY,
                is_from_leader INTEGER NOT NULL,
                sender_name TEXT NOT NULL,
                is_decided INTEGER NOT NULL
            )
            """,
            """
            CREATE INDEX push_order_open ON push_order (message) WHERE is_decided = 0
            """,
            """
            CREATE TABLE push (
                id INTEGER PRIMARY KEY,
                message INTEGER NOT NULL,
                account INTEGER NOT NULL,
                address INTEGER NOT NULL,
                provider TEXT NOT NULL,
                badge INTEGER NOT NULL,
                is_forced INTEGER NOT NULL,
                state INTEGER NOT NULL,
                attempts INTEGER NOT NULL,
                due INTEGER NOT NULL,
                status INTEGER NOT NULL,
                answer TEXT NOT NULL,
                answered_at INTEGER NOT NULL
            )
            """,
            """
            CREATE UNIQUE INDEX push_message ON push (message, account, address)
            """,
            """
            CREATE INDEX push_due ON push (provider, due) WHERE state = 0
            """,
        ])
}
