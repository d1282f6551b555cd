/// What one thread has counted and measured, or all of them together.
///
/// Rates count what is completed within the measured time. Durations are those of messages that were due within it,
/// also when they are completed later: a server that falls behind cannot hide it.
struct Tally: Equatable, Sendable {
    var acknowledgements = 0
    var deliveries = 0
    /// Events that are no messages.
    var events = 0
    /// Messages that were due and found no room in their sender's window before the end; their durations count
    /// as far as they had waited.
    var unsent = 0
    var acknowledgement = LatencyHistogram()
    var delivery = LatencyHistogram()
    var faults = Faults()

    mutating func add(_ other: Tally) {
        acknowledgements += other.acknowledgements
        deliveries += other.deliveries
        events += other.events
        unsent += other.unsent
        acknowledgement.add(other.acknowledgement)
        delivery.add(other.delivery)
        faults.add(other.faults)
    }
}
