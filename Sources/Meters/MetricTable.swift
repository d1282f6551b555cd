import Synchronization

/// The metrics of one writer, in the order of their declaration.
///
/// `ShardMetrics.init` and `ProcessMetrics.init` are the tables: each line makes a handle and says what it means. The
/// exposition and the reference page are both made from what is declared here.
package struct MetricTable: Sendable {
    package private(set) var metrics: [DeclaredMetric] = []
    private let cells = Cells()

    package init() {}

    package mutating func counter(_ name: String, _ help: String) -> Counter {
        Counter(declare(name, .counter, help, [[]], cellsEach: 1))
    }

    package mutating func gauge(_ name: String, _ help: String) -> Gauge {
        Gauge(declare(name, .gauge, help, [[]], cellsEach: 1))
    }

    package mutating func histogram(_ name: String, _ buckets: Buckets, _ help: String) -> Histogram {
        Histogram(declare(name, .histogram(buckets), help, [[]], cellsEach: buckets.count + 2), buckets)
    }

    package mutating func counters<Label: MetricLabel>(_ name: String, by label: String, _ help: String)
        -> CounterFamily<Label>
    {
        let labels = Label.allCases.map { [MetricLabelValue(name: label, value: $0.rawValue)] }
        let first = declare(name, .counter, help, labels, cellsEach: 1)
        return CounterFamily(counters: labels.indices.map { Counter(first + $0) })
    }

    package mutating func counters(_ name: String, by label: String, codes: [UInt16], _ help: String) -> CodeCounters {
        let labels = (codes.map(String.init) + ["other"]).map { [MetricLabelValue(name: label, value: $0)] }
        let first = declare(name, .counter, help, labels, cellsEach: 1)
        return CodeCounters(codes: codes, counters: labels.indices.map { Counter(first + $0) })
    }

    package mutating func counters<Label: MetricLabel>(
        _ name: String, by label: String, and codeLabel: String, codes: [UInt16], _ help: String
    ) -> CodeCounterFamily<Label> {
        let known = codes.map(String.init) + ["other"]
        let labels = Label.allCases.flatMap { value in
            known.map {
                [MetricLabelValue(name: label, value: value.rawValue), MetricLabelValue(name: codeLabel, value: $0)]
            }
        }
        // Cases that nothing was counted for are left out.
        let first = declare(name, .counter, help, labels, cellsEach: 1, shownTogether: known.count)
        let families = Label.allCases.indices.map { place in
            CodeCounters(codes: codes, counters: known.indices.map { Counter(first + place * known.count + $0) })
        }
        return CodeCounterFamily(families: families)
    }

    package mutating func gauges<Label: MetricLabel>(_ name: String, by label: String, _ help: String)
        -> GaugeFamily<Label>
    {
        let labels = Label.allCases.map { [MetricLabelValue(name: label, value: $0.rawValue)] }
        let first = declare(name, .gauge, help, labels, cellsEach: 1)
        return GaugeFamily(gauges: labels.indices.map { Gauge(first + $0) })
    }

    /// Without operations all are counted together.
    package mutating func requests(_ operations: [String], _ buckets: Buckets) -> RequestMetrics {
        let last = operations.isEmpty ? "all" : "other"
        let named = (operations + [last]).map { MetricLabelValue(name: "operation", value: $0) }
        let results = RequestResult.allCases.map { MetricLabelValue(name: "result", value: $0.rawValue) }
        let both = named.flatMap { operation in results.map { [operation, $0] } }
        let answered = declare(
            "martlet_requests_total", .counter, "Requests answered, by operation and result.", both, cellsEach: 1,
            shownTogether: results.count)
        let cellsEach = buckets.count + 2
        let durations = declare(
            "martlet_request_seconds", .histogram(buckets),
            "The time from a request's last byte until its reply is in the outbox.",
            named.map { [$0] }, cellsEach: cellsEach, shownTogether: 1)
        return RequestMetrics(
            answered: both.indices.map { Counter(answered + $0) },
            durations: named.indices.map { Histogram(durations + $0 * cellsEach, buckets) })
    }

    private mutating func declare(
        _ name: String, _ kind: DeclaredMetric.Kind, _ help: String, _ labels: [[MetricLabelValue]], cellsEach: Int,
        shownTogether: Int? = nil
    ) -> UnsafeMutablePointer<Atomic<Int>> {
        precondition(!metrics.contains { $0.name == name }, "the metric \(name) is declared twice")
        let first = cells.take(labels.count * cellsEach)
        metrics.append(
            DeclaredMetric(
                name: name, kind: kind, help: help, labels: labels, cellsEach: cellsEach, shownTogether: shownTogether,
                first: first))
        return first
    }
}

package struct MetricLabelValue: Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// A metric's declaration and where one writer keeps it. `@unchecked` as for the handles.
package struct DeclaredMetric: @unchecked Sendable {
    package enum Kind: Sendable {
        case counter
        case gauge
        case histogram(Buckets)
    }

    package let name: String
    package let kind: Kind
    package let help: String
    /// One sample for each.
    package let labels: [[MetricLabelValue]]
    package let cellsEach: Int
    /// Samples come in groups of so many, and a group is shown from its first count on; the last one always. Nil: all are.
    package let shownTogether: Int?
    fileprivate let first: UnsafeMutablePointer<Atomic<Int>>

    init(
        name: String, kind: Kind, help: String, labels: [[MetricLabelValue]], cellsEach: Int,
        shownTogether: Int?, first: UnsafeMutablePointer<Atomic<Int>>
    ) {
        self.name = name
        self.kind = kind
        self.help = help
        self.labels = labels
        self.cellsEach = cellsEach
        self.shownTogether = shownTogether
        self.first = first
    }

    /// The cells of one sample.
    package func values(sample: Int) -> [Int] {
        (0..<cellsEach).map { (first + sample * cellsEach + $0).pointee.load(ordering: .relaxed) }
    }
}
