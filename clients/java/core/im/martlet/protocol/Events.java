// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.Map;

/** The gateway's events, and what each has. */
public final class Events {
    /** The gateway ends this session; the close frame follows. */
    public static final EventType<SessionKicked> SESSION_KICKED =
        new EventType<>("session.kicked", SessionKicked::new);

    /** The token ends soon; `session.refresh` keeps the session. */
    public static final EventType<SessionExpiring> SESSION_EXPIRING =
        new EventType<>("session.expiring", SessionExpiring::new);

    /** The gateway will close every session; the close frame follows within the drain's time. */
    public static final EventType<ServerDraining> SERVER_DRAINING =
        new EventType<>("server.draining", ServerDraining::new);

    /** The changes since the device's last session follow. */
    public static final EventType<Json> CONVERSATION_SYNC_START =
        new EventType<>("conversation.syncStart", json -> json);

    /** All changes since the device's last session have been sent. */
    public static final EventType<ConversationSyncFinish> CONVERSATION_SYNC_FINISH =
        new EventType<>("conversation.syncFinish", ConversationSyncFinish::new);

    /** The presence or profiles of followed users have changed. Several changes come together; not in a stream. */
    public static final EventType<SubscriptionEventChanged> SUBSCRIPTION_EVENT_CHANGED =
        new EventType<>("subscription.eventChanged", SubscriptionEventChanged::new);

    /** After a session has begun, for each type in turn: the changes while the device was away have been sent. */
    public static final EventType<SubscriptionSyncCompleted> SUBSCRIPTION_SYNC_COMPLETED =
        new EventType<>("subscription.syncCompleted", SubscriptionSyncCompleted::new);

    /**
     * What is new in a room: for every session that is in it, the senders included. A frame comes when a tick of
     * the room ends with news, some times a second at most. In no stream: who comes back enters with `epoch` and
     * `seq`.
     */
    public static final EventType<RoomFrame> ROOM_FRAME =
        new EventType<>("room.frame", RoomFrame::new);

    /** The user was removed from a room: this session is in it no longer. */
    public static final EventType<RoomLeft> ROOM_LEFT =
        new EventType<>("room.left", RoomLeft::new);

    /** A backend has ended a room. Nobody is in it any more. */
    public static final EventType<RoomEnded> ROOM_ENDED =
        new EventType<>("room.ended", RoomEnded::new);

    /** A backend, the owner or an admin has changed a room. */
    public static final EventType<RoomChanged> ROOM_CHANGED =
        new EventType<>("room.changed", RoomChanged::new);

    /**
     * Values of a room have changed. Several changes may come as one. A client that does not know `former` has
     * missed some: it reads them with `room.values`.
     */
    public static final EventType<RoomValuesChanged> ROOM_VALUES_CHANGED =
        new EventType<>("room.valuesChanged", RoomValuesChanged::new);

    /**
     * The queue of a room has changed. Several changes may come as one. A client that does not know `former` has
     * missed some: it reads the queue with `room.queue`.
     */
    public static final EventType<RoomQueueChanged> ROOM_QUEUE_CHANGED =
        new EventType<>("room.queueChanged", RoomQueueChanged::new);

    /**
     * More of the text of a message that is being streamed. The message itself comes by `message.new`, with the
     * same `streamID`, and takes the place of the text. In no stream: a session that watches again has the text
     * so far in its reply.
     */
    public static final EventType<MessageAppended> MESSAGE_APPENDED =
        new EventType<>("message.appended", MessageAppended::new);

    /** A text that was being streamed becomes no message: clients show it no longer. */
    public static final EventType<MessageEnded> MESSAGE_ENDED =
        new EventType<>("message.ended", MessageEnded::new);

    /**
     * A backend tells everybody something. Its place in the stream is `seq`; devices that were away get it by
     * `resume.broadcasts` of `session.open`, unless it was for those alone who were there.
     */
    public static final EventType<Broadcast> BROADCAST_NEW =
        new EventType<>("broadcast.new", Broadcast::new);

    /**
     * The state of a user in a call has changed, or the call has ended. In the user's stream, where it is told as
     * it is now: of a call that has ended, the end alone.
     */
    public static final EventType<Call> CALL_CHANGED =
        new EventType<>("call.changed", Call::new);

    /**
     * Another user calls. In no stream: a device that comes while it rings is told behind the reply to
     * `session.open`.
     */
    public static final EventType<CallInvited> CALL_INVITED =
        new EventType<>("call.invited", CallInvited::new);

    /** A backend has changed a channel. In no stream: who comes later asks by `channel.info` or `channel.list`. */
    public static final EventType<ChannelChanged> CHANNEL_CHANGED =
        new EventType<>("channel.changed", ChannelChanged::new);

    /**
     * A backend has destroyed a channel; its messages are gone. In no stream: devices that come later do not find
     * it in `channels` of `session.open`.
     */
    public static final EventType<ChannelDestroyed> CHANNEL_DESTROYED =
        new EventType<>("channel.destroyed", ChannelDestroyed::new);

    /**
     * A message of a channel, for every session that follows it, the publisher's included. Its place in the
     * stream is its channel and `seq`; devices that were away get it by `resume.channels` of `session.open`.
     */
    public static final EventType<ChannelMessage> CHANNEL_MESSAGE =
        new EventType<>("channel.message", ChannelMessage::new);

    /**
     * Another device of the same user has subscribed to a channel, or unsubscribed. In no stream: a device that
     * comes later finds the channels in `channels` of `session.open`.
     */
    public static final EventType<ChannelSubscriptionChanged> CHANNEL_SUBSCRIPTION_CHANGED =
        new EventType<>("channel.subscriptionChanged", ChannelSubscriptionChanged::new);

    /**
     * Conversations of the list have changed: by a message, reading, a mark, pinning, an option, or the other
     * user's name. In the user's stream, except for changes by a message. For messages in a group it comes at
     * once, and then once for all messages of an interval.
     */
    public static final EventType<ConversationChanged> CONVERSATION_CHANGED =
        new EventType<>("conversation.changed", ConversationChanged::new);

    /** The user has deleted conversations and their history up to now. In the user's stream. */
    public static final EventType<ConversationDeleted> CONVERSATION_DELETED =
        new EventType<>("conversation.deleted", ConversationDeleted::new);

    /** A draft of the user has changed, or has ended. Each 2 seconds at most, and not in a stream. */
    public static final EventType<ConversationDraftChanged> CONVERSATION_DRAFT_CHANGED =
        new EventType<>("conversation.draftChanged", ConversationDraftChanged::new);

    /**
     * Conversations have come into the list: by a first message, by joining a group, or by the first message
     * after a deletion. In the user's stream.
     */
    public static final EventType<ConversationNew> CONVERSATION_NEW =
        new EventType<>("conversation.new", ConversationNew::new);

    /** The number of all unread messages has changed. */
    public static final EventType<ConversationTotalUnreadChanged> CONVERSATION_TOTAL_UNREAD_CHANGED =
        new EventType<>("conversation.totalUnreadChanged", ConversationTotalUnreadChanged::new);

    /**
     * The user's relations have changed. Types 1 to 4 are in the user's stream. With `self`, another device of
     * the same user made the change; that is not in the stream.
     */
    public static final EventType<FriendChanged> FRIEND_CHANGED =
        new EventType<>("friend.changed", FriendChanged::new);

    /** Another device of the same user has changed friend groups. Not in the stream. */
    public static final EventType<FriendGroupChanged> FRIEND_GROUP_CHANGED =
        new EventType<>("friendGroup.changed", FriendGroupChanged::new);

    /**
     * Members have read messages of the user. Not in a stream. Where receipts go by positions, sessions hear it
     * that watch the group.
     */
    public static final EventType<GroupReceiptChanged> GROUP_RECEIPT_CHANGED =
        new EventType<>("groupReceipt.changed", GroupReceiptChanged::new);

    /**
     * A message was recalled, edited or pinned, or has other reactions. For every device of all who can read it
     * in the history. Devices that were away learn of it by `resume.changes` of `session.open`.
     */
    public static final EventType<MessageChanged> MESSAGE_CHANGED =
        new EventType<>("message.changed", MessageChanged::new);

    /** The user has deleted messages: out of its own history, on all its devices. In the user's stream. */
    public static final EventType<MessageDeleted> MESSAGE_DELETED =
        new EventType<>("message.deleted", MessageDeleted::new);

