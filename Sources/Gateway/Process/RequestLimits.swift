import Domain
import Routing
import Settings

/// How fast clients may ask, and how many of their requests and streams may be under way: counted over all shards.
struct RequestLimits: Sendable {
    let ofSession: RateLimit
    /// Of all sessions of a user, and its requests over HTTP.
    let ofUser: RateLimit
    /// Half of that, for all guests of an address.
    let ofGuests: RateLimit
    let keys: KeyRequests
    let streamsOfKeys: KeyRequests
    /// Messages that are being streamed.
    let streamedOfKeys = KeyRequests(limit: 1_000)
    /// Requests that stream one each.
    let streamingRequestsOfKeys = KeyRequests(limit: 1_000)
    let streamsOfUsers: KeyRequests
    let streamsOfGuests: KeyRequests

    init(_ configuration: Configuration) {
        let rates = configuration.requests
        ofSession = RateLimit(perSecond: rates.perSecondPerSession, burst: rates.burstPerSession)
        ofUser = RateLimit(perSecond: rates.perSecondPerUser, burst: rates.burstPerUser)
        ofGuests = RateLimit(perSecond: max(rates.perSecondPerUser / 2, 1), burst: max(rates.burstPerUser / 2, 1))
        keys = KeyRequests(limit: configuration.api.requestsPerKey)
        streamsOfKeys = KeyRequests(limit: configuration.events.streams)
        streamsOfUsers = KeyRequests(limit: configuration.channels.streamsPerUser)
        streamsOfGuests = KeyRequests(limit: configuration.channels.guestsPerAddress)
    }
}
