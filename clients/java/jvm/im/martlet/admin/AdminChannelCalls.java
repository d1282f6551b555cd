// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.ChannelAccess;
import im.martlet.protocol.ChannelMessage;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.channel.…`. */
public final class AdminChannelCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminChannelCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminChannelCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminChannelCalls with(RequestOptions options) {
        return new AdminChannelCalls(caller, options);
    }

    /**
     * Creates a channel.
     *
     * @param channelID The channel's id.
     */
    public CompletableFuture<Void> create(String channelID) {
        return create(new CreateRequest(channelID));
    }

    /** Creates a channel. */
    public CompletableFuture<Void> create(CreateRequest request) {
        return caller.request("admin.channel.create", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Changes the given fields of a channel. `publishers` is the whole list.
     *
     * @param channelID The channel's id.
     */
    public CompletableFuture<Void> modify(String channelID) {
        return modify(new ModifyRequest(channelID));
    }

    /** Changes the given fields of a channel. `publishers` is the whole list. */
    public CompletableFuture<Void> modify(ModifyRequest request) {
        return caller.request("admin.channel.modify", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Destroys a channel: at once nobody reads or hears it any more. Its messages and subscriptions are deleted
     * in the background.
     *
     * @param channelID The channel's id.
     */
    public CompletableFuture<Void> destroy(String channelID) {
        return caller.request("admin.channel.destroy", Json.object()
            .put("channelID", channelID)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Publishes a message to a channel, in a user's name or in nobody's. With `apnsContent` the users who follow
     * it are pushed to. When the reply comes, it is on the disk; a repeated request gets the same reply.
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
        return publish(new PublishRequest(channelID, clientMsgId, type, body));
    }

    /**
     * Publishes a message to a channel, in a user's name or in nobody's. With `apnsContent` the users who follow
     * it are pushed to. When the reply comes, it is on the disk; a repeated request gets the same reply.
     */
    public CompletableFuture<PublishResult> publish(PublishRequest request) {
        return caller.request("admin.channel.publish", request.toJson(), options).thenApply(PublishResult::new);
    }

    /** Lists all channels. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists all channels. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("admin.channel.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /**
     * Returns a channel with the users who may publish to it.
     *
     * @param channelID The channel's id.
     */
    public CompletableFuture<InfoResult> info(String channelID) {
        return caller.request("admin.channel.info", Json.object()
            .put("channelID", channelID)
            .build(), options).thenApply(InfoResult::new);
    }

    /**
     * What is given to `admin.channel.create`.
     *
     * channelID: The channel's id.
     */
    public static final class CreateRequest {
        private final String channelID;
        private String title;
        private String description;
        private String ext;
        private ChannelAccess access;
        private List<String> publishers;

        public CreateRequest(String channelID) {
            this.channelID = channelID;
        }

        /** The channel's title. */
        public CreateRequest title(String title) {
            this.title = title;
            return this;
        }

        /** The channel's description. */
        public CreateRequest description(String description) {
            this.description = description;
            return this;
        }

        /** Data of the application. */
        public CreateRequest ext(String ext) {
            this.ext = ext;
            return this;
        }

        /**
         * Who may read the channel and subscribe to it. `open` (default): every user; `claim`: those whose token
         * names it in the claim `channels`; `guests`: every user, and guests may follow it over HTTP.
         */
        public CreateRequest access(ChannelAccess access) {
            this.access = access;
            return this;
        }

        /** The users who may publish to it; backends may anyway. */
        public CreateRequest publishers(List<String> publishers) {
            this.publishers = publishers;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("channelID", channelID)
                .put("title", title)
                .put("description", description)
                .put("ext", ext)
                .put("access", Members.json(access, ChannelAccess::toJson))
                .put("publishers", Members.json(publishers, Members.listJson(Json::of)))
                .build();
        }
    }

    /**
     * What is given to `admin.channel.modify`.
     *
     * channelID: The channel's id.
     */
    public static final class ModifyRequest {
        private final String channelID;
        private String title;
        private String description;
        private String ext;
        private ChannelAccess access;
        private List<String> publishers;

        public ModifyRequest(String channelID) {
            this.channelID = channelID;
        }

        /** The channel's title. */
        public ModifyRequest title(String title) {
            this.title = title;
            return this;
        }

        /** The channel's description. */
        public ModifyRequest description(String description) {
            this.description = description;
            return this;
        }

        /** Data of the application. */
        public ModifyRequest ext(String ext) {
            this.ext = ext;
            return this;
        }

        /**
         * Who may read the channel and subscribe to it. `open` (default): every user; `claim`: those whose token
         * names it in the claim `channels`; `guests`: every user, and guests may follow it over HTTP.
         */
        public ModifyRequest access(ChannelAccess access) {
            this.access = access;
            return this;
        }

        /** The users who may publish to it; backends may anyway. */
        public ModifyRequest publishers(List<String> publishers) {
            this.publishers = publishers;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("channelID", channelID)
                .put("title", title)
                .put("description", description)
                .put("ext", ext)
                .put("access", Members.json(access, ChannelAccess::toJson))
                .put("publishers", Members.json(publishers, Members.listJson(Json::of)))
                .build();
        }
    }

    public static final class PublishApnsPayload {
        private String sound;
        private Boolean badge;
        private String channel;
        private String category;
        private String collapseId;
        private String subtitle;
        private String thread;
        private Json custom;
        private String title;
        private String image;
        private PushLevel level;
        private PushClass class_;
        private Boolean mutable;
        private Boolean silent;

        public PublishApnsPayload() {
        }

        public PublishApnsPayload sound(String sound) {
            this.sound = sound;
            return this;
        }

        public PublishApnsPayload badge(Boolean badge) {
            this.badge = badge;
            return this;
        }

        public PublishApnsPayload channel(String channel) {
            this.channel = channel;
            return this;
        }

        public PublishApnsPayload category(String category) {
            this.category = category;
            return this;
        }

        public PublishApnsPayload collapseId(String collapseId) {
            this.collapseId = collapseId;
            return this;
        }

        public PublishApnsPayload subtitle(String subtitle) {
            this.subtitle = subtitle;
            return this;
        }

        public PublishApnsPayload thread(String thread) {
            this.thread = thread;
            return this;
        }

        public PublishApnsPayload custom(Json custom) {
            this.custom = custom;
            return this;
        }

        public PublishApnsPayload title(String title) {
            this.title = title;
            return this;
        }

        public PublishApnsPayload image(String image) {
            this.image = image;
            return this;
        }

        public PublishApnsPayload level(PushLevel level) {
            this.level = level;
            return this;
        }

        public PublishApnsPayload class_(PushClass class_) {
            this.class_ = class_;
            return this;
        }

        public PublishApnsPayload mutable(Boolean mutable) {
            this.mutable = mutable;
            return this;
        }

        public PublishApnsPayload silent(Boolean silent) {
            this.silent = silent;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("sound", sound)
                .put("badge", badge)
                .put("channel", channel)
                .put("category", category)
                .put("collapseId", collapseId)
                .put("subtitle", subtitle)
                .put("thread", thread)
                .put("custom", Members.json(custom, Members.ANY))
                .put("title", title)
                .put("image", image)
                .put("level", Members.json(level, PushLevel::toJson))
                .put("class", Members.json(class_, PushClass::toJson))
                .put("mutable", mutable)
                .put("silent", silent)
                .build();
        }
    }

    /**
     * What is given to `admin.channel.publish`.
     *
     * channelID: The channel's id.
     * clientMsgId: The sender's own id for the message, such as a UUID. No other message of the sender has it.
     * type: text, image, audio, video, location, file, tip, custom.
     * body: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`;
     * type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
     */
    public static final class PublishRequest {
        private final String channelID;
        private final String clientMsgId;
        private final long type;
        private final Json body;
        private String from;
        private String apnsContent;
        private Boolean forcePush;
        private PublishApnsPayload apnsPayload;

        public PublishRequest(String channelID, String clientMsgId, long type, Json body) {
            this.channelID = channelID;
            this.clientMsgId = clientMsgId;
            this.type = type;
            this.body = body;
        }

        /** The user in whose name it is published. Left out: the message has no `from`. */
        public PublishRequest from(String from) {
            this.from = from;
            return this;
        }

        /** The text of a push to those who have no session, up to 500 characters. Left out: nobody is pushed to. */
        public PublishRequest apnsContent(String apnsContent) {
            this.apnsContent = apnsContent;
            return this;
        }

        /** With `apnsContent`: do not disturb and the like do not hold. See [pushes.md](pushes.md#notifications). */
        public PublishRequest forcePush(Boolean forcePush) {
            this.forcePush = forcePush;
            return this;
        }

        /**
         * How the push looks and sounds. `sound`: 0–64 characters, empty: none; `badge`: boolean, default true;
         * `channel`, `category`, `collapseId`, `thread`: 1–64 characters. All are ASCII without spaces. `subtitle`:
         * 1–64 characters. `custom`: an object of up to 1024 bytes. `title`: its title, 1–64 characters; `image`: an
         * https URL; `level`, `class`: how much it presses, and what it is about, by default `promotion`; `mutable`:
         * the app's extension may change it; `silent`: nothing is shown, the app is woken. See
         * [pushes.md](pushes.md).
         */
        public PublishRequest apnsPayload(PublishApnsPayload apnsPayload) {
            this.apnsPayload = apnsPayload;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("channelID", channelID)
                .put("clientMsgId", clientMsgId)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("from", from)
                .put("apnsContent", apnsContent)
                .put("forcePush", forcePush)
                .put("apnsPayload", Members.json(apnsPayload, PublishApnsPayload::toJson))
                .build();
        }
    }

    /** The result of `admin.channel.publish`. */
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

    /** What is given to `admin.channel.list`. */
    public static final class ListRequest {
        private Long cursor;
        private Long pageSize;

        public ListRequest() {
        }

        /** The value from the last page; 0: from the start. */
        public ListRequest cursor(Long cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many entries. */
        public ListRequest pageSize(Long pageSize) {
            this.pageSize = pageSize;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("cursor", cursor)
                .put("pageSize", pageSize)
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
        /** `open`, `claim` or `guests`. */
        public final ChannelAccess access;
        /** When it was made. */
        public final long createdAt;
        /** How many users follow it. */
        public final long followers;

        public ListResultChannel(Json json) {
            channelID = Members.required(json, "channelID", Json::asString);
            title = Members.required(json, "title", Json::asString);
            description = Members.required(json, "description", Json::asString);
            ext = Members.required(json, "ext", Json::asString);
            access = Members.required(json, "access", ChannelAccess::new);
            createdAt = Members.required(json, "createdAt", Json::asLong);
            followers = Members.required(json, "followers", Json::asLong);
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
                .build();
        }
    }

    /** The result of `admin.channel.list`. */
    public static final class ListResult extends Value {
        /** The channels. */
        public final List<ListResultChannel> channels;
        /** Send it for the next page; 0 at the end. A page has as much as fits into one reply. */
        public final long cursor;

        public ListResult(Json json) {
            channels = Members.required(json, "channels", Members.list(ListResultChannel::new));
            cursor = Members.required(json, "cursor", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("channels", Members.json(channels, Members.listJson(ListResultChannel::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /** The result of `admin.channel.info`. */
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
        /** The users who may publish to it. */
        public final List<String> publishers;

        public InfoResult(Json json) {
            channelID = Members.required(json, "channelID", Json::asString);
            title = Members.required(json, "title", Json::asString);
            description = Members.required(json, "description", Json::asString);
            ext = Members.required(json, "ext", Json::asString);
            access = Members.required(json, "access", ChannelAccess::new);
            createdAt = Members.required(json, "createdAt", Json::asLong);
            followers = Members.required(json, "followers", Json::asLong);
            seq = Members.required(json, "seq", Json::asLong);
            publishers = Members.required(json, "publishers", Members.list(Json::asString));
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
                .put("publishers", Members.json(publishers, Members.listJson(Json::of)))
                .build();
        }
    }
}
