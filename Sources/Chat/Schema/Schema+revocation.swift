import Storage

extension Schema {
    static let revocation = Migration(
        number: 9, name: "revocation of tokens",
        statements: [
            // X-64, seconds: tokens that were issued then or before are good no longer; 0: none was ever revoked.
            "ALTER TABLE account ADD COLUMN revoked_at INTEGER NOT NULL DEFAULT 0",
            // Of accounts that have ended already, nobody is to come back with an old token.
            """
            UPDATE account SET revoked_at = (SELECT reserved / 1000000 FROM clock WHERE id = 1) WHERE state != 0
            """,
        ])
}
