// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Platform;
import im.martlet.protocol.PushPreview;
import im.martlet.protocol.PushProvider;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.user.…`. */
public final class AdminUserCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminUserCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminUserCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminUserCalls with(RequestOptions options) {
        return new AdminUserCalls(caller, options);
    }

    /**
     * Tells what the gateway knows of a user at the moment.
     *
     * @param userID The user.
     */
    public CompletableFuture<StateResult> state(String userID) {
        return caller.request("admin.user.state", Json.object()
            .put("userID", userID)
            .build(), options).thenApply(StateResult::new);
    }

    public static final class StateResultSession extends Value {
        public final String session;
        public final String device;
        public final Platform platform;
        public final long openedAt;
        public final String address;
        /** The node of a cluster that has the session's connection. */
        public final String node;

        public StateResultSession(Json json) {
            session = Members.required(json, "session", Json::asString);
            device = Members.required(json, "device", Json::asString);
            platform = Members.required(json, "platform", Platform::new);
            openedAt = Members.required(json, "openedAt", Json::asLong);
            address = Members.required(json, "address", Json::asString);
            node = Members.optional(json, "node", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("session", session)
                .put("device", device)
                .put("platform", Members.json(platform, Platform::toJson))
                .put("openedAt", openedAt)
                .put("address", address)
                .put("node", node)
                .build();
        }
    }

    public static final class StateResultDevice extends Value {
        public final String device;
        public final Platform platform;
        public final PushProvider provider;
        public final String app;
        public final String token;
        public final String language;
        public final PushPreview preview;
        public final long since;

        public StateResultDevice(Json json) {
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

    public static final class StateResultSubscription extends Value {
        public final long type;
        public final long count;

        public StateResultSubscription(Json json) {
            type = Members.required(json, "type", Json::asLong);
            count = Members.required(json, "count", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("type", type)
                .put("count", count)
                .build();
        }
    }

    /** The result of `admin.user.state`. */
    public static final class StateResult extends Value {
        /** The user. */
        public final String userID;
        /** Whether the user has a session. */
        public final boolean online;
        /** Whether the account is disabled. */
        public final boolean disabled;
        /** The user's sessions, oldest first; `openedAt` is in milliseconds since 1970, `address` the client's. */
        public final List<StateResultSession> sessions;
        /** The unread messages of all conversations, as `conversation.totalUnread`. */
        public final long totalUnread;
        /**
         * In the order of registration. `app`: left out for the app of the provider's own section; `token`: its last
         * 8 characters; `language`, `preview`: as registered.
         */
        public final List<StateResultDevice> devices;
        /** How many users the user follows, by type: 1 online status, 2 profile. */
        public final List<StateResultSubscription> subscriptions;

        public StateResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            online = Members.required(json, "online", Json::asBoolean);
            disabled = Members.required(json, "disabled", Json::asBoolean);
            sessions = Members.required(json, "sessions", Members.list(StateResultSession::new));
            totalUnread = Members.required(json, "totalUnread", Json::asLong);
            devices = Members.required(json, "devices", Members.list(StateResultDevice::new));
            subscriptions = Members.required(json, "subscriptions", Members.list(StateResultSubscription::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("online", online)
                .put("disabled", disabled)
                .put("sessions", Members.json(sessions, Members.listJson(StateResultSession::toJson)))
                .put("totalUnread", totalUnread)
                .put("devices", Members.json(devices, Members.listJson(StateResultDevice::toJson)))
                .put("subscriptions", Members.json(subscriptions, Members.listJson(StateResultSubscription::toJson)))
                .build();
        }
    }
}
