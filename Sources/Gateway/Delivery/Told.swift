/// Up to which stamp a shard's clients have been told of everything, and up to which they had been a while ago: what a client
/// was sent after it was last heard, it may not have had.
struct Told {
    private struct Moment {
        /// On the loop's clock, in milliseconds.
        let time: Int64
        let stamp: Int64
    }

    /// Everything up to it has been sent.
    private(set) var latest: Int64 = 0
    /// Ascending in both, `spacing` apart at least.
    private var moments: [Moment] = []
    private let spacing: Int64

    /// `memory`: how far back it can be asked, in milliseconds.
    init(memory: Int64) {
        spacing = max(memory / Int64(mostMoments / 2), 1)
    }

    mutating func advance(to stamp: Int64, at time: Int64) {
        guard stamp > latest else { return }
        latest = stamp
        if let last = moments.last, time - last.time < spacing { return }
        if moments.count == mostMoments { moments.removeFirst(mostMoments / 2) }
        moments.append(Moment(time: time, stamp: stamp))
    }

    /// The last stamp that had been told before that moment; nil: it is no longer known.
    func stamp(before time: Int64) -> Int64? {
        moments.last { $0.time < time }?.stamp
    }
}

private let mostMoments = 1_024
