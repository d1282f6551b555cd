import Commands

/// Asks more and more of a gateway, until a bound breaks.
struct Capacity {
    struct Options: Sendable {
        /// Messages a second, at first and at most.
        var from = 100.0
        var most = 1_000_000.0
        var factor = 1.6
        /// Messages a second of each session; so sessions grow with messages, up to the most.
        var perSession = 0.5
        var mostSessions = 10_000
        /// Milliseconds.
        var bound = 100.0
        var bytes = 128
        /// Of the load's own processor time: with more, it would measure itself.
        var mostLoad = 0.85
    }

    let options: Options
    private let run: RunOptions
    private(set) var steps: [CapacityStep] = []

    init(_ options: Options, _ run: RunOptions) {
        self.options = options
        self.run = run
    }

    /// `show` is given each step when it is over.
    mutating func find(_ show: (CapacityStep) -> Void) {
        var ramp = Ramp(from: options.from, by: options.factor, upTo: options.most)
        while let rate = ramp.next() {
            let step = attempt(rate)
            ramp.note(rate, isCarried: step.isCarried)
            steps.append(step)
            show(step)
            // More of it would show nothing of the gateway.
            if step.isCarried, step.isLoadExhausted { break }
        }
    }

    /// The highest step that was carried.
    var knee: CapacityStep? { steps.filter(\.isCarried).max { $0.perSecond < $1.perSecond } }
    /// The lowest that was not.
    var breach: CapacityStep? { steps.filter { !$0.isCarried }.min { $0.perSecond < $1.perSecond } }

    private func attempt(_ rate: Double) -> CapacityStep {
        let pairs = max(min(Int(rate / options.perSession), options.mostSessions) / 2, run.threads)
        var step = CapacityStep(sessions: pairs * 2, perSecond: rate)
        let load = P2P.Options(pairs: pairs, window: 64, bytes: options.bytes, both: true, perSecond: rate)
        let number = UInt32.random(in: .min ... .max)
        do {
            let measurement = try Run(run).measure { P2P(load, run: number, $0) }
            step.take(measurement, threads: run.threads, bound: options.bound, mostLoad: options.mostLoad)
        } catch {
            step.breach = .opening((error as? CommandFailure)?.reason ?? "\(error)")
        }
        return step
    }
}
