import Framing

/// Clients of a server that sends every message back: each keeps a window of them on their way, and must get every one
/// back as it was, in order.
struct EchoLoad: SendingScenario {
    struct Options: Sendable {
        var connections = 64
        var window = 1
        var bytes = 128
        /// Of all threads together.
        var perSecond: Double?
    }

    let hasSessions = false

    let users: [String]
    var traffic: Traffic
    /// The last message that has come back to each client.
    private var last: [UInt64]
    private let padding: [UInt8]
    private var message: [UInt8] = []
    /// Digits of a message's number, in front.
    private static let digits = 16

    init(_ options: Options, _ share: Share) {
        let part = share.part(of: options.connections)
        users = part.map { "echo-\($0)" }
        let portion = Double(part.count) / Double(options.connections)
        traffic = Traffic(
            .init(
                senders: part.count, window: options.window, perSecond: options.perSecond.map { $0 * portion },
                receivers: 0))
        last = Array(repeating: 0, count: part.count)
        padding = Array(repeating: UInt8(ascii: "x"), count: options.bytes - Self.digits)
    }

    static let bytes = digits...60_000
}

extension EchoLoad {
    mutating func received(_ text: UnsafeRawBufferPointer, by client: Int, at now: Int64, _ fleet: Fleet) {
        var scanner = TextScanner(text)
        guard text.count == Self.digits + padding.count, let number = scanner.number(), scanner.skip(padding) else {
            return traffic.fault(.unexpected, excerpt(text))
        }
        if number < last[client] {
            traffic.fault(.reordered, "\(users[client]) got \(number) after \(last[client])")
        }
        last[client] = max(last[client], number)
        traffic.acknowledge(number, of: client, seq: 1, at: now)
        fill(client, at: now, fleet)
    }

    mutating func fill(_ client: Int, at now: Int64, _ fleet: Fleet) {
        while let number = traffic.next(of: client, at: now) {
            message.removeAll(keepingCapacity: true)
            let digits = String(number).utf8
            message.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Self.digits - digits.count))
            message.append(contentsOf: digits)
            message.append(contentsOf: padding)
            message.withUnsafeBytes { fleet.send(.text, $0, by: client) }
        }
    }
}
