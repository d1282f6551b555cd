import CSQLite
import Testing

@testable import Storage

/// A gateway with one backend, which wants all events.
func withBackend(
    _ settings: [String: String] = [:], _ body: (GatewayProcess, EventReceiver) throws -> Void
) throws {
    let (workspace, backend) = (try Workspace(), try EventReceiver())
    let endpoint = ["events.endpoints": "[\(try backend.setting(in: workspace))]"]
    try withChat(endpoint.merging(settings) { $1 }, workspace: workspace) { gateway in
        try body(gateway, backend)
        #expect(backend.problems.isEmpty)
    }
    backend.stop()
}

extension EventReceiver {
    /// The accepted events for which it is so, once there are so many of them.
    @discardableResult
    func wait(for count: Int, within patience: Duration = .seconds(20), _ isSo: (Heard) -> Bool) throws -> [Heard] {
        try until("\(count) events; there are \(accepted.filter(isSo).count)", within: patience) {
            let heard = accepted.filter(isSo)
            return heard.count >= count ? heard : nil
        }
    }
}

extension GatewayProcess {
    /// How many rows a table of the store has.
    func rows(of table: String) throws -> Int {
        // Other tests of this process open stores, which have to configure SQLite before its first use.
        try #require(isSQLiteConfigured)
        var database: OpaquePointer?
        let opened = sqlite3_open_v2(workspace("data/martlet.sqlite"), &database, SQLITE_OPEN_READONLY, nil)
        defer { sqlite3_close(database) }
        try #require(opened == SQLITE_OK)
        var statement: OpaquePointer?
        try #require(sqlite3_prepare_v2(database, "SELECT count(*) FROM \(table)", -1, &statement, nil) == SQLITE_OK)
        defer { sqlite3_finalize(statement) }
        try #require(sqlite3_step(statement) == SQLITE_ROW)
        return Int(sqlite3_column_int64(statement, 0))
    }
}
