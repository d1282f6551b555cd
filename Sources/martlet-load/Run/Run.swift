import Commands
import Dispatch
import EventLoop
import Glibc
import Locking

/// The options of all runs, whatever their scenario.
struct RunOptions: Sendable {
    let target: Target
    let timing: Timing
    let threads: Int
    /// The process whose processor time and memory are read.
    let serverPID: Int?
    /// The first fault ends the run.
    var stopsAtFault = false
    /// Hears of losses; nil: nobody asks.
    var journal: Journal?
    /// Shows nothing of how it goes.
    var isQuiet = false
}

/// A session could not be opened, so there is nothing to measure.
struct OpeningFailure: Error {
    let reason: String
}

/// Runs a scenario: its threads open their sessions, begin together, and what they measured is added up.
final class Run: Sendable {
    private let options: RunOptions
    private let gate = Gate()
    /// The tallies of the threads that have ended.
    private let tallies = Lock<[Tally]>([])
    private let failures = Lock<[String]>([])

    init(_ options: RunOptions) {
        self.options = options
    }

    func measure<S: Scenario>(_ scenario: @escaping @Sendable (Share) -> S) throws -> Measurement {
        DescriptorLimit.raise()
        let residentBefore = options.serverPID.flatMap { ProcessUsage(pid: $0) }?.residentBytes
        let began = Clock.monotonicNanoseconds
        let shares = (0..<options.threads).map { Share(thread: $0, threads: options.threads) }
        let sessions = shares.map(scenario).reduce(0) { $0 + ($1.beginsOpen ? $1.users.count : 0) }
        let working = DispatchGroup()
        for share in shares {
            // Each share has its queue to itself and keeps it busy, so it keeps a thread of Dispatch's to itself, too.
            DispatchQueue(label: "load-\(share.thread)").async(group: working) { [self] in work(scenario(share)) }
        }
        while gate.arrivals < options.threads, !gate.isAbandoned { Clock.sleep(milliseconds: 2) }
        let opening = Double(Clock.monotonicNanoseconds - began) / 1e9
        if !gate.isAbandoned, sessions > 0, !options.isQuiet {
            complain("\(grouped(sessions)) clients came in \(rounded(opening, 2)) s\n")
        }
        let costs = gate.isAbandoned ? nil : try watch()
        working.wait()
        if let failure = failures.withLock({ $0.first }) { throw CommandFailure(reason: failure) }
        guard let costs else { preconditionFailure("abandoned without a failure") }
        let tally = tallies.withLock { $0.reduce(into: Tally()) { $0.add($1) } }
        return Measurement(
            tally: tally, sessions: sessions, openingSeconds: opening, seconds: options.timing.seconds,
            server: costs.server, serverResidentBefore: residentBefore, load: costs.load)
    }

    private func work<S: Scenario>(_ scenario: S) {
        do {
            var worker = try Worker(scenario, options, gate)
            if let tally = try worker.run() { tallies.withLock { $0.append(tally) } }
        } catch {
            let reason = (error as? OpeningFailure)?.reason ?? "\(error)"
            failures.withLock { $0.append(reason) }
            gate.abandon()
        }
    }

    /// Starts the threads, shows a line every second, and reads what the measured time costs both sides.
    private func watch() throws -> (server: Measurement.Cost?, load: Measurement.Cost) {
        let schedule = Schedule(
            start: Clock.monotonicNanoseconds + 50_000_000, warmup: options.timing.warmup,
            seconds: options.timing.seconds)
        gate.start(at: schedule.start)
        sleep(until: schedule.measuringFrom)
        let before = try usages()
        var shown = gate.progress
        // A hundred lines at most.
        let step = max(1, Int64(options.timing.seconds / 100))
        var second = step
        while schedule.measuringFrom + second * 1_000_000_000 <= schedule.end, !gate.isOver {
            sleep(until: schedule.measuringFrom + second * 1_000_000_000)
            let progress = gate.progress
            show(
                second, acknowledgements: progress.acknowledgements - shown.acknowledgements,
                deliveries: progress.deliveries - shown.deliveries)
            shown = progress
            second += step
        }
        sleep(until: schedule.end)
        let after = gate.isOver ? before : try usages()
        let server = before.server.flatMap { before in after.server.map { Measurement.Cost(from: before, to: $0) } }
        return (server, Measurement.Cost(from: before.load, to: after.load))
    }

    private func show(_ second: Int64, acknowledgements: Int, deliveries: Int) {
        if options.isQuiet { return }
        var line = aligned("\(second)", 4) + " s" + aligned(grouped(acknowledgements), 11) + " acknowledgements"
        if deliveries > 0 { line += aligned(grouped(deliveries), 11) + " deliveries" }
        complain(line + "\n")
    }

    private func usages() throws -> (server: ProcessUsage?, load: ProcessUsage) {
        guard let load = ProcessUsage(pid: Int(getpid())) else {
            throw CommandFailure(reason: "cannot read /proc/\(getpid())/stat")
        }
        guard let pid = options.serverPID else { return (nil, load) }
        guard let server = ProcessUsage(pid: pid) else {
            throw CommandFailure(reason: "there is no process \(pid) any more")
        }
        return (server, load)
    }

    private func sleep(until time: Int64) {
        while true {
            let left = time - Clock.monotonicNanoseconds
            guard left > 0, !gate.isOver else { return }
            Clock.sleep(milliseconds: Int(min(left / 1_000_000 + 1, 100)))
        }
    }
}
