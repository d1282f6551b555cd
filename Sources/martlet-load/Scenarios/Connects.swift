/// Clients that connect, open a session or not, and leave, again and again.
struct Connects: SendingScenario {
    struct Options: Sendable {
        /// Without, a connection is over when it is a WebSocket.
        var withSessions = true
        /// Clients that are on their way at the same time.
        var window = 64
        /// Of all threads together.
        var perSecond: Double?
    }

    var beginsOpen: Bool { false }

    let users: [String]
    let hasSessions: Bool
    /// Each client is a sender, and each of its connections a message that is acknowledged when the client is there.
    var traffic: Traffic
    private var number: [UInt64]

    init(_ options: Options, _ share: Share) {
        let part = share.part(of: options.window)
        hasSessions = options.withSessions
        users = part.map { "connect-\($0)" }
        let portion = Double(part.count) / Double(options.window)
        traffic = Traffic(
            .init(senders: part.count, window: 1, perSecond: options.perSecond.map { $0 * portion }, receivers: 0))
        number = Array(repeating: 0, count: part.count)
    }
}

extension Connects {
    mutating func opened(_ client: Int, reply: UnsafeRawBufferPointer, at now: Int64, _ fleet: Fleet) {
        traffic.acknowledge(number[client], of: client, seq: 1, at: now)
        fleet.leave(client)
        fill(client, at: now, fleet)
    }

    mutating func received(_ text: UnsafeRawBufferPointer, by client: Int, at now: Int64, _ fleet: Fleet) {
        traffic.countEvent(at: now)
    }

    mutating func fill(_ client: Int, at now: Int64, _ fleet: Fleet) {
        guard let next = traffic.next(of: client, at: now) else { return }
        number[client] = next
        fleet.come(client)
    }
}
