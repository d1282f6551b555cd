import Client
import JSON
import TestSupport
import Testing

/// M-45, M-50: what becomes of a push that has gone out when its message is recalled or expires.
struct ReplacedPushTests {
    @Test(arguments: ["apns", "fcm", "webPush", "webhook"])
    func `M-45: a push that is out is followed by a silent one that takes its place, with the badge of then`(
        provider: String
    ) throws {
        try withPushes(to: [provider]) { gateway, pushes in
            try pushes.away("bob", at: provider)
            let alice = try gateway.online("alice")
            let sent = try ["slip", "well"].map { try alice.write($0, to: "bob") }
            for message in sent { _ = try pushes.explanation(of: message.msgID, for: "bob") }
            try alice.recall(sent[0])
            let requests = try until("the replacement") {
                let requests = try pushes.requests(sent[0].msgID, to: "bob")
                return requests.count == 2 ? requests : nil
            }
            #expect(requests.allSatisfy { $0.problem == nil })
            let shown = ["apns", "fcm"].contains(provider) ? "slip" : "alice:slip"
            #expect(requests.map(\.text) == [shown, "[recalled]"] && requests.map(\.badge) == [1, 1])
            #expect(requests[1].forced == false && requests[1].conversation == "c2c_alice")
            try expectSamePlace(requests, at: provider, "recalled")
            let explanation = try pushes.explanation(of: sent[0].msgID, for: "bob")
            #expect(explanation.line == "1 [recalled]" && explanation.isRecalled)
            #expect(explanation.devices.map(\.state) == ["accepted"] && explanation.devices[0].attempts == 1)
            #expect(try pushes.requests(sent[1].msgID, to: "bob").count == 1)
        }
    }

