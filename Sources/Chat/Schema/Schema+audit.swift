import Storage

extension Schema {
    /// The acts of administrators, with their names: `AuditLog`.
    static let audit = Migration(
        number: 19, name: "audit log",
        statements: [
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
        ])
}
