/// Ranges of a rising number in which a member wanted nothing (X-M03, X-M04): ascending, each without its lower and with its
/// upper bound. The last one is open, up to `forever`, as long as that lasts.
package struct IgnoredRanges: Equatable, Sendable {
    package private(set) var ranges: [ClosedRange<Int64>]

    package static let forever = Int64.max
    /// Beyond it the two oldest become one.
    package static let most = 256

    package init(_ ranges: [ClosedRange<Int64>] = []) {
        self.ranges = ranges
    }

    package var isOpen: Bool { ranges.last?.upperBound == Self.forever }

    /// Where the last one ends; 0 if there is none.
    package var end: Int64 { ranges.last?.upperBound ?? 0 }

    package func contains(_ number: Int64) -> Bool {
        ranges.contains { $0.lowerBound < number && number <= $0.upperBound }
    }

    /// How many numbers after `first` and up to `last` they hold.
    package func count(after first: Int64, through last: Int64) -> Int64 {
        ranges.reduce(0) { $0 + max(min($1.upperBound, last) - max($1.lowerBound, first), 0) }
    }

    /// Opening one there would make one range too many.
    package func isFull(for number: Int64) -> Bool {
        ranges.count >= Self.most && !isOpen && end != number
    }

    /// From here on nothing is wanted.
    package mutating func open(at number: Int64) {
        guard !isOpen else { return }
        if let last = ranges.last, last.upperBound == number {
            ranges[ranges.count - 1] = last.lowerBound...Self.forever
        } else {
            ranges.append(number...Self.forever)
        }
        if ranges.count > Self.most { mergeOldest() }
    }

    /// A number by itself, wherever it is.
    package mutating func insert(_ number: Int64) {
        if contains(number) { return }
        let index = ranges.firstIndex { $0.lowerBound >= number } ?? ranges.count
        let joinsFormer = index > 0 && ranges[index - 1].upperBound == number - 1
        let joinsNext = index < ranges.count && ranges[index].lowerBound == number
        let lower = joinsFormer ? ranges[index - 1].lowerBound : number - 1
        let upper = joinsNext ? ranges[index].upperBound : number
        let places = (joinsFormer ? index - 1 : index)..<(joinsNext ? index + 1 : index)
        ranges.replaceSubrange(places, with: CollectionOfOne(lower...upper))
    }

    package mutating func close(at number: Int64) {
        guard isOpen, let start = ranges.popLast()?.lowerBound, number > start else { return }
        ranges.append(start...number)
    }

    /// Up to there they no longer matter.
    package mutating func forget(through number: Int64) {
        ranges.removeAll { $0.upperBound <= number }
        if let first = ranges.first, first.lowerBound < number { ranges[0] = number...first.upperBound }
    }

    /// The sum of all ranges stays exact; the place of the oldest does not.
    private mutating func mergeOldest() {
        let first = ranges.removeFirst()
        ranges[0] = (ranges[0].lowerBound - (first.upperBound - first.lowerBound))...ranges[0].upperBound
    }
}

/// Of seqs.
extension IgnoredRanges {
    package var endSeq: Seq { Seq(end) }

    package func contains(_ seq: Seq) -> Bool { contains(seq.rawValue) }

    package mutating func open(at seq: Seq) { open(at: seq.rawValue) }

    package mutating func close(at seq: Seq) { close(at: seq.rawValue) }
}
