import CSQLite
import Client
import ClientProtocol
import Foundation
import Gateway
import JSON
import ServerAPI
import TestSupport
import Testing

@testable import Storage

/// Another program writes into the rows of a store. Requests that meet such a row are refused, the process lives, and users
/// whose rows are whole are served. The tables and columns are those that the file has.
///
/// `MARTLET_DAMAGES=1000` damages so many columns, one after the other, instead of one of each table.
@Suite(.onThreads) struct DamagedRowTests {
    private static let users = ["anna", "bert", "carl", "dora"]
    private static let settings = [
        "log.level": #""info""#, "groups.receipts": "true", "webhook.url": #""http://127.0.0.1:9/""#,
    ]
    /// So many tables are damaged for one run of the gateway, unless the environment says how many damages there are.
    private static let tablesPerRun = 3

    @Test func `a damaged row of any table costs no more than the requests about it`() throws {
        // The usual run damages the same rows each time; a long one, or one with a seed, others.
        let environment = ProcessInfo.processInfo.environment
        let isUsual = ["MARTLET_LONG", "MARTLET_SEED", "MARTLET_DAMAGES"].allSatisfy { environment[$0] == nil }
        let random = isUsual ? SeededRandom(seed: 9_890_248_490_048_524_948) : SeededRandom()
        print("the damages' seed: \(random)")
        var values = NastyValues(random, users: Self.users + ["nobody"], groups: ["1", "2"])
        let whole = try Workspace()
        try makeStore(in: whole, &values)
        let columns = try Store(whole).columns
        #expect(columns.count > 150)
        let tables = Dictionary(grouping: columns, by: \.table)
        if let count = environment["MARTLET_DAMAGES"].flatMap(Int.init) {
            for _ in 0..<count { try expectLife(in: whole, [Damage(of: values.choice(columns), &values)], &values) }
            return
        }
        let store = try Store(whole)
        let everybodys = try tables.keys.filter { try store.count(of: $0) < 3 }.sorted()
        for table in everybodys {
            try expectLife(in: whole, [Damage(of: values.choice(tables[table]!), &values)], &values)
        }
        let damages = tables.keys.sorted().filter { !everybodys.contains($0) }.map {
            Damage(of: values.choice(tables[$0]!), &values)
        }
        let runs = (damages.count + Self.tablesPerRun - 1) / Self.tablesPerRun
        for run in 0..<runs {
            try expectLife(in: whole, stride(from: run, to: damages.count, by: runs).map { damages[$0] }, &values)
        }
    }

