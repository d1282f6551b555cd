// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `groupReceipt.…`. */
public final class GroupReceiptCalls {
    private final Caller caller;
    private final RequestOptions options;

    public GroupReceiptCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private GroupReceiptCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public GroupReceiptCalls with(RequestOptions options) {
        return new GroupReceiptCalls(caller, options);
    }

    /**
     * Tells the senders that the caller has read messages that ask for receipts.
     *
     * @param groupID The group.
     * @param msgIds Messages of the group.
     */
    public CompletableFuture<Void> send(String groupID, List<String> msgIds) {
        return caller.request("groupReceipt.send", Json.object()
            .put("groupID", groupID)
            .put("msgIds", Members.json(msgIds, Members.listJson(Json::of)))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Counts the members who have read messages of the caller, and those who have not.
     *
     * @param groupID The group.
     * @param msgIds Messages of the group.
     */
    public CompletableFuture<CountsResult> counts(String groupID, List<String> msgIds) {
        return caller.request("groupReceipt.counts", Json.object()
            .put("groupID", groupID)
            .put("msgIds", Members.json(msgIds, Members.listJson(Json::of)))
            .build(), options).thenApply(CountsResult::new);
    }

    /**
     * Lists the members who have read a message of the caller, and those who have not. In a group with `receipts`
     * `positions` it lists one of both, in pages of 100.
     *
     * @param groupID The group.
     * @param msgId A message of the caller.
     */
    public CompletableFuture<DetailResult> detail(String groupID, String msgId) {
        return detail(new DetailRequest(groupID, msgId));
    }

    /**
     * Lists the members who have read a message of the caller, and those who have not. In a group with `receipts`
     * `positions` it lists one of both, in pages of 100.
     */
    public CompletableFuture<DetailResult> detail(DetailRequest request) {
        return caller.request("groupReceipt.detail", request.toJson(), options).thenApply(DetailResult::new);
    }

    public static final class CountsResultReceipt extends Value {
        public final String msgId;
        public final long readCount;
        public final long unreadCount;

        public CountsResultReceipt(Json json) {
            msgId = Members.required(json, "msgId", Json::asString);
            readCount = Members.required(json, "readCount", Json::asLong);
            unreadCount = Members.required(json, "unreadCount", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("readCount", readCount)
                .put("unreadCount", unreadCount)
                .build();
        }
    }

    /** The result of `groupReceipt.counts`. */
    public static final class CountsResult extends Value {
        /** One for each message of the user that asks for receipts. */
        public final List<CountsResultReceipt> receipts;

        public CountsResult(Json json) {
            receipts = Members.required(json, "receipts", Members.list(CountsResultReceipt::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("receipts", Members.json(receipts, Members.listJson(CountsResultReceipt::toJson)))
                .build();
        }
    }

    /**
     * What is given to `groupReceipt.detail`.
     *
     * groupID: The group.
     * msgId: A message of the caller.
     */
    public static final class DetailRequest {
        private final String groupID;
        private final String msgId;
        private Boolean unread;
        private String cursor;

        public DetailRequest(String groupID, String msgId) {
            this.groupID = groupID;
            this.msgId = msgId;
        }

        /** In a group with `receipts` `positions`: lists those who have not read it, and not its readers. */
        public DetailRequest unread(Boolean unread) {
            this.unread = unread;
            return this;
        }

        /** The value from the last page. Left out: from the start. */
        public DetailRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("groupID", groupID)
                .put("msgId", msgId)
                .put("unread", unread)
                .put("cursor", cursor)
                .build();
        }
    }

    /** The result of `groupReceipt.detail`. */
    public static final class DetailResult extends Value {
        /** The members who have read it, in the order of reading; by positions, who joined last first. */
        public final List<String> readUserIds;
        /** Members who were there when it was sent, still are, and have not read it. */
        public final List<String> unreadUserIds;
        /** Send it for the next page; absent at the end. */
        public final String cursor;

        public DetailResult(Json json) {
            readUserIds = Members.required(json, "readUserIds", Members.list(Json::asString));
            unreadUserIds = Members.required(json, "unreadUserIds", Members.list(Json::asString));
            cursor = Members.optional(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("readUserIds", Members.json(readUserIds, Members.listJson(Json::of)))
                .put("unreadUserIds", Members.json(unreadUserIds, Members.listJson(Json::of)))
                .put("cursor", cursor)
                .build();
        }
    }
}
