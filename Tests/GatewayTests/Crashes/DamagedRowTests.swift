import Client
import ClientProtocol
import Foundation
import Gateway
import JSON
import ServerAPI
import TestSupport
import Testing

/// Another program writes into the rows of a store. Requests that meet such a row are refused, the process lives, and users
/// whose rows are whole are served. The tables and columns are those that the file has.
///
/// `MARTLET_DAMAGES=1000` damages so many columns, one after the other, instead of one of each table.
@Suite(.alone("It damages a store's own file.")) struct DamagedRowTests {
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
        let columns = try ClosedStore(whole).columns
        #expect(columns.count > 150)
        let tables = Dictionary(grouping: columns, by: \.table)
        if let count = environment["MARTLET_DAMAGES"].flatMap(Int.init) {
            for _ in 0..<count { try expectLife(in: whole, [Damage(of: values.choice(columns), &values)], &values) }
            return
        }
        let store = try ClosedStore(whole)
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
        try ClosedStore(workspace).run("UPDATE account SET state = 'damaged' WHERE name = 'bert'")
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
        let store = try ClosedStore(workspace)
        try store.run("INSERT INTO job VALUES (1, 99, 1, 1, 0, 0, 0), (2, 1, 1, 1, 0, 0, 0)")
        try withDamaged(workspace) { gateway in
            let anna = try gateway.online("anna")
            try until("both jobs are gone") { try store.count(of: "job") == 0 }
            for number in 1...20 { _ = try anna.write("\(number)", to: "anna") }
            #expect(try gateway.metric("martlet_store_damaged_rows_total") == 1)
        }
    }

    @Test func `M-49: an erasure that meets a damaged row is listed, and done when it is asked for again`() throws {
        let whole = try Workspace()
        try withDamaged(whole) { gateway in
            _ = try gateway.online("bert")
            try gateway.online("anna").write("hello", to: "bert")
        }
        let workspace = try copy(of: whole)
        let store = try ClosedStore(workspace)
        try store.run("INSERT INTO idempotency_key VALUES ('bert', 'k', 'damaged', '', '{}', NULL)")
        try withDamaged(workspace) { gateway in
            #expect(try gateway.erase("anna") == [0])
            try until("it has stopped") { try gateway.erasures().map(\.hasStopped) == [true] }
            #expect(
                try gateway.logged("an erasure has stopped at a damaged row").map { $0["user"]?.string } == ["anna"])
            try store.run("DELETE FROM idempotency_key WHERE key = 'k'")
            #expect(try gateway.erasures().map(\.user) == ["anna"])
            #expect(try gateway.erase("anna") == [0])
            try gateway.waitUntilErased()
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
        let store = try ClosedStore(workspace)
        try store.run("UPDATE stream_event SET stamp = -9223372036854775807")
        try store.run("INSERT INTO idempotency_key VALUES ('anna', 'k', 1, '', '{}', NULL)")
        try withDamaged(workspace) { gateway in
            try until("old keys are gone") { try store.count(of: "idempotency_key") == 0 }
            pause(.seconds(2))
            #expect(try gateway.metric("martlet_store_damaged_rows_total") == 1)
        }
    }

    @Test func `X-08, B-05: a damaged broadcast keeps nobody from logging in, nor from the others`() throws {
        let whole = try Workspace()
        try withDamaged(whole) { gateway in
            try gateway.createAccounts("anna")
            let admin = try gateway.admin()
            for text in ["1", "2", "3"] { try admin.tellAll(text) }
        }
        for (damage, told) in [("digest = x'00'", 1), ("id = 1 << 40", 0)] {
            let workspace = try copy(of: whole)
            try ClosedStore(workspace).run("UPDATE broadcast SET \(damage) WHERE id = 2")
            try withDamaged(workspace) { gateway in
                #expect(try gateway.missed("anna", after: 0).map(\.text) == ["1", "3"])
                #expect(try gateway.missed("anna", after: 3).isEmpty)
                #expect(try gateway.admin().tellAll("4") == 4)
                #expect(try gateway.missed("anna", after: 1).map(\.text) == ["3", "4"])
                let logged = try gateway.logged("a row of the store is damaged").compactMap { $0["reason"]?.string }
                #expect(logged.count == told, "\(logged)")
            }
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
        try ClosedStore(workspace).fillEmptyTables()
    }

    private func expectLife(in whole: Workspace, _ damages: [Damage], _ values: inout NastyValues) throws {
        let workspace = try copy(of: whole)
        let store = try ClosedStore(workspace)
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
