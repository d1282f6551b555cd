// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `push.…`. */
public final class PushCalls {
    private final Caller caller;
    private final RequestOptions options;

    public PushCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private PushCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public PushCalls with(RequestOptions options) {
        return new PushCalls(caller, options);
    }

    /**
     * Registers this session's device for pushes while it has no session. It holds until the next registration,
     * or until the session is closed.
     *
     * @param provider The provider that carries pushes to the device. It must be configured.
     * @param token The provider's name for the device: APNs' device token in hexadecimal digits, FCM's or a
     *     phone maker's registration token, the browser's PushSubscription as JSON, or what the webhook expects.
     */
    public CompletableFuture<Void> register(PushProvider provider, Json token) {
        return register(new RegisterRequest(provider, token));
    }

    /**
     * Registers this session's device for pushes while it has no session. It holds until the next registration,
     * or until the session is closed.
     */
    public CompletableFuture<Void> register(RegisterRequest request) {
        return caller.request("push.register", request.toJson(), options).thenApply(done -> null);
    }

    /** Ends the pushes to a device. */
    public CompletableFuture<UnregisterResult> unregister() {
        return unregister(new UnregisterRequest());
    }

    /** Ends the pushes to a device. */
    public CompletableFuture<UnregisterResult> unregister(UnregisterRequest request) {
        return caller.request("push.unregister", request.toJson(), options).thenApply(UnregisterResult::new);
    }

    /** Lists the user's devices that get pushes. */
    public CompletableFuture<DevicesResult> devices() {
        return caller.request("push.devices", Json.object().build(), options).thenApply(DevicesResult::new);
    }

    /** Tells the key that a web page needs to subscribe to pushes. */
    public CompletableFuture<WebPushKeyResult> webPushKey() {
        return caller.request("push.webPushKey", Json.object().build(), options).thenApply(WebPushKeyResult::new);
    }

    /**
     * Sets a quiet time of the day, in which only forced pushes come.
     *
     * @param enabled Whether there is a quiet time.
     */
    public CompletableFuture<Void> setGlobalDnd(boolean enabled) {
        return setGlobalDnd(new SetGlobalDndRequest(enabled));
    }

    /** Sets a quiet time of the day, in which only forced pushes come. */
    public CompletableFuture<Void> setGlobalDnd(SetGlobalDndRequest request) {
        return caller.request("push.setGlobalDnd", request.toJson(), options).thenApply(done -> null);
    }

    /** Tells the quiet time, in which only forced pushes come. */
    public CompletableFuture<GetGlobalDndResult> getGlobalDnd() {
        return caller.request("push.getGlobalDnd", Json.object().build(), options)
            .thenApply(GetGlobalDndResult::new);
    }

    /**
     * Tells whether a message was pushed to the caller, and why or why not.
     *
     * @param msgId The message.
     */
    public CompletableFuture<ExplainResult> explain(String msgId) {
        return caller.request("push.explain", Json.object()
            .put("msgId", msgId)
            .build(), options).thenApply(ExplainResult::new);
    }

    /**
     * Tells that a push was delivered to a device, or opened there. The first receipt of each kind counts.
     * Without a session: `POST /v1/push/receipts` with the same members.
     *
     * @param ticket The push's ticket, as it came with it.
     * @param event What has become of the push.
     */
    public CompletableFuture<Void> receipt(String ticket, PushReceiptKind event) {
        return caller.request("push.receipt", Json.object()
            .put("ticket", ticket)
            .put("event", Members.json(event, PushReceiptKind::toJson))
            .build(), options).thenApply(done -> null);
    }

    /**
     * What is given to `push.register`.
     *
     * provider: The provider that carries pushes to the device. It must be configured.
     * token: The provider's name for the device: APNs' device token in hexadecimal digits, FCM's or a phone
     * maker's registration token, the browser's PushSubscription as JSON, or what the webhook expects.
     */
    public static final class RegisterRequest {
        private final PushProvider provider;
        private final Json token;
        private String app;
        private String language;
        private PushPreview preview;

        public RegisterRequest(PushProvider provider, Json token) {
            this.provider = provider;
            this.token = token;
        }

        /** One of `push.apps`; left out or empty: the app of the provider's own section. */
        public RegisterRequest app(String app) {
            this.app = app;
            return this;
        }

        /** The language of the pushes' own words, by BCP 47. */
        public RegisterRequest language(String language) {
            this.language = language;
            return this;
        }

