import Domain

/// Up to which stamp a shard's clients have been told of everything, and up to which they had been a while ago: what a client
/// was sent after it was last heard, it may not have had.
struct Told {
    private struct Moment {
        /// On the loop's clock.
        let time: Milliseconds
        let stamp: Stamp
    }

    /// Everything up to it has been sent.
    private(set) var latest: Stamp = 0
    /// Ascending in both, each `spacing` behind the one before its predecessor, at least.
    private var moments: [Moment] = []
    private let spacing: Milliseconds

    /// `memory`: how far back it can be asked.
    init(memory: Milliseconds) {
        spacing = max(Milliseconds(memory.rawValue / Int64(mostMoments / 4)), 1)
    }

    mutating func advance(to stamp: Stamp, at time: Milliseconds) {
        guard stamp > latest else { return }
        latest = stamp
        // The last one before a quiet time is not left out.
        if moments.count > 1, time - moments[moments.count - 2].time < spacing { moments.removeLast() }
        if moments.count == mostMoments { moments.removeFirst(mostMoments / 2) }
        moments.append(Moment(time: time, stamp: stamp))
    }

    /// The last stamp that had been told before that moment; nil: it is no longer known.
    func stamp(before time: Milliseconds) -> Stamp? {
        moments.last { $0.time < time }?.stamp
    }
}

private let mostMoments = 2_048
