import JSON

/// A day in the state: users in cohorts come and go, write to each other and to their group, and read.
///
/// A user who comes back names its positions and is given the messages that it has missed. In the end each message must have
/// come to all its receivers, once and in order, and each login's total must be the number of unread messages. Users may also
/// recall, edit and react to messages: then all must have each message as its last change has left it.
struct Mixed: Scenario {
    struct Options: Sendable {
        /// The ids of the cohorts' groups; nil: they have none.
        var groups: [String]?
        var cohorts = 50
        var size = 10
        var bytes = 128
        /// Writing and reading, of all threads together.
        var perSecond = 500.0
        /// The part of it that changes messages, in percent.
        var changes = 0
        /// How long users stay and are away, on the average.
        var staySeconds = 15.0
        var awaySeconds = 3.0
        /// A lost connection is no fault: the gateway is restarted now and then.
        var survivesLosses = false
        /// When all is quiet in the end, everybody leaves and comes again, and is told what is unread.
        var returnsAtEnd = false
        /// Hears of acknowledgements; nil: nobody asks.
        var journal: Journal?
    }

    /// Something that was asked for and is not answered yet. It is asked again after a loss.
    enum OpenRequest {
        case write(Cohort.Mark, dialogue: Int, due: Int64)
        case read(dialogue: Int, upTo: UInt64, due: Int64)
        case change(MessageChange, due: Int64)
    }

    /// A user's way in and out.
    struct UserState {
        enum State {
            case coming
            case here(until: Int64)
            case away(until: Int64)
        }

        var state = State.coming
        var waiting: [UInt64: OpenRequest] = [:]
        /// Not asked since the last loss.
        var again: [OpenRequest] = []
        /// The last event of the user's stream.
        var streamSeq: UInt64 = 0
        var lastID: UInt64 = 0
        /// The login's total has not come.
        var awaitsTotal = false
        /// Messages that it may change, if messages are changed.
        var recent: [RecentMessage] = []
    }

    let options: Options
    let users: [String]
    var tally = Tally()
    var cohorts: [Cohort]
    /// One for each cohort.
    var ledgers: [ChangeLedger]
    var states: [UserState]
    /// The client's names of the dialogues, by client and dialogue.
    let names: [[Int: String]]
    let dialogues: [[String: Int]]
    let text: String
    let prefix: String
    let document = JSONDocument()
    var random = SystemRandomNumberGenerator()
    var schedule: Schedule?
    var isOver = false
    private var hasReturned = false
    private var pace: Pace?
    private let perSecond: Double
    /// The next client to look at.
    private var place = 0

    /// A user's requests that may wait for their replies.
    private static let window = 16

    init(_ options: Options, run: UInt32, _ share: Share) {
        self.options = options
        let part = share.part(of: options.cohorts)
        let size = options.size
        users = part.flatMap { cohort in (0..<size).map { Self.user(run, cohort, $0) } }
        cohorts = part.map { _ in Cohort(size: size) }
        ledgers = part.map { _ in ChangeLedger(size: size) }
        states = users.map { _ in UserState() }
        perSecond = options.perSecond * Double(part.count) / Double(options.cohorts)
        text = String(repeating: "x", count: options.bytes)
        prefix = String(run, radix: 36)
        let record = Cohort(size: size)
        names = part.flatMap { cohort in
            (0..<size).map { member in
                var names: [Int: String] = [:]
                for other in 0..<size where other != member {
                    names[record.dialogue(member, other)] = "c2c_" + Self.user(run, cohort, other)
                }
                names[Cohort.everybody] = options.groups.map { "group_" + $0[cohort] }
                return names
            }
        }
        dialogues = names.map { Dictionary(uniqueKeysWithValues: $0.map { ($1, $0) }) }
    }

    static func user(_ run: UInt32, _ cohort: Int, _ member: Int) -> String {
        "mixed-\(String(run, radix: 36))-\(cohort)-\(member)"
    }

    func cohort(of client: Int) -> Int { client / options.size }
    func member(_ client: Int) -> Int { client % options.size }
}

extension Mixed {
    mutating func begin(_ schedule: Schedule, at now: Int64, _ fleet: Fleet) {
        self.schedule = schedule
        tally.begin(schedule, over: .deliveries)
        pace = Pace(perSecond: max(perSecond, 0.001), senders: 1, start: schedule.start)
        for client in users.indices { stay(client, from: now) }
    }

    mutating func tick(at now: Int64, _ fleet: Fleet) {
        guard let schedule else { return }
        var done = 0
        // It is made together with the schedule.
        while !isOver, pace!.next(at: min(now, schedule.end - 1)) != nil {
            done += 1
            act(due: now, fleet)
            // After a long stall, the rest in the next turn.
            if done == 1000 { break }
        }
        if isOver, options.returnsAtEnd, !hasReturned, isQuiet { comeAgain(at: now, fleet) }
        // Everybody is looked at some thirty times a second.
        for _ in 0...users.count / 64 {
            lookAfter(place, at: now, fleet)
            place = (place + 1) % users.count
        }
    }

    mutating func lost(_ client: Int, reason: String, _ fleet: Fleet) {
        if !options.survivesLosses { tally.faults.add(.disconnected, "\(users[client]): \(reason)") }
        depart(client, until: fleet.now + Int64.random(in: 50_000_000...500_000_000, using: &random))
    }

