import JSON

/// The work of a thread's clients with their sessions. Clients are named by their places in `users`.
protocol Scenario: SendableMetatype {
    /// False: a connection is enough, as with a server that is no gateway.
    var hasSessions: Bool { get }
    /// False: nobody is there when the run begins.
    var beginsOpen: Bool { get }

    /// The users whose sessions the thread opens, one client each.
    var users: [String] { get }
    var tally: Tally { get }

    /// Adds to the data of `session.open`.
    func introduce(_ client: Int, _ data: inout JSONWriter)
    /// The client is there, before the run or in it; the reply is empty without sessions, and good until this returns.
    mutating func opened(_ client: Int, reply: UnsafeRawBufferPointer, at now: Int64, _ fleet: Fleet)
    /// All sessions of all threads are open, and sending begins.
    mutating func begin(_ schedule: Schedule, at now: Int64, _ fleet: Fleet)
    /// At the end of every turn: what has become due by the clock alone.
    mutating func tick(at now: Int64, _ fleet: Fleet)
    /// The text is good until this returns.
    mutating func received(_ text: UnsafeRawBufferPointer, by client: Int, at now: Int64, _ fleet: Fleet)
    mutating func ponged(_ client: Int, at now: Int64, _ fleet: Fleet)
    /// The client is there no longer, or could not come, and did not want that.
    mutating func lost(_ client: Int, reason: String, _ fleet: Fleet)

    /// Sending is over.
    mutating func stop(at now: Int64, _ fleet: Fleet)
    /// Nothing is awaited any more.
    var isSettled: Bool { get }
    /// Nothing comes any more; what is still missing is missing.
    mutating func finish()
}

extension Scenario {
    var hasSessions: Bool { true }
    var beginsOpen: Bool { true }

    func introduce(_ client: Int, _ data: inout JSONWriter) {}
    mutating func opened(_ client: Int, reply: UnsafeRawBufferPointer, at now: Int64, _ fleet: Fleet) {}
    mutating func tick(at now: Int64, _ fleet: Fleet) {}
    mutating func ponged(_ client: Int, at now: Int64, _ fleet: Fleet) {}
}

/// One whose senders each keep a window of messages on their way.
protocol SendingScenario: Scenario {
    var traffic: Traffic { get set }

    /// Sends what the sender may send now.
    mutating func fill(_ sender: Int, at now: Int64, _ fleet: Fleet)
}

extension SendingScenario {
    var tally: Tally { traffic.tally }
    var isSettled: Bool { traffic.isSettled }

    mutating func begin(_ schedule: Schedule, at now: Int64, _ fleet: Fleet) {
        traffic.begin(schedule)
        for sender in 0..<traffic.senders { fill(sender, at: now, fleet) }
    }

    mutating func tick(at now: Int64, _ fleet: Fleet) {
        while let sender = traffic.nextDue(at: now) { fill(sender, at: now, fleet) }
    }

    mutating func lost(_ client: Int, reason: String, _ fleet: Fleet) {
        let user = users[client]
        traffic.fault(.disconnected, "\(user): \(reason)")
    }

    mutating func stop(at now: Int64, _ fleet: Fleet) {
        traffic.stop(at: now)
    }

    mutating func finish() {
        traffic.finish()
    }
}

/// A thread's share of everything that the threads divide among them.
struct Share: Sendable {
    let thread: Int
    let threads: Int

    func part(of count: Int) -> Range<Int> {
        thread * count / threads..<(thread + 1) * count / threads
    }
}
