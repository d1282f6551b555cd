// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;

public final class Conversation extends Value {
    /** `c2c_` and the other user's id, or `group_` and the group's. */
    public final String conversationID;
    /** 1: with a user; 2: of a group. */
    public final long type;
    /** Only with a user: the other user. */
    public final String userID;
    /** Only of a group: the group. */
    public final String groupID;
    /** Only of a group that exists. */
    public final GroupKind groupType;
    /** The name to show. */
    public final String showName;
    /** The avatar to show. */
    public final String faceUrl;
    /** How many messages are unread. */
    public final long unreadCount;
    /** As `conversation.setC2CReceiveOpt` or `conversation.setGroupReceiveOpt` has set it. */
    public final long recvOpt;
    /** Whether it is pinned to the top. */
    public final boolean isPinned;
    /** Whether the user has marked it as unread. */
    public final boolean isMarkedUnread;
    /** Unread messages that mention the user (`atType` 1), all (2), or both (3). */
    public final List<GroupAtInfolist> groupAtInfolist;
    /** The last message that the user may see. */
    public final LastMessage lastMessage;
    /** The seq of the last message, seen or not. */
    public final long seq;
    /** The seq up to which the user has read. */
    public final long readSeq;
    /** Only if a message has ever changed: the place of the last change in the conversation. */
    public final Long change;
    /** Only if the other user has read: up to when. */
    public final Long peerReadTime;
    /** Only with `messages.deliveryReceipts`: up to where messages have come to a device of the other user. */
    public final Long peerDeliveredSeq;
    /** Only if the user has set any. */
    public final List<String> tags;
    /** Likewise: data of the application. */
    public final String ext;
    public final Draft draft;

    public Conversation(Json json) {
        conversationID = Members.required(json, "conversationID", Json::asString);
        type = Members.required(json, "type", Json::asLong);
        userID = Members.optional(json, "userID", Json::asString);
        groupID = Members.optional(json, "groupID", Json::asString);
        groupType = Members.optional(json, "groupType", GroupKind::new);
        showName = Members.required(json, "showName", Json::asString);
        faceUrl = Members.required(json, "faceUrl", Json::asString);
        unreadCount = Members.required(json, "unreadCount", Json::asLong);
        recvOpt = Members.required(json, "recvOpt", Json::asLong);
        isPinned = Members.required(json, "isPinned", Json::asBoolean);
        isMarkedUnread = Members.required(json, "isMarkedUnread", Json::asBoolean);
        groupAtInfolist = Members.required(json, "groupAtInfolist", Members.list(GroupAtInfolist::new));
        lastMessage = Members.optional(json, "lastMessage", LastMessage::new);
        seq = Members.required(json, "seq", Json::asLong);
        readSeq = Members.required(json, "readSeq", Json::asLong);
        change = Members.optional(json, "change", Json::asLong);
        peerReadTime = Members.optional(json, "peerReadTime", Json::asLong);
        peerDeliveredSeq = Members.optional(json, "peerDeliveredSeq", Json::asLong);
        tags = Members.optional(json, "tags", Members.list(Json::asString));
        ext = Members.optional(json, "ext", Json::asString);
        draft = Members.optional(json, "draft", Draft::new);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("conversationID", conversationID)
            .put("type", type)
            .put("userID", userID)
            .put("groupID", groupID)
            .put("groupType", Members.json(groupType, GroupKind::toJson))
            .put("showName", showName)
            .put("faceUrl", faceUrl)
            .put("unreadCount", unreadCount)
            .put("recvOpt", recvOpt)
            .put("isPinned", isPinned)
            .put("isMarkedUnread", isMarkedUnread)
            .put("groupAtInfolist", Members.json(groupAtInfolist, Members.listJson(GroupAtInfolist::toJson)))
            .put("lastMessage", Members.orNull(lastMessage, LastMessage::toJson))
            .put("seq", seq)
            .put("readSeq", readSeq)
            .put("change", change)
            .put("peerReadTime", peerReadTime)
            .put("peerDeliveredSeq", peerDeliveredSeq)
            .put("tags", Members.json(tags, Members.listJson(Json::of)))
            .put("ext", ext)
            .put("draft", Members.json(draft, Draft::toJson))
            .build();
    }

    public static final class GroupAtInfolist extends Value {
        public final long seq;
        public final long atType;

        public GroupAtInfolist(Json json) {
            seq = Members.required(json, "seq", Json::asLong);
            atType = Members.required(json, "atType", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("seq", seq)
                .put("atType", atType)
                .build();
        }
    }
}
