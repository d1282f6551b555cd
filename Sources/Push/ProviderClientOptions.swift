/// How a provider client treats its provider.
package struct ProviderClientOptions: Sendable {
    /// How many pushes it has at most, those on their way included.
    package var queue = 1_000
    /// Requests under way at once.
    package var requests = 100
    /// Connections to one host that answers all requests on a few (HTTP/2).
    package var sharedConnections = 4
    /// The most to one host, where each request may need its own (HTTP/1.1).
    package var mostConnections = 256
    /// Pushes a second for ever, and how many at once after a pause.
    package var perSecond = 500
    package var burst = 500

    package var connectMilliseconds = 10_000
    /// From the request to the end of its answer.
    package var answerMilliseconds = 30_000

    /// The n-th repetition waits for a random part of `retryMilliseconds` · 2ⁿ, which grows no further than this.
    package var retryMilliseconds = 1_000
    package var longestRetryMilliseconds = 600_000

    /// So many failures in a row, and the provider is left alone for a while.
    package var failures = 10
    package var restMilliseconds = 30_000

    /// A PEM file with the authorities to trust instead of the system's.
    package var authorities: String?

    package init() {}
}
