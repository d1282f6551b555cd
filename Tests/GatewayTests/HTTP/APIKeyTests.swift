import Client
import Framing
import Glibc
import JSON
import Testing

/// What an admin key is good for: scopes, addresses, rates, and how much of the gateway it may take.
struct APIKeyTests {
    private let limited = LimitedKey()

    /// Scopes, an operation, and whether they have it.
    static let scopes: [(scopes: String, operation: String, isAllowed: Bool)] = [
        (#"["*"]"#, "admin.ping", true),
        (#"["*"]"#, "profile.getSelf", true),
        (#"["admin.ping"]"#, "admin.ping", true),
        (#"["admin.ping"]"#, "admin.account.get", false),
        (#"["admin.ping"]"#, "profile.getSelf", false),
        (#"["admin.*"]"#, "admin.account.get", true),
        (#"["admin.*"]"#, "profile.getSelf", false),
        (#"["admin.account.*"]"#, "admin.ping", false),
        (#"["admin.account.*"]"#, "admin.account.get", true),
        (#"["message.*", "profile.getSelf"]"#, "profile.getSelf", true),
        (#"["message.*", "profile.getSelf"]"#, "conversation.totalUnread", false),
        (#"["message.*", "profile.getSelf"]"#, "admin.ping", false),
    ]

    @Test(arguments: scopes.indices) func `X-65: a key does what its scopes have, and nothing else, at both doors`(
        index: Int
    ) throws {
        let (scopes, operation, isAllowed) = Self.scopes[index]
        try limited.withGateway(#""scopes": \#(scopes)"#) { gateway in
            _ = try gateway.online("alice")
            let data = operation == "admin.account.get" ? #"{"userIDs": ["alice"]}"# : "{}"
            let isAdmin = operation.hasPrefix("admin.")
            let (reply, response) = try gateway.api(isAdmin ? [limited.header] : [limited.header, .asUser("alice")])
                .exchange(operation, data)
            #expect(response.status == (isAllowed ? 200 : 403))
            #expect(reply.code == (isAllowed ? nil : "gw 1002 forbidden"))
            guard isAdmin else { return }
            let session = try gateway.guest()
            _ = try session.request("session.open", #"{"adminKey": "\#(limited.secret)", "device": "a"}"#).get()
            #expect(try session.request(operation, data).code == (isAllowed ? nil : "gw 1002 forbidden"))
        }
    }

    @Test func `X-65: scopes hold for each call of a batch`() throws {
        try limited.withGateway(#""scopes": ["profile.getSelf"]"#) { gateway in
            _ = try gateway.online("alice")
            let calls = #"[{"op": "profile.getSelf", "as": "alice"}, {"op": "admin.ping"}]"#
            let results = try gateway.api([limited.header]).request("batch", #"{"calls": \#(calls)}"#).get()["results"]
            #expect(results?.elements?.map { $0["error"]?["code"]?.int } == [nil, 1002])
        }
    }

    @Test(arguments: [
        (#"["127.0.0.1"]"#, true), (#"["10.0.0.0/8", "127.0.0.0/8"]"#, true), (#"["10.0.0.0/8", "::1"]"#, false),
    ])
    func `X-65: a key is good from its addresses alone, at both doors`(addresses: String, isAllowed: Bool) throws {
        try limited.withGateway(#""addresses": \#(addresses)"#) { gateway in
            let (reply, response) = try gateway.api([limited.header]).exchange("admin.ping")
            #expect(response.status == (isAllowed ? 200 : 403))
            #expect(reply.code == (isAllowed ? nil : "gw 1002 forbidden"))
            let opened = try gateway.guest().request(
                "session.open", #"{"adminKey": "\#(limited.secret)", "device": "a"}"#)
            #expect(opened.code == (isAllowed ? nil : "gw 1002 forbidden"))
        }
    }

    @Test func `X-65: a key's requests are charged to its rate, for any user, and no user pays`() throws {
        let slow = ["requests.perSecondPerUser": "1", "requests.burstPerUser": "12"]
        try limited.withGateway(#""requestsPerSecond": 1, "burst": 20"#, slow) { gateway in
            gateway.keepToOneNode()
            _ = try gateway.online("alice")
            let alice = try gateway.api([limited.header, .asUser("alice")])
            for _ in 1...18 { _ = try alice.request("profile.getSelf").get() }
            _ = try gateway.api([limited.header]).request("admin.ping").get()
            try until("the key is too fast") {
                let (reply, response) = try alice.exchange("profile.getSelf")
                return reply.code == "gw 1003 rateLimited" && response.status == 429
            }
            let session = try gateway.guest()
            _ = try session.request("session.open", #"{"adminKey": "\#(limited.secret)", "device": "a"}"#).get()
            try until("it is so at the other door") { try session.request("admin.ping").code == "gw 1003 rateLimited" }
            _ = try gateway.api([.bearer(gateway.token("alice"))]).request("profile.getSelf").get()
        }
    }

    @Test(arguments: [
        (#""scopes": ["admin.pong"]"#, "scope `admin.pong`"), (#""scopes": ["adm*"]"#, "scope `adm*`"),
        (#""addresses": ["localhost"]"#, "address `localhost`"),
    ])
    func `X-65: a scope or an address that means nothing keeps the gateway from starting`(
        more: String, complaint: String
    ) throws {
        let workspace = try Workspace()
        try workspace.write(
            "limited.json", #"{"keys": [{"name": "limited", "secret": "\#(limited.secret)", \#(more)}]}"#)
        try workspace.write(
            "martlet.json5",
            GatewayProcess.text(of: ["auth.adminKeysFile": #""limited.json""#, "auth.testMode": "true"]))
        let process = try Martlet.start(["serve", "--config", workspace("martlet.json5")], in: workspace)
        #expect(try process.wait() != .exited(0))
        #expect(try workspace.read("errors").contains(complaint))
    }

    // MARK: - How much at a time

    /// Alice makes so many groups in one batch, which takes a while.
    private func batch(of count: Int) -> String {
        let call = #"{"op": "group.create", "data": {"name": "g"}, "as": "alice"}"#
        return #"{"calls": [\#(Array(repeating: call, count: count).joined(separator: ","))]}"#
    }

    private func startBatch(_ gateway: GatewayProcess, _ headers: String, of count: Int) throws -> HTTPConnection {
        let alice = try gateway.online("alice")
        let http = try gateway.http()
        let body = batch(of: count)
        try http.send(
            raw: "POST /v1/api/batch HTTP/1.1\r\nHost: h\r\n\(headers)\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        _ = try alice.event("conversation.new")
        return http
    }

    private let many = ["api.callsPerBatch": "1000", "groups.perUser": "2000"]

    @Test func `no more requests of a key are under way than api.requestsPerKey`() throws {
        try limited.withGateway(#""scopes": ["*"]"#, many.merging(["api.requestsPerKey": "1"]) { $1 }) { gateway in
            gateway.keepToOneNode()
            let http = try startBatch(gateway, "Martlet-Key: \(limited.secret)", of: 300)
            let (reply, response) = try gateway.api([limited.header]).exchange("admin.ping")
            #expect(reply.code == "gw 1003 rateLimited" && response.status == 429)
            _ = try gateway.api([.bearer(gateway.token("bob"))]).request("profile.getSelf").get()
            #expect(try http.response().status == 200)
            _ = try gateway.api([limited.header]).request("admin.ping").get()
        }
    }

    @Test func `a drain waits for requests that are under way, and answers others with 503`() throws {
        try limited.withGateway(#""scopes": ["*"]"#, many) { gateway in
            let http = try startBatch(gateway, "Martlet-Key: \(limited.secret)", of: 300 / slowness)
            let late = try gateway.api([limited.header])
            _ = try late.request("admin.ping").get()
            gateway.signal(SIGTERM)
            try gateway.waitForLog("draining")
            let (reply, response) = try late.exchange("admin.ping")
            #expect(reply.code == "gw 1008 unavailable" && response.status == 503)
            let done = try http.response()
            let results = try JSONDocument().parse(done.body)["ok"]?["results"]
            #expect(done.status == 200 && results?.count == 300 / slowness)
            #expect(results?.elements?.allSatisfy { $0["ok"] != nil } == true)
            #expect(try gateway.wait() == .exited(0))
        }
    }

    @Test(.alone("Tests wait until nodes have nothing to do."))
    func `while half of store.pendingWrites wait, keys are refused with 503, and users are not`() throws {
        try withChat(["store.pendingWrites": "64", "shards.count": "2"]) { gateway in
            let alice = try gateway.online("alice")
            let admin = try gateway.api([.adminKey(gateway.keys.adminKey)])
            var sent = 0
            let refused = try until("a key is refused") {
                for _ in 1...400 {
                    sent += 1
                    let data = message("m\(sent)", to: "alice", id: "m\(sent)")
                    try alice.connection.send(#"{"id": \#(sent + 1000), "op": "message.send", "data": \#(data)}"#)
                }
                // Who reads nothing is not read from for long.
                while try alice.connection.poll() != nil {}
                let (reply, response) = try admin.exchange("admin.ping")
                return reply.code == nil
                    ? nil : (reply.code, response.status, response.headers.first(of: "retry-after"))
            }
            #expect(refused.0 == "gw 1008 unavailable" && refused.1 == 503 && refused.2 == "1")
        }
    }
}
