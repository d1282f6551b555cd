import Storage

extension Schema {
    /// Hosted profiles, presence, subscriptions.
    static let hosting = Migration(
        number: 5, name: "hosted profiles, presence, subscriptions",
        statements: [
            """
            CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID
            """,
            """
            CREATE TABLE hosted_profile (
                account INTEGER PRIMARY KEY,
                unique_id TEXT NOT NULL,
                email TEXT NOT NULL,
                birthday TEXT NOT NULL,
                gender INTEGER NOT NULL,
                location TEXT NOT NULL,
                role INTEGER NOT NULL,
                level INTEGER NOT NULL,
                ext TEXT NOT NULL,
                visibility INTEGER NOT NULL,
                changed_at INTEGER NOT NULL,
                looks_changed_at INTEGER NOT NULL
            )
            """,
            """
            CREATE UNIQUE INDEX hosted_profile_unique_id ON hosted_profile (unique_id) WHERE unique_id != ''
            """,
            """
            CREATE TABLE presence (id INTEGER PRIMARY KEY, is_online INTEGER NOT NULL, changed_at INTEGER NOT NULL)
            """,
            """
            CREATE INDEX presence_online ON presence (id) WHERE is_online = 1
            """,
            """
            CREATE TABLE subscription (
                publisher INTEGER NOT NULL,
                type INTEGER NOT NULL,
                subscriber INTEGER NOT NULL,
                first_at INTEGER NOT NULL,
                subscribed_at INTEGER NOT NULL,
                expiry INTEGER NOT NULL,
                PRIMARY KEY (publisher, type, subscriber)
            ) WITHOUT ROWID
            """,
            """
            CREATE INDEX subscription_subscriber ON subscription (subscriber, type, first_at)
            """,
        ])
}
