/// The leader's judgement on who is gone: those whose beats have not changed for so long by its own clock, while it could
/// see the database all the time.
struct DeathWatch {
    private struct Sign {
        var beats: Int64?
        var since: Moment
    }

    private var signs: [Incarnation: Sign] = [:]
    private var lastLook: Moment?

    /// Everybody gets a full time from now on.
    mutating func reset() {
        signs = [:]
        lastLook = nil
    }

    mutating func look(
        at members: [Member], among known: some Sequence<Incarnation>, _ options: NodeOptions, at now: Moment
    ) -> [Incarnation] {
        if let lastLook, now - lastLook > options.leaseMilliseconds { signs = [:] }
        lastLook = now
        var dead: [Incarnation] = []
        var seen: [Incarnation: Sign] = [:]
        for incarnation in known {
            let beats = members.first { $0.incarnation == incarnation }?.beats
            let former = signs[incarnation]
            let sign =
                former?.beats == beats ? former ?? Sign(beats: beats, since: now) : Sign(beats: beats, since: now)
            seen[incarnation] = sign
            if now - sign.since > options.memberMilliseconds { dead.append(incarnation) }
        }
        signs = seen
        return dead.sorted()
    }
}
