import ClientProtocol

/// The events that the gateway tells by itself: of a session, and of what comes with its beginning.
enum GatewayEvents {
    static let all: [Event] = [
        SessionKicked.declaration, SessionExpiring.declaration, ServerDraining.declaration,
        ConversationSyncStart.declaration, ConversationSyncFinish.declaration, SubscriptionEventChanged.declaration,
        SubscriptionSyncCompleted.declaration,
        RoomFrame.declaration, RoomLeft.declaration, RoomEnded.declaration, RoomChanged.declaration,
        RoomValuesChanged.declaration, RoomQueueChanged.declaration,
        MessageAppended.declaration, MessageEnded.declaration,
    ]
}
