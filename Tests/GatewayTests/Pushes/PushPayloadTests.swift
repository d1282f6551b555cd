import Client
import JSON
import TestSupport
import Testing

/// How a sender wants a push to look and sound, in what each provider gets.
struct PushPayloadTests {
    private static let all =
        #"{"sound": "horn.caf", "badge": false, "channel": "rides", "category": "RIDE", "collapseId": "ride-7", "#
        + #""custom": {"ride": 7, "by": "caf\u00e9", "path": [1, {"a": null}]}}"#

    private func push(_ payload: String, at provider: String) throws -> (JSONValue, ProviderServer.Request) {
        var found: (JSONValue, ProviderServer.Request)?
        try withPushes(to: [provider]) { gateway, pushes in
            try pushes.away("bob", at: provider)
            let sent = try gateway.online("alice").write(to: "bob", #""apnsPayload": \#(payload)"#)
            let explanation = try pushes.explanation(of: sent.msgID, for: "bob")
            #expect(explanation.devices.map(\.state) == ["accepted"] && explanation.badge == 1)
            let request = try #require(try pushes.requests(sent.msgID, to: "bob").first)
            #expect(request.problem == nil)
            found = (try JSONDocument().parse(try #require(request.payload)), request)
        }
        return try #require(found)
    }

    @Test func `T-Q36: APNs gets sound, category, collapse id and members beside aps`() throws {
        let (json, request) = try push(Self.all, at: "apns")
        let aps = try #require(json["aps"])
        #expect(aps["sound"]?.string == "horn.caf" && aps["category"]?.string == "RIDE" && aps["badge"] == nil)
        #expect(request.headers["apns-collapse-id"] == "ride-7")
        #expect(json["ride"]?.int64 == 7 && json["by"]?.string == "caf\u{e9}")
        #expect(json["path"]?.elements?.count == 2)
        let (silent, _) = try push(#"{"sound": ""}"#, at: "apns")
        #expect(silent["aps"]?["sound"] == nil && silent["aps"]?["badge"]?.int64 == 1)
    }

    @Test func `T-Q36: FCM gets them for Android and for Apple's devices, with members as texts`() throws {
        let (json, _) = try push(Self.all, at: "fcm")
        let message = try #require(json["message"])
        let android = try #require(message["android"]?["notification"])
        #expect(android["sound"]?.string == "horn.caf" && android["channel_id"]?.string == "rides")
        #expect(android["click_action"]?.string == "RIDE" && android["tag"]?.string == "ride-7")
        #expect(android["notification_count"] == nil && message["data"]?["badge"] == nil)
        #expect(message["data"]?["ride"]?.string == "7" && message["data"]?["by"]?.string == "caf\u{e9}")
        #expect(message["data"]?["path"]?.string == #"[1,{"a":null}]"#)
        #expect(message["apns"]?["payload"]?["aps"]?["sound"]?.string == "horn.caf")
        #expect(message["apns"]?["headers"]?["apns-collapse-id"]?.string == "ride-7")
    }

    @Test(arguments: ["webPush", "webhook"])
    func `T-Q36: browsers and the webhook get them as they are`(provider: String) throws {
        let (json, request) = try push(Self.all, at: provider)
        #expect(json["sound"]?.string == "horn.caf" && json["channel"]?.string == "rides")
        #expect(json["category"]?.string == "RIDE" && json["badge"] == nil)
        #expect(json["custom"]?["ride"]?.int64 == 7 && json["custom"]?["by"]?.string == "caf\u{e9}")
        if provider == "webhook" { #expect(json["collapseId"]?.string == "ride-7") }
        if provider == "webPush" {
            let (_, other) = try push(#"{"collapseId": "ride-7"}"#, at: provider)
            #expect(other.headers["topic"] == request.headers["topic"])
        }
    }

    @Test func `T-Q36: what is beyond the limits is refused, and a repeat with another payload is another message`()
        throws
    {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let long = String(repeating: "x", count: 65)
            let bad = [
                ("[]", "apnsPayload"), (#"{"badge": 1}"#, "apnsPayload.badge"),
                (#"{"sound": "\#(long)"}"#, "apnsPayload.sound"), (#"{"sound": "a b"}"#, "apnsPayload.sound"),
                (#"{"collapseId": ""}"#, "apnsPayload.collapseId"),
                (#"{"collapseId": "a\r\nb: c"}"#, "apnsPayload.collapseId"),
                (#"{"channel": 1}"#, "apnsPayload.channel"), (#"{"other": 1}"#, "apnsPayload.other"),
                (#"{"custom": 1}"#, "apnsPayload.custom"), (#"{"custom": {"aps": 1}}"#, "apnsPayload.custom"),
                (#"{"custom": {"google.x": 1}}"#, "apnsPayload.custom"),
                (#"{"custom": {"a": "\#(String(repeating: "x", count: 1_024))"}}"#, "apnsPayload.custom"),
            ]
            for (payload, key) in bad {
                let error = try alice.refusal("message.send", message(to: "bob", #""apnsPayload": \#(payload)"#))
                #expect(error.number == "nim 414" && error.keys == [key], "\(payload)")
            }
            func send(_ payload: String) throws -> Reply {
                let body = #""conversationID": "c2c_bob", "clientMsgId": "one", "type": 0, "body": {"text": "x"}"#
                return try alice.request("message.send", #"{\#(body), "apnsPayload": \#(payload)}"#)
            }
            let first = try send(#"{"sound": "a", "badge": true}"#).get()["msgId"]?.string
            #expect(try send(#"{"sound": "a"}"#).get()["msgId"]?.string == first)
            #expect(try send(#"{"sound": "b"}"#).error?.number == "gw 1006")
        }
    }

    @Test func `T-Q27, T-Q24: administrators read and remove a user's devices, and read presence and profiles`() throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            let admin = try gateway.admin()
            for device in ["phone", "pad"] { try pushes.away("bob", device: device) }
            func devices() throws -> [String] {
                let list = try admin.request("admin.push.devices", #"{"userID": "bob"}"#).get()["devices"]
                return try #require(list?.elements).map { try #require($0["device"]?.string) }
            }
            func unregister(_ device: String) throws -> Bool? {
                try admin.request("admin.push.unregister", #"{"userID": "bob"\#(device)}"#).get()["unregistered"]?.bool
            }
            #expect(try devices() == ["phone", "pad"])
            #expect(try unregister(#", "device": "phone""#) == true && unregister(#", "device": "phone""#) == false)
            #expect(try devices() == ["pad"] && unregister("") == true && devices() == [])
            #expect(try pushes.outcome(of: alice.write(to: "bob"), for: "bob") == "noDevice T-Q27")
            for operation in ["admin.push.devices", "admin.push.unregister"] {
                #expect(try admin.refusal(operation, #"{"userID": "nobody"}"#).number == "tim 40003")
                #expect(try alice.refusal(operation, #"{"userID": "bob"}"#).number == "gw 1002")
            }
            try until("alice is there") {
                let reply = try admin.request("admin.presence.get", #"{"userIds": ["nobody", "alice"]}"#).get()
                let users = try #require(reply["users"]?.elements)
                let details = users.first { _ in true }?["details"]?.elements
                return users.count == 1 && details?.contains { $0["eventValue"]?.int64 == 1 } == true
            }
            _ = try alice.request("userProfile.update", #"{"email": "alice@example.com"}"#).get()
            let reply = try admin.request("admin.userProfile.get", #"{"userIds": ["alice", "nobody"]}"#).get()
            #expect(reply["profiles"]?.elements?.map { $0["email"]?.string } == ["alice@example.com"])
        }
    }
}
