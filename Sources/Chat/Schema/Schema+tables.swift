import Storage

/// All tables as they are now, with the rows that a new store begins with.
///
/// A new store is made by these; the migrations lead an older one here. `SchemaTests` holds that both come to the same.
extension Schema {
    static let tables: [SQL] =
        accountTables + [userStatus] + relationTables + groupTables + groupBanTables + groupValueTables + messageTables
        + channelTables + pushTables + roomTables + callTables + operatorTables + backendTables + mediaTables + stars
        + mergedMessages

    static let accountTables: [SQL] = [
        "CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), reserved INTEGER NOT NULL)",
        "INSERT INTO clock (id, reserved) VALUES (1, 0)",
        """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            state INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            nickname TEXT NOT NULL,
            face_url TEXT NOT NULL,
            is_barred INTEGER NOT NULL DEFAULT 0,
            accepts_invitations INTEGER NOT NULL DEFAULT 1,
            revoked_at INTEGER NOT NULL DEFAULT 0,
            profile_version INTEGER NOT NULL DEFAULT 0,
            is_findable INTEGER NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX account_profile_version ON account (profile_version) WHERE profile_version != 0",
        """
        CREATE TABLE profile (
            account INTEGER PRIMARY KEY,
            allow_type INTEGER NOT NULL,
            gender INTEGER NOT NULL,
            birthday INTEGER NOT NULL,
            location BLOB NOT NULL,
            language INTEGER NOT NULL,
            level INTEGER NOT NULL,
            role INTEGER NOT NULL,
            signature BLOB NOT NULL,
            custom TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE presence (
            id INTEGER PRIMARY KEY,
            is_online INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            noted_at INTEGER NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX presence_online ON presence (id) WHERE is_online = 1",
        """
        CREATE TABLE device (
            account INTEGER NOT NULL,
            name TEXT NOT NULL,
            stamp INTEGER NOT NULL,
            positions TEXT NOT NULL,
            told INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (account, name)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE idempotency_key (
            caller TEXT NOT NULL,
            key TEXT NOT NULL,
            stamp INTEGER NOT NULL,
            request TEXT NOT NULL,
            reply TEXT NOT NULL,
            digest BLOB,
            PRIMARY KEY (caller, key)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX idempotency_key_stamp ON idempotency_key (stamp)",
        "CREATE TABLE secret (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID",
        "INSERT INTO secret (name, bytes) VALUES ('requests', randomblob(16))",
        "CREATE TABLE quota (id INTEGER PRIMARY KEY, due INTEGER NOT NULL)",
        "CREATE TABLE usage (account INTEGER PRIMARY KEY, day INTEGER NOT NULL, bytes INTEGER NOT NULL)",
        "CREATE INDEX usage_day ON usage (day)",
        "CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
        """
        CREATE TABLE job (
            id INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL,
            subject INTEGER NOT NULL,
            flags INTEGER NOT NULL,
            again INTEGER NOT NULL,
            phase INTEGER NOT NULL,
            position INTEGER NOT NULL
        )
        """,
        "CREATE INDEX job_subject ON job (subject)",
        // id: a stamp. users: a JSON array of user ids; audit_user has a row for each. parameters: a JSON object.
        """
        CREATE TABLE audit (
            id INTEGER PRIMARY KEY,
            time INTEGER NOT NULL,
            kind TEXT NOT NULL,
            actor TEXT NOT NULL,
            address TEXT NOT NULL,
            operation TEXT NOT NULL,
            users TEXT NOT NULL,
            parameters TEXT NOT NULL,
            device TEXT NOT NULL,
            platform TEXT NOT NULL,
            result TEXT NOT NULL,
            reason TEXT NOT NULL,
            count INTEGER NOT NULL
        )
        """,
        """
        CREATE TABLE audit_user (
            user TEXT NOT NULL,
            audit INTEGER NOT NULL,
            PRIMARY KEY (user, audit)
        ) WITHOUT ROWID
        """,
    ]

    static let relationTables: [SQL] = [
        """
        CREATE TABLE contact (
            id INTEGER PRIMARY KEY,
            other INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            since INTEGER NOT NULL,
            remark TEXT NOT NULL,
            wording TEXT NOT NULL,
            source TEXT NOT NULL,
            friend_groups TEXT NOT NULL,
            custom TEXT NOT NULL,
            blocked_since INTEGER NOT NULL DEFAULT 0,
            version INTEGER NOT NULL DEFAULT 0,
            presence TEXT
        )
        """,
        "CREATE INDEX contact_other ON contact (other, kind)",
        "CREATE TABLE friend_group (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        """
        CREATE TABLE relation_count (
            account INTEGER PRIMARY KEY,
            friends INTEGER NOT NULL,
            blocked INTEGER NOT NULL,
            requests_in INTEGER NOT NULL,
            requests_out INTEGER NOT NULL,
            request_seq INTEGER NOT NULL,
            version INTEGER NOT NULL,
            last_group INTEGER NOT NULL,
            groups_version INTEGER NOT NULL DEFAULT 0,
            blacklist_version INTEGER NOT NULL DEFAULT 0,
            known_since INTEGER NOT NULL DEFAULT 0,
            former_friends INTEGER NOT NULL DEFAULT 0
        )
        """,
        """
        CREATE TABLE friend_request (
            owner INTEGER NOT NULL,
            direction INTEGER NOT NULL,
            other INTEGER NOT NULL,
            stamp INTEGER NOT NULL,
            added_at INTEGER NOT NULL,
            is_read INTEGER NOT NULL,
            wording TEXT NOT NULL,
            source TEXT NOT NULL,
            remark TEXT NOT NULL,
            friend_group TEXT NOT NULL,
            PRIMARY KEY (owner, direction, other)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX friend_request_other ON friend_request (other)",
        """
        CREATE TABLE former_friend (
            owner INTEGER NOT NULL,
            version INTEGER NOT NULL,
            other INTEGER NOT NULL,
            PRIMARY KEY (owner, version, other)
        ) WITHOUT ROWID
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
        "CREATE UNIQUE INDEX hosted_profile_unique_id ON hosted_profile (unique_id) WHERE unique_id != ''",
        """
        CREATE TABLE subscription (
            publisher INTEGER NOT NULL,
            type INTEGER NOT NULL,
            subscriber INTEGER NOT NULL,
            first_at INTEGER NOT NULL,
            subscribed_at INTEGER NOT NULL,
            expiry INTEGER NOT NULL,
            unblocked_at INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (publisher, type, subscriber)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX subscription_subscriber ON subscription (subscriber, type, first_at)",
    ]

    static let groupTables: [SQL] = [
        "CREATE TABLE group_counter (id INTEGER PRIMARY KEY CHECK (id = 1), last INTEGER NOT NULL)",
        "INSERT INTO group_counter (id, last) VALUES (1, 0)",
        """
        CREATE TABLE chat_group (
            id INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            owner INTEGER NOT NULL,
            style INTEGER NOT NULL,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            avatar TEXT NOT NULL,
            ext TEXT NOT NULL,
            announcement TEXT NOT NULL,
            needs_confirmation INTEGER NOT NULL,
            max_users INTEGER NOT NULL,
            info_for_all INTEGER NOT NULL,
            mute INTEGER NOT NULL,
            is_disabled INTEGER NOT NULL,
            history_for_new INTEGER NOT NULL DEFAULT 0,
            receipts_by_position INTEGER NOT NULL DEFAULT 0,
            version INTEGER NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX chat_group_version ON chat_group (version)",
        """
        CREATE TABLE member (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL,
            role INTEGER NOT NULL,
            joined_at INTEGER NOT NULL,
            stream_start INTEGER NOT NULL,
            mute_until INTEGER NOT NULL,
            is_white_listed INTEGER NOT NULL,
            is_blocking INTEGER NOT NULL,
            notify INTEGER NOT NULL,
            attributes TEXT NOT NULL,
            has_returned INTEGER NOT NULL DEFAULT 1,
            nickname TEXT NOT NULL DEFAULT ''
        )
        """,
        "CREATE INDEX member_account ON member (account, joined_at)",
        "CREATE INDEX member_leader ON member (id) WHERE role != 0",
        """
        CREATE TABLE former_member (
            id INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL,
            name TEXT NOT NULL,
            avatar TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE invitation (
            id INTEGER PRIMARY KEY,
            invitee INTEGER NOT NULL,
            inviter INTEGER NOT NULL,
            message TEXT NOT NULL,
            stamp INTEGER NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX invitation_invitee ON invitation (invitee, stamp)",
        "CREATE INDEX invitation_stamp ON invitation (stamp)",
        """
        CREATE TABLE join_request (
            id INTEGER PRIMARY KEY,
            applicant INTEGER NOT NULL,
            reason TEXT NOT NULL,
            group_number INTEGER NOT NULL DEFAULT 0,
            stamp INTEGER NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX join_request_applicant ON join_request (applicant)",
        "CREATE INDEX join_request_group ON join_request (group_number, stamp)",
        "CREATE INDEX join_request_stamp ON join_request (stamp)",
        """
        CREATE TABLE group_event (
            id INTEGER PRIMARY KEY,
            stamp INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            exception INTEGER NOT NULL,
            detail TEXT NOT NULL
        )
        """,
        "CREATE INDEX group_event_stamp ON group_event (stamp)",
        """
        CREATE TABLE group_receipt (
            message INTEGER PRIMARY KEY,
            group_number INTEGER NOT NULL,
            sender INTEGER NOT NULL,
            unread TEXT NOT NULL,
            read TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE shared_file (
            id INTEGER PRIMARY KEY,
            group_number INTEGER NOT NULL,
            owner INTEGER NOT NULL,
            name TEXT NOT NULL,
            size INTEGER NOT NULL,
            url TEXT,
            received INTEGER NOT NULL
        )
        """,
        "CREATE INDEX shared_file_open ON shared_file (id) WHERE received < size",
        "CREATE INDEX shared_file_group ON shared_file (group_number)",
        """
        CREATE TABLE file_piece (
            file INTEGER NOT NULL,
            start INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (file, start)
        )
        """,
    ]
}
