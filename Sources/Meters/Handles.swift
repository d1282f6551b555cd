import Synchronization

// A handle writes without a lock because its cell has one writer: the shard, or the control plane's owner, whose metrics it
// belongs to. An increment is a relaxed load and store, about a nanosecond. Readers may be anywhere.
//
// `@unchecked` is sound for each handle: the cell is atomic, and lives as long as the process (`Metrics` holds it).

/// Counts up.
@usableFromInline package struct Counter: @unchecked Sendable {
    @usableFromInline let cell: UnsafeMutablePointer<Atomic<Int>>

    init(_ cell: UnsafeMutablePointer<Atomic<Int>>) {
        self.cell = cell
    }

    @inlinable package func add(_ amount: Int = 1) {
        cell.pointee.store(cell.pointee.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }

    package var value: Int { cell.pointee.load(ordering: .relaxed) }
}

/// Goes up and down; a scrape adds up the shards'.
@usableFromInline package struct Gauge: @unchecked Sendable {
    @usableFromInline let cell: UnsafeMutablePointer<Atomic<Int>>

    init(_ cell: UnsafeMutablePointer<Atomic<Int>>) {
        self.cell = cell
    }

    @inlinable package func add(_ amount: Int) {
        cell.pointee.store(cell.pointee.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }

    @inlinable package func set(_ value: Int) {
        cell.pointee.store(value, ordering: .relaxed)
    }

    package var value: Int { cell.pointee.load(ordering: .relaxed) }
}

/// Durations in buckets of powers of two microseconds, so that finding the bucket is arithmetic and not a search.
@usableFromInline package struct Histogram: @unchecked Sendable {
    /// The buckets, one for what exceeds them, and the sum in nanoseconds.
    @usableFromInline let cells: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let buckets: Buckets

    init(_ cells: UnsafeMutablePointer<Atomic<Int>>, _ buckets: Buckets) {
        self.cells = cells
        self.buckets = buckets
    }

    @inlinable package func observe(nanoseconds: Int) {
        let bucket = cells + buckets.index(nanoseconds: nanoseconds)
        bucket.pointee.store(bucket.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        let sum = cells + (buckets.count + 1)
        sum.pointee.store(sum.pointee.load(ordering: .relaxed) &+ nanoseconds, ordering: .relaxed)
    }

    package var count: Int {
        (0...buckets.count).reduce(0) { $0 + (cells + $1).pointee.load(ordering: .relaxed) }
    }
}

/// Upper bounds 2^first, 2^(first+1) … 2^last microseconds.
@usableFromInline package struct Buckets: Sendable {
    @usableFromInline let first: Int
    @usableFromInline let last: Int

    package init(from first: Int, through last: Int) {
        self.first = first
        self.last = last
    }

    @inlinable var count: Int { last - first + 1 }

    /// The first bucket whose bound is not less; `count` where all are.
    @inlinable func index(nanoseconds: Int) -> Int {
        let microseconds = (max(nanoseconds, 1) + 999) / 1000
        let exponent = Int.bitWidth - (microseconds - 1).leadingZeroBitCount
        return min(max(exponent - first, 0), count)
    }

    package var boundsInSeconds: [Double] {
        (first...last).map { Double(1 << $0) / 1_000_000 }
    }
}

/// One counter for each case of an enumeration.
package struct CounterFamily<Label: MetricLabel>: Sendable {
    let counters: [Counter]

    package subscript(label: Label) -> Counter {
        // A case is one of all cases.
        counters[Label.allCases.firstIndex(of: label)!]
    }
}

/// One counter for each known code, and one for all others.
package struct CodeCounters: Sendable {
    let codes: [UInt16]
    let counters: [Counter]

    package subscript(code: UInt16) -> Counter {
        counters[codes.firstIndex(of: code) ?? codes.count]
    }
}

/// Counters of codes for each case of an enumeration.
package struct CodeCounterFamily<Label: MetricLabel>: Sendable {
    let families: [CodeCounters]

    package subscript(label: Label) -> CodeCounters {
        // A case is one of all cases.
        families[Label.allCases.firstIndex(of: label)!]
    }
}

/// One gauge for each case of an enumeration.
package struct GaugeFamily<Label: MetricLabel>: Sendable {
    let gauges: [Gauge]

    package subscript(label: Label) -> Gauge {
        // A case is one of all cases.
        gauges[Label.allCases.firstIndex(of: label)!]
    }
}

/// How often and how long each operation was asked for.
package struct RequestMetrics: Sendable {
    let answered: [Counter]
    let durations: [Histogram]

    /// Operations are named by their place in the table of operations; nil is an unknown one, counted as `other`. Where they
    /// are not told apart, there is one place for all.
    package func record(operation: Int?, _ result: RequestResult, nanoseconds: Int) {
        let last = durations.count - 1
        let place = min(operation ?? last, last)
        answered[place * RequestResult.allCases.count + result.index].add()
        durations[place].observe(nanoseconds: nanoseconds)
    }
}
