/// Times in milliseconds.
package struct NodeOptions: Sendable {
    package var leaseMilliseconds: Int64 = 2_000
    package var renewalMilliseconds: Int64 = 400
    /// How long a node may be silent before it is taken as gone.
    package var memberMilliseconds: Int64 = 4_000
    package var pollMilliseconds: Int64 = 100
    package var retryMilliseconds: Int64 = 50
    /// Requests that are sent and not answered, of one node.
    package var window = 1_000
    /// Requests that a node holds, sent or not.
    package var pendingRequests = 10_000
    package var pendingBytes = 64 << 20
    package var batchRequests = 512
    /// Of the requests of one record, but for one that is larger alone.
    package var batchBytes = 1 << 20
    package var readBytes = 4 << 20
    /// Records that were read and are not applied.
    package var readAhead = 64
    package var recordsPerSnapshot: Int64 = 100_000
    /// Between two snapshots of one node, also where the first has failed.
    package var snapshotPauseMilliseconds: Int64 = 10_000
    /// Records that stay behind the newest snapshot, for nodes that are a little behind.
    package var recordsKept: Int64 = 10_000

    package init() {}
}

/// Milliseconds of a node's monotonic clock.
package typealias Moment = Int64
