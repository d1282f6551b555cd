import Client
import JSON
import Testing

/// Numbers of hours and days.
struct StatisticTests {
    private func periods(_ gateway: GatewayProcess, _ asked: String = "{}") throws -> [JSONValue] {
        let ok = try gateway.admin().request("admin.statistics", asked).get()
        return try #require(ok["periods"]?.elements).map { $0 }
    }

    /// Of all periods together: an hour may end while a test runs.
    private func sum(_ name: StaticString, _ gateway: GatewayProcess) throws -> Int {
        try periods(gateway).reduce(0) { $0 + ($1[name]?.int ?? 0) }
    }

    private func messages(_ kind: StaticString, _ gateway: GatewayProcess) throws -> Int {
        try periods(gateway).reduce(0) { $0 + ($1["messages"]?[kind]?.int ?? 0) }
    }

    @Test func `Z-01, Z-02, Z-03: what was counted, in hours, in days and as CSV, for as long as it is kept`() throws {
        try withChat(["counts.retentionDays": "3"].merging(movableClock) { $1 }) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try gateway.createAccounts("carol")
            let group = try alice.createGroup("Club", with: ["bob"])
            for _ in 0..<3 { try alice.write(to: "bob") }
            try bob.write(in: group)
            _ = try alice.refusal("message.send", message(to: "nobody"))
            let custom = message(to: "alice").replacing(#""type": 0"#, with: #""type": 100"#)
            _ = try bob.request("message.send", custom).get()
            _ = try bob.request("report.create", #"{"userID": "alice", "reason": "spam"}"#).get()
            try until("the last message is counted") { try messages("custom", gateway) == 1 }
            #expect(try messages("text", gateway) == 4)
            #expect(try sum("newUsers", gateway) == 3)
            #expect(try sum("groups", gateway) == 1 && sum("reports", gateway) == 1 && sum("rooms", gateway) == 0)
            try until("both are seen") { try sum("peakSessions", gateway) >= 2 }

            // A day later the same users are counted once more, and all of it stays.
            try gateway.restart(after: day)
            try gateway.online("alice").write(to: "bob")
            try until("it is counted") { try messages("text", gateway) == 5 }
            let days = try periods(gateway, #"{"byDay": true}"#)
            #expect(days.map { $0["activeUsers"]?.int }.suffix(2) == [2, 1])
            #expect(days.last?["newUsers"]?.int == 0)
            let csv = try gateway.admin().request("admin.statistics", #"{"byDay": true, "csv": true}"#).get()
            let lines = try #require(csv["csv"]?.string).split(separator: "\n")
            #expect(lines[0].hasPrefix("time,activeUsers,newUsers,groups,rooms,reports,peakSessions,messages,"))
            #expect(lines.count == days.count + 1 && lines.last?.contains("T00:00:00.000Z,1,0,0,0,0,") == true)

            let first = try #require(days.last?["time"]?.int)
            #expect(try periods(gateway, #"{"since": \#(first), "byDay": true}"#).count == 1)
            #expect(try periods(gateway, #"{"since": 0, "until": \#(day * 1_000)}"#).isEmpty)
            try gateway.restart(after: 5 * day)
            try until("the first days are gone") {
                try periods(gateway, #"{"byDay": true}"#).allSatisfy { ($0["time"]?.int ?? 0) > first }
            }
        }
    }

    @Test func `Z-06: a deleted account is counted anew, and the former counts stay`() throws {
        try withChat { gateway in
            try gateway.online("alice").write(to: "alice")
            #expect(try gateway.erase("alice", messages: false) == [0])
            try gateway.createAccounts("alice")
            try until("the message is counted") { try messages("text", gateway) == 1 }
            #expect(try sum("newUsers", gateway) == 2 && sum("activeUsers", gateway) == 1)
        }
    }

    @Test func `Z-01: pushes are counted by what became of them`() throws {
        try withPushes { gateway, pushes in
            try pushes.away("bob")
            let message = try gateway.online("alice").write("hi", to: "bob").msgID
            try until("it is accepted") {
                try periods(gateway).contains { $0["pushes"]?["accepted"]?.int == 1 }
            }
            #expect(try pushes.explanation(of: message, for: "bob").line.isEmpty == false)
        }
    }
}
