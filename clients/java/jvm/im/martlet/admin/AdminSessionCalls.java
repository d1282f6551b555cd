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

/** The operations `admin.session.…`. */
public final class AdminSessionCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminSessionCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminSessionCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminSessionCalls with(RequestOptions options) {
        return new AdminSessionCalls(caller, options);
    }

    /**
     * Lists a user's sessions.
     *
     * @param userID The user.
     */
    public CompletableFuture<ListResult> list(String userID) {
        return caller.request("admin.session.list", Json.object()
            .put("userID", userID)
            .build(), options).thenApply(ListResult::new);
    }

    /** Lists the sessions of all users, or those that match, a page at a time. */
    public CompletableFuture<FindResult> find() {
        return find(new FindRequest());
    }

    /** Lists the sessions of all users, or those that match, a page at a time. */
    public CompletableFuture<FindResult> find(FindRequest request) {
        return caller.request("admin.session.find", request.toJson(), options).thenApply(FindResult::new);
    }

    /**
     * Ends a user's sessions: all, or those that `session`, `device` and `platform` together describe. The
     * devices stay registered for pushes, and may come back.
     *
     * @param userID The user.
     */
    public CompletableFuture<KickResult> kick(String userID) {
        return kick(new KickRequest(userID));
    }

    /**
     * Ends a user's sessions: all, or those that `session`, `device` and `platform` together describe. The
     * devices stay registered for pushes, and may come back.
     */
    public CompletableFuture<KickResult> kick(KickRequest request) {
        return caller.request("admin.session.kick", request.toJson(), options).thenApply(KickResult::new);
    }

    public static final class ListResultSession extends Value {
        public final String session;
        public final String device;
        public final Platform platform;
        public final long openedAt;
        public final String address;
        /** The node of a cluster that has the session's connection. */
        public final String node;

        public ListResultSession(Json json) {
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

    /** The result of `admin.session.list`. */
    public static final class ListResult extends Value {
        /** The user's sessions, oldest first; `openedAt` is in milliseconds since 1970, `address` the client's. */
        public final List<ListResultSession> sessions;

        public ListResult(Json json) {
            sessions = Members.required(json, "sessions", Members.list(ListResultSession::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("sessions", Members.json(sessions, Members.listJson(ListResultSession::toJson)))
                .build();
        }
    }

    /** What is given to `admin.session.find`. */
    public static final class FindRequest {
        private Platform platform;
        private String address;
        private String cursor;
        private Long limit;

        public FindRequest() {
        }

        /** Only sessions on this platform. */
        public FindRequest platform(Platform platform) {
            this.platform = platform;
            return this;
        }

        /** Only sessions from this address or network, such as `10.1.0.0/16`. */
        public FindRequest address(String address) {
            this.address = address;
            return this;
        }

        /** From the page before; left out: the first page. */
        public FindRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** The most sessions of the page. */
        public FindRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("platform", Members.json(platform, Platform::toJson))
                .put("address", address)
                .put("cursor", cursor)
                .put("limit", limit)
                .build();
        }
    }

    public static final class FindResultSession extends Value {
        public final String userID;
        public final String session;
        public final String device;
        public final Platform platform;
        public final long openedAt;
        public final String address;
        /** The node of a cluster that has the session's connection. */
        public final String node;

        public FindResultSession(Json json) {
            userID = Members.required(json, "userID", Json::asString);
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
                .put("userID", userID)
                .put("session", session)
                .put("device", device)
                .put("platform", Members.json(platform, Platform::toJson))
                .put("openedAt", openedAt)
                .put("address", address)
                .put("node", node)
                .build();
        }
    }

    /** The result of `admin.session.find`. */
    public static final class FindResult extends Value {
        /** In an order of the gateway's own. A page may have fewer than `limit`, and none. */
        public final List<FindResultSession> sessions;
        /** What to give as `cursor` for the next page; empty: there is none. */
        public final String cursor;

        public FindResult(Json json) {
            sessions = Members.required(json, "sessions", Members.list(FindResultSession::new));
            cursor = Members.required(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("sessions", Members.json(sessions, Members.listJson(FindResultSession::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /**
     * What is given to `admin.session.kick`.
     *
     * userID: The user.
     */
    public static final class KickRequest {
        private final String userID;
        private String session;
        private String device;
        private Platform platform;
        private String reason;

        public KickRequest(String userID) {
            this.userID = userID;
        }

        /** Only this session. */
        public KickRequest session(String session) {
            this.session = session;
            return this;
        }

        /** Only sessions of this device. */
        public KickRequest device(String device) {
            this.device = device;
            return this;
        }

        /** Only sessions on this platform. */
        public KickRequest platform(Platform platform) {
            this.platform = platform;
            return this;
        }

        /** A text for the sessions that end; `session.kicked` has it. */
        public KickRequest reason(String reason) {
            this.reason = reason;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("session", session)
                .put("device", device)
                .put("platform", Members.json(platform, Platform::toJson))
                .put("reason", reason)
                .build();
        }
    }

    /** The result of `admin.session.kick`. */
    public static final class KickResult extends Value {
        /** How many sessions end. */
        public final long kicked;

        public KickResult(Json json) {
            kicked = Members.required(json, "kicked", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("kicked", kicked)
                .build();
        }
    }
}
