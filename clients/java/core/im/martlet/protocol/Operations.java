// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

/** Operations by their names: one function for each family. */
public interface Operations extends Caller {
    default SessionCalls session() {
        return new SessionCalls(this);
    }

    default MessageCalls message() {
        return new MessageCalls(this);
    }

    default ReceiptCalls receipt() {
        return new ReceiptCalls(this);
    }

    default GroupReceiptCalls groupReceipt() {
        return new GroupReceiptCalls(this);
    }

    default ConversationCalls conversation() {
        return new ConversationCalls(this);
    }

    default StreamCalls stream() {
        return new StreamCalls(this);
    }

    default ProfileCalls profile() {
        return new ProfileCalls(this);
    }

    default GroupCalls group() {
        return new GroupCalls(this);
    }

    default MediaCalls media() {
        return new MediaCalls(this);
    }

    default FriendCalls friend() {
        return new FriendCalls(this);
    }

    default PendencyCalls pendency() {
        return new PendencyCalls(this);
    }

    default BlacklistCalls blacklist() {
        return new BlacklistCalls(this);
    }

    default FriendGroupCalls friendGroup() {
        return new FriendGroupCalls(this);
    }

    default ChannelCalls channel() {
        return new ChannelCalls(this);
    }

    default BroadcastCalls broadcast() {
        return new BroadcastCalls(this);
    }

    default RoomCalls room() {
        return new RoomCalls(this);
    }

    default CallCalls call() {
        return new CallCalls(this);
    }

    default ReportCalls report() {
        return new ReportCalls(this);
    }

    default UserProfileCalls userProfile() {
        return new UserProfileCalls(this);
    }

    default SubscriptionCalls subscription() {
        return new SubscriptionCalls(this);
    }

    default PushCalls push() {
        return new PushCalls(this);
    }
}
