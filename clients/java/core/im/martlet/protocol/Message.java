// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;

public final class Message extends Value {
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
    /** Only if there are some. */
    public final List<Reaction> reactions;
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

    public Message(Json json) {
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
        reactions = Members.optional(json, "reactions", Members.list(Reaction::new));
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
            .put("reactions", Members.json(reactions, Members.listJson(Reaction::toJson)))
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

    public static final class Reaction extends Value {
        public final String reaction;
        /** How many users. */
        public final long count;
        /** The first few of them. */
        public final List<String> users;
        /** Only in replies and in events about own reactions: whether the user is one of them. */
        public final Boolean mine;

        public Reaction(Json json) {
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
}
