import Client
import Framing
import JSON
import Testing

/// Operations over HTTP: what is asked there, and what it does.
struct APICallTests {
    @Test func `a user sends a message with a token alone, and devices hear of it`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            let alice = try gateway.online("alice")
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            let sent = try Sent(try api.request("message.send", message(to: "bob")).get())
            #expect(try bob.event("message.new")["msgId"]?.string == sent.msgID)
            // Nothing says which device has asked: all of them get the events.
            _ = try alice.event("conversation.new")
        }
    }

    @Test func `a token makes the account, as a login does`() throws {
        try withChat { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            #expect(try api.request("conversation.list", #"{"count": 10}"#).get()["isFinished"]?.bool == true)
            let accounts = try gateway.admin().request("admin.account.get", #"{"userIDs": ["alice"]}"#).get()
            #expect(accounts["accounts"]?.first?["online"]?.bool == false)
        }
    }

    @Test func `without accounts.autoCreate a user that nobody made is refused with 404`() throws {
        try withChat(["accounts.autoCreate": "false"]) { gateway in
            let (reply, response) = try gateway.api([.bearer(gateway.token("alice"))]).exchange("profile.getSelf")
            #expect(reply.code == "tim 40003 noAccount" && response.status == 404)
        }
    }

    @Test func `an administrator's key needs no session`() throws {
        try withGateway { gateway in
            let api = try gateway.api([.adminKey(gateway.keys.adminKey)])
            let pong = try api.request("admin.ping").get()
            #expect(pong["key"]?.string == "tests" && pong["operatorId"] == nil)
        }
    }

    @Test func `an administrator's key acts for a user who is there, and for nobody else`() throws {
        try withChat { gateway in
            try gateway.createAccounts("alice", "b%b")
            let bob = try gateway.online("bob")
            let key = HTTPHeader.adminKey(gateway.keys.adminKey)
            let alice = try gateway.api([key, .asUser("alice")])
            _ = try alice.request("message.send", message(to: "bob")).get()
            #expect(try bob.event("message.new")["from"]?.string == "alice")
            let encoded = try gateway.api([key, .asUser("b%25b")])
            #expect(try encoded.request("profile.getSelf").get()["profile"]?["userID"]?.string == "b%b")
            let nobody = try gateway.api([key, .asUser("nobody")]).exchange("profile.getSelf")
            #expect(nobody.reply.code == "tim 40003 noAccount" && nobody.response.status == 404)
            for wrong in ["%", "%zz", "%ff"] {
                let (reply, response) = try gateway.api([key, .asUser(wrong)]).exchange("profile.getSelf")
                #expect(reply.code == "tim 7003 badIdentifier" && response.status == 400, "\(wrong)")
            }
            let operated = try alice.request("admin.ping").get()
            #expect(operated["operatorId"]?.string == "alice")
        }
    }

    @Test func `roles hold: users have no admin operations, and a key alone has no user's`() throws {
        try withGateway { gateway in
            let user = try gateway.api([.bearer(gateway.token("alice"))]).exchange("admin.ping")
            #expect(user.reply.code == "gw 1002 forbidden" && user.response.status == 403)
            let key = try gateway.api([.adminKey(gateway.keys.adminKey)]).exchange("profile.getSelf")
            #expect(key.reply.code == "gw 1002 forbidden" && key.response.status == 403)
        }
    }

    @Test(arguments: ["session.open", "session.refresh", "session.close", "stream.ack", "no.such", "", "a/b"])
    func `an operation that is about a session, or that there is none of, is not found`(operation: String) throws {
        try withGateway { gateway in
            let (reply, response) = try gateway.api([.bearer(gateway.token("alice"))]).exchange(operation)
            #expect(reply.code == "gw 1000 unknownOperation" && response.status == 404)
        }
    }

    @Test func `a device is named where one is needed`() throws {
        let workspace = try Workspace()
        let secret = try workspace.write("webhook", "kJ8f2Lq0ZtWm5xVb7NcR1yPd4GhS6uEa")
        let settings = ["webhook.url": #""http://127.0.0.1:9/""#, "webhook.secretFile": #""\#(secret)""#]
        try withChat(settings, workspace: workspace) { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            let missing = try api.exchange("push.register", #"{"provider": "webhook", "token": "t"}"#)
            #expect(missing.reply.error?.keys == ["device"] && missing.response.status == 400)
            let data = #"{"provider": "webhook", "token": "t", "device": "phone", "platform": "ios"}"#
            _ = try api.request("push.register", data).get()
            let devices = try api.request("push.devices").get()["devices"]
            #expect(devices?.elements?.map { $0["device"]?.string } == ["phone"])
            #expect(devices?.first?["platform"]?.string == "ios")
        }
    }

    @Test func `an account that is disabled or deleted has no more requests, nor reads`() throws {
        try withChat { gateway in
            try gateway.createAccounts("alice")
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            let operations = ["profile.getSelf", "conversation.totalUnread", "session.list", "friendGroup.list"]
            for operation in operations { _ = try api.request(operation).get() }
            let admin = try gateway.admin()
            _ = try admin.request("admin.account.disable", #"{"userIDs": ["alice"], "disabled": true}"#).get()
            for operation in operations {
                let (reply, response) = try api.exchange(operation)
                #expect(reply.code == "gw 1002 forbidden" && response.status == 403, "\(operation)")
            }
        }
    }

    @Test func `a revoked token has no more requests, and a later one has`() throws {
        try withChat { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            // The second time nothing asks the store.
            for _ in 0..<2 { _ = try api.request("session.list").get() }
            try nextSecond()
            let now = wallSeconds()
            let later = try gateway.api([.bearer(gateway.token("alice"))])
            for _ in 0..<2 { _ = try later.request("session.list").get() }
            let data = #"{"userID": "alice", "issuedBefore": \#(now - 1)}"#
            _ = try gateway.admin().request("admin.token.revoke", data).get()
            #expect(try api.exchange("session.list").reply.code == "tim 6206 signatureExpired")
            _ = try later.request("session.list").get()
        }
    }

    @Test func `an account that is deleted and made again is served by every shard`() throws {
        try withChat(["shards.count": "4"]) { gateway in
            let operations = ["profile.getSelf", "conversation.totalUnread", "session.list", "friendGroup.list"]
            // Connections are dealt out to the shards, so that each has one of them at least.
            let connections = try (0..<24).map { _ in try gateway.http() }
            func ask(_ user: String, _ token: String) throws -> [String] {
                try connections.enumerated().map { index, http in
                    let api = HTTPAPI(http, headers: [.bearer(token)])
                    return try api.exchange(operations[index % operations.count]).reply.code ?? "ok"
                }
            }
            let old = gateway.token("alice")
            let all = connections.map { _ in "ok" }
            #expect(try ask("alice", old) == all)
            let admin = try gateway.admin()
            for madeBy in ["a token", "an administrator"] {
                _ = try admin.request("admin.account.delete", #"{"userIDs": ["alice"]}"#).get()
                #expect(try Set(ask("alice", old)) == ["tim 6206 signatureExpired"])
                if madeBy == "an administrator" {
                    try gateway.createAccounts("alice")
                    #expect(try Set(ask("alice", old)) == ["tim 6206 signatureExpired"])
                }
                try nextSecond()
                #expect(try ask("alice", gateway.token("alice")) == all, "\(madeBy)")
            }
            let key = try gateway.api([.adminKey(gateway.keys.adminKey), .asUser("alice")])
            _ = try key.request("profile.getSelf").get()
            _ = try admin.request("admin.account.delete", #"{"userIDs": ["alice"]}"#).get()
            for operation in operations {
                let (reply, response) = try key.exchange(operation)
                #expect(reply.code == "tim 40003 noAccount" && response.status == 404, "\(operation)")
            }
        }
    }

    @Test(arguments: [("[]", 400), ("{", 400), ("1", 400), (#"{"count": "x"}"#, 400), ("", 200), ("{}", 200)])
    func `a body is an object, or nothing`(body: String, status: UInt16) throws {
        try withChat { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            let (_, response) = try api.exchange("conversation.list", body)
            #expect(response.status == status)
        }
    }

    @Test func `requests that come too fast are refused with 429, and say when to try again`() throws {
        try withGateway(["requests.perSecondPerUser": "1", "requests.burstPerUser": "1"]) { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            _ = try api.request("profile.getSelf").get()
            let (reply, response) = try api.exchange("profile.getSelf")
            #expect(reply.code == "gw 1003 rateLimited" && response.status == 429)
            #expect(response.headers.first(of: "retry-after") == "1")
        }
    }

    @Test(.alone("Tests see over the API how far nodes are."))
    func `the API can be turned off`() throws {
        try withGateway(["api.enabled": "false"]) { gateway in
            let response = try gateway.http().request(.post, "/v1/api/admin.ping")
            #expect(response.status == 404)
        }
    }
}
