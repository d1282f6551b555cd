import JSON

/// Clients that ask one thing after the other, each for itself: what a request costs that stores nothing.
struct Requests: SendingScenario {
    struct Options: Sendable {
        var users: [String]
        var window = 1
        /// Of all threads together.
        var perSecond: Double?
        /// Sends a user's request with this number, by its client.
        let ask: @Sendable (_ number: UInt64, _ user: String, _ client: Int, Fleet) -> Void

        static func sessionLists(of connections: Int) -> Options {
            Options(users: (0..<connections).map { "requests-\($0)" }) { number, _, client, fleet in
                fleet.request(number, "session.list", by: client) { _ in }
            }
        }

        static func searches(for queries: Queries) -> Options {
            Options(users: queries.users) { number, user, client, fleet in
                fleet.request(number, "message.search", by: client) {
                    $0.field("query", queries.query(number, of: user))
                }
            }
        }
    }

    let users: [String]
    var traffic: Traffic
    private let ask: @Sendable (UInt64, String, Int, Fleet) -> Void

    init(_ options: Options, _ share: Share) {
        users = Array(options.users[share.part(of: options.users.count)])
        ask = options.ask
        let portion = Double(users.count) / Double(options.users.count)
        traffic = Traffic(
            .init(
                senders: users.count, window: options.window, perSecond: options.perSecond.map { $0 * portion },
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
        while let number = traffic.next(of: client, at: now) { ask(number, users[client], client, fleet) }
    }
}
