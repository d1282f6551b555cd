import Client

/// Rounds of attackers who send requests ahead, however they are answered.
enum AheadRounds {
    private static let asked = [
        "HEAD /nothing HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n",
        "OPTIONS /v1/api/message.send HTTP/1.1\r\nHost: h\r\n\r\n",
        "POST /v1/api/session.list HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer x.y.z\r\nContent-Length: 0\r\n\r\n",
    ]

    /// Without a token: so many connections, each with so many requests.
    static func strangers(connections: Int, requests: Int) -> Attack.Round {
        { attack in
            let clients = try (0..<connections).map { _ in try attack.gateway.http() }
            for (number, http) in clients.enumerated() {
                let all = String(repeating: asked[number % asked.count], count: requests)
                // The gateway may have ended it in the midst of them.
                if (try? http.send(raw: all)) != nil { attack.strike(requests) }
            }
            pause(.milliseconds(20))
        }
    }

    /// What takes long to read, by JSON or by its pieces.
    private static let bodies: [(operation: String, body: String)] = [
        ("session.list", #"{"values": [\#(zeros)0]}"#),
        ("session.list", #"{"escapes": "\#(escapes)"}"#),
        ("batch", #"{"calls": [\#(calls)]}"#),
    ]
    private static let zeros = String(repeating: "0,", count: 65_000)
    private static let escapes = String(repeating: #"\u0041"#, count: 40_000)
    private static let calls = Array(repeating: #"{"op": "session.list", "data": {"a": [0,0,0]}}"#, count: 100)
        .joined(separator: ",")

    /// A user far over the rate, over HTTP.
    static func overRate(of user: String, connections: Int) -> Attack.Round {
        { attack in
            let head = "HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer \(attack.gateway.token(user))\r\n"
            let clients = try (0..<connections).map { _ in try attack.gateway.http() }
            for (number, http) in clients.enumerated() {
                let (operation, body) = bodies[number % bodies.count]
                let start = "POST /v1/api/\(operation) \(head)Content-Type: application/json\r\n"
                let whole = start + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
                let pieces = String(repeating: "1\r\n \r\n", count: 2_000)
                let chunked = start + "Transfer-Encoding: chunked\r\n\r\n\(pieces)2\r\n{}\r\n0\r\n\r\n"
                for request in [whole, chunked, whole] where (try? http.send(raw: request)) != nil { attack.strike() }
            }
            pause(.milliseconds(20))
        }
    }

    /// The same in a session, until it is closed.
    static func overRate(inSessionOf user: String) -> Attack.Round {
        { attack in
            let session = try attack.gateway.session(user)
            let values = #"{"values": [\#(zeros.prefix(64_000))0]}"#
            while !attack.isOver {
                try session.send("session.list", values)
                attack.strike()
            }
        }
    }
}
