import EventLoop

/// One thread of a run: opens its sessions, waits for the others, sends and measures, and waits for what is on its way.
struct Worker<S: Scenario> {
    private let fleet: Fleet
    private var scenario: S
    private let options: RunOptions
    private var timing: Timing { options.timing }
    private let gate: Gate

    init(_ scenario: S, _ options: RunOptions, _ gate: Gate) throws {
        self.scenario = scenario
        self.options = options
        self.gate = gate
        fleet = try Fleet(options.target, users: scenario.users, options.journal)
    }

    /// Nil: another thread's trouble has ended the run.
    mutating func run() throws -> Tally? {
        if scenario.beginsOpen { fleet.open(&scenario, while: { [gate] in !gate.isAbandoned }) }
        if let failure = fleet.failure { throw OpeningFailure(reason: failure) }
        gate.arrive()
        while gate.start == nil, !gate.isAbandoned { fleet.turn(timeout: 5, &scenario) }
        guard let start = gate.start else { return nil }
        try send(Schedule(start: start, warmup: timing.warmup, seconds: timing.seconds))
        settle()
        return scenario.tally
    }

    private mutating func send(_ schedule: Schedule) throws(SystemError) {
        try fleet.startTicking()
        while fleet.now < schedule.start { fleet.turn(timeout: 1, &scenario) }
        scenario.begin(schedule, at: schedule.start, fleet)
        var shown = (acknowledgements: 0, deliveries: 0)
        var showing = schedule.measuringFrom
        while fleet.now < schedule.end, !gate.isOver {
            fleet.turn(timeout: 1, &scenario)
            if options.stopsAtFault, !scenario.tally.faults.isEmpty { gate.stop() }
            guard fleet.now >= showing else { continue }
            showing = fleet.now + 100_000_000
            let tally = scenario.tally
            gate.report(
                acknowledgements: tally.acknowledgements - shown.acknowledgements,
                deliveries: tally.deliveries - shown.deliveries)
            shown = (tally.acknowledgements, tally.deliveries)
        }
        scenario.stop(at: fleet.now, fleet)
    }

    private mutating func settle() {
        let patience = Clock.monotonicNanoseconds + Int64(timing.drain * 1e9)
        while !scenario.isSettled, fleet.now < patience { fleet.turn(timeout: 10, &scenario) }
        // A message that comes twice may come late.
        let last = Clock.monotonicNanoseconds + 200_000_000
        while fleet.now < last { fleet.turn(timeout: 10, &scenario) }
        scenario.finish()
    }
}
