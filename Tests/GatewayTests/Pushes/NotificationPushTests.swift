import Client
import JSON
import TestSupport
import Testing

/// Notifications of a backend that are pushed (X-70).
struct NotificationPushTests {
    private func notice(_ to: String, _ more: String = "") -> String {
        #"{\#(to), "name": "order.paid", "data": {"order": 7}, "apnsContent": "Paid"\#(more)}"#
    }

    @Test(arguments: ["webhook", "apns", "fcm", "webPush"])
    func `X-70: a user who is away is pushed a notification, and one who is there is not`(provider: String) throws {
        try withPushes(to: [provider]) { gateway, pushes in
            try pushes.away("bob", at: provider)
            let alice = try gateway.online("alice")
            try pushes.register(alice, "alice", at: provider)
            try gateway.createAccounts("carl")
            _ = try alice.write(to: "bob")
            let data = notice(#""userIDs": ["bob", "alice", "carl", "nobody"]"#)
            let reply = try gateway.admin().request("admin.notification.send", data).get()
            let results = try #require(reply["results"]?.elements).map { $0 }
            #expect(results.map { $0["code"]?.int } == [0, 0, 0, 40003])
            let ids = results.map { $0["msgId"]?.string ?? "" }
            #expect(try pushes.outcome(of: ids[0], in: "", for: "bob") == "1 Paid")
            #expect(try pushes.outcome(of: ids[1], in: "", for: "alice") == "online X-52")
            #expect(try pushes.outcome(of: ids[2], in: "", for: "carl") == "noDevice T-Q27")
            #expect(ids[3].isEmpty && Set(ids).count == 4)
            let request = try #require(try pushes.requests(ids[0], to: "bob").first)
            #expect(request.conversation == nil)
            #expect(try pushes.explain(ids[0], for: "carl").error?.name == "noMessage")
        }
    }

    @Test func `X-70: without a text nothing is pushed, and what belongs to a push is refused`() throws {
        try withPushes { gateway, pushes in
            try pushes.away("bob")
            let admin = try gateway.admin()
            let silent = #"{"userIDs": ["bob"], "name": "n"}"#
            let reply = try admin.request("admin.notification.send", silent).get()
            #expect(reply["results"]?.first?["code"]?.int == 0 && reply["results"]?.first?["msgId"] == nil)
            for (more, key) in [
                (#""forcePush": true"#, "apnsContent"), (#""apnsPayload": {"sound": "s"}"#, "apnsContent"),
                (#""apnsContent": """#, "apnsContent"),
                (#""apnsContent": "t", "live": true, "platform": "ios""#, "platform"),
            ] {
                let error = try admin.refusal(
                    "admin.notification.send", #"{"userIDs": ["bob"], "name": "n", \#(more)}"#)
                #expect(error.number == "gw 1001" && error.keys == [key], "\(more): \(error)")
            }
            _ = try admin.request("admin.notification.send", notice(#""userIDs": ["bob"]"#)).get()
            #expect(try pushes.texts(1, to: "bob") == ["Paid"])
        }
    }

    @Test func `X-70, T-Q24: to a group it is pushed like a message of the owner, and force push lifts the same`()
        throws
    {
        try withPushes { gateway, pushes in
            let users = ["bob", "carol", "dave", "eve"]
            for user in users { try pushes.away(user) }
            let alice = try gateway.online("alice")
            let id = try alice.createGroup(with: users)
            _ = try alice.write(in: id)
            try gateway.briefly("carol") { try $0.group("setNotifyState", id, #""state": 1"#) }
            try gateway.briefly("dave") { try $0.group("setNotifyState", id, #""state": 2"#) }
            try gateway.briefly("eve") { try $0.group("block", id) }
            let admin = try gateway.admin()
            func outcomes(_ more: String) throws -> [String] {
                let data = notice(#""groupID": "\#(id)""#, more)
                let sent = try #require(try admin.request("admin.notification.send", data).get()["msgId"]?.string)
                return try (users + ["alice"]).map { try pushes.outcome(of: sent, in: "group_\(id)", for: $0) }
            }
            #expect(
                try outcomes("") == ["1 Paid", "notifyNone X-M11", "1 Paid", "groupBlocked X-M03", "noDevice T-Q27"])
            // The badge is that of what is unread: the notification is no message.
            #expect(
                try outcomes(#", "forcePush": true"#) == [
                    "1! Paid", "1! Paid", "1! Paid", "groupBlocked X-M03", "noDevice T-Q27",
                ])
        }
    }

    @Test func `X-70: do not disturb holds unless it is forced, and the payload goes along`() throws {
        try withPushes { gateway, pushes in
            let bob = try gateway.session("bob", device: "phone", platform: "ios")
            try pushes.register(bob, "bob")
            try bob.setQuietHours()
            try bob.leave()
            let admin = try gateway.admin()
            func outcome(_ more: String) throws -> (line: String, msgID: String) {
                let data = notice(#""userIDs": ["bob"]"#, more)
                let reply = try admin.request("admin.notification.send", data).get()
                let msgID = try #require(reply["results"]?.first?["msgId"]?.string)
                return (try pushes.outcome(of: msgID, in: "", for: "bob"), msgID)
            }
            #expect(try outcome("").line == "quietHours X-M13")
            let loud = try outcome(#", "forcePush": true, "apnsPayload": {"sound": "bell", "custom": {"order": 7}}"#)
            #expect(loud.line == "0! Paid")
            let payload = try #require(try pushes.requests(loud.msgID, to: "bob").first?.payload)
            #expect(payload.contains(#""sound":"bell""#) && payload.contains(#""custom":{"order":7}"#))
        }
    }

    @Test func `X-70: a crash loses no push of a notification`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: hold)
        try withPushes(["push.requests": "1"], server: server) { gateway, pushes in
            for user in ["bob", "carol"] { try pushes.away(user) }
            let data = notice(#""userIDs": ["bob", "carol"]"#)
            let reply = try gateway.admin().request("admin.notification.send", data).get()
            let ids = try #require(reply["results"]?.elements).map { $0["msgId"]?.string ?? "" }
            gateway.kill()
            try server.answerAsUsual()
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            for (id, user) in zip(ids, ["bob", "carol"]) {
                #expect(try pushes.explanation(of: id, for: user).line == "0 Paid")
            }
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["bob"]}"#).get()
            #expect(try pushes.explain(ids[0], for: "bob").error?.name == "noMessage")
        }
    }
}
