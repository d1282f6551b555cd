import Client
import EventLoop
import JSON
import TestSupport
import Testing

/// M-46: changes that are asked for at the moment in which retention takes their message.
struct RetentionRaceTests {
    @Test(arguments: [false, true])
    func `M-46, M-04, X-59: a change comes before its message leaves or is refused, and all devices have the same`(
        isInGroup: Bool
    ) throws {
        let settings = [
            "shards.count": "4", "messages.retentionDays": "2", "messages.recallSeconds": "-1",
            "messages.editSeconds": "-1",
        ]
        let random = SeededRandom()
        try withChat(movableClock.merging(settings) { $1 }) { gateway in
            var race = try RetentionRace(gateway, isInGroup: isInGroup, random)
            do {
                try race.write()
                try race.restart()
                try race.run()
                try race.check()
            } catch {
                Issue.record("\(random): \(error)")
            }
        }
    }
}

private let messageCount = isLongRun ? 600 : 200
/// Between two messages, and so between the moments at which they leave.
private let spacing = 20

/// Alice's messages leave one after the other, as they were sent, while she and bob change them from three devices.
private struct RetentionRace {
    private struct Change {
        enum Kind: CaseIterable {
            case recall
            case edit
            case react
        }

        let kind: Kind
        let message: Sent
        /// When it is asked for, in milliseconds since 1970.
        let time: Int
    }

    private let gateway: GatewayProcess
    private let group: String?
    private var random: SeededRandom
    private var messages: [Sent] = []
    /// How far the gateway's clock is ahead, in seconds.
    private var offset = 0
    /// Of messages that stay.
    private var kept: [Sent] = []
    /// Whether each change was carried out.
    private var results: [(change: Change, isDone: Bool)] = []
    /// What bob has not read when the old messages are written.
    private var unread = 0
    private let present = ConvergingDevice(user: "bob", name: "phone")
    private let absent = ConvergingDevice(user: "bob", name: "tablet")

    init(_ gateway: GatewayProcess, isInGroup: Bool, _ random: SeededRandom) throws {
        (self.gateway, self.random) = (gateway, random)
        let alice = try gateway.online("alice")
        try gateway.createAccounts("bob")
        group = isInGroup ? try alice.createGroup(with: ["bob"]) : nil
    }

    private func conversation(of user: String) -> String {
        group.map { "group_\($0)" } ?? (user == "alice" ? "c2c_bob" : "c2c_alice")
    }

    private func write(_ text: String, _ session: ClientSession) throws -> Sent {
        try group.map { try session.write(text, in: $0) } ?? session.write(text, to: "bob")
    }

    mutating func write() throws {
        let alice = try gateway.online("alice")
        let start = Int(Clock.wall)
        for number in 0..<messageCount {
            let wait = start + number * spacing - Int(Clock.wall)
            if wait > 0 { pause(.milliseconds(wait)) }
            messages.append(try write("old \(number)", alice))
        }
        for device in [present, absent] {
            try device.come(to: gateway)
            try device.leave()
        }
        unread = present.total
        try #require(unread >= messageCount)
    }

    /// Two days later, a few seconds before the first of them is as old.
    mutating func restart() throws {
        offset = 2 * day - (Int(Clock.wall) - messages[0].time) / 1_000 - 4
        try gateway.restart(after: offset)
    }

    /// When the message leaves, by the test's clock.
    private func end(of message: Sent) -> Int { message.time + (2 * day - offset) * 1_000 }

