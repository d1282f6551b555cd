// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;

public final class LastMessage extends Value {
    /** The message's id. */
    public final String msgId;
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
    /** The same as `time`. */
    public final long timestamp;
    /** When the gateway accepted the message. */
    public final long time;
    /** Only if it has changed: the place of its newest change in the conversation. */
    public final Long change;
    /** Only if it was recalled: its body is empty then. */
    public final Recalled recalled;
    /** Only if it was edited. */
    public final Edited edited;
    /** Only if it replies to a message of the conversation. */
    public final ReplyTo replyTo;
    /** Only while it is pinned: by whom, and since when. */
    public final Pinned pinned;
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

    public LastMessage(Json json) {
        msgId = Members.required(json, "msgId", Json::asString);
        seq = Members.required(json, "seq", Json::asLong);
        from = Members.required(json, "from", Json::asString);
        nickname = Members.optional(json, "nickname", Json::asString);
        type = Members.required(json, "type", Json::asLong);
        body = Members.required(json, "body", Members.ANY);
        timestamp = Members.required(json, "timestamp", Json::asLong);
        time = Members.required(json, "time", Json::asLong);
        change = Members.optional(json, "change", Json::asLong);
        recalled = Members.optional(json, "recalled", Recalled::new);
        edited = Members.optional(json, "edited", Edited::new);
        replyTo = Members.optional(json, "replyTo", ReplyTo::new);
        pinned = Members.optional(json, "pinned", Pinned::new);
        media = Members.optional(json, "media", Members.list(MessageMedia::new));
        streamID = Members.optional(json, "streamID", Json::asString);
        broken = Members.optional(json, "broken", LastMessageBroken::new);
        expireAt = Members.optional(json, "expireAt", Json::asLong);
        visibleTo = Members.optional(json, "visibleTo", Members.list(Json::asString));
        isExpired = Members.optional(json, "isExpired", Json::asBoolean);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("msgId", msgId)
            .put("seq", seq)
            .put("from", from)
            .put("nickname", nickname)
            .put("type", type)
            .put("body", Members.json(body, Members.ANY))
            .put("timestamp", timestamp)
            .put("time", time)
            .put("change", change)
            .put("recalled", Members.json(recalled, Recalled::toJson))
            .put("edited", Members.json(edited, Edited::toJson))
            .put("replyTo", Members.json(replyTo, ReplyTo::toJson))
            .put("pinned", Members.json(pinned, Pinned::toJson))
            .put("media", Members.json(media, Members.listJson(MessageMedia::toJson)))
            .put("streamID", streamID)
            .put("broken", Members.json(broken, LastMessageBroken::toJson))
            .put("expireAt", expireAt)
            .put("visibleTo", Members.json(visibleTo, Members.listJson(Json::of)))
            .put("isExpired", isExpired)
            .build();
    }

    public static final class Recalled extends Value {
        /** The user who has recalled it; absent: a backend has. */
        public final String by;
        /** When. */
        public final long time;
        /** Only if one was given. */
        public final String reason;

        public Recalled(Json json) {
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

    public static final class Edited extends Value {
        /** When it was edited last. */
        public final long time;
        /** How often it was edited. */
        public final long version;

        public Edited(Json json) {
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

    public static final class ReplyTo extends Value {
        public final String msgId;
        public final long seq;
        /** The sender of that message. */
        public final String from;

        public ReplyTo(Json json) {
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

    public static final class Pinned extends Value {
        public final String by;
        public final long time;

        public Pinned(Json json) {
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
}
