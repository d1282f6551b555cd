/// Groups in which one member writes and all others read, or channels that one publishes to and all others follow. The first
/// client of each is its writer.
///
/// Every acknowledged message must come once to every other member, in the order of the group's sequence numbers, which must
/// have no holes.
struct Group: SendingScenario {
    enum Kind: Sendable {
        case group
        case channel

        /// The beginning of the event that has a message.
        var event: StaticString {
            switch self {
            case .group: #"{"event":"message.new","#
            case .channel: #"{"event":"channel.message","#
            }
        }
    }

    struct Options: Sendable {
        var kind = Kind.group
        /// Their ids.
        var groups = ["1"]
        /// Of each group, the writer included.
        var members = 1000
        /// Messages of a writer that have not come to everybody.
        var window = 1
        var bytes = 128
        /// Of all threads together.
        var perSecond: Double?
    }

    let users: [String]
    private let kind: Kind
    private let members: Int
    var traffic: Traffic
    /// The last sequence number that has come to each client; 0: none yet.
    private var lastDelivered: [UInt64]
    /// The last that was acknowledged in each group.
    private var lastAcknowledged: [UInt64]
    private let targets: [String]
    private let messages: TextMessages

    init(_ options: Options, run: UInt32, _ share: Share) {
        let groups = share.part(of: options.groups.count)
        kind = options.kind
        members = options.members
        users = groups.flatMap { group in (0..<options.members).map { Self.user(run, group, $0) } }
        targets = groups.map { [kind] in kind == .group ? "group_" + options.groups[$0] : options.groups[$0] }
        let portion = Double(groups.count) / Double(options.groups.count)
        traffic = Traffic(
            .init(
                senders: groups.count, window: options.window, awaitsDeliveries: true,
                perSecond: options.perSecond.map { $0 * portion }, receivers: options.members - 1))
        lastDelivered = Array(repeating: 0, count: users.count)
        lastAcknowledged = Array(repeating: 0, count: groups.count)
        messages = TextMessages(run: run, bytes: options.bytes)
    }

    static func user(_ run: UInt32, _ group: Int, _ member: Int) -> String {
        "group-\(String(run, radix: 36))-\(group)-\(member)"
    }
}

extension Group {
    mutating func received(_ text: UnsafeRawBufferPointer, by client: Int, at now: Int64, _ fleet: Fleet) {
        var scanner = TextScanner(text)
        let group = client / members
        if scanner.skip(kind.event) {
            delivered(text, &scanner, to: client, group, at: now)
            fill(group, at: now, fleet)
        } else if scanner.skip(#"{"event":"#) {
            traffic.countEvent(at: now)
        } else if client % members == 0, scanner.skip(#"{"id":"#), let number = scanner.number() {
            answered(number, text, &scanner, group, at: now)
            fill(group, at: now, fleet)
        } else {
            traffic.fault(.unexpected, excerpt(text))
        }
    }

    mutating func finish() {
        traffic.finish()
        guard traffic.tally.faults.isEmpty else { return }
        for client in users.indices where client % members != 0 {
            let expected = lastAcknowledged[client / members]
            if lastDelivered[client] != expected {
                traffic.fault(.missing, "\(users[client]) has \(lastDelivered[client]) of \(expected)")
            }
        }
    }

    // MARK: - Sending

    mutating func fill(_ group: Int, at now: Int64, _ fleet: Fleet) {
        while let number = traffic.next(of: group, at: now) {
            switch kind {
            case .group: messages.send(number, to: targets[group], by: group * members, fleet)
            case .channel: messages.publish(number, to: targets[group], by: group * members, fleet)
            }
        }
    }

    // MARK: - Receiving

    private mutating func answered(
        _ number: UInt64, _ text: UnsafeRawBufferPointer, _ scanner: inout TextScanner, _ group: Int, at now: Int64
    ) {
        guard let seq = acknowledgedSeq(number, of: group, text, &scanner) else { return }
        lastAcknowledged[group] = max(lastAcknowledged[group], seq)
        traffic.acknowledge(number, of: group, seq: seq, at: now)
    }

    private mutating func delivered(
        _ text: UnsafeRawBufferPointer, _ scanner: inout TextScanner, to client: Int, _ group: Int, at now: Int64
    ) {
        guard client % members != 0, let (number, seq) = messages.delivered(&scanner) else {
            return traffic.fault(.unexpected, excerpt(text))
        }
        let last = lastDelivered[client]
        if seq == last {
            traffic.fault(.doubled, "\(users[client]) got \(seq) again")
        } else if seq < last {
            traffic.fault(.reordered, "\(users[client]) got \(seq) after \(last)")
        } else if last > 0, seq > last + 1 {
            traffic.fault(.gaps, "\(users[client]) got \(seq) after \(last)")
        }
        lastDelivered[client] = max(last, seq)
        traffic.deliver(number, of: group, seq: seq, at: now)
    }
}
