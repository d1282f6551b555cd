import ClientProtocol
import Domain
import JSON

/// S-Q26: the changes of one call to the user's own subscriptions.
package struct SubscriptionChangedOnOtherDevices: EventDefinition, StreamedEvent {
    package static let declaration = Event(
        "subscription.changedOnOtherDevices",
        "Another device of the user has started or stopped following users. In the user's stream.",
        to: .otherSessions, in: .user,
        data: [
            Field(optional: "device", .string, "The device; absent in events from before release 0.2."),
            Field(
                "events",
                .list(
                    .object([
                        Field("userId", .string), Field("subscribeType", .integer(1...4)),
                        Field("operationType", .numbers([0, 1])), Field("subscribeTime", .milliseconds),
                        Field("expiry", .integer),
                    ])),
                "`operationType` 0: subscribed, 1: unsubscribed."),
        ])

    /// The device that made the call; nil in events that were kept before release 0.2.
    let device: String?
    let changes: [SubscriptionChange]

    package static func replayed(
        _ row: StoredEvent, by replay: EventReplay
    ) throws(CommandError) -> SubscriptionChangedOnOtherDevices? {
        try SubscriptionChangedOnOtherDevices(row, of: replay.account)
    }

    package var sparesOrigin: Bool { true }
    package var weight: Int { changes.reduce(96) { $0 + 128 + $1.user.text.utf8.count } }

    package func write(to json: inout JSONWriter) {
        if let device { json.field("device", device) }
        json.array("events") { $0.elements(changes) }
    }
}

extension SubscriptionChangedOnOtherDevices {
    /// As the stream keeps them.
    var text: String {
        var json = JSONWriter()
        json.array { $0.elements(changes) }
        return json.text
    }

    /// `account`: whose stream it is in.
    init(_ row: StoredEvent, of account: Account) throws(CommandError) {
        guard let text = row.detail, let elements = try? JSONDocument().parse(text).elements else {
            throw .store(row.damaged(of: account))
        }
        changes = try elements.map { element throws(CommandError) in
            guard let user = element["userId"]?.string.map(UserID.init(stored:)),
                let type = element["subscribeType"]?.int64.flatMap(SubscriptionType.init(rawValue:)),
                let operation = element["operationType"]?.int64, let since = element["subscribeTime"]?.int64,
                let expiry = element["expiry"]?.int64
            else { throw .store(row.damaged(of: account)) }
            return SubscriptionChange(
                user: user, type: type, isEnd: operation == 1, since: Milliseconds(since), expiry: Seconds(expiry))
        }
        device = row.device
    }
}

extension JSONWriter {
    fileprivate mutating func elements(_ changes: [SubscriptionChange]) {
        for change in changes {
            object { json in
                json.field("userId", change.user.text)
                json.field("subscribeType", change.type.rawValue)
                json.field("operationType", change.isEnd ? 1 : 0)
                json.field("subscribeTime", change.since.rawValue)
                json.field("expiry", change.expiry.rawValue)
            }
        }
    }
}
