import Client
import ClientProtocol
import Framing
import Glibc
import JSON
import Testing

/// Logins, and those that fail, are in the audit log.
struct AuditLoginTests {
    private let failed = #""kind": "failedLogin""#

    @Test func `A-04: a login is in the log with user, device, platform and address`() throws {
        let proxied = ["proxy.trusted": #"["127.0.0.1"]"#]
        try withGateway(proxied) { gateway in
            let session = try gateway.guest(headers: [HTTPHeader("X-Forwarded-For", "203.0.113.7")])
            let data = #"{"token": "\#(gateway.token("anna"))", "device": "phone", "platform": "ios"}"#
            _ = try session.request("session.open", data).get()
            let login = try gateway.audit(#""userID": "anna", "kind": "login""#, count: 1)[0]
            #expect(login.actor == "user:anna" && login.address == "203.0.113.7")
            #expect(login.device == "phone" && login.platform == "ios" && login.result == "ok")
            _ = try gateway.admin()
            let admin = try gateway.audit(#""actor": "key:tests", "kind": "login""#, count: 1)[0]
            #expect(admin.operation == "session.open" && admin.address == "127.0.0.1")
        }
    }

    @Test func `A-04: users' logins are left out if the setting says so, and nobody else's`() throws {
        try withGateway(["audit.logins": "false", "log.level": #""info""#]) { gateway in
            let anna = try gateway.session("anna")
            try anna.connection.close()
            #expect(try gateway.guest().open(token: "x").error != nil)
            try gateway.audit(failed, count: 1)
            _ = try gateway.admin()
            try gateway.audit(#""actor": "key:tests", "kind": "login""#, count: 1)
            #expect(try gateway.audit(#""userID": "anna""#).isEmpty)
            #expect(try gateway.logged("session closed").isEmpty)
        }
    }

    /// How somebody fails, and what of it is in the log.
    private struct Attempt: Sendable {
        let name: String
        let data: @Sendable (GatewayProcess) -> String
        let result: String
        var user: String?
        var reason = ""
    }

    private static let attempts = [
        Attempt(
            name: "a token of nobody's key", data: { _ in #""token": "\#(Keys().token("eve"))", "user": "eve""# },
            result: "tim 70003", user: "eve", reason: "the token's signature is wrong"),
        Attempt(
            name: "an old token", data: { #""token": "\#($0.keys.token("anna", expiresIn: -9))""# },
            result: "tim 6206", reason: "the token has expired"),
        Attempt(
            name: "another user's token", data: { #""token": "\#($0.token("anna"))", "user": "bert""# },
            result: "tim 70013", user: "bert"),
        Attempt(name: "no token", data: { _ in #""platform": "ios""# }, result: "tim 70002"),
        Attempt(
            name: "a disabled user", data: { #""token": "\#($0.token("mallory"))""# }, result: "gw 1002",
            user: "mallory", reason: "the account is disabled"),
        Attempt(
            name: "an unknown admin key", data: { _ in #""adminKey": "nonsense""# }, result: "tim 70003",
            reason: "the admin key is not known"),
    ]

    @Test(arguments: attempts.indices)
    func `A-05: a login that fails is in the log with address, user, device and reason`(index: Int) throws {
        let attempt = Self.attempts[index]
        try withGateway { gateway in
            try gateway.createAccounts("mallory")
            _ = try gateway.admin().request("admin.account.disable", #"{"userIDs": ["mallory"]}"#).get()
            let guest = try gateway.guest()
            let refused = try guest.refusal("session.open", #"{\#(attempt.data(gateway)), "device": "d9"}"#)
            #expect(refused.number == attempt.result, "\(attempt.name)")
            let row = try gateway.audit(failed, count: 1)[0]
            #expect(row.result == attempt.result && row.address == "127.0.0.1" && row.device == "d9", "\(row)")
            #expect(row.users == [attempt.user].compactMap(\.self), "\(row)")
            if !attempt.reason.isEmpty { #expect(row.reason == attempt.reason) }
        }
    }

    @Test func `A-05: a wrong token or key over HTTP is in the log, too, and a key that is not good from there`() throws
    {
        try withGateway { gateway in
            for header in [HTTPHeader.bearer("nonsense"), .adminKey("nonsense")] {
                #expect(try gateway.api([header]).request("admin.ping").error != nil)
            }
            let rows = try gateway.audit(failed, count: 2)
            #expect(rows.allSatisfy { $0.operation == "http" && $0.result == "tim 70003" && $0.actor.isEmpty })
            let key = #"{"keys": [{"name": "far", "secret": "\#(gateway.keys.adminKey)", "addresses": ["192.0.2.1"]}]}"#
            try gateway.writeAdminKeys(key)
            gateway.signal(SIGHUP)
            try gateway.waitForLog("keys reloaded")
            let api = try gateway.api([.adminKey(gateway.keys.adminKey)])
            // On a cluster the first node may have said so, and this one not yet.
            try until("the key is not good from here") { try api.request("admin.ping").error?.code == 1002 }
            try until("the key's name is in the log") {
                try gateway.logged("audit").contains {
                    $0["actor"]?.string == "key:far" && $0["kind"]?.string == "failedLogin"
                }
            }
        }
    }

    @Test func `A-06: of a storm of failed logins few are written one by one, and honest users are served`() throws {
        try withGateway(["auth.failedOpensPerConnection": "1000"]) { gateway in
            gateway.keepToOneNode()
            let (anna, bert) = (try gateway.session("anna"), try gateway.session("bert"))
            let (before, began) = (try gateway.metric("martlet_audit_unrecorded_total"), ContinuousClock.now)
            let (guests, rounds, perRound) = (3, 9, 100)
            for _ in 0..<guests {
                let guest = try gateway.guest()
                for _ in 0..<rounds {
                    let asked = try (0..<perRound).map {
                        try guest.send("session.open", #"{"token": "nonsense\#($0)", "device": "d\#($0)"}"#)
                    }
                    for request in asked { #expect(try guest.reply(to: request).error?.number == "tim 70003") }
                    _ = try anna.request("message.send", message(to: "bert")).get()
                }
            }
            let storm = guests * rounds * perRound
            let seconds = Int((ContinuousClock.now - began).components.seconds) + 2
            let rows = try until("all are counted") {
                let rows = try gateway.audit(failed + #", "limit": 1000"#)
                return rows.reduce(0) { $0 + $1.count } == storm ? rows : nil
            }
            #expect(rows.count <= seconds * 6, "\(rows.count) rows in \(seconds) s")
            #expect(rows.contains { $0.count > 1 && $0.address == "127.0.0.1" && $0.result == "tim 70003" })
            #expect(try gateway.logged("audit").filter { $0["kind"]?.string == "failedLogin" }.count <= rows.count)
            let unrecorded = try gateway.metric("martlet_audit_unrecorded_total") - before
            #expect(Int(unrecorded) >= storm - rows.count && unrecorded > 0)
            withExtendedLifetime(bert) {}
        }
    }

    @Test func `A-08: the end of a session is a line of the log with user, device, address and code`() throws {
        try withGateway(["log.level": #""info""#]) { gateway in
            let anna = try gateway.session("anna", device: "phone")
            try anna.connection.close()
            try gateway.waitForLog("session closed")
            let line = try #require(try gateway.logged("session closed").first)
            #expect(line["user"]?.string == "anna" && line["device"]?.string == "phone")
            #expect(line["address"]?.string == "127.0.0.1" && line["code"]?.int64 == 1000)
        }
    }
}
