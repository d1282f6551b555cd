import Client
import Framing
import JSON
import Testing

/// Messages that are streamed by one request each: `POST /v1/api/admin.message.stream`.
struct MessageStreamTests {
    /// A request on its way. Its body comes in chunks.
    private struct StreamingRequest {
        let http: HTTPConnection

        init(_ gateway: GatewayProcess, _ framing: String = "Transfer-Encoding: chunked") throws {
            http = try gateway.http()
            try begin(with: gateway.keys.adminKey, framing)
        }

        func begin(with key: String, _ framing: String) throws {
            try http.send(
                raw: "POST /v1/api/admin.message.stream HTTP/1.1\r\nHost: h\r\nMartlet-Key: \(key)\r\n"
                    + "Content-Type: application/x-ndjson\r\n\(framing)\r\n\r\n")
        }

        func send(_ lines: String...) throws { try send(chunk: lines.map { $0 + "\n" }.joined()) }

        func send(chunk text: String) throws {
            try http.send(raw: "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
        }

        func response() throws -> (status: UInt16, json: JSONValue, text: String) {
            let response = try http.response()
            return (response.status, try JSONDocument().parse(response.body), response.text)
        }

        /// The body is whole.
        func end() throws -> (status: UInt16, json: JSONValue, text: String) {
            try http.send(raw: "0\r\n\r\n")
            return try response()
        }
    }

    private let finish = #"{"finish": {}}"#

