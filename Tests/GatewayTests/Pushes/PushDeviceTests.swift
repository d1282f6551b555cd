import Client
import JSON
import TestSupport
import Testing

/// Which devices are pushed to, and when none is since the user is reached otherwise.
struct PushDeviceTests {
    @Test func `T-Q27: a device registers, registers anew, and is listed with the end of its token`() throws {
        try withPushes(to: ["webhook", "apns"]) { gateway, pushes in
            let alice = try gateway.online("alice")
            let bob = try gateway.session("bob", device: "phone", platform: "ios")
            #expect(try bob.pushDevices() == [])
            let first = try pushes.register(bob, "bob", at: "webhook")
            let tab = try gateway.session("bob", device: "tab", platform: "web")
            try pushes.register(tab, "bob")
            #expect(try bob.pushDevices() == ["phone ios webhook", "tab web webhook"])
            // The same again changes nothing; another takes its place, and is the one registered last.
            let again = #"{"provider": "webhook", "token": "\#(first)"}"#
            _ = try bob.request("push.register", again).get()
            #expect(try bob.pushDevices() == ["phone ios webhook", "tab web webhook"])
            let second = try pushes.register(bob, "bob", at: "apns")
            #expect(try tab.pushDevices() == ["tab web webhook", "phone ios apns"])
            let listed = try tab.request("push.devices").get()["devices"]?.elements?.map { $0["token"]?.string }
            #expect(listed?.last == String(second.suffix(8)))
            try bob.leave()
            try tab.leave()
            let sent = try alice.write(to: "bob")
            #expect(try pushes.outcome(of: sent, for: "bob") == "1 alice:hello")
            let explanation = try pushes.explanation(of: sent.msgID, for: "bob")
            #expect(explanation.devices.map(\.provider) == ["webhook", "apns"])
        }
    }

