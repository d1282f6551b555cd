import Client
import Framing
import JSON
import Testing

/// Access to the API over HTTP: tokens, keys, and the pages of browsers.
struct APIAccessTests {
    /// Headers of a request, and what it is refused with.
    static let refused: [(name: String, headers: [HTTPHeader], status: UInt16, code: String)] = [
        ("nothing", [], 401, "tim 70002 signatureEmpty"),
        ("no bearer", [HTTPHeader("Authorization", "Basic YTpi")], 401, "tim 70002 signatureEmpty"),
        ("an empty token", [HTTPHeader("Authorization", "Bearer ")], 401, "tim 70002 signatureEmpty"),
        ("no token", [.bearer("x.y.z")], 401, "tim 70003 signatureBad"),
        ("another key", [.adminKey("nobody's key of a good length, it is")], 401, "tim 70003 signatureBad"),
        ("both", [.bearer("x.y.z"), .adminKey("k")], 400, "gw 1001 badRequest"),
        ("two tokens", [.bearer("x.y.z"), .bearer("x.y.z")], 400, "gw 1001 badRequest"),
        ("a user for a user", [.bearer("x.y.z"), .asUser("bob")], 403, "gw 1002 forbidden"),
    ]

    @Test(arguments: refused.indices)
    func `who does not show exactly one good token or key is refused`(index: Int) throws {
        let (name, headers, status, code) = Self.refused[index]
        try withGateway { gateway in
            let (reply, response) = try gateway.api(headers).exchange("admin.ping")
            #expect(response.status == status && reply.code == code, "\(name)")
            #expect(response.headers.first(of: "www-authenticate") == (status == 401 ? "Bearer" : nil))
        }
    }

    @Test func `a token that has ended is refused with 401, though it was good before`() throws {
        try withGateway { gateway in
            let api = try gateway.api([.bearer(gateway.keys.token("alice", expiresIn: 2))])
            _ = try api.request("profile.getSelf").get()
            try until("the token has ended") {
                let (reply, response) = try api.exchange("profile.getSelf")
                return reply.code == "tim 6206 signatureExpired" && response.status == 401
            }
        }
    }

    @Test func `the signature of a token that was good makes no other token good`() throws {
        try withGateway(["shards.count": "1"]) { gateway in
            let good = gateway.token("alice").split(separator: ".")
            let other = gateway.token("carol").split(separator: ".")
            _ = try gateway.api([.bearer(good.joined(separator: "."))]).request("profile.getSelf").get()
            let forged = try gateway.api([.bearer([good[0], other[1], good[2]].joined(separator: "."))])
            let (reply, response) = try forged.exchange("profile.getSelf")
            #expect(response.status == 401 && reply.code == "tim 70003 signatureBad")
        }
    }

    @Test func `an address that fails too often is refused for a while, good tokens included`() throws {
        try withGateway(["api.failuresPerMinute": "3", "shards.count": "1"]) { gateway in
            gateway.keepToOneNode()
            let wrong = try gateway.api([.bearer("x.y.z")])
            for _ in 1...3 { #expect(try wrong.exchange("profile.getSelf").response.status == 401) }
            #expect(try wrong.exchange("profile.getSelf").response.status == 429)
            let good = try gateway.api([.bearer(gateway.token("alice"))])
            #expect(try good.exchange("profile.getSelf").response.status == 429)
        }
    }

    // MARK: - Pages

    @Test func `a page of an allowed origin may ask, and is told so`() throws {
        try withGateway(["origins.allowed": #"["https://app.example.com"]"#]) { gateway in
            let origin = HTTPHeader("Origin", "https://app.example.com")
            let http = try gateway.http()
            let preflight = try http.request(.options, "/v1/api/profile.getSelf", headers: [origin])
            #expect(preflight.status == 204)
            #expect(preflight.headers.first(of: "access-control-allow-origin") == "https://app.example.com")
            #expect(preflight.headers.first(of: "access-control-allow-methods") == "POST")
            #expect(
                preflight.headers.first(of: "access-control-allow-headers")
                    == "Authorization, Content-Type, Idempotency-Key, traceparent, tracestate"
                    + (TestCluster.isUsual ? ", Martlet-Position" : ""))
            #expect(preflight.headers.first(of: "access-control-allow-credentials") == nil)
            let (reply, response) = try gateway.api([.bearer(gateway.token("alice")), origin])
                .exchange("profile.getSelf")
            _ = try reply.get()
            #expect(response.headers.first(of: "access-control-allow-origin") == "https://app.example.com")
            #expect(response.headers.first(of: "vary") == "Origin")
        }
    }

    @Test func `a page of another origin is refused before anything is done`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            let headers = [HTTPHeader.bearer(gateway.token("alice")), HTTPHeader("Origin", "https://evil.example")]
            let (_, response) = try gateway.api(headers).exchange("message.send", message(to: "bob"))
            #expect(response.status == 403)
            #expect(response.headers.first(of: "access-control-allow-origin") == nil)
            #expect(response.headers.first(of: "vary") == "Origin")
            #expect(try bob.settle().isEmpty)
        }
    }

    @Test func `an admin key from a page is refused, whatever its origin`() throws {
        try withGateway(["origins.allowed": #"["*"]"#]) { gateway in
            let headers = [HTTPHeader.adminKey(gateway.keys.adminKey), HTTPHeader("Origin", "https://app.example.com")]
            let (reply, response) = try gateway.api(headers).exchange("admin.ping")
            #expect(reply.code == "gw 1002 forbidden" && response.status == 403)
        }
    }
}
