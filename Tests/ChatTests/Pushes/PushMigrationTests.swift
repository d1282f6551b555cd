import Storage
import TestSupport
import Testing

@testable import Chat
@testable import Storage

/// Devices that were registered before the spellings of one token counted as the same.
struct PushMigrationTests {
    @Test func `T-Q37: of several users with one token in other spellings, the last keeps it`() throws {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(folder.path("store"))
        let writer = try directory.openWriter()
        defer {
            writer.close()
            directory.release()
        }
        try writer.migrate(Migrations(Array(Schema.migrations.steps.prefix(6))))
        let rows: [(provider: String, token: String)] = [
            ("apns", "C0FFEE"), ("apns", "c0ffee"), ("apns", "beef"),
            ("webPush", #"{"endpoint":"https://push.test/1","expirationTime":null,"keys":{"auth":"a","p256dh":"b"}}"#),
            ("webPush", #"{"keys":{"p256dh":"b","auth":"a"},"endpoint":"https://push.test/1"}"#),
            ("fcm", "T"), ("fcm", "t"), ("webhook", #"{"endpoint":"https://push.test/1"}"#),
        ]
        for (index, row) in rows.enumerated() {
            try writer.execute(
                """
                INSERT INTO push_address (id, account, device, platform, provider, token, gone)
                VALUES ($1, $1, 'phone', 'ios', $2, $3, 0)
                """, [.integer(Int64(index + 1)), .text(row.provider), .text(row.token)])
        }
        try writer.migrate(Schema.migrations)
        var found: [[String]] = []
        try writer.query("SELECT id, gone, token_key FROM push_address ORDER BY id", []) { row in
            found.append(["\(row.integer(0))", "\(row.integer(1))", row.text(2)])
        }
        #expect(
            found == [
                ["1", "2", "c0ffee"], ["2", "0", "c0ffee"], ["3", "0", "beef"],
                ["4", "5", "https://push.test/1"], ["5", "0", "https://push.test/1"],
                ["6", "0", "T"], ["7", "0", "t"], ["8", "0", #"{"endpoint":"https://push.test/1"}"#],
            ])
    }
}
