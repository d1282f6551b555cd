import Storage

extension Schema {
    /// Writes again what a migration has drawn by chance. It belongs into the first record of a cluster: every node's
    /// migrations draw something else, and all nodes shall have the same.
    package static func shareSecrets(in store: any Transaction) throws(StoreError) {
        var secrets: [(name: String, bytes: [UInt8])] = []
        try store.query("SELECT name, bytes FROM secret ORDER BY name") { row in
            secrets.append((row.text(0), row.bytes(1)))
        }
        for (name, bytes) in secrets {
            try store.execute("UPDATE secret SET bytes = $2 WHERE name = $1", [.text(name), .bytes(bytes)])
        }
    }
}
