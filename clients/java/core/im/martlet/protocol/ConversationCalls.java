// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `conversation.…`. */
public final class ConversationCalls {
    private final Caller caller;
    private final RequestOptions options;

    public ConversationCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private ConversationCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public ConversationCalls with(RequestOptions options) {
        return new ConversationCalls(caller, options);
    }

    /**
     * The session looks at up to 3 conversations from now on, and no longer at others: it hears
     * `message.appended` there. The reply has the texts so far.
     *
     * @param conversationIDs The conversations; none: it looks at none any more.
     */
    public CompletableFuture<WatchResult> watch(List<String> conversationIDs) {
        return caller.request("conversation.watch", Json.object()
            .put("conversationIDs", Members.json(conversationIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(WatchResult::new);
    }

    /** Lists the conversations, pinned ones first, then newest to oldest. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists the conversations, pinned ones first, then newest to oldest. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("conversation.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /** Reads one or several conversations of the list. */
    public CompletableFuture<GetResult> get() {
        return get(new GetRequest());
    }

    /** Reads one or several conversations of the list. */
    public CompletableFuture<GetResult> get(GetRequest request) {
        return caller.request("conversation.get", request.toJson(), options).thenApply(GetResult::new);
    }

    /** Counts all unread messages, except in conversations with `recvOpt` 1, 2 or 3. */
    public CompletableFuture<TotalUnreadResult> totalUnread() {
        return caller.request("conversation.totalUnread", Json.object().build(), options)
            .thenApply(TotalUnreadResult::new);
    }

    /**
     * Marks messages as read; the other user gets a receipt.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     */
    public CompletableFuture<MarkReadResult> markRead(String conversationID) {
        return markRead(new MarkReadRequest(conversationID));
    }

    /** Marks messages as read; the other user gets a receipt. */
    public CompletableFuture<MarkReadResult> markRead(MarkReadRequest request) {
        return caller.request("conversation.markRead", request.toJson(), options).thenApply(MarkReadResult::new);
    }

    /** Marks all conversations of the list as read, each as `conversation.markRead` does. */
    public CompletableFuture<MarkAllReadResult> markAllRead() {
        return markAllRead(new MarkAllReadRequest());
    }

    /** Marks all conversations of the list as read, each as `conversation.markRead` does. */
    public CompletableFuture<MarkAllReadResult> markAllRead(MarkAllReadRequest request) {
        return caller.request("conversation.markAllRead", request.toJson(), options)
            .thenApply(MarkAllReadResult::new);
    }

    /**
     * Marks a conversation as unread, or removes the mark. No count changes; reading also removes the mark.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param marked True: sets the mark; false: removes it.
     */
    public CompletableFuture<Void> markUnread(String conversationID, boolean marked) {
        return caller.request("conversation.markUnread", Json.object()
            .put("conversationID", conversationID)
            .put("marked", marked)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Pins a conversation to the top of the list, or unpins it.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param pinned True: pins it; false: unpins it.
     */
    public CompletableFuture<Void> pin(String conversationID, boolean pinned) {
        return caller.request("conversation.pin", Json.object()
            .put("conversationID", conversationID)
            .put("pinned", pinned)
            .build(), options).thenApply(done -> null);
    }

    /** Removes conversations from the list, with this user's history. The other user's history stays. */
    public CompletableFuture<Void> delete() {
        return delete(new DeleteRequest());
    }

    /** Removes conversations from the list, with this user's history. The other user's history stays. */
    public CompletableFuture<Void> delete(DeleteRequest request) {
        return caller.request("conversation.delete", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Gives a conversation tags, which `conversation.list` can ask for. They stay when it leaves the list. What
     * is left out stays as it is.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     */
    public CompletableFuture<Void> setTags(String conversationID) {
        return setTags(new SetTagsRequest(conversationID));
    }

    /**
     * Gives a conversation tags, which `conversation.list` can ask for. They stay when it leaves the list. What
     * is left out stays as it is.
     */
    public CompletableFuture<Void> setTags(SetTagsRequest request) {
        return caller.request("conversation.setTags", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Keeps the draft of a message, with `conversations.drafts`. If it follows on another version than the last
     * one, it is refused (gw 1006): the list has the other draft, and the user chooses.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param text The draft; empty: it ends.
     * @param version The version of the draft that this one follows on; 0: there was none.
     */
    public CompletableFuture<SetDraftResult> setDraft(String conversationID, String text, long version) {
        return caller.request("conversation.setDraft", Json.object()
            .put("conversationID", conversationID)
            .put("text", text)
            .put("version", version)
            .build(), options).thenApply(SetDraftResult::new);
    }

    /**
     * Sets how messages of these users are received.
     *
     * @param userIDs The users.
     * @param opt 0: receive; 1: receive nothing (no events, not counted, only in the history); 2: receive
     *     without a push.
     */
    public CompletableFuture<SetC2CReceiveOptResult> setC2CReceiveOpt(List<String> userIDs, long opt) {
        return caller.request("conversation.setC2CReceiveOpt", Json.object()
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .put("opt", opt)
            .build(), options).thenApply(SetC2CReceiveOptResult::new);
    }

    /**
     * Tells how messages of these users are received.
     *
     * @param userIDs The users.
     */
    public CompletableFuture<GetC2CReceiveOptResult> getC2CReceiveOpt(List<String> userIDs) {
        return caller.request("conversation.getC2CReceiveOpt", Json.object()
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(GetC2CReceiveOptResult::new);
    }

    /**
     * Sets how messages of a group are received.
     *
     * @param groupID A group that the caller is in.
     * @param opt 0 to 2 as for users; 3: pushed only if the message mentions the user; 4: received only if it
     *     does.
     */
    public CompletableFuture<Void> setGroupReceiveOpt(String groupID, long opt) {
        return caller.request("conversation.setGroupReceiveOpt", Json.object()
            .put("groupID", groupID)
            .put("opt", opt)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Tells how messages of a group are received.
     *
     * @param groupID A group that the caller is in.
     */
    public CompletableFuture<GetGroupReceiveOptResult> getGroupReceiveOpt(String groupID) {
        return caller.request("conversation.getGroupReceiveOpt", Json.object()
            .put("groupID", groupID)
            .build(), options).thenApply(GetGroupReceiveOptResult::new);
    }

    public static final class WatchResultConversationStream extends Value {
        public final String streamID;
        /** The sender. */
        public final String from;
        /** What has come so far. */
        public final String text;

        public WatchResultConversationStream(Json json) {
            streamID = Members.required(json, "streamID", Json::asString);
            from = Members.required(json, "from", Json::asString);
            text = Members.required(json, "text", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("streamID", streamID)
                .put("from", from)
                .put("text", text)
                .build();
        }
    }

    public static final class WatchResultConversation extends Value {
        /** As it was sent. */
        public final String conversationID;
        /** What is being streamed there, the first one first. */
        public final List<WatchResultConversationStream> streams;

        public WatchResultConversation(Json json) {
            conversationID = Members.required(json, "conversationID", Json::asString);
            streams = Members.required(json, "streams", Members.list(WatchResultConversationStream::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("streams", Members.json(streams, Members.listJson(WatchResultConversationStream::toJson)))
                .build();
        }
    }

    /** The result of `conversation.watch`. */
    public static final class WatchResult extends Value {
        /** In the order sent. */
        public final List<WatchResultConversation> conversations;

        public WatchResult(Json json) {
            conversations = Members.required(json, "conversations", Members.list(WatchResultConversation::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversations", Members.json(conversations, Members.listJson(WatchResultConversation::toJson)))
                .build();
        }
    }

    /** What is given to `conversation.list`. */
    public static final class ListRequest {
        private Long nextSeq;
        private Long count;
        private String tag;

        public ListRequest() {
        }

        /** The value from the last page; 0: from the start. */
        public ListRequest nextSeq(Long nextSeq) {
            this.nextSeq = nextSeq;
            return this;
        }

        /** At most this many conversations. */
        public ListRequest count(Long count) {
            this.count = count;
            return this;
        }

        /** Only those that have this tag of the user's. */
        public ListRequest tag(String tag) {
            this.tag = tag;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("nextSeq", nextSeq)
                .put("count", count)
                .put("tag", tag)
                .build();
        }
    }

    /** The result of `conversation.list`. */
    public static final class ListResult extends Value {
        /** See [protocol.md](protocol.md). */
        public final List<Conversation> conversations;
        /** Send it for the next page; 0 at the end. */
        public final long nextSeq;
        /** Whether this was the last page. */
        public final boolean isFinished;

        public ListResult(Json json) {
            conversations = Members.required(json, "conversations", Members.list(Conversation::new));
            nextSeq = Members.required(json, "nextSeq", Json::asLong);
            isFinished = Members.required(json, "isFinished", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversations", Members.json(conversations, Members.listJson(Conversation::toJson)))
                .put("nextSeq", nextSeq)
                .put("isFinished", isFinished)
                .build();
        }
    }

    /** What is given to `conversation.get`. */
    public static final class GetRequest {
        private String conversationID;
        private List<String> conversationIDs;

        public GetRequest() {
        }

        /** `c2c_` and a user's id, or `group_` and a group's. */
        public GetRequest conversationID(String conversationID) {
            this.conversationID = conversationID;
            return this;
        }

        /** Several conversations, instead of `conversationID`. */
        public GetRequest conversationIDs(List<String> conversationIDs) {
            this.conversationIDs = conversationIDs;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("conversationIDs", Members.json(conversationIDs, Members.listJson(Json::of)))
                .build();
        }
    }

    public static final class GetResultResult extends Value {
        public final String conversationID;
        public final long code;
        public final Conversation conversation;

        public GetResultResult(Json json) {
            conversationID = Members.required(json, "conversationID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            conversation = Members.optional(json, "conversation", Conversation::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("code", code)
                .put("conversation", Members.json(conversation, Conversation::toJson))
                .build();
        }
    }

    /** The result of `conversation.get`. */
    public static final class GetResult extends Value {
        public final Conversation conversation;
        /**
         * If several were: one for each, in the order asked for; `code` 6017: not in the list. The reply has as many
         * as fit; ask again for the rest.
         */
        public final List<GetResultResult> results;

        public GetResult(Json json) {
            conversation = Members.optional(json, "conversation", Conversation::new);
            results = Members.optional(json, "results", Members.list(GetResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("conversation", Members.json(conversation, Conversation::toJson))
                .put("results", Members.json(results, Members.listJson(GetResultResult::toJson)))
                .build();
        }
    }

    /** The result of `conversation.totalUnread`. */
    public static final class TotalUnreadResult extends Value {
        /** The number. */
        public final long total;

        public TotalUnreadResult(Json json) {
            total = Members.required(json, "total", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("total", total)
                .build();
        }
    }

    /**
     * What is given to `conversation.markRead`.
     *
     * conversationID: `c2c_` and a user's id, or `group_` and a group's.
     */
    public static final class MarkReadRequest {
        private final String conversationID;
        private Long seq;

        public MarkReadRequest(String conversationID) {
            this.conversationID = conversationID;
        }

        /** The last message to mark; left out: all messages. */
        public MarkReadRequest seq(Long seq) {
            this.seq = seq;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("seq", seq)
                .build();
        }
    }

    /** The result of `conversation.markRead`. */
    public static final class MarkReadResult extends Value {
        /** How many messages are still unread. */
        public final long unreadCount;

        public MarkReadResult(Json json) {
            unreadCount = Members.required(json, "unreadCount", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("unreadCount", unreadCount)
                .build();
        }
    }

    /** What is given to `conversation.markAllRead`. */
    public static final class MarkAllReadRequest {
        private Long type;

        public MarkAllReadRequest() {
        }

        /** 1: conversations with users; 2: conversations of groups; left out: all. */
        public MarkAllReadRequest type(Long type) {
            this.type = type;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("type", type)
                .build();
        }
    }

    /** The result of `conversation.markAllRead`. */
    public static final class MarkAllReadResult extends Value {
        /** How many messages are still unread in all. */
        public final long total;

        public MarkAllReadResult(Json json) {
            total = Members.required(json, "total", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("total", total)
                .build();
        }
    }

    /** What is given to `conversation.delete`. */
    public static final class DeleteRequest {
        private String conversationID;
        private List<String> conversationIDs;

        public DeleteRequest() {
        }

        /** `c2c_` and a user's id, or `group_` and a group's. */
        public DeleteRequest conversationID(String conversationID) {
            this.conversationID = conversationID;
            return this;
        }

        /** Several conversations, instead of `conversationID`. */
        public DeleteRequest conversationIDs(List<String> conversationIDs) {
            this.conversationIDs = conversationIDs;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("conversationIDs", Members.json(conversationIDs, Members.listJson(Json::of)))
                .build();
        }
    }

    /**
     * What is given to `conversation.setTags`.
     *
     * conversationID: `c2c_` and a user's id, or `group_` and a group's.
     */
    public static final class SetTagsRequest {
        private final String conversationID;
        private List<String> tags;
        private String ext;

        public SetTagsRequest(String conversationID) {
            this.conversationID = conversationID;
        }

        /** All tags of it; a user has up to 20 in all. */
        public SetTagsRequest tags(List<String> tags) {
            this.tags = tags;
            return this;
        }

        /** Data of the application. */
        public SetTagsRequest ext(String ext) {
            this.ext = ext;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("tags", Members.json(tags, Members.listJson(Json::of)))
                .put("ext", ext)
                .build();
        }
    }

    /** The result of `conversation.setDraft`. */
    public static final class SetDraftResult extends Value {
        /** The draft's version; 0: there is none any more. */
        public final long version;

        public SetDraftResult(Json json) {
            version = Members.required(json, "version", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("version", version)
                .build();
        }
    }

    public static final class SetC2CReceiveOptResultResult extends Value {
        public final String userID;
        public final long code;

        public SetC2CReceiveOptResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .build();
        }
    }

    /** The result of `conversation.setC2CReceiveOpt`. */
    public static final class SetC2CReceiveOptResult extends Value {
        /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
        public final List<SetC2CReceiveOptResultResult> results;

        public SetC2CReceiveOptResult(Json json) {
            results = Members.required(json, "results", Members.list(SetC2CReceiveOptResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(SetC2CReceiveOptResultResult::toJson)))
                .build();
        }
    }

    public static final class GetC2CReceiveOptResultResult extends Value {
        public final String userID;
        public final long code;
        /** The value that was set; 0 at first. */
        public final Long opt;

        public GetC2CReceiveOptResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            opt = Members.optional(json, "opt", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .put("opt", opt)
                .build();
        }
    }

    /** The result of `conversation.getC2CReceiveOpt`. */
    public static final class GetC2CReceiveOptResult extends Value {
        /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
        public final List<GetC2CReceiveOptResultResult> results;

        public GetC2CReceiveOptResult(Json json) {
            results = Members.required(json, "results", Members.list(GetC2CReceiveOptResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(GetC2CReceiveOptResultResult::toJson)))
                .build();
        }
    }

    /** The result of `conversation.getGroupReceiveOpt`. */
    public static final class GetGroupReceiveOptResult extends Value {
        /** The value that was set; 0 at first. */
        public final long opt;

        public GetGroupReceiveOptResult(Json json) {
            opt = Members.required(json, "opt", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("opt", opt)
                .build();
        }
    }
}
