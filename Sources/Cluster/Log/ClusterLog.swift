/// The seam to the database: four things that a cluster needs of it. Each call returns in the log's time, which is longer
/// where many bytes go.
///
/// The log keeps a write that has returned without an error, whatever becomes of one machine. A record that is read may
/// still be lost, unless a record follows it or an acknowledged write came after it (`Standing.end`).
package protocol ClusterLog: AnyObject {
    /// Puts the record behind its predecessor, or finds that it stands there already. Decided by inserting: after an unknown
    /// outcome the same record is appended again, until it is decided.
    func append(_ record: Record, id: RecordID) throws(LogError) -> AppendResult

    /// Records from the one behind `position` on: as many as `bytes` holds, and one at least if there is one. If there is
    /// none, it may wait so long for it.
    func read(after position: Position, bytes: Int, waiting milliseconds: Int64) throws(LogError) -> LogSlice

    /// Says that the node lives, takes or keeps or gives away the lease, and tells how things stand. An acknowledged write.
    func renew(_ renewal: Renewal) throws(LogError) -> Standing

    /// Has the log begin with a store that was in use before it, and that is named by the digest: a store of another beginning
    /// has another history. Refused if the log has records, or begins with another store. It may be asked again.
    func found(_ beginning: RunningDigest) throws(LogError)

    /// Those of the chunks that the log does not have. The others stay for the snapshot that is being made of that position.
    func missing(of chunks: [ChunkDigest], for position: Position) throws(LogError) -> [ChunkDigest]
    func keep(_ chunk: [UInt8], for position: Position) throws(LogError)
    /// Nil: no snapshot has it any more.
    func chunk(_ digest: ChunkDigest) throws(LogError) -> [UInt8]?
    /// Keeps a snapshot, if the log has its place and no newer one; the newest two stay, with their chunks. Refused if a chunk
    /// is missing.
    func keep(_ snapshot: Snapshot) throws(LogError)
    func newestSnapshot() throws(LogError) -> Snapshot?
    /// Drops records that all kept snapshots have, since a node may be fetching the older one: some of those up to the position,
    /// never the last one.
    func trim(through position: Position) throws(LogError)
}

package enum AppendResult: Hashable, Sendable {
    case appended
    /// The predecessor is not the last record: somebody else leads.
    case conflict
}

/// Why a call has failed.
package enum LogError: Error, Equatable, CustomStringConvertible {
    /// It may have been done, or be done still.
    case unknownOutcome(String)
    /// Nothing was done.
    case unreachable(String)
    /// The database refuses, and will do so again: its setup is wrong.
    case refused(String)
    /// The bytes in the log are not as they were written.
    case damaged(String)

    static let cannotBeFounded = LogError.refused(
        "the log has records already, or begins with another store; a new one needs another database, or the place of the old "
            + "one, if nobody needs that any more: DROP SCHEMA martlet CASCADE")

    static func lacksChunk(of snapshot: Snapshot) -> LogError {
        .refused("the log lacks a chunk of the snapshot of record \(snapshot.place.position)")
    }

    package var description: String {
        switch self {
        case .unknownOutcome(let why): "outcome unknown: \(why)"
        case .unreachable(let why): "the log cannot be reached: \(why)"
        case .refused(let why): "the database refuses: \(why)"
        case .damaged(let why): "the log is damaged: \(why)"
        }
    }
}

extension Result where Failure == LogError {
    /// Nil: it went well.
    var problem: String? { if case .failure(let error) = self { "\(error)" } else { nil } }
}

package struct LogSlice: Equatable, Sendable {
    package let records: [Record]
    /// The first record that the log still has.
    package let oldest: Position
    package let end: LogPlace

    package init(records: [Record], oldest: Position, end: LogPlace) {
        self.records = records
        self.oldest = oldest
        self.end = end
    }
}
