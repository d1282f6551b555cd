import Client
import Framing
import Glibc
import JSON
import TestSupport
import Testing

/// Phones that their maker's own service reaches.
struct PushMakerTests {
    @Test(arguments: PushMakers.all)
    func
        `P-22, P-29, P-49: a device of each maker gets title, body, ids and app data; a recalled push is replaced or revoked`(
            maker: String
        ) throws
    {
        try withPushes(to: [maker]) { gateway, pushes in
            let alice = try gateway.online("alice")
            let token = try pushes.away("bob", platform: "android", at: maker)
            let id = try alice.createGroup(with: ["bob"])
            let first = try alice.write("Hello, \u{1F426}", to: "bob")
            let second = try alice.write("Fire", in: id, #""apnsMemberOption": {"forcePush": true}"#)
            #expect(try pushes.outcome(of: first, for: "bob") == "1 alice:Hello, \u{1F426}")
            #expect(try pushes.outcome(of: second, for: "bob") == "2! Fire")
            let sent = try [first, second].flatMap { try pushes.requests($0.msgID, to: "bob") }
            #expect(sent.map(\.token) == [token, token])
            #expect(
                sent.map(\.title) == ["alice", PushMakers.title] && sent.map(\.text) == ["Hello, \u{1F426}", "Fire"])
            #expect(Set(sent.map(\.conversation)) == ["c2c_alice", "group_\(id)"])
            #expect(Set(sent.map(\.message)) == [first.msgID, second.msgID])

            try alice.recall(first)
            let replacement = try until("the push is replaced or revoked") {
                try pushes.requests(first.msgID, to: "bob").dropFirst().first
                    ?? pushes.server.requests().first { $0.kind == "\(maker)-revoke" && $0.token == token }
            }
            #expect(replacement.problem == nil && replacement.notifyId == sent[0].notifyId)
            let isRevoked = ["harmony", "xiaomi"].contains(maker)
            #expect(replacement.kind.hasSuffix("-revoke") == isRevoked)
            #expect(replacement.text == (isRevoked ? nil : "[recalled]"))
        }
    }

