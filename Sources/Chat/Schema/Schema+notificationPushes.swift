import Storage

extension Schema {
    /// How a backend wants a notification pushed: to one account, or to a group, the other being 0. The id is a stamp, as that of
    /// a message is, and stands in `push_job` and `push` as a message's does.
    static let notificationPushes = Migration(
        number: 11, name: "pushes of notifications",
        statements: [
            """
            CREATE TABLE notification_push (
                id INTEGER PRIMARY KEY,
                account INTEGER NOT NULL,
                chat_group INTEGER NOT NULL,
                text TEXT NOT NULL,
                is_forced INTEGER NOT NULL,
                payload TEXT
            )
            """,
            "CREATE INDEX notification_push_account ON notification_push (account) WHERE account != 0",
        ])
}
