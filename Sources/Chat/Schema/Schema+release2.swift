import Storage

extension Schema {
    static let release2 = Migration(
        number: 7, name: "release 0.2",
        statements: pushTokens + pushPayloads + lostSessions + [
            // Of members from before nobody knows whether they had been in the group already.
            """
            ALTER TABLE member ADD COLUMN has_returned INTEGER NOT NULL DEFAULT 1
            """,
            """
            CREATE TABLE former_member (
                id INTEGER PRIMARY KEY,
                kind INTEGER NOT NULL,
                name TEXT NOT NULL,
                avatar TEXT NOT NULL
            )
            """,
            """
            INSERT INTO former_member (id, kind, name, avatar)
            SELECT membership.id, team.kind, team.name, team.avatar FROM membership
            JOIN conversation ON conversation.id = membership.id & 4294967295 AND conversation.low = 0
            JOIN team ON team.id = conversation.high WHERE membership.end_seq != 0
            """,
            """
            ALTER TABLE membership ADD COLUMN claim INTEGER NOT NULL DEFAULT 0
            """,
            """
            DROP INDEX invitation_invitee
            """,
            """
            ALTER TABLE invitation ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0
            """,
            // Nobody knows when those from before were made: as of now, each at a moment of its own.
            """
            UPDATE invitation SET stamp = (SELECT reserved FROM clock WHERE id = 1) - numbered.later
            FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS later FROM invitation) AS numbered
            WHERE numbered.id = invitation.id
            """,
            """
            CREATE INDEX invitation_invitee ON invitation (invitee, stamp)
            """,
            """
            CREATE INDEX invitation_stamp ON invitation (stamp)
            """,
            """
            ALTER TABLE application ADD COLUMN team INTEGER NOT NULL DEFAULT 0
            """,
            """
            ALTER TABLE application ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0
            """,
            """
            UPDATE application SET team = application.id >> 32,
                stamp = (SELECT reserved FROM clock WHERE id = 1) - numbered.later
            FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS later FROM application) AS numbered
            WHERE numbered.id = application.id
            """,
            """
            CREATE INDEX application_team ON application (team, stamp)
            """,
            """
            CREATE INDEX application_stamp ON application (stamp)
            """,
            """
            ALTER TABLE member ADD COLUMN nickname TEXT NOT NULL DEFAULT ''
            """,
            """
            UPDATE member SET nickname = json_extract(attributes, '$.nickname')
            WHERE json_extract(attributes, '$.nickname') IS NOT NULL
            """,
            """
            ALTER TABLE message ADD COLUMN nickname TEXT
            """,
            """
            CREATE TABLE quota (id INTEGER PRIMARY KEY, due INTEGER NOT NULL)
            """,
            // Streams that have been trimmed begin with a mark from now on: see `UserStreams.beginStream`.
            """
            INSERT INTO stream_event (id, stamp, kind, conversation, value)
            SELECT min(id) - 1, 0, 0, 0, 0 FROM stream_event GROUP BY id >> 32 HAVING min(id) & 4294967295 > 1
            """,
            "ALTER TABLE membership ADD COLUMN receipt_seq INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE membership ADD COLUMN is_marked_unread INTEGER NOT NULL DEFAULT 0",
            // Former members who have deleted the conversation had it end where the others were.
            "UPDATE membership SET visible_after = end_seq WHERE end_seq > 0 AND visible_after > end_seq",
            "ALTER TABLE contact ADD COLUMN blocked_since INTEGER NOT NULL DEFAULT 0",
            "UPDATE contact SET blocked_since = since WHERE kind = 2",
            "ALTER TABLE contact ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE circle ADD COLUMN groups_version INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE circle ADD COLUMN blacklist_version INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE circle ADD COLUMN known_since INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE circle ADD COLUMN former_friends INTEGER NOT NULL DEFAULT 0",
            "UPDATE circle SET known_since = version",
            """
            CREATE TABLE former_friend (
                owner INTEGER NOT NULL,
                version INTEGER NOT NULL,
                other INTEGER NOT NULL,
                PRIMARY KEY (owner, version, other)
            ) WITHOUT ROWID
            """,
            // A stamp: what of presence and profiles that has changed since, the device has not been told (S-Q33).
            "ALTER TABLE device ADD COLUMN told INTEGER NOT NULL DEFAULT 0",
            // A stamp: when the change was stored, which is later than when it was.
            "ALTER TABLE presence ADD COLUMN noted_at INTEGER NOT NULL DEFAULT 0",
            // where the blocked saw the blocker last.
            "ALTER TABLE contact ADD COLUMN presence TEXT",
            // X-27, a stamp: when the publisher last ended a block of the subscriber.
            "ALTER TABLE subscription ADD COLUMN news_from INTEGER NOT NULL DEFAULT 0",
            // S-Q26: the device that caused it, where that has to be known.
            "ALTER TABLE stream_event ADD COLUMN device TEXT",
            """
            CREATE TABLE secret (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID
            """,
            """
            INSERT INTO secret (name, bytes) VALUES ('requests', randomblob(16))
            """,
            // Null: written before there were digests.
            """
            ALTER TABLE sent ADD COLUMN digest BLOB
            """,
            """
            ALTER TABLE handled ADD COLUMN digest BLOB
            """,
            """
            CREATE TABLE usage (account INTEGER PRIMARY KEY, day INTEGER NOT NULL, bytes INTEGER NOT NULL)
            """,
            """
            CREATE INDEX usage_day ON usage (day)
            """,
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
            """
            CREATE INDEX job_subject ON job (subject)
            """,
        ])

    /// Devices are known by what all spellings of a token have in common. Where several users have one by now, the last who
    /// registered it keeps it.
    private static let pushTokens: [SQL] = [
        "ALTER TABLE push_address ADD COLUMN token_key TEXT NOT NULL DEFAULT ''",
        """
        UPDATE push_address SET token_key = CASE
            WHEN provider = 'apns' THEN lower(token)
            WHEN provider = 'webPush' AND json_valid(token) THEN coalesce(json_extract(token, '$.endpoint'), token)
            ELSE token END
        """,
        "DROP INDEX push_address_token",
        "CREATE INDEX push_address_key ON push_address (provider, token_key, id) WHERE gone = 0",
        """
        UPDATE push_address SET gone = (
            SELECT max(id) FROM push_address AS other
            WHERE other.gone = 0 AND other.provider = push_address.provider AND other.token_key = push_address.token_key)
        WHERE gone = 0 AND id < (
            SELECT max(id) FROM push_address AS other
            WHERE other.gone = 0 AND other.provider = push_address.provider AND other.token_key = push_address.token_key)
        """,
        "DROP INDEX push_address_key",
        "CREATE UNIQUE INDEX push_address_token ON push_address (provider, token_key) WHERE gone = 0",
    ]

    private static let pushPayloads: [SQL] = ["ALTER TABLE message ADD COLUMN push_payload TEXT"]

    /// Users whose last session may not have got what was sent to it (`Unheard`), and what a crash leaves open.
    private static let lostSessions: [SQL] = [
        "ALTER TABLE push ADD COLUMN is_late INTEGER NOT NULL DEFAULT 0",
        """
        CREATE TABLE unheard (
            account INTEGER PRIMARY KEY,
            since INTEGER NOT NULL,
            until INTEGER NOT NULL,
            due INTEGER NOT NULL
        )
        """,
        "CREATE INDEX unheard_due ON unheard (due)",
        """
        CREATE TABLE push_run (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            patience INTEGER NOT NULL,
            lost_since INTEGER,
            lost_until INTEGER
        )
        """,
    ]
}
