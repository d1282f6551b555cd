import Chat
import Cluster
import Domain

// An entry on its way to the node that leads.
extension RecordWriter {
    mutating func write(_ entry: AuditEntry) {
        writeSigned(entry.time.rawValue)
        for text in [entry.kind.rawValue, entry.actor, entry.address, entry.operation] { write(text) }
        writeList(entry.users) { $0.write($1) }
        for text in [entry.parameters, entry.device, entry.platform, entry.result, entry.reason] { write(text) }
        write(UInt64(entry.count))
    }
}

extension RecordReader {
    mutating func auditEntry() throws(RecordError) -> AuditEntry {
        let time: Milliseconds = try number()
        guard let kind = AuditEntry.Kind(rawValue: try text()) else { throw damage }
        var entry = AuditEntry(
            time: time, kind: kind, actor: try text(), address: try text(), operation: try text())
        entry.users = try list { (reader) throws(RecordError) in try reader.text() }
        entry.parameters = try text()
        entry.device = try text()
        entry.platform = try text()
        entry.result = try text()
        entry.reason = try text()
        guard let count = Int(exactly: try number() as UInt64) else { throw damage }
        entry.count = count
        return entry
    }
}