    @Test func `X-08: requests that meet a damaged row are told, the log says which row, and others are served`() throws
    {
        let whole = try Workspace()
        try withDamaged(whole) { gateway in
            _ = try gateway.online("bert")
            _ = try gateway.online("carl")
            let anna = try gateway.online("anna")
            for peer in ["bert", "carl"] { _ = try anna.write("before", to: peer) }
        }
        let workspace = try copy(of: whole)
        try Store(workspace).run("UPDATE account SET state = 'damaged' WHERE name = 'bert'")
        try withDamaged(workspace) { gateway in
            let anna = try gateway.online("anna")
            let refusal = try anna.refusal("message.send", message("lost", to: "bert"))
            #expect(refusal.number == "gw 1008")
            #expect(refusal.message == "what the gateway has stored about this is damaged; nothing was done")
            let login = try gateway.guest().open(token: gateway.token("bert"))
            #expect(login.error?.number == "gw 1008")
            // The login, too, has met it in the list of conversations.
            #expect(try gateway.metric("martlet_store_damaged_rows_total") == 3)
            let reasons = try gateway.logged("a row of the store is damaged").compactMap { $0["reason"]?.string }
            #expect(reasons.count == 3)
            #expect(
                reasons.allSatisfy { $0.hasPrefix("a row of account is not as it was written: state holds a text") })
            let carl = try gateway.online("carl")
            let sent = try anna.write("after", to: "carl")
            #expect(try carl.event("message.new")["msgId"]?.string == sent.msgID)
        }
    }

    @Test func `a damaged job is met once, and the one behind it is done`() throws {
        let whole = try Workspace()
        try withDamaged(whole) { gateway in _ = try gateway.online("anna") }
        let workspace = try copy(of: whole)
        let store = try Store(workspace)
        try store.run("INSERT INTO job VALUES (1, 99, 1, 1, 0, 0, 0), (2, 1, 1, 1, 0, 0, 0)")
        try withDamaged(workspace) { gateway in
            let anna = try gateway.online("anna")
            try until("both jobs are gone") { try store.count(of: "job") == 0 }
            for number in 1...20 { _ = try anna.write("\(number)", to: "anna") }
            #expect(try gateway.metric("martlet_store_damaged_rows_total") == 1)
        }
    }

    @Test func `X-59: a sweep that meets a damaged row rests, and the others go on`() throws {
        let whole = try Workspace()
        try withDamaged(whole) { gateway in
            let (anna, bert) = (try gateway.online("anna"), try gateway.online("bert"))
            _ = try anna.write("hello", to: "bert")
            _ = bert.takeEvents()
        }
        let workspace = try copy(of: whole)
        let store = try Store(workspace)
        try store.run("UPDATE stream_event SET stamp = -9223372036854775807")
        try store.run("INSERT INTO idempotency_key VALUES ('anna', 'k', 1, '', '{}', NULL)")
        try withDamaged(workspace) { gateway in
            try until("old keys are gone") { try store.count(of: "idempotency_key") == 0 }
            pause(.seconds(2))
            #expect(try gateway.metric("martlet_store_damaged_rows_total") == 1)
        }
    }

    /// A store in which every table has rows, the first ones those of two users who live apart.
    private func makeStore(in workspace: Workspace, _ values: inout NastyValues) throws {
        try withDamaged(workspace) { gateway in
            let (yara, zoe) = (try gateway.online("yara"), try gateway.online("zoe"))
            _ = try yara.write("hello", to: "zoe")
            _ = try zoe.write("hello", to: "yara")
            try gateway.createAccounts(Self.users)
            let sessions = try Self.users.map { try gateway.online($0) }
            let group = try sessions[0].createGroup("ours", with: Array(Self.users.dropFirst()))
            for (session, user) in zip(sessions, Self.users) {
                for other in Self.users where other != user {
                    _ = try session.add(other)
                    _ = try session.write("hello", to: other)
                }
                _ = try session.follow(Self.users)
                _ = try session.write("hello", in: group)
                let device = #"{"provider": "webhook", "token": "token-\#(user)"}"#
                _ = try session.request("push.register", device).get()
            }
            for _ in 1...3 { try drive(gateway, &values, "whole") }
        }
        try Store(workspace).fillEmptyTables()
    }

    private func expectLife(in whole: Workspace, _ damages: [Damage], _ values: inout NastyValues) throws {
        let workspace = try copy(of: whole)
        let store = try Store(workspace)
        var isEverybodys = false
        for damage in damages where try store.carryOut(damage) { isEverybodys = true }
        let title = "\(damages)"
        // Without the one row of a table a gateway may refuse to start, and says why.
        withKnownIssue("\(title)", isIntermittent: true) {
            do {
                try withDamaged(workspace) { gateway in
                    try drive(gateway, &values, title)
                    if !isEverybodys { try expectService(gateway) }
                    #expect(gateway.process.ended == nil, "\(title)")
                    let faults = try gateway.logged("store").compactMap { $0["reason"]?.string }
                    #expect(faults == [], "\(title)")
                }
            } catch {
                Issue.record(error, "\(title)")
            }
        } when: {
            isEverybodys
        } matching: { issue in
            if let overdue = issue.error as? Overdue { return overdue.description.contains("exited(78)") }
            return issue.comments.contains { $0.rawValue.contains("cannot be opened: a row of") }
        }
    }

    private func copy(of whole: Workspace) throws -> Workspace {
        let workspace = try Workspace()
        try FileManager.default.copyItem(atPath: whole("data"), toPath: workspace("data"))
        return workspace
    }

    private func withDamaged(_ workspace: Workspace, _ body: (GatewayProcess) throws -> Void) throws {
        try workspace.write("webhook.secret", "0b1e7f60c4d25a9883174e6d2fa95c3b")
        let secret = ["webhook.secretFile": "\"\(workspace("webhook.secret"))\""]
        try withChat(Self.settings.merging(secret) { $1 }, workspace: workspace, body)
    }

    /// Every operation, by three users and an administrator. Each is answered, and not by an error of the gateway's own.
    private func drive(_ gateway: GatewayProcess, _ values: inout NastyValues, _ title: String) throws {
        for user in Self.users.prefix(3) {
            try drive(.user, &values, title) { try open(gateway, #""token": "\#(gateway.token(user))""#) }
        }
        try drive(.admin, &values, title) { try open(gateway, #""adminKey": "\#(gateway.keys.adminKey)""#) }
    }

    private func drive(
        _ role: Roles, _ values: inout NastyValues, _ title: String, _ open: () throws -> ClientSession?
    ) throws {
        var session: ClientSession?
        for operation in Catalogue.standard.operations where operation.roles.contains(role) {
            if session == nil { session = try open() }
            guard let open = session else { return }
            let data = values.data(for: operation)
            do {
                switch try open.request(operation.name, data) {
                case .ok(let ok): note(ok, &values)
                case .error(let error):
                    #expect(error.number != "gw 1009", "\(title): \(operation.name) \(data.prefix(500)): \(error)")
                }
                _ = open.takeEvents()
            } catch ClientError.closed, ClientError.ended {
                session = nil
            }
        }
    }

    private func note(_ ok: JSONValue, _ values: inout NastyValues) {
        if let group = ok["groupID"]?.string { values.note(group: group) }
        if let message = ok["msgId"]?.string { values.note(message: message) }
    }

    /// Nil if the user's own rows do not let it in.
    private func open(_ gateway: GatewayProcess, _ who: String) throws -> ClientSession? {
        let session = try gateway.guest()
        // A damaged value that can be read is given as it is, and need not be what is declared.
        session.witness = nil
        let reply = try session.request("session.open", #"{\#(who), "device": "d1", "platform": "web"}"#)
        if let error = reply.error {
            #expect(error.number != "gw 1009", "\(error)")
            return nil
        }
        return session
    }

    private func expectService(_ gateway: GatewayProcess) throws {
        let (yara, zoe) = (try gateway.guest(), try gateway.guest())
        for (session, user) in [(yara, "yara"), (zoe, "zoe")] { _ = try session.open(token: gateway.token(user)).get() }
        let sent = try yara.write("still here", to: "zoe")
        let event = try zoe.event("message.new")
        #expect(event["msgId"]?.string == sent.msgID, "\(event)")
        #expect(try zoe.history(with: "yara").first?.msgID == sent.msgID)
    }
}

/// What is done to some rows of a table.
private struct Damage: CustomStringConvertible {
    let column: Store.Column
    /// SQL; nil: the rows are deleted, and others still name them.
    let value: String?

    init(of column: Store.Column, _ values: inout NastyValues) {
        self.column = column
        let numbers = ["99", "-1", "2000000000", "4611686018427387904", "9223372036854775807", "-9223372036854775808"]
        let texts = ["'damaged'", "''", "CAST(x'ff00c3' AS TEXT)", "'{\"a\": [1'", "'3-1 7-'"]
        let others = ["NULL", "1.5", "x'00ff'"]
        let kind = values.number(1...8)
        value =
            switch kind {
            case 1: nil
            case 2, 3: values.choice(others)
            case 4, 5: values.choice(column.type == "INTEGER" ? texts : numbers)
            default: values.choice(column.type == "INTEGER" ? numbers : texts)
            }
    }

    var description: String {
        value.map { "\(column.table).\(column.name) = \($0)" } ?? "without rows of \(column.table)"
    }
}

/// The file of a gateway that has ended.
private final class Store {
    struct Column {
        let table: String
        let name: String
        let type: String
    }

    struct Failure: Error {
        let message: String
    }

    private var database: OpaquePointer?

    init(_ workspace: Workspace) throws {
        // Other tests of this process open stores: SQLite takes its configuration before its first use alone.
        guard isSQLiteConfigured, sqlite3_open(workspace("data/martlet.sqlite"), &database) == SQLITE_OK else {
            throw Failure(message: "cannot open \(workspace.path)")
        }
    }

    deinit { sqlite3_close(database) }

    private var tables: [String] {
        get throws {
            try rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").map { $0[0] }
                .filter { !$0.hasPrefix("martlet_") }
        }
    }

    var columns: [Column] {
        get throws {
            try tables.flatMap { table in
                try rows("SELECT name, type FROM pragma_table_info('\(table)')").map {
                    Column(table: table, name: $0[0], type: $0[1])
                }
            }
        }
    }

    func count(of table: String) throws -> Int { Int(try rows("SELECT count(*) FROM \(table)")[0][0])! }

    /// With one row each of what their columns may hold.
    func fillEmptyTables() throws {
        for (table, columns) in Dictionary(grouping: try columns, by: \.table) {
            guard try rows("SELECT 1 FROM \(table) LIMIT 1").isEmpty else { continue }
            let values = columns.map { column in
                switch (column.type, column.name) {
                // The accounts 3 and 4, or the group 3 and the account 4.
                case ("INTEGER", "id"): "3 << 32 | 4"
                case ("INTEGER", "invitee"), ("INTEGER", "applicant"), ("INTEGER", "other"): "4"
                case ("INTEGER", "group_number"): "3"
                case ("INTEGER", _): "1"
                case ("TEXT", _): "'{}'"
                default: "x'00'"
                }
            }
            try rows("INSERT INTO \(table) VALUES (\(values.joined(separator: ", ")))")
        }
    }

    /// In the later half of the rows, but not in the first two. True: it may be one of these all the same, since there are no
    /// others.
    func carryOut(_ damage: Damage) throws -> Bool {
        let (table, name) = (damage.column.table, damage.column.name)
        let count = try count(of: table)
        let some = max(min(count / 2, count - 2), 1)
        let keys = try rows("SELECT name FROM pragma_table_info('\(table)') WHERE pk > 0 ORDER BY pk").map { $0[0] }
        let key = keys.joined(separator: ", ")
        let order = keys.map { "\($0) DESC" }.joined(separator: ", ")
        let later = "(\(key)) IN (SELECT \(key) FROM \(table) ORDER BY \(order) LIMIT \(some))"
        guard let value = damage.value else {
            try run("DELETE FROM \(table) WHERE \(later)")
            return count < 3
        }
        // A value that the column cannot hold, such as a text where the row's number is, is left out.
        try withoutConstraints(on: value == "NULL" && !keys.contains(name) ? table : "") {
            try run("UPDATE OR IGNORE \(table) SET \(name) = \(value) WHERE \(later)")
        }
        return count < 3
    }

    /// For NULL where the schema forbids it.
    private func withoutConstraints(on table: String, _ body: () throws -> Void) throws {
        let schema = "UPDATE sqlite_master SET sql"
        try run("PRAGMA writable_schema = ON")
        try run("CREATE TEMP TABLE former AS SELECT name, sql FROM sqlite_master WHERE name = '\(table)'")
        try run("\(schema) = replace(sql, 'NOT NULL', '') WHERE name = '\(table)'")
        try run("PRAGMA writable_schema = RESET")
        try body()
        try run("PRAGMA writable_schema = ON")
        try run("\(schema) = (SELECT sql FROM former) WHERE name = '\(table)'")
        try run("DROP TABLE former")
        try run("PRAGMA writable_schema = RESET")
    }

    func run(_ sql: String) throws { try rows(sql) }

    @discardableResult
    private func rows(_ sql: String) throws -> [[String]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(sql) }
        defer { sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                rows.append(
                    (0..<sqlite3_column_count(statement)).map { column in
                        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
                    })
            case SQLITE_DONE, SQLITE_CONSTRAINT, SQLITE_MISMATCH: return rows
            default: throw failure(sql)
            }
        }
    }

    private func failure(_ sql: String) -> Failure {
        Failure(message: "\(sql): \(String(cString: sqlite3_errmsg(database)))")
    }
}
