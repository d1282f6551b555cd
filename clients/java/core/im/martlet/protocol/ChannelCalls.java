// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `channel.…`. */
public final class ChannelCalls {
    private final Caller caller;
    private final RequestOptions options;

    public ChannelCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private ChannelCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public ChannelCalls with(RequestOptions options) {
        return new ChannelCalls(caller, options);
    }

    /**
     * Publishes a message to a channel. Only for users whom the backend has listed. When the reply comes, it is
     * on the disk; a repeated request gets the same reply.
     *
     * @param channelID The channel's id.
     * @param clientMsgId The sender's own id for the message, such as a UUID. No other message of the sender
     *     has it.
     * @param type text, image, audio, video, location, file, tip, custom.
     * @param body The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to
     *     `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
     */
    public CompletableFuture<PublishResult> publish(
            String channelID, String clientMsgId, long type, Json body) {
        return caller.request("channel.publish", Json.object()
            .put("channelID", channelID)
            .put("clientMsgId", clientMsgId)
            .put("type", type)
            .put("body", Members.json(body, Members.ANY))
            .build(), options).thenApply(PublishResult::new);
    }

    /**
     * Follows a channel: all sessions of the user hear it from here on, those that come later too. Does nothing
     * if the user follows it already.
     *
     * @param channelID The channel's id.
     */
    public CompletableFuture<SubscribeResult> subscribe(String channelID) {
        return caller.request("channel.subscribe", Json.object()
            .put("channelID", channelID)
            .build(), options).thenApply(SubscribeResult::new);
    }

    /**
     * Follows a channel no longer. Does nothing if the user does not follow it.
     *
     * @param channelID The channel's id.
     */
    public CompletableFuture<Void> unsubscribe(String channelID) {
        return caller.request("channel.unsubscribe", Json.object()
            .put("channelID", channelID)
            .build(), options).thenApply(done -> null);
    }

    /** Lists the channels that the caller follows and may read, the first subscribed first. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists the channels that the caller follows and may read, the first subscribed first. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("channel.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /**
     * Returns a channel that the caller may read, followed or not.
     *
     * @param channelID The channel's id.
     */
    public CompletableFuture<InfoResult> info(String channelID) {
        return caller.request("channel.info", Json.object()
            .put("channelID", channelID)
            .build(), options).thenApply(InfoResult::new);
    }

    /**
     * Reads a channel's messages, a page at a time. The caller need not follow it.
     *
     * @param channelID The channel's id.
     */
    public CompletableFuture<HistoryResult> history(String channelID) {
        return history(new HistoryRequest(channelID));
    }

    /** Reads a channel's messages, a page at a time. The caller need not follow it. */
    public CompletableFuture<HistoryResult> history(HistoryRequest request) {
        return caller.request("channel.history", request.toJson(), options).thenApply(HistoryResult::new);
    }

    /** The result of `channel.publish`. */
    public static final class PublishResult extends Value {
        /** The message's id, in digits. */
        public final String msgId;
        /** The channel. */
        public final String channelID;
        /** The message's number in the channel: it rises without gaps. */
        public final long seq;
        /** When the gateway accepted the message. */
        public final long time;
        public final ChannelMessage message;

        public PublishResult(Json json) {
            msgId = Members.required(json, "msgId", Json::asString);
            channelID = Members.required(json, "channelID", Json::asString);
            seq = Members.required(json, "seq", Json::asLong);
            time = Members.required(json, "time", Json::asLong);
            message = Members.optional(json, "message", ChannelMessage::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("channelID", channelID)
                .put("seq", seq)
                .put("time", time)
                .put("message", Members.json(message, ChannelMessage::toJson))
                .build();
        }
    }

    /** The result of `channel.subscribe`. */
    public static final class SubscribeResult extends Value {
        /** The channel. */
        public final String channelID;
        /** The seq of its last message: what follows, the session is told. */
        public final long seq;

        public SubscribeResult(Json json) {
            channelID = Members.required(json, "channelID", Json::asString);
            seq = Members.required(json, "seq", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("channelID", channelID)
                .put("seq", seq)
                .build();
        }
    }

    /** What is given to `channel.list`. */
    public static final class ListRequest {
        private Long next;

        public ListRequest() {
        }

        /** The value from the last page; 0: from the start. */
        public ListRequest next(Long next) {
            this.next = next;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("next", next)
                .build();
        }
    }

    public static final class ListResultChannel extends Value {
        /** The channel's id. */
        public final String channelID;
        /** As the backend has set it. */
        public final String title;
        /** Likewise. */
        public final String description;
        /** Likewise: data of the application. */
        public final String ext;
        /** The seq of its last message. */
        public final long seq;
        /** When the user has subscribed. */
        public final long since;

