// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `pendency.…`. */
public final class PendencyCalls {
    private final Caller caller;
    private final RequestOptions options;

    public PendencyCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private PendencyCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public PendencyCalls with(RequestOptions options) {
        return new PendencyCalls(caller, options);
    }

    /**
     * Lists friend requests, newest first; none if the caller's copy is current.
     *
     * @param type 1: requests received; 2: requests sent; 3: both.
     * @param numPerPage At most this many requests.
     */
    public CompletableFuture<ListResult> list(long type, long numPerPage) {
        return list(new ListRequest(type, numPerPage));
    }

    /** Lists friend requests, newest first; none if the caller's copy is current. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("pendency.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /**
     * Deletes the caller's copy of requests. A received request can no longer be answered then.
     *
     * @param type 1: requests received; 2: requests sent.
     * @param userIDs The users.
     */
    public CompletableFuture<Void> delete(long type, List<String> userIDs) {
        return caller.request("pendency.delete", Json.object()
            .put("type", type)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Marks the requests received up to a time as read.
     *
     * @param timestamp In seconds since 1970.
     */
    public CompletableFuture<ReportResult> report(long timestamp) {
        return caller.request("pendency.report", Json.object()
            .put("timestamp", timestamp)
            .build(), options).thenApply(ReportResult::new);
    }

    /**
     * What is given to `pendency.list`.
     *
     * type: 1: requests received; 2: requests sent; 3: both.
     * numPerPage: At most this many requests.
     */
    public static final class ListRequest {
        private final long type;
        private final long numPerPage;
        private Long seq;
        private Long timestamp;

        public ListRequest(long type, long numPerPage) {
            this.type = type;
            this.numPerPage = numPerPage;
        }

        /** The `seq` of the caller's copy; for further pages, the one sent for the first page. */
        public ListRequest seq(Long seq) {
            this.seq = seq;
            return this;
        }

        /** The value from the last page; 0: from the start. */
        public ListRequest timestamp(Long timestamp) {
            this.timestamp = timestamp;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("type", type)
                .put("seq", seq)
                .put("timestamp", timestamp)
                .put("numPerPage", numPerPage)
                .build();
        }
    }

    public static final class ListResultItem extends Value {
        public final String userID;
        public final long addTime;
        public final String addSource;
        public final String addWording;
        public final String nickname;
        public final long type;

        public ListResultItem(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            addTime = Members.required(json, "addTime", Json::asLong);
            addSource = Members.required(json, "addSource", Json::asString);
            addWording = Members.required(json, "addWording", Json::asString);
            nickname = Members.required(json, "nickname", Json::asString);
            type = Members.required(json, "type", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("addTime", addTime)
                .put("addSource", addSource)
                .put("addWording", addWording)
                .put("nickname", nickname)
                .put("type", type)
                .build();
        }
    }

    /** The result of `pendency.list`. */
    public static final class ListResult extends Value {
        /** `addTime` in seconds; `type` 1: received, 2: sent. */
        public final List<ListResultItem> items;
        /** The list's version. Keep it after the last page. */
        public final long seq;
        /** Send it for the next page; 0 at the end. */
        public final long timestamp;
        /** How many received requests have not been reported as read. */
        public final long unreadCount;

        public ListResult(Json json) {
            items = Members.required(json, "items", Members.list(ListResultItem::new));
            seq = Members.required(json, "seq", Json::asLong);
            timestamp = Members.required(json, "timestamp", Json::asLong);
            unreadCount = Members.required(json, "unreadCount", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("items", Members.json(items, Members.listJson(ListResultItem::toJson)))
                .put("seq", seq)
                .put("timestamp", timestamp)
                .put("unreadCount", unreadCount)
                .build();
        }
    }

    /** The result of `pendency.report`. */
    public static final class ReportResult extends Value {
        /** How many requests are still unread. */
        public final long unreadCount;

        public ReportResult(Json json) {
            unreadCount = Members.required(json, "unreadCount", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("unreadCount", unreadCount)
                .build();
        }
    }
}
