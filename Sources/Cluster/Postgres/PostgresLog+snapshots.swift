/// Snapshots: a row each, and a row for each chunk, with the position of the newest snapshot that has it.
extension PostgresLog {
    package func missing(of chunks: [ChunkDigest], for position: Position) throws(LogError) -> [ChunkDigest] {
        let rows = try renewals.write(statements.claim, [.bytes(chunks.flatMap(\.bytes)), .integer(position.number)])
        return (0..<rows.count).map { chunks[Int(rows.integer($0, 0))] }
    }

    package func keep(_ chunk: [UInt8], for position: Position) throws(LogError) {
        try renewals.write(
            """
            INSERT INTO chunk AS former (digest, position, bytes) VALUES ($1, $2, $3)
            ON CONFLICT (digest) DO UPDATE SET position = greatest(former.position, $2)
            """, [.bytes(ChunkDigest(of: chunk).bytes), .integer(position.number), .bytes(chunk)])
    }

    package func chunk(_ digest: ChunkDigest) throws(LogError) -> [UInt8]? {
        let rows = try renewals.execute(
            "SELECT bytes FROM chunk WHERE digest = $1", [.bytes(digest.bytes)], binary: true)
        return rows.count == 1 ? rows.bytes(0, 0) : nil
    }

    package func keep(_ snapshot: Snapshot) throws(LogError) {
        let place = snapshot.place
        let rows = try renewals.write(
            statements.keepSnapshot,
            [.bytes(snapshot.chunks.flatMap(\.bytes)), .integer(place.position.number), .bytes(place.digest.bytes)])
        guard rows.integer(0, 0) == 0 else { throw .lacksChunk(of: snapshot) }
        try renewals.write(statements.forgetSnapshots)
        // Some at a time, so that each call is done in its time.
        while try renewals.write(statements.forgetChunks, [.integer(200)]).integer(0, 0) > 0 {}
    }

    package func newestSnapshot() throws(LogError) -> Snapshot? {
        let rows = try renewals.execute(
            "SELECT position, digest, chunks FROM snapshot ORDER BY position DESC LIMIT 1", binary: true)
        guard rows.count == 1 else { return nil }
        guard let digest = RunningDigest(rows.bytes(0, 1)) else { throw .damaged("a snapshot has no digest") }
        let bytes = rows.bytes(0, 2)
        let chunks = stride(from: 0, to: bytes.count, by: ChunkDigest.size).compactMap {
            ChunkDigest(bytes[$0...].prefix(ChunkDigest.size))
        }
        guard chunks.count * ChunkDigest.size == bytes.count else { throw .damaged("a snapshot has half a chunk") }
        return Snapshot(LogPlace(Position(rows.integer(0, 0)), digest), chunks)
    }
}
