extension Configuration {
    package struct Cluster: Equatable, Sendable {
        package var node: String?
        package var name: String
        package var database: String?
        package var leaseMilliseconds: Int

        init(_ setting: inout SettingReader) {
            setting.section(
                "cluster",
                "Several gateways with the same users, which talk by a PostgreSQL database. See docs/cluster.md for what is "
                    + "missing. Settings of other sections are to be the same at all nodes.")
            node = setting(
                "node", .optional(.text), or: nil,
                "This node's name; no other node of the cluster has it. Not set: the gateway runs alone.")
            name = setting("name", .text, or: "martlet", "The cluster's name. It is the same at all nodes, for ever.")
            database = setting(
                "database", .optional(.text), or: nil,
                "What libpq takes as a connection string: a URL, or `host=a,b dbname=martlet`. Passwords are better kept in "
                    + "libpq's own file.")
            leaseMilliseconds = setting(
                "leaseMilliseconds", .integer(500...60_000), or: 2_000,
                "How long a leader may be silent before another node leads.")
        }
    }
}
