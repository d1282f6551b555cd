import Client
import Foundation
import JSON
import TestSupport
import Testing

/// Providers that are slow, ill, away, or say what is final: docs/pushes.md, "How it gets there".
struct PushFailureTests {
    @Test func `T-Q27: a provider that does not answer holds up neither senders nor other providers`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: hold)
        try withPushes(to: ["webhook", "apns"], server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            try pushes.away("carol", at: "apns")
            var sent: [Sent] = []
            // Each is acknowledged while nothing has been answered that bob was sent.
            for number in 1...4 {
                sent.append(try alice.write("for bob \(number)", to: "bob"))
                try alice.write("for carol \(number)", to: "carol")
            }
            #expect(try pushes.texts(4, to: "carol").sorted() == (1...4).map { "for carol \($0)" })
            try until("bob's are under way") { try pushes.requests(to: "bob").count == 4 }
            for message in sent {
                let device = try #require(try pushes.peek(at: message, for: "bob"))
                #expect(device.state == "waiting" && device.attempts == 0 && device.answeredAt == 0)
            }
            try until("four are waiting") { try gateway.metric(waiting("webhook")) == 4 }
            try until("none are waiting") { try gateway.metric(waiting("apns")) == 0 }
            try server.answerAsUsual()
            for (index, message) in sent.enumerated() {
                #expect(try pushes.outcome(of: message, for: "bob") == "\(index + 1) alice:for bob \(index + 1)")
            }
        }
    }

    /// A way in which a provider fails, and the trace that it leaves in the explanation.
    struct Outage: CustomTestStringConvertible {
        let provider: String
        let path: String
        let answer: String
        let status: Int
        var reason: String?

        var testDescription: String { "\(provider) \(answer)" }
    }

    static let outages = [
        Outage(
            provider: "webhook", path: "/hook", answer: #"{"status": 500, "body": "out of order"}"#, status: 500,
            reason: "out of order"),
        Outage(provider: "webhook", path: "/hook", answer: #"{"action": "reset"}"#, status: 0),
        Outage(provider: "apns", path: "/3/device", answer: #"{"action": "refuse"}"#, status: 0),
        Outage(
            provider: "apns", path: "/3/device", answer: #"{"status": 503, "body": {"reason": "Shutdown"}}"#,
            status: 503,
            reason: "Shutdown"),
        Outage(provider: "fcm", path: "/v1/projects", answer: #"{"status": 502}"#, status: 502),
        Outage(
            provider: "webPush", path: "/push/", answer: #"{"status": 500, "body": "later"}"#, status: 500,
            reason: "later"),
    ]

    @Test(arguments: ["9223372036854775807", "-5", "99999999999999999999999"])
    func `a provider that wants a rest of any length ends nothing`(seconds: String) throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: #"{"status": 429, "headers": {"Retry-After": "\#(seconds)"}}"#)
        try withPushes(to: ["webhook"], server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let sent = try alice.write("hi", to: "bob")
            try until("it is refused for now") { try pushes.peek(at: sent, for: "bob")?.attempts ?? 0 > 0 }
            #expect(try pushes.peek(at: sent, for: "bob")?.state == "waiting")
            _ = try alice.settle()
        }
    }

    @Test(arguments: outages)
    func `T-Q27: what a provider that is ill does not take is tried again, and taken once`(outage: Outage) throws {
        let server = try ProviderServer()
        try server.answer(outage.path, with: outage.answer)
        try withPushes(to: [outage.provider], server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob", at: outage.provider)
            let message = try alice.write(to: "bob")
            let ill = try until("a second attempt") {
                try pushes.peek(at: message, for: "bob").flatMap { $0.attempts >= 2 ? $0 : nil }
            }
            #expect(ill.state == "waiting" && ill.status == outage.status, "\(ill)")
            #expect(outage.reason.map { $0 == ill.answer } ?? true, "\(ill)")
            try server.answerAsUsual()
            let explanation = try pushes.explanation(of: message.msgID, for: "bob")
            let device = try #require(explanation.devices.first)
            #expect(explanation.line == "1 alice:hello" && device.state == "accepted", "\(explanation)")
            #expect(device.status == (outage.provider == "webPush" ? 201 : 200) && device.answer == "")
            let requests = try pushes.requests(message.msgID, to: "bob")
            #expect(requests.count { $0.isAccepted } == 1 && requests.last?.isAccepted == true)
            #expect(Set(requests.map(\.identity)).count == 1, "\(requests)")
            // libcurl may repeat by itself what a connection's end has kept from being read.
            #expect(device.attempts > 2 && device.attempts <= requests.count)
        }
    }

    @Test func `T-Q27: what nobody takes, since nobody listens, is tried again`() throws {
        let server = try ProviderServer()
        try server.setOpen(false)
        try withPushes(server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let message = try alice.write(to: "bob")
            let missed = try until("an attempt") {
                try pushes.peek(at: message, for: "bob").flatMap { $0.attempts > 0 ? $0 : nil }
            }
            #expect(missed.state == "waiting" && missed.status == 0 && missed.answer != "")
            try server.setOpen(true)
            #expect(try pushes.outcome(of: message, for: "bob") == "1 alice:hello")
        }
    }

    @Test func `T-Q27: a provider that says how long to wait is not asked before`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: #"{"status": 429, "headers": {"retry-after": "2"}}"#, thenAsUsual: true)
        try withPushes(server: server) { gateway, pushes in
            try pushes.away("bob")
            let message = try gateway.online("alice").write(to: "bob")
            let explanation = try pushes.explanation(of: message.msgID, for: "bob")
            #expect(explanation.devices.map(\.attempts) == [2] && explanation.devices.map(\.state) == ["accepted"])
            let requests = try pushes.requests(message.msgID, to: "bob")
            #expect(requests.map(\.answer) == ["429", "200"])
            // Without that it would have been a second at most.
            #expect(requests[1].time - requests[0].time > 1.99)
        }
    }

    @Test func `T-Q27: four that are not answered hold up nobody else where each has a connection to itself`() throws {
        let server = try ProviderServer()
        let stall = #"{"action": "stall"}"#
        try server.script(
            #"[{"match": "/hook", "answers": [\#([stall, stall, stall, stall].joined(separator: ","))]}]"#)
        try withPushes(server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            for user in ["bob", "carol"] { try pushes.away(user) }
            for number in 1...4 { try alice.write("\(number)", to: "bob") }
            try until("four are under way") { try pushes.requests(to: "bob").count == 4 }
            for number in 1...20 {
                #expect(try pushes.outcome(of: alice.write(to: "carol"), for: "carol") == "\(number) alice:hello")
            }
        }
    }

    @Test func `T-Q27: the webhook's secret is read again by SIGHUP, and while it is changed both sign`() throws {
        let server = try ProviderServer()
        let workspace = try Workspace()
        let (own, other) = ("0b1e7f60c4d25a9883174e6d2fa95c3b", try server.file("webhook.secret"))
        let file = workspace("hook.secret")
        func write(_ text: String) throws {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(chmod(file, 0o600) == 0)
        }
        try write("\(own)\n")
        try withPushes(["webhook.secretFile": "\"\(file)\""], server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let first = try alice.write(to: "bob")
            let refused = try until("an attempt") {
                try pushes.peek(at: first, for: "bob").flatMap { $0.attempts > 0 ? $0 : nil }
            }
            #expect(refused.status == 403)
            try write("\(own)\n\(other)\n")
            gateway.signal(SIGHUP)
            #expect(try pushes.explanation(of: first.msgID, for: "bob").devices.map(\.state) == ["accepted"])
            // If the new secrets cannot be used, the former ones stay in force.
            try write("short\n")
            gateway.signal(SIGHUP)
            try gateway.waitForLog("the providers' keys not reloaded")
            let second = try alice.write(to: "bob")
            #expect(try pushes.explanation(of: second.msgID, for: "bob").devices.map(\.state) == ["accepted"])
        }
    }

    static let ends = [
        ("webhook", "/hook", #"{"status": 410, "body": "gone"}"#),
        ("apns", "/3/device", #"{"status": 410, "body": {"reason": "Unregistered", "timestamp": 32503680000000}}"#),
        (
            "fcm", "/v1/projects",
            #"{"status": 404, "body": {"error": {"status": "NOT_FOUND", "details": [{"errorCode": "UNREGISTERED"}]}}}"#
        ),
        ("webPush", "/push/", #"{"status": 410}"#),
    ]

    @Test(arguments: ends)
    func `T-Q27: a device that its provider no longer knows is forgotten`(provider: String, path: String, end: String)
        throws
    {
        let server = try ProviderServer()
        try server.answer(path, with: end)
        try withPushes(to: [provider], server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob", at: provider)
            let message = try alice.write(to: "bob")
            let explanation = try pushes.explanation(of: message.msgID, for: "bob")
            #expect(explanation.devices.map(\.state) == ["unregistered"] && explanation.devices.map(\.attempts) == [1])
            let next = try alice.write(to: "bob")
            #expect(try pushes.outcome(of: next, for: "bob") == "noDevice T-Q27")
            let bob = try gateway.online("bob", device: "phone")
            #expect(try bob.pushDevices() == [])
            try pushes.register(bob, "bob", at: provider)
            try bob.leave()
            try server.answerAsUsual()
            #expect(try pushes.outcome(of: alice.write("again", to: "bob"), for: "bob") == "3 alice:again")
        }
    }

    @Test func `T-Q27: a device that has registered since its provider lost it is another one`() throws {
        let server = try ProviderServer()
        try server.answer("/3/device", with: #"{"status": 410, "body": {"reason": "Unregistered", "timestamp": 1}}"#)
        try withPushes(to: ["apns"], server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob", at: "apns")
            let message = try alice.write(to: "bob")
            let explanation = try pushes.explanation(of: message.msgID, for: "bob")
            #expect(explanation.devices.map(\.state) == ["refused"] && explanation.devices.map(\.status) == [410])
            try server.answerAsUsual()
            #expect(try pushes.outcome(of: alice.write(to: "bob"), for: "bob") == "2 alice:hello")
        }
    }

    @Test func `T-Q27: what a provider refuses is not tried again, and holds up nothing`() throws {
        let server = try ProviderServer()
        try server.answer("/hook", with: #"{"status": 400, "body": "no such thing"}"#, thenAsUsual: true)
        try withPushes(server: server) { gateway, pushes in
            let alice = try gateway.online("alice")
            try pushes.away("bob")
            let first = try alice.write("first", to: "bob")
            let explanation = try pushes.explanation(of: first.msgID, for: "bob")
            let device = try #require(explanation.devices.first)
            #expect(explanation.isPushed == true && device.state == "refused" && device.attempts == 1)
            #expect(device.status == 400 && device.answer == "no such thing")
            #expect(try pushes.outcome(of: alice.write("second", to: "bob"), for: "bob") == "2 alice:second")
            #expect(try pushes.requests(to: "bob").map(\.answer) == ["400", "200"])
        }
    }
}

let hold = #"{"action": "hold"}"#

func waiting(_ provider: String) -> String { "martlet_pushes_waiting{provider=\"\(provider)\"}" }

extension ProviderServer {
    /// Requests whose path has that in it are answered so, for ever or once.
    func answer(_ path: String, with answer: String, thenAsUsual: Bool = false) throws {
        try script(#"[{"match": "\#(path)", "forever": \#(!thenAsUsual), "answers": [\#(answer)]}]"#)
    }

    func answerAsUsual() throws { try script("[]") }
}

extension ProviderServer.Request {
    var isAccepted: Bool { answer == "200" || answer == "201" }

    /// The id by which a device or a backend recognizes a repetition.
    var identity: String? {
        switch kind {
        case "webhook": headers["martlet-delivery"]
        case "apns": headers["apns-id"]
        case "webpush": headers["topic"]
        // P-48: what a maker knows it by.
        default: notifyKey ?? notifyId.map { "\($0)" } ?? message
        }
    }
}

extension Pushes {
    /// How the push to the user's one device stands at this moment; nil: it is not decided.
    func peek(at sent: Sent, for user: String) throws -> ExplainedPush.Device? {
        try ExplainedPush(explain(sent.msgID, for: user).get()).devices.first
    }
}
