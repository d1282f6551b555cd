import Chat
import Domain
import Routing
import Transport

/// An effect of a commit: a value, with its audience by user, group or follower, or with the address of a reply. The delivery
/// finds their connections.
enum CommitEffect: Sendable {
    case reply(Reply)
    /// A user's device has logged in.
    indirect case login(AdmittedLogin)
    /// A user who asks without a session has this account.
    case identified(ReplyAddress, AccountNumber)
    /// A request that may be a repeat is none.
    case isNew(ReplyAddress)
    /// On a cluster: the session of this node has lost its seat, to another or by its end.
    indirect case unseated(SessionID, UserID, AccountNumber, Kick?)
    /// `from`: the session whose request has caused it, which may be spared.
    case chat(ChatEffect, from: SessionID?)
}

/// Hands on what commits have led to, on the writer's queue. The one seam between the writer and those who serve clients.
///
/// Every client is told in the order of the effects. A login's session is open for all that comes after it.
protocol EffectDelivery: AnyObject {
    /// `stamp`: what has been committed up to then is among these effects, or was among earlier ones.
    func deliver(_ effects: [CommitEffect], upTo stamp: Stamp)
    /// The account has other sessions than before.
    func sessionsChanged(of account: AccountNumber, to sessions: [SessionRecord])
}

/// An effect for one shard. A shard gets all of a commit in order. Large and rare ones are indirect, so that the others stay small.
enum ShardDelivery: Sendable {
    case reply(Reply)
    case serverEvent(any ServerEvent, to: ConnectionID)
    case sharedEvent(SharedEvent, to: ConnectionID)
    case identified(ReplyAddress, AccountNumber)
    case isNew(ReplyAddress)
    indirect case attachSession(AdmittedLogin, SessionRecord, SharedRateMeter)
    indirect case kick(SessionRecord, Kick)
    /// The others have taken the session's node as gone.
    indirect case lose(SessionRecord)
    /// The session ends if its token is one of these.
    indirect case revoke(SessionRecord, TokenRevocation)
    /// For all of the group's members on this shard but these, by account number.
    indirect case toGroup(group: GroupNumber, SharedEvent, except: Set<AccountNumber>)
    /// For one of them.
    case toMember(AccountNumber, of: GroupNumber, SharedEvent)
    indirect case enter(group: GroupNumber, SessionRecord)
    indirect case leave(group: GroupNumber, SessionRecord)
    /// For all sessions of this shard that follow it.
    case toChannel(ChannelNumber, SharedEvent)
    indirect case follow(ChannelNumber, SessionRecord)
    indirect case unfollow(ChannelNumber, SessionRecord)
    case endChannel(ChannelNumber)
    /// For the home of a room, which is this shard.
    indirect case room(RoomID, RoomChange)
    /// The user's account has ended: its words in rooms go.
    indirect case eraseInRooms(of: UserID)
    /// For all sessions of this shard.
    indirect case broadcast(BroadcastPlace, SharedEvent)
    case stopBroadcast(Seq)
    /// The user no longer follows channels over HTTP: with these tokens, or, if nil, with any.
    indirect case endFollowing(of: UserID, TokenRevocation?)
    /// The user is in the group no longer, and so hears it no longer over HTTP.
    indirect case endHearing(GroupNumber, of: UserID)
    indirect case subscriptionEvent(SubscriptionEvent, for: [Recipient])
}

/// For operators, who hear of commits by metrics and the log.
enum CommitNotice {
    /// A scheduled message could not be sent.
    case refused(RefusedSending)
    case callEnded(PhoneCall.Outcome)
}
