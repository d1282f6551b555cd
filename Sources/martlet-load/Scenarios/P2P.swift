import JSON

/// Pairs of users who write to each other. Clients 2n and 2n + 1 are a pair; the even one sends, with `both` the odd one too.
///
/// Every acknowledged message must be delivered once, in the order of its conversation's sequence numbers, which must have no
/// holes.
struct P2P: SendingScenario {
    struct Options: Sendable {
        var pairs = 1000
        var window = 4
        var bytes = 128
        var both = false
        var lean = false
        /// Of all threads together.
        var perSecond: Double?
    }

    /// The numbers that both clients of a pair have seen of their conversation.
    private struct Conversation {
        var acknowledged: UInt64 = 0
        var lowestSeq = UInt64.max
        var highestSeq: UInt64 = 0
    }

    let users: [String]
    private let both: Bool
    private let lean: Bool
    var traffic: Traffic
    private var conversations: [Conversation]
    /// The last sequence number delivered to each client.
    private var lastDelivered: [UInt64]
    /// `c2c_` and the peer, for each client.
    private let targets: [String]
    private let messages: TextMessages

    init(_ options: Options, run: UInt32, _ share: Share) {
        let pairs = share.part(of: options.pairs)
        users = pairs.flatMap { ["p2p-\($0)-a", "p2p-\($0)-b"] }
        targets = pairs.flatMap { ["c2c_p2p-\($0)-b", "c2c_p2p-\($0)-a"] }
        both = options.both
        lean = options.lean
        let portion = Double(pairs.count) / Double(options.pairs)
        traffic = Traffic(
            .init(
                senders: options.both ? users.count : pairs.count, window: options.window,
                perSecond: options.perSecond.map { $0 * portion }, receivers: 1))
        conversations = Array(repeating: Conversation(), count: pairs.count)
        lastDelivered = Array(repeating: 0, count: users.count)
        messages = TextMessages(run: run, bytes: options.bytes)
    }
}

extension P2P {
    func introduce(_ client: Int, _ data: inout JSONWriter) {
        if lean { data.field("lean", true) }
    }

    mutating func received(_ text: UnsafeRawBufferPointer, by client: Int, at now: Int64, _ fleet: Fleet) {
        var scanner = TextScanner(text)
        if scanner.skip(#"{"event":"message.new","#) {
            delivered(text, &scanner, to: client, at: now)
        } else if scanner.skip(#"{"event":"#) {
            traffic.countEvent(at: now)
        } else if scanner.skip(#"{"id":"#), let number = scanner.number(), let sender = sender(of: client) {
            answered(number, text, &scanner, sender, at: now)
            fill(sender, at: now, fleet)
        } else {
            traffic.fault(.unexpected, excerpt(text))
        }
    }

    mutating func finish() {
        traffic.finish()
        // Refused and unanswered messages may make holes, so that holes prove nothing.
        guard traffic.tally.faults.isEmpty else { return }
        for (pair, conversation) in conversations.enumerated() where conversation.acknowledged > 0 {
            let (count, low, high) = (conversation.acknowledged, conversation.lowestSeq, conversation.highestSeq)
            let span = high - low + 1
            traffic.fault(
                .gaps, times: Int(max(span, count) - min(span, count)),
                "\(users[2 * pair]) and \(users[2 * pair + 1]): \(count) messages are numbered \(low) to \(high)")
        }
    }

    // MARK: - Sending

    private func client(of sender: Int) -> Int { both ? sender : 2 * sender }

    /// Nil for a client that only receives.
    private func sender(of client: Int) -> Int? {
        if both { return client }
        return client % 2 == 0 ? client / 2 : nil
    }

    mutating func fill(_ sender: Int, at now: Int64, _ fleet: Fleet) {
        let client = client(of: sender)
        while let number = traffic.next(of: sender, at: now) {
            messages.send(number, to: targets[client], by: client, fleet)
        }
    }

    // MARK: - Receiving

    private mutating func answered(
        _ number: UInt64, _ text: UnsafeRawBufferPointer, _ scanner: inout TextScanner, _ sender: Int, at now: Int64
    ) {
        guard let seq = acknowledgedSeq(number, of: sender, text, &scanner) else { return }
        let pair = client(of: sender) / 2
        conversations[pair].acknowledged += 1
        conversations[pair].lowestSeq = min(conversations[pair].lowestSeq, seq)
        conversations[pair].highestSeq = max(conversations[pair].highestSeq, seq)
        traffic.acknowledge(number, of: sender, seq: seq, at: now)
    }

    private mutating func delivered(
        _ text: UnsafeRawBufferPointer, _ scanner: inout TextScanner, to client: Int, at now: Int64
    ) {
        guard let sender = sender(of: client ^ 1), let (number, seq) = messages.delivered(&scanner) else {
            return traffic.fault(.unexpected, excerpt(text))
        }
        if seq < lastDelivered[client] {
            traffic.fault(.reordered, "\(users[client]) got \(seq) after \(lastDelivered[client])")
        }
        lastDelivered[client] = max(lastDelivered[client], seq)
        traffic.deliver(number, of: sender, seq: seq, at: now)
    }
}
