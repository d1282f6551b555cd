import Client
import Framing
import JSON
import Testing

/// `POST /v1/api/batch`: several calls in one request.
struct APIBatchTests {
    /// `ok` or the error's number, for each result.
    private func outcomes(_ reply: Reply) throws -> [String] {
        try #require(try reply.get()["results"]?.elements).map { result in
            guard let error = result["error"] else { return "ok" }
            return "\(error["system"]!.string!) \(error["code"]!.int!)"
        }
    }

    @Test func `calls are carried out in their order, and each has its result`() throws {
        try withChat { gateway in
            let bob = try gateway.online("bob")
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            let sends = (1...3).map { #"{"op": "message.send", "data": \#(message("m\($0)", to: "bob"))}"# }
            let calls = sends + [#"{"op": "no.such"}"#, #"{"op": "conversation.totalUnread"}"#]
            let (reply, response) = try api.exchange("batch", #"{"calls": [\#(calls.joined(separator: ","))]}"#)
            #expect(response.status == 200)
            #expect(try outcomes(reply) == ["ok", "ok", "ok", "gw 1000", "ok"])
            for number in 1...3 {
                #expect(try bob.event("message.new")["body"]?["text"]?.string == "m\(number)")
            }
        }
    }

    @Test func `with stopOnError nothing follows a call that is refused, and what was done stays done`() throws {
        try withChat { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            let create = #"{"op": "group.create", "data": {"name": "g"}}"#
            let data = #"{"stopOnError": true, "calls": [\#(create), {"op": "group.create"}, \#(create)]}"#
            #expect(try outcomes(try api.request("batch", data)) == ["ok", "em 205"])
            #expect(try api.request("group.joinedCount").get()["count"]?.int == 1)
        }
    }

    @Test func `each call has its key, and an administrator's its user`() throws {
        try withChat { gateway in
            try gateway.createAccounts("alice", "bob")
            let api = try gateway.api([.adminKey(gateway.keys.adminKey)])
            let create = #"{"op": "group.create", "data": {"name": "g"}, "key": "k", "as": "#
            let data = #"{"calls": [\#(create)"alice"}, \#(create)"alice"}, \#(create)"bob"}, {"op": "admin.ping"}]}"#
            let reply = try api.request("batch", data)
            #expect(try outcomes(reply) == ["ok", "ok", "ok", "ok"])
            let groups = try #require(try reply.get()["results"]?.elements).map { $0["ok"]?["groupID"]?.string }
            #expect(groups[0] == groups[1] && groups[0] != groups[2])
        }
    }

    @Test func `each call is charged`() throws {
        try withGateway(["requests.perSecondPerUser": "1", "requests.burstPerUser": "2"]) { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            let calls = Array(repeating: #"{"op": "profile.getSelf"}"#, count: 4).joined(separator: ",")
            #expect(
                try outcomes(try api.request("batch", #"{"calls": [\#(calls)]}"#)).suffix(2) == ["gw 1003", "gw 1003"])
        }
    }

    @Test(arguments: [
        (#"{}"#, "calls"), (#"{"calls": []}"#, "calls"), (#"{"calls": 1}"#, "calls"),
        (#"{"calls": [1]}"#, "op"), (#"{"calls": [{"op": 1}]}"#, "op"),
        (#"{"calls": [{"op": "profile.getSelf", "key": ""}]}"#, "key"),
        (#"{"calls": [{"op": "profile.getSelf", "as": "bob"}]}"#, "as"),
        (#"{"calls": [{"op": "profile.getSelf"}], "stopOnError": 1}"#, "stopOnError"),
    ])
    func `a batch that is none is refused as a whole`(data: String, key: String) throws {
        try withGateway { gateway in
            let (reply, _) = try gateway.api([.bearer(gateway.token("alice"))]).exchange("batch", data)
            #expect(reply.error?.keys == [key])
        }
    }

    @Test func `more calls than allowed, a batch in a batch and a key for all are refused`() throws {
        try withGateway(["api.callsPerBatch": "2"]) { gateway in
            let api = try gateway.api([.bearer(gateway.token("alice"))])
            let call = #"{"op": "profile.getSelf"}"#
            let three = try api.exchange("batch", #"{"calls": [\#(call), \#(call), \#(call)]}"#)
            #expect(three.response.status == 400 && three.reply.error?.keys == ["calls"])
            let nested = try api.request("batch", #"{"calls": [{"op": "batch", "data": {"calls": [\#(call)]}}]}"#)
            #expect(try outcomes(nested) == ["gw 1000"])
            let keyed = try api.exchange("batch", #"{"calls": [\#(call)]}"#, headers: [.idempotencyKey("k")])
            #expect(keyed.reply.error?.keys == ["Idempotency-Key"])
        }
    }
}
