import Storage

extension Schema {
    /// Profiles, friends, requests, blacklists.
    static let relations = Migration(
        number: 2, name: "profiles, friends, pendencies, blacklists",
        statements: [
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
            CREATE TABLE contact (
                id INTEGER PRIMARY KEY,
                other INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                since INTEGER NOT NULL,
                remark TEXT NOT NULL,
                wording TEXT NOT NULL,
                source TEXT NOT NULL,
                friend_groups TEXT NOT NULL,
                custom TEXT NOT NULL
            )
            """,
            """
            CREATE INDEX contact_other ON contact (other, kind)
            """,
            """
            CREATE TABLE friend_group (id INTEGER PRIMARY KEY, name TEXT NOT NULL)
            """,
            """
            CREATE TABLE circle (
                account INTEGER PRIMARY KEY,
                friends INTEGER NOT NULL,
                blocked INTEGER NOT NULL,
                requests_in INTEGER NOT NULL,
                requests_out INTEGER NOT NULL,
                request_seq INTEGER NOT NULL,
                version INTEGER NOT NULL,
                last_group INTEGER NOT NULL
            )
            """,
            """
            CREATE TABLE request (
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
            """
            CREATE INDEX request_other ON request (other)
            """,
            """
            ALTER TABLE stream_event ADD COLUMN detail TEXT
            """,
            """
            ALTER TABLE account ADD COLUMN is_barred INTEGER NOT NULL DEFAULT 0
            """,
        ])
}
