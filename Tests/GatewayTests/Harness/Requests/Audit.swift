import Client
import Framing
import JSON
import Testing

/// An entry of the audit log, as `admin.audit.list` tells it.
struct AuditRow: CustomStringConvertible {
    let json: JSONValue

    var id: String { text("id") }
    var kind: String { text("kind") }
    var actor: String { text("actor") }
    var address: String { text("address") }
    var operation: String { text("operation") }
    var device: String { text("device") }
    var platform: String { text("platform") }
    var result: String { text("result") }
    var reason: String { text("reason") }
    var users: [String] { json["users"]?.elements?.compactMap(\.string) ?? [] }
    var parameters: String { json["parameters"].map { String(decoding: $0.raw, as: UTF8.self) } ?? "" }
    var count: Int { json["count"]?.int ?? 1 }
    var time: Int { json["time"]?.int ?? 0 }

    var description: String { String(decoding: json.raw, as: UTF8.self) }

    private func text(_ name: StaticString) -> String { json[name]?.string ?? "" }
}

extension GatewayProcess {
    /// At the operators' listener.
    func operators() throws -> HTTPAPI {
        let api = HTTPAPI(try adminHTTP(), headers: [.adminKey(keys.adminKey)])
        api.witness = Declared.check
        return api
    }

    /// One page, the newest first. `filter` are members of a JSON object.
    func audit(_ filter: String = "") throws -> [AuditRow] {
        let page = try operators().request("admin.audit.list", "{\(filter)}").get()
        return try #require(page["entries"]?.elements).map { AuditRow(json: $0) }
    }

    /// Waits until there are so many: most entries are written within a second.
    @discardableResult
    func audit(_ filter: String, count: Int) throws -> [AuditRow] {
        try until("\(count) entries with \(filter)") {
            let rows = try audit(filter)
            return rows.count >= count ? rows : nil
        }
    }
}
