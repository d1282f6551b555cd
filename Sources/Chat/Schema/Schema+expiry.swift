import Storage

extension Schema {
    /// When messages expire: `Expirations`. A message that does not has no row.
    static let expiry = Migration(
        number: 15, name: "expiring messages",
        statements: [
            """
            CREATE TABLE expiring_message (
                due INTEGER NOT NULL,
                message INTEGER NOT NULL,
                PRIMARY KEY (due, message)
            ) WITHOUT ROWID
            """
        ])
}