    /// `member`: is true in the second one alone.
    private func expectSamePlace(
        _ requests: [ProviderServer.Request], at provider: String, _ member: String
    ) throws {
        let json = try requests.map { try JSONDocument().parse(try #require($0.payload)) }
        switch provider {
        case "apns":
            #expect(requests[0].headers["apns-collapse-id"] == requests[1].headers["apns-collapse-id"])
            // Apple would take it for the same notification, sent once more.
            #expect(requests[0].headers["apns-id"] != requests[1].headers["apns-id"])
            #expect(json[1]["aps"]?["sound"] == nil && json[1]["aps"]?["interruption-level"]?.string == "passive")
            #expect(json[1]["martlet"]?.member(member)?.bool == true && json[0]["martlet"]?.member(member) == nil)
        case "fcm":
            let android = json.map { $0["message"]?["android"]?["notification"] }
            #expect(android[0]?["tag"]?.string != nil && android[0]?["tag"]?.string == android[1]?["tag"]?.string)
            let apns = json.map { $0["message"]?["apns"] }
            #expect(apns[1]?["headers"]?["apns-collapse-id"]?.string == android[1]?["tag"]?.string)
            #expect(apns[1]?["payload"]?["aps"]?["sound"] == nil && apns[0]?["payload"]?["aps"]?["sound"] != nil)
            #expect(json[1]["message"]?["data"]?.member(member)?.string == "true")
        case "webPush":
            #expect(requests[0].headers["topic"] == requests[1].headers["topic"])
            #expect(requests.map { $0.headers["urgency"] } == ["high", "normal"])
            #expect(json[1].member(member)?.bool == true && json[0].member(member) == nil)
        default:
            // A receiver passes over a delivery that it has had.
            #expect(requests[0].headers["martlet-delivery"] != requests[1].headers["martlet-delivery"])
            #expect(json[1].member(member)?.bool == true && json[0].member(member) == nil)
        }
    }

    @Test func `M-45: in a group all who were pushed to are; a push with an id of the sender's own is let be`() throws {
        try withPushes { gateway, pushes in
            for user in ["bob", "carol"] { try pushes.away(user) }
            let alice = try gateway.online("alice")
            let group = try alice.createGroup(with: ["bob", "carol"])
            let sent = [
                try alice.write("one", in: group),
                try alice.write("two", in: group, #""apnsPayload": {"badge": false}"#),
                try alice.write("three", in: group, #""apnsPayload": {"collapseId": "ride-7"}"#),
            ]
            for message in sent {
                for user in ["bob", "carol"] { _ = try pushes.explanation(of: message.msgID, for: user) }
            }
            for message in sent { try alice.recall(message) }
            // Jobs are decided in their order, and this one is the last.
            let last = try alice.write("four", in: group)
            for user in ["bob", "carol"] {
                _ = try pushes.explanation(of: last.msgID, for: user)
                try until("the replacements") {
                    try pushes.requests(sent[1].msgID, to: user).count == 2
                        && pushes.requests(sent[0].msgID, to: user).count == 2
                }
                let badges = try sent.map { try pushes.requests($0.msgID, to: user).map(\.badge) }
                #expect(badges.map { $0[0] } == [1, nil, 3] && badges[1] == [nil, nil], "\(badges)")
                // The other recalls and "four" may or may not be in the state when it is decided.
                #expect((0...2).contains(try #require(badges[0][1])), "\(badges)")
                #expect(try pushes.requests(sent[2].msgID, to: user).map(\.text) == ["alice:three"])
            }
        }
    }

    @Test func `M-14, M-45: a push that nobody has accepted is neither sent nor replaced`() throws {
        let server = try ProviderServer()
        try server.script(#"[{"match": "/hook", "forever": true, "answers": [{"status": 400}]}]"#)
        try withPushes(server: server) { gateway, pushes in
            try pushes.away("bob")
            let alice = try gateway.online("alice")
            let sent = try alice.write("slip", to: "bob")
            #expect(try pushes.explanation(of: sent.msgID, for: "bob").devices.map(\.state) == ["refused"])
            try alice.recall(sent)
            let last = try alice.write("well", to: "bob")
            _ = try pushes.explanation(of: last.msgID, for: "bob")
            #expect(try pushes.requests(sent.msgID, to: "bob").count == 1)
            let reply = try ExplainedPush(pushes.explain(sent.msgID, for: "bob").get())
            #expect(reply.isPushed == false && reply.reason == "recalled")
        }
    }

    @Test(arguments: ["apns", "fcm", "webPush", "webhook"])
    func `M-50: a push that is out is replaced when its message expires, also while the gateway is stopped`(
        provider: String
    ) throws {
        try withPushes(movableClock, to: [provider]) { gateway, pushes in
            try pushes.away("bob", at: provider)
            let alice = try gateway.online("alice")
            let sent = try alice.write("code", to: "bob", #""expireSeconds": 600"#)
            let other = try alice.write("stays", to: "bob")
            for message in [sent, other] { _ = try pushes.explanation(of: message.msgID, for: "bob") }
            try gateway.restart(after: 601)
            let requests = try pushes.replacement(of: sent)
            let shown = ["apns", "fcm"].contains(provider) ? "code" : "alice:code"
            #expect(requests.map(\.text) == [shown, "[expired]"] && requests.map(\.badge) == [1, 1])
            try expectSamePlace(requests, at: provider, "expired")
            let explanation = try pushes.explanation(of: sent.msgID, for: "bob")
            #expect(explanation.line == "1 [expired]" && explanation.isExpired && !explanation.isRecalled)
            #expect(explanation.devices.map(\.state) == ["accepted"])
            #expect(try pushes.requests(other.msgID, to: "bob").count == 1)
        }
    }

    @Test func `M-50: a push whose message expires while it is under way is replaced when it is accepted`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: hold)
        try withPushes(server: server) { gateway, pushes in
            try pushes.away("bob")
            let alice = try gateway.online("alice")
            let sent = try alice.write("code", to: "bob", #""expireSeconds": 3"#)
            try until("it is under way") { try pushes.requests(sent.msgID, to: "bob").count == 1 }
            _ = try alice.event("message.gone")
            try server.answerAsUsual()
            let requests = try pushes.replacement(of: sent)
            #expect(requests.map(\.text) == ["alice:code", "[expired]"] && requests.map(\.badge) == [1, 0])
        }
    }

    @Test func `M-50: the replacement waits for a provider that is down, with the badge of when the message expired`()
        throws
    {
        let server = try ProviderServer()
        try withPushes(movableClock, server: server) { gateway, pushes in
            try pushes.away("bob")
            let sent = try gateway.online("alice").write("code", to: "bob", #""expireSeconds": 600"#)
            #expect(try pushes.explanation(of: sent.msgID, for: "bob").line == "1 alice:code")
            try server.answer("/hook", with: #"{"status": 500, "body": "later"}"#)
            try gateway.restart(after: 601)
            try until("it was tried") {
                try pushes.peek(at: sent, for: "bob").map { $0.state == "waiting" && $0.attempts > 0 } ?? false
            }
            // This one is told of by its own push.
            let later = try gateway.online("alice").write("later", to: "bob")
            try gateway.restart(after: 603)
            try server.answerAsUsual()
            let explanation = try pushes.explanation(of: sent.msgID, for: "bob")
            #expect(explanation.line == "0 [expired]" && explanation.isExpired)
            let accepted = try pushes.requests(sent.msgID, to: "bob").filter(\.isAccepted)
            #expect(accepted.map(\.text) == ["alice:code", "[expired]"] && accepted.map(\.badge) == [1, 0])
            #expect(try pushes.explanation(of: later.msgID, for: "bob").line == "1 alice:later")
        }
    }
}

extension Pushes {
    /// All requests with a message for bob, once the second is there.
    fileprivate func replacement(of sent: Sent) throws -> [ProviderServer.Request] {
        try until("the replacement") {
            let requests = try requests(sent.msgID, to: "bob")
            return requests.count == 2 ? requests : nil
        }
    }
}

/// P-50: what becomes of a push that is shown when its message is edited.
struct EditedPushTests {
    @Test(arguments: ["apns", "fcm", "webPush", "webhook", "vivo"])
    func
        `P-50: a push that is out is followed by a silent one with the new text, and edits that come together make one`(
            provider: String
        ) throws
    {
        try withPushes(to: [provider]) { gateway, pushes in
            try pushes.away("bob", at: provider)
            let alice = try gateway.online("alice")
            let sent = try alice.write("slip", to: "bob")
            _ = try pushes.explanation(of: sent.msgID, for: "bob")
            try alice.edit(sent, "better")
            try alice.edit(sent, "best")
            let requests = try until("the push that follows") {
                let requests = try pushes.requests(sent.msgID, to: "bob")
                return requests.count == 2 ? requests : nil
            }
            #expect(requests.allSatisfy { $0.problem == nil })
            #expect(requests.map { $0.text?.hasSuffix("slip") } == [true, false])
            #expect(requests[1].text?.hasSuffix("best") == true)
            if provider == "apns" {
                #expect(Set(requests.compactMap { $0.headers["apns-collapse-id"] }).count == 1)
                #expect(Set(requests.compactMap { $0.headers["apns-id"] }).count == 2)
                #expect(requests[1].payload?.contains(#""interruption-level":"passive""#) == true)
            }
            let explanation = try pushes.explanation(of: sent.msgID, for: "bob")
            #expect(explanation.devices.map(\.state) == ["accepted"] && explanation.isEdited)
            // Then it is recalled.
            try alice.recall(sent)
            let last = try until("the push that takes its place") {
                let requests = try pushes.requests(sent.msgID, to: "bob")
                return requests.count == 3 ? requests[2] : nil
            }
            #expect(last.problem == nil && last.text == "[recalled]")
        }
    }

    @Test
    func
        `P-50: recalled while the next push waits, it is recalled alone; read, it is left as it is; off, nothing follows`()
        throws
    {
        try withPushes { gateway, pushes in
            for user in ["bob", "carol"] { try pushes.away(user) }
            let alice = try gateway.online("alice")
            let (first, second) = (try alice.write("one", to: "bob"), try alice.write("two", to: "carol"))
            for (sent, user) in [(first, "bob"), (second, "carol")] {
                _ = try pushes.explanation(of: sent.msgID, for: user)
            }
            try alice.edit(first, "one, better")
            try until("it waits") {
                try ExplainedPush(pushes.explain(first.msgID, for: "bob").get()).devices.first?.state == "waiting"
            }
            try alice.recall(first)
            let requests = try until("the replacement") {
                let requests = try pushes.requests(first.msgID, to: "bob")
                return requests.count == 2 ? requests : nil
            }
            #expect(requests.map(\.text) == ["alice:one", "[recalled]"])
            try gateway.briefly("carol") { try $0.markRead("alice") }
            try alice.edit(second, "two, better")
            // Longer than edits are gathered.
            pause(.milliseconds(5_500))
            #expect(try pushes.requests(second.msgID, to: "carol").count == 1)
            #expect(try pushes.requests(first.msgID, to: "bob").count == 2)
        }
        try withPushes(["push.replacesEdited": "false"]) { gateway, pushes in
            try pushes.away("bob")
            let alice = try gateway.online("alice")
            let sent = try alice.write("one", to: "bob")
            _ = try pushes.explanation(of: sent.msgID, for: "bob")
            try alice.edit(sent, "better")
            #expect(try pushes.explanation(of: sent.msgID, for: "bob").devices.map(\.state) == ["accepted"])
        }
    }
}
