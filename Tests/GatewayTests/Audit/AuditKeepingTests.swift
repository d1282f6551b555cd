import Client
import ClientProtocol
import Foundation
import Framing
import JSON
import Testing

/// How the audit log is kept, and read.
struct AuditKeepingTests {
    private func control(
        _ gateway: GatewayProcess, _ arguments: String...
    ) throws -> (end: ChildProcess.End, output: String, errors: String) {
        let url = "http://\(try #require(gateway.adminEndpoint).authority)"
        let flags = ["--url", url, "--key-file", gateway.workspace("admin.json")]
        return try Martlet.run(["ctl", "audit"] + arguments + flags, in: try Workspace())
    }

    private func disable(_ count: Int, at gateway: GatewayProcess) throws {
        let admin = try gateway.admin()
        for number in 0..<count {
            _ = try admin.request("admin.account.disable", #"{"userIDs": ["user\#(number)"]}"#).get()
        }
    }

    @Test func `A-07: neither a key, a token nor a text is in the files or in the log`() throws {
        try withGateway { gateway in
            try gateway.createAccounts("anna", "bert")
            let token = gateway.token("anna")
            let text = "a text that nobody may read"
            _ = try gateway.guest().open(token: token).get()
            #expect(try gateway.guest().open(token: token + "x").error != nil)
            #expect(try gateway.api([.bearer(token + "y")]).request("conversation.list").error != nil)
            let admin = try gateway.admin()
            let sent =
                #"{"userIDs": ["bert"], "from": "anna", "clientMsgId": "m", "type": 0, "body": {"text": "\#(text)"}}"#
            // Refused, it is in no other table.
            #expect(
                try admin.refusal("admin.message.send", sent.replacing(#""type": 0"#, with: #""type": -1"#)).code > 0)
            let profile = #"{"userID": "anna", "values": {"Tag_Profile_IM_SelfSignature": 7, "x": "\#(text)"}}"#
            #expect(try admin.refusal("admin.profile.modify", profile).code > 0)
            try gateway.audit(#""kind": "failedLogin""#, count: 2)
            try gateway.audit(#""operation": "admin.profile.modify""#, count: 1)
            try gateway.stop()
            let secrets = [gateway.keys.adminKey, token, String(token.split(separator: ".")[2]), text]
            let folder = gateway.workspace("data")
            var files = try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
            files.append(gateway.workspace("errors"))
            for file in files {
                guard let bytes = FileManager.default.contents(atPath: file) else { continue }
                for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file) has \(secret)") }
            }
            #expect(files.count >= 2)
        }
    }

    @Test func `A-09: entries survive a restart, and are in a backup`() throws {
        let copies = try Workspace()
        try withGateway(["admin.backupDirectory": #""\#(copies.path)""#]) { gateway in
            try gateway.createAccounts("user0")
            try disable(1, at: gateway)
            let before = try gateway.audit(#""kind": "act""#)
            let backup = try gateway.operators().request("admin.gateway.backup", #"{"name": "copy.sqlite"}"#).get()
            _ = try gateway.session("anna")
            // What was gathered is written at the end.
            try gateway.restart()
            #expect(try gateway.audit(#""kind": "act""#).suffix(2).map(\.id) == before.map(\.id))
            #expect(try gateway.audit(#""userID": "anna", "kind": "login""#).count == 1)

            // A node's backup is put back by another way (docs/cluster.md).
            if TestCluster.isUsual { return }
            let file = try #require(backup["file"]?.string)
            try gateway.stop()
            let data = gateway.workspace("data")
            for old in try FileManager.default.contentsOfDirectory(atPath: data) where old.hasPrefix("martlet.sqlite") {
                try FileManager.default.removeItem(atPath: "\(data)/\(old)")
            }
            try FileManager.default.copyItem(atPath: file, toPath: "\(data)/martlet.sqlite")
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            #expect(try gateway.audit(#""kind": "act""#).map(\.id) == before.map(\.id))
        }
    }

    @Test func `A-09: entries go when their days are over, and all if none are to be kept`() throws {
        try withGateway(movableClock.merging(["audit.retentionDays": "2"]) { $1 }) { gateway in
            try gateway.createAccounts("user0")
            try gateway.restart(["data.clockOffsetSeconds": "\(day)"])
            try disable(1, at: gateway)
            #expect(try gateway.audit(#""kind": "act""#).count == 2)
            try gateway.restart(["data.clockOffsetSeconds": "\(2 * day + 60)"])
            try until("the older one is gone") {
                try gateway.audit(#""kind": "act""#).map(\.operation) == ["admin.account.disable"]
            }
            #expect(try gateway.audit(#""userID": "user0", "kind": "act""#).count == 1)

            try gateway.restart(["audit.retentionDays": "0"])
            try disable(1, at: gateway)
            try until("nothing is kept") { try gateway.audit().isEmpty }
            func looks() throws -> Int {
                try gateway.logged("audit").count { $0["operation"]?.string == "admin.audit.list" }
            }
            let before = try looks()
            _ = try gateway.audit()
            try until("the look is in the log") { try looks() > before }
        }
    }

    @Test func `A-10: of an erased user the places of its logins go, and what was done about it stays`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna", device: "annas-phone", platform: "ios")
            _ = try gateway.session("bert", device: "berts-phone")
            // Of several nodes, each writes down the logins at its own a second later.
            try until("both logins are written down") {
                let users = try gateway.audit(#""kind": "login""#).flatMap(\.users)
                return users.contains("anna") && users.contains("bert")
            }
            _ = try gateway.admin().request("admin.session.kick", #"{"userID": "anna"}"#).get()
            let data = #"{"userIDs": ["anna"], "messages": true}"#
            _ = try gateway.admin().request("admin.account.erase", data).get()
            try gateway.waitForLog("what a user has written is erased")
            let rows = try gateway.audit(#""userID": "anna""#)
            #expect(rows.map(\.operation) == ["admin.account.erase", "admin.session.kick", "session.open"], "\(rows)")
            let login = try #require(rows.last)
            #expect(login.address == "" && login.device == "" && login.platform == "" && login.users == ["anna"])
            #expect(rows[0].address == "127.0.0.1" && rows[0].parameters == #"{"messages":true}"#)
            #expect(try gateway.audit(#""kind": "login", "userID": "bert""#).first?.device == "berts-phone")
            withExtendedLifetime(session) {}
        }
    }

    @Test func `A-11: entries are listed by time, actor, user, operation and kind`() throws {
        try withGateway { gateway in
            try gateway.createAccounts("user0", "user1", "user2")
            try disable(2, at: gateway)
            pause(.milliseconds(5))
            let middle = wallMilliseconds()
            pause(.milliseconds(5))
            _ = try gateway.admin().request("admin.account.disable", #"{"userIDs": ["user2"]}"#).get()
            func operations(_ filter: String) throws -> [String] {
                try gateway.audit(filter).map { $0.users.last ?? "" }
            }
            let disabled = #""operation": "admin.account.disable""#
            #expect(try operations(disabled) == ["user2", "user1", "user0"])
            #expect(try operations(disabled + #", "since": \#(middle)"#) == ["user2"])
            #expect(try operations(disabled + #", "until": \#(middle)"#) == ["user1", "user0"])
            #expect(try operations(disabled + #", "userID": "user1""#) == ["user1"])
            #expect(try operations(disabled + #", "actor": "tests""#).count == 3)
            #expect(try operations(disabled + #", "actor": "key:tests", "kind": "act""#).count == 3)
            #expect(try operations(disabled + #", "actor": "test""#).isEmpty)
            #expect(try operations(#""kind": "act", "userID": "user1""#) == ["user1", "user2"])
            for wrong in [#""kind": "deed""#, #""cursor": "x""#, #""limit": 0"#, #""since": -1"#] {
                #expect(
                    try gateway.operators().request("admin.audit.list", "{\(wrong)}").error?.code == 1001, "\(wrong)")
            }
        }
    }

    @Test(arguments: ["", #""operation": "admin.account.disable", "#, #""userID": "user0", "#])
    func `A-11: pages are whole and stay so while entries are added`(filter: String) throws {
        try withGateway { gateway in
            try gateway.createAccounts("user0")
            let admin = try gateway.admin()
            func disable() throws {
                _ = try admin.request("admin.account.disable", #"{"userIDs": ["user0"]}"#).get()
            }
            for _ in 0..<25 { try disable() }
            let api = try gateway.operators()
            var (seen, cursor) = ([AuditRow](), "")
            repeat {
                let page = try api.request("admin.audit.list", #"{\#(filter)\#(cursor)"limit": 4}"#).get()
                let rows = try #require(page["entries"]?.elements).map { AuditRow(json: $0) }
                #expect(rows.count <= 4)
                seen += rows
                cursor = page["cursor"]?.string.map { #""cursor": "\#($0)", "# } ?? ""
                try disable()
            } while !cursor.isEmpty
            let ids = seen.compactMap { Int($0.id) }
            #expect(ids == ids.sorted(by: >) && Set(ids).count == ids.count)
            #expect(seen.filter { $0.operation == "admin.account.disable" }.count == 25)
        }
    }

    @Test func `A-11: who is no operator does not read the log`() throws {
        try withGateway { gateway in
            #expect(try gateway.admin().refusal("admin.audit.list").code == 1002)
            #expect(try gateway.session("anna").refusal("admin.audit.list").code == 1002)
            let api = try gateway.api([.adminKey(gateway.keys.adminKey)])
            #expect(try api.request("admin.audit.list").error?.code == 1002)
        }
    }

    @Test func `A-12: an operator prints the log, and exports all of it as lines`() throws {
        try withGateway { gateway in
            try gateway.createAccounts("user0")
            try disable(3, at: gateway)
            let shown = try control(gateway, "--operation", "admin.account.disable", "--limit", "2")
            #expect(shown.end == .exited(0) && shown.output.hasPrefix("TIME "), "\(shown.errors)")
            #expect(
                shown.output.contains(/act +key:tests +127\.0\.0\.1 +admin\.account\.disable +user1 .*1 of 1 refused/))
            let more = try #require(shown.output.firstMatch(of: /There are more: --after (\d+)\n/))
            let rest = try control(gateway, "--operation", "admin.account.disable", "--after", String(more.1))
            #expect(rest.output.contains("user0") && !rest.output.contains("user1"))

            let exported = try control(gateway, "--since", "1h", "--kind", "act", "--json")
            let lines = try exported.output.split(separator: "\n").map {
                AuditRow(json: try JSONDocument().parse(String($0)))
            }
            #expect(
                lines.map(\.operation) == Array(repeating: "admin.account.disable", count: 3) + ["admin.account.create"]
            )
            #expect(
                try control(gateway, "--since", "2001-01-01", "--until", "2001-01-02T08:30Z", "--json").output == "")
            let wrong = try control(gateway, "--since", "yesterday")
            #expect(wrong.end == .exited(64) && wrong.errors.contains("--since is yesterday"), "\(wrong)")
        }
    }
}