    /**
     * A message has expired: drop what you have of it. For every device of all who could read it in the history.
     * Devices that were away learn of it by `resume.changes` of `session.open`.
     */
    public static final EventType<MessageGone> MESSAGE_GONE =
        new EventType<>("message.gone", MessageGone::new);

    /**
     * A message, for every device of the receivers and the sender's other devices. Its place in the stream is its
     * conversation and `seq`.
     */
    public static final EventType<MessageNew> MESSAGE_NEW =
        new EventType<>("message.new", MessageNew::new);

    /** Another user's signal in a conversation, such as that it types. In no stream. */
    public static final EventType<MessageSignaled> MESSAGE_SIGNALED =
        new EventType<>("message.signaled", MessageSignaled::new);

    /**
     * The application's backend has called `admin.notification.send`. In the user's stream, unless it was sent
     * live.
     */
    public static final EventType<NotificationNew> NOTIFICATION_NEW =
        new EventType<>("notification.new", NotificationNew::new);

    /** The profile of the user, or of a user's friend, has changed. In the user's stream. */
    public static final EventType<ProfileChanged> PROFILE_CHANGED =
        new EventType<>("profile.changed", ProfileChanged::new);

    /** Another device of the user has called `push.setGlobalDnd`. Not in a stream. */
    public static final EventType<PushGlobalDndChanged> PUSH_GLOBAL_DND_CHANGED =
        new EventType<>("push.globalDndChanged", PushGlobalDndChanged::new);

    /**
     * Messages have come to a device of the other user of a conversation. Each second at most, and not in a
     * stream.
     */
    public static final EventType<ReceiptDelivered> RECEIPT_DELIVERED =
        new EventType<>("receipt.delivered", ReceiptDelivered::new);

    /** The other user of a conversation has read messages. In the user's stream. */
    public static final EventType<ReceiptNew> RECEIPT_NEW =
        new EventType<>("receipt.new", ReceiptNew::new);

    /** Another device of the user has started or stopped following users. In the user's stream. */
    public static final EventType<SubscriptionChangedOnOtherDevices> SUBSCRIPTION_CHANGED_ON_OTHER_DEVICES =
        new EventType<>("subscription.changedOnOtherDevices", SubscriptionChangedOnOtherDevices::new);

    /** To the invited user, who has to answer. */
    public static final EventType<GroupInvitationDidReceive> GROUP_INVITATION_DID_RECEIVE =
        new EventType<>("group.invitationDidReceive", GroupInvitationDidReceive::new);

    /** To the inviter: the invitee is a member. */
    public static final EventType<GroupInvitationDidAccept> GROUP_INVITATION_DID_ACCEPT =
        new EventType<>("group.invitationDidAccept", GroupInvitationDidAccept::new);

    /** To the inviter: the invitee declined. */
    public static final EventType<GroupInvitationDidDecline> GROUP_INVITATION_DID_DECLINE =
        new EventType<>("group.invitationDidDecline", GroupInvitationDidDecline::new);

    /** To owner and admins: a user asks to join. */
    public static final EventType<GroupJoinRequestDidReceive> GROUP_JOIN_REQUEST_DID_RECEIVE =
        new EventType<>("group.joinRequestDidReceive", GroupJoinRequestDidReceive::new);

    /** To the applicant, owner and admins. */
    public static final EventType<GroupJoinRequestDidApprove> GROUP_JOIN_REQUEST_DID_APPROVE =
        new EventType<>("group.joinRequestDidApprove", GroupJoinRequestDidApprove::new);

    /** To the applicant, owner and admins. */
    public static final EventType<GroupJoinRequestDidDecline> GROUP_JOIN_REQUEST_DID_DECLINE =
        new EventType<>("group.joinRequestDidDecline", GroupJoinRequestDidDecline::new);

    /** To a user who became a member without being asked. */
    public static final EventType<GroupDidJoin> GROUP_DID_JOIN =
        new EventType<>("group.didJoin", GroupDidJoin::new);

    /** To a user who is no longer a member. */
    public static final EventType<GroupDidLeave> GROUP_DID_LEAVE =
        new EventType<>("group.didLeave", GroupDidLeave::new);

    /** To all members except the new one. */
    public static final EventType<GroupUserDidJoin> GROUP_USER_DID_JOIN =
        new EventType<>("group.userDidJoin", GroupUserDidJoin::new);

    /** To all remaining members. */
    public static final EventType<GroupUserDidLeave> GROUP_USER_DID_LEAVE =
        new EventType<>("group.userDidLeave", GroupUserDidLeave::new);

    /** To the members concerned, owner and admins. */
    public static final EventType<GroupMuteListDidUpdate> GROUP_MUTE_LIST_DID_UPDATE =
        new EventType<>("group.muteListDidUpdate", GroupMuteListDidUpdate::new);

    /** To the members concerned, owner and admins. */
    public static final EventType<GroupWhiteListDidUpdate> GROUP_WHITE_LIST_DID_UPDATE =
        new EventType<>("group.whiteListDidUpdate", GroupWhiteListDidUpdate::new);

    /** To all members. */
    public static final EventType<GroupAllMemberMuteChanged> GROUP_ALL_MEMBER_MUTE_CHANGED =
        new EventType<>("group.allMemberMuteChanged", GroupAllMemberMuteChanged::new);

    /** To the member concerned, owner and admins. */
    public static final EventType<GroupAdminListDidUpdate> GROUP_ADMIN_LIST_DID_UPDATE =
        new EventType<>("group.adminListDidUpdate", GroupAdminListDidUpdate::new);

    /** To the new and the old owner. */
    public static final EventType<GroupOwnerDidUpdate> GROUP_OWNER_DID_UPDATE =
        new EventType<>("group.ownerDidUpdate", GroupOwnerDidUpdate::new);

    /** To all members. */
    public static final EventType<GroupAnnouncementDidUpdate> GROUP_ANNOUNCEMENT_DID_UPDATE =
        new EventType<>("group.announcementDidUpdate", GroupAnnouncementDidUpdate::new);

    /** To all members. */
    public static final EventType<GroupFileListDidUpdate> GROUP_FILE_LIST_DID_UPDATE =
        new EventType<>("group.fileListDidUpdate", GroupFileListDidUpdate::new);

    /** To all members. */
    public static final EventType<GroupSpecificationDidUpdate> GROUP_SPECIFICATION_DID_UPDATE =
        new EventType<>("group.specificationDidUpdate", GroupSpecificationDidUpdate::new);

    /** To all members except the one who made the change. */
    public static final EventType<GroupAttributesChangedOfMember> GROUP_ATTRIBUTES_CHANGED_OF_MEMBER =
        new EventType<>("group.attributesChangedOfMember", GroupAttributesChangedOfMember::new);

    /** Only to the member's other devices. */
    public static final EventType<GroupNotifyStateChanged> GROUP_NOTIFY_STATE_CHANGED =
        new EventType<>("group.notifyStateChanged", GroupNotifyStateChanged::new);

    /** Only to the member's other devices. */
    public static final EventType<GroupBlockChanged> GROUP_BLOCK_CHANGED =
        new EventType<>("group.blockChanged", GroupBlockChanged::new);

    /**
     * The application's backend has called `admin.notification.send` for the group. To all members. In the
     * group's stream, unless it was sent live.
     */
    public static final EventType<GroupNotificationDidReceive> GROUP_NOTIFICATION_DID_RECEIVE =
        new EventType<>("group.notificationDidReceive", GroupNotificationDidReceive::new);

    /** To all members. */
    public static final EventType<GroupValuesChanged> GROUP_VALUES_CHANGED =
        new EventType<>("group.valuesChanged", GroupValuesChanged::new);

    private Events() {}

    /** The data of the event `session.kicked`. */
    public static final class SessionKicked extends Value {
        /** Why. */
        public final KickReason reason;
        /** Only with the first three: the device of the session that replaces this one. */
        public final String device;
        /** Only with the first three: that session's platform. */
        public final String platform;
        /** Only with `kicked`: what the administrator says. */
        public final String text;

        public SessionKicked(Json json) {
            reason = Members.required(json, "reason", KickReason::new);
            device = Members.optional(json, "device", Json::asString);
            platform = Members.optional(json, "platform", Json::asString);
            text = Members.optional(json, "text", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("reason", Members.json(reason, KickReason::toJson))
                .put("device", device)
                .put("platform", platform)
                .put("text", text)
                .build();
        }
    }

