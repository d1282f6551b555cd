/// Times in milliseconds.
package struct NodeOptions: Sendable {
    package var leaseMilliseconds: Int64 = 2_000
    package var renewalMilliseconds: Int64 = 400
    /// How long a node may be silent before it is taken as gone.
    package var memberMilliseconds: Int64 = 4_000
    package var pollMilliseconds: Int64 = 100
    /// Between two reads of a leader, by which it takes what has been notified: what is never taken fills the database's queue
    /// of notifications, and then no append is possible.
    package var drainMilliseconds: Int64 = 1_000
    package var retryMilliseconds: Int64 = 50
    /// Between two attempts to apply a record to a store whose disk is full or fails.
    package var storeRetryMilliseconds: Int64 = 1_000
    /// Requests that are sent and not answered, of one node.
    package var window = 2_000
    /// Requests that a node holds, sent or not.
    package var pendingRequests = 10_000
    package var pendingBytes = 64 << 20
    package var batchRequests = 1_000
    /// From the beginning of one batch to that of the next, where several clients ask at once.
    package var batchMilliseconds: Int64 = 4
    /// Requests of one record that were under way when a leader ended.
    package var batchSuspects = 32
    /// Of the requests of one record, but for one that is larger alone.
    package var batchBytes = 1 << 20
    package var readBytes = 4 << 20
    /// Records that were read and are not applied.
    package var readAhead = 64
    package var recordsPerSnapshot: Int64 = 100_000
    /// Between two snapshots of one node, also where the first has failed.
    package var snapshotPauseMilliseconds: Int64 = 10_000
    /// Records that stay behind the older of the kept snapshots, for nodes that are a little behind.
    package var recordsKept: Int64 = 10_000
    /// How far behind the log, and how long without a leader's link, a node should have no clients.
    package var mostLagMilliseconds: Int64 = 2_000
    package var mostUnledMilliseconds: Int64 = 3_000
    /// How long it may be without a link to the node that leads, and how far behind the log, before its clients are sent away.
    package var mostForsakenMilliseconds: Int64 = 10_000
    package var mostAgeMilliseconds: Int64 = 30_000
    /// As the others are told it.
    package var build = NodeBuild()

    package init() {}
}

/// Milliseconds of a node's monotonic clock.
package typealias Moment = Int64

extension Moment? {
    /// False if there is none.
    func isPast(at now: Moment) -> Bool { map { now >= $0 } ?? false }
}
