import Storage

/// As a store keeps it: written anew with each record, since it is small.
extension StoredState {
    private static let version: UInt64 = 1

    package var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.write(Self.version)
        writer.write(UInt64(place.position.number))
        writer.write(place.digest.bytes)
        writer.write(UInt64(epoch.number))
        writer.writeSigned(time)
        writer.writeList(leader.map { [$0] } ?? []) { $0.write($1) }
        writer.writeList(registry.cursors.sorted { $0.key < $1.key }) { writer, cursor in
            writer.write(cursor.key)
            writer.write(cursor.value)
        }
        writer.writeList(registry.ended.sorted()) { $0.write($1) }
        return writer.bytes
    }

    package init(_ bytes: [UInt8]) throws(StoreError) {
        do throws(RecordError) {
            var reader = RecordReader(bytes)
            self = try reader.storedState()
        } catch {
            throw .corrupt(table: "martlet_node", row: "id = 1", "\(error)")
        }
    }
}

extension RecordReader {
    fileprivate mutating func storedState() throws(RecordError) -> StoredState {
        guard try number() == 1 else { throw damage }
        let position = Position(try count64())
        guard let digest = RunningDigest(try blob()) else { throw damage }
        let (epoch, time) = (Epoch(try count64()), try signed())
        let leader = try list { (reader) throws(RecordError) in try reader.incarnation() }.first
        let cursors = try list { (reader) throws(RecordError) in (try reader.incarnation(), try reader.number()) }
        let ended = try list { (reader) throws(RecordError) in try reader.incarnation() }
        guard isAtEnd else { throw damage }
        return StoredState(
            LogPlace(position, digest), epoch, time: time, leader: leader,
            Registry(cursors: Dictionary(cursors) { $1 }, ended: Set(ended)))
    }
}
