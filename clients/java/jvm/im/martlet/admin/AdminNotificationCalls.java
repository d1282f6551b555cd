// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Platform;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.notification.…`. */
public final class AdminNotificationCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminNotificationCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminNotificationCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminNotificationCalls with(RequestOptions options) {
        return new AdminNotificationCalls(caller, options);
    }

    /**
     * Notifies users, or the members of a group, of something: `notification.new`,
     * `group.notificationDidReceive`.
     *
     * @param name What has happened, in a word of the backend's own.
     */
    public CompletableFuture<SendResult> send(String name) {
        return send(new SendRequest(name));
    }

    /**
     * Notifies users, or the members of a group, of something: `notification.new`,
     * `group.notificationDidReceive`.
     */
    public CompletableFuture<SendResult> send(SendRequest request) {
        return caller.request("admin.notification.send", request.toJson(), options).thenApply(SendResult::new);
    }

    public static final class SendApnsPayload {
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

        public SendApnsPayload() {
        }

        public SendApnsPayload sound(String sound) {
            this.sound = sound;
            return this;
        }

        public SendApnsPayload badge(Boolean badge) {
            this.badge = badge;
            return this;
        }

        public SendApnsPayload channel(String channel) {
            this.channel = channel;
            return this;
        }

        public SendApnsPayload category(String category) {
            this.category = category;
            return this;
        }

        public SendApnsPayload collapseId(String collapseId) {
            this.collapseId = collapseId;
            return this;
        }

        public SendApnsPayload subtitle(String subtitle) {
            this.subtitle = subtitle;
            return this;
        }

        public SendApnsPayload thread(String thread) {
            this.thread = thread;
            return this;
        }

        public SendApnsPayload custom(Json custom) {
            this.custom = custom;
            return this;
        }

        public SendApnsPayload title(String title) {
            this.title = title;
            return this;
        }

        public SendApnsPayload image(String image) {
            this.image = image;
            return this;
        }

        public SendApnsPayload level(PushLevel level) {
            this.level = level;
            return this;
        }

        public SendApnsPayload class_(PushClass class_) {
            this.class_ = class_;
            return this;
        }

        public SendApnsPayload mutable(Boolean mutable) {
            this.mutable = mutable;
            return this;
        }

        public SendApnsPayload silent(Boolean silent) {
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
     * What is given to `admin.notification.send`.
     *
     * name: What has happened, in a word of the backend's own.
     */
    public static final class SendRequest {
        private final String name;
        private List<String> userIDs;
        private String groupID;
        private Json data;
        private Boolean live;
        private Platform platform;
        private String apnsContent;
        private Boolean forcePush;
        private SendApnsPayload apnsPayload;

        public SendRequest(String name) {
            this.name = name;
        }

        /** The users who are notified. */
        public SendRequest userIDs(List<String> userIDs) {
            this.userIDs = userIDs;
            return this;
        }

        /** Instead of `userIDs`: the group whose members are notified. */
        public SendRequest groupID(String groupID) {
            this.groupID = groupID;
            return this;
        }

        /** What the clients need of it, up to `messages.bodyBytes` of JSON. */
        public SendRequest data(Json data) {
            this.data = data;
            return this;
        }

        /**
         * Only sessions that are open now are notified. Otherwise the notification is in the stream of the user, or
         * of the group, and devices that are away get it when they come back.
         */
        public SendRequest live(Boolean live) {
            this.live = live;
            return this;
        }

        /** Only with `userIDs` and `live`: only sessions on this platform are notified. */
        public SendRequest platform(Platform platform) {
            this.platform = platform;
            return this;
        }

        /** The text of a push to those who have no session, up to 500 characters. Left out: nobody is pushed to. */
        public SendRequest apnsContent(String apnsContent) {
            this.apnsContent = apnsContent;
            return this;
        }

        /** With `apnsContent`: do not disturb and the like do not hold. See [pushes.md](pushes.md#notifications). */
        public SendRequest forcePush(Boolean forcePush) {
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
        public SendRequest apnsPayload(SendApnsPayload apnsPayload) {
            this.apnsPayload = apnsPayload;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("groupID", groupID)
                .put("name", name)
                .put("data", Members.json(data, Members.ANY))
                .put("live", live)
                .put("platform", Members.json(platform, Platform::toJson))
                .put("apnsContent", apnsContent)
                .put("forcePush", forcePush)
                .put("apnsPayload", Members.json(apnsPayload, SendApnsPayload::toJson))
                .build();
        }
    }

    public static final class SendResultResult extends Value {
        public final String userID;
        public final long code;
        /** Only if it is pushed, to a user or to a group: what `admin.push.explain` takes. */
        public final String msgId;

        public SendResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            msgId = Members.optional(json, "msgId", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .put("msgId", msgId)
                .build();
        }
    }

    /** The result of `admin.notification.send`. */
    public static final class SendResult extends Value {
        /** Only with `userIDs`: one for each, in the order sent; `code` 0: done. */
        public final List<SendResultResult> results;
        /** Only if it is pushed, to a user or to a group: what `admin.push.explain` takes. */
        public final String msgId;

        public SendResult(Json json) {
            results = Members.optional(json, "results", Members.list(SendResultResult::new));
            msgId = Members.optional(json, "msgId", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(SendResultResult::toJson)))
                .put("msgId", msgId)
                .build();
        }
    }
}
