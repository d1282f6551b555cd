import Client
import Foundation
import Framing
import JSON
import TestSupport
import Testing

/// The console's files, and the pages of others that would use it.
struct ConsolePageTests {
    /// Headers that a page of others sends or cannot send, in the place of the console's own.
    static let foreign: [(name: String, headers: [String: String?])] = [
        ("of another site", ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"]),
        ("of another port", ["Origin": "http://127.0.0.1:1", "Sec-Fetch-Site": "same-site"]),
        ("of another port, by an old browser", ["Origin": "http://127.0.0.1:1", "Sec-Fetch-Site": nil]),
        ("in a sandbox", ["Origin": "null", "Sec-Fetch-Site": "cross-site"]),
        ("without an origin", ["Origin": nil]),
        ("by a link", ["Sec-Fetch-Site": "none"]),
    ]

    @Test(arguments: foreign.indices) func `K-05: a request of a page that is not the console's is refused`(
        index: Int
    ) throws {
        let (name, headers) = Self.foreign[index]
        try withGateway { gateway in
            let console = try gateway.console()
            #expect(try console.call("admin.ping", headers: headers).error == 1002, "\(name)")
            #expect(try console.ask(.delete, "session", headers: headers).status == 403, "\(name)")
            #expect(try console.signIn("tests", gateway.keys.adminKey, headers: headers).status == 403, "\(name)")
            #expect(try console.call("admin.ping").status == 200, "\(name)")
        }
    }

    @Test func `K-05: a request without the session's token is refused, and so is another session's token`() throws {
        try withGateway { gateway in
            let (console, other) = (try gateway.console(), try gateway.console())
            for token in [nil, "", other.token] {
                #expect(try console.call("admin.ping", headers: ["Martlet-Console": token]).status == 403)
                #expect(try console.ask(.delete, "session", headers: ["Martlet-Console": token]).status == 403)
            }
            #expect(try console.call("admin.ping").status == 200)
        }
    }

    @Test func `K-05: a page of others is told no token`() throws {
        try withGateway { gateway in
            let console = try gateway.console()
            let answer = try console.ask(.get, "session", headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(answer.status == 403 && !answer.text.contains("token"))
            let read = try console.ask(.get, "session")
            #expect(read.headers.first(of: "access-control-allow-origin") == nil)
        }
    }

    @Test func `K-06: each file is served with a policy that allows nothing from elsewhere and no frame`() throws {
        let folder = repositoryPath("Sources/CConsole/Page")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.count > 10)
        try withGateway { gateway in
            let http = try gateway.adminHTTP()
            for file in files {
                let path = file == "index.html" ? "/console/" : "/console/" + file
                let response = try http.request(.get, path)
                let text = try repositoryFile("Sources/CConsole/Page/" + file)
                #expect(response.status == 200 && response.text == text, "\(file)")
                let policy = response.headers.first(of: "content-security-policy") ?? ""
                for part in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'none'"]
                {
                    #expect(policy.contains(part))
                }
                #expect(!policy.contains("unsafe") && !policy.contains("data:") && !policy.contains("*"))
                #expect(response.headers.first(of: "x-frame-options") == "DENY")
                #expect(response.headers.first(of: "x-content-type-options") == "nosniff")
                let tag = try #require(response.headers.first(of: "etag"))
                let again = try http.request(.get, path, headers: [HTTPHeader("If-None-Match", tag)])
                #expect(again.status == 304)
            }
            #expect(try http.request(.post, "/console/console.js").status == 405)
            #expect(try http.request(.get, "/console/nothing.js").status == 404)
            for path in ["/", "/console"] {
                let response = try http.request(.get, path)
                #expect(response.status == 303 && response.headers.first(of: "location") == "/console/")
            }
        }
    }

    @Test func `K-07: the console is at the operators' listener alone, and can be turned off`() throws {
        try withGateway { gateway in
            for path in ["/", "/console", "/console/", "/console/session", "/console/console.js"] {
                let response = try gateway.http().request(.get, path)
                #expect(response.status == 404)
            }
        }
        try withGateway(["admin.console": "false"]) { gateway in
            for path in ["/", "/console/", "/console/session"] {
                let response = try gateway.adminHTTP().request(.get, path)
                #expect(response.status == 404)
            }
            let health = try gateway.adminHTTP().request(.get, "/healthz")
            #expect(health.status == 200)
        }
    }

    @Test func `K-07: a gateway that drains shows its console, and does nothing more`() throws {
        let slow = [
            "drain.closesPerSecond": "1", "drain.reconnectDelayMilliseconds": "0", "drain.timeoutSeconds": "20",
        ]
        try withGateway(slow) { gateway in
            let console = try gateway.console()
            let sessions = try (1...5).map { try gateway.session("user\($0)") }
            gateway.signal(SIGTERM)
            try until("the gateway drains") { try console.call("admin.ping").status == 503 }
            #expect(try console.ask(.get, "console.js").status == 200)
            withExtendedLifetime(sessions) {}
        }
    }
}
