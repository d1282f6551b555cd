import Storage

extension Schema {
    /// From release 0.3 to release 0.4.
    static let release4 = Migration(
        number: 24, name: "release 0.4",
        statements: [
            // The wishes of a device for its pushes: `PushPreferences`.
            "ALTER TABLE push_address ADD COLUMN language TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE push_address ADD COLUMN preview TEXT NOT NULL DEFAULT 'full'",
            // Pushes of it that have gone out are to be followed by others, since it was edited.
            "ALTER TABLE push_job ADD COLUMN is_edited INTEGER NOT NULL DEFAULT 0",
            // Reports on pushes behind their providers: `PushReceipts`. The times are in milliseconds since 1970, 0: nothing was
            // heard. not_shown: why it was not, as the provider says.
            pushReceipts,
            // A stamp of the last change of the profile: `Account.profileVersion`.
            "ALTER TABLE account ADD COLUMN profile_version INTEGER NOT NULL DEFAULT 0",
            // For so many days back a new member sees what was said: `Group.historyForNew`.
            "ALTER TABLE chat_group ADD COLUMN history_for_new INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX member_leader ON member (id) WHERE role != 0",
        ])

    static let pushReceipts: SQL = """
        CREATE TABLE push_receipt (
            message INTEGER NOT NULL,
            address INTEGER NOT NULL,
            push INTEGER NOT NULL,
            delivered_at INTEGER NOT NULL,
            opened_at INTEGER NOT NULL,
            not_shown TEXT NOT NULL,
            PRIMARY KEY (message, address, push)
        ) WITHOUT ROWID
        """
}
