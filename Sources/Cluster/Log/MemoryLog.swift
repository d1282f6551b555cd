/// A log in memory.
package final class MemoryLog: ClusterLog {
    private var tables: LogTables
    private let time: () -> Int64

    package init(cluster: String, leaseMilliseconds: Int64, time: @escaping () -> Int64) {
        tables = LogTables(cluster: cluster, leaseMilliseconds: leaseMilliseconds)
        self.time = time
    }

    package func append(_ record: Record, id: RecordID) throws(LogError) -> AppendResult {
        tables.append(record, id: id)
    }

    package func read(after position: Position, bytes: Int, waiting milliseconds: Int64) throws(LogError) -> LogSlice {
        tables.read(after: position, bytes: bytes)
    }

    package func renew(_ renewal: Renewal) throws(LogError) -> Standing { tables.renew(renewal, time: time()) }

    package func found(_ beginning: RunningDigest) throws(LogError) {
        guard tables.found(beginning) else { throw .cannotBeFounded }
    }

    package func missing(of chunks: [ChunkDigest], for position: Position) throws(LogError) -> [ChunkDigest] {
        tables.missing(of: chunks, for: position)
    }

    package func keep(_ chunk: [UInt8], for position: Position) throws(LogError) { tables.keep(chunk, for: position) }

    package func chunk(_ digest: ChunkDigest) throws(LogError) -> [UInt8]? { tables.chunk(digest) }

    package func keep(_ snapshot: Snapshot) throws(LogError) {
        guard tables.keep(snapshot) else { throw .lacksChunk(of: snapshot) }
    }

    package func newestSnapshot() throws(LogError) -> Snapshot? { tables.newestSnapshot }

    package func trim(through position: Position) throws(LogError) { tables.trim(through: position) }
}
