import ClientProtocol
import Domain
import JSON

/// An event of the domain. Each is defined in the file of its name: name, audience, stream, data and JSON.
package protocol DomainEvent: EventContent {
    /// the session that caused it has its reply and is not told.
    var sparesOrigin: Bool { get }
    /// C-22: for the group's members it changes lists and totals, which they are told of afterwards, in rounds.
    var changesUnread: Bool { get }
    /// It says nothing that does not follow from the `message.new` or the reply before it: a lean session is not told.
    var isImplied: Bool { get }
    /// Whether receivers are told at once, or in rounds of which each has the newest state alone (M-24).
    var telling: ChangeTelling { get }
}

/// How a group's members are told of a change of a message. They are told of all changes in their order.
package enum ChangeTelling: Sendable {
    /// It is no change of a message.
    case none
    case atOnce
    /// In rounds: of each message the newest alone.
    case gathered(MessageNumber)
}

extension DomainEvent {
    package var sparesOrigin: Bool { false }
    package var changesUnread: Bool { false }
    package var isImplied: Bool { false }
    package var telling: ChangeTelling { .none }
}

/// An event that stands in a user's stream.
package protocol StreamedEvent: DomainEvent {
    /// The event of a row, as it is now; nil if it is not told any more.
    static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError) -> Self?
    /// The bytes that it takes in a reply, about.
    var weight: Int { get }
}

/// The numbers of the events in users' streams. A row says that something happened, not how it was; the state is told
/// as it is now. A number is never used again.
package enum StreamEventKind: Int64, CaseIterable, Sendable {
    case receipt = 1
    case conversationChanged = 2
    case conversationNew = 3
    case relation = 4
    case profile = 5
    case group = 6
    case subscriptions = 7
    case conversationsDeleted = 8
    case notification = 9
    case messagesDeleted = 10
    case call = 11

    package var definition: any StreamedEvent.Type {
        switch self {
        case .receipt: ReceiptNew.self
        case .conversationChanged: ConversationChanged.self
        case .conversationNew: ConversationNew.self
        case .relation: FriendChanged.self
        case .profile: ProfileChanged.self
        case .group: GroupEvent.self
        case .subscriptions: SubscriptionChangedOnOtherDevices.self
        case .conversationsDeleted: ConversationDeleted.self
        case .notification: NotificationNew.self
        case .messagesDeleted: MessageDeleted.self
        case .call: CallChanged.self
        }
    }

    var isOfConversation: Bool { self == .conversationChanged || self == .conversationNew }
}

/// All events that the domain tells, as the reference lists them.
package enum DomainEvents {
    package static let all: [Event] =
        (unstreamed + streamed).map { $0.declaration }.sorted { $0.name < $1.name }
        + GroupEventKind.allCases.map { $0.definition.declaration }

    /// Those of which a device that was away learns otherwise, or not at all.
    private static let unstreamed: [any EventDefinition.Type] = [
        MessageNew.self, MessageChanged.self, MessageGone.self, MessageSignaled.self, GroupReceiptChanged.self,
        ReceiptDelivered.self, ConversationDraftChanged.self,
        ConversationTotalUnreadChanged.self,
        FriendGroupChanged.self,
        PushGlobalDndChanged.self,
        ChannelMessage.self, ChannelChanged.self, ChannelDestroyed.self, ChannelSubscriptionChanged.self,
        BroadcastNew.self, CallInvited.self,
    ]

    private static let streamed = StreamEventKind.allCases.compactMap { $0.definition as? any EventDefinition.Type }
}
