import Synchronization

/// Where the threads of a run meet, and what they show of themselves while it lasts.
final class Gate: Sendable {
    private let arrived = Atomic(0)
    private let startingAt = Atomic<Int64>(0)
    private let abandoned = Atomic(false)
    private let stopped = Atomic(false)
    private let acknowledgements = Atomic(0)
    private let deliveries = Atomic(0)

    /// A thread has opened all its sessions.
    func arrive() { arrived.add(1, ordering: .relaxed) }

    var arrivals: Int { arrived.load(ordering: .relaxed) }

    /// All threads may begin at that time.
    func start(at time: Int64) { startingAt.store(time, ordering: .relaxed) }

    var start: Int64? {
        let time = startingAt.load(ordering: .relaxed)
        return time == 0 ? nil : time
    }

    /// The run cannot go on, in any thread.
    func abandon() { abandoned.store(true, ordering: .relaxed) }

    var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

    /// A fault is enough to end the run, in order.
    func stop() { stopped.store(true, ordering: .relaxed) }

    /// There is nothing more to wait for.
    var isOver: Bool { isAbandoned || stopped.load(ordering: .relaxed) }

    func report(acknowledgements: Int, deliveries: Int) {
        self.acknowledgements.add(acknowledgements, ordering: .relaxed)
        self.deliveries.add(deliveries, ordering: .relaxed)
    }

    var progress: (acknowledgements: Int, deliveries: Int) {
        (acknowledgements.load(ordering: .relaxed), deliveries.load(ordering: .relaxed))
    }
}
