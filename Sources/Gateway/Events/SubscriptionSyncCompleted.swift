import ClientProtocol
import Domain
import JSON

struct SubscriptionSyncCompleted: EventDefinition {
    static let declaration = Event(
        "subscription.syncCompleted",
        "After a session has begun, for each type in turn: the changes while the device was away have been sent.",
        to: .session, data: [Field("subscribeType", .integer, "1 to 4.")])

    private let type: SubscriptionType

    init(_ type: SubscriptionType) {
        self.type = type
    }

    func write(to json: inout JSONWriter) { json.field("subscribeType", type.rawValue) }
}
