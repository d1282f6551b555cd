import Client
import Commands
import EventLoop
import Framing
import JSON

extension Command {
    private static let members = Flag("members", "N", "Members who are away; default 9999.")
    private static let messages = Flag("messages", "N", "Messages with pushes, and as many without; default 10.")
    private static let adminKey = Flag("admin-key", "KEY", "The gateway's admin key, to create the group.")

    static let push = Command(
        "push",
        "One member writes to a group while all others are away, in turns with forced pushes and without pushes.",
        flags: [.url, members, messages, adminKey, .serverPID, .json]
    ) { invocation in
        guard let url = invocation[.url] else { throw UsageError(reason: "give --url") }
        guard let key = invocation[adminKey] else { throw UsageError(reason: "give --admin-key") }
        guard let server = try invocation.integer(.serverPID, in: 1...4_194_304) else {
            throw UsageError(reason: "give --server-pid")
        }
        let absentees = try Absentees(
            Target(url: url, sources: nil), key, try invocation.integer(members, in: 1...9_999) ?? 9_999, server)
        let count = try invocation.integer(messages, in: 1...10_000) ?? 10
        // Caches fill, and the group is read.
        try absentees.write(isPushed: true)
        var report = PushReport(members: absentees.count)
        report.residentBefore = absentees.residentBytes
        for number in 0..<count {
            for isPushed in number % 2 == 0 ? [true, false] : [false, true] {
                let course = try absentees.write(isPushed: isPushed)
                if isPushed { report.pushed.append(course) } else { report.plain.append(course.acknowledged) }
            }
        }
        report.residentAfter = absentees.residentBytes
        report.residentMost = absentees.mostResidentBytes
        return try invocation.publish(report)
    }
}

/// A group of which one is there.
private final class Absentees {
    /// Seconds from the request.
    typealias Course = (acknowledged: Double, decided: Double, answered: Double)

    let count: Int
    private(set) var mostResidentBytes = 0
    private let server: Int
    private let group: String
    private let writer: ClientSession
    private let page: HTTPConnection
    private var written = 0

    init(_ target: Target, _ key: String, _ count: Int, _ server: Int) throws {
        self.count = count
        self.server = server
        let run = String(UInt32.random(in: .min ... .max), radix: 36)
        let users = (0...count).map { "push-\(run)-\($0)" }
        group = try Founding(target, key).group(of: users)
        for (number, user) in users.enumerated().dropFirst() {
            let session = try Self.session(user, target)
            _ = try session.request("push.register", #"{"provider": "webhook", "token": "\#(user)"}"#).get()
            try session.connection.close()
            if number % 2_000 == 0 { complain("\(grouped(number)) have registered and left\n") }
        }
        writer = try Self.session(users[0], target)
        page = try HTTPConnection(target.endpoint)
    }

    private static func session(_ user: String, _ target: Target) throws -> ClientSession {
        let session = ClientSession(try ClientConnection(target.endpoint, target.connectionOptions))
        let opening = target.identity.opening(user, device: "d", platform: "ios")
        _ = try session.request("session.open", opening).get()
        return session
    }

    /// Returns when the provider has taken all of its pushes.
    @discardableResult
    func write(isPushed: Bool) throws -> Course {
        written += 1
        // The work that the round before has left ends in this time.
        Clock.sleep(milliseconds: 200)
        let decided = try metric("martlet_pushes_total") + (isPushed ? count : 0)
        let answered = try metric(Self.taken) + (isPushed ? count : 0)
        let force = isPushed ? #""apnsMemberOption": {"forcePush": true}"# : #""apnsEnabled": false"#
        let start = Clock.monotonicNanoseconds
        _ = try writer.request(
            "message.send",
            #"{"conversationID": "group_\#(group)", "clientMsgId": "\#(written)", "type": 0, "#
                + #""body": {"text": "Fire drill!"}, \#(force)}"#
        ).get()
        let acknowledged = seconds(since: start)
        return (acknowledged, try time("martlet_pushes_total", decided, start), try time(Self.taken, answered, start))
    }

    var residentBytes: Int { ProcessUsage(pid: server)?.residentBytes ?? 0 }

    /// Seconds until a counter has come so far.
    private func time(_ name: String, _ value: Int, _ start: Int64) throws -> Double {
        while try metric(name) < value {
            mostResidentBytes = max(mostResidentBytes, residentBytes)
            if seconds(since: start) > 300 { throw CommandFailure(reason: "\(name) does not come to \(value)") }
            Clock.sleep(milliseconds: 2)
        }
        return seconds(since: start)
    }

    private func metric(_ name: String) throws -> Int {
        let text = try page.request(.get, "/metrics").text
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }

    private static let taken = #"martlet_push_answers_total{provider="webhook",status="200"}"#
}

private struct PushReport {
    let members: Int
    /// Seconds to the acknowledgement of a message that nobody is pushed to.
    var plain: [Double] = []
    var pushed: [Absentees.Course] = []
    var residentBefore = 0
    var residentAfter = 0
    var residentMost = 0

    init(members: Int) {
        self.members = members
    }

    private var numbers: [(name: StaticString, value: Double)] {
        let decided = median(pushed.map { $0.decided - $0.acknowledged })
        return [
            ("acknowledgedMilliseconds", median(pushed.map(\.acknowledged)) * 1e3),
            ("acknowledgedWithoutPushesMilliseconds", median(plain) * 1e3),
            ("ratio", median(zip(pushed, plain).map { $0.acknowledged / $1 })),
            ("decidedMilliseconds", decided * 1e3),
            ("decidedMicrosecondsEach", decided * 1e6 / Double(members)),
            ("takenSeconds", median(pushed.map(\.answered))),
            ("residentMebibytesBefore", Double(residentBefore) / 1_048_576),
            ("residentMebibytesMost", Double(residentMost) / 1_048_576),
            ("residentMebibytesAfter", Double(residentAfter) / 1_048_576),
        ]
    }

    var text: String {
        let lines = numbers.map { padded("\($0.name)", 40) + aligned(rounded($0.value, 3), 12) }
        return (["push: \(grouped(members)) members who are away, medians of \(pushed.count)"] + lines)
            .joined(separator: "\n") + "\n"
    }

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("scenario", "push")
            json.field("members", members)
            json.field("messages", pushed.count)
            for (name, value) in numbers { json.field(name, value) }
        }
        return json.text + "\n"
    }
}

extension Invocation {
    fileprivate func publish(_ report: PushReport) throws -> Int32 {
        say(report.text)
        if let path = self[.json] { try write(report.json, to: path) }
        return ExitCode.success
    }
}

private func seconds(since start: Int64) -> Double { Double(Clock.monotonicNanoseconds - start) / 1e9 }

private func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
