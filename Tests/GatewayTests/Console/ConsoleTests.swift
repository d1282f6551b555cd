import Client
import Framing
import Glibc
import JSON
import Testing

/// Who may use the operators' console, for what, and for how long.
struct ConsoleTests {
    private let limited = LimitedKey()

    // MARK: - Signing in

    @Test func `K-01, K-02: an operator signs in with a key's name and secret, and gets a cookie that no script reads`()
        throws
    {
        try withGateway { gateway in
            let console = ConsoleClient(try gateway.adminHTTP())
            #expect(try console.ask(.get, "session").status == 401)
            #expect(try console.call("admin.ping").status == 401)
            let answer = try console.signIn("tests", gateway.keys.adminKey)
            let cookie = try #require(answer.headers.first(of: "set-cookie"))
            for part in ["; HttpOnly", "; SameSite=Strict", "; Path=/console;", "; Max-Age=43200;"] {
                #expect(cookie.contains(part))
            }
            #expect(!cookie.contains("Secure") && answer.headers.first(of: "cache-control") == "no-store")
            let found = try console.ask(.get, "session")
            #expect(try found.value()["ok"]?["name"]?.string == "tests")
            #expect(try found.value()["ok"]?["token"]?.string == console.token)
            #expect(try console.call("admin.ping").value()["ok"]?["key"]?.string == "tests")
            try gateway.waitForLog("console: signed in")
        }
    }

    @Test func `K-01: a wrong name, a wrong secret and an address of others are refused`() throws {
        try limited.withGateway(#""addresses": ["10.0.0.0/8"]"#) { gateway in
            let console = ConsoleClient(try gateway.adminHTTP())
            for (name, secret, status) in [
                ("usual", limited.secret, 401), ("nobody", limited.secret, 401), ("limited", "wrong", 401),
                ("limited", limited.secret, 403),
            ] as [(String, String, UInt16)] {
                #expect(try console.signIn(name, secret).status == status)
            }
            #expect(try console.ask(.post, "session", #"{"name": "limited"}"#).status == 400)
            #expect(try console.ask(.post, "session", "name=limited").status == 400)
            #expect(try console.ask(.post, "session", headers: ["Content-Type": "text/plain"]).status == 415)
            #expect(console.cookie == nil)
            try gateway.waitForLog("console: a sign-in has failed", count: 3)
        }
    }

    @Test func `K-01: without admin keys the console is told that nobody can sign in`() throws {
        try withGateway(["auth.adminKeysFile": "null"]) { gateway in
            let console = ConsoleClient(try gateway.adminHTTP())
            for answer in [try console.ask(.get, "session"), try console.signIn("tests", gateway.keys.adminKey)] {
                #expect(answer.status == 401)
                let keys = try answer.value()["error"]?["keys"]?.elements.map { Array($0) }
                #expect(keys?.map(\.string) == ["auth.adminKeysFile"])
            }
        }
    }

    @Test func `K-03: an address that fails too often cannot sign in for a while, on any shard`() throws {
        try withGateway(["api.failuresPerMinute": "3"]) { gateway in
            for _ in 1...3 {
                #expect(try ConsoleClient(gateway.adminHTTP()).signIn("tests", "wrong").status == 401)
            }
            for _ in 1...4 {
                let console = ConsoleClient(try gateway.adminHTTP())
                #expect(try console.signIn("tests", gateway.keys.adminKey).status == 429)
            }
        }
    }