    private func said(_ text: String) -> String { #"{"text": "\#(text)"}"# }

    @Test func `N-05, N-09: a message is streamed by one request, and its connection takes the next`() throws {
        try withChat { gateway in
            gateway.keepToOneNode()
            try gateway.createAccounts("bot")
            let alice = try gateway.session("alice")
            try alice.watch("c2c_bot")
            let request = try StreamingRequest(gateway)
            try request.send(beginning("c2c_alice", as: "m1", #""body": {"model": "local"}"#))
            try request.send(said("Hello, "))
            let first = try alice.event("message.appended")
            let id = try #require(first["streamID"]?.string)
            #expect(first["text"]?.string == "Hello, " && first["from"]?.string == "bot")
            // Many lines at once are fewer chunks, and none is lost.
            try request.send(chunk: "\(said("w\u{F6}r"))\n\(said("ld"))\n\(said(""))\n\r\n\(said("!").dropLast())")
            #expect(try alice.heardText(13, after: "Hello, ", of: id) == "Hello, w\u{F6}rld")
            try request.send(chunk: "}\n")
            try request.send(finish)
            let sent = try request.end()
            #expect(sent.status == 200, "\(sent.text)")
            let event = try alice.event("message.new")
            #expect(event["msgId"]?.string == sent.json["ok"]?["msgId"]?.string && event["streamID"]?.string == id)
            #expect(event["body"]?.text == "{\"model\":\"local\",\"text\":\"Hello, w\u{F6}rld!\"}")
            // With a length, and all of it at once. The same clientMsgId is the same message.
            let body = [beginning("c2c_alice", as: "m1"), said("Hello"), finish].joined(separator: "\n")
            try request.begin(with: gateway.keys.adminKey, "Content-Length: \(body.utf8.count)")
            try request.http.send(raw: body)
            let again = try request.response()
            #expect(again.status == 200 && again.json["ok"]?["seq"]?.int == 1, "\(again.text)")
            #expect(try alice.history(with: "bot").count == 1)
        }
    }

    @Test func `N-06: what a broken request has sent can be continued, by append and by the same request`() throws {
        try withChat { gateway in
            gateway.keepToOneNode()
            try gateway.createAccounts("bot")
            let (admin, alice) = (try gateway.admin(), try gateway.session("alice"))
            try alice.watch("c2c_bot")
            func breakOff(_ clientMsgID: String) throws -> String {
                let request = try StreamingRequest(gateway)
                try request.send(beginning("c2c_alice", as: clientMsgID), said("one "))
                let id = try #require(try alice.event("message.appended")["streamID"]?.string)
                // The connection goes in the midst of a line.
                try request.http.send(raw: "9\r\n{\"text\": ")
                return id
            }
            let id = try breakOff("m1")
            #expect(try admin.begin("c2c_alice", as: "m1") == id)
            try admin.append("two", at: 4, to: id)
            try admin.end("finish", id)
            #expect(try alice.event("message.new")["body"]?["text"]?.string == "one two")
            _ = try breakOff("m2")
            let request = try StreamingRequest(gateway)
            try request.send(beginning("c2c_alice", as: "m2"), said("one "), said("and two"), finish)
            #expect(try request.end().status == 200)
            #expect(try alice.event("message.new")["body"]?["text"]?.string == "one and two")
            // Other words than those that have come are refused, and the text stays as it is.
            let other = try breakOff("m3")
            let wrong = try StreamingRequest(gateway)
            try wrong.send(beginning("c2c_alice", as: "m3"), said("two"))
            #expect(try wrong.response().status == 409)
            try admin.end("finish", other)
            #expect(try alice.event("message.new")["body"]?["text"]?.string == "one ")
        }
    }

    @Test func `N-07, N-09: a bad line, a text that is too long, and a stopped one end the request`() throws {
        try withChat(["messages.streamBytes": "1024"]) { gateway in
            gateway.keepToOneNode()
            try gateway.createAccounts("bot")
            let alice = try gateway.session("alice")
            for (lines, status, reason) in [
                (["{"], 400, "body"), ([beginning("c2c_nobody")], 404, "nim"), (["null"], 400, "object"),
                ([beginning("c2c_alice"), "{"], 400, "not JSON"), ([beginning("c2c_alice"), "[]"], 400, "neither"),
                ([beginning("c2c_alice"), said("x"), finish, said("y")], 400, "behind finish"),
                ([beginning("c2c_alice"), finish], 400, "no text"),
                ([beginning("c2c_alice"), said(String(repeating: "x", count: 1_025))], 413, "1024"),
            ] as [([String], UInt16, String)] {
                let request = try StreamingRequest(gateway)
                try request.send(chunk: lines.joined(separator: "\n") + "\n")
                let response = try request.response()
                #expect(response.status == status && response.text.contains(reason), "\(lines): \(response.text)")
                try until("its end") { try request.http.channel.read().isEmpty }
            }
            // While the beginning is being judged.
            let hasty = try StreamingRequest(gateway)
            try hasty.send(beginning("c2c_alice"))
            try hasty.send("[]")
            #expect(try hasty.response().status == 400)
            for lines in [[], [beginning("c2c_alice"), said("x")]] as [[String]] {
                let request = try StreamingRequest(gateway)
                for line in lines { try request.send(line) }
                let response = try request.end()
                #expect(response.status == 400 && response.text.contains("without finish"), "\(response.text)")
            }
            try alice.watch("c2c_bot")
            let stopped = try StreamingRequest(gateway)
            try stopped.send(beginning("c2c_alice"), said("half"))
            var told: JSONValue
            repeat { told = try alice.event("message.appended") } while told["text"]?.string != "half"
            let id = try #require(told["streamID"]?.string)
            _ = try alice.request("message.stop", #"{"conversationID": "c2c_bot", "streamID": "\#(id)"}"#).get()
            try stopped.send(said("more"))
            #expect(try stopped.response().text.contains("1010"))
        }
    }

    @Test func `N-09: nobody sends a body without an admin key, and one that is no chunks or too long is refused`()
        throws
    {
        try withChat(["messages.streamBytes": "1024", "http.bodyBytes": "65536"]) { gateway in
            let path = "/v1/api/admin.message.stream"
            let (key, lines) = (
                HTTPHeader.adminKey(gateway.keys.adminKey), HTTPHeader("Content-Type", "application/x-ndjson")
            )
            for (headers, status) in [
                ([lines], 401), ([lines, .bearer(gateway.token("alice"))], 403), ([key], 415),
                ([lines, key, HTTPHeader("Origin", "https://evil.example")], 403),
            ] as [([HTTPHeader], UInt16)] {
                #expect(try gateway.http().request(.post, path, headers: headers).status == status, "\(headers)")
            }
            #expect(try gateway.http().request(.get, path, headers: [key]).status == 405)
            let endless = try StreamingRequest(gateway)
            try endless.http.send(raw: "fffff\r\n")
            #expect(try endless.http.response().status == 413)
            let long = try StreamingRequest(gateway)
            try long.http.send(raw: "10001\r\n" + String(repeating: " ", count: 65_537))
            #expect(try long.http.response().text.contains("too long"))
            let malformed = try StreamingRequest(gateway)
            try malformed.http.send(raw: "x\r\n")
            #expect(try malformed.http.response().status == 400)
            #expect(throws: ClientError.self) { try malformed.http.response() }
            #expect(try StreamingRequest(gateway, "Content-Length: 1000000").http.response().status == 413)
            try until("no request is left") { try gateway.metric("martlet_api_requests_open") == 0 }
        }
    }

    @Test func `N-09: a key's rate counts one request for all chunks`() throws {
        let key = LimitedKey()
        try key.withGateway(#""requestsPerSecond": 1"#) { gateway in
            for user in ["bot", "alice"] { _ = try gateway.online(user) }
            let http = try gateway.http()
            let body = ([beginning("c2c_alice")] + (0..<50).map { said("\($0) ") } + [finish]).joined(separator: "\n")
            let type = HTTPHeader("Content-Type", "application/x-ndjson")
            let sent = try http.request(
                .post, "/v1/api/admin.message.stream", headers: [key.header, type], body: Array(body.utf8))
            #expect(sent.status == 200, "\(sent.text)")
        }
    }
}
