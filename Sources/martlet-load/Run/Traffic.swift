/// When the senders of a thread may send, and what has become of everything they sent. Senders have numbers from 0.
struct Traffic: Sendable {
    struct Plan: Sendable {
        let senders: Int
        /// Messages of one sender that may wait.
        let window: Int
        /// For all their deliveries, and not only for their acknowledgement.
        var awaitsDeliveries = false
        /// All senders together, open loop; nil: every acknowledgement makes room for the next message.
        let perSecond: Double?
        /// To how many clients each message is delivered.
        let receivers: Int
    }

    private(set) var tally = Tally()
    private let window: Int
    private let awaitsDeliveries: Bool
    private let hasDeliveries: Bool
    private let perSecond: Double?
    private var flights: [InFlight]
    /// Messages of each sender that have become due, in an open loop.
    private var dueSoFar: [Int]
    private var pace: Pace?
    private var schedule: Schedule?
    /// Messages of all senders that are not complete.
    private var incomplete = 0
    private var isSending = false

    init(_ plan: Plan) {
        window = plan.window
        awaitsDeliveries = plan.awaitsDeliveries
        hasDeliveries = plan.receivers > 0
        perSecond = plan.perSecond
        flights = Array(repeating: InFlight(receivers: plan.receivers), count: plan.senders)
        dueSoFar = Array(repeating: 0, count: plan.senders)
    }

    var senders: Int { flights.count }

    var isSettled: Bool { incomplete == 0 }

    mutating func begin(_ schedule: Schedule) {
        self.schedule = schedule
        tally.begin(schedule, over: hasDeliveries ? .deliveries : .acknowledgements)
        pace = perSecond.map { Pace(perSecond: $0, senders: senders, start: schedule.start) }
        isSending = true
    }

    /// In an open loop, the sender of the next message that has become due; call until there is none.
    mutating func nextDue(at now: Int64) -> Int? {
        guard isSending, let end = schedule?.end, let sender = pace?.next(at: min(now, end - 1)) else { return nil }
        dueSoFar[sender] += 1
        return sender
    }

    /// Takes the number for a message that the sender may send now; call until there is none.
    mutating func next(of sender: Int, at now: Int64) -> UInt64? {
        let waiting = awaitsDeliveries ? flights[sender].incomplete : flights[sender].unacknowledged
        guard isSending, waiting < window else { return nil }
        var due = now
        if let pace {
            guard flights[sender].sent < dueSoFar[sender] else { return nil }
            due = pace.time(of: flights[sender].sent + 1, by: sender)
        }
        incomplete += 1
        return flights[sender].send(due: due)
    }

    mutating func acknowledge(_ number: UInt64, of sender: Int, seq: UInt64, at now: Int64) {
        let before = flights[sender].incomplete
        let arrival = flights[sender].acknowledge(number, seq: seq)
        incomplete -= before - flights[sender].incomplete
        switch arrival {
        case .fine(let due):
            if measures(now) { tally.acknowledgements += 1 }
            if measures(due) { tally.recordAcknowledgement(due: due, at: now) }
        case .disagreeing(let other):
            fault(.disagreeing, "acknowledged as \(seq), delivered as \(other)")
        case .again, .unknown:
            fault(.unexpected, "an acknowledgement of message \(number), which waits for none")
        }
    }

    mutating func deliver(_ number: UInt64, of sender: Int, seq: UInt64, at now: Int64) {
        let before = flights[sender].incomplete
        let arrival = flights[sender].deliver(number, seq: seq)
        incomplete -= before - flights[sender].incomplete
        switch arrival {
        case .fine(let due):
            if measures(now) { tally.deliveries += 1 }
            if measures(due) { tally.recordDelivery(due: due, at: now) }
        case .disagreeing(let other):
            fault(.disagreeing, "delivered as \(seq), acknowledged as \(other)")
        case .again: fault(.doubled, "message \(number) as \(seq)")
        case .unknown: fault(.unexpected, "message \(number), which was never sent")
        }
    }

    mutating func refuse(_ number: UInt64, of sender: Int, _ text: UnsafeRawBufferPointer) {
        if flights[sender].refuse(number) {
            incomplete -= 1
            fault(.refused, excerpt(text))
        } else {
            fault(.unexpected, excerpt(text))
        }
    }

    /// The message was not drawn for the live room, as may be.
    mutating func shed(_ number: UInt64, of sender: Int, at now: Int64) {
        guard flights[sender].refuse(number) else {
            return fault(.unexpected, "message \(number) was not drawn and waits for no answer")
        }
        incomplete -= 1
        if measures(now) { tally.shed += 1 }
    }

    /// One of those who hear a message has it; who they are, and how many, the scenario knows.
    mutating func countDelivery(sent: Int64, at now: Int64) {
        if measures(now) { tally.deliveries += 1 }
        if measures(sent) { tally.recordDelivery(due: sent, at: now) }
    }

    mutating func countEvent(at now: Int64) {
        if measures(now) { tally.events += 1 }
    }

    mutating func fault(_ fault: Fault, times amount: Int = 1, _ example: @autoclosure () -> String) {
        tally.faults.add(fault, times: amount, example())
    }

    /// Nothing more is sent; what is on its way may still be completed.
    mutating func stop(at now: Int64) {
        isSending = false
        guard let pace else { return }
        for sender in flights.indices {
            for message in flights[sender].sent..<dueSoFar[sender] {
                let due = pace.time(of: message + 1, by: sender)
                guard measures(due) else { continue }
                tally.unsent += 1
                tally.recordAcknowledgement(due: due, at: now)
            }
        }
    }

    /// Messages that are incomplete now stay so.
    mutating func finish() {
        for (sender, flight) in flights.enumerated() where flight.incomplete > 0 {
            let example = "message \(flight.oldestIncomplete) of sender \(sender)"
            fault(.unanswered, times: flight.unacknowledged, example)
            fault(.missing, times: flight.undelivered, example)
        }
    }

    private func measures(_ time: Int64) -> Bool { schedule?.measures(time) ?? false }
}

/// The beginning of a text, for a message to people.
func excerpt(_ text: UnsafeRawBufferPointer) -> String {
    String(decoding: text.prefix(300), as: UTF8.self)
}
