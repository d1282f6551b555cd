/// A place among all sessions: they are listed stripe by stripe, and in each by their ids. A caller that goes on from a
/// place misses no session that stays, whatever comes and goes meanwhile.
package struct SessionPlace: Equatable, Sendable, CustomStringConvertible {
    let stripe: Int
    /// The last session before it; nil: the stripe's beginning.
    package let last: SessionID?

    init(stripe: Int, last: SessionID?) {
        self.stripe = stripe
        self.last = last
    }

    /// Where there are no stripes.
    package init(behind last: SessionID) { self.init(stripe: 0, last: last) }

    /// `12`, or `12.0123456789abcdef`.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let stripe = Int(parts[0]), stripe >= 0, "\(stripe)" == parts[0] else { return nil }
        self.stripe = stripe
        guard parts.count == 2 else {
            last = nil
            return
        }
        guard let last = SessionID(parts[1]) else { return nil }
        self.last = last
    }

    package var description: String { last.map { "\(stripe).\($0)" } ?? "\(stripe)" }
}

extension Directory {
    /// Sessions that are wanted, from a place on: at most `limit` of them, and fewer where so many had to be looked at that a
    /// caller could wait for it. `next` is where to go on; nil: there are no more.
    package func page(
        from place: SessionPlace?, limit: Int, where isWanted: (SessionRecord) -> Bool
    ) -> (sessions: [SessionRecord], next: SessionPlace?) {
        var place = place ?? SessionPlace(stripe: 0, last: nil)
        var (found, looked): ([SessionRecord], Int) = ([], 0)
        while place.stripe < stripeCount {
            let sessions = sessions(inStripe: place.stripe).filter { session in
                place.last.map { $0 < session.id } ?? true
            }
            looked += sessions.count
            for session in sessions.filter(isWanted).sorted(by: { $0.id < $1.id }) {
                if found.count == limit { return (found, SessionPlace(stripe: place.stripe, last: found.last?.id)) }
                found.append(session)
            }
            place = SessionPlace(stripe: place.stripe + 1, last: nil)
            if looked >= mostLookedAt || found.count == limit { break }
        }
        return (found, place.stripe < stripeCount ? place : nil)
    }
}

private let mostLookedAt = 20_000
