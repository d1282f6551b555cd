import ClientProtocol
import JSON

/// S-Q25: what a session is told of those it follows, gathered for a while (S-Q28).
enum SubscriptionEventChanged {
    static let declaration = Event(
        "subscription.eventChanged",
        "The presence or profiles of followed users have changed. Several changes come together; not in a stream.",
        to: .followers, data: [SubscriptionParameters.events])

    /// `changes` writes the elements of the list, each of which is encoded once for all sessions of a shard.
    static func write(to json: inout JSONWriter, _ changes: (inout JSONWriter) -> Void) {
        json.event(declaration) { $0.array("events", changes) }
    }
}
