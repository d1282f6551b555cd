import Domain
import JSON
import Storage

/// An entry of the audit log as a row.
package struct StoredAuditEntry: Sendable {
    /// Rises with each entry that is written.
    package let id: Stamp
    package let entry: AuditEntry
}

extension StoredAuditEntry {
    enum Column: Int, TableColumn {
        static let table = "audit"
        case id, time, kind, actor, address, operation, users, parameters, device, platform, result, reason, count
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        var entry = AuditEntry(
            time: row.integer(.time), kind: try row.choice(.kind), actor: row.text(.actor),
            address: row.text(.address), operation: row.text(.operation))
        entry.users = try row.decoded(.users) { text in
            try? JSONDocument().parse(text).elements?.map { $0.string ?? "" }
        }
        entry.parameters = try row.json(.parameters)
        entry.device = row.text(.device)
        entry.platform = row.text(.platform)
        entry.result = row.text(.result)
        entry.reason = row.text(.reason)
        entry.count = Int(row.integer(.count) as Int64)
        self.init(id: row.integer(.id), entry: entry)
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(id)
            case .time: .integer(entry.time)
            case .kind: .text(entry.kind.rawValue)
            case .actor: .text(entry.actor)
            case .address: .text(entry.address)
            case .operation: .text(entry.operation)
            case .users: .text(users)
            case .parameters: .text(entry.parameters)
            case .device: .text(entry.device)
            case .platform: .text(entry.platform)
            case .result: .text(entry.result)
            case .reason: .text(entry.reason)
            case .count: .integer(Int64(entry.count))
            }
        }
    }

    /// As a JSON array.
    var users: String {
        var json = JSONWriter()
        json.array { json in
            for user in entry.users { json.value(user) }
        }
        return json.text
    }

    /// About, in a reply.
    var weight: Int { 300 + entry.parameters.utf8.count + entry.users.reduce(0) { $0 + $1.utf8.count + 3 } }
}
