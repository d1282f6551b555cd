import Storage

extension Schema {
    /// From release 0.3 to release 0.4.
    static let release4 = Migration(
        number: 24, name: "release 0.4",
        statements: [
            // The wishes of a device for its pushes: `PushPreferences`.
            "ALTER TABLE push_address ADD COLUMN language TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE push_address ADD COLUMN preview TEXT NOT NULL DEFAULT 'full'",
            // A device has a token for calls beside its usual one: `Pushes.register` sees to it that it has no more.
            "DROP INDEX push_address_device",
            // Pushes of it that have gone out are to be followed by others, since it was edited.
            "ALTER TABLE push_job ADD COLUMN is_edited INTEGER NOT NULL DEFAULT 0",
            // Reports on pushes behind their providers: `PushReceipts`. The times are in milliseconds since 1970, 0: nothing was
            // heard. not_shown: why it was not, as the provider says.
            pushReceipts,
            // The number that the last push has left at the app's icon, where `push.clearsRead` is on: `BadgePushes`.
            pushBadges,
            // A stamp of the last change of the profile: `Account.profileVersion`.
            "ALTER TABLE account ADD COLUMN profile_version INTEGER NOT NULL DEFAULT 0",
            // For so many days back a new member sees what was said: `Group.historyForNew`.
            "ALTER TABLE chat_group ADD COLUMN history_for_new INTEGER NOT NULL DEFAULT 0",
            // The positions of its members say who has read a message: `Group.receiptsByPosition`.
            "ALTER TABLE chat_group ADD COLUMN receipts_by_position INTEGER NOT NULL DEFAULT 0",
            // The last message to some members alone: `Conversation.targeted`; and to whom the message of a change is visible.
            "ALTER TABLE conversation ADD COLUMN targeted INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE message_change ADD COLUMN visible_to TEXT",
            // Whether others find the user by its name.
            "ALTER TABLE account ADD COLUMN is_findable INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX account_profile_version ON account (profile_version) WHERE profile_version != 0",
            // A stamp of the last change of the group's row: `NameIndex` follows it.
            "ALTER TABLE chat_group ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX chat_group_version ON chat_group (version)",
            "CREATE INDEX member_leader ON member (id) WHERE role != 0",
            // The uploads that it holds: a JSON array of their ids.
            "ALTER TABLE scheduled_message ADD COLUMN media TEXT",
            conversationNotes, delivered, messageReplies, userStatus,
        ] + groupBanTables + groupValueTables + stars + mergedMessages + mediaTables + roomTables + callTables
            + operatorTables)

    /// text: '': the user has taken it back.
    static let userStatus: SQL = """
        CREATE TABLE user_status (
            account INTEGER PRIMARY KEY,
            text TEXT NOT NULL,
            until INTEGER NOT NULL,
            stamp INTEGER NOT NULL
        )
        """

    /// Users whom groups keep out. until: in milliseconds since 1970, -1: for ever.
    static let groupBanTables: [SQL] = [
        """
        CREATE TABLE group_ban (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL,
            stamp INTEGER NOT NULL,
            until INTEGER NOT NULL
        )
        """,
        "CREATE INDEX group_ban_account ON group_ban (account)",
    ]

