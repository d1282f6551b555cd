import Curl
import Domain

/// How one provider wants its pushes, and what its answers mean. Lives on the provider client's queue.
///
/// `now` is in milliseconds since 1970.
protocol ProviderAdapter {
    /// Where all pushes go; nil if each token names its own place.
    var origin: String? { get }

    /// The request for a new token that must be sent before the next push; nil if none is needed.
    mutating func tokenRefresh(at now: Milliseconds) -> ProviderRequest?
    /// `accepted`: pushes can go now.
    mutating func assessment(onRefresh reply: ProviderReply, at now: Milliseconds) -> Assessment

    mutating func request(for pushRequest: PushRequest, at now: Milliseconds) throws(Undeliverable) -> ProviderRequest
    mutating func assessment(on reply: ProviderReply, to request: ProviderRequest) -> Assessment
}

extension Undeliverable {
    /// P-38: no such push is known there.
    static let silent = Undeliverable(outcome: .refused, reason: "silent: this provider has no such pushes")
}

/// Most providers need no more than a key.
extension ProviderAdapter {
    mutating func tokenRefresh(at now: Milliseconds) -> ProviderRequest? { nil }

    mutating func assessment(onRefresh reply: ProviderReply, at now: Milliseconds) -> Assessment {
        preconditionFailure("an answer to an token refresh that nobody was sent on")
    }
}

/// Why no request can be made for a push.
struct Undeliverable: Error {
    let outcome: PushOutcome
    let reason: String

    /// No device can have such a token.
    static func badToken(_ reason: String) -> Undeliverable {
        Undeliverable(outcome: .unregistered(since: nil), reason: reason)
    }
}

/// The meaning of an answer for the push, and for the provider.
struct Assessment: Equatable {
    enum Judgement: Equatable {
        case accepted
        case unregistered(since: Milliseconds?)
        /// P-24: the provider does not know the device, or we are not whom the device registered for: then it knows none.
        case unknown
        case refused
        /// P-26: for its text.
        case unfit
        /// P-25: nothing more is taken today.
        case exhausted
        /// Not now, for a reason of this push's or of the load.
        case busy
        /// The provider is ill, or does not take us for whom we are: no push fares better before that changes.
        case ailing
        /// Our token had run out; there is a new one.
        case renewed
    }

    let judgement: Judgement
    let reason: String

    init(_ judgement: Judgement, _ reason: String = "") {
        self.judgement = judgement
        self.reason = reason
    }
}