    mutating func run() throws {
        try present.come(to: gateway)
        let sessions = [
            try gateway.online("alice"), try gateway.online("alice", device: "d2"), try gateway.online("bob"),
        ]
        kept = try (0..<20).map { try write("new \($0)", sessions[0]) }
        // All three come within some milliseconds of the moment, more of them before it.
        var changes: [Change] = []
        for message in messages + kept {
            let moment = kept.contains(message) ? end(of: messages.randomElement(using: &random)!) : end(of: message)
            for kind in Change.Kind.allCases {
                let time = moment + Int.random(in: -30...15, using: &random)
                changes.append(Change(kind: kind, message: message, time: time))
            }
        }
        var asked: [(Change, ClientSession, UInt64)] = []
        for change in changes.shuffled(using: &random).sorted(by: { $0.time < $1.time }) {
            let wait = change.time - Int(Clock.wall)
            if wait > 0 { pause(.milliseconds(wait)) }
            let (session, id) = try ask(change, sessions)
            asked.append((change, session, id))
        }
        for (change, session, id) in asked {
            let error = try session.reply(to: id).error?.number
            #expect(error == nil || error == "gw 1010", "\(random): \(change)")
            results.append((change, error == nil))
        }
    }

    /// In the order in which they are asked for, from the device of their kind.
    private func ask(_ change: Change, _ sessions: [ClientSession]) throws -> (ClientSession, UInt64) {
        func data(_ user: String, _ more: String = "") -> String {
            #"{"conversationID": "\#(conversation(of: user))", "msgId": "\#(change.message.msgID)"\#(more)}"#
        }
        return switch change.kind {
        case .recall: (sessions[0], try sessions[0].send("message.recall", data("alice")))
        case .edit:
            (sessions[1], try sessions[1].send("message.edit", data("alice", #", "body": {"text": "edited"}"#)))
        case .react: (sessions[2], try sessions[2].send("message.react", data("bob", #", "reaction": "a""#)))
        }
    }

    // MARK: - What must be so

    func check() throws {
        try checkRefusals()
        let alice = try gateway.online("alice")
        let last = try write("last", alice)
        // Reactions in groups are told in rounds, and a reply comes after all that was told before it.
        pause(.milliseconds(1_200))
        _ = try #require(present.session).request("stream.ack", #"{"user": 0}"#).get()
        try present.takeEvents()
        try absent.come(to: gateway)
        let truth = ConvergingDevice(user: "bob", name: "new")
        try truth.come(to: gateway)
        let id = conversation(of: "bob")
        let history = try #require(truth.messages[id])
        #expect(Set(history.keys).isDisjoint(with: messages.map(\.msgID)), "\(random)")
        #expect(Set(history.keys).isSuperset(of: (kept + [last]).map(\.msgID)), "\(random)")
        // Each change that was carried out has a place, and no other has.
        let page = try alice.request(
            "message.history", #"{"conversationID": "\#(conversation(of: "alice"))", "limit": 1}"#
        ).get()
        #expect(page["change"]?.int == results.count { $0.isDone }, "\(random): \(page.text)")
        let recalls = results.count { $0.change.kind == .recall && $0.isDone }
        #expect(truth.total == unread + kept.count + 1 - recalls, "\(random)")
        for device in [present, absent] {
            #expect(device.list[id] == truth.list[id] && device.total == truth.total, "\(random): \(device.name)")
            for (message, held) in history {
                #expect(device.messages[id]?[message] == held, "\(random): \(device.name)")
            }
            try checkOld(device, in: id)
        }
    }

    /// Of what leaves, some come in time and some do not. What stays is refused only once it is recalled.
    private func checkRefusals() throws {
        let old = results.filter { !kept.contains($0.change.message) }
        for kind in Change.Kind.allCases {
            let done = old.count { $0.change.kind == kind && $0.isDone }
            #expect(done > 0 && done < messages.count, "\(random): all \(kind) were on one side of the moment")
        }
        for (change, isDone) in results where change.kind == .recall && kept.contains(change.message) {
            #expect(isDone, "\(random): \(change)")
        }
    }

    /// No device shows what a change has taken away.
    private func checkOld(_ device: ConvergingDevice, in id: String) throws {
        for (change, isDone) in results where isDone && !kept.contains(change.message) {
            guard let held = device.messages[id]?[change.message.msgID] else { continue }
            #expect(held.change > 0, "\(random): \(device.name) has \(held) before \(change)")
            if change.kind == .recall { #expect(held.isRecalled, "\(random): \(device.name) has \(held)") }
        }
    }
}
