/// Counted numbers whose messages count no longer, since they were recalled or have expired (M-02): ascending ranges that do not
/// touch, each after its lower and through its upper bound. A sum stands beside each, so a count takes a binary search.
package struct Voids: Equatable, Sendable {
    package struct Range: Equatable, Sendable {
        package let after: Int64
        package let through: Int64
        /// How many numbers this range and those before it hold.
        fileprivate var sum: Int64

        fileprivate var count: Int64 { through - after }
    }

    package private(set) var ranges: [Range] = []

    package init() {}

    package var isEmpty: Bool { ranges.isEmpty }

    /// A range behind all others: as the store has them, in their order. False: it is none.
    package mutating func append(after: Int64, through: Int64) -> Bool {
        guard after < through, after >= 0, ranges.last.map({ $0.through < after }) ?? true else { return false }
        ranges.append(Range(after: after, through: through, sum: (ranges.last?.sum ?? 0) + through - after))
        return true
    }

    package func contains(_ number: Int64) -> Bool {
        let index = firstIndex(reaching: number)
        return index < ranges.count && ranges[index].after < number
    }

    /// How many numbers after `first` and up to `last` are void.
    package func count(after first: Int64, through last: Int64) -> Int64 {
        if ranges.isEmpty || last <= first { return 0 }
        return count(through: last) - count(through: first)
    }

    /// How many are not.
    package func live(after first: Int64, through last: Int64) -> Int64 {
        max(last - first, 0) - count(after: first, through: last)
    }

    private func count(through number: Int64) -> Int64 {
        let index = firstIndex(reaching: number)
        let before = index > 0 ? ranges[index - 1].sum : 0
        guard index < ranges.count, ranges[index].after < number else { return before }
        return before + number - ranges[index].after
    }

    /// The range that the store has to write for a number that has become void.
    package struct Insertion: Equatable, Sendable {
        /// The range that the number is in now: new, or longer than it was.
        package let after: Int64
        package let through: Int64
        /// The lower bound of the range that has become a part of it.
        package let absorbed: Int64?
    }

    /// Nil: it was void already.
    package mutating func insert(_ number: Int64) -> Insertion? {
        let index = firstIndex(reaching: number)
        if index < ranges.count, ranges[index].after < number { return nil }
        let joinsFormer = index > 0 && ranges[index - 1].through == number - 1
        let joinsNext = index < ranges.count && ranges[index].after == number
        let after = joinsFormer ? ranges[index - 1].after : number - 1
        let through = joinsNext ? ranges[index].through : number
        let absorbed = joinsNext ? ranges[index].after : nil
        let places = (joinsFormer ? index - 1 : index)..<(joinsNext ? index + 1 : index)
        ranges.replaceSubrange(places, with: CollectionOfOne(Range(after: after, through: through, sum: 0)))
        addUp(from: places.lowerBound)
        return Insertion(after: after, through: through, absorbed: absorbed)
    }

    /// Up to there nobody asks any more. Returns the lower bounds of the ranges that go: a range that reaches beyond stays.
    package mutating func forget(through number: Int64) -> [Int64] {
        let gone = ranges.prefix { $0.through <= number }.map(\.after)
        ranges.removeFirst(gone.count)
        addUp(from: 0)
        return gone
    }

    private mutating func addUp(from start: Int) {
        var sum = start > 0 ? ranges[start - 1].sum : 0
        for index in start..<ranges.count {
            sum += ranges[index].count
            ranges[index].sum = sum
        }
    }

    /// The first range that ends there or later.
    private func firstIndex(reaching number: Int64) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].through < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