    @Test
    func `P-21, P-22: apps have their own services; a token is one user's at each, and an unknown app is gw 1011`()
        throws
    {
        let server = try ProviderServer.shared()
        let app =
            #"{name: "pro", provider: "vivo", keyFile: "\#(server.path("vivo.json"))", endpoint: "\#(server.url)"}"#
        try withPushes(["push.apps": "[\(app)]"], to: ["vivo"]) { gateway, pushes in
            let (alice, bob) = (try gateway.online("alice"), try gateway.session("bob", device: "phone"))
            let carol = try gateway.session("carol", device: "phone")
            let data = #""provider": "vivo", "token": "\#(UInt64.random(in: 1...(.max)))-token""#
            _ = try bob.request("push.register", "{\(data)}").get()
            _ = try carol.request("push.register", #"{\#(data), "app": "pro"}"#).get()
            let listed = try carol.request("push.devices").get()["devices"]?.elements?.map { $0 }
            #expect(listed?.first?["app"]?.string == "pro" && listed?.first?["provider"]?.string == "vivo")
            #expect(try bob.pushDevices().count == 1)
            for (more, key) in [(#", "app": "other""#, "app"), (#", "app": "PRO""#, "app")] {
                let error = try bob.refusal("push.register", "{\(data)\(more)}")
                #expect(error.number == "gw 1011" && error.keys == [key])
            }
            try carol.leave()
            let sent = try alice.write(to: "carol")
            #expect(try pushes.explanation(of: sent.msgID, for: "carol").devices.map(\.state) == ["accepted"])
            _ = try bob.request("push.register", #"{\#(data), "app": "pro"}"#).get()
            #expect(try gateway.online("carol").pushDevices() == [])
        }
    }

    @Test func `P-27: an operator tries a device, and hears the maker's code and what to do`() throws {
        let server = try ProviderServer()
        try withPushes(to: ["huawei", "vivo"], server: server) { gateway, pushes in
            let session = try gateway.session("bob", device: "phone", platform: "android")
            let admin = try gateway.operators()
            for (token, outcome, words) in [
                ("ok-1", "accepted", ""), ("dead-1", "later", "80300007"), ("credential-1", "later", ""),
                ("refused-1", "refused", "8010000"),
            ] {
                _ = try session.request("push.register", #"{"provider": "huawei", "token": "\#(token)"}"#).get()
                try awaitRegistration(of: "bob", with: token, by: admin)
                let data = #"{"userID": "bob", "device": "phone"}"#
                let answer = try admin.request("admin.push.test", data).get()
                #expect(answer["outcome"]?.string == outcome, "\(token): \(answer)")
                #expect(answer["answer"]?.string?.contains(words) == true, "\(token): \(answer)")
            }
            #expect(try session.pushDevices() == ["phone android huawei"])
            let other = try admin.request("admin.push.test", #"{"userID": "bob", "device": "tab"}"#).error
            #expect(other?.number == "gw 1001" && other?.keys == ["device"])
            let nobody = try admin.request("admin.push.test", #"{"userID": "nobody", "device": "tab"}"#).error
            #expect(nobody?.number == "tim 40003")
        }
    }

    @Test func `P-25: when the day's quota is spent nothing is asked, pushes are refused, and readyz warns`() throws {
        let server = try ProviderServer()
        try withPushes(to: ["xiaomi"], server: server) { gateway, pushes in
            let (alice, bob) = (try gateway.online("alice"), try gateway.session("bob", device: "phone"))
            _ = try bob.request("push.register", #"{"provider": "xiaomi", "token": "quota-1"}"#).get()
            try bob.leave()
            for number in 1...3 {
                let sent = try alice.write("\(number)", to: "bob")
                let device = try #require(try pushes.explanation(of: sent.msgID, for: "bob").devices.first)
                #expect(device.state == "refused", "\(device)")
                #expect(number == 1 || device.answer.hasPrefix("quota"), "\(device)")
            }
            #expect(try server.requests().filter { $0.kind == "xiaomi" }.count == 1)
            try until("readyz warns") {
                let page = try JSONDocument().parse(gateway.http().request(.get, "/readyz").text)
                let warnings = page["warnings"]?.elements?.compactMap(\.string) ?? []
                return page["ready"]?.bool == true && warnings == ["pushes"]
                    && page["pushes"]?.string?.contains("xiaomi") == true
            }
        }
    }

    @Test func `P-28: SIGHUP reads key files anew, and what cannot be used leaves the former in force`() throws {
        let server = try ProviderServer()
        let workspace = try Workspace()
        let good = try server.file("vivo.json")
        let bad = good.replacing(#""appSecret": ""#, with: #""appSecret": "x"#)
        #expect(good != bad)
        let file = try workspace.write("vivo.json", bad)
        try withPushes(["vivo.keyFile": #""\#(file)""#], to: ["vivo"], server: server) { gateway, pushes in
            let (alice, bob) = (try gateway.online("alice"), try gateway.session("bob", device: "phone"))
            let (admin, trial) = (try gateway.operators(), #"{"userID": "bob", "device": "phone"}"#)
            _ = try bob.request("push.register", #"{"provider": "vivo", "token": "ok-1"}"#).get()
            try awaitRegistration(of: "bob", with: "ok-1", by: admin)
            #expect(try admin.request("admin.push.test", trial).get()["outcome"]?.string == "later")
            try workspace.write("vivo.json", "{")
            gateway.signal(SIGHUP)
            try until("the log says so") { try !gateway.logged("the providers' keys not reloaded").isEmpty }
            try workspace.write("vivo.json", good)
            gateway.signal(SIGHUP)
            try until("the key is in force") {
                try admin.request("admin.push.test", trial).get()["outcome"]?.string == "accepted"
            }
            try bob.leave()
            let sent = try alice.write(to: "bob")
            #expect(try pushes.explanation(of: sent.msgID, for: "bob").devices.map(\.state) == ["accepted"])
        }
    }

    /// On a cluster the operators' node may be some milliseconds behind the user's.
    private func awaitRegistration(of user: String, with token: String, by admin: HTTPAPI) throws {
        try until("the operators' node knows the device") {
            switch try admin.request("admin.push.devices", #"{"userID": "\#(user)"}"#) {
            case .ok(let list):
                list["devices"]?.elements?.contains { $0["token"]?.string == String(token.suffix(8)) } ?? false
            case .error(let error): if error.number == "tim 40003" { false } else { throw error }
            }
        }
    }
}
