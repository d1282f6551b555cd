import Client
import Framing
import JSON
import TestSupport
import Testing

/// `Martlet-Position`: what a backend has done at one node, it finds at another.
@Suite(.serialized) struct PositionTests {
    @Test func `O-26: a request that names a position sees at any node what was done up to there`() throws {
        try withNodes { nodes in
            let apis = try nodes.all.map { try $0.api([.bearer($0.token("alice"))]) }
            _ = try nodes.all[0].session("bob")
            for number in 0..<30 {
                let text = message("\(number)", to: "bob", id: uniqueID())
                let (sent, response) = try apis[number % 3].exchange("message.send", text)
                let id = try #require(sent.get()["msgId"]?.string)
                let position = try #require(response.headers.first(of: "martlet-position"))
                let page = #"{"conversationID": "c2c_bob", "limit": 1}"#
                let (found, _) = try apis[(number + 1) % 3].exchange(
                    "message.history", page, headers: [HTTPHeader("Martlet-Position", position)])
                #expect(try found.get()["messages"]?.elements?.first { _ in true }?["msgId"]?.string == id)
            }
        }
    }

    @Test func `O-26: it waits for two seconds, and is refused if the node has not come so far by then`() throws {
        try withNodes(2) { nodes in
            let (node, bob) = (nodes.all[0], try nodes.all[1].session("bob"))
            let api = try node.api([.bearer(node.token("alice"))])
            let (_, response) = try api.exchange("profile.getSelf")
            let text = try #require(response.headers.first(of: "martlet-position"))
            let position = try #require(Int(text))
            var began = ContinuousClock.now
            let (late, refused) = try api.exchange(
                "message.send", message(to: "bob", id: "m1"),
                headers: [HTTPHeader("Martlet-Position", "\(position + 999)")])
            let waited = ContinuousClock.now - began
            #expect(waited > .milliseconds(1_900) && waited < .seconds(6))
            #expect(refused.status == 503 && late.code == "gw 1008 unavailable")
            #expect(refused.headers.first(of: "martlet-position") != nil)
            #expect(try bob.history(with: "alice").isEmpty)
            // What it waits for comes.
            let http = try node.http()
            try http.send(
                raw: """
                    POST /v1/api/profile.getSelf HTTP/1.1\r
                    Host: \(http.channel.endpoint.authority)\r
                    Authorization: Bearer \(node.token("alice"))\r
                    Martlet-Position: \(try latest(at: api) + 1)\r
                    Content-Length: 0\r
                    \r

                    """)
            pause(.milliseconds(300))
            began = ContinuousClock.now
            _ = try bob.write("here", to: "alice")
            #expect(try http.response().status == 200)
            #expect(ContinuousClock.now - began < .milliseconds(1_000))
            for wrong in ["", "-1", "x", "99999999999999999999"] {
                let (reply, _) = try api.exchange("profile.getSelf", headers: [HTTPHeader("Martlet-Position", wrong)])
                #expect(reply.code == "gw 1001 badRequest" && reply.error?.keys == ["Martlet-Position"], "\(wrong)")
            }
        }
    }

    @Test(.alone("It is about a gateway that runs alone."))
    func `O-26: a gateway that runs alone has no positions, and waits for none`() throws {
        try withGateway { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            let (reply, response) = try api.exchange(
                "profile.getSelf", headers: [HTTPHeader("Martlet-Position", "999")])
            _ = try reply.get()
            #expect(response.headers.first(of: "martlet-position") == nil)
        }
    }

    private func latest(at api: HTTPAPI) throws -> Int {
        let (_, response) = try api.exchange("profile.getSelf")
        return try #require(response.headers.first(of: "martlet-position").flatMap { Int($0) })
    }
}