        public ListResultChannel(Json json) {
            channelID = Members.required(json, "channelID", Json::asString);
            title = Members.required(json, "title", Json::asString);
            description = Members.required(json, "description", Json::asString);
            ext = Members.required(json, "ext", Json::asString);
            seq = Members.required(json, "seq", Json::asLong);
            since = Members.required(json, "since", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("channelID", channelID)
                .put("title", title)
                .put("description", description)
                .put("ext", ext)
                .put("seq", seq)
                .put("since", since)
                .build();
        }
    }

    /** The result of `channel.list`. */
    public static final class ListResult extends Value {
        /** The channels. */
        public final List<ListResultChannel> channels;
        /** Send it for the next page; 0 at the end. A page has as much as fits into one reply. */
        public final long next;

        public ListResult(Json json) {
            channels = Members.required(json, "channels", Members.list(ListResultChannel::new));
            next = Members.required(json, "next", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("channels", Members.json(channels, Members.listJson(ListResultChannel::toJson)))
                .put("next", next)
                .build();
        }
    }

    /** The result of `channel.info`. */
    public static final class InfoResult extends Value {
        /** The channel's id. */
        public final String channelID;
        /** As the backend has set it. */
        public final String title;
        /** Likewise. */
        public final String description;
        /** Likewise: data of the application. */
        public final String ext;
        /** `open`, `claim` or `guests`. */
        public final ChannelAccess access;
        /** When it was made. */
        public final long createdAt;
        /** How many users follow it. */
        public final long followers;
        /** The seq of its last message. */
        public final long seq;
        /** Whether the caller follows it. */
        public final boolean isSubscribed;
        /** Whether the caller may publish to it. */
        public final boolean isPublisher;

        public InfoResult(Json json) {
            channelID = Members.required(json, "channelID", Json::asString);
            title = Members.required(json, "title", Json::asString);
            description = Members.required(json, "description", Json::asString);
            ext = Members.required(json, "ext", Json::asString);
            access = Members.required(json, "access", ChannelAccess::new);
            createdAt = Members.required(json, "createdAt", Json::asLong);
            followers = Members.required(json, "followers", Json::asLong);
            seq = Members.required(json, "seq", Json::asLong);
            isSubscribed = Members.required(json, "isSubscribed", Json::asBoolean);
            isPublisher = Members.required(json, "isPublisher", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("channelID", channelID)
                .put("title", title)
                .put("description", description)
                .put("ext", ext)
                .put("access", Members.json(access, ChannelAccess::toJson))
                .put("createdAt", createdAt)
                .put("followers", followers)
                .put("seq", seq)
                .put("isSubscribed", isSubscribed)
                .put("isPublisher", isPublisher)
                .build();
        }
    }

    /**
     * What is given to `channel.history`.
     *
     * channelID: The channel's id.
     */
    public static final class HistoryRequest {
        private final String channelID;
        private HistoryDirection direction;
        private Long cursor;
        private Long limit;

        public HistoryRequest(String channelID) {
            this.channelID = channelID;
        }

        /** From the newest message back, or from the oldest forward. */
        public HistoryRequest direction(HistoryDirection direction) {
            this.direction = direction;
            return this;
        }

        /** Lists messages older or newer than this seq. 0: begins with the newest or the oldest. */
        public HistoryRequest cursor(Long cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many messages. */
        public HistoryRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("channelID", channelID)
                .put("direction", Members.json(direction, HistoryDirection::toJson))
                .put("cursor", cursor)
                .put("limit", limit)
                .build();
        }
    }

    /** The result of `channel.history`. */
    public static final class HistoryResult extends Value {
        /** The messages in the order of `direction`. */
        public final List<ChannelMessage> messages;
        /** Send it for the next page; 0 at the end. */
        public final long cursor;
        /** Whether this was the last page. */
        public final boolean isFinished;
        /** The seq of the channel's last message. */
        public final long seq;

        public HistoryResult(Json json) {
            messages = Members.required(json, "messages", Members.list(ChannelMessage::new));
            cursor = Members.required(json, "cursor", Json::asLong);
            isFinished = Members.required(json, "isFinished", Json::asBoolean);
            seq = Members.required(json, "seq", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("messages", Members.json(messages, Members.listJson(ChannelMessage::toJson)))
                .put("cursor", cursor)
                .put("isFinished", isFinished)
                .put("seq", seq)
                .build();
        }
    }
}
