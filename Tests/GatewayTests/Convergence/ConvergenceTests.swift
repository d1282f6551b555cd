import Client
import JSON
import TestSupport
import Testing

/// Ten devices of four users, in a group and between two, while messages are sent, recalled, edited, reacted to, pinned,
/// deleted and read from all of them at once, and each is away now and then: in the end all have the same.
struct ConvergenceTests {
    @Test(arguments: [1, 3])
    func `M-46, M-07, M-08, M-09, M-27: in the end all devices of a user have what the history has`(
        shards: Int
    ) throws {
        let random = SeededRandom()
        // Little fits into a resume, so that all verdicts come.
        let settings = [
            "shards.count": "\(shards)", "streams.resumeMessages": "6", "streams.resumeEvents": "6",
            "streams.eventsPerUser": "100",
        ]
        try withChat(settings) { gateway in
            var run = try ConvergenceRun(gateway, random)
            do {
                for round in 0..<rounds {
                    try run.comeAndGo()
                    try run.act()
                    if round == rounds / 2 { try run.restart() }
                }
                let differences = try run.differences()
                #expect(differences.isEmpty, "\(random): \(differences.joined(separator: "\n"))")
            } catch {
                Issue.record("\(random): \(error)")
            }
            #expect(run.verdicts["recovered", default: 0] > 10 && run.verdicts["gap", default: 0] > 5, "\(random)")
        }
    }
}

private let rounds = isLongRun ? 400 : 40

private struct ConvergenceRun {
    private let gateway: GatewayProcess
    private var random: SeededRandom
    private let devices: [ConvergingDevice]
    private var sends = 0
    /// The last messages that were sent, as their requests were: to be sent once more.
    private var last: [(user: String, data: String, sent: Sent)] = []

    init(_ gateway: GatewayProcess, _ random: SeededRandom) throws {
        (self.gateway, self.random) = (gateway, random)
        let users = [("ann", 3), ("bob", 3), ("cid", 2), ("dan", 2)]
        devices = users.flatMap { user, count in
            (0..<count).map { ConvergingDevice(user: user, name: "device\($0)") }
        }
        try gateway.createAccounts(users.map(\.0))
        let ann = try gateway.online("ann", device: "first")
        let group = try ann.createGroup(with: ["bob", "cid", "dan"])
        for user in ["bob", "cid"] { try ann.group("addAdmin", group, one(user)) }
        try ann.write(in: group)
        try ann.write(to: "bob")
        try gateway.online("dan", device: "first").write(to: "cid")
        for device in devices { try device.come(to: gateway) }
    }

    var verdicts: [String: Int] {
        devices.reduce(into: [:]) { sum, device in sum.merge(device.verdicts) { $0 + $1 } }
    }

    private var present: [ConvergingDevice] { devices.filter { $0.session != nil } }

    private mutating func happens(_ times: Int, in all: Int) -> Bool {
        Int.random(in: 1...all, using: &random) <= times
    }

    // MARK: - What happens

    mutating func comeAndGo() throws {
        for device in devices where happens(1, in: device.session == nil ? 4 : 8) {
            if device.session == nil {
                try device.come(to: gateway)
            } else {
                // Some have read what came, for some it is lost on the way.
                if happens(1, in: 2) { try device.takeEvents() }
                try device.leave()
            }
        }
    }

    mutating func restart() throws {
        try gateway.restart()
        for device in devices { device.lose() }
    }

    private enum Asked {
        case send(String)
        case message(String)
        case other
    }

