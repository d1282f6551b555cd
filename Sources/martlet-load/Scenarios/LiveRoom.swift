import EventLoop
import JSON

/// Users in one live room. Either all talk in turn, or all leave in turn and enter again at once.
///
/// Each participant must get every message that was told once and in order: a hole in the numbers is a fault. Those that
/// the room does not draw are counted.
struct LiveRoom: SendingScenario {
    struct Options: Sendable {
        var room: String
        var participants = 1000
        /// They leave and enter, and nobody talks.
        var enters = false
        /// Requests of a participant that have no reply.
        var window = 4
        var bytes = 128
        /// Of all threads together.
        var perSecond: Double
    }

    let users: [String]
    private let options: Options
    var traffic: Traffic
    private let prefix: String
    private let prefixBytes: [UInt8]
    private let text: String
    /// The last message that each client has; nil: it is not in the room.
    private var last: [UInt64?]
    private var told: UInt64 = 0

    init(_ options: Options, run: UInt32, _ share: Share) {
        self.options = options
        let part = share.part(of: options.participants)
        users = part.map { Self.user(run, $0) }
        let portion = Double(part.count) / Double(options.participants)
        traffic = Traffic(
            .init(
                senders: users.count, window: options.window, perSecond: options.perSecond * portion, receivers: 0))
        prefix = String(run, radix: 36) + "-"
        prefixBytes = Array(prefix.utf8)
        text = String(repeating: "x", count: options.bytes)
        last = Array(repeating: nil, count: users.count)
    }

    static func user(_ run: UInt32, _ number: Int) -> String { "room-\(String(run, radix: 36))-\(number)" }
}

/// The ids of the first entry and of what is left; others are the numbers of messages, or of later entries.
private let (firstEntry, leaving): (UInt64, UInt64) = (1 << 50, 1 << 51)

extension LiveRoom {
    mutating func opened(_ client: Int, reply: UnsafeRawBufferPointer, at now: Int64, _ fleet: Fleet) {
        ask(firstEntry, "room.enter", by: client, fleet)
    }

    mutating func fill(_ sender: Int, at now: Int64, _ fleet: Fleet) {
        while last[sender] != nil, let number = traffic.next(of: sender, at: now) {
            if options.enters {
                last[sender] = nil
                ask(leaving, "room.leave", by: sender, fleet)
                ask(number, "room.enter", by: sender, fleet)
            } else {
                fleet.request(number, "room.send", by: sender) { data in
                    data.field("roomID", options.room)
                    // All threads have one clock: whoever hears the message knows when it was sent.
                    data.field("clientMsgId", prefix + String(now))
                    data.field("type", 0)
                    data.object("body") { $0.field("text", text) }
                }
            }
        }
    }

    private func ask(_ id: UInt64, _ operation: StaticString, by client: Int, _ fleet: Fleet) {
        fleet.request(id, operation, by: client) { $0.field("roomID", options.room) }
    }

    mutating func received(_ text: UnsafeRawBufferPointer, by client: Int, at now: Int64, _ fleet: Fleet) {
        var scanner = TextScanner(text)
        if scanner.skip(#"{"event":"room.frame","#) {
            traffic.countEvent(at: now)
            take(&scanner, by: client, at: now)
        } else if scanner.skip(#"{"id":"#), let number = scanner.number() {
            answered(number, text, &scanner, client, at: now)
            fill(client, at: now, fleet)
        } else if !scanner.skip(#"{"event":"#) {
            traffic.fault(.unexpected, excerpt(text))
        }
    }

    private mutating func take(_ scanner: inout TextScanner, by client: Int, at now: Int64) {
        while scanner.find(#"{"seq":"#), let seq = scanner.number() {
            // A frame may still come after the room was left.
            guard let former = last[client] else { return }
            if seq > former + 1 {
                traffic.fault(.gaps, times: Int(seq - former - 1), "\(users[client]) got \(seq) after \(former)")
            } else if seq <= former {
                traffic.fault(.doubled, "\(users[client]) got \(seq) after \(former)")
            }
            last[client] = max(former, seq)
            told = max(told, seq)
            guard scanner.find(#""clientMsgId":""#), scanner.skip(prefixBytes), let sent = scanner.number() else {
                traffic.fault(.unexpected, "\(users[client]) got \(seq), which is none of this run's")
                continue
            }
            traffic.countDelivery(sent: Int64(sent), at: now)
        }
    }

    private mutating func answered(
        _ number: UInt64, _ text: UnsafeRawBufferPointer, _ scanner: inout TextScanner, _ client: Int, at now: Int64
    ) {
        let isOK = scanner.skip(#","ok":"#)
        if number == leaving, isOK { return }
        guard isOK else {
            let isShed = scanner.find(#""code":"#) && scanner.number() == 1024
            return isShed ? traffic.shed(number, of: client, at: now) : traffic.refuse(number, of: client, text)
        }
        guard number == firstEntry || options.enters else {
            return traffic.acknowledge(number, of: client, seq: 1, at: now)
        }
        guard scanner.find(#""epoch":"#), scanner.find(#""seq":"#), let seq = scanner.number() else {
            return traffic.fault(.unexpected, excerpt(text))
        }
        last[client] = seq
        if number != firstEntry { traffic.acknowledge(number, of: client, seq: 1, at: now) }
    }

    mutating func finish() {
        traffic.finish()
        guard traffic.tally.faults.isEmpty else { return }
        for client in users.indices {
            guard let last = last[client] else {
                traffic.fault(.missing, "\(users[client]) is not in the room")
                continue
            }
            if last < told { traffic.fault(.missing, "\(users[client]) has \(last) of \(told)") }
        }
    }
}
