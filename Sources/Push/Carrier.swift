/// How one provider wants its parcels, and what its answers mean. Lives on the courier's thread.
///
/// `now` is in milliseconds since 1970.
protocol Carrier {
    /// Where all parcels go; nil if each token names its own place.
    var place: String? { get }

    /// What must be asked for before the next parcel; nil if nothing.
    mutating func errand(at now: Int64) -> Request?
    /// `accepted`: parcels can go now.
    mutating func verdict(onErrand reply: Reply, at now: Int64) -> Verdict

    mutating func request(for parcel: Parcel, at now: Int64) throws(Undeliverable) -> Request
    mutating func verdict(on reply: Reply, to request: Request) -> Verdict
}

/// Most providers need no more than a key.
extension Carrier {
    mutating func errand(at now: Int64) -> Request? { nil }

    mutating func verdict(onErrand reply: Reply, at now: Int64) -> Verdict {
        preconditionFailure("an answer to an errand that nobody was sent on")
    }
}

/// Why no request can be made for a parcel.
struct Undeliverable: Error {
    let outcome: Outcome
    let reason: String

    /// No device can have such a token.
    static func badToken(_ reason: String) -> Undeliverable {
        Undeliverable(outcome: .unregistered(since: nil), reason: reason)
    }
}

/// What an answer says of the parcel, and of the provider.
struct Verdict: Equatable {
    enum Judgement: Equatable {
        case accepted
        case unregistered(since: Int64?)
        case refused
        /// Not now, for a reason of this parcel's or of the load.
        case busy
        /// The provider is ill, or does not take us for whom we are: no parcel fares better before that changes.
        case ailing
        /// What we proved ourselves with had run out; there is a new one.
        case renewed
    }

    let judgement: Judgement
    let reason: String

    init(_ judgement: Judgement, _ reason: String = "") {
        self.judgement = judgement
        self.reason = reason
    }
}
