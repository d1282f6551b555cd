import Client
import Glibc
import JSON
import TestSupport
import Testing

/// Pushes after a crash and after an orderly end; pushes that come too late; and a store that fails.
struct PushEndTests {
    @Test func `T-Q27, T-Q16: a crash loses no push of what is stored, and makes none of what is not`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: hold)
        // One is under way, and all others wait.
        try withPushes(["push.requests": "1"], server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            let users = ["bob", "carol", "dave"]
            for user in users { try pushes.away(user) }
            let group = try alice.createGroup(with: users)
            var acknowledged: [String] = []
            for number in 1...5 { acknowledged.append(try alice.write("early \(number)", in: group).msgID) }
            // More is asked than is answered before the end.
            for number in 1...60 {
                let id = 1_000 + number
                try alice.connection.send(
                    #"{"id": \#(id), "op": "message.send", "data": \#(message("late \(number)", in: group))}"#)
            }
            for number in 1...20 {
                acknowledged.append(try Sent(alice.reply(to: UInt64(1_000 + number)).get()).msgID)
            }
            gateway.kill()

            try server.answerAsUsual()
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            let history = try gateway.online("alice").history(in: group)
            let stored = Set(history.filter { $0.type == 0 }.map(\.msgID))
            #expect(stored.isSuperset(of: acknowledged))
            for user in users {
                let taken = try until("all are pushed to \(user)") {
                    let taken = try pushes.requests(to: user).filter(\.isAccepted)
                    return taken.count >= stored.count ? taken : nil
                }
                #expect(Set(taken.compactMap(\.message)) == stored && taken.count == stored.count)
                #expect(taken.compactMap(\.badge).sorted() == Array(1...stored.count))
            }
        }
    }

    @Test func `T-Q27: a push whose answer is lost in a crash is sent again with the same id`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: hold)
        try withPushes(server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let sent = try (1...3).map { try alice.write("m\($0)", to: "bob") }
            try until("they are under way") { try pushes.requests(to: "bob").count == 3 }
            gateway.kill()
            try server.answerAsUsual()
            try gateway.launchAgain()
            try gateway.waitUntilReady()
            for message in sent {
                let explanation = try pushes.explanation(of: message.msgID, for: "bob")
                #expect(explanation.devices.map(\.state) == ["accepted"] && explanation.devices.map(\.attempts) == [1])
                let requests = try pushes.requests(message.msgID, to: "bob")
                #expect(requests.map(\.answer) == ["hold", "200"])
                #expect(Set(requests.map(\.identity)).count == 1)
                #expect(Set(requests.map(\.payload)).count == 1)
            }
        }
    }

    private enum Step: CaseIterable {
        /// Or the push itself at a maker that gives none.
        case asksForAccessToken
        case sends, isAnswered
    }

    @Test(arguments: PushMakers.all)
    func `T-Q27, P-48: a crash at any step loses no push to a maker's phone, and a repeated one has the same id`(
        maker: String
    ) throws {
        let server = try ProviderServer()
        try withPushes(to: [maker], server: server) { gateway, pushes in
            try pushes.away("bob", platform: "android", at: maker)
            for step in Step.allCases {
                let alice = try gateway.online("alice")
                if step == .sends { _ = try pushes.explanation(of: alice.write("first", to: "bob").msgID, for: "bob") }
                if step != .isAnswered { try server.answer("/", with: hold) }
                let sent = try alice.write("\(step)", to: "bob")
                if step == .isAnswered {
                    _ = try pushes.explanation(of: sent.msgID, for: "bob")
                } else {
                    try until("\(maker) is asked") { try server.requests().last?.answer == "hold" }
                }
                gateway.kill()
                try server.answerAsUsual()
                try gateway.launchAgain()
                try gateway.waitUntilReady()
                let explanation = try pushes.explanation(of: sent.msgID, for: "bob")
                #expect(explanation.devices.map(\.state) == ["accepted"], "\(step)")
                let requests = try pushes.requests(sent.msgID, to: "bob")
                #expect(requests.filter(\.isAccepted).count == 1 && requests.last?.isAccepted == true, "\(step)")
                #expect(
                    Set(requests.map(\.identity)).count == 1 && requests.allSatisfy { $0.problem == nil }, "\(step)")
                if step == .sends { #expect(requests.count == 2) }
            }
        }
    }

    @Test func `T-Q27: at an orderly end what is under way is waited for, and the rest goes out after it`() throws {
        let server = try ProviderServer()
        try withPushes(["push.requests": "2", "drain.timeoutSeconds": "1"], server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            try server.answer("/hook", with: #"{"status": 500}"#)
            let waiting = try (1...2).map { try alice.write("waiting \($0)", to: "bob") }
            for message in waiting {
                try until("an attempt") { try pushes.peek(at: message, for: "bob").map { $0.attempts > 0 } ?? false }
            }
            try server.answer("/hook", with: #"{"status": 200, "delay": 0.5}"#)
            let slow = try (1...2).map { try alice.write("slow \($0)", to: "bob") }
            try until("the slow ones are under way") {
                try slow.allSatisfy { try !pushes.requests($0.msgID, to: "bob").isEmpty }
            }
            try gateway.restart()
            for message in waiting + slow {
                let explanation = try pushes.explanation(of: message.msgID, for: "bob")
                #expect(explanation.devices.map(\.state) == ["accepted"])
                #expect(try pushes.requests(message.msgID, to: "bob").count { $0.isAccepted } == 1)
            }
        }
    }

    @Test func `T-Q27: what a provider has not taken in time is not sent any more`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: #"{"status": 500, "body": "later"}"#)
        try withPushes(["push.expirySeconds": "1"], server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let late = try alice.write("late", to: "bob")
            let explanation = try pushes.explanation(of: late.msgID, for: "bob")
            #expect(explanation.isPushed == true && explanation.devices.map(\.state) == ["expired"])
            let attempts = try pushes.requests(late.msgID, to: "bob").count
            try server.answerAsUsual()
            try until("a push is taken") {
                try pushes.explanation(of: alice.write("new", to: "bob").msgID, for: "bob").devices.map(\.state) == [
                    "accepted"
                ]
            }
            #expect(try pushes.requests(late.msgID, to: "bob").count == attempts)
        }
    }

    @Test func `T-Q27: what waits for its turn until it is too late expires`() throws {
        let server = try ProviderServer()
        let slow = ["push.expirySeconds": "2", "push.perSecond": "1"]
        try withPushes(slow, server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let sent = try (1...4).map { try alice.write("m\($0)", to: "bob") }
            let states = try sent.flatMap { try pushes.explanation(of: $0.msgID, for: "bob").devices.map(\.state) }
            #expect(Set(states) == ["accepted", "expired"] && states[0] == "accepted")
            #expect(try pushes.requests(to: "bob").count == states.count { $0 == "accepted" })
        }
    }

    @Test func `T-Q27: what has waited for too long when the gateway starts is not sent`() throws {
        let server = try ProviderServer()
        try server.setOpen(false)
        try withPushes(movableClock, server: server) { gateway, pushes in
            try pushes.away("bob")
            let old = try gateway.online("alice").write("old", to: "bob")
            try until("an attempt") { try pushes.peek(at: old, for: "bob").map { $0.attempts > 0 } ?? false }
            try gateway.restart(after: day + 1)
            try server.setOpen(true)
            let explanation = try pushes.explanation(of: old.msgID, for: "bob")
            #expect(explanation.devices.map(\.state) == ["expired"])
            let new = try gateway.online("alice").write("new", to: "bob")
            #expect(try pushes.outcome(of: new, for: "bob") == "2 alice:new")
            #expect(try pushes.requests(to: "bob").count == 1)
        }
    }

    @Test(.alone("Another node leads while a disk is full."))
    func `T-Q27, X-08: a full disk loses no answer of a provider, and has nothing sent twice`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: hold)
        // The gateway's log is a file too, and should be none that grows.
        try withPushes(["log.level": #""info""#], server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            try gateway.createAccounts("carl")
            let sent = try (1...3).map { try alice.write("m\($0)", to: "bob") }
            try until("they are under way") { try pushes.requests(to: "bob").count == 3 }
            let log = try fileBytes(gateway.workspace("data/martlet.sqlite-wal"))
            try gateway.process.limitFiles(toBytes: log)
            try until("the disk is full") {
                let filler = message(String(repeating: ".", count: 4_000), to: "carl")
                return try alice.request("message.send", filler).error?.number == "gw 1008"
            }
            try server.answerAsUsual()
            try until("the answers are there") { try gateway.metric(answers("webhook", 200)) == 3 }
            for message in sent {
                let device = try #require(try pushes.peek(at: message, for: "bob"))
                #expect(device.state == "waiting" && device.attempts == 0)
            }
            try gateway.process.limitFiles(toBytes: nil)
            for message in sent {
                let explanation = try pushes.explanation(of: message.msgID, for: "bob")
                #expect(explanation.devices.map(\.state) == ["accepted"] && explanation.devices.map(\.attempts) == [1])
            }
            #expect(try pushes.requests(to: "bob").count == 3)
        }
    }

    @Test func `T-Q27: what no device is pushed is counted by its reason, between two and in groups`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            for user in ["bob", "carol"] { try pushes.away(user) }
            try gateway.createAccounts("dave")
            let id = try alice.createGroup(with: ["bob", "carol", "dave"])
            let bob = try gateway.online("bob", device: "pad")
            // Bob is there; carol has a device and is not there; dave has none.
            try alice.write(to: "bob")
            try alice.write(in: id)
            for target in ["c2c_carol", "c2c_dave", "group_\(id)"] {
                let data = #""conversationID": "\#(target)", "type": 0, "body": {"text": "x"}, "apnsEnabled": false"#
                _ = try alice.request("message.send", #"{\#(data), "clientMsgId": "\#(target)"}"#).get()
            }
            try bob.setReceiveOption(2, for: "alice")
            try alice.write(to: "bob")
            func suppressed(_ reason: String) throws -> Double {
                try gateway.metric("martlet_pushes_suppressed_total{reason=\"\(reason)\"}")
            }
            try until("all is counted") { try suppressed("switchedOff") == 3 }
            #expect(try suppressed("online") == 2 && suppressed("withoutPush") == 1)
            #expect(try gateway.metric("martlet_pushes_total") == 1)
        }
    }

    @Test func `T-Q27: a push waits until its end, however far off the next attempt would be`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: #"{"status": 503, "body": "later", "headers": {"retry-after": "60"}}"#)
        try withPushes(["push.expirySeconds": "2"], server: server) { gateway, pushes in
            try pushes.away("bob")
            let sent = try gateway.online("alice").write(to: "bob")
            let attempt = try until("an attempt") {
                try pushes.peek(at: sent, for: "bob").flatMap { $0.attempts > 0 ? $0 : nil }
            }
            #expect(attempt.state == "waiting")
            let device = try #require(try pushes.explanation(of: sent.msgID, for: "bob").devices.first)
            #expect(device.state == "expired" && device.attempts == 1)
            // The provider's last answer is still told.
            #expect(device.status == 503 && device.answer == "later")
        }
    }

    @Test func `T-Q27: the metrics tell what has become of pushes`() throws {
        let server = try ProviderServer()
        let rules = [
            #"{"match": "/hook", "answers": [{"status": 500}, {"status": 200}, {"status": 400}, {"status": 410}]}"#,
            #"{"match": "/3/device", "forever": true, "answers": [{"action": "hold"}]}"#,
        ]
        try server.script("[\(rules.joined(separator: ","))]")
        try withPushes(to: ["webhook", "apns"], server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            try pushes.away("carol", at: "apns")
            // Taken at the second attempt, refused, and the last word on the device; then there is none.
            for state in ["accepted", "refused", "unregistered"] {
                let message = try alice.write(to: "bob")
                #expect(try pushes.explanation(of: message.msgID, for: "bob").devices.map(\.state) == [state])
            }
            #expect(try pushes.outcome(of: alice.write(to: "bob"), for: "bob") == "noDevice T-Q27")
            // Nothing is answered to these; and one more is not to be pushed.
            for _ in 1...2 { try alice.write(to: "carol") }
            // Decided before carol is there: a user who is there by then is not pushed to.
            try until("both wait") { try gateway.metric(waiting("apns")) == 2 }
            let carol = try gateway.online("carol", device: "pad")
            try alice.write(to: "carol")
            try carol.setReceiveOption(2, for: "alice")
            try carol.leave()
            let quiet = try alice.write(to: "carol")
            #expect(try pushes.outcome(of: quiet, for: "carol") == "withoutPush X-M08")
            // A push is counted after the commit that makes it known.
            let counts: [(String, Double)] = [
                ("martlet_pushes_total", 5), (answers("webhook", 500), 1), (answers("webhook", 200), 1),
                (answers("webhook", 400), 1), (answers("webhook", 410), 1),
                ("martlet_pushes_suppressed_total{reason=\"withoutPush\"}", 1), ("martlet_push_seconds_count", 1),
                (waiting("apns"), 2), (waiting("webhook"), 0),
            ]
            for (name, count) in counts { try until("\(name) is \(count)") { try gateway.metric(name) == count } }
            for (name, count) in counts { #expect(try gateway.metric(name) == count, "\(name)") }
            try server.answerAsUsual()
            try until("the rest is answered") { try gateway.metric(answers("apns", 200)) == 2 }
            try until("none waits") { try gateway.metric(waiting("apns")) == 0 }
            #expect(try gateway.metric("martlet_push_seconds_count") == 3)
        }
    }
}

private func answers(_ provider: String, _ status: Int) -> String {
    "martlet_push_answers_total{provider=\"\(provider)\",status=\"\(status)\"}"
}

private func fileBytes(_ path: String) throws -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Workspace.Failure("stat", path) }
    return status.st_size
}
