import Glibc

/// The rates to try, one after the other: more each time until one is too much, then between the best and that, so that the
/// knee is known to some percent.
struct Ramp {
    private let first: Double
    private let factor: Double
    private let most: Double
    private var refinements: Int
    /// The highest rate that was carried.
    private(set) var carried: Double?
    /// The lowest rate that was too much.
    private(set) var broken: Double?
    private var hasBegun = false

    init(from first: Double, by factor: Double, upTo most: Double, refinements: Int = 3) {
        precondition(first > 0 && factor > 1, "a ramp from \(first) by \(factor)")
        self.first = first
        self.factor = factor
        self.most = most
        self.refinements = refinements
    }

    mutating func note(_ rate: Double, isCarried: Bool) {
        if isCarried { carried = max(carried ?? rate, rate) } else { broken = min(broken ?? rate, rate) }
    }

    /// Nil: what there is to know is known.
    mutating func next() -> Double? {
        guard hasBegun else {
            hasBegun = true
            return first
        }
        switch (carried, broken) {
        case (let carried?, nil): return carried >= most ? nil : min(carried * factor, most)
        // Not even the first: there may be less that is carried.
        case (nil, let broken?): return broken <= first / 64 ? nil : broken / 4
        case (let carried?, let broken?):
            guard refinements > 0, broken > carried * 1.05 else { return nil }
            refinements -= 1
            return sqrt(carried * broken)
        case (nil, nil): return nil
        }
    }
}
