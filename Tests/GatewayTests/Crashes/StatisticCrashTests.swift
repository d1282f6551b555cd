import Client
import JSON
import TestSupport
import Testing

/// The gateway is killed while users are made, log in and write; afterwards the numbers of `admin.statistics` are those of
/// a recount of the store. `scripts/crash N` kills it N times, `scripts/test --long` 20 times.
struct StatisticCrashTests {
    @Test(.alone("It looks into the file of a store."))
    func `Z-04, Z-05: after kills the numbers are those of a recount of the store`() throws {
        var random = SeededRandom()
        let kills = environment("MARTLET_CRASHES").flatMap { Int($0) } ?? (isLongRun ? 20 : 3)
        let workspace = try Workspace()
        try withChat(workspace: workspace) { gateway in
            for kill in 0..<kills {
                try work(at: gateway, kill)
                pause(.milliseconds(Int.random(in: 0...400, using: &random)))
                gateway.kill()
                _ = try gateway.wait()
                try gateway.launchAgain()
                try gateway.waitUntilReady()
            }
            // Messages are counted in their order: behind the last one none is left.
            try gateway.online("alice").write(kind: 100)
            try until("the last message is counted") {
                try periods(gateway).contains { $0["messages"]?["custom"]?.int == 1 }
            }
            let (hours, days) = try (periods(gateway), periods(gateway, #"{"byDay": true}"#))
            let told = try hours.flatMap { hour in
                try names.map { try "\(start(of: hour)) \($0.number) \(hour["messages"]?[$0.name]?.int ?? 0)" }
                    + ["\(start(of: hour)) users \(hour["newUsers"]?.int ?? 0)"]
            }.filter { !$0.hasSuffix(" 0") }
            try gateway.stop()

            let store = try ClosedStore(workspace)
            let messages = "SELECT id / 3600000000 * 3600000 AS hour, kind, count(*) FROM message GROUP BY hour, kind"
            let users = "SELECT created_at / 3600000 * 3600000 AS hour, 'users', count(*) FROM account GROUP BY hour"
            let counted = try [messages, users].flatMap(store.rows).map { $0.joined(separator: " ") }
            #expect(told.sorted() == counted.sorted(), "\(random), \(kills) kills")
            #expect(counted.count >= 4, "hardly anything was done before the kills")
            // Users who were active later are not known for an earlier hour or day.
            for (period, told) in [(hours.last, "hour"), (days.last, "day")] {
                let period = try #require(period)
                let known = "SELECT count(*) FROM activity WHERE hour >= \(try start(of: period))"
                #expect(try store.rows(known) == [["\(period["activeUsers"]?.int ?? 0)"]], "of the \(told), \(random)")
            }
        }
    }

    private let names: [(number: Int, name: StaticString)] = [
        (0, "text"), (1, "image"), (100, "custom"), (5, "notification"),
    ]

    private func periods(_ gateway: GatewayProcess, _ asked: String = "{}") throws -> [JSONValue] {
        try #require(try gateway.admin().request("admin.statistics", asked).get()["periods"]?.elements).map { $0 }
    }

    private func start(of period: JSONValue) throws -> Int { try #require(period["time"]?.int) }

    /// Asks without waiting for replies: the kill finds the gateway at it.
    private func work(at gateway: GatewayProcess, _ kill: Int) throws {
        let (alice, admin) = (try gateway.online("alice"), try gateway.admin())
        _ = try gateway.online("user\(kill)")
        let group = try alice.createGroup("Club \(kill)", with: ["user\(kill)"])
        for number in 0..<100 {
            let data = #"{"accounts": [{"userID": "made\(kill).\(number)"}]}"#
            _ = try admin.send("admin.account.create", data)
            try alice.write(kind: number % 2)
            _ = try alice.send("group.modify", ofGroup(group, #""name": "Club \#(number)""#))
        }
    }
}

extension ClientSession {
    /// To the user itself, without waiting for the reply.
    fileprivate func write(kind: Int) throws {
        let named = #""conversationID": "c2c_alice", "clientMsgId": "\#(uniqueID())""#
        _ = try send("message.send", #"{\#(named), "type": \#(kind), "body": {"text": "hi", "url": "x"}}"#)
    }
}
