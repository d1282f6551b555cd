import Storage

extension Schema {
    /// The push of a channel's message has the message's stamp as its id, its publisher as the account (0: nobody), and the last
    /// follower (`channel_follower`) for whom it is decided.
    static let channelPushes = Migration(
        number: 22, name: "pushes of channels",
        statements: [
            "ALTER TABLE notification_push ADD COLUMN channel INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE notification_push ADD COLUMN decided_through INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX notification_push_channel ON notification_push (channel) WHERE channel != 0",
            """
            CREATE INDEX notification_push_open ON notification_push (id)
                WHERE channel != 0 AND decided_through < 9223372036854775807
            """,
        ])
}
