import JSON

/// The text messages of a run: all have the same text, and their client message ids name the run, so that no message is taken
/// for the retry of an earlier run's.
struct TextMessages {
    private let text: String
    private let prefix: String
    private let prefixBytes: [UInt8]

    init(run: UInt32, bytes: Int) {
        text = String(repeating: "x", count: bytes)
        prefix = String(run, radix: 36) + "-"
        prefixBytes = Array(prefix.utf8)
    }

    /// The id of the request, and of its reply, is the message's number.
    func send(_ number: UInt64, to conversation: String, by client: Int, _ fleet: Fleet) {
        request(number, "message.send", by: client, fleet) { $0.field("conversationID", conversation) }
    }

    /// The same to a channel.
    func publish(_ number: UInt64, to channel: String, by client: Int, _ fleet: Fleet) {
        request(number, "channel.publish", by: client, fleet) { $0.field("channelID", channel) }
    }

    private func request(
        _ number: UInt64, _ operation: StaticString, by client: Int, _ fleet: Fleet,
        _ target: (inout JSONWriter) -> Void
    ) {
        fleet.request(number, operation, by: client) { data in
            target(&data)
            data.field("clientMsgId", prefix + String(number))
            data.field("type", 0)
            data.object("body") { $0.field("text", text) }
        }
    }

    /// Reads the rest of a `message.new` or a `channel.message`. Nil: it is none of this run's.
    func delivered(_ scanner: inout TextScanner) -> (number: UInt64, seq: UInt64)? {
        guard scanner.find(#""clientMsgId":""#), scanner.skip(prefixBytes), let number = scanner.number(),
            let seq = Self.seq(&scanner)
        else { return nil }
        return (number, seq)
    }

    fileprivate static func seq(_ scanner: inout TextScanner) -> UInt64? {
        guard scanner.find(#""seq":"#), let seq = scanner.number(), seq > 0 else { return nil }
        return seq
    }
}

extension SendingScenario {
    /// The conversation's number of a message, out of the reply to it. Nil: the message was refused, or the reply makes no
    /// sense; either is counted as a fault.
    mutating func acknowledgedSeq(
        _ number: UInt64, of sender: Int, _ text: UnsafeRawBufferPointer, _ scanner: inout TextScanner
    ) -> UInt64? {
        guard scanner.skip(#","ok":"#) else {
            traffic.refuse(number, of: sender, text)
            return nil
        }
        guard let seq = TextMessages.seq(&scanner) else {
            traffic.fault(.unexpected, excerpt(text))
            return nil
        }
        return seq
    }
}
