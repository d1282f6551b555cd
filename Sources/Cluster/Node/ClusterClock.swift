/// Cluster time: the database's at the last renewal and what has passed since, and never before the last record's.
struct ClusterClock {
    private var base: (time: Int64, moment: Moment)?
    private(set) var last: Int64

    init(last: Int64) { self.last = last }

    mutating func set(_ time: Int64, at moment: Moment) { base = (time, moment) }

    mutating func raise(to time: Int64) { last = max(last, time) }

    /// Nil before the first renewal.
    func now(at moment: Moment) -> Int64? {
        base.map { max(last, $0.time + (moment - $0.moment)) }
    }

    /// How far the database's clock is behind the last record.
    func lag(of time: Int64) -> Int64 { max(0, last - time) }
}
