import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI
import Settings

/// Subscriptions to presence and profiles.
enum SubscriptionHandlers {
    static func subscribe(_ call: Call, _ session: Session) throws(Refusal) {
        try call.requireSubscriptions()
        let type = try call(SubscriptionOperations.type)
        if type == .userProfile, !call.context.configuration.hosting.enabled { throw Refusal(.hostingOff) }
        let users = try call(SubscriptionOperations.users)
        let expiry = try call(SubscriptionOperations.expiry)
        call.change(by: session) { [account = session.account, device = session.record.device] chat in
            let result = try chat.subscriptions.subscribe(to: users, type, for: expiry, by: account, on: device)
            return { $0.result(result) }
        }
    }

    static func unsubscribe(_ call: Call, _ session: Session) throws(Refusal) {
        try call.requireSubscriptions()
        let type = try call(SubscriptionOperations.type)
        let users = try call(SubscriptionOperations.users)
        call.change(by: session) { [account = session.account, device = session.record.device] chat in
            let result = try chat.subscriptions.unsubscribe(from: users, type, by: account, on: device)
            return { $0.result(result) }
        }
    }

    static func querySubscriptions(_ call: Call, _ session: Session) throws(Refusal) {
        try call.requireSubscriptions()
        let list = call.subscriptionList(of: session.account, try call(SubscriptionOperations.anyType))
        let users = try call(SubscriptionOperations.users)
        call.read(for: session) { transaction in
            let views = try list.some(of: users, in: transaction)
            return { $0.views(views) }
        }
    }

    static func listSubscriptions(_ call: Call, _ session: Session) throws(Refusal) {
        try call.requireSubscriptions()
        let list = call.subscriptionList(of: session.account, try call(SubscriptionOperations.anyType))
        let (count, start) = (try call(SubscriptionOperations.pageSize), try call(SubscriptionOperations.startIndex))
        call.read(for: session) { transaction in
            let views = try list.page(from: start, count: count, in: transaction)
            return { $0.views(views) }
        }
    }
}

extension SubscriptionHandlers {
    static func readPresence(_ call: Call, _ session: AdminSession) throws(Refusal) {
        try call.requireSubscriptions()
        let users = try call(SubscriptionOperations.users)
        call.read(for: session) { transaction in
            let found = try PlatformPresence.all(of: users, in: transaction)
            return { json in
                json.array("users") { json in
                    for (user, presences) in found {
                        json.object { json in
                            json.field("userId", user.text)
                            json.details(presences)
                        }
                    }
                }
            }
        }
    }
}

extension Call {
    /// S-Q14.
    fileprivate func requireSubscriptions() throws(Refusal) {
        if !context.configuration.subscriptions.enabled { throw Refusal(.subscriptionsOff) }
    }

    fileprivate func subscriptionList(of account: Int64, _ type: SubscriptionType) -> SubscriptionList {
        let configuration = context.configuration
        return SubscriptionList(
            of: account, type, at: configuration.microseconds / 1_000,
            standardVisibility: configuration.standardVisibility)
    }
}

extension JSONWriter {
    fileprivate mutating func result(_ result: SubscriptionResult) {
        field("status", result.status?.code ?? 0)
        array("failedUserIds") { json in
            for user in result.failed { json.value(user) }
        }
    }

    fileprivate mutating func views(_ views: [SubscriptionView]) {
        array("events") { json in
            for view in views { json.object { $0.subscriptionEvent(view.event, view.since, view.expiry) } }
        }
    }
}
