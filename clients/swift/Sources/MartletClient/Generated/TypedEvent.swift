// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
// Which event has which data.
import MartletCore

/// An event of the gateway with its data. The client's own events, and newer ones, are `other`.
public indirect enum TypedEvent: Sendable, Equatable {
    /// The gateway ends this session; the close frame follows.
    case sessionKicked(SessionKickedEvent)
    /// The token ends soon; `session.refresh` keeps the session.
    case sessionExpiring(SessionExpiringEvent)
    /// The gateway will close every session; the close frame follows within the drain's time.
    case serverDraining(ServerDrainingEvent)
    /// The changes since the device's last session follow.
    case conversationSyncStart
    /// All changes since the device's last session have been sent.
    case conversationSyncFinish(ConversationSyncFinishEvent)
    /// The presence or profiles of followed users have changed. Several changes come together; not in a stream.
    case subscriptionEventChanged(SubscriptionEventChangedEvent)
    /// After a session has begun, for each type in turn: the changes while the device was away have been sent.
    case subscriptionSyncCompleted(SubscriptionSyncCompletedEvent)
    /// What is new in a room: for every session that is in it, the senders included. A frame comes when a tick of the
    /// room ends with news, some times a second at most. In no stream: who comes back enters with `epoch` and `seq`.
    case roomFrame(RoomFrameEvent)
    /// The user was removed from a room: this session is in it no longer.
    case roomLeft(RoomLeftEvent)
    /// A backend has ended a room. Nobody is in it any more.
    case roomEnded(RoomEndedEvent)
    /// A backend, the owner or an admin has changed a room.
    case roomChanged(RoomChangedEvent)
    /// Values of a room have changed. Several changes may come as one. A client that does not know `former` has missed
    /// some: it reads them with `room.values`.
    case roomValuesChanged(RoomValuesChangedEvent)
    /// The queue of a room has changed. Several changes may come as one. A client that does not know `former` has
    /// missed some: it reads the queue with `room.queue`.
    case roomQueueChanged(RoomQueueChangedEvent)
    /// More of the text of a message that is being streamed. The message itself comes by `message.new`, with the same
    /// `streamID`, and takes the place of the text. In no stream: a session that watches again has the text so far in
    /// its reply.
    case messageAppended(MessageAppendedEvent)
    /// A text that was being streamed becomes no message: clients show it no longer.
    case messageEnded(MessageEndedEvent)
    /// A backend tells everybody something. Its place in the stream is `seq`; devices that were away get it by
    /// `resume.broadcasts` of `session.open`, unless it was for those alone who were there.
    case broadcastNew(Broadcast)
    /// The state of a user in a call has changed, or the call has ended. In the user's stream, where it is told as it
    /// is now: of a call that has ended, the end alone.
    case callChanged(Call)
    /// Another user calls. In no stream: a device that comes while it rings is told behind the reply to `session.open`.
    case callInvited(CallInvitedEvent)
    /// A backend has changed a channel. In no stream: who comes later asks by `channel.info` or `channel.list`.
    case channelChanged(ChannelChangedEvent)
    /// A backend has destroyed a channel; its messages are gone. In no stream: devices that come later do not find it
    /// in `channels` of `session.open`.
    case channelDestroyed(ChannelDestroyedEvent)
    /// A message of a channel, for every session that follows it, the publisher's included. Its place in the stream is
    /// its channel and `seq`; devices that were away get it by `resume.channels` of `session.open`.
    case channelMessage(ChannelMessage)
    /// Another device of the same user has subscribed to a channel, or unsubscribed. In no stream: a device that comes
    /// later finds the channels in `channels` of `session.open`.
    case channelSubscriptionChanged(ChannelSubscriptionChangedEvent)
    /// Conversations of the list have changed: by a message, reading, a mark, pinning, an option, or the other user's
    /// name. In the user's stream, except for changes by a message. For messages in a group it comes at once, and then
    /// once for all messages of an interval.
    case conversationChanged(ConversationChangedEvent)
    /// The user has deleted conversations and their history up to now. In the user's stream.
    case conversationDeleted(ConversationDeletedEvent)
    /// A draft of the user has changed, or has ended. Each 2 seconds at most, and not in a stream.
    case conversationDraftChanged(ConversationDraftChangedEvent)
    /// Conversations have come into the list: by a first message, by joining a group, or by the first message after a
    /// deletion. In the user's stream.
    case conversationNew(ConversationNewEvent)
    /// The number of all unread messages has changed.
    case conversationTotalUnreadChanged(ConversationTotalUnreadChangedEvent)
    /// The user's relations have changed. Types 1 to 4 are in the user's stream. With `self`, another device of the
    /// same user made the change; that is not in the stream.
    case friendChanged(FriendChangedEvent)
    /// Another device of the same user has changed friend groups. Not in the stream.
    case friendGroupChanged(FriendGroupChangedEvent)
    /// Members have read messages of the user. Not in a stream. Where receipts go by positions, sessions hear it that
    /// watch the group.
    case groupReceiptChanged(GroupReceiptChangedEvent)
    /// A message was recalled, edited or pinned, or has other reactions. For every device of all who can read it in the
    /// history. Devices that were away learn of it by `resume.changes` of `session.open`.
    case messageChanged(MessageChangedEvent)
    /// The user has deleted messages: out of its own history, on all its devices. In the user's stream.
    case messageDeleted(MessageDeletedEvent)
    /// A message has expired: drop what you have of it. For every device of all who could read it in the history.
    /// Devices that were away learn of it by `resume.changes` of `session.open`.
    case messageGone(MessageGoneEvent)
    /// A message, for every device of the receivers and the sender's other devices. Its place in the stream is its
    /// conversation and `seq`.
    case messageNew(MessageNewEvent)
    /// Another user's signal in a conversation, such as that it types. In no stream.
    case messageSignaled(MessageSignaledEvent)
    /// The application's backend has called `admin.notification.send`. In the user's stream, unless it was sent live.
    case notificationNew(NotificationNewEvent)
    /// The profile of the user, or of a user's friend, has changed. In the user's stream.
    case profileChanged(ProfileChangedEvent)
    /// Another device of the user has called `push.setGlobalDnd`. Not in a stream.
    case pushGlobalDndChanged(PushGlobalDndChangedEvent)
    /// Messages have come to a device of the other user of a conversation. Each second at most, and not in a stream.
    case receiptDelivered(ReceiptDeliveredEvent)
    /// The other user of a conversation has read messages. In the user's stream.
    case receiptNew(ReceiptNewEvent)
    /// Another device of the user has started or stopped following users. In the user's stream.
    case subscriptionChangedOnOtherDevices(SubscriptionChangedOnOtherDevicesEvent)
    /// To the invited user, who has to answer.
    case groupInvitationDidReceive(GroupInvitationDidReceiveEvent)
    /// To the inviter: the invitee is a member.
    case groupInvitationDidAccept(GroupInvitationDidAcceptEvent)
    /// To the inviter: the invitee declined.
    case groupInvitationDidDecline(GroupInvitationDidDeclineEvent)
    /// To owner and admins: a user asks to join.
    case groupJoinRequestDidReceive(GroupJoinRequestDidReceiveEvent)
    /// To the applicant, owner and admins.
    case groupJoinRequestDidApprove(GroupJoinRequestDidApproveEvent)
    /// To the applicant, owner and admins.
    case groupJoinRequestDidDecline(GroupJoinRequestDidDeclineEvent)
    /// To a user who became a member without being asked.
    case groupDidJoin(GroupDidJoinEvent)
    /// To a user who is no longer a member.
    case groupDidLeave(GroupDidLeaveEvent)
    /// To all members except the new one.
    case groupUserDidJoin(GroupUserDidJoinEvent)
    /// To all remaining members.
    case groupUserDidLeave(GroupUserDidLeaveEvent)
    /// To the members concerned, owner and admins.
    case groupMuteListDidUpdate(GroupMuteListDidUpdateEvent)
    /// To the members concerned, owner and admins.
    case groupWhiteListDidUpdate(GroupWhiteListDidUpdateEvent)
    /// To all members.
    case groupAllMemberMuteChanged(GroupAllMemberMuteChangedEvent)
    /// To the member concerned, owner and admins.
    case groupAdminListDidUpdate(GroupAdminListDidUpdateEvent)
    /// To the new and the old owner.
    case groupOwnerDidUpdate(GroupOwnerDidUpdateEvent)
    /// To all members.
    case groupAnnouncementDidUpdate(GroupAnnouncementDidUpdateEvent)
    /// To all members.
    case groupFileListDidUpdate(GroupFileListDidUpdateEvent)
    /// To all members.
    case groupSpecificationDidUpdate(GroupSpecificationDidUpdateEvent)
    /// To all members except the one who made the change.
    case groupAttributesChangedOfMember(GroupAttributesChangedOfMemberEvent)
    /// Only to the member's other devices.
    case groupNotifyStateChanged(GroupNotifyStateChangedEvent)
    /// Only to the member's other devices.
    case groupBlockChanged(GroupBlockChangedEvent)
    /// The application's backend has called `admin.notification.send` for the group. To all members. In the group's
    /// stream, unless it was sent live.
    case groupNotificationDidReceive(GroupNotificationDidReceiveEvent)
    /// To all members.
    case groupValuesChanged(GroupValuesChangedEvent)
    case other(Event)
}

