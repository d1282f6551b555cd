import Foundation
import MartletClient
import MartletCore
import Testing

struct GeneratedTests {
    /// clients/conformance/values.json, as clients/tools/generate.js writes it.
    private static let rows: [JSON] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../conformance/values.json").standardized
        do {
            return try JSON(parsing: String(contentsOf: file, encoding: .utf8)).array ?? []
        } catch {
            preconditionFailure("\(file.path): \(error)")
        }
    }()

    @Test func `each type reads its values and writes them again`() throws {
        let byType = Dictionary(grouping: Self.rows) { $0["type"]?.string ?? "" }
        for (type, again) in everyValue() {
            let rows = try #require(byType[type], "no values of \(type)")
            for row in rows {
                let given = try #require(row["given"])
                #expect(try again(given) == row["back"] ?? given, "\(type)")
            }
        }
    }

    @Test func `a value without a member that must be there is refused, and the error says which`() throws {
        let rows = Self.rows.filter { $0["type"] == "Friend" && $0["back"] == nil }
        var friend = try #require(rows.first?["given"])
        friend["profile"]?["nickname"] = nil
        let error = #expect(throws: MartletError.self) { try Friend(json: friend) }
        #expect(error?.message == "profile: nickname: missing")
        friend["profile"]?["nickname"] = 7
        #expect(throws: MartletError.self) { try Friend(json: friend) }
    }

    @Test func `texts that nobody knows yet stay`() throws {
        #expect(try Platform(json: "watch").rawValue == "watch")
        #expect(try Platform(json: "ios") == .ios)
        #expect(throws: MartletError.self) { try Platform(json: 1) }
    }

    @Test func `a field of the application's own is a number, a text or bytes`() throws {
        #expect(try CustomValue(json: 1) == .integer(1))
        #expect(try CustomValue(json: "1") == .text("1"))
        let bytes: JSON = ["b": "AQ=="]
        #expect(try CustomValue(json: bytes) == .bytes(Bytes(json: bytes)))
        #expect(throws: MartletError.self) { try CustomValue(json: true) }
    }

    @Test func `events have their data by their names`() throws {
        let data: JSON = ["conversationID": "c2c_bob", "timestamp": 1]
        guard case .receiptNew(let receipt) = try Event("receipt.new", data).typed() else {
            Issue.record("another event")
            return
        }
        #expect(receipt.timestamp == 1)
        #expect(try Event("sync.list", data).typed() == .other(Event("sync.list", data)))
        #expect(throws: MartletError.self) { try Event("receipt.new", [:]).typed() }
    }
}