    /// All ask before anybody hears a reply.
    mutating func act() throws {
        var asked: [(device: ConvergingDevice, what: Asked, id: UInt64)] = []
        for device in present {
            try device.takeEvents()
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let (operation, data, what) = request(of: device)
                asked.append((device, what, try #require(device.session).send(operation, data)))
            }
        }
        for (device, what, id) in asked {
            let reply = try #require(device.session).reply(to: id)
            if let error = reply.error {
                // Others were first, or the message is not there any more.
                try #require(["gw 1010", "gw 1002", "gw 1006", "em 603"].contains(error.number), "\(error)")
                continue
            }
            let ok = try reply.get()
            // What came before the reply is older.
            try device.takeEvents()
            switch what {
            case .send(let data):
                let sent = try Sent(ok)
                if let former = last.first(where: { $0.data == data }) { #expect(former.sent == sent) }
                last = last.suffix(20) + [(device.user, data, sent)]
                try device.take(sent: sent)
            case .message(let conversation): try device.take(try #require(ok["message"]), in: conversation)
            case .other: break
            }
        }
    }

    private mutating func request(of device: ConvergingDevice) -> (String, String, Asked) {
        let id = device.messages.keys.sorted().randomElement(using: &random) ?? "c2c_ann"
        let messages = (device.messages[id] ?? [:]).values.sorted { $0.seq < $1.seq }.suffix(happens(2, in: 3) ? 4 : 40)
        let own = messages.filter { $0.from == device.user && !$0.isRecalled }
        guard let message = messages.randomElement(using: &random), happens(2, in: 3) else {
            return send(by: device, id)
        }
        func data(_ message: HeldMessage, _ more: String = "") -> String {
            #"{"conversationID": "\#(id)", "msgId": "\#(message.id)"\#(more)}"#
        }
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1:
            // Admins recall others' messages too.
            let choice = id.hasPrefix("group_") && happens(1, in: 2) ? message : own.randomElement(using: &random)
            return ("message.recall", data(choice ?? message), .message(id))
        case 2..<5:
            sends += 1
            let choice = own.randomElement(using: &random) ?? message
            return ("message.edit", data(choice, #", "body": {"text": "edit \#(sends)"}"#), .message(id))
        case 5..<10:
            let reaction = ["+1", "ok"][Int.random(in: 0...1, using: &random)]
            let more = #", "reaction": "\#(reaction)", "remove": \#(happens(1, in: 3))"#
            return ("message.react", data(message, more), .message(id))
        case 10:
            return ("message.delete", #"{"conversationID": "\#(id)", "msgIds": ["\#(message.id)"]}"#, .other)
        case 11: return (happens(2, in: 3) ? "message.pin" : "message.unpin", data(message), .message(id))
        default:
            return ("conversation.markRead", #"{"conversationID": "\#(id)", "seq": \#(message.seq)}"#, .other)
        }
    }

    private mutating func send(by device: ConvergingDevice, _ id: String) -> (String, String, Asked) {
        let own = last.filter { $0.user == device.user }
        if let former = own.randomElement(using: &random), happens(1, in: 6) {
            return ("message.send", former.data, .send(former.data))
        }
        sends += 1
        let target: ConversationID =
            id.hasPrefix("c2c_") ? .c2c(String(id.dropFirst(4))) : .group(String(id.dropFirst(6)))
        let data = message("text \(sends)", to: target)
        return ("message.send", data, .send(data))
    }

    // MARK: - The end

    /// Between what the devices have, and what the gateway says to one that is new.
    func differences() throws -> [String] {
        for device in devices where device.session == nil { try device.come(to: gateway) }
        try settle()
        var differences: [String] = []
        for user in Set(devices.map(\.user)).sorted() {
            let truth = ConvergingDevice(user: user, name: "new")
            try truth.come(to: gateway)
            let total = try #require(truth.session).totalUnread()
            for device in devices where device.user == user {
                differences += difference(device, truth)
                if device.total != total {
                    differences.append("\(user) \(device.name): total \(device.total), not \(total)")
                }
            }
            try truth.leave()
        }
        return differences
    }

    /// Everybody is told everything, also what waits for a round.
    private func settle() throws {
        for _ in 0..<2 {
            for device in devices { _ = try #require(device.session).request("stream.ack", #"{"user": 0}"#).get() }
            pause(.milliseconds(600))
        }
        for device in devices {
            _ = try #require(device.session).request("stream.ack", #"{"user": 0}"#).get()
            try device.takeEvents()
        }
    }

    private func difference(_ device: ConvergingDevice, _ truth: ConvergingDevice) -> [String] {
        let who = "\(device.user) \(device.name)"
        var differences: [String] = []
        for (id, conversation) in truth.list {
            let (found, held) = (device.list[id], device.messages[id] ?? [:])
            if found != conversation {
                differences.append("\(who) has \(id) \(found.map { "\($0)" } ?? "not"), not \(conversation)")
            }
            let messages = truth.messages[id] ?? [:]
            for message in Set(messages.keys).union(held.keys).sorted() where messages[message] != held[message] {
                differences.append(
                    "\(who) has \(held[message].map { "\($0)" } ?? "none") in \(id), not "
                        + (messages[message].map { "\($0)" } ?? "none"))
            }
        }
        if Set(device.list.keys) != Set(truth.list.keys) { differences.append("\(who) lists \(device.list.keys)") }
        return differences
    }
}