extension Event {
    /// Fails if the data is not what the event's name promises.
    public func typed() throws(MartletError) -> TypedEvent {
        switch name {
        case "session.kicked":
            .sessionKicked(try SessionKickedEvent(json: data))
        case "session.expiring":
            .sessionExpiring(try SessionExpiringEvent(json: data))
        case "server.draining":
            .serverDraining(try ServerDrainingEvent(json: data))
        case "conversation.syncStart":
            .conversationSyncStart
        case "conversation.syncFinish":
            .conversationSyncFinish(try ConversationSyncFinishEvent(json: data))
        case "subscription.eventChanged":
            .subscriptionEventChanged(try SubscriptionEventChangedEvent(json: data))
        case "subscription.syncCompleted":
            .subscriptionSyncCompleted(try SubscriptionSyncCompletedEvent(json: data))
        case "room.frame":
            .roomFrame(try RoomFrameEvent(json: data))
        case "room.left":
            .roomLeft(try RoomLeftEvent(json: data))
        case "room.ended":
            .roomEnded(try RoomEndedEvent(json: data))
        case "room.changed":
            .roomChanged(try RoomChangedEvent(json: data))
        case "room.valuesChanged":
            .roomValuesChanged(try RoomValuesChangedEvent(json: data))
        case "room.queueChanged":
            .roomQueueChanged(try RoomQueueChangedEvent(json: data))
        case "message.appended":
            .messageAppended(try MessageAppendedEvent(json: data))
        case "message.ended":
            .messageEnded(try MessageEndedEvent(json: data))
        case "broadcast.new":
            .broadcastNew(try Broadcast(json: data))
        case "call.changed":
            .callChanged(try Call(json: data))
        case "call.invited":
            .callInvited(try CallInvitedEvent(json: data))
        case "channel.changed":
            .channelChanged(try ChannelChangedEvent(json: data))
        case "channel.destroyed":
            .channelDestroyed(try ChannelDestroyedEvent(json: data))
        case "channel.message":
            .channelMessage(try ChannelMessage(json: data))
        case "channel.subscriptionChanged":
            .channelSubscriptionChanged(try ChannelSubscriptionChangedEvent(json: data))
        case "conversation.changed":
            .conversationChanged(try ConversationChangedEvent(json: data))
        case "conversation.deleted":
            .conversationDeleted(try ConversationDeletedEvent(json: data))
        case "conversation.draftChanged":
            .conversationDraftChanged(try ConversationDraftChangedEvent(json: data))
        case "conversation.new":
            .conversationNew(try ConversationNewEvent(json: data))
        case "conversation.totalUnreadChanged":
            .conversationTotalUnreadChanged(try ConversationTotalUnreadChangedEvent(json: data))
        case "friend.changed":
            .friendChanged(try FriendChangedEvent(json: data))
        case "friendGroup.changed":
            .friendGroupChanged(try FriendGroupChangedEvent(json: data))
        case "groupReceipt.changed":
            .groupReceiptChanged(try GroupReceiptChangedEvent(json: data))
        case "message.changed":
            .messageChanged(try MessageChangedEvent(json: data))
        case "message.deleted":
            .messageDeleted(try MessageDeletedEvent(json: data))
        case "message.gone":
            .messageGone(try MessageGoneEvent(json: data))
        case "message.new":
            .messageNew(try MessageNewEvent(json: data))
        case "message.signaled":
            .messageSignaled(try MessageSignaledEvent(json: data))
        case "notification.new":
            .notificationNew(try NotificationNewEvent(json: data))
        case "profile.changed":
            .profileChanged(try ProfileChangedEvent(json: data))
        case "push.globalDndChanged":
            .pushGlobalDndChanged(try PushGlobalDndChangedEvent(json: data))
        case "receipt.delivered":
            .receiptDelivered(try ReceiptDeliveredEvent(json: data))
        case "receipt.new":
            .receiptNew(try ReceiptNewEvent(json: data))
        case "subscription.changedOnOtherDevices":
            .subscriptionChangedOnOtherDevices(try SubscriptionChangedOnOtherDevicesEvent(json: data))
        case "group.invitationDidReceive":
            .groupInvitationDidReceive(try GroupInvitationDidReceiveEvent(json: data))
        case "group.invitationDidAccept":
            .groupInvitationDidAccept(try GroupInvitationDidAcceptEvent(json: data))
        case "group.invitationDidDecline":
            .groupInvitationDidDecline(try GroupInvitationDidDeclineEvent(json: data))
        case "group.joinRequestDidReceive":
            .groupJoinRequestDidReceive(try GroupJoinRequestDidReceiveEvent(json: data))
        case "group.joinRequestDidApprove":
            .groupJoinRequestDidApprove(try GroupJoinRequestDidApproveEvent(json: data))
        case "group.joinRequestDidDecline":
            .groupJoinRequestDidDecline(try GroupJoinRequestDidDeclineEvent(json: data))
        case "group.didJoin":
            .groupDidJoin(try GroupDidJoinEvent(json: data))
        case "group.didLeave":
            .groupDidLeave(try GroupDidLeaveEvent(json: data))
        case "group.userDidJoin":
            .groupUserDidJoin(try GroupUserDidJoinEvent(json: data))
        case "group.userDidLeave":
            .groupUserDidLeave(try GroupUserDidLeaveEvent(json: data))
        case "group.muteListDidUpdate":
            .groupMuteListDidUpdate(try GroupMuteListDidUpdateEvent(json: data))
        case "group.whiteListDidUpdate":
            .groupWhiteListDidUpdate(try GroupWhiteListDidUpdateEvent(json: data))
        case "group.allMemberMuteChanged":
            .groupAllMemberMuteChanged(try GroupAllMemberMuteChangedEvent(json: data))
        case "group.adminListDidUpdate":
            .groupAdminListDidUpdate(try GroupAdminListDidUpdateEvent(json: data))
        case "group.ownerDidUpdate":
            .groupOwnerDidUpdate(try GroupOwnerDidUpdateEvent(json: data))
        case "group.announcementDidUpdate":
            .groupAnnouncementDidUpdate(try GroupAnnouncementDidUpdateEvent(json: data))
        case "group.fileListDidUpdate":
            .groupFileListDidUpdate(try GroupFileListDidUpdateEvent(json: data))
        case "group.specificationDidUpdate":
            .groupSpecificationDidUpdate(try GroupSpecificationDidUpdateEvent(json: data))
        case "group.attributesChangedOfMember":
            .groupAttributesChangedOfMember(try GroupAttributesChangedOfMemberEvent(json: data))
        case "group.notifyStateChanged":
            .groupNotifyStateChanged(try GroupNotifyStateChangedEvent(json: data))
        case "group.blockChanged":
            .groupBlockChanged(try GroupBlockChangedEvent(json: data))
        case "group.notificationDidReceive":
            .groupNotificationDidReceive(try GroupNotificationDidReceiveEvent(json: data))
        case "group.valuesChanged":
            .groupValuesChanged(try GroupValuesChangedEvent(json: data))
        default: .other(self)
        }
    }
}
