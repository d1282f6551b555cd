import Commands
import JSON

extension Command {
    private static let address = Flag("address", "ADDRESS", "Only sessions from this address or network: 10.1.0.0/16")

    static let controlSessions = control(
        "sessions", "Lists a user's sessions, or those of all users.", operands: ["[USER]"],
        flags: [sessionPlatform, address, .limit, .after]
    ) { invocation, gateway, printer in
        if let user = invocation.operands.first {
            guard !invocation.has(sessionPlatform), !invocation.has(address), !invocation.has(.after) else {
                throw UsageError(reason: "--platform, --address and --after are for the sessions of all users")
            }
            let result = try gateway.request("admin.session.list") { $0.field("userID", user) }
            return printer.show(result) { sessionTable($0).text }
        }
        let limit = try invocation.integer(.limit, in: 1...100_000) ?? 20
        let (sessions, cursor) = try find(limit, invocation, gateway)
        let list = "[" + sessions.map(\.compactText).joined(separator: ",") + "]"
        var next = JSONWriter()
        next.value(cursor)
        printer.show([("sessions", list), ("cursor", next.text)]) {
            var table = TextTable("USER", "SESSION", "DEVICE", "PLATFORM", "ADDRESS", "OPENED", "NODE")
            for session in sessions {
                table.add(
                    session.cell("userID"), session.cell("session"), session.cell("device"), session.cell("platform"),
                    session.cell("address"), session.time("openedAt"), session.cell("node"))
            }
            return table.text + furtherPage(cursor)
        }
    }

    /// The gateway's pages may be short, so they are gathered.
    private static func find(
        _ limit: Int, _ invocation: Invocation, _ gateway: ControlConnection
    ) throws -> (sessions: [JSONValue], cursor: String) {
        var (sessions, cursor): ([JSONValue], String) = ([], invocation[.after] ?? "")
        repeat {
            let page = try gateway.request("admin.session.find") { json in
                json.field("limit", min(limit - sessions.count, 1_000))
                json.field("cursor", cursor)
                if let platform = invocation[sessionPlatform] { json.field("platform", platform) }
                if let address = invocation[address] { json.field("address", address) }
            }
            sessions += page.list("sessions")
            cursor = page["cursor"]?.string ?? ""
        } while !cursor.isEmpty && sessions.count < limit
        return (sessions, cursor)
    }

    static func sessionTable(_ result: JSONValue) -> TextTable {
        var table = TextTable("SESSION", "DEVICE", "PLATFORM", "ADDRESS", "OPENED", "NODE")
        for session in result.list("sessions") {
            table.add(
                session.cell("session"), session.cell("device"), session.cell("platform"), session.cell("address"),
                session.time("openedAt"), session.cell("node"))
        }
        return table
    }
}