    @Test func `K-02: over TLS the cookie is for TLS alone`() throws {
        let workspace = try Workspace()
        let certificates = ["tls.certificates": "[\(try OpenSSL.certificate("first", in: workspace))]"]
        let listen = ["admin.listen": #""0.0.0.0:0""#]
        try withGateway(certificates.merging(listen) { $1 }, workspace: workspace) { gateway in
            var endpoint = try #require(gateway.adminEndpoint)
            endpoint = Endpoint(isSecure: true, host: "127.0.0.1", port: endpoint.port, target: "/")
            let http = try HTTPConnection(endpoint, gateway.channelOptions)
            let console = ConsoleClient(http, isSecure: true)
            let answer = try console.signIn("tests", gateway.keys.adminKey)
            #expect(answer.headers.first(of: "set-cookie")?.hasSuffix("; Secure") == true)
            #expect(try console.call("admin.ping").status == 200)
            let plain = console.origin.replacing("https", with: "http")
            #expect(try console.call("admin.ping", headers: ["Origin": plain]).status == 403)
        }
    }

    // MARK: - How long it lasts

    @Test func `K-02: signing out ends the session`() throws {
        try withGateway { gateway in
            let (console, other) = (try gateway.console(), try gateway.console())
            let answer = try console.ask(.delete, "session")
            #expect(answer.status == 200)
            #expect(answer.headers.first(of: "set-cookie")?.contains("Max-Age=0;") == true)
            #expect(try console.call("admin.ping").status == 401)
            #expect(try other.call("admin.ping").status == 200)
        }
    }

    @Test func `K-02: a session ends when nobody has used it for a while, and at its end also when it is used`() throws
    {
        try withGateway(["admin.consoleIdleSeconds": "4"]) { gateway in
            let (used, unused) = (try gateway.console(), try gateway.console())
            for _ in 1...10 {
                usleep(500_000)
                #expect(try used.call("admin.ping").status == 200)
            }
            #expect(try unused.call("admin.ping").status == 401)
        }
        try withGateway(["admin.consoleSeconds": "2"]) { gateway in
            let console = try gateway.console()
            try until("the session has ended") { try console.call("admin.ping").status == 401 }
        }
    }

    @Test func `K-02: a key has sixteen sessions, and a further one ends the one that was unused for longest`() throws {
        try withGateway { gateway in
            let first = try gateway.console()
            let second = try gateway.console()
            let others = try (3...16).map { _ in try gateway.console() }
            #expect(try first.call("admin.ping").status == 200)
            let last = try gateway.console()
            #expect(try second.call("admin.ping").status == 401)
            for console in [first, last] + others { #expect(try console.call("admin.ping").status == 200) }
        }
    }

    @Test func `K-02: a key that is no longer in the file is good for nothing`() throws {
        try limited.withGateway(#""scopes": ["admin.ping"]"#) { gateway in
            let console = ConsoleClient(try gateway.adminHTTP())
            try console.signIn("limited", limited.secret)
            #expect(try console.call("admin.ping").status == 200)
            try gateway.writeAdminKeys(Keys().adminFile, to: "limited.json")
            gateway.signal(SIGHUP)
            try gateway.waitForLog("keys reloaded")
            try until("the session has ended") { try console.call("admin.ping").status == 401 }
        }
    }

    // MARK: - What it may do

    @Test func `K-04: the console does what the key's scopes have, in users' names too, and nothing else`() throws {
        try limited.withGateway(#""scopes": ["admin.ping", "profile.getSelf"]"#) { gateway in
            _ = try gateway.online("alice")
            let console = ConsoleClient(try gateway.adminHTTP())
            let operations = try console.signIn("limited", limited.secret).value()["ok"]?["operations"]?.elements
            #expect(operations?.map(\.string) == ["profile.getSelf", "admin.ping"])
            #expect(try console.call("admin.ping").status == 200)
            let own = try console.call("profile.getSelf", headers: ["Martlet-As": "alice"])
            #expect(own.status == 200)
            #expect(try console.call("profile.getSelf").status == 403)
            #expect(try console.call("admin.account.list").status == 403)
            let batch = #"{"calls": [{"op": "admin.account.list"}]}"#
            #expect(try console.call("batch", batch).text.contains(#""code":1002"#))
        }
    }

    @Test func `K-04: a session of the console is no key elsewhere`() throws {
        try withGateway { gateway in
            let console = try gateway.console()
            let headers = [HTTPHeader("Cookie", try #require(console.cookie))]
            let response = try gateway.adminHTTP().request(.post, "/v1/api/admin.ping", headers: headers)
            #expect(response.status == 401)
        }
    }
}
