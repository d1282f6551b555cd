import Client
import ClientProtocol
import Framing
import JSON
import Testing

/// `admin.token.revoke`, and what disabling and deleting do to tokens (X-64).
struct TokenRevocationTests {
    private let revoked = "tim 6206 signatureExpired"

    private func token(_ gateway: GatewayProcess, _ user: String, issuedAt second: Int) -> String {
        gateway.keys.token(user, #""iat": \#(second)"#)
    }

    /// Opens a session with such a token; what it is refused with, or `ok`.
    private func open(_ gateway: GatewayProcess, _ token: String) throws -> String {
        try gateway.guest().open(token: token).code ?? "ok"
    }

    /// Up to which second tokens are revoked then.
    @discardableResult
    private func revoke(_ gateway: GatewayProcess, _ user: String, _ second: Int? = nil) throws -> Int {
        let more = second.map { #", "issuedBefore": \#($0)"# } ?? ""
        let ok = try gateway.admin().request("admin.token.revoke", #"{"userID": "\#(user)"\#(more)}"#).get()
        return try #require(ok["issuedBefore"]?.int)
    }

    private func account(_ gateway: GatewayProcess, _ verb: String, _ user: String, _ more: String = "") throws {
        let ok = try gateway.admin().request("admin.account.\(verb)", #"{"userIDs": ["\#(user)"]\#(more)}"#).get()
        try #require(ok["results"]?.first?["code"]?.int == 0)
    }

    @Test func `X-64: a session whose token is revoked ends with 4202, and its token opens no other`() throws {
        try withChat { gateway in
            let now = wallSeconds()
            let old = try gateway.guest()
            _ = try old.open(token: token(gateway, "anna", issuedAt: now - 10), device: "old").get()
            let same = try gateway.guest()
            _ = try same.open(token: token(gateway, "anna", issuedAt: now - 5), device: "same").get()
            let new = try gateway.guest()
            _ = try new.open(token: token(gateway, "anna", issuedAt: now - 4), device: "new").get()
            let silent = try gateway.guest()
            _ = try silent.open(token: gateway.keys.token("anna"), device: "silent").get()
            let other = try gateway.guest()
            _ = try other.open(token: token(gateway, "bert", issuedAt: now - 10)).get()
            #expect(try revoke(gateway, "anna", now - 5) == now - 5)
            for session in [old, same, silent] {
                #expect(try session.event("session.kicked")["reason"]?.string == "tokenRevoked")
                #expect(try session.closeCode() == CloseCode(rawValue: 4202))
            }
            #expect(try new.devices() == ["new"])
            #expect(try other.devices() == ["d1"])
            for issue in [now - 10, now - 5] {
                #expect(try open(gateway, token(gateway, "anna", issuedAt: issue)) == revoked)
            }
            #expect(try open(gateway, gateway.keys.token("anna")) == revoked)
            #expect(try open(gateway, token(gateway, "anna", issuedAt: now - 4)) == "ok")
            #expect(try open(gateway, gateway.keys.token("bert")) == "ok")
            #expect(try gateway.metric(#"martlet_kicks_total{reason="token_revoked"}"#) == 3)
        }
    }

    @Test func `X-64: without a time all tokens up to now are revoked, for good and over a restart`() throws {
        try withChat { gateway in
            let before = wallSeconds()
            try gateway.createAccounts("anna")
            let second = try revoke(gateway, "anna")
            #expect((before...wallSeconds()).contains(second))
            #expect(try open(gateway, token(gateway, "anna", issuedAt: second)) == revoked)
            // An earlier time takes nothing back.
            #expect(try revoke(gateway, "anna", second - 100) == second)
            try gateway.restart()
            #expect(try open(gateway, token(gateway, "anna", issuedAt: second)) == revoked)
            #expect(try open(gateway, gateway.keys.token("anna")) == revoked)
            try nextSecond()
            #expect(try open(gateway, token(gateway, "anna", issuedAt: second + 1)) == "ok")
        }
    }

    @Test func `X-64: a session does not go on with a revoked token, and one that has gone on with a new one stays`()
        throws
    {
        try withChat { gateway in
            let now = wallSeconds()
            let session = try gateway.guest()
            _ = try session.open(token: token(gateway, "anna", issuedAt: now - 10)).get()
            func refresh(_ second: Int) throws -> String? {
                let data = #"{"token": "\#(token(gateway, "anna", issuedAt: second))"}"#
                return try session.request("session.refresh", data).code
            }
            #expect(try refresh(now - 3) == nil)
            try revoke(gateway, "anna", now - 5)
            // From here on the session's shard knows of it as well.
            _ = try session.settle()
            #expect(try session.devices() == ["d1"])
            #expect(try refresh(now - 5) == revoked)
            #expect(try refresh(now - 4) == nil)
            let back = try gateway.guest()
            _ = try back.open(token: token(gateway, "anna", issuedAt: now - 2), device: "back").get()
            let data = #"{"token": "\#(token(gateway, "anna", issuedAt: now - 6))"}"#
            #expect(try back.request("session.refresh", data).code == revoked)
        }
    }

    @Test func `X-64: a disabled user comes back with a new token only`() throws {
        try withChat { gateway in
            let old = gateway.token("anna")
            _ = try gateway.guest().open(token: old).get()
            try account(gateway, "disable", "anna")
            #expect(try open(gateway, old) == "gw 1002 forbidden")
            try account(gateway, "disable", "anna", #", "disabled": false"#)
            #expect(try open(gateway, old) == revoked)
            try nextSecond()
            #expect(try open(gateway, gateway.token("anna")) == "ok")
        }
    }

    @Test func `X-64: a deleted user's old token makes no account anew, nor opens the one that is made again`() throws {
        try withChat { gateway in
            let old = gateway.token("anna")
            _ = try gateway.guest().open(token: old).get()
            try account(gateway, "delete", "anna")
            for token in [old, gateway.keys.token("anna")] { #expect(try open(gateway, token) == revoked) }
            let left = try gateway.admin().request("admin.account.get", #"{"userIDs": ["anna"]}"#).get()["accounts"]
            #expect(left?.count == 0)
            try gateway.createAccounts("anna")
            #expect(try open(gateway, old) == revoked)
            try account(gateway, "delete", "anna")
            try nextSecond()
            #expect(try open(gateway, gateway.token("anna")) == "ok")
            #expect(try open(gateway, old) == revoked)
        }
    }

    @Test func `X-64: over HTTP a revoked token is refused with 401`() throws {
        try withChat { gateway in
            let old = gateway.token("anna")
            func call(_ token: String) throws -> Int {
                let response = try gateway.http().request(
                    .post, "/v1/api/conversation.totalUnread",
                    headers: [
                        HTTPHeader("Authorization", "Bearer \(token)"), HTTPHeader("Content-Type", "application/json"),
                    ],
                    body: Array("{}".utf8))
                return Int(response.status)
            }
            #expect(try call(old) == 200)
            try revoke(gateway, "anna")
            #expect(try call(old) == 401)
            try nextSecond()
            #expect(try call(gateway.token("anna")) == 200)
            #expect(try call(old) == 401)
        }
    }

    @Test func `X-64: who has no account, and a time to come, cannot be revoked`() throws {
        try withChat { gateway in
            let admin = try gateway.admin()
            #expect(try admin.refusal("admin.token.revoke", #"{"userID": "nobody"}"#).number == "tim 40003")
            try gateway.createAccounts("anna")
            for time in ["\(wallSeconds() + 100)", "0", "-1", #""now""#, "1.5"] {
                let error = try admin.refusal("admin.token.revoke", #"{"userID": "anna", "issuedBefore": \#(time)}"#)
                #expect(error.number == "gw 1001" && error.keys == ["issuedBefore"])
            }
            let user = try gateway.session("anna")
            #expect(try user.refusal("admin.token.revoke", #"{"userID": "anna"}"#).number == "gw 1002")
        }
    }
}