    @Test func `T-Q27: a token is one user's at a time, and a device's registration lasts over a restart`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            let token = try pushes.away("bob")
            try pushes.away("dave")
            // Carol takes bob's phone.
            let carol = try gateway.session("carol", device: "phone", platform: "ios")
            _ = try carol.request("push.register", #"{"provider": "webhook", "token": "\#(token)"}"#).get()
            try carol.leave()
            let sent = try ["bob", "carol", "dave"].map { try alice.write(to: $0) }
            #expect(try pushes.outcome(of: sent[0], for: "bob") == "noDevice T-Q27")
            #expect(try pushes.explanation(of: sent[1].msgID, for: "carol").line == "1 alice:hello")
            #expect(try pushes.outcome(of: sent[2], for: "dave") == "1 alice:hello")
            try gateway.restart()
            let later = try gateway.online("alice").write(to: "dave")
            #expect(try pushes.outcome(of: later, for: "dave") == "2 alice:hello")
        }
    }

    @Test(arguments: ["apns", "webPush"])
    func `T-Q37, T-Q27: a token is one user's at a time, however it is spelled`(provider: String) throws {
        try withPushes(to: [provider]) { gateway, pushes in
            let alice = try gateway.online("alice")
            let token = try pushes.away("bob", at: provider)
            let other =
                provider == "apns"
                ? "\"\(token.uppercased())\""
                : #"{"keys": \#(try pushes.server.file("subscription-keys.json")), "endpoint": "\#(pushes.server.url)/push/\#(token)"}"#
            let carol = try gateway.session("carol", device: "phone", platform: "ios")
            _ = try carol.request("push.register", #"{"provider": "\#(provider)", "token": \#(other)}"#).get()
            #expect(try carol.pushDevices() == ["phone ios \(provider)"])
            try carol.leave()
            #expect(try pushes.outcome(of: alice.write(to: "bob"), for: "bob") == "noDevice T-Q27")
            let sent = try alice.write(to: "carol")
            #expect(try pushes.explanation(of: sent.msgID, for: "carol").devices.map(\.state) == ["accepted"])
        }
    }

    @Test func `T-Q27: of more devices than a user may have the one registered first gives way`() throws {
        try withPushes(["streams.devicesPerUser": "2"]) { gateway, pushes in
            for device in ["one", "two", "three"] { try pushes.away("bob", device: device) }
            let sent = try gateway.online("alice").write(to: "bob")
            #expect(try pushes.outcome(of: sent, for: "bob") == "1 alice:hello")
            #expect(try pushes.explanation(of: sent.msgID, for: "bob").devices.map(\.device) == ["two", "three"])
        }
    }

    @Test func `T-Q27: push.unregister takes back one of the user's devices`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            let phone = try gateway.session("bob", device: "phone", platform: "ios")
            let tab = try gateway.session("bob", device: "tab")
            try pushes.register(phone, "bob")
            try pushes.register(tab, "bob")
            try pushes.away("carol")
            func unregister(_ session: ClientSession, _ data: String = "{}") throws -> Bool? {
                try session.request("push.unregister", data).get()["unregistered"]?.bool
            }
            #expect(try unregister(alice, #"{"device": "phone"}"#) == false)
            #expect(try unregister(tab, #"{"device": "phone"}"#) == true)
            #expect(try unregister(tab, #"{"device": "phone"}"#) == false)
            #expect(try phone.pushDevices() == ["tab web webhook"])
            #expect(try unregister(tab) == true)
            #expect(try tab.pushDevices() == [])
            try phone.leave()
            try tab.leave()
            let outcomes = try ["bob", "carol"].map { try pushes.outcome(of: alice.write(to: $0), for: $0) }
            #expect(outcomes == ["noDevice T-Q27", "1 alice:hello"])
        }
    }

    @Test(arguments: ["left", "lost", "closed", "closedByAnother", "drained"])
    func `T-Q26, T-Q27: a device stays registered when its connection is gone, and not when its session was closed`(
        ending: String
    ) throws {
        try withPushes { gateway, pushes in
            let phone = try gateway.session("bob", device: "phone", platform: "ios")
            try pushes.register(phone, "bob")
            switch ending {
            case "left": try phone.leave()
            case "lost":
                // Without a word; the gateway hears of it when the socket has ended.
                try phone.connection.channel.endWriting()
                try until("the session is over") { try gateway.metric("martlet_sessions_open") == 0 }
            case "closed":
                _ = try phone.request("session.close").get()
                _ = try phone.closeCode()
            case "closedByAnother":
                let tab = try gateway.session("bob", device: "tab")
                let target = try tab.identifier(ofDevice: "phone")
                _ = try tab.request("session.close", #"{"session": "\#(target)"}"#).get()
                _ = try phone.closeCode()
                // It is written down beside the reply; after this write it is.
                _ = try tab.settle()
                #expect(try tab.pushDevices() == [])
                try tab.leave()
            default: try gateway.restart()
            }
            let sent = try gateway.online("alice").write(to: "bob")
            let isKept = !ending.hasPrefix("closed")
            #expect(try pushes.outcome(of: sent, for: "bob") == (isKept ? "1 alice:hello" : "noDevice T-Q27"))
        }
    }

    @Test(arguments: ["sessions.exclusive", "sessions.perUser"])
    func `X-12, T-Q27: a device whose session another one pushes out is pushed to no longer`(setting: String) throws {
        let settings = setting == "sessions.exclusive" ? [setting: #"[["ios"]]"#] : [setting: "1"]
        try withPushes(settings) { gateway, pushes in
            let old = try gateway.session("bob", device: "old", platform: "ios")
            try pushes.register(old, "bob")
            let new = try gateway.session("bob", device: "new", platform: "ios")
            _ = try old.closeCode()
            _ = try new.settle()
            #expect(try new.pushDevices() == [])
            try pushes.register(new, "bob")
            // A newer login of the same device replaces the session, and leaves the device.
            let newer = try gateway.session("bob", device: "new", platform: "ios")
            #expect(try newer.pushDevices() == ["new ios webhook"])
            try newer.leave()
            let sent = try gateway.online("alice").write(to: "bob")
            #expect(try pushes.outcome(of: sent, for: "bob") == "1 alice:hello")
            #expect(try pushes.explanation(of: sent.msgID, for: "bob").devices.map(\.device) == ["new"])
        }
    }

    @Test func `T-Q27: a deleted account is pushed to no longer, not even when there is one of the same name again`()
        throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            try pushes.away("carol")
            let id = try alice.createGroup(with: ["bob", "carol"])
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["bob"]}"#).get()
            let sent = try alice.write(in: id)
            #expect(try pushes.outcome(of: sent, for: "carol") == "1 alice:hello")
            try gateway.createAccounts("bob")
            #expect(try pushes.outcome(of: alice.write(to: "bob"), for: "bob") == "noDevice T-Q27")
            #expect(try pushes.requests(to: "bob").isEmpty)
        }
    }

    @Test func `T-Q26, X-52: a user with a session is pushed to on no device`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let tab = try gateway.session("bob", device: "tab", platform: "web")
            let id = try alice.createGroup(with: ["bob"])
            let force = #""apnsMemberOption": {"forcePush": true}"#
            for sent in try [alice.write(to: "bob"), alice.write(in: id), alice.write(in: id, force)] {
                #expect(try pushes.outcome(of: sent, for: "bob") == "online X-52")
            }
            try tab.leave()
            #expect(try pushes.outcome(of: alice.write(in: id), for: "bob") == "4 alice:hello")
            #expect(try pushes.requests(to: "bob").count == 1)
        }
    }

    @Test(arguments: [("pc", true), ("web", true), ("ios", false), ("miniweb", false), ("other", false)])
    func `T-Q26, X-52: with push.desktopIsAway a session on a desktop keeps nothing from being pushed`(
        platform: String, isAway: Bool
    ) throws {
        try withPushes(["push.desktopIsAway": "true"]) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let other = try gateway.session("bob", device: "other", platform: platform)
            let id = try alice.createGroup(with: ["bob"])
            let outcomes = try [alice.write(to: "bob"), alice.write(in: id)].map {
                try pushes.outcome(of: $0, for: "bob")
            }
            #expect(outcomes == (isAway ? ["1 alice:hello", "2 alice:hello"] : ["online X-52", "online X-52"]))
            // It is still told.
            #expect(try other.settle().messages.map(\.text).filter { $0 == "hello" }.count == 2)
        }
    }
}
