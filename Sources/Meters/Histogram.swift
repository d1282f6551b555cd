import Synchronization

/// Durations in buckets, written by one thread and read by any.
package struct Histogram: ~Copyable, Sendable {
    /// Upper bounds of the buckets in microseconds; one more bucket takes what is above.
    package static let bounds: [12 of Int] = [
        50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 1_000_000,
    ]

    private let buckets: [13 of Counter]
    private let total = Counter()

    package init() {
        buckets = InlineArray { _ in Counter() }
    }

    package func record(nanoseconds: Int64) {
        let microseconds = Int(nanoseconds / 1_000)
        var index = 0
        while index < Self.bounds.count && microseconds > Self.bounds[index] { index += 1 }
        buckets[index].add()
        total.add(Int(nanoseconds))
    }

    /// How many durations fell into each bucket, the last being the one above all bounds.
    package var counts: [Int] { buckets.indices.map { buckets[$0].value } }

    package var sumNanoseconds: Int { total.value }
}
