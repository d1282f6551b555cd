/// Clients that ask one small thing again and again: what a request costs that stores nothing.
struct Requests: SendingScenario {
    struct Options: Sendable {
        var connections = 1000
        var window = 1
        /// Of all threads together.
        var perSecond: Double?
    }

    let users: [String]
    var traffic: Traffic

    init(_ options: Options, _ share: Share) {
        let part = share.part(of: options.connections)
        users = part.map { "requests-\($0)" }
        let portion = Double(part.count) / Double(options.connections)
        traffic = Traffic(
            .init(
                senders: part.count, window: options.window, perSecond: options.perSecond.map { $0 * portion },
                receivers: 0))
    }

    mutating func received(_ text: UnsafeRawBufferPointer, by client: Int, at now: Int64, _ fleet: Fleet) {
        var scanner = TextScanner(text)
        if scanner.skip(#"{"event":"#) {
            traffic.countEvent(at: now)
        } else if scanner.skip(#"{"id":"#), let number = scanner.number() {
            if scanner.skip(#","ok":"#) {
                traffic.acknowledge(number, of: client, seq: 1, at: now)
            } else {
                traffic.refuse(number, of: client, text)
            }
            fill(client, at: now, fleet)
        } else {
            traffic.fault(.unexpected, excerpt(text))
        }
    }

    mutating func fill(_ client: Int, at now: Int64, _ fleet: Fleet) {
        while let number = traffic.next(of: client, at: now) {
            fleet.request(number, "session.list", by: client) { _ in }
        }
    }
}
