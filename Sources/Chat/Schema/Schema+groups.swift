import Storage

extension Schema {
    /// Groups, their members, streams and files.
    static let groups = Migration(
        number: 3, name: "teams",
        statements: [
            """
            CREATE TABLE team_number (id INTEGER PRIMARY KEY CHECK (id = 1), last INTEGER NOT NULL)
            """,
            """
            INSERT INTO team_number (id, last) VALUES (1, 0)
            """,
            """
            CREATE TABLE team (
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
                is_disabled INTEGER NOT NULL
            )
            """,
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
                attributes TEXT NOT NULL
            )
            """,
            """
            CREATE INDEX member_account ON member (account, joined_at)
            """,
            """
            CREATE TABLE invitation (
                id INTEGER PRIMARY KEY,
                invitee INTEGER NOT NULL,
                inviter INTEGER NOT NULL,
                message TEXT NOT NULL
            )
            """,
            """
            CREATE INDEX invitation_invitee ON invitation (invitee)
            """,
            """
            CREATE TABLE application (id INTEGER PRIMARY KEY, applicant INTEGER NOT NULL, reason TEXT NOT NULL)
            """,
            """
            CREATE INDEX application_applicant ON application (applicant)
            """,
            """
            CREATE TABLE team_event (
                id INTEGER PRIMARY KEY,
                stamp INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                exception INTEGER NOT NULL,
                detail TEXT NOT NULL
            )
            """,
            """
            CREATE TABLE shared_file (
                id INTEGER PRIMARY KEY,
                team INTEGER NOT NULL,
                owner INTEGER NOT NULL,
                name TEXT NOT NULL,
                size INTEGER NOT NULL,
                url TEXT,
                received INTEGER NOT NULL
            )
            """,
            """
            CREATE INDEX shared_file_team ON shared_file (team)
            """,
            """
            CREATE INDEX shared_file_open ON shared_file (id) WHERE received < size
            """,
            """
            CREATE TABLE file_piece (
                file INTEGER NOT NULL,
                start INTEGER NOT NULL,
                bytes BLOB NOT NULL,
                PRIMARY KEY (file, start)
            )
            """,
            """
            ALTER TABLE account ADD COLUMN accepts_invitations INTEGER NOT NULL DEFAULT 1
            """,
        ])
}
