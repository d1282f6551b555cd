import Client
import JSON
import TestSupport
import Testing

/// What a device shows: who wrote, where and what, in its own language, and no more than it is to show.
struct PushContentTests {
    /// Title and body on one device.
    private func shown(_ sent: Sent, to user: String, _ pushes: Pushes) throws -> [String] {
        _ = try pushes.outcome(of: sent, for: user)
        let device = try #require(try pushes.explanation(of: sent.msgID, for: user).devices.first)
        return [device.title ?? "", device.body]
    }

    @Test func `P-29, P-30: title and body say who wrote and where; what is forced or has no prefix names nobody`()
        throws
    {
        try withPushes(to: ["apns"]) { gateway, pushes in
            let alice = try gateway.online("alice")
            try alice.modifySelf(#""nickname": "Alice""#)
            try pushes.away("bob", at: "apns")
            let group = try gateway.createGroup("team", by: "alice", with: ["bob"])
            #expect(try shown(alice.write("hello", to: "bob"), to: "bob", pushes) == ["Alice", "hello"])
            #expect(try shown(alice.write("hello", in: group), to: "bob", pushes) == ["g", "Alice: hello"])
            let bare = #""apnsWithPrefix": false"#
            #expect(try shown(alice.write(to: "bob", bare), to: "bob", pushes) == ["", "hello"])
            #expect(try shown(alice.write(in: group, bare), to: "bob", pushes) == ["g", "hello"])
            let forced = #""apnsContent": "own", "apnsMemberOption": {"forcePush": true, "apnsContent": "special"}"#
            #expect(try shown(alice.write(in: group, forced), to: "bob", pushes) == ["", "special"])
            let own = #""apnsContent": "own""#
            #expect(try shown(alice.write(in: group, own), to: "bob", pushes) == ["g", "Alice: own"])
        }
    }

    @Test func `P-21, P-31: a device has its language, by the nearest tag, and an operator's wording goes before`()
        throws
    {
        let templates = #"""
            [{language: "de", kind: "group", title: "{group}", body: "{sender} schreibt: {text}"},
             {language: "de", kind: "image", body: "[Bild]"}, {language: "en-GB", kind: "image", body: "[photo]"}]
            """#
        try withPushes(["push.templates": templates], to: ["fcm"]) { gateway, pushes in
            let alice = try gateway.online("alice")
            let languages = ["zh-Hans-CN", "zh", "DE-at", "en-GB", "fr", ""]
            for (number, language) in languages.enumerated() {
                let more = language.isEmpty ? "" : #""language": "\#(language)""#
                try pushes.away("user\(number)", at: "fcm", more)
            }
            let users = languages.indices.map { "user\($0)" }
            let group = try gateway.createGroup("team", by: "alice", with: users)
            func send(_ kind: Int, to conversation: String) throws -> Sent {
                let data =
                    #"{"conversationID": "\#(conversation)", "clientMsgId": "\#(uniqueID())", "type": \#(kind), "#
                    + #""body": {"url": "x"}}"#
                return try Sent(alice.request("message.send", data).get())
            }
            let image = try send(1, to: "group_\(group)")
            #expect(
                try users.map { try shown(image, to: $0, pushes)[1] } == [
                    "alice：[图片]", "alice：[图片]", "alice schreibt: [Bild]", "alice: [photo]", "alice: [image]",
                    "alice: [image]",
                ])
            let between = try send(3, to: "c2c_user0")
            #expect(try shown(between, to: "user0", pushes) == ["alice", "[视频]"])
            let session = try gateway.session("user0", device: "phone")
            let error = try session.refusal(
                "push.register", #"{"provider": "fcm", "token": "x", "language": "no language"}"#)
            #expect(error.number == "gw 1001" && error.keys == ["language"])
        }
    }

    @Test(arguments: ["full", "sender", "none"])
    func `P-33: a push shows as much as the operator and the device both allow`(most: String) throws {
        try withPushes(["push.content": #""\#(most)""#], to: ["webhook"]) { gateway, pushes in
            let alice = try gateway.online("alice")
            let previews = ["none", "sender", "full"]
            for preview in previews { try pushes.away(preview, #""preview": "\#(preview)""#) }
            let group = try gateway.createGroup("team", by: "alice", with: previews)
            let sent = try alice.write("secret", in: group)
            let expected = [
                "none": ["", "New message"], "sender": ["g", "alice: New message"], "full": ["g", "alice: secret"],
            ]
            for preview in previews {
                let allowed = previews[min(previews.firstIndex(of: preview)!, previews.firstIndex(of: most)!)]
                let explanation = try pushes.explanation(of: sent.msgID, for: preview)
                let device = try #require(explanation.devices.first)
                #expect([device.title ?? "", device.body] == expected[allowed])
                let request = try #require(try pushes.requests(sent.msgID, to: preview).first)
                #expect(request.problem == nil)
                #expect([request.title ?? "", try body(request)] == expected[allowed])
                #expect(request.payload?.contains("secret") == (allowed == "full"))
                #expect(request.payload?.contains("alice") == true || allowed == "none")
            }
            // Registered anew, it is as said then.
            let session = try gateway.session("none", device: "phone", platform: "ios")
            try pushes.register(session, "none", #""preview": "full""#)
            let listed = try session.request("push.devices").get()["devices"]?.elements?.map { $0["preview"]?.string }
            #expect(listed == ["full"])
        }
    }

    private func body(_ request: ProviderServer.Request) throws -> String {
        let payload = try #require(request.payload)
        return try #require(try JSONDocument().parse(payload)["body"]?.string)
    }

    @Test func `P-34: long names are shown, and signs from right to left keep to themselves`() throws {
        try withPushes(to: ["apns"]) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob", at: "apns")
            try alice.modifySelf(#""nickname": "\#(String(repeating: "\u{1F426}", count: 32))""#)
            let long = try shown(alice.write(to: "bob"), to: "bob", pushes)[0]
            #expect(long.count == 32 && long.utf8.count <= 256 && long.hasPrefix("\u{1F426}"))
            try alice.modifySelf(#""nickname": "\u05d0\u05d1""#)
            #expect(try shown(alice.write(to: "bob"), to: "bob", pushes)[0] == "\u{2068}\u{5D0}\u{5D1}\u{2069}")
        }
    }

    @Test func `P-35, P-36: a backend names title, picture, level and class; a user none of these, but a subtitle`()
        throws
    {
        try withPushes(to: ["apns", "huawei", "honor"]) { gateway, pushes in
            for (user, provider) in [("bob", "apns"), ("carol", "huawei"), ("dave", "honor")] {
                try pushes.away(user, at: provider)
            }
            let payload =
                #"{"title": "Shop", "image": "https://shop.test/1.png", "level": "time-sensitive", "class": "notice", "#
                + #""subtitle": "Order 7", "thread": "orders"}"#
            func send(_ payload: String) throws -> [ProviderServer.Request] {
                let data =
                    #"{"userIDs": ["bob", "carol", "dave"], "name": "n", "apnsContent": "Paid", "apnsPayload": \#(payload)}"#
                let reply = try gateway.admin().request("admin.notification.send", data).get()
                let ids = try #require(reply["results"]?.elements).map { $0["msgId"]?.string ?? "" }
                return try zip(["bob", "carol", "dave"], ids).map { user, id in
                    _ = try pushes.explanation(of: id, for: user)
                    let request = try #require(try pushes.requests(id, to: user).first)
                    #expect(request.problem == nil)
                    return request
                }
            }
            let full = try send(payload)
            #expect(full.map(\.title) == ["Shop", "Shop", "Shop"] && full.map(\.text) == ["Paid", "Paid", "Paid"])
            let apns = try #require(full[0].payload)
            let aps = try #require(try JSONDocument().parse(apns)["aps"])
            #expect(aps["alert"]?["subtitle"]?.string == "Order 7" && aps["thread-id"]?.string == "orders")
            #expect(aps["interruption-level"]?.string == "time-sensitive" && aps["mutable-content"]?.int == 1)
            #expect(full[1].payload?.contains("https://shop.test/1.png") == true)
            // What is for many says so, unless the backend does otherwise.
            #expect(full[1].category == nil && full[2].category == "NORMAL")
            let plain = try send("{}")
            #expect(plain[1].category == "MARKETING" && plain[2].category == "LOW")
            #expect(plain.map(\.title) == [nil, PushMakers.title, PushMakers.title])

            let alice = try gateway.online("alice")
            for member in [
                #""title": "x""#, #""image": "https://x.test/""#, #""level": "active""#, #""class": "call""#,
            ] {
                let data = message(to: "bob", #""apnsPayload": {\#(member)}"#)
                #expect(try alice.refusal("message.send", data).number == "nim 414", "\(member)")
            }
            let sent = try alice.write(to: "bob", #""apnsPayload": {"subtitle": "ride", "thread": "rides"}"#)
            _ = try pushes.outcome(of: sent, for: "bob")
        }
    }
}
