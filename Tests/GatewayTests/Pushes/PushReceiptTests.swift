import Client
import Framing
import JSON
import TestSupport
import Testing

/// What devices and makers tell of a push that has gone out.
struct PushReceiptTests {
    private static let settings = ["push.receipts": "true"]

    /// Status and name of the error, or `200`.
    private func post(_ body: String, at path: String = "/v1/push/receipts", _ gateway: GatewayProcess) throws -> String
    {
        let response = try gateway.http().request(
            .post, path, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.utf8))
        let error = try? JSONDocument().parse(response.text)["error"]?["code"]?.int
        return error.map { "\(response.status) \($0)" } ?? "\(response.status)"
    }

    private func device(_ sent: Sent, of user: String, _ pushes: Pushes) throws -> JSONValue {
        try #require(try pushes.explain(sent.msgID, for: user).get()["devices"]?.first)
    }

    /// The ticket of the push that has come for the message.
    private func ticket(of sent: Sent, to user: String, _ pushes: Pushes) throws -> String {
        _ = try pushes.explanation(of: sent.msgID, for: user)
        let payload = try #require(try pushes.requests(sent.msgID, to: user).last?.payload)
        return try #require(try JSONDocument().parse(payload)["ticket"]?.string)
    }

    @Test
    func `P-43, P-44, P-46: a ticket alone tells that a push was delivered and opened, and the first receipt counts`()
        throws
    {
        try withPushes(Self.settings) { gateway, pushes in
            let alice = try gateway.online("alice")
            for user in ["bob", "carol"] { try pushes.away(user) }
            let group = try gateway.createGroup("team", by: "alice", with: ["bob", "carol"])
            let sent = try alice.write(in: group)
            let tickets = try ["bob", "carol"].map { try ticket(of: sent, to: $0, pushes) }
            #expect(Set(tickets).count == 2 && tickets.allSatisfy { $0.utf8.count <= 64 })
            #expect(try device(sent, of: "bob", pushes)["delivered"] == nil)

            #expect(try post(#"{"ticket": "\#(tickets[0])", "event": "delivered"}"#, gateway) == "200")
            let first = try device(sent, of: "bob", pushes)["delivered"]?.int64
            #expect(first ?? 0 >= sent.time)
            #expect(try post(#"{"ticket": "\#(tickets[0])", "event": "delivered"}"#, gateway) == "200")
            #expect(try device(sent, of: "bob", pushes)["delivered"]?.int64 == first)
            #expect(try device(sent, of: "carol", pushes)["delivered"] == nil)
            // Carol's phone says so in a session. What was opened was delivered.
            let carol = try gateway.session("carol", device: "phone", platform: "ios")
            _ = try carol.request("push.receipt", #"{"ticket": "\#(tickets[1])", "event": "opened"}"#).get()
            let opened = try device(sent, of: "carol", pushes)
            #expect(opened["opened"]?.int64 != nil && opened["delivered"]?.int64 == opened["opened"]?.int64)

            // One sign that is another, and what is none.
            let wrong = String(tickets[0].dropLast(2)) + (tickets[0].hasSuffix("AA") ? "BB" : "AA")
            for bad in [wrong, "x", String(repeating: "A", count: 43)] {
                #expect(try post(#"{"ticket": "\#(bad)", "event": "opened"}"#, gateway) == "404 1010")
                let error = try carol.refusal("push.receipt", #"{"ticket": "\#(bad)", "event": "opened"}"#)
                #expect(error.number == "gw 1010" && error.keys == ["ticket"])
            }
            #expect(try post(#"{"ticket": "\#(tickets[0])", "event": "dead"}"#, gateway) == "400 1001")
            #expect(try post("[]", gateway) == "400 1001")
            #expect(try device(sent, of: "bob", pushes)["opened"] == nil)
            #expect(try gateway.metric(#"martlet_push_receipts_total{event="delivered"}"#) == 1)
            // Nobody was an administrator.
            #expect(try gateway.audit(#""operation": "admin.push.receipts""#).isEmpty)
        }
    }

    @Test func `P-45: a backend tells of pushes that it has carried on; a dead device is pushed to no more`() throws {
        try withPushes(Self.settings) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let sent = try ["one", "two"].map { try alice.write($0, to: "bob") }
            let tickets = try sent.map { try ticket(of: $0, to: "bob", pushes) }
            let receipts =
                #"[{"ticket": "\#(tickets[0])", "event": "notShown", "reason": "switched off"}, "#
                + #"{"ticket": "nonsense", "event": "opened"}, {"ticket": "\#(tickets[1])", "event": "dead"}]"#
            let admin = try gateway.admin()
            let reply = try admin.request("admin.push.receipts", #"{"receipts": \#(receipts)}"#).get()
            #expect(reply["noted"]?.int == 2)
            #expect(try device(sent[0], of: "bob", pushes)["notShown"]?.string == "switched off")
            #expect(try gateway.online("bob").pushDevices() == [])
            let again = try admin.request("admin.push.receipts", #"{"receipts": \#(receipts)}"#).get()
            #expect(again["noted"]?.int == 0)
            for bad in ["[]", "{}", #"[{"ticket": "x"}]"#, #"[{"ticket": "x", "event": "seen"}]"#] {
                #expect(try admin.refusal("admin.push.receipts", #"{"receipts": \#(bad)}"#).keys == ["receipts"])
            }
        }
    }

    @Test func `P-45: makers tell at a place of their own, by the ticket, and Huawei with a signature`() throws {
        let settings = Self.settings.merging(["push.receiptURL": #""https://chat.test/v1/push/receipts""#]) { $1 }
        try withPushes(settings, to: ["vivo", "huawei"]) { gateway, pushes in
            let alice = try gateway.online("alice")
            for (user, maker) in [("bob", "vivo"), ("carol", "huawei")] { try pushes.away(user, at: maker) }
            let sent = try ["bob", "carol"].map { try alice.write(to: $0) }
            let tickets = try zip(sent, ["bob", "carol"]).map { sent, user in
                _ = try pushes.explanation(of: sent.msgID, for: user)
                return try #require(try pushes.requests(sent.msgID, to: user).last?.ticket)
            }
            #expect(
                try post(#"{"1": {"param": "\#(tickets[0])", "targets": "x"}}"#, at: "/v1/push/receipts/vivo", gateway)
                    == "200")
            #expect(try device(sent[0], of: "bob", pushes)["delivered"]?.int64 != nil)
            // Huawei's key file here names no secret of receipts.
            let huawei = #"{"statuses": [{"biTag": "\#(tickets[1])", "status": 0}]}"#
            #expect(try post(huawei, at: "/v1/push/receipts/huawei", gateway) == "400 1001")
            #expect(try device(sent[1], of: "carol", pushes)["delivered"] == nil)
            #expect(try post("{}", at: "/v1/push/receipts/vivo", gateway) == "200")
            #expect(try post("{}", at: "/v1/push/receipts/apns", gateway) == "400 1001")
            #expect(try post("{}", at: "/v1/push/receipts/other", gateway) == "404 1000")
        }
    }

    @Test func `P-47: a backend that names them hears of both, and one with a star of neither`() throws {
        let (workspace, backend, other) = (try Workspace(), try EventReceiver(), try EventReceiver())
        let endpoints = [
            try backend.setting(types: #"["push.*"]"#, in: workspace), try other.setting("other", in: workspace),
        ]
        let settings = Self.settings.merging(["events.endpoints": "[\(endpoints.joined(separator: ", "))]"]) { $1 }
        try withPushes(settings) { gateway, pushes in
            try pushes.away("bob")
            let sent = try gateway.online("alice").write(to: "bob")
            let ticket = try ticket(of: sent, to: "bob", pushes)
            #expect(try post(#"{"ticket": "\#(ticket)", "event": "opened"}"#, gateway) == "200")
            let told = try until("both are told") {
                let told = backend.accepted.filter { ["push.delivered", "push.opened"].contains($0.type) }
                return told.count == 2 ? told : nil
            }
            #expect(told.map(\.type) == ["push.delivered", "push.opened"])
            let data = #"{"userID":"bob","msgId":"\#(sent.msgID)","provider":"webhook"}"#
            #expect(told.map(\.data) == [data, data])
            try until("the other has heard of the push") { other.accepted.contains { $0.type == "push.answered" } }
            #expect(!other.accepted.contains { ["push.delivered", "push.opened"].contains($0.type) })
        }
    }
}
