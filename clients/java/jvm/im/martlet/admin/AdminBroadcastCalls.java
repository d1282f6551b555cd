// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.broadcast.…`. */
public final class AdminBroadcastCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminBroadcastCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminBroadcastCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminBroadcastCalls with(RequestOptions options) {
        return new AdminBroadcastCalls(caller, options);
    }

    /**
     * Stops a broadcast: sessions that have not been told are not, and devices that come later do not get it. Who
     * has it keeps it.
     *
     * @param seq The broadcast's number.
     */
    public CompletableFuture<Void> stop(long seq) {
        return caller.request("admin.broadcast.stop", Json.object()
            .put("seq", seq)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Tells how far a broadcast has come. Of a cluster, the node that is asked tells of its own sessions.
     *
     * @param seq The broadcast's number.
     */
    public CompletableFuture<StatusResult> status(long seq) {
        return caller.request("admin.broadcast.status", Json.object()
            .put("seq", seq)
            .build(), options).thenApply(StatusResult::new);
    }

    /** Lists the broadcasts that are kept, the newest first, as `admin.broadcast.status` shows them. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists the broadcasts that are kept, the newest first, as `admin.broadcast.status` shows them. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("admin.broadcast.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /** The result of `admin.broadcast.status`. */
    public static final class StatusResult extends Value {
        /** The broadcast's number: it rises without gaps, and is its place in the stream. */
        public final long seq;
        /** As it was sent. */
        public final long type;
        /** As it was sent. */
        public final Json body;
        /** When the gateway accepted it. */
        public final long time;
        /** From when on nobody is told any more; absent: it does not end. */
        public final Long expiresAt;
        /** The backend's own id for it. */
        public final String clientMsgId;
        /** Whom it is for. */
        public final BroadcastAudience to;
        /**
         * `telling`: sessions are being told; `told`: all have been; `stopped`; `expired`; `past`: it came before
         * this node began to run, and what it did then is not known.
         */
        public final BroadcastState state;
        /** How many sessions of this node have been told. Absent with `past`. */
        public final Long told;
        /** How many sessions this node had when it came. Those that ended before their turn were not told. */
        public final Long of;

        public StatusResult(Json json) {
            seq = Members.required(json, "seq", Json::asLong);
            type = Members.required(json, "type", Json::asLong);
            body = Members.required(json, "body", Members.ANY);
            time = Members.required(json, "time", Json::asLong);
            expiresAt = Members.optional(json, "expiresAt", Json::asLong);
            clientMsgId = Members.required(json, "clientMsgId", Json::asString);
            to = Members.required(json, "to", BroadcastAudience::new);
            state = Members.required(json, "state", BroadcastState::new);
            told = Members.optional(json, "told", Json::asLong);
            of = Members.optional(json, "of", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("seq", seq)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("time", time)
                .put("expiresAt", expiresAt)
                .put("clientMsgId", clientMsgId)
                .put("to", Members.json(to, BroadcastAudience::toJson))
                .put("state", Members.json(state, BroadcastState::toJson))
                .put("told", told)
                .put("of", of)
                .build();
        }
    }

    /** What is given to `admin.broadcast.list`. */
    public static final class ListRequest {
        private Long cursor;
        private Long limit;

        public ListRequest() {
        }

        /** The value from the last page; 0: from the newest on. */
        public ListRequest cursor(Long cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many broadcasts. */
        public ListRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("cursor", cursor)
                .put("limit", limit)
                .build();
        }
    }

    public static final class ListResultBroadcast extends Value {
        /** The broadcast's number: it rises without gaps, and is its place in the stream. */
        public final long seq;
        /** As it was sent. */
        public final long type;
        /** As it was sent. */
        public final Json body;
        /** When the gateway accepted it. */
        public final long time;
        /** From when on nobody is told any more; absent: it does not end. */
        public final Long expiresAt;
        /** The backend's own id for it. */
        public final String clientMsgId;
        /** Whom it is for. */
        public final BroadcastAudience to;
        /**
         * `telling`: sessions are being told; `told`: all have been; `stopped`; `expired`; `past`: it came before
         * this node began to run, and what it did then is not known.
         */
        public final BroadcastState state;
        /** How many sessions of this node have been told. Absent with `past`. */
        public final Long told;
        /** How many sessions this node had when it came. Those that ended before their turn were not told. */
        public final Long of;

        public ListResultBroadcast(Json json) {
            seq = Members.required(json, "seq", Json::asLong);
            type = Members.required(json, "type", Json::asLong);
            body = Members.required(json, "body", Members.ANY);
            time = Members.required(json, "time", Json::asLong);
            expiresAt = Members.optional(json, "expiresAt", Json::asLong);
            clientMsgId = Members.required(json, "clientMsgId", Json::asString);
            to = Members.required(json, "to", BroadcastAudience::new);
            state = Members.required(json, "state", BroadcastState::new);
            told = Members.optional(json, "told", Json::asLong);
            of = Members.optional(json, "of", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("seq", seq)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("time", time)
                .put("expiresAt", expiresAt)
                .put("clientMsgId", clientMsgId)
                .put("to", Members.json(to, BroadcastAudience::toJson))
                .put("state", Members.json(state, BroadcastState::toJson))
                .put("told", told)
                .put("of", of)
                .build();
        }
    }

    /** The result of `admin.broadcast.list`. */
    public static final class ListResult extends Value {
        /** The broadcasts. */
        public final List<ListResultBroadcast> broadcasts;
        /** Send it for the next page; 0 at the end. */
        public final long cursor;

        public ListResult(Json json) {
            broadcasts = Members.required(json, "broadcasts", Members.list(ListResultBroadcast::new));
            cursor = Members.required(json, "cursor", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("broadcasts", Members.json(broadcasts, Members.listJson(ListResultBroadcast::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }
}
