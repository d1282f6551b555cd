/// A load that a gateway was given for a while, and how it went.
struct CapacityStep: Equatable, Sendable {
    /// The reason for which a step counts as too much.
    enum Breach: Equatable, Sendable {
        /// A session could not be opened.
        case opening(String)
        /// A request was refused, or an answer or a message did not come.
        case faults(String)
        /// Deliveries took longer than they may.
        case slow
    }

    let sessions: Int
    /// Messages a second that were due.
    let perSecond: Double
    /// Messages a second that were delivered.
    var delivered = 0.0
    /// In milliseconds, from the time when a message was due until it was there.
    var p50 = 0.0
    var p99 = 0.0
    /// The share of its processors that the load itself took; near 1 it measures itself.
    var load = 0.0
    /// The load had no more to give, so the gateway may carry more.
    var isLoadExhausted = false
    var breach: Breach?

    init(sessions: Int, perSecond: Double) {
        self.sessions = sessions
        self.perSecond = perSecond
    }

    /// `bound`: the longest p99, in milliseconds.
    mutating func take(_ measurement: Measurement, threads: Int, bound: Double, mostLoad: Double = 0.85) {
        let tally = measurement.tally
        delivered = measurement.perSecond(tally.deliveries)
        // Messages that found no room count as far as they waited, in the acknowledgements.
        p50 = Double(max(tally.delivery.percentile(0.5), tally.acknowledgement.percentile(0.5))) / 1e6
        p99 = Double(max(tally.delivery.percentile(0.99), tally.acknowledgement.percentile(0.99))) / 1e6
        load = measurement.load.cpuSeconds / measurement.seconds / Double(threads)
        isLoadExhausted = load > mostLoad
        if let fault = tally.faults.lines.first {
            breach = .faults(fault)
        } else if tally.acknowledgements == 0 {
            breach = .faults("nothing was acknowledged")
        } else if p99 > bound {
            breach = .slow
        }
    }

    var isCarried: Bool { breach == nil }

    static let titles = "  sessions  messages/s  delivered/s    p50 ms    p99 ms   load CPU\n"

    var line: String {
        let numbers = [
            aligned(grouped(sessions), 10), aligned(grouped(Int(perSecond.rounded())), 12),
            aligned(grouped(Int(delivered.rounded())), 13), aligned(rounded(p50, 1), 10), aligned(rounded(p99, 1), 10),
            aligned("\(Int((load * 100).rounded())) %", 11),
        ]
        return numbers.joined() + (verdict.map { "  " + $0 } ?? "") + "\n"
    }

    private var verdict: String? {
        switch breach {
        case nil: isLoadExhausted ? "(the load itself is at its end)" : nil
        case .slow: "too slow"
        case .opening(let reason): "not all came in: \(reason.prefix(120))"
        case .faults(let fault): "\(fault.prefix(120))"
        }
    }
}
