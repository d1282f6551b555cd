/// The times of a run on the monotonic clock, in nanoseconds.
struct Schedule: Equatable, Sendable {
    /// When sending begins.
    let start: Int64
    /// When the warm-up ends.
    let measuringFrom: Int64
    /// When measuring and sending end.
    let end: Int64

    init(start: Int64, warmup: Double, seconds: Double) {
        self.start = start
        measuringFrom = start + Int64(warmup * 1e9)
        end = measuringFrom + Int64(seconds * 1e9)
    }

    func measures(_ time: Int64) -> Bool { measuringFrom <= time && time < end }
}
