import Framing

/// Clients that come and are silent: what a connection costs by being there. At the end each must answer.
struct Idle: Scenario {
    struct Options: Sendable {
        var connections = 10_000
        var withSessions = true
    }

    let users: [String]
    let hasSessions: Bool
    private(set) var tally = Tally()
    /// Clients that have been pinged and have not answered.
    private var silent: Set<Int> = []

    init(_ options: Options, _ share: Share) {
        users = share.part(of: options.connections).map { "idle-\($0)" }
        hasSessions = options.withSessions
    }
}

extension Idle {
    var isSettled: Bool { silent.isEmpty }

    mutating func begin(_ schedule: Schedule, at now: Int64, _ fleet: Fleet) {}

    mutating func received(_ text: UnsafeRawBufferPointer, by client: Int, at now: Int64, _ fleet: Fleet) {
        tally.events += 1
    }

    mutating func ponged(_ client: Int, at now: Int64, _ fleet: Fleet) {
        if silent.remove(client) == nil {
            tally.faults.add(.unexpected, "\(users[client]) was answered without asking")
        } else {
            tally.acknowledgements += 1
        }
    }

    mutating func lost(_ client: Int, reason: String, _ fleet: Fleet) {
        tally.faults.add(.disconnected, "\(users[client]): \(reason)")
        silent.remove(client)
    }

    mutating func stop(at now: Int64, _ fleet: Fleet) {
        for client in users.indices where fleet.connections[client] != nil {
            silent.insert(client)
            fleet.send(.ping, UnsafeRawBufferPointer(start: nil, count: 0), by: client)
        }
    }

    mutating func finish() {
        tally.faults.add(.unanswered, times: silent.count, silent.first.map { users[$0] } ?? "")
    }
}
