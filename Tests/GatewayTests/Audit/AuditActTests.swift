import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// What administrators and operators do is in the audit log.
struct AuditActTests {
    private let acts = #""kind": "act""#

    @Test(arguments: RequestDoor.allCases)
    func `A-01: an administrator's change is in the log with who, from where, what and the result`(
        door: RequestDoor
    ) throws {
        try withGateway(door: door) { gateway in
            let before = wallMilliseconds()
            try gateway.createAccounts("anna", "bert")
            let data = #"{"userIDs": ["anna", "bert"], "disabled": false}"#
            _ = try gateway.admin().request("admin.account.disable", data).get()
            // Acknowledged, it is there.
            let rows = try gateway.audit(acts)
            #expect(rows.map(\.operation) == ["admin.account.disable", "admin.account.create"], "\(rows)")
            let disabled = try #require(rows.first)
            #expect(disabled.actor == "key:tests" && disabled.address == "127.0.0.1")
            #expect(disabled.users == ["anna", "bert"] && disabled.parameters == #"{"disabled":false}"#)
            #expect(disabled.result == "ok" && disabled.reason == "")
            #expect((before...wallMilliseconds()).contains(disabled.time))
            #expect(rows.last?.users == ["anna", "bert"])
            let logged = try gateway.logged("audit").last { $0["operation"]?.string == "admin.account.disable" }
            #expect(logged?["actor"]?.string == "key:tests" && logged?["result"]?.string == "ok")
            #expect(logged?["users"]?.string == "anna bert" && logged?["address"]?.string == "127.0.0.1")
        }
    }

