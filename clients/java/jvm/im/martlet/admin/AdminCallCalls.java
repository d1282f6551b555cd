// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Call;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.call.…`. */
public final class AdminCallCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminCallCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminCallCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminCallCalls with(RequestOptions options) {
        return new AdminCallCalls(caller, options);
    }

    /** Lists the calls that ring or go on, each as its inviter sees it, the oldest first. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists the calls that ring or go on, each as its inviter sees it, the oldest first. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("admin.call.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /**
     * Ends a call for all of its users.
     *
     * @param callID The call.
     */
    public CompletableFuture<EndResult> end(String callID) {
        return caller.request("admin.call.end", Json.object()
            .put("callID", callID)
            .build(), options).thenApply(EndResult::new);
    }

    /** What is given to `admin.call.list`. */
    public static final class ListRequest {
        private String cursor;
        private Long limit;

        public ListRequest() {
        }

        /** The value from the last page. Left out: from the start. */
        public ListRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many calls. */
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

    /** The result of `admin.call.list`. */
    public static final class ListResult extends Value {
        /** The calls. */
        public final List<Call> calls;
        /** Send it for the next page; absent at the end. */
        public final String cursor;

        public ListResult(Json json) {
            calls = Members.required(json, "calls", Members.list(Call::new));
            cursor = Members.optional(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("calls", Members.json(calls, Members.listJson(Call::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /** The result of `admin.call.end`. */
    public static final class EndResult extends Value {
        public final Call call;

        public EndResult(Json json) {
            call = Members.required(json, "call", Call::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("call", Members.json(call, Call::toJson))
                .build();
        }
    }
}
