// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `session.…`. */
public final class SessionCalls {
    private final Caller caller;
    private final RequestOptions options;

    public SessionCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private SessionCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public SessionCalls with(RequestOptions options) {
        return new SessionCalls(caller, options);
    }

    /**
     * Gives the session a new token of the same user. The session then ends with the new token.
     *
     * @param token A JWT of the same user.
     */
    public CompletableFuture<RefreshResult> refresh(String token) {
        return caller.request("session.refresh", Json.object()
            .put("token", token)
            .build(), options).thenApply(RefreshResult::new);
    }

    /** Lists the user's sessions, oldest first. */
    public CompletableFuture<ListResult> list() {
        return caller.request("session.list", Json.object().build(), options).thenApply(ListResult::new);
    }

    /** Ends one of the user's sessions: this one, or another device's. */
    public CompletableFuture<CloseResult> close() {
        return close(new CloseRequest());
    }

    /** Ends one of the user's sessions: this one, or another device's. */
    public CompletableFuture<CloseResult> close(CloseRequest request) {
        return caller.request("session.close", request.toJson(), options).thenApply(CloseResult::new);
    }

    /** The result of `session.refresh`. */
    public static final class RefreshResult extends Value {
        /** When the new token ends. */
        public final long expiresAt;

        public RefreshResult(Json json) {
            expiresAt = Members.required(json, "expiresAt", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("expiresAt", expiresAt)
                .build();
        }
    }

    public static final class ListResultSession extends Value {
        public final String session;
        public final String device;
        public final Platform platform;
        public final long openedAt;
        public final boolean current;

        public ListResultSession(Json json) {
            session = Members.required(json, "session", Json::asString);
            device = Members.required(json, "device", Json::asString);
            platform = Members.required(json, "platform", Platform::new);
            openedAt = Members.required(json, "openedAt", Json::asLong);
            current = Members.required(json, "current", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("session", session)
                .put("device", device)
                .put("platform", Members.json(platform, Platform::toJson))
                .put("openedAt", openedAt)
                .put("current", current)
                .build();
        }
    }

    /** The result of `session.list`. */
    public static final class ListResult extends Value {
        /** `openedAt` is in milliseconds since 1970; `current` marks the caller's session. */
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

    /** What is given to `session.close`. */
    public static final class CloseRequest {
        private String session;

        public CloseRequest() {
        }

        /** The session to end, from `session.list`. Left out: the caller's session. */
        public CloseRequest session(String session) {
            this.session = session;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("session", session)
                .build();
        }
    }

    /** The result of `session.close`. */
    public static final class CloseResult extends Value {
        /** False if there is no such session any more. */
        public final boolean closed;

        public CloseResult(Json json) {
            closed = Members.required(json, "closed", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("closed", closed)
                .build();
        }
    }
}
