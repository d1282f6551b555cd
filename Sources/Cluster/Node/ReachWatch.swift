/// A leader that fewer than half of the living nodes reach, itself among them, lets another one lead.
struct ReachWatch {
    struct Reach {
        let reaching: Int
        let living: Int
    }

    private var unreachedSince: Moment?

    /// It has been so for longer than that. Then the watch begins anew.
    mutating func isOver(_ reach: Reach, for milliseconds: Moment, at now: Moment) -> Bool {
        unreachedSince = reach.reaching * 2 < reach.living ? unreachedSince ?? now : nil
        guard let since = unreachedSince, now - since > milliseconds else { return false }
        unreachedSince = nil
        return true
    }
}
