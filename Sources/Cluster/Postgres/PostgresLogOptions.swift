/// Where the log is, and how long its calls may take.
package struct PostgresLogOptions: Sendable {
    /// An address for libpq: a URL, or `host=a,b dbname=…`. Passwords and TLS are libpq's own matters.
    package var address: String
    package var cluster: String
    package var schema = "martlet"
    package var leaseMilliseconds: Int64 = 2_000
    /// How long a call waits while nothing comes or goes, and how long it may take in all.
    package var timeoutMilliseconds: Int64 = 2_000
    package var mostMilliseconds: Int64 = 30_000
    /// How long a trimming waits for those who read what it drops, such as a dump of the database.
    package var trimMilliseconds: Int64 = 10_000
    /// `on`, or `remote_apply`: what an acknowledgement means where there are standbys.
    package var synchronousCommit = "on"
    /// Records in a partition: the log is trimmed by whole ones.
    package var partitionRecords: Int64 = 65_536

    package init(address: String, cluster: String) {
        self.address = address
        self.cluster = cluster
    }
}
