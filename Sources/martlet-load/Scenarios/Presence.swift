import EventLoop

/// Users who follow each other's presence come and go: each follows those that come after it, in a ring.
///
/// Each presence event of a publisher must be newer than the one before. In the end, of every publisher who has come back since
/// the follower is there, the last event must say that it is there.
struct Presence: Scenario {
    struct Options: Sendable {
        var users = 5_000
        /// How many each follows, and is followed by.
        var followed = 1_000
        /// Departures, of all of them together.
        var perSecond = 500.0
        /// How long one that has left is away.
        var awaySeconds = 1.0
    }

    private enum State {
        case coming
        case here
        case away(until: Int64)
    }

    /// One follower's knowledge of one publisher: the time of the last change, in milliseconds since 1970, and a bit that says
    /// whether the publisher came.
    private typealias Knowledge = Int64

    let options: Options
    let users: [String]
    private(set) var tally = Tally()
    private var states: [State]
    /// When each has come, in milliseconds since 1970, by the gateway's clock as far as it is this machine's.
    private var came: [Int64]
    private var knowledge: [Knowledge]
    private var pace: Pace?
    private var schedule: Schedule?
    private var isOver = false
    private var comings = 0
    private var random = SystemRandomNumberGenerator()
    private let prefixBytes: [UInt8]

    init(_ options: Options, run: UInt32) {
        self.options = options
        users = (0..<options.users).map { Self.user(run, $0) }
        states = Array(repeating: .here, count: options.users)
        came = Array(repeating: 0, count: options.users)
        knowledge = Array(repeating: 0, count: options.users * options.followed)
        prefixBytes = Array(Self.user(run, 0).dropLast().utf8)
    }

    static func user(_ run: UInt32, _ number: Int) -> String { "presence-\(String(run, radix: 36))-\(number)" }

    /// The users that a user follows.
    static func followed(by user: Int, _ options: Options) -> [Int] {
        (1...options.followed).map { (user + $0) % options.users }
    }
}

extension Presence {
    mutating func opened(_ client: Int, reply: UnsafeRawBufferPointer, at now: Int64, _ fleet: Fleet) {
        came[client] = Clock.wall
        states[client] = .here
        // The state from before is told again only if it changes.
        for place in 0..<options.followed { knowledge[client * options.followed + place] = 0 }
        guard schedule != nil else { return }
        comings -= 1
        tally.returns += 1
        if measures(now) { tally.acknowledgements += 1 }
    }

    mutating func begin(_ schedule: Schedule, at now: Int64, _ fleet: Fleet) {
        self.schedule = schedule
        tally.begin(schedule, over: .deliveries)
        pace = Pace(perSecond: options.perSecond, senders: 1, start: schedule.start)
    }

    mutating func tick(at now: Int64, _ fleet: Fleet) {
        guard let schedule else { return }
        // It is made together with the schedule.
        while !isOver, pace!.next(at: min(now, schedule.end - 1)) != nil { depart(at: now, fleet) }
        for client in users.indices {
            // Never sooner: a user who is back at once was not away for the gateway, and nobody is told.
            if case .away(let until) = states[client], now >= until {
                states[client] = .coming
                fleet.come(client)
            }
        }
    }

    private mutating func depart(at now: Int64, _ fleet: Fleet) {
        for _ in 0..<20 {
            let client = Int.random(in: users.indices, using: &random)
            guard case .here = states[client] else { continue }
            fleet.leave(client)
            states[client] = .away(until: now + Int64(options.awaySeconds * 1e9))
            comings += 1
            return
        }
        tally.unsent += 1
    }

    mutating func received(_ text: UnsafeRawBufferPointer, by client: Int, at now: Int64, _ fleet: Fleet) {
        var scanner = TextScanner(text)
        guard scanner.skip(#"{"event":"subscription.eventChanged","#) else {
            if measures(now) { tally.events += 1 }
            return
        }
        while scanner.find(#""userId":""#) {
            guard scanner.skip(prefixBytes), let publisher = scanner.number(), scanner.find(#""eventValue":"#),
                let value = scanner.number(), scanner.find(#""changeTime":"#), let time = scanner.number()
            else { return tally.faults.add(.unexpected, excerpt(text)) }
            hear(Int(publisher), isOnline: value == 1, at: Int64(time), by: client, now)
        }
    }

    private mutating func hear(_ publisher: Int, isOnline: Bool, at time: Int64, by client: Int, _ now: Int64) {
        let distance = (publisher - client + options.users) % options.users
        guard (1...options.followed).contains(distance) else {
            return tally.faults.add(.unexpected, "\(users[client]) hears of \(users[publisher])")
        }
        let place = client * options.followed + distance - 1
        let heard = time << 1 | (isOnline ? 1 : 0)
        if heard == knowledge[place] {
            tally.faults.add(.doubled, "\(users[client]) hears of \(users[publisher]) at \(time) again")
        } else if heard < knowledge[place] {
            tally.faults.add(.reordered, "\(users[client]) hears of \(users[publisher]) at \(time) too late")
        }
        knowledge[place] = max(knowledge[place], heard)
        if measures(now) { tally.deliveries += 1 }
        // One that leaves is told of later on purpose.
        guard isOnline else { return }
        let due = now - (Clock.wall - time) * 1_000_000
        if measures(due), due <= now { tally.recordDelivery(due: due, at: now) }
    }

    mutating func lost(_ client: Int, reason: String, _ fleet: Fleet) {
        tally.faults.add(.disconnected, "\(users[client]): \(reason)")
    }

    mutating func stop(at now: Int64, _ fleet: Fleet) {
        isOver = true
    }

    var isSettled: Bool { false }

    mutating func finish() {
        for client in users.indices {
            for (place, publisher) in Self.followed(by: client, options).enumerated()
            where came[publisher] > came[client] + 1_000 && knowledge[client * options.followed + place] & 1 == 0 {
                tally.faults.add(.missing, "\(users[client]) does not know that \(users[publisher]) is there")
            }
        }
        tally.faults.add(.unanswered, times: comings, "sessions")
    }

    private func measures(_ time: Int64) -> Bool { schedule?.measures(time) ?? false }
}
