// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `broadcast.…`. */
public final class BroadcastCalls {
    private final Caller caller;
    private final RequestOptions options;

    public BroadcastCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private BroadcastCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public BroadcastCalls with(RequestOptions options) {
        return new BroadcastCalls(caller, options);
    }

    /**
     * Lists the broadcasts that devices which come are given, after a position, the oldest first: to fill a gap
     * that `session.open` left, or for a device that keeps no positions.
     */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /**
     * Lists the broadcasts that devices which come are given, after a position, the oldest first: to fill a gap
     * that `session.open` left, or for a device that keeps no positions.
     */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("broadcast.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /** What is given to `broadcast.list`. */
    public static final class ListRequest {
        private Long after;
        private Long limit;

        public ListRequest() {
        }

        /** The last seq that the client has; 0: none. */
        public ListRequest after(Long after) {
            this.after = after;
            return this;
        }

        /** At most this many broadcasts. */
        public ListRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("after", after)
                .put("limit", limit)
                .build();
        }
    }

    /** The result of `broadcast.list`. */
    public static final class ListResult extends Value {
        /** The broadcasts. */
        public final List<Broadcast> broadcasts;
        /** The seq of the last broadcast of all. */
        public final long seq;
        /** Whether there are no more. */
        public final boolean isFinished;

        public ListResult(Json json) {
            broadcasts = Members.required(json, "broadcasts", Members.list(Broadcast::new));
            seq = Members.required(json, "seq", Json::asLong);
            isFinished = Members.required(json, "isFinished", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("broadcasts", Members.json(broadcasts, Members.listJson(Broadcast::toJson)))
                .put("seq", seq)
                .put("isFinished", isFinished)
                .build();
        }
    }
}
