import Chat
import ClientProtocol
import JSON

extension JSONWriter {
    mutating func result(_ result: SubscriptionResult) {
        field("status", result.status?.code ?? 0)
        array("failedUserIds") { json in
            for user in result.failed { json.value(user) }
        }
    }

    mutating func views(_ views: [SubscriptionView]) {
        array("events") { json in
            for view in views { json.object { $0.subscriptionEvent(view.event, view.since, view.expiry) } }
        }
    }
}
