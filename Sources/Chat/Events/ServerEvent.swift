import ClientProtocol
import Domain
import JSON

/// The receivers of an event.
package enum EventAudience: Sendable {
    case user(UserID, AccountNumber)
    case sessions(SessionSelection, of: UserID)
    /// All members but these, by account number.
    case group(GroupNumber, except: Set<AccountNumber>)
    /// One member, in its place among what all members are told.
    case member(AccountNumber, of: GroupNumber)
    /// All who follow it.
    case channel(ChannelNumber)
    /// All sessions of all users, at a pace.
    case all(BroadcastPlace)
}

/// An event on its way to devices. A class, since it goes through many hands.
package protocol ServerEvent: AnyObject, Sendable {
    var audience: EventAudience { get }
    var sparesOrigin: Bool { get }
    var changesUnread: Bool { get }
    var isImplied: Bool { get }
    var telling: ChangeTelling { get }
    /// For tests: a copy, and its place in a stream, if it is in one. Nil for both if a record has told of the event.
    var content: (any DomainEvent)? { get }
    var place: StreamPlace? { get }
    /// The whole event.
    func write(to json: inout JSONWriter)
}

/// The event and what it says in one object, so that an event is one allocation.
final class TypedEvent<Content: DomainEvent>: ServerEvent {
    private let typedContent: Content
    let audience: EventAudience
    let place: StreamPlace?

    init(_ content: Content, at place: StreamPlace? = nil, to audience: EventAudience) {
        typedContent = content
        self.audience = audience
        self.place = place
    }

    var content: (any DomainEvent)? { typedContent }
    var sparesOrigin: Bool { typedContent.sparesOrigin }
    var changesUnread: Bool { typedContent.changesUnread }
    var isImplied: Bool { typedContent.isImplied }
    var telling: ChangeTelling { typedContent.telling }

    func write(to json: inout JSONWriter) {
        json.event(typedContent.declaration, at: place) { typedContent.write(to: &$0) }
    }
}

/// The effects of a command beside its rows, in the order in which they are told. All but events are rare, and indirect, so
/// that an event is as small as the reference to it.
package enum ChatEffect: Sendable {
    case event(any ServerEvent)
    /// Gathered for a while before it is told (S-Q28).
    indirect case subscriptionEvent(SubscriptionEvent, for: [Follower])
    /// From here on the user's sessions hear what concerns all members of the group; or no longer.
    indirect case entered(group: GroupNumber, UserID)
    indirect case left(group: GroupNumber, UserID)
    /// From here on the user's sessions hear the channel; or no longer.
    indirect case followed(ChannelNumber, UserID)
    indirect case unfollowed(ChannelNumber, UserID)
    /// Nobody hears it any more.
    indirect case channelEnded(ChannelNumber)
    /// The room's home has it in memory.
    indirect case room(RoomID, RoomChange)
    /// B-08: who has not been told of it is not told any more.
    indirect case broadcastStopped(Seq)
    /// The account can no longer be used: its sessions end.
    indirect case accountEnded(UserID)
    /// the user's sessions of these tokens end.
    indirect case tokensRevoked(UserID, TokenRevocation)
    /// an administrator ends these of the user's sessions, and says why.
    indirect case kicked(UserID, SessionSelection, reason: String)
}