    /// `GroupValues`. account 0: a backend. The value comes last, so that what is counted of a group's rows is read without it.
    static let groupValueTables: [SQL] = [
        """
        CREATE TABLE group_value (
            group_number INTEGER NOT NULL,
            key TEXT NOT NULL,
            account INTEGER NOT NULL,
            version INTEGER NOT NULL,
            size INTEGER NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (group_number, key)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX group_value_account ON group_value (account, group_number) WHERE account != 0",
        // is_untold: members are still to be told the sum.
        """
        CREATE TABLE group_count (
            group_number INTEGER NOT NULL,
            name TEXT NOT NULL,
            sum INTEGER NOT NULL,
            is_untold INTEGER NOT NULL,
            PRIMARY KEY (group_number, name)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX group_count_untold ON group_count (group_number) WHERE is_untold = 1",
    ]

    /// Uploads; messages that refer to them; how much users have; and whose bytes are to be removed.
    static let mediaTables: [SQL] = [
        """
        CREATE TABLE media (
            id INTEGER PRIMARY KEY,
            media_id TEXT NOT NULL UNIQUE,
            owner INTEGER NOT NULL,
            use INTEGER NOT NULL,
            state INTEGER NOT NULL,
            type TEXT NOT NULL,
            name TEXT NOT NULL,
            size INTEGER NOT NULL,
            digest BLOB,
            is_verified INTEGER NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            thumbnail INTEGER NOT NULL,
            uses INTEGER NOT NULL,
            due INTEGER NOT NULL,
            review_due INTEGER NOT NULL,
            told INTEGER NOT NULL
        )
        """,
        "CREATE INDEX media_owner ON media (owner, id)",
        "CREATE INDEX media_digest ON media (owner, digest) WHERE digest IS NOT NULL",
        "CREATE INDEX media_thumbnail ON media (thumbnail) WHERE thumbnail != 0",
        "CREATE INDEX media_due ON media (due) WHERE due != 0",
        "CREATE INDEX media_review_due ON media (review_due) WHERE review_due != 0",
        "CREATE INDEX media_told ON media (id) WHERE told >= 0",
        """
        CREATE TABLE media_reference (
            media INTEGER NOT NULL,
            message INTEGER NOT NULL,
            PRIMARY KEY (media, message)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX media_reference_message ON media_reference (message)",
        // That of account 0 counts for all.
        """
        CREATE TABLE media_usage (
            account INTEGER PRIMARY KEY,
            bytes INTEGER NOT NULL,
            open INTEGER NOT NULL,
            day INTEGER NOT NULL,
            day_bytes INTEGER NOT NULL,
            day_files INTEGER NOT NULL
        )
        """,
        "CREATE TABLE media_removal (media_id TEXT PRIMARY KEY) WITHOUT ROWID",
    ]

    /// `ConversationNote`: tags is a JSON list; draft_version a stamp.
    static let conversationNotes: SQL = """
        CREATE TABLE conversation_note (
            id INTEGER PRIMARY KEY,
            tags TEXT NOT NULL,
            ext TEXT NOT NULL,
            draft TEXT NOT NULL,
            draft_version INTEGER NOT NULL
        )
        """

    /// Up to where a conversation has come to a device of a user: `DeliveryReceipts`.
    static let delivered: SQL = "CREATE TABLE delivered (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL)"

    /// Copies of messages that users have starred: `Reactions.star`.
    static let stars: [SQL] = [
        """
        CREATE TABLE star (
            account INTEGER NOT NULL,
            message INTEGER NOT NULL,
            stamp INTEGER NOT NULL,
            conversation INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            sender INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            settings INTEGER NOT NULL,
            client_id TEXT NOT NULL,
            body TEXT NOT NULL,
            nickname TEXT,
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (account, message)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX star_stamp ON star (account, stamp)",
        "CREATE INDEX star_message ON star (message)",
        "CREATE INDEX star_sender ON star (sender, message)",
        "CREATE INDEX star_expires_at ON star (expires_at) WHERE expires_at != 0",
    ]

    /// Copies of messages that others have forwarded as one: `MergedMessages`. media: a JSON list of ids.
    static let mergedMessages: [SQL] = [
        """
        CREATE TABLE merged_message (
            message INTEGER NOT NULL,
            place INTEGER NOT NULL,
            origin INTEGER NOT NULL,
            sender INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            body TEXT NOT NULL,
            media TEXT NOT NULL,
            PRIMARY KEY (message, place)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX merged_message_sender ON merged_message (sender, origin)",
    ]

    static let pushBadges: SQL = "CREATE TABLE push_badge (account INTEGER PRIMARY KEY, badge INTEGER NOT NULL)"

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