    mutating func stop(at now: Int64, _ fleet: Fleet) {
        isOver = true
    }

    var isSettled: Bool { isQuiet && hasReturned == options.returnsAtEnd }

    /// Everybody is here, has been answered, and has everything.
    private var isQuiet: Bool {
        states.allSatisfy { state in
            guard case .here = state.state else { return false }
            return state.waiting.isEmpty && state.again.isEmpty && !state.awaitsTotal
        } && cohorts.allSatisfy(\.isComplete) && ledgers.allSatisfy { $0.incomplete == 0 }
    }

    mutating func finish() {
        for (number, ledger) in ledgers.enumerated() {
            tally.faults.add(
                .refused, times: ledger.wronglyRefused, "a change of a message of cohort \(number) that is not recalled"
            )
            guard let oldest = ledger.oldestIncomplete else { continue }
            tally.faults.add(.missing, times: ledger.incomplete, "\(oldest) of cohort \(number)")
        }
        for (number, cohort) in cohorts.enumerated() {
            guard let oldest = cohort.oldestIncomplete else {
                let example = "of cohort \(number)"
                if tally.faults.isEmpty { tally.faults.add(.gaps, times: cohort.dialoguesWithHoles, example) }
                continue
            }
            let (stored, unanswered) = cohort.incomplete
            let example =
                "message \(oldest.mark.number) of \(users[number * options.size + oldest.mark.sender]), "
                + (oldest.isStored ? "which has not come to all" : "which nobody has")
            tally.faults.add(.missing, times: stored, example)
            tally.faults.add(.unanswered, times: unanswered, example)
        }
        // Messages among them were counted above.
        let others = states.reduce(0) { sum, state in
            sum + (state.waiting.values + state.again).count { if case .write = $0 { false } else { true } }
        }
        tally.faults.add(.unanswered, times: others, "marks of what was read, and changes of messages")
    }

    // MARK: - Coming and going

    private mutating func stay(_ client: Int, from now: Int64) {
        states[client].state = .here(until: now + around(options.staySeconds))
    }

    private mutating func depart(_ client: Int, until time: Int64) {
        states[client].state = .away(until: time)
        // In the order in which they were asked, since each may rest on the one before.
        states[client].again.insert(contentsOf: states[client].waiting.sorted { $0.key < $1.key }.map(\.value), at: 0)
        states[client].waiting.removeAll()
        states[client].awaitsTotal = false
    }

    private mutating func lookAfter(_ client: Int, at now: Int64, _ fleet: Fleet) {
        switch states[client].state {
        case .coming: break
        case .away(let until):
            guard now >= until || isOver else { return }
            states[client].state = .coming
            fleet.come(client)
        case .here(let until):
            if now >= until, !isOver {
                fleet.leave(client)
                depart(client, until: now + around(options.awaySeconds))
            } else if !states[client].again.isEmpty {
                askAgain(client, fleet)
            }
        }
    }

    private mutating func comeAgain(at now: Int64, _ fleet: Fleet) {
        hasReturned = true
        for client in users.indices {
            fleet.leave(client)
            depart(client, until: now)
        }
    }

    mutating func arrive(_ client: Int, at now: Int64, _ fleet: Fleet) {
        stay(client, from: now)
        askAgain(client, fleet)
    }

    private func around(_ seconds: Double) -> Int64 {
        Int64(Double.random(in: 0.5...1.5) * seconds * 1e9)
    }

    // MARK: - Doing

    /// Lets a user who is here do something. It tries some at random; if none of them is here, nothing happens.
    private mutating func act(due: Int64, _ fleet: Fleet) {
        for _ in 0..<20 {
            let client = Int.random(in: users.indices, using: &random)
            guard case .here = states[client].state, states[client].waiting.count < Self.window else { continue }
            if Int.random(in: 0..<100, using: &random) < options.changes, change(client, due: due, fleet) { return }
            let (cohort, member) = (cohort(of: client), member(client))
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<25: read(client, due: due, fleet)
            case 25..<35 where options.groups != nil:
                write(client, in: Cohort.everybody, due: due, fleet)
            default:
                let other = (member + Int.random(in: 1..<options.size, using: &random)) % options.size
                write(client, in: cohorts[cohort].dialogue(member, other), due: due, fleet)
            }
            return
        }
        if measures(due) { tally.unsent += 1 }
    }

    private mutating func write(_ client: Int, in dialogue: Int, due: Int64, _ fleet: Fleet) {
        let mark = cohorts[cohort(of: client)].send(by: member(client), due: due)
        ask(.write(mark, dialogue: dialogue, due: due), of: client, fleet)
    }

    /// The conversation with most unread.
    private mutating func read(_ client: Int, due: Int64, _ fleet: Fleet) {
        let (record, member) = (cohorts[cohort(of: client)], member(client))
        guard
            let dialogue = names[client].keys.max(by: {
                record.unread(by: member, in: $0) < record.unread(by: member, in: $1)
            }),
            record.unread(by: member, in: dialogue) > 0
        else { return }
        ask(.read(dialogue: dialogue, upTo: record.position(of: member, in: dialogue), due: due), of: client, fleet)
    }

    func measures(_ time: Int64) -> Bool { schedule?.measures(time) ?? false }
}
