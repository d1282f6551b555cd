import Client
import JSON
import TestSupport
import Testing

/// One story with each provider: a device registers, is pushed to, and the push is explained.
struct PushProviderTests {
    @Test(arguments: ["apns", "fcm", "webPush", "webhook"])
    func `T-Q27, T-54, T-61: a device gets text, badge, ids and the forced mark through each provider`(
        provider: String
    ) throws {
        try withPushes(to: [provider]) { gateway, pushes in
            let alice = try gateway.online("alice")
            let token = try pushes.away("bob", at: provider)
            let id = try alice.createGroup(with: ["bob"])
            let first = try alice.write("Hello, \u{1F426}", to: "bob")
            let second = try alice.write("Fire", in: id, #""apnsMemberOption": {"forcePush": true}"#)
            #expect(try pushes.outcome(of: first, for: "bob") == "1 alice:Hello, \u{1F426}")
            #expect(try pushes.outcome(of: second, for: "bob") == "2! Fire")

            let sent = try pushes.requests(to: "bob").filter { $0.kind == provider.lowercased() }
            #expect(sent.map(\.token) == [token, token])
            #expect(Set(sent.map(\.conversation)) == ["c2c_alice", "group_\(id)"])
            #expect(Set(sent.map(\.message)) == [first.msgID, second.msgID])

            // Whom it is about can ask as well as an administrator.
            let bob = try gateway.online("bob")
            let explanation = try ExplainedPush(bob.explain(second.msgID).get())
            let device = try #require(explanation.devices.first)
            #expect(explanation.line == "2! Fire" && explanation.rule == "T-54" && explanation.devices.count == 1)
            #expect([device.device, device.platform, device.provider] == ["phone", "ios", provider])
            #expect([device.state, device.answer] == ["accepted", ""])
            #expect(device.attempts == 1 && device.status == (provider == "webPush" ? 201 : 200))
            #expect(device.answeredAt >= second.time)
            #expect(try ExplainedPush(bob.explain(first.msgID).get()).rule == "X-M13")
        }
    }

    @Test func `T-Q27: a user's devices are pushed to by whatever provider each has`() throws {
        let kinds = ["apns", "fcm", "webPush", "webhook"]
        try withPushes(to: kinds) { gateway, pushes in
            let alice = try gateway.online("alice")
            for kind in kinds { try pushes.away("bob", device: kind, at: kind) }
            let sent = try alice.write(to: "bob")
            #expect(try pushes.outcome(of: sent, for: "bob") == "1 alice:hello")
            let explanation = try pushes.explanation(of: sent.msgID, for: "bob")
            #expect(explanation.devices.map(\.provider) == kinds)
            #expect(
                Set(try pushes.requests(sent.msgID, to: "bob").map(\.kind)) == ["apns", "fcm", "webpush", "webhook"])
        }
    }

    @Test(arguments: [
        ("apns", #""nothex""#), ("apns", #""""#), ("webPush", #""x""#), ("webPush", "{}"),
        ("webPush", #"{"endpoint": "http://push.test/1", "keys": {"p256dh": "\#(point)", "auth": "\#(secret)"}}"#),
        ("webPush", #"{"endpoint": "https://push.test/1", "keys": {"p256dh": "AAAA", "auth": "\#(secret)"}}"#),
        ("webPush", #"{"endpoint": "https://push.test/1", "keys": {"p256dh": "\#(point)", "auth": "\#(secret)"}}"#),
    ])
    func `T-Q27: what cannot be a token of the provider is refused, and nothing is registered`(
        provider: String, token: String
    ) throws {
        try withPushes(to: ["apns", "webPush"]) { gateway, _ in
            let bob = try gateway.online("bob")
            let error = try bob.refusal("push.register", #"{"provider": "\#(provider)", "token": \#(token)}"#)
            #expect(error.number == "gw 1001" || token == #""""#)
            #expect(error.keys == ["token"])
            #expect(try bob.pushDevices() == [])
        }
    }

    @Test func `T-Q27: a device registers with a provider that is set up, or gets gw 1011`() throws {
        try withPushes { gateway, _ in
            let bob = try gateway.online("bob")
            for provider in ["apns", "fcm", "webPush"] {
                let error = try bob.refusal("push.register", #"{"provider": "\#(provider)", "token": "c0ffee"}"#)
                #expect(error.number == "gw 1011" && error.keys == ["provider"])
            }
            #expect(try bob.refusal("push.webPushKey").number == "gw 1011")
            #expect(try bob.pushDevices() == [])
        }
    }
}

/// As a browser's are, of 65 and of 16 bytes.
private let point = "B" + String(repeating: "A", count: 86)
private let secret = String(repeating: "A", count: 22)
