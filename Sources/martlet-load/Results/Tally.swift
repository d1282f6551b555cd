/// The counts and measurements of one thread, or of all together.
///
/// Rates count what is completed within the measured time. Durations are those of messages that were due within it,
/// also when they are completed later: a server that falls behind cannot hide it.
struct Tally: Equatable, Sendable {
    var acknowledgements = 0
    var deliveries = 0
    /// Events that are no messages; of live rooms the frames.
    var events = 0
    /// Messages to live rooms that were not drawn.
    var shed = 0
    /// Messages that were due and found no room in their sender's window before the end; their durations count
    /// as far as they had waited.
    var unsent = 0
    /// Sessions opened by clients that had been there before, and messages that they were given then.
    var returns = 0
    var resumed = 0
    /// Changes of messages that were acknowledged, and how often others were told of one.
    var changes = 0
    var changesTold = 0
    private(set) var acknowledgement = LatencyHistogram()
    private(set) var delivery = LatencyHistogram()
    /// Of the deliveries if there are any, else of the acknowledgements; nil before the run.
    private(set) var timeline: Timeline?
    private var hasDeliveries = false
    var faults = Faults()

    /// Of these, the latency over time is kept.
    enum Subject {
        case acknowledgements
        case deliveries
    }

    mutating func begin(_ schedule: Schedule, over time: Subject) {
        timeline = Timeline(schedule)
        hasDeliveries = time == .deliveries
    }

    mutating func recordAcknowledgement(due: Int64, at now: Int64) {
        acknowledgement.record(Int(now - due))
        if !hasDeliveries { timeline?.record(Int(now - due), from: due) }
    }

    mutating func recordDelivery(due: Int64, at now: Int64) {
        delivery.record(Int(now - due))
        if hasDeliveries { timeline?.record(Int(now - due), from: due) }
    }

    mutating func add(_ other: Tally) {
        acknowledgements += other.acknowledgements
        deliveries += other.deliveries
        events += other.events
        shed += other.shed
        unsent += other.unsent
        returns += other.returns
        resumed += other.resumed
        changes += other.changes
        changesTold += other.changesTold
        acknowledgement.add(other.acknowledgement)
        delivery.add(other.delivery)
        if let theirs = other.timeline {
            // There is one: the other branch.
            if timeline == nil { timeline = theirs } else { timeline!.add(theirs) }
        }
        faults.add(other.faults)
    }
}
