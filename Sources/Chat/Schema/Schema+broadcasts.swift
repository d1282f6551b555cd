import Storage

extension Schema {
    /// Broadcasts (docs/decisions/051): the key is the place in the stream that all accounts share.
    static let broadcasts = Migration(
        number: 21, name: "broadcasts",
        statements: [
            // audience 0: all; 1: those who were there. state 1: stopped. expires_at 0: it does not end by itself.
            """
            CREATE TABLE broadcast (
                id INTEGER PRIMARY KEY,
                stamp INTEGER NOT NULL,
                audience INTEGER NOT NULL,
                state INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                client_id TEXT NOT NULL UNIQUE,
                body TEXT NOT NULL,
                digest BLOB NOT NULL
            )
            """
        ])
}
