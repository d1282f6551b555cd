/// The leader's judgement on who is gone: those whose beats have not changed for so long by its own clock, while it could
/// see the database all the time.
struct DeathWatch {
    private struct Sign {
        var beats: Int64?
        var since: Moment
        /// When its last renewal came, by the database's clock; nil: two other processes have had its name since.
        var seen: Int64?
    }

    struct Death: Equatable {
        let incarnation: Incarnation
        let lastSeen: Int64?
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
    ) -> [Death] {
        if let lastLook, now - lastLook > options.leaseMilliseconds { signs = [:] }
        lastLook = now
        var dead: [Death] = []
        var seen: [Incarnation: Sign] = [:]
        for incarnation in known {
            let member = members.first { $0.incarnation == incarnation }
            let former = signs[incarnation]
            let replaced = members.lazy.compactMap(\.former).first { $0.incarnation == incarnation }
            var sign = Sign(beats: member?.beats, since: now, seen: member?.seen ?? replaced?.seen ?? former?.seen)
            if let former, former.beats == sign.beats { sign.since = former.since }
            seen[incarnation] = sign
            if now - sign.since > options.memberMilliseconds {
                dead.append(Death(incarnation: incarnation, lastSeen: sign.seen))
            }
        }
        signs = seen
        return dead.sorted { $0.incarnation < $1.incarnation }
    }
}
