import Synchronization

/// Counts the ends of accounts and the revocations of tokens. A caller over HTTP who was in good standing before the last one
/// is judged anew; else its requests would all wait for the store's writer, though nothing has changed.
final class CallerChanges: Sendable {
    private let number = Atomic<UInt64>(0)

    /// Not less than it was for any reply that has been given.
    var count: UInt64 { number.load(ordering: .acquiring) }

    /// Before the reply to the request that changed something is given.
    func note() { number.add(1, ordering: .releasing) }
}
