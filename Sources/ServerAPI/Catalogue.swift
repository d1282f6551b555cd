import Chat
import ClientProtocol

/// Everything the gateway can be asked, and everything it tells unasked.
package enum Catalogue {
    package static let operations: [Operation] =
        SessionOperations.all + MessageOperations.all + MessageLifeOperations.all + GroupReceiptOperations.all
        + ConversationOperations.all
        + StreamOperations.all
        + ProfileOperations.all + FriendOperations.all + PendencyOperations.all + BlacklistOperations.all
        + FriendGroupOperations.all + GroupOperations.all
        + HostedOperations.all + SubscriptionOperations.all + PushOperations.all
        + AdminOperations.all + AccountOperations.all + AdminGroupOperations.all
        + AdminRelationOperations.all + AdminMessageOperations.all + MessageLifeOperations.ofAdministrators
        + AdminSessionOperations.all
        + NotificationOperations.all
        + HostedOperations.ofAdministrators + PushOperations.ofAdministrators + SubscriptionOperations.ofAdministrators
        + EventOperations.all
    package static let events: [Event] = GatewayEvents.all + DomainEvents.all
}