        /**
         * The most that a push shows on this device: `full`, as by default; `sender`: not the text; `none`: that
         * there is a message.
         */
        public RegisterRequest preview(PushPreview preview) {
            this.preview = preview;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("provider", Members.json(provider, PushProvider::toJson))
                .put("token", Members.json(token, Members.ANY))
                .put("app", app)
                .put("language", language)
                .put("preview", Members.json(preview, PushPreview::toJson))
                .build();
        }
    }

    /** What is given to `push.unregister`. */
    public static final class UnregisterRequest {
        private String device;

        public UnregisterRequest() {
        }

        /** One of the user's devices. Left out: this session's. */
        public UnregisterRequest device(String device) {
            this.device = device;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("device", device)
                .build();
        }
    }

    /** The result of `push.unregister`. */
    public static final class UnregisterResult extends Value {
        /** False if the device was not registered. */
        public final boolean unregistered;

        public UnregisterResult(Json json) {
            unregistered = Members.required(json, "unregistered", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("unregistered", unregistered)
                .build();
        }
    }

    public static final class DevicesResultDevice extends Value {
        public final String device;
        public final Platform platform;
        public final PushProvider provider;
        public final String app;
        public final String token;
        public final String language;
        public final PushPreview preview;
        public final long since;

        public DevicesResultDevice(Json json) {
            device = Members.required(json, "device", Json::asString);
            platform = Members.required(json, "platform", Platform::new);
            provider = Members.required(json, "provider", PushProvider::new);
            app = Members.optional(json, "app", Json::asString);
            token = Members.required(json, "token", Json::asString);
            language = Members.optional(json, "language", Json::asString);
            preview = Members.required(json, "preview", PushPreview::new);
            since = Members.required(json, "since", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("device", device)
                .put("platform", Members.json(platform, Platform::toJson))
                .put("provider", Members.json(provider, PushProvider::toJson))
                .put("app", app)
                .put("token", token)
                .put("language", language)
                .put("preview", Members.json(preview, PushPreview::toJson))
                .put("since", since)
                .build();
        }
    }

    /** The result of `push.devices`. */
    public static final class DevicesResult extends Value {
        /**
         * In the order of registration. `app`: left out for the app of the provider's own section; `token`: its last
         * 8 characters; `language`, `preview`: as registered.
         */
        public final List<DevicesResultDevice> devices;

