import Client
import Framing
import JSON
import Testing

/// The API's requests on their connections: one after the other, several at once, over TLS, and when the gateway ends.
struct APIConnectionTests {
    private func head(_ operation: String, _ token: String, _ body: String) -> String {
        "POST /v1/api/\(operation) HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func `one connection serves many requests, by many callers`() throws {
        try withChat { gateway in
            let http = try gateway.http()
            for user in ["alice", "bob", "alice"] {
                let api = HTTPAPI(http, headers: [.bearer(gateway.token(user))])
                #expect(try api.request("profile.getSelf").get()["profile"]?["userID"]?.string == user)
            }
        }
    }

    @Test(arguments: [16, 40]) func `requests that are sent ahead are answered in their order`(count: Int) throws {
        try withChat { gateway in
            let http = try gateway.http()
            let token = gateway.token("alice")
            let bodies = (1...count).map { message("m\($0)", to: "alice") }
            try http.send(raw: bodies.map { head("message.send", token, $0) }.joined())
            for number in 1...count {
                let response = try http.response()
                #expect(response.status == 200 && response.text.contains(#""seq":\#(number),"#), "\(response.text)")
            }
        }
    }

    @Test func `the API is served over TLS`() throws {
        let workspace = try Workspace()
        let pair = try OpenSSL.certificate("api", in: workspace)
        try withGateway(["tls.certificates": "[\(pair)]"], workspace: workspace) { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            for _ in 1...2 { _ = try api.request("profile.getSelf").get() }
        }
    }

    @Test(arguments: [HTTPMethod.get, .put, .delete, .head, .query]) func `another method than POST is refused`(
        method: HTTPMethod
    ) throws {
        try withGateway { gateway in
            let response = try gateway.http().request(method, "/v1/api/profile.getSelf")
            #expect(response.status == 405 && response.headers.first(of: "allow") == "POST, OPTIONS")
        }
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", ""])
    func `another content than JSON is refused with 415`(type: String) throws {
        try withGateway { gateway in
            let headers = [HTTPHeader.bearer(gateway.token("alice")), HTTPHeader("Content-Type", type)]
            let response = try gateway.http().request(
                .post, "/v1/api/profile.getSelf", headers: headers, body: Array("{}".utf8))
            #expect(response.status == 415)
        }
    }

    @Test func `a body of chunks is a body, and one that is too long is refused with 413`() throws {
        try withGateway(["http.bodyBytes": "100"]) { gateway in
            let http = try gateway.http()
            let start =
                "POST /v1/api/profile.getSelf HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer "
                + "\(gateway.token("alice"))\r\nContent-Type: application/json; charset=utf-8\r\n"
            try http.send(raw: "\(start)Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n")
            #expect(try http.response().status == 200)
            try http.send(raw: "\(start)Content-Length: 101\r\n\r\n")
            #expect(try http.response().status == 413)
            try http.channel.drain()
        }
    }
}