    /** The data of the event `session.expiring`. */
    public static final class SessionExpiring extends Value {
        /** When the token ends. */
        public final long expiresAt;

        public SessionExpiring(Json json) {
            expiresAt = Members.required(json, "expiresAt", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("expiresAt", expiresAt)
                .build();
        }
    }

    /** The data of the event `server.draining`. */
    public static final class ServerDraining extends Value {
        /** How long the client waits after the close before it connects again; different for each client. */
        public final long reconnectAfterMilliseconds;

        public ServerDraining(Json json) {
            reconnectAfterMilliseconds = Members.required(json, "reconnectAfterMilliseconds", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("reconnectAfterMilliseconds", reconnectAfterMilliseconds)
                .build();
        }
    }

    /** The data of the event `conversation.syncFinish`. */
    public static final class ConversationSyncFinish extends Value {
        /**
         * False: some are missing, because the user's stream is not `recovered` or there were too many; list the
         * conversations.
         */
        public final boolean isComplete;

        public ConversationSyncFinish(Json json) {
            isComplete = Members.required(json, "isComplete", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("isComplete", isComplete)
                .build();
        }
    }

    /** The data of the event `subscription.eventChanged`. */
    public static final class SubscriptionEventChanged extends Value {
        /** See [subscriptions.md](subscriptions.md). */
        public final List<SubscriptionEvent> events;

