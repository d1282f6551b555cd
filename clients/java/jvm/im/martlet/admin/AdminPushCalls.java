// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Platform;
import im.martlet.protocol.PushPreview;
import im.martlet.protocol.PushProvider;
import im.martlet.protocol.PushState;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.push.…`. */
public final class AdminPushCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminPushCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminPushCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminPushCalls with(RequestOptions options) {
        return new AdminPushCalls(caller, options);
    }

    /**
     * Tells whether a message was pushed to a user, and why or why not.
     *
     * @param userID The user.
     * @param msgId The message.
     */
    public CompletableFuture<ExplainResult> explain(String userID, String msgId) {
        return caller.request("admin.push.explain", Json.object()
            .put("userID", userID)
            .put("msgId", msgId)
            .build(), options).thenApply(ExplainResult::new);
    }

    /**
     * Lists a user's devices that get pushes.
     *
     * @param userID The user.
     */
    public CompletableFuture<DevicesResult> devices(String userID) {
        return caller.request("admin.push.devices", Json.object()
            .put("userID", userID)
            .build(), options).thenApply(DevicesResult::new);
    }

    /**
     * Ends the pushes to one or all of a user's devices.
     *
     * @param userID The user.
     */
    public CompletableFuture<UnregisterResult> unregister(String userID) {
        return unregister(new UnregisterRequest(userID));
    }

    /** Ends the pushes to one or all of a user's devices. */
    public CompletableFuture<UnregisterResult> unregister(UnregisterRequest request) {
        return caller.request("admin.push.unregister", request.toJson(), options).thenApply(UnregisterResult::new);
    }

    /**
     * Sends a push to one of a user's devices now, whatever its settings are, and tells what the provider says.
     * Nothing is kept of it, and no device is forgotten for it. At the operators' listener alone
     * (`admin.listen`).
     *
     * @param userID The user.
     * @param device One of the user's devices that get pushes.
     */
    public CompletableFuture<TestResult> test(String userID, String device) {
        return caller.request("admin.push.test", Json.object()
            .put("userID", userID)
            .put("device", device)
            .build(), options).thenApply(TestResult::new);
    }

    /**
     * Tells what has become of pushes, for backends that carry them on. A receipt with a wrong ticket is passed
     * over.
     *
     * @param receipts 1 to 1000: each with the push's `ticket`, `event`, and why it was `notShown` as
     *     `reason`. `dead`: the device is gone, and is pushed to no more.
     */
    public CompletableFuture<ReceiptsResult> receipts(List<ReceiptsReceipt> receipts) {
        return caller.request("admin.push.receipts", Json.object()
            .put("receipts", Members.json(receipts, Members.listJson(ReceiptsReceipt::toJson)))
            .build(), options).thenApply(ReceiptsResult::new);
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

    /** The result of `admin.push.explain`. */
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

    /** The result of `admin.push.devices`. */
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

    /**
     * What is given to `admin.push.unregister`.
     *
     * userID: The user.
     */
    public static final class UnregisterRequest {
        private final String userID;
        private String device;

        public UnregisterRequest(String userID) {
            this.userID = userID;
        }

        /** One of the user's devices. Left out: all of them. */
        public UnregisterRequest device(String device) {
            this.device = device;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("device", device)
                .build();
        }
    }

    /** The result of `admin.push.unregister`. */
    public static final class UnregisterResult extends Value {
        /** False if no device was registered. */
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

    /** The result of `admin.push.test`. */
    public static final class TestResult extends Value {
        /**
         * `accepted`: the provider has it; `refused`: it takes no such push; `unregistered`: it does not know the
         * device; `later`: it takes none now, or does not take us for whom we are.
         */
        public final PushTestOutcome outcome;
        /** Of HTTP; 0: there was no answer. */
        public final long status;
        /** The provider's code and words, and what to do about it where that is known. */
        public final String answer;
        /** Until the answer. */
        public final long milliseconds;

        public TestResult(Json json) {
            outcome = Members.required(json, "outcome", PushTestOutcome::new);
            status = Members.required(json, "status", Json::asLong);
            answer = Members.required(json, "answer", Json::asString);
            milliseconds = Members.required(json, "milliseconds", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("outcome", Members.json(outcome, PushTestOutcome::toJson))
                .put("status", status)
                .put("answer", answer)
                .put("milliseconds", milliseconds)
                .build();
        }
    }

    public static final class ReceiptsReceipt {
        private final String ticket;
        private final PushOutcome event;
        private String reason;

        public ReceiptsReceipt(String ticket, PushOutcome event) {
            this.ticket = ticket;
            this.event = event;
        }

        public ReceiptsReceipt reason(String reason) {
            this.reason = reason;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("ticket", ticket)
                .put("event", Members.json(event, PushOutcome::toJson))
                .put("reason", reason)
                .build();
        }
    }

    /** The result of `admin.push.receipts`. */
    public static final class ReceiptsResult extends Value {
        /** How many were news. */
        public final long noted;

        public ReceiptsResult(Json json) {
            noted = Members.required(json, "noted", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("noted", noted)
                .build();
        }
    }
}