        public DevicesResult(Json json) {
            devices = Members.required(json, "devices", Members.list(DevicesResultDevice::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("devices", Members.json(devices, Members.listJson(DevicesResultDevice::toJson)))
                .build();
        }
    }

    /** The result of `push.webPushKey`. */
    public static final class WebPushKeyResult extends Value {
        /** The `applicationServerKey`. */
        public final String key;

        public WebPushKeyResult(Json json) {
            key = Members.required(json, "key", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("key", key)
                .build();
        }
    }

    /**
     * What is given to `push.setGlobalDnd`.
     *
     * enabled: Whether there is a quiet time.
     */
    public static final class SetGlobalDndRequest {
        private final boolean enabled;
        private String start;
        private String end;
        private Long utcOffset;

        public SetGlobalDndRequest(boolean enabled) {
            this.enabled = enabled;
        }

        /** When the quiet time begins each day. */
        public SetGlobalDndRequest start(String start) {
            this.start = start;
            return this;
        }

        /** When it ends; before `start`: on the next day; the same as `start`: the whole day is quiet. */
        public SetGlobalDndRequest end(String end) {
            this.end = end;
            return this;
        }

        /** How many minutes the user's clock is ahead of UTC. */
        public SetGlobalDndRequest utcOffset(Long utcOffset) {
            this.utcOffset = utcOffset;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("enabled", enabled)
                .put("start", start)
                .put("end", end)
                .put("utcOffset", utcOffset)
                .build();
        }
    }

    /** The result of `push.getGlobalDnd`. */
    public static final class GetGlobalDndResult extends Value {
        /** As it was set; false at first. */
        public final boolean enabled;
        /** As it was set. */
        public final String start;
        /** As it was set. */
        public final String end;
        /** As it was set. */
        public final long utcOffset;

        public GetGlobalDndResult(Json json) {
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

    public static final class ExplainResultDevice extends Value {
        public final String device;
        public final Platform platform;
        public final PushProvider provider;
        public final String app;
        public final String token;
        public final String title;
        public final String body;
        public final PushState state;
        public final long attempts;
        public final long status;
        public final String answer;
        public final long answeredAt;
        public final Long delivered;
        public final Long opened;
        public final String notShown;
        public final Boolean replaced;

        public ExplainResultDevice(Json json) {
            device = Members.required(json, "device", Json::asString);
            platform = Members.required(json, "platform", Platform::new);
            provider = Members.required(json, "provider", PushProvider::new);
            app = Members.optional(json, "app", Json::asString);
            token = Members.required(json, "token", Json::asString);
            title = Members.optional(json, "title", Json::asString);
            body = Members.required(json, "body", Json::asString);
            state = Members.required(json, "state", PushState::new);
            attempts = Members.required(json, "attempts", Json::asLong);
            status = Members.required(json, "status", Json::asLong);
            answer = Members.required(json, "answer", Json::asString);
            answeredAt = Members.required(json, "answeredAt", Json::asLong);
            delivered = Members.optional(json, "delivered", Json::asLong);
            opened = Members.optional(json, "opened", Json::asLong);
            notShown = Members.optional(json, "notShown", Json::asString);
            replaced = Members.optional(json, "replaced", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("device", device)
                .put("platform", Members.json(platform, Platform::toJson))
                .put("provider", Members.json(provider, PushProvider::toJson))
                .put("app", app)
                .put("token", token)
                .put("title", title)
                .put("body", body)
                .put("state", Members.json(state, PushState::toJson))
                .put("attempts", attempts)
                .put("status", status)
                .put("answer", answer)
                .put("answeredAt", answeredAt)
                .put("delivered", delivered)
                .put("opened", opened)
                .put("notShown", notShown)
                .put("replaced", replaced)
                .build();
        }
    }

    /** The result of `push.explain`. */
    public static final class ExplainResult extends Value {
        /** Whether the message was pushed; null: not decided yet. */
        public final Boolean pushed;
        /**
         * Only if not: `ownMessage`, `recalled`, `expired`, `notMember`, `switchedOff`, `groupBlocked`, `refused`,
         * `notification`, `notMentioned`, `withoutPush`, `mentionsOnly`, `notifyNone`, `notifyManagersOnly`,
         * `quietHours`, `noDevice`, `online`, `noProvider`; see [pushes.md](pushes.md).
         */
        public final String reason;
        /** The rule that gives the reason. */
        public final String rule;
        /** Only if pushed: the push's text. */
        public final String text;
        /** Only if pushed: the number of all unread messages. */
        public final Long badge;
        /** Only if pushed: whether the sender forced it. */
        public final Boolean forced;
        /** True if it was pushed because a session that had been sent the message was lost; else left out. */
        public final Boolean sessionLost;
        /** True if it was recalled after it was pushed: the text is that of the push that takes its place. */
        public final Boolean recalled;
        /** The same if it has expired since. */
        public final Boolean expired;
        /** True if it was edited after it was pushed, and pushed again for that. */
        public final Boolean edited;
        /**
         * Only if pushed: the result for each device. `title`, `body`: what it shows; `state`: `waiting`, `accepted`,
         * `refused`, `unregistered`, `expired`; `status` and `answer` are the provider's; `delivered`, `opened`,
         * `notShown`: what receipts say, left out before; `replaced`: this is the push that took the place of
         * another.
         */
        public final List<ExplainResultDevice> devices;

        public ExplainResult(Json json) {
            pushed = Members.optional(json, "pushed", Json::asBoolean);
            reason = Members.optional(json, "reason", Json::asString);
            rule = Members.optional(json, "rule", Json::asString);
            text = Members.optional(json, "text", Json::asString);
            badge = Members.optional(json, "badge", Json::asLong);
            forced = Members.optional(json, "forced", Json::asBoolean);
            sessionLost = Members.optional(json, "sessionLost", Json::asBoolean);
            recalled = Members.optional(json, "recalled", Json::asBoolean);
            expired = Members.optional(json, "expired", Json::asBoolean);
            edited = Members.optional(json, "edited", Json::asBoolean);
            devices = Members.optional(json, "devices", Members.list(ExplainResultDevice::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("pushed", Members.orNull(pushed, Json::of))
                .put("reason", reason)
                .put("rule", rule)
                .put("text", text)
                .put("badge", badge)
                .put("forced", forced)
                .put("sessionLost", sessionLost)
                .put("recalled", recalled)
                .put("expired", expired)
                .put("edited", edited)
                .put("devices", Members.json(devices, Members.listJson(ExplainResultDevice::toJson)))
                .build();
        }
    }
}