        public SubscriptionEventChanged(Json json) {
            events = Members.required(json, "events", Members.list(SubscriptionEvent::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("events", Members.json(events, Members.listJson(SubscriptionEvent::toJson)))
                .build();
        }
    }

    /** The data of the event `subscription.syncCompleted`. */
    public static final class SubscriptionSyncCompleted extends Value {
        /** 1 to 4. */
        public final long subscribeType;

        public SubscriptionSyncCompleted(Json json) {
            subscribeType = Members.required(json, "subscribeType", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("subscribeType", subscribeType)
                .build();
        }
    }

    public static final class RoomFrameMessage extends Value {
        /** The message's number in the epoch: from 1, without gaps. */
        public final long seq;
        /** The message's id. */
        public final String msgId;
        /** The sender's own id for it. */
        public final String clientMsgId;
        /** The user who has sent it; absent: a backend has, in nobody's name. */
        public final String from;
        /** As with `message.send`. */
        public final long type;
        /** The content; `{}` if it was recalled. */
        public final Json body;
        /** When it was drawn. */
        public final long time;
        /** `high`, `normal` or `low`. */
        public final RoomEnterResultMessagePriority priority;
        /** Only `true`: it was recalled or cleared. */
        public final Boolean isRecalled;

        public RoomFrameMessage(Json json) {
            seq = Members.required(json, "seq", Json::asLong);
            msgId = Members.required(json, "msgId", Json::asString);
            clientMsgId = Members.required(json, "clientMsgId", Json::asString);
            from = Members.optional(json, "from", Json::asString);
            type = Members.required(json, "type", Json::asLong);
            body = Members.required(json, "body", Members.ANY);
            time = Members.required(json, "time", Json::asLong);
            priority = Members.required(json, "priority", RoomEnterResultMessagePriority::new);
            isRecalled = Members.optional(json, "isRecalled", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("seq", seq)
                .put("msgId", msgId)
                .put("clientMsgId", clientMsgId)
                .put("from", from)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("time", time)
                .put("priority", Members.json(priority, RoomEnterResultMessagePriority::toJson))
                .put("isRecalled", isRecalled)
                .build();
        }
    }

    public static final class RoomFrameOccupancy extends Value {
        /** Sessions and users' streams in the room. */
        public final long participants;
        /** Streams of guests. Absent: none. */
        public final Long guests;

        public RoomFrameOccupancy(Json json) {
            participants = Members.required(json, "participants", Json::asLong);
            guests = Members.optional(json, "guests", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("participants", participants)
                .put("guests", guests)
                .build();
        }
    }

    public static final class RoomFrameCleared extends Value {
        /** All that this user has said is gone. */
        public final String from;
        /** This message is gone: it was recalled. */
        public final String msgId;
        /** With `msgId`: its number. */
        public final Long seq;

        public RoomFrameCleared(Json json) {
            from = Members.optional(json, "from", Json::asString);
            msgId = Members.optional(json, "msgId", Json::asString);
            seq = Members.optional(json, "seq", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("from", from)
                .put("msgId", msgId)
                .put("seq", seq)
                .build();
        }
    }

    /** The data of the event `room.frame`. */
    public static final class RoomFrame extends Value {
        /** The room's id. */
        public final String roomID;
        /** The life of the room in which the messages are numbered. */
        public final long epoch;
        /** The messages that were drawn, in the order that all see. A hole before the first: so many were missed. */
        public final List<RoomFrameMessage> messages;
        /** How many more were offered, and not drawn. */
        public final Long shed;
        /** How many are in the room. Every 5 seconds, if it has changed. */
        public final RoomFrameOccupancy occupancy;
        /** The room's counters that have grown, with their sums. Every second at most. */
        public final Map<String, Long> counters;
        /** The last users who have entered, 5 at most: in a room with `showsEntries`. */
        public final List<String> entered;
        /** What clients no longer show. */
        public final List<RoomFrameCleared> cleared;

        public RoomFrame(Json json) {
            roomID = Members.required(json, "roomID", Json::asString);
            epoch = Members.required(json, "epoch", Json::asLong);
            messages = Members.optional(json, "messages", Members.list(RoomFrameMessage::new));
            shed = Members.optional(json, "shed", Json::asLong);
            occupancy = Members.optional(json, "occupancy", RoomFrameOccupancy::new);
            counters = Members.optional(json, "counters", Members.map(Json::asLong));
            entered = Members.optional(json, "entered", Members.list(Json::asString));
            cleared = Members.optional(json, "cleared", Members.list(RoomFrameCleared::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("epoch", epoch)
                .put("messages", Members.json(messages, Members.listJson(RoomFrameMessage::toJson)))
                .put("shed", shed)
                .put("occupancy", Members.json(occupancy, RoomFrameOccupancy::toJson))
                .put("counters", Members.json(counters, Members.mapJson(Json::of)))
                .put("entered", Members.json(entered, Members.listJson(Json::of)))
                .put("cleared", Members.json(cleared, Members.listJson(RoomFrameCleared::toJson)))
                .build();
        }
    }

    /** The data of the event `room.left`. */
    public static final class RoomLeft extends Value {
        /** The room's id. */
        public final String roomID;
        /** `kicked`: the user may enter again; `banned`: not before the ban ends. */
        public final RoomLeftEventReason reason;

        public RoomLeft(Json json) {
            roomID = Members.required(json, "roomID", Json::asString);
            reason = Members.required(json, "reason", RoomLeftEventReason::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("reason", Members.json(reason, RoomLeftEventReason::toJson))
                .build();
        }
    }

    /** The data of the event `room.ended`. */
    public static final class RoomEnded extends Value {
        /** The room's id. */
        public final String roomID;

        public RoomEnded(Json json) {
            roomID = Members.required(json, "roomID", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .build();
        }
    }

    /** The data of the event `room.changed`. */
    public static final class RoomChanged extends Value {
        /** The room's id. */
        public final String roomID;
        /** As the backend has set it. */
        public final String title;
        /** Data of the application, as the backend has set it. */
        public final String ext;
        /** So many seconds lie between two messages of a user; 0: no slow mode. */
        public final long slowSeconds;
        /** Only the owner, admins and speakers may send. */
        public final boolean isMuted;
        /** Who sets values. */
        public final RoomEnterResultValuesBy valuesBy;

        public RoomChanged(Json json) {
            roomID = Members.required(json, "roomID", Json::asString);
            title = Members.required(json, "title", Json::asString);
            ext = Members.required(json, "ext", Json::asString);
            slowSeconds = Members.required(json, "slowSeconds", Json::asLong);
            isMuted = Members.required(json, "isMuted", Json::asBoolean);
            valuesBy = Members.required(json, "valuesBy", RoomEnterResultValuesBy::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("title", title)
                .put("ext", ext)
                .put("slowSeconds", slowSeconds)
                .put("isMuted", isMuted)
                .put("valuesBy", Members.json(valuesBy, RoomEnterResultValuesBy::toJson))
                .build();
        }
    }

    public static final class RoomValuesChangedSet extends Value {
        /** The key. */
        public final String key;
        /** What was set. */
        public final String value;
        /** The `state` that began with it, for `ifVersion`. */
        public final long version;
        /** The user who has set it; absent: a backend has. */
        public final String by;
        /** Only `true`: it goes when that user has left. */
        public final Boolean isTransient;
        /** In the queue: the order, the head first. For values it means nothing. */
        public final long position;

        public RoomValuesChangedSet(Json json) {
            key = Members.required(json, "key", Json::asString);
            value = Members.required(json, "value", Json::asString);
            version = Members.required(json, "version", Json::asLong);
            by = Members.optional(json, "by", Json::asString);
            isTransient = Members.optional(json, "isTransient", Json::asBoolean);
            position = Members.required(json, "position", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("key", key)
                .put("value", value)
                .put("version", version)
                .put("by", by)
                .put("isTransient", isTransient)
                .put("position", position)
                .build();
        }
    }

    /** The data of the event `room.valuesChanged`. */
    public static final class RoomValuesChanged extends Value {
        /** The room's id. */
        public final String roomID;
        /** The state before it. */
        public final long former;
        /** The state after it. */
        public final long state;
        /** What was set. */
        public final List<RoomValuesChangedSet> set;
        /** The keys that are gone. */
        public final List<String> removed;

        public RoomValuesChanged(Json json) {
            roomID = Members.required(json, "roomID", Json::asString);
            former = Members.required(json, "former", Json::asLong);
            state = Members.required(json, "state", Json::asLong);
            set = Members.required(json, "set", Members.list(RoomValuesChangedSet::new));
            removed = Members.required(json, "removed", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("former", former)
                .put("state", state)
                .put("set", Members.json(set, Members.listJson(RoomValuesChangedSet::toJson)))
                .put("removed", Members.json(removed, Members.listJson(Json::of)))
                .build();
        }
    }

    public static final class RoomQueueChangedSet extends Value {
        /** The key. */
        public final String key;
        /** What was set. */
        public final String value;
        /** The `state` that began with it, for `ifVersion`. */
        public final long version;
        /** The user who has set it; absent: a backend has. */
        public final String by;
        /** Only `true`: it goes when that user has left. */
        public final Boolean isTransient;
        /** In the queue: the order, the head first. For values it means nothing. */
        public final long position;

        public RoomQueueChangedSet(Json json) {
            key = Members.required(json, "key", Json::asString);
            value = Members.required(json, "value", Json::asString);
            version = Members.required(json, "version", Json::asLong);
            by = Members.optional(json, "by", Json::asString);
            isTransient = Members.optional(json, "isTransient", Json::asBoolean);
            position = Members.required(json, "position", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("key", key)
                .put("value", value)
                .put("version", version)
                .put("by", by)
                .put("isTransient", isTransient)
                .put("position", position)
                .build();
        }
    }

    /** The data of the event `room.queueChanged`. */
    public static final class RoomQueueChanged extends Value {
        /** The room's id. */
        public final String roomID;
        /** The state before it. */
        public final long former;
        /** The state after it. */
        public final long state;
        /** What was set. */
        public final List<RoomQueueChangedSet> set;
        /** The keys that are gone. */
        public final List<String> removed;

        public RoomQueueChanged(Json json) {
            roomID = Members.required(json, "roomID", Json::asString);
            former = Members.required(json, "former", Json::asLong);
            state = Members.required(json, "state", Json::asLong);
            set = Members.required(json, "set", Members.list(RoomQueueChangedSet::new));
            removed = Members.required(json, "removed", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("former", former)
                .put("state", state)
                .put("set", Members.json(set, Members.listJson(RoomQueueChangedSet::toJson)))
                .put("removed", Members.json(removed, Members.listJson(Json::of)))
                .build();
        }
    }

    /** The data of the event `message.appended`. */
    public static final class MessageAppended extends Value {
        /** The conversation, as this user sees it. */
        public final String conversationID;
        /** The id of the text until it is a message. */
        public final String streamID;
        /** Its sender. */
        public final String from;
        /** Where this part begins, in bytes of UTF-8. 0: the text begins anew. With a hole before it, watch again. */
        public final long offset;
        /** This part. */
        public final String text;

        public MessageAppended(Json json) {
            conversationID = Members.required(json, "conversationID", Json::asString);
            streamID = Members.required(json, "streamID", Json::asString);
            from = Members.required(json, "from", Json::asString);
            offset = Members.required(json, "offset", Json::asLong);
            text = Members.required(json, "text", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("streamID", streamID)
                .put("from", from)
                .put("offset", offset)
                .put("text", text)
                .build();
        }
    }

    /** The data of the event `message.ended`. */
    public static final class MessageEnded extends Value {
        /** The conversation, as this user sees it. */
        public final String conversationID;
        /** The id of the text. */
        public final String streamID;
        /**
         * `refused`: it may not be sent any more; `failed`: it could not be stored, or its node is gone. The others
         * are as in `broken` of a message.
         */
        public final MessageEndedEventReason reason;

        public MessageEnded(Json json) {
            conversationID = Members.required(json, "conversationID", Json::asString);
            streamID = Members.required(json, "streamID", Json::asString);
            reason = Members.required(json, "reason", MessageEndedEventReason::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("streamID", streamID)
                .put("reason", Members.json(reason, MessageEndedEventReason::toJson))
                .build();
        }
    }

    /** The data of the event `call.invited`. */
    public static final class CallInvited extends Value {
        public final String callID;
        /** As this user sees it. */
        public final String conversationID;
        /** The inviter. */
        public final String from;
        /** As the inviter has sent it. */
        public final String kind;
        /** When the inviter called. */
        public final long time;
        /** The inviter first. */
        public final List<CallUser> users;
        /** For so long it still rings, by the gateway's clock. */
        public final long seconds;
        /** The inviter's, or that of a hook. */
        public final Json data;

        public CallInvited(Json json) {
            callID = Members.required(json, "callID", Json::asString);
            conversationID = Members.required(json, "conversationID", Json::asString);
            from = Members.required(json, "from", Json::asString);
            kind = Members.required(json, "kind", Json::asString);
            time = Members.required(json, "time", Json::asLong);
            users = Members.required(json, "users", Members.list(CallUser::new));
            seconds = Members.required(json, "seconds", Json::asLong);
            data = Members.optional(json, "data", Members.ANY);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("callID", callID)
                .put("conversationID", conversationID)
                .put("from", from)
                .put("kind", kind)
                .put("time", time)
                .put("users", Members.json(users, Members.listJson(CallUser::toJson)))
                .put("seconds", seconds)
                .put("data", Members.json(data, Members.ANY))
                .build();
        }
    }

    /** The data of the event `channel.changed`. */
    public static final class ChannelChanged extends Value {
        /** The channel's id. */
        public final String channelID;
        /** As the backend has set it. */
        public final String title;
        /** Likewise. */
        public final String description;
        /** Likewise: data of the application. */
        public final String ext;

        public ChannelChanged(Json json) {
            channelID = Members.required(json, "channelID", Json::asString);
            title = Members.required(json, "title", Json::asString);
            description = Members.required(json, "description", Json::asString);
            ext = Members.required(json, "ext", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("channelID", channelID)
                .put("title", title)
                .put("description", description)
                .put("ext", ext)
                .build();
        }
    }

    /** The data of the event `channel.destroyed`. */
    public static final class ChannelDestroyed extends Value {
        /** The channel's id. */
        public final String channelID;

        public ChannelDestroyed(Json json) {
            channelID = Members.required(json, "channelID", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("channelID", channelID)
                .build();
        }
    }

    /** The data of the event `channel.subscriptionChanged`. */
    public static final class ChannelSubscriptionChanged extends Value {
        /** The channel's id. */
        public final String channelID;
        /** Whether the user follows it now. */
        public final boolean isSubscribed;
        /** Only if it is followed: the seq of its last message. */
        public final Long seq;

        public ChannelSubscriptionChanged(Json json) {
            channelID = Members.required(json, "channelID", Json::asString);
            isSubscribed = Members.required(json, "isSubscribed", Json::asBoolean);
            seq = Members.optional(json, "seq", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("channelID", channelID)
                .put("isSubscribed", isSubscribed)
                .put("seq", seq)
                .build();
        }
    }

    /** The data of the event `conversation.changed`. */
    public static final class ConversationChanged extends Value {
        /** Each conversation complete, as it is now. */
        public final List<Conversation> conversations;

        public ConversationChanged(Json json) {
            conversations = Members.required(json, "conversations", Members.list(Conversation::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversations", Members.json(conversations, Members.listJson(Conversation::toJson)))
                .build();
        }
    }

    /** The data of the event `conversation.deleted`. */
    public static final class ConversationDeleted extends Value {
        /** The conversations. */
        public final List<String> conversationIDs;

        public ConversationDeleted(Json json) {
            conversationIDs = Members.required(json, "conversationIDs", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversationIDs", Members.json(conversationIDs, Members.listJson(Json::of)))
                .build();
        }
    }

    /** The data of the event `conversation.draftChanged`. */
    public static final class ConversationDraftChanged extends Value {
        /** The conversation. */
        public final String conversationID;
        public final Draft draft;

        public ConversationDraftChanged(Json json) {
            conversationID = Members.required(json, "conversationID", Json::asString);
            draft = Members.optional(json, "draft", Draft::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("draft", Members.json(draft, Draft::toJson))
                .build();
        }
    }

    /** The data of the event `conversation.new`. */
    public static final class ConversationNew extends Value {
        /** Each conversation complete, as it is now. */
        public final List<Conversation> conversations;

        public ConversationNew(Json json) {
            conversations = Members.required(json, "conversations", Members.list(Conversation::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversations", Members.json(conversations, Members.listJson(Conversation::toJson)))
                .build();
        }
    }

    /** The data of the event `conversation.totalUnreadChanged`. */
    public static final class ConversationTotalUnreadChanged extends Value {
        /** The number as it is now. */
        public final long total;

        public ConversationTotalUnreadChanged(Json json) {
            total = Members.required(json, "total", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("total", total)
                .build();
        }
    }

    public static final class FriendChangedUser extends Value {
        public final String userID;
        public final String addWording;
        public final String addSource;
        public final Long pendencyType;

        public FriendChangedUser(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            addWording = Members.optional(json, "addWording", Json::asString);
            addSource = Members.optional(json, "addSource", Json::asString);
            pendencyType = Members.optional(json, "pendencyType", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("addWording", addWording)
                .put("addSource", addSource)
                .put("pendencyType", pendencyType)
                .build();
        }
    }

    /** The data of the event `friend.changed`. */
    public static final class FriendChanged extends Value {
        /**
         * 1 friends added, 2 friends deleted, 3 a request sent or received, 4 requests gone; and by the user itself:
         * 5 users blocked, 6 users unblocked, 7 requests read, 8 fields of a friend changed.
         */
        public final long type;
        /**
         * The other users. Reason and source come with type 3; `pendencyType` with 3 and 4: the event's receiver got
         * (1) or sent (2) the request.
         */
        public final List<FriendChangedUser> users;
        /**
         * The current `version` of `relations` in `session.open`. Absent with types 3, 4 and 7, and when the event is
         * repeated from the stream.
         */
        public final Long version;
        /** With types 3, 4 and 7 instead: the current `pendencySeq` of `relations` in `session.open`. */
        public final Long pendencySeq;
        /** Only with type 7: how many requests are unread. */
        public final Long unreadCount;
        /** Only if the user itself made the change, on another device. */
        public final Boolean self;

        public FriendChanged(Json json) {
            type = Members.required(json, "type", Json::asLong);
            users = Members.required(json, "users", Members.list(FriendChangedUser::new));
            version = Members.optional(json, "version", Json::asLong);
            pendencySeq = Members.optional(json, "pendencySeq", Json::asLong);
            unreadCount = Members.optional(json, "unreadCount", Json::asLong);
            self = Members.optional(json, "self", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("type", type)
                .put("users", Members.json(users, Members.listJson(FriendChangedUser::toJson)))
                .put("version", version)
                .put("pendencySeq", pendencySeq)
                .put("unreadCount", unreadCount)
                .put("self", self)
                .build();
        }
    }

    public static final class FriendGroupChangedGroup extends Value {
        public final String name;
        public final List<String> added;
        public final List<String> removed;

        public FriendGroupChangedGroup(Json json) {
            name = Members.required(json, "name", Json::asString);
            added = Members.required(json, "added", Members.list(Json::asString));
            removed = Members.required(json, "removed", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("name", name)
                .put("added", Members.json(added, Members.listJson(Json::of)))
                .put("removed", Members.json(removed, Members.listJson(Json::of)))
                .build();
        }
    }

    public static final class FriendGroupChangedRenamed extends Value {
        public final String from;
        public final String to;

        public FriendGroupChangedRenamed(Json json) {
            from = Members.required(json, "from", Json::asString);
            to = Members.required(json, "to", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("from", from)
                .put("to", to)
                .build();
        }
    }

    /** The data of the event `friendGroup.changed`. */
    public static final class FriendGroupChanged extends Value {
        /** Always present. */
        public final boolean self;
        /** The current `version` of `relations` in `session.open`. */
        public final long version;
        /** New groups. */
        public final List<String> created;
        /** Deleted groups. */
        public final List<String> deleted;
        /** Groups that got or lost friends, with the friends' ids. */
        public final List<FriendGroupChangedGroup> groups;
        /** Only if a group was renamed. */
        public final FriendGroupChangedRenamed renamed;

        public FriendGroupChanged(Json json) {
            self = Members.required(json, "self", Json::asBoolean);
            version = Members.required(json, "version", Json::asLong);
            created = Members.required(json, "created", Members.list(Json::asString));
            deleted = Members.required(json, "deleted", Members.list(Json::asString));
            groups = Members.required(json, "groups", Members.list(FriendGroupChangedGroup::new));
            renamed = Members.optional(json, "renamed", FriendGroupChangedRenamed::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("self", self)
                .put("version", version)
                .put("created", Members.json(created, Members.listJson(Json::of)))
                .put("deleted", Members.json(deleted, Members.listJson(Json::of)))
                .put("groups", Members.json(groups, Members.listJson(FriendGroupChangedGroup::toJson)))
                .put("renamed", Members.json(renamed, FriendGroupChangedRenamed::toJson))
                .build();
        }
    }

    public static final class GroupReceiptChangedReceipt extends Value {
        public final String msgId;
        public final long readCount;
        public final long unreadCount;

        public GroupReceiptChangedReceipt(Json json) {
            msgId = Members.required(json, "msgId", Json::asString);
            readCount = Members.required(json, "readCount", Json::asLong);
            unreadCount = Members.required(json, "unreadCount", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("readCount", readCount)
                .put("unreadCount", unreadCount)
                .build();
        }
    }

    /** The data of the event `groupReceipt.changed`. */
    public static final class GroupReceiptChanged extends Value {
        /** The group. */
        public final String groupID;
        /** One for each message of the user that asks for receipts. */
        public final List<GroupReceiptChangedReceipt> receipts;

        public GroupReceiptChanged(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            receipts = Members.required(json, "receipts", Members.list(GroupReceiptChangedReceipt::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("receipts", Members.json(receipts, Members.listJson(GroupReceiptChangedReceipt::toJson)))
                .build();
        }
    }

    /** The data of the event `message.changed`. */
    public static final class MessageChanged extends Value {
        /** The conversation, as this user sees it. */
        public final String conversationID;
        /** The place of the change in the conversation: from 1, rising. */
        public final long change;
        public final Message message;

        public MessageChanged(Json json) {
            conversationID = Members.required(json, "conversationID", Json::asString);
            change = Members.required(json, "change", Json::asLong);
            message = Members.required(json, "message", Message::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("change", change)
                .put("message", Members.json(message, Message::toJson))
                .build();
        }
    }

    /** The data of the event `message.deleted`. */
    public static final class MessageDeleted extends Value {
        /** The conversation, as this user sees it. */
        public final String conversationID;
        /** The messages. */
        public final List<String> msgIds;

        public MessageDeleted(Json json) {
            conversationID = Members.required(json, "conversationID", Json::asString);
            msgIds = Members.required(json, "msgIds", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("msgIds", Members.json(msgIds, Members.listJson(Json::of)))
                .build();
        }
    }

    /** The data of the event `message.gone`. */
    public static final class MessageGone extends Value {
        /** The conversation, as this user sees it. */
        public final String conversationID;
        /** The place of the change in the conversation. */
        public final long change;
        /** The message's id. */
        public final String msgId;
        /** The message's number in the conversation. */
        public final long seq;

        public MessageGone(Json json) {
            conversationID = Members.required(json, "conversationID", Json::asString);
            change = Members.required(json, "change", Json::asLong);
            msgId = Members.required(json, "msgId", Json::asString);
            seq = Members.required(json, "seq", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("change", change)
                .put("msgId", msgId)
                .put("seq", seq)
                .build();
        }
    }

    public static final class MessageNewRecalled extends Value {
        /** The user who has recalled it; absent: a backend has. */
        public final String by;
        /** When. */
        public final long time;
        /** Only if one was given. */
        public final String reason;

        public MessageNewRecalled(Json json) {
            by = Members.optional(json, "by", Json::asString);
            time = Members.required(json, "time", Json::asLong);
            reason = Members.optional(json, "reason", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("by", by)
                .put("time", time)
                .put("reason", reason)
                .build();
        }
    }

    public static final class MessageNewEdited extends Value {
        /** When it was edited last. */
        public final long time;
        /** How often it was edited. */
        public final long version;

        public MessageNewEdited(Json json) {
            time = Members.required(json, "time", Json::asLong);
            version = Members.required(json, "version", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("time", time)
                .put("version", version)
                .build();
        }
    }

    public static final class MessageNewReplyTo extends Value {
        public final String msgId;
        public final long seq;
        /** The sender of that message. */
        public final String from;

        public MessageNewReplyTo(Json json) {
            msgId = Members.required(json, "msgId", Json::asString);
            seq = Members.required(json, "seq", Json::asLong);
            from = Members.required(json, "from", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("seq", seq)
                .put("from", from)
                .build();
        }
    }

    public static final class MessageNewPinned extends Value {
        public final String by;
        public final long time;

        public MessageNewPinned(Json json) {
            by = Members.required(json, "by", Json::asString);
            time = Members.required(json, "time", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("by", by)
                .put("time", time)
                .build();
        }
    }

    public static final class MessageNewReaction extends Value {
        public final String reaction;
        /** How many users. */
        public final long count;
        /** The first few of them. */
        public final List<String> users;
        /** Only in replies and in events about own reactions: whether the user is one of them. */
        public final Boolean mine;

        public MessageNewReaction(Json json) {
            reaction = Members.required(json, "reaction", Json::asString);
            count = Members.required(json, "count", Json::asLong);
            users = Members.required(json, "users", Members.list(Json::asString));
            mine = Members.optional(json, "mine", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("reaction", reaction)
                .put("count", count)
                .put("users", Members.json(users, Members.listJson(Json::of)))
                .put("mine", mine)
                .build();
        }
    }

    /** The data of the event `message.new`. */
    public static final class MessageNew extends Value {
        /** The message's id. */
        public final String msgId;
        /** The sender's own id for the message. */
        public final String clientMsgId;
        /** The conversation, as this user sees it. */
        public final String conversationID;
        /** 0: between two users; 1: in a group; 5: in a super team. */
        public final long sessionType;
        /** The message's number in the conversation. */
        public final long seq;
        /** The sender. */
        public final String from;
        /** Only in a group: the sender's name there, if it has one. */
        public final String nickname;
        /** As it was sent; 5: a notification of the gateway in a group. */
        public final long type;
        /** As it was sent; for a notification see [group-messages.md](group-messages.md). */
        public final Json body;
        /** When the gateway accepted the message. */
        public final long time;
        /** Only if it was sent with one. */
        public final String apnsContent;
        /** Only if it was sent with one. */
        public final List<String> atUserList;
        /** Only if it has changed: the place of its newest change in the conversation. */
        public final Long change;
        /** Only if it was recalled: its body is empty then. */
        public final MessageNewRecalled recalled;
        /** Only if it was edited. */
        public final MessageNewEdited edited;
        /** Only if it replies to a message of the conversation. */
        public final MessageNewReplyTo replyTo;
        /** Only while it is pinned: by whom, and since when. */
        public final MessageNewPinned pinned;
        /** Only if it refers to some. */
        public final List<MessageMedia> media;
        /** Only if it was streamed: it takes the place of the text that was shown under this id (docs/streams.md). */
        public final String streamID;
        /** Only if it was streamed and is not whole: why it ended. */
        public final LastMessageBroken broken;
        /** Only if it expires: from then on it is gone. */
        public final Long expireAt;
        /**
         * Only if it is for some members of the group alone, beside its sender: who they are. It is no conversation's
         * `lastMessage`, and counts nowhere.
         */
        public final List<String> visibleTo;
        /**
         * Only if it has expired, or if a repeat shows it to a user who can read it no more: true; its body is empty
         * then.
         */
        public final Boolean isExpired;
        /** Only if there are some. */
        public final List<MessageNewReaction> reactions;
        /** Only if it differs from the default of `message.send`. */
        public final Boolean history;
        /** Only if it differs from the default of `message.send`. */
        public final Boolean roaming;
        /** Only if it differs from the default of `message.send`. */
        public final Boolean sync;
        /** Only if it differs from the default of `message.send`. */
        public final Boolean persist;
        /** Only if it differs from the default of `message.send`. */
        public final Boolean shouldBeCounted;
        /** Only if it differs from the default of `message.send`. */
        public final Boolean apnsEnabled;
        /** Only if it differs from the default of `message.send`. */
        public final Boolean apnsWithPrefix;
        /** Only if it differs from the default of `message.send`. */
        public final Boolean route;
        /** Only if it differs from the default of `message.send`. */
        public final Boolean teamReceipt;
        /** Only if it differs from the default of `message.send`. */
        public final Boolean exclusiveReactions;
        /** Only for the receiver of a message between two: how many messages of the conversation are unread now. */
        public final Long unreadCount;
        /** Only beside `unreadCount`, if it has changed: how many messages are unread in all. */
        public final Long totalUnread;

        public MessageNew(Json json) {
            msgId = Members.required(json, "msgId", Json::asString);
            clientMsgId = Members.required(json, "clientMsgId", Json::asString);
            conversationID = Members.required(json, "conversationID", Json::asString);
            sessionType = Members.required(json, "sessionType", Json::asLong);
            seq = Members.required(json, "seq", Json::asLong);
            from = Members.required(json, "from", Json::asString);
            nickname = Members.optional(json, "nickname", Json::asString);
            type = Members.required(json, "type", Json::asLong);
            body = Members.required(json, "body", Members.ANY);
            time = Members.required(json, "time", Json::asLong);
            apnsContent = Members.optional(json, "apnsContent", Json::asString);
            atUserList = Members.optional(json, "atUserList", Members.list(Json::asString));
            change = Members.optional(json, "change", Json::asLong);
            recalled = Members.optional(json, "recalled", MessageNewRecalled::new);
            edited = Members.optional(json, "edited", MessageNewEdited::new);
            replyTo = Members.optional(json, "replyTo", MessageNewReplyTo::new);
            pinned = Members.optional(json, "pinned", MessageNewPinned::new);
            media = Members.optional(json, "media", Members.list(MessageMedia::new));
            streamID = Members.optional(json, "streamID", Json::asString);
            broken = Members.optional(json, "broken", LastMessageBroken::new);
            expireAt = Members.optional(json, "expireAt", Json::asLong);
            visibleTo = Members.optional(json, "visibleTo", Members.list(Json::asString));
            isExpired = Members.optional(json, "isExpired", Json::asBoolean);
            reactions = Members.optional(json, "reactions", Members.list(MessageNewReaction::new));
            history = Members.optional(json, "history", Json::asBoolean);
            roaming = Members.optional(json, "roaming", Json::asBoolean);
            sync = Members.optional(json, "sync", Json::asBoolean);
            persist = Members.optional(json, "persist", Json::asBoolean);
            shouldBeCounted = Members.optional(json, "shouldBeCounted", Json::asBoolean);
            apnsEnabled = Members.optional(json, "apnsEnabled", Json::asBoolean);
            apnsWithPrefix = Members.optional(json, "apnsWithPrefix", Json::asBoolean);
            route = Members.optional(json, "route", Json::asBoolean);
            teamReceipt = Members.optional(json, "teamReceipt", Json::asBoolean);
            exclusiveReactions = Members.optional(json, "exclusiveReactions", Json::asBoolean);
            unreadCount = Members.optional(json, "unreadCount", Json::asLong);
            totalUnread = Members.optional(json, "totalUnread", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("clientMsgId", clientMsgId)
                .put("conversationID", conversationID)
                .put("sessionType", sessionType)
                .put("seq", seq)
                .put("from", from)
                .put("nickname", nickname)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("time", time)
                .put("apnsContent", apnsContent)
                .put("atUserList", Members.json(atUserList, Members.listJson(Json::of)))
                .put("change", change)
                .put("recalled", Members.json(recalled, MessageNewRecalled::toJson))
                .put("edited", Members.json(edited, MessageNewEdited::toJson))
                .put("replyTo", Members.json(replyTo, MessageNewReplyTo::toJson))
                .put("pinned", Members.json(pinned, MessageNewPinned::toJson))
                .put("media", Members.json(media, Members.listJson(MessageMedia::toJson)))
                .put("streamID", streamID)
                .put("broken", Members.json(broken, LastMessageBroken::toJson))
                .put("expireAt", expireAt)
                .put("visibleTo", Members.json(visibleTo, Members.listJson(Json::of)))
                .put("isExpired", isExpired)
                .put("reactions", Members.json(reactions, Members.listJson(MessageNewReaction::toJson)))
                .put("history", history)
                .put("roaming", roaming)
                .put("sync", sync)
                .put("persist", persist)
                .put("shouldBeCounted", shouldBeCounted)
                .put("apnsEnabled", apnsEnabled)
                .put("apnsWithPrefix", apnsWithPrefix)
                .put("route", route)
                .put("teamReceipt", teamReceipt)
                .put("exclusiveReactions", exclusiveReactions)
                .put("unreadCount", unreadCount)
                .put("totalUnread", totalUnread)
                .build();
        }
    }

    /** The data of the event `message.signaled`. */
    public static final class MessageSignaled extends Value {
        /** The conversation, as this user sees it. */
        public final String conversationID;
        /** The sender. */
        public final String from;
        /** As it was sent. */
        public final String name;
        /** As it was sent. */
        public final Json data;

        public MessageSignaled(Json json) {
            conversationID = Members.required(json, "conversationID", Json::asString);
            from = Members.required(json, "from", Json::asString);
            name = Members.required(json, "name", Json::asString);
            data = Members.optional(json, "data", Members.ANY);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("from", from)
                .put("name", name)
                .put("data", Members.json(data, Members.ANY))
                .build();
        }
    }

    /** The data of the event `notification.new`. */
    public static final class NotificationNew extends Value {
        /** As it was sent. */
        public final String name;
        /** As it was sent. */
        public final Json data;

        public NotificationNew(Json json) {
            name = Members.required(json, "name", Json::asString);
            data = Members.required(json, "data", Members.ANY);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("name", name)
                .put("data", Members.json(data, Members.ANY))
                .build();
        }
    }

    /** The data of the event `profile.changed`. */
    public static final class ProfileChanged extends Value {
        /** 1. */
        public final long type;
        /** The user whose profile changed. */
        public final String fromUser;
        /** The name that others see. */
        public final String nickname;
        /** The avatar. */
        public final String faceUrl;
        /** The profile's version, as in `profile.get`. */
        public final long version;

        public ProfileChanged(Json json) {
            type = Members.required(json, "type", Json::asLong);
            fromUser = Members.required(json, "fromUser", Json::asString);
            nickname = Members.required(json, "nickname", Json::asString);
            faceUrl = Members.required(json, "faceUrl", Json::asString);
            version = Members.required(json, "version", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("type", type)
                .put("fromUser", fromUser)
                .put("nickname", nickname)
                .put("faceUrl", faceUrl)
                .put("version", version)
                .build();
        }
    }

    /** The data of the event `push.globalDndChanged`. */
    public static final class PushGlobalDndChanged extends Value {
        /** As it was set; false at first. */
        public final boolean enabled;
        /** As it was set. */
        public final String start;
        /** As it was set. */
        public final String end;
        /** As it was set. */
        public final long utcOffset;

        public PushGlobalDndChanged(Json json) {
            enabled = Members.required(json, "enabled", Json::asBoolean);
            start = Members.required(json, "start", Json::asString);
            end = Members.required(json, "end", Json::asString);
            utcOffset = Members.required(json, "utcOffset", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("enabled", enabled)
                .put("start", start)
                .put("end", end)
                .put("utcOffset", utcOffset)
                .build();
        }
    }

    /** The data of the event `receipt.delivered`. */
    public static final class ReceiptDelivered extends Value {
        /** The conversation. */
        public final String conversationID;
        /** Every message up to there has come. */
        public final long seq;

        public ReceiptDelivered(Json json) {
            conversationID = Members.required(json, "conversationID", Json::asString);
            seq = Members.required(json, "seq", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("seq", seq)
                .build();
        }
    }

    /** The data of the event `receipt.new`. */
    public static final class ReceiptNew extends Value {
        /** The conversation. */
        public final String conversationID;
        /** Every message up to then has been read. */
        public final long timestamp;

        public ReceiptNew(Json json) {
            conversationID = Members.required(json, "conversationID", Json::asString);
            timestamp = Members.required(json, "timestamp", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("timestamp", timestamp)
                .build();
        }
    }

    public static final class SubscriptionChangedOnOtherDevicesEvent extends Value {
        public final String userId;
        public final long subscribeType;
        public final long operationType;
        public final long subscribeTime;
        public final long expiry;

        public SubscriptionChangedOnOtherDevicesEvent(Json json) {
            userId = Members.required(json, "userId", Json::asString);
            subscribeType = Members.required(json, "subscribeType", Json::asLong);
            operationType = Members.required(json, "operationType", Json::asLong);
            subscribeTime = Members.required(json, "subscribeTime", Json::asLong);
            expiry = Members.required(json, "expiry", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userId", userId)
                .put("subscribeType", subscribeType)
                .put("operationType", operationType)
                .put("subscribeTime", subscribeTime)
                .put("expiry", expiry)
                .build();
        }
    }

    /** The data of the event `subscription.changedOnOtherDevices`. */
    public static final class SubscriptionChangedOnOtherDevices extends Value {
        /** The device; absent in events from before release 0.2. */
        public final String device;
        /** `operationType` 0: subscribed, 1: unsubscribed. */
        public final List<SubscriptionChangedOnOtherDevicesEvent> events;

        public SubscriptionChangedOnOtherDevices(Json json) {
            device = Members.optional(json, "device", Json::asString);
            events = Members.required(json, "events", Members.list(SubscriptionChangedOnOtherDevicesEvent::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("device", device)
                .put("events", Members.json(events, Members.listJson(SubscriptionChangedOnOtherDevicesEvent::toJson)))
                .build();
        }
    }

    /** The data of the event `group.invitationDidReceive`. */
    public static final class GroupInvitationDidReceive extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** A user. */
        public final String inviter;
        /** As it was given. */
        public final String message;
        /** The group's name. */
        public final String name;
        /** The group's avatar. */
        public final String avatar;
        /** How many members the group has. */
        public final long memberCount;

        public GroupInvitationDidReceive(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            inviter = Members.required(json, "inviter", Json::asString);
            message = Members.required(json, "message", Json::asString);
            name = Members.required(json, "name", Json::asString);
            avatar = Members.required(json, "avatar", Json::asString);
            memberCount = Members.required(json, "memberCount", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("inviter", inviter)
                .put("message", message)
                .put("name", name)
                .put("avatar", avatar)
                .put("memberCount", memberCount)
                .build();
        }
    }

    /** The data of the event `group.invitationDidAccept`. */
    public static final class GroupInvitationDidAccept extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** A user. */
        public final String invitee;

        public GroupInvitationDidAccept(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            invitee = Members.required(json, "invitee", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("invitee", invitee)
                .build();
        }
    }

    /** The data of the event `group.invitationDidDecline`. */
    public static final class GroupInvitationDidDecline extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** A user. */
        public final String invitee;
        /** As it was given. */
        public final String reason;

        public GroupInvitationDidDecline(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            invitee = Members.required(json, "invitee", Json::asString);
            reason = Members.required(json, "reason", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("invitee", invitee)
                .put("reason", reason)
                .build();
        }
    }

    /** The data of the event `group.joinRequestDidReceive`. */
    public static final class GroupJoinRequestDidReceive extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** A user. */
        public final String user;
        /** As it was given. */
        public final String reason;

        public GroupJoinRequestDidReceive(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            user = Members.required(json, "user", Json::asString);
            reason = Members.required(json, "reason", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("user", user)
                .put("reason", reason)
                .build();
        }
    }

    /** The data of the event `group.joinRequestDidApprove`. */
    public static final class GroupJoinRequestDidApprove extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** A user. */
        public final String applicant;
        /** A user. */
        public final String operator;

        public GroupJoinRequestDidApprove(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            applicant = Members.required(json, "applicant", Json::asString);
            operator = Members.required(json, "operator", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("applicant", applicant)
                .put("operator", operator)
                .build();
        }
    }

    /** The data of the event `group.joinRequestDidDecline`. */
    public static final class GroupJoinRequestDidDecline extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** As it was given. */
        public final String reason;
        /** A user. */
        public final String decliner;
        /** A user. */
        public final String applicant;

        public GroupJoinRequestDidDecline(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            reason = Members.required(json, "reason", Json::asString);
            decliner = Members.required(json, "decliner", Json::asString);
            applicant = Members.required(json, "applicant", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("reason", reason)
                .put("decliner", decliner)
                .put("applicant", applicant)
                .build();
        }
    }

    /** The data of the event `group.didJoin`. */
    public static final class GroupDidJoin extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** A user. */
        public final String inviter;
        /** As it was given. */
        public final String message;

        public GroupDidJoin(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            inviter = Members.required(json, "inviter", Json::asString);
            message = Members.required(json, "message", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("inviter", inviter)
                .put("message", message)
                .build();
        }
    }

    /** The data of the event `group.didLeave`. */
    public static final class GroupDidLeave extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** 0: removed; 1: left; 2: the group was destroyed. */
        public final long reason;

        public GroupDidLeave(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            reason = Members.required(json, "reason", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("reason", reason)
                .build();
        }
    }

    /** The data of the event `group.userDidJoin`. */
    public static final class GroupUserDidJoin extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** A user. */
        public final String user;

        public GroupUserDidJoin(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            user = Members.required(json, "user", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("user", user)
                .build();
        }
    }

    /** The data of the event `group.userDidLeave`. */
    public static final class GroupUserDidLeave extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** A user. */
        public final String user;

        public GroupUserDidLeave(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            user = Members.required(json, "user", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("user", user)
                .build();
        }
    }

    /** The data of the event `group.muteListDidUpdate`. */
    public static final class GroupMuteListDidUpdate extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** Users. */
        public final List<String> added;
        /** Users. */
        public final List<String> removed;
        /** With `added`: when the mute ends, in milliseconds; -1: never. */
        public final Long muteExpire;

        public GroupMuteListDidUpdate(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            added = Members.optional(json, "added", Members.list(Json::asString));
            removed = Members.optional(json, "removed", Members.list(Json::asString));
            muteExpire = Members.optional(json, "muteExpire", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("added", Members.json(added, Members.listJson(Json::of)))
                .put("removed", Members.json(removed, Members.listJson(Json::of)))
                .put("muteExpire", muteExpire)
                .build();
        }
    }

    /** The data of the event `group.whiteListDidUpdate`. */
    public static final class GroupWhiteListDidUpdate extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** Users. */
        public final List<String> added;
        /** Users. */
        public final List<String> removed;

        public GroupWhiteListDidUpdate(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            added = Members.optional(json, "added", Members.list(Json::asString));
            removed = Members.optional(json, "removed", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("added", Members.json(added, Members.listJson(Json::of)))
                .put("removed", Members.json(removed, Members.listJson(Json::of)))
                .build();
        }
    }

    /** The data of the event `group.allMemberMuteChanged`. */
    public static final class GroupAllMemberMuteChanged extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** Whether all members are muted. */
        public final boolean isAllMemberMuted;

        public GroupAllMemberMuteChanged(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            isAllMemberMuted = Members.required(json, "isAllMemberMuted", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("isAllMemberMuted", isAllMemberMuted)
                .build();
        }
    }

    /** The data of the event `group.adminListDidUpdate`. */
    public static final class GroupAdminListDidUpdate extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** A user. */
        public final String added;
        /** A user. */
        public final String removed;

        public GroupAdminListDidUpdate(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            added = Members.optional(json, "added", Json::asString);
            removed = Members.optional(json, "removed", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("added", added)
                .put("removed", removed)
                .build();
        }
    }

    /** The data of the event `group.ownerDidUpdate`. */
    public static final class GroupOwnerDidUpdate extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** A user. */
        public final String newOwner;
        /** A user. */
        public final String oldOwner;

        public GroupOwnerDidUpdate(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            newOwner = Members.required(json, "newOwner", Json::asString);
            oldOwner = Members.required(json, "oldOwner", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("newOwner", newOwner)
                .put("oldOwner", oldOwner)
                .build();
        }
    }

    /** The data of the event `group.announcementDidUpdate`. */
    public static final class GroupAnnouncementDidUpdate extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** As it was given. */
        public final String announcement;

        public GroupAnnouncementDidUpdate(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            announcement = Members.required(json, "announcement", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("announcement", announcement)
                .build();
        }
    }

    /** The data of the event `group.fileListDidUpdate`. */
    public static final class GroupFileListDidUpdate extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        public final SharedFile added;
        /** Only if a file was removed: its id. */
        public final String removed;

        public GroupFileListDidUpdate(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            added = Members.optional(json, "added", SharedFile::new);
            removed = Members.optional(json, "removed", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("added", Members.json(added, SharedFile::toJson))
                .put("removed", removed)
                .build();
        }
    }

    /** The data of the event `group.specificationDidUpdate`. */
    public static final class GroupSpecificationDidUpdate extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        public final Group group;

        public GroupSpecificationDidUpdate(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            group = Members.required(json, "group", Group::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("group", Members.json(group, Group::toJson))
                .build();
        }
    }

    /** The data of the event `group.attributesChangedOfMember`. */
    public static final class GroupAttributesChangedOfMember extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** A user. */
        public final String userID;
        /** The changed attributes; an empty one was deleted. */
        public final Map<String, String> attributes;
        /** A user. */
        public final String operatorID;

        public GroupAttributesChangedOfMember(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            userID = Members.required(json, "userID", Json::asString);
            attributes = Members.required(json, "attributes", Members.map(Json::asString));
            operatorID = Members.required(json, "operatorID", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("userID", userID)
                .put("attributes", Members.json(attributes, Members.mapJson(Json::of)))
                .put("operatorID", operatorID)
                .build();
        }
    }

    /** The data of the event `group.notifyStateChanged`. */
    public static final class GroupNotifyStateChanged extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** The state as it is now. */
        public final long state;

        public GroupNotifyStateChanged(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            state = Members.required(json, "state", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("state", state)
                .build();
        }
    }

    /** The data of the event `group.blockChanged`. */
    public static final class GroupBlockChanged extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** Whether the member blocks the group now. */
        public final boolean isBlocked;

        public GroupBlockChanged(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            isBlocked = Members.required(json, "isBlocked", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("isBlocked", isBlocked)
                .build();
        }
    }

    /** The data of the event `group.notificationDidReceive`. */
    public static final class GroupNotificationDidReceive extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** As it was given. */
        public final String name;
        /** As it was sent. */
        public final Json data;

        public GroupNotificationDidReceive(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            name = Members.required(json, "name", Json::asString);
            data = Members.required(json, "data", Members.ANY);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("name", name)
                .put("data", Members.json(data, Members.ANY))
                .build();
        }
    }

    /** The data of the event `group.valuesChanged`. */
    public static final class GroupValuesChanged extends Value {
        /** The group. */
        public final String groupID;
        /** Only if the user itself did it, or an administrator in the user's name. */
        public final Boolean self;
        /** What was set. Its version is the event's `seq`. */
        public final List<GroupValue> set;
        /** The keys that are gone. */
        public final List<String> removed;
        /**
         * Only if counters or their sums are others: all counters with their sums. Every second at most of what is
         * counted.
         */
        public final Map<String, Long> counters;

        public GroupValuesChanged(Json json) {
            groupID = Members.required(json, "groupID", Json::asString);
            self = Members.optional(json, "self", Json::asBoolean);
            set = Members.required(json, "set", Members.list(GroupValue::new));
            removed = Members.required(json, "removed", Members.list(Json::asString));
            counters = Members.optional(json, "counters", Members.map(Json::asLong));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("self", self)
                .put("set", Members.json(set, Members.listJson(GroupValue::toJson)))
                .put("removed", Members.json(removed, Members.listJson(Json::of)))
                .put("counters", Members.json(counters, Members.mapJson(Json::of)))
                .build();
        }
    }
}