    @Test func `A-01: what an administrator does in a user's name says so`() throws {
        try withGateway { gateway in
            try gateway.createAccounts("anna", "bert")
            let asAnna = try gateway.api([.adminKey(gateway.keys.adminKey), .asUser("anna")])
            _ = try asAnna.request("message.send", message(to: "bert")).get()
            let session = try gateway.guest()
            let opening = #"{"adminKey": "\#(gateway.keys.adminKey)", "operatorId": "boss"}"#
            _ = try session.request("session.open", opening).get()
            _ = try session.request("admin.token.revoke", #"{"userID": "bert"}"#).get()
            let (revoked, sent) = (try gateway.audit(acts)[0], try gateway.audit(acts)[1])
            #expect(revoked.operation == "admin.token.revoke" && revoked.users == ["boss", "bert"])
            #expect(sent.operation == "message.send" && sent.users == ["anna"] && sent.actor == "key:tests")
            #expect(sent.parameters == #"{"conversationID":"c2c_bert"}"#)
            // A user's own requests are not there.
            let anna = try gateway.session("anna")
            _ = try anna.request("message.send", message(to: "bert")).get()
            #expect(try gateway.audit(acts).first?.id == revoked.id)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `A-01: all whom a request names are found in the log, also the one in whose name it was done`(
        door: RequestDoor
    ) throws {
        try withGateway(door: door) { gateway in
            try gateway.createAccounts("anna", "bert", "carl")
            let admin = try gateway.admin()
            let text = #""type": 0, "body": {"text": "hi"}"#
            let time = wallMilliseconds() - 10_000
            let requests = [
                ("admin.message.send", #""from": "anna", "conversationID": "c2c_bert", "clientMsgId": "1", \#(text)"#),
                ("admin.message.send", #""from": "anna", "userIDs": ["bert"], "clientMsgId": "2", \#(text)"#),
                ("admin.channel.create", #""channelID": "news", "publishers": ["anna"]"#),
                ("admin.channel.publish", #""channelID": "news", "from": "anna", "clientMsgId": "3", \#(text)"#),
                ("admin.group.create", #""owner": "bert", "name": "g", "invitees": ["anna"]"#),
                (
                    "admin.message.import",
                    #""messages": [{"conversationID": "c2c_carl", "from": "anna", "clientMsgId": "4", "time": \#(time), "#
                        + text + "}]"
                ),
            ]
            for (operation, data) in requests { _ = try admin.request(operation, "{\(data)}").get() }
            let rows = try gateway.audit(#""userID": "anna", "kind": "act", "limit": 50"#).reversed()
            let made = rows.filter { $0.operation != "admin.account.create" && $0.result != "begun" }
            #expect(made.map(\.operation) == requests.map(\.0), "\(rows)")
            #expect(made.first?.users == ["anna"], "\(rows)")
            #expect(made.first?.parameters.contains(#""from":"anna""#) == true, "\(rows)")
            // This `from` is the id of an event.
            _ = try admin.request("admin.events.replay", #"{"endpoint": "none", "from": "1"}"#)
            let replay = try gateway.audit(#""operation": "admin.events.replay""#, count: 1)
            #expect(replay[0].users == [] && replay[0].parameters.contains(#""from":"1""#), "\(replay)")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `A-01: a repeat of a request has no second entry`(door: RequestDoor) throws {
        try withGateway(door: door) { gateway in
            try gateway.createAccounts("anna")
            let key = [HTTPHeader.idempotencyKey("once")]
            let data = #"{"userIDs": ["anna"]}"#
            let api = try gateway.api([.adminKey(gateway.keys.adminKey)])
            for _ in 0..<3 {
                if door == .http {
                    _ = try api.exchange("admin.account.disable", data, headers: key).reply.get()
                } else {
                    _ = try gateway.admin().request("admin.account.disable", data, key: "once").get()
                }
            }
            #expect(try gateway.audit(#""operation": "admin.account.disable""#).count == 1)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `A-02: what an administrator reads is in the log a moment later`(door: RequestDoor) throws {
        try withGateway(door: door) { gateway in
            try gateway.createAccounts("anna")
            let admin = try gateway.admin()
            _ = try admin.request("admin.ping").get()
            _ = try admin.request("admin.user.state", #"{"userID": "anna"}"#).get()
            _ = try admin.request("admin.account.list", #"{"limit": 10}"#).get()
            let rows = try gateway.audit(#""kind": "read", "operation": "admin.account.list""#, count: 1)
            #expect(rows[0].parameters == #"{"limit":10}"# && rows[0].result == "ok" && rows[0].actor == "key:tests")
            #expect(try gateway.audit(#""userID": "anna", "kind": "read""#).map(\.operation) == ["admin.user.state"])
            #expect(try gateway.audit(#""operation": "admin.ping""#).isEmpty)
        }
    }

    @Test(.alone("It ends one node."))
    func `A-02: what an operator does to the process is in the log`() throws {
        try withGateway { gateway in
            let operators = try gateway.operators()
            _ = try operators.request("admin.gateway.setLogLevel", #"{"level": "debug", "seconds": 9}"#).get()
            _ = try operators.request("admin.gateway.reload").get()
            let refused = try operators.request("admin.gateway.backup", #"{"name": "copy"}"#)
            #expect(refused.error?.code == 1002)
            let rows = try gateway.audit(acts, count: 3)
            let level = try #require(rows.first { $0.operation == "admin.gateway.setLogLevel" })
            #expect(level.parameters == #"{"level":"debug","seconds":9}"# && level.result == "ok")
            #expect(rows.contains { $0.operation == "admin.gateway.reload" && $0.result == "ok" })
            let backup = try #require(rows.first { $0.operation == "admin.gateway.backup" })
            #expect(backup.result == "gw 1002" && backup.parameters == #"{"name":"copy"}"#)

            _ = try operators.request("admin.gateway.drain").get()
            #expect(try gateway.wait() == .exited(0))
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            #expect(try gateway.audit(#""operation": "admin.gateway.drain""#).first?.result == "ok")
        }
    }

    @Test func `A-02: what is done at the console is in the log as such`() throws {
        try withGateway { gateway in
            try gateway.createAccounts("anna")
            let console = try gateway.console()
            #expect(try console.call("admin.account.disable", #"{"userIDs": ["anna"]}"#).status == 200)
            let act = try gateway.audit(acts + #", "actor": "console:tests""#)
            #expect(act.map(\.operation) == ["admin.account.disable"] && act[0].users == ["anna"])
            let login = try gateway.audit(#""kind": "login", "actor": "console:tests""#, count: 1)[0]
            #expect(login.operation == "console" && login.address == "127.0.0.1")
            #expect(try console.signIn("tests", "wrong").status == 401)
            #expect(try gateway.audit(#""kind": "failedLogin""#, count: 1)[0].operation == "console")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `A-03: a refused request of an administrator is in the log with its number`(door: RequestDoor) throws {
        try withGateway(door: door) { gateway in
            try gateway.createAccounts("anna")
            let admin = try gateway.admin()
            // By its commit, by its handler, by the listener.
            #expect(try admin.refusal("admin.account.update", #"{"userID": "nobody", "nickname": "N"}"#).code == 40003)
            #expect(try admin.refusal("admin.account.disable", #"{"userIDs": 7}"#).code == 1001)
            #expect(try admin.refusal("admin.gateway.drain").code == 1002)
            let rows = try gateway.audit(acts, count: 4)
            let results = Dictionary(uniqueKeysWithValues: rows.map { ($0.operation, $0.result) })
            #expect(results["admin.account.update"] == "tim 40003", "\(rows)")
            #expect(results["admin.account.disable"] == "gw 1001" && results["admin.gateway.drain"] == "gw 1002")
            #expect(rows.first { $0.result == "tim 40003" }?.users == ["nobody"])
            _ = try admin.request("admin.account.disable", #"{"userIDs": ["anna", "nobody"]}"#).get()
            let some = try #require(try gateway.audit(acts).first)
            #expect(some.result == "ok" && some.reason == "1 of 2 refused")
        }
    }

    @Test func `A-03: a request that is carried out in pieces has an entry when it begins, and one with its end`()
        throws
    {
        try withGateway { gateway in
            let users = (0..<100).map { "user\($0)" }
            try gateway.createAccounts(users)
            let names = users.map { #""\#($0)""# }.joined(separator: ",")
            let data =
                #"{"userIDs": [\#(names)], "from": "user0", "clientMsgId": "m", "type": 0, "body": {"text": "t"}}"#
            _ = try gateway.admin().request("admin.message.send", data).get()
            let rows = try gateway.audit(#""operation": "admin.message.send""#, count: 2)
            #expect(rows.map(\.result) == ["ok", "begun"] && rows[1].users.count == 100)
        }
    }
}
