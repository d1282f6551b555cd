// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `message.…`. */
public final class MessageCalls {
    private final Caller caller;
    private final RequestOptions options;

    public MessageCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private MessageCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public MessageCalls with(RequestOptions options) {
        return new MessageCalls(caller, options);
    }

    /**
     * Sends a message. When the reply comes, it is on the disk; a repeated request gets the same reply.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param clientMsgId The sender's own id for the message, such as a UUID. No other message of the sender
     *     has it.
     * @param type text, image, audio, video, location, file, tip, elements, custom.
     * @param body The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to
     *     `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
     */
    public CompletableFuture<SendResult> send(String conversationID, String clientMsgId, long type, Json body) {
        return send(new SendRequest(conversationID, clientMsgId, type, body));
    }

    /** Sends a message. When the reply comes, it is on the disk; a repeated request gets the same reply. */
    public CompletableFuture<SendResult> send(SendRequest request) {
        return caller.request("message.send", request.toJson(), options).thenApply(SendResult::new);
    }

    /**
     * Reads a conversation's messages, a page at a time.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     */
    public CompletableFuture<HistoryResult> history(String conversationID) {
        return history(new HistoryRequest(conversationID));
    }

    /** Reads a conversation's messages, a page at a time. */
    public CompletableFuture<HistoryResult> history(HistoryRequest request) {
        return caller.request("message.history", request.toJson(), options).thenApply(HistoryResult::new);
    }

    /**
     * Searches the messages that the caller's histories have, in one conversation or in all, newest first.
     *
     * @param query Up to 10 words: each begins a word of the message; Chinese, Japanese, Korean, Thai and
     *     emoji are found anywhere.
     */
    public CompletableFuture<SearchResult> search(String query) {
        return search(new SearchRequest(query));
    }

    /** Searches the messages that the caller's histories have, in one conversation or in all, newest first. */
    public CompletableFuture<SearchResult> search(SearchRequest request) {
        return caller.request("message.search", request.toJson(), options).thenApply(SearchResult::new);
    }

    /**
     * Takes a message back: it keeps its place, its sender and its time, and nothing of what it said. The sender
     * can within `messages.recallSeconds`; in a group the owner can, and admins for all but the owner's messages,
     * at any time. A recalled message stays as it is.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param msgId The message.
     */
    public CompletableFuture<RecallResult> recall(String conversationID, String msgId) {
        return recall(new RecallRequest(conversationID, msgId));
    }

    /**
     * Takes a message back: it keeps its place, its sender and its time, and nothing of what it said. The sender
     * can within `messages.recallSeconds`; in a group the owner can, and admins for all but the owner's messages,
     * at any time. A recalled message stays as it is.
     */
    public CompletableFuture<RecallResult> recall(RecallRequest request) {
        return caller.request("message.recall", request.toJson(), options).thenApply(RecallResult::new);
    }

    /**
     * Says otherwise what a message says. The sender can within `messages.editSeconds`, if it could send the
     * message now. No count changes.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param msgId The message.
     * @param body The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to
     *     `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
     */
    public CompletableFuture<EditResult> edit(String conversationID, String msgId, Json body) {
        return edit(new EditRequest(conversationID, msgId, body));
    }

    /**
     * Says otherwise what a message says. The sender can within `messages.editSeconds`, if it could send the
     * message now. No count changes.
     */
    public CompletableFuture<EditResult> edit(EditRequest request) {
        return caller.request("message.edit", request.toJson(), options).thenApply(EditResult::new);
    }

    /**
     * Puts a reaction to a message, or removes it. Each user has each reaction once. A user who could not send a
     * message now can remove reactions alone.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param msgId The message.
     * @param reaction Without control characters, such as an emoji.
     */
    public CompletableFuture<ReactResult> react(String conversationID, String msgId, String reaction) {
        return react(new ReactRequest(conversationID, msgId, reaction));
    }

    /**
     * Puts a reaction to a message, or removes it. Each user has each reaction once. A user who could not send a
     * message now can remove reactions alone.
     */
    public CompletableFuture<ReactResult> react(ReactRequest request) {
        return caller.request("message.react", request.toJson(), options).thenApply(ReactResult::new);
    }

    /**
     * Lists who has reacted to a message, page by page.
     *
     * @param msgId The message.
     */
    public CompletableFuture<ReactionsResult> reactions(String msgId) {
        return reactions(new ReactionsRequest(msgId));
    }

    /** Lists who has reacted to a message, page by page. */
    public CompletableFuture<ReactionsResult> reactions(ReactionsRequest request) {
        return caller.request("message.reactions", request.toJson(), options).thenApply(ReactionsResult::new);
    }

    /**
     * Deletes messages out of the user's own history, on all its devices. The others keep theirs. Those that the
     * user does not have are passed over.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param msgIds The messages, of this conversation.
     */
    public CompletableFuture<DeleteResult> delete(String conversationID, List<String> msgIds) {
        return caller.request("message.delete", Json.object()
            .put("conversationID", conversationID)
            .put("msgIds", Members.json(msgIds, Members.listJson(Json::of)))
            .build(), options).thenApply(DeleteResult::new);
    }

    /**
     * Lists the replies to a message that the history gives to the caller, page by page.
     *
     * @param msgId The message.
     */
    public CompletableFuture<RepliesResult> replies(String msgId) {
        return replies(new RepliesRequest(msgId));
    }

    /** Lists the replies to a message that the history gives to the caller, page by page. */
    public CompletableFuture<RepliesResult> replies(RepliesRequest request) {
        return caller.request("message.replies", request.toJson(), options).thenApply(RepliesResult::new);
    }

    /**
     * Pins a message in a conversation, for all to see: up to 50. In a group the owner and admins can. One that
     * is pinned already stays so.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param msgId The message.
     */
    public CompletableFuture<PinResult> pin(String conversationID, String msgId) {
        return caller.request("message.pin", Json.object()
            .put("conversationID", conversationID)
            .put("msgId", msgId)
            .build(), options).thenApply(PinResult::new);
    }

    /**
     * Pins a message no longer. In a group the owner and admins can.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param msgId The message.
     */
    public CompletableFuture<UnpinResult> unpin(String conversationID, String msgId) {
        return caller.request("message.unpin", Json.object()
            .put("conversationID", conversationID)
            .put("msgId", msgId)
            .build(), options).thenApply(UnpinResult::new);
    }

    /**
     * Lists the pinned messages of a conversation, as far as the history gives them to the caller.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     */
    public CompletableFuture<PinsResult> pins(String conversationID) {
        return caller.request("message.pins", Json.object()
            .put("conversationID", conversationID)
            .build(), options).thenApply(PinsResult::new);
    }

    /**
     * Signals something to those who are connected and have the conversation, such as that the user types. It is
     * not stored. What comes within a second after a signal of the same name is told at its end: the newest
     * alone.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param name What it is, such as `typing`.
     */
    public CompletableFuture<Void> signal(String conversationID, String name) {
        return signal(new SignalRequest(conversationID, name));
    }

    /**
     * Signals something to those who are connected and have the conversation, such as that the user types. It is
     * not stored. What comes within a second after a signal of the same name is told at its end: the newest
     * alone.
     */
    public CompletableFuture<Void> signal(SignalRequest request) {
        return caller.request("message.signal", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Stars a message for the caller alone: up to 1,000. A copy of it is kept, and charged to the day's bytes,
     * until it is recalled or expires.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param msgId The message.
     */
    public CompletableFuture<Void> star(String conversationID, String msgId) {
        return caller.request("message.star", Json.object()
            .put("conversationID", conversationID)
            .put("msgId", msgId)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Takes the caller's star away, if there is one.
     *
     * @param msgId The message.
     */
    public CompletableFuture<Void> unstar(String msgId) {
        return caller.request("message.unstar", Json.object()
            .put("msgId", msgId)
            .build(), options).thenApply(done -> null);
    }

    /** Lists the caller's starred messages, the one that was starred last first. */
    public CompletableFuture<StarsResult> stars() {
        return stars(new StarsRequest());
    }

    /** Lists the caller's starred messages, the one that was starred last first. */
    public CompletableFuture<StarsResult> stars(StarsRequest request) {
        return caller.request("message.stars", request.toJson(), options).thenApply(StarsResult::new);
    }

    /**
     * Reads messages by their ids, as far as the history gives them to the caller.
     *
     * @param msgIds The messages, of any conversations.
     */
    public CompletableFuture<GetResult> get(List<String> msgIds) {
        return caller.request("message.get", Json.object()
            .put("msgIds", Members.json(msgIds, Members.listJson(Json::of)))
            .build(), options).thenApply(GetResult::new);
    }

    /**
     * Reads what has become of a conversation's messages after a place: each message once, as it is now. With gw
     * 1005 the place is no longer known: drop stored messages that the history does not confirm.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     */
    public CompletableFuture<ChangesResult> changes(String conversationID) {
        return changes(new ChangesRequest(conversationID));
    }

    /**
     * Reads what has become of a conversation's messages after a place: each message once, as it is now. With gw
     * 1005 the place is no longer known: drop stored messages that the history does not confirm.
     */
    public CompletableFuture<ChangesResult> changes(ChangesRequest request) {
        return caller.request("message.changes", request.toJson(), options).thenApply(ChangesResult::new);
    }

    /**
     * Forwards messages as one of type 21. The gateway copies who said what and when, up to 256 KiB. A later
     * recall or edit of a message leaves the copy; the erasure of its author takes it.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param clientMsgId The sender's own id for the message, such as a UUID. No other message of the sender
     *     has it.
     * @param msgIds Up to 100 messages of one conversation that the caller can read. They are copied in the
     *     order in which they were sent.
     * @param title What the message is called, such as `Chat of Ann and Bob`.
     */
    public CompletableFuture<ForwardResult> forward(
            String conversationID, String clientMsgId, List<String> msgIds, String title) {
        return caller.request("message.forward", Json.object()
            .put("conversationID", conversationID)
            .put("clientMsgId", clientMsgId)
            .put("msgIds", Members.json(msgIds, Members.listJson(Json::of)))
            .put("title", title)
            .build(), options).thenApply(ForwardResult::new);
    }

    /**
     * Reads what a message of type 21 holds, a page at a time.
     *
     * @param msgId The message.
     */
    public CompletableFuture<MergedResult> merged(String msgId) {
        return merged(new MergedRequest(msgId));
    }

    /** Reads what a message of type 21 holds, a page at a time. */
    public CompletableFuture<MergedResult> merged(MergedRequest request) {
        return caller.request("message.merged", request.toJson(), options).thenApply(MergedResult::new);
    }

    /**
     * Stops a message that is being streamed: between two the other user can, in a group the author of the
     * message that it replies to, the owner and admins.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param streamID The id of the message while it is streamed.
     */
    public CompletableFuture<Void> stop(String conversationID, String streamID) {
        return caller.request("message.stop", Json.object()
            .put("conversationID", conversationID)
            .put("streamID", streamID)
            .build(), options).thenApply(done -> null);
    }

    public static final class SendApnsMemberOption {
        private Boolean forcePush;
        private List<String> userIds;
        private String apnsContent;

        public SendApnsMemberOption() {
        }

        public SendApnsMemberOption forcePush(Boolean forcePush) {
            this.forcePush = forcePush;
            return this;
        }

        public SendApnsMemberOption userIds(List<String> userIds) {
            this.userIds = userIds;
            return this;
        }

        public SendApnsMemberOption apnsContent(String apnsContent) {
            this.apnsContent = apnsContent;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("forcePush", forcePush)
                .put("userIds", Members.json(userIds, Members.listJson(Json::of)))
                .put("apnsContent", apnsContent)
                .build();
        }
    }

    public static final class SendApnsPayload {
        private String sound;
        private Boolean badge;
        private String channel;
        private String category;
        private String collapseId;
        private String subtitle;
        private String thread;
        private Json custom;

        public SendApnsPayload() {
        }

        public SendApnsPayload sound(String sound) {
            this.sound = sound;
            return this;
        }

        public SendApnsPayload badge(Boolean badge) {
            this.badge = badge;
            return this;
        }

        public SendApnsPayload channel(String channel) {
            this.channel = channel;
            return this;
        }

        public SendApnsPayload category(String category) {
            this.category = category;
            return this;
        }

        public SendApnsPayload collapseId(String collapseId) {
            this.collapseId = collapseId;
            return this;
        }

        public SendApnsPayload subtitle(String subtitle) {
            this.subtitle = subtitle;
            return this;
        }

        public SendApnsPayload thread(String thread) {
            this.thread = thread;
            return this;
        }

        public SendApnsPayload custom(Json custom) {
            this.custom = custom;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("sound", sound)
                .put("badge", badge)
                .put("channel", channel)
                .put("category", category)
                .put("collapseId", collapseId)
                .put("subtitle", subtitle)
                .put("thread", thread)
                .put("custom", Members.json(custom, Members.ANY))
                .build();
        }
    }

    public static final class SendReplyTo {
        private final String msgId;

        public SendReplyTo(String msgId) {
            this.msgId = msgId;
        }

        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .build();
        }
    }

    /**
     * What is given to `message.send`.
     *
     * conversationID: `c2c_` and a user's id, or `group_` and a group's.
     * clientMsgId: The sender's own id for the message, such as a UUID. No other message of the sender has it.
     * type: text, image, audio, video, location, file, tip, elements, custom.
     * body: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`;
     * type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
     */
    public static final class SendRequest {
        private final String conversationID;
        private final String clientMsgId;
        private final long type;
        private final Json body;
        private String apnsContent;
        private SendApnsMemberOption apnsMemberOption;
        private SendApnsPayload apnsPayload;
        private List<String> atUserList;
        private SendReplyTo replyTo;
        private Long expireSeconds;
        private Boolean history;
        private Boolean roaming;
        private Boolean sync;
        private Boolean persist;
        private Boolean shouldBeCounted;
        private Boolean apnsEnabled;
        private Boolean apnsWithPrefix;
        private Boolean route;
        private Boolean teamReceipt;
        private Boolean exclusiveReactions;
        private List<String> media;
        private List<String> visibleTo;
        private Long draftVersion;

        public SendRequest(String conversationID, String clientMsgId, long type, Json body) {
            this.conversationID = conversationID;
            this.clientMsgId = clientMsgId;
            this.type = type;
            this.body = body;
        }

        /** The text of the message's push, up to 500 characters. */
        public SendRequest apnsContent(String apnsContent) {
            this.apnsContent = apnsContent;
            return this;
        }

        /**
         * Sets the pushes to some receivers: whether they are forced, default false; the receivers, up to 100,
         * default all; and the text. See [pushes.md](pushes.md).
         */
        public SendRequest apnsMemberOption(SendApnsMemberOption apnsMemberOption) {
            this.apnsMemberOption = apnsMemberOption;
            return this;
        }

        /**
         * How the push looks and sounds. `sound`: 0–64 characters, empty: none; `badge`: boolean, default true;
         * `channel`, `category`, `collapseId`, `thread`: 1–64 characters. All are ASCII without spaces. `subtitle`:
         * 1–64 characters. `custom`: an object of up to 1024 bytes. See [pushes.md](pushes.md).
         */
        public SendRequest apnsPayload(SendApnsPayload apnsPayload) {
            this.apnsPayload = apnsPayload;
            return this;
        }

        /** In a group: the members that the message mentions; `__kImSDK_MesssageAtALL__` means all. */
        public SendRequest atUserList(List<String> atUserList) {
            this.atUserList = atUserList;
            return this;
        }

        /**
         * The message of the conversation that this one replies to: `msgId`. Receivers get its `seq` and sender, too.
         */
        public SendRequest replyTo(SendReplyTo replyTo) {
            this.replyTo = replyTo;
            return this;
        }

        /** So many seconds after it was sent, up to a year, the message is gone for everybody. */
        public SendRequest expireSeconds(Long expireSeconds) {
            this.expireSeconds = expireSeconds;
            return this;
        }

        /** `message.history` returns the message. */
        public SendRequest history(Boolean history) {
            this.history = history;
            return this;
        }

        /** Devices that log in later get the message. */
        public SendRequest roaming(Boolean roaming) {
            this.roaming = roaming;
            return this;
        }

        /** The sender's other devices get the message. */
        public SendRequest sync(Boolean sync) {
            this.sync = sync;
            return this;
        }

        /** The message is kept for receivers who are offline. */
        public SendRequest persist(Boolean persist) {
            this.persist = persist;
            return this;
        }

        /** The message raises the receivers' unread counts. */
        public SendRequest shouldBeCounted(Boolean shouldBeCounted) {
            this.shouldBeCounted = shouldBeCounted;
            return this;
        }

        /** The message may be pushed. */
        public SendRequest apnsEnabled(Boolean apnsEnabled) {
            this.apnsEnabled = apnsEnabled;
            return this;
        }

        /** The push begins with the sender's name. */
        public SendRequest apnsWithPrefix(Boolean apnsWithPrefix) {
            this.apnsWithPrefix = apnsWithPrefix;
            return this;
        }

        /** Accepted, but has no effect. */
        public SendRequest route(Boolean route) {
            this.route = route;
            return this;
        }

        /** Asks the members of a group for receipts. */
        public SendRequest teamReceipt(Boolean teamReceipt) {
            this.teamReceipt = teamReceipt;
            return this;
        }

        /** A user's next reaction takes the place of its last, as in a poll with one vote each. */
        public SendRequest exclusiveReactions(Boolean exclusiveReactions) {
            this.exclusiveReactions = exclusiveReactions;
            return this;
        }

        /** The uploads to which it refers: own ones, and those that the sender can read (docs/media.md). */
        public SendRequest media(List<String> media) {
            this.media = media;
            return this;
        }

        /**
         * In a group: the members for whom alone the message is, beside its sender. It counts nowhere, and is no
         * conversation's `lastMessage`; not with `atUserList` or `teamReceipt`.
         */
        public SendRequest visibleTo(List<String> visibleTo) {
            this.visibleTo = visibleTo;
            return this;
        }

        /** The `version` of the sender's draft of which it was made: sending ends that draft, and no later one. */
        public SendRequest draftVersion(Long draftVersion) {
            this.draftVersion = draftVersion;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("clientMsgId", clientMsgId)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("apnsContent", apnsContent)
                .put("apnsMemberOption", Members.json(apnsMemberOption, SendApnsMemberOption::toJson))
                .put("apnsPayload", Members.json(apnsPayload, SendApnsPayload::toJson))
                .put("atUserList", Members.json(atUserList, Members.listJson(Json::of)))
                .put("replyTo", Members.json(replyTo, SendReplyTo::toJson))
                .put("expireSeconds", expireSeconds)
                .put("history", history)
                .put("roaming", roaming)
                .put("sync", sync)
                .put("persist", persist)
                .put("shouldBeCounted", shouldBeCounted)
                .put("apnsEnabled", apnsEnabled)
                .put("apnsWithPrefix", apnsWithPrefix)
                .put("route", route)
                .put("teamReceipt", teamReceipt)
                .put("exclusiveReactions", exclusiveReactions)
                .put("media", Members.json(media, Members.listJson(Json::of)))
                .put("visibleTo", Members.json(visibleTo, Members.listJson(Json::of)))
                .put("draftVersion", draftVersion)
                .build();
        }
    }

    /** The result of `message.send`. */
    public static final class SendResult extends Value {
        /** The message's id, in digits. */
        public final String msgId;
        /** The conversation. */
        public final String conversationID;
        /** The message's number in the conversation: from 1, without gaps. */
        public final long seq;
        /** When the gateway accepted the message. */
        public final long time;
        public final Message message;

        public SendResult(Json json) {
            msgId = Members.required(json, "msgId", Json::asString);
            conversationID = Members.required(json, "conversationID", Json::asString);
            seq = Members.required(json, "seq", Json::asLong);
            time = Members.required(json, "time", Json::asLong);
            message = Members.optional(json, "message", Message::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("conversationID", conversationID)
                .put("seq", seq)
                .put("time", time)
                .put("message", Members.json(message, Message::toJson))
                .build();
        }
    }

    /**
     * What is given to `message.history`.
     *
     * conversationID: `c2c_` and a user's id, or `group_` and a group's.
     */
    public static final class HistoryRequest {
        private final String conversationID;
        private HistoryDirection direction;
        private Long cursor;
        private Long limit;
        private String around;

        public HistoryRequest(String conversationID) {
            this.conversationID = conversationID;
        }

        /** From the newest message back, or from the oldest forward. */
        public HistoryRequest direction(HistoryDirection direction) {
            this.direction = direction;
            return this;
        }

        /** Lists messages older or newer than this seq. 0: begins with the newest or the oldest. */
        public HistoryRequest cursor(Long cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many messages. */
        public HistoryRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        /** Instead of `cursor`: a message's id. The page has this message in its middle. */
        public HistoryRequest around(String around) {
            this.around = around;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("direction", Members.json(direction, HistoryDirection::toJson))
                .put("cursor", cursor)
                .put("limit", limit)
                .put("around", around)
                .build();
        }
    }

    /** The result of `message.history`. */
    public static final class HistoryResult extends Value {
        /** The messages in the order of `direction`. */
        public final List<Message> messages;
        /** Send it for the next page; 0 at the end. */
        public final long cursor;
        /** Whether this was the last page. */
        public final boolean isFinished;
        /** Only if a message has ever changed: the place of the last change in the conversation. */
        public final Long change;

        public HistoryResult(Json json) {
            messages = Members.required(json, "messages", Members.list(Message::new));
            cursor = Members.required(json, "cursor", Json::asLong);
            isFinished = Members.required(json, "isFinished", Json::asBoolean);
            change = Members.optional(json, "change", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("messages", Members.json(messages, Members.listJson(Message::toJson)))
                .put("cursor", cursor)
                .put("isFinished", isFinished)
                .put("change", change)
                .build();
        }
    }

    /**
     * What is given to `message.search`.
     *
     * query: Up to 10 words: each begins a word of the message; Chinese, Japanese, Korean, Thai and emoji are
     * found anywhere.
     */
    public static final class SearchRequest {
        private final String query;
        private String conversationID;
        private String from;
        private List<Long> types;
        private Long since;
        private Long until;
        private String cursor;
        private Long limit;

        public SearchRequest(String query) {
            this.query = query;
        }

        /** `c2c_` and a user's id, or `group_` and a group's. */
        public SearchRequest conversationID(String conversationID) {
            this.conversationID = conversationID;
            return this;
        }

        /** Only messages of this user. */
        public SearchRequest from(String from) {
            this.from = from;
            return this;
        }

        /** Only messages of these types. */
        public SearchRequest types(List<Long> types) {
            this.types = types;
            return this;
        }

        /** Only messages of this `time` or later, in milliseconds since 1970. */
        public SearchRequest since(Long since) {
            this.since = since;
            return this;
        }

        /** Only messages of this `time` or earlier, in milliseconds since 1970. */
        public SearchRequest until(Long until) {
            this.until = until;
            return this;
        }

        /** Where the page before ended. */
        public SearchRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many hits. */
        public SearchRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("query", query)
                .put("conversationID", conversationID)
                .put("from", from)
                .put("types", Members.json(types, Members.listJson(Json::of)))
                .put("since", since)
                .put("until", until)
                .put("cursor", cursor)
                .put("limit", limit)
                .build();
        }
    }

    public static final class SearchResultHitMatch extends Value {
        /** The member of the body. */
        public final MatchedMember member;
        /** Only of a message of elements: the place of the one whose body it is, from 0. */
        public final Long element;
        /** The place of the first character, counted in Unicode scalars from 0. */
        public final long start;
        /** The place behind the last one. */
        public final long end;

        public SearchResultHitMatch(Json json) {
            member = Members.required(json, "member", MatchedMember::new);
            element = Members.optional(json, "element", Json::asLong);
            start = Members.required(json, "start", Json::asLong);
            end = Members.required(json, "end", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("member", Members.json(member, MatchedMember::toJson))
                .put("element", element)
                .put("start", start)
                .put("end", end)
                .build();
        }
    }

    public static final class SearchResultHit extends Value {
        public final Message message;
        /** What of the message was found, by member and place. */
        public final List<SearchResultHitMatch> matches;

        public SearchResultHit(Json json) {
            message = Members.required(json, "message", Message::new);
            matches = Members.required(json, "matches", Members.list(SearchResultHitMatch::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("message", Members.json(message, Message::toJson))
                .put("matches", Members.json(matches, Members.listJson(SearchResultHitMatch::toJson)))
                .build();
        }
    }

    /** The result of `message.search`. */
    public static final class SearchResult extends Value {
        /** Newest first; as many as fit into a page, perhaps none. */
        public final List<SearchResultHit> hits;
        /** Send it for the next page; absent at the end. */
        public final String cursor;
        /** Whether this was the last page. */
        public final boolean isFinished;
        /** False: the index is still being built, or the caller has too many conversations, so hits may be missing. */
        public final boolean isComplete;

        public SearchResult(Json json) {
            hits = Members.required(json, "hits", Members.list(SearchResultHit::new));
            cursor = Members.optional(json, "cursor", Json::asString);
            isFinished = Members.required(json, "isFinished", Json::asBoolean);
            isComplete = Members.required(json, "isComplete", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("hits", Members.json(hits, Members.listJson(SearchResultHit::toJson)))
                .put("cursor", cursor)
                .put("isFinished", isFinished)
                .put("isComplete", isComplete)
                .build();
        }
    }

    /**
     * What is given to `message.recall`.
     *
     * conversationID: `c2c_` and a user's id, or `group_` and a group's.
     * msgId: The message.
     */
    public static final class RecallRequest {
        private final String conversationID;
        private final String msgId;
        private String reason;

        public RecallRequest(String conversationID, String msgId) {
            this.conversationID = conversationID;
            this.msgId = msgId;
        }

        /** Why, for all to read. */
        public RecallRequest reason(String reason) {
            this.reason = reason;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("msgId", msgId)
                .put("reason", reason)
                .build();
        }
    }

    /** The result of `message.recall`. */
    public static final class RecallResult extends Value {
        public final Message message;

        public RecallResult(Json json) {
            message = Members.required(json, "message", Message::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("message", Members.json(message, Message::toJson))
                .build();
        }
    }

    /**
     * What is given to `message.edit`.
     *
     * conversationID: `c2c_` and a user's id, or `group_` and a group's.
     * msgId: The message.
     * body: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`;
     * type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
     */
    public static final class EditRequest {
        private final String conversationID;
        private final String msgId;
        private final Json body;
        private String apnsContent;
        private List<String> atUserList;
        private List<String> media;
        private Long version;

        public EditRequest(String conversationID, String msgId, Json body) {
            this.conversationID = conversationID;
            this.msgId = msgId;
            this.body = body;
        }

        /** The text of the message's push, up to 500 characters. */
        public EditRequest apnsContent(String apnsContent) {
            this.apnsContent = apnsContent;
            return this;
        }

        /** In a group: the members that the message mentions from now on. Left out: those whom it has mentioned. */
        public EditRequest atUserList(List<String> atUserList) {
            this.atUserList = atUserList;
            return this;
        }

        /**
         * The uploads to which it refers from now on. Left out: those to which it has referred, or of a message of
         * elements those of the elements.
         */
        public EditRequest media(List<String> media) {
            this.media = media;
            return this;
        }

        /** How often the message was edited, as far as the client knows; else gw 1006. */
        public EditRequest version(Long version) {
            this.version = version;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("msgId", msgId)
                .put("body", Members.json(body, Members.ANY))
                .put("apnsContent", apnsContent)
                .put("atUserList", Members.json(atUserList, Members.listJson(Json::of)))
                .put("media", Members.json(media, Members.listJson(Json::of)))
                .put("version", version)
                .build();
        }
    }

    /** The result of `message.edit`. */
    public static final class EditResult extends Value {
        public final Message message;

        public EditResult(Json json) {
            message = Members.required(json, "message", Message::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("message", Members.json(message, Message::toJson))
                .build();
        }
    }

    /**
     * What is given to `message.react`.
     *
     * conversationID: `c2c_` and a user's id, or `group_` and a group's.
     * msgId: The message.
     * reaction: Without control characters, such as an emoji.
     */
    public static final class ReactRequest {
        private final String conversationID;
        private final String msgId;
        private final String reaction;
        private Boolean remove;

        public ReactRequest(String conversationID, String msgId, String reaction) {
            this.conversationID = conversationID;
            this.msgId = msgId;
            this.reaction = reaction;
        }

        /** True: removes the reaction. */
        public ReactRequest remove(Boolean remove) {
            this.remove = remove;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("msgId", msgId)
                .put("reaction", reaction)
                .put("remove", remove)
                .build();
        }
    }

    /** The result of `message.react`. */
    public static final class ReactResult extends Value {
        public final Message message;

        public ReactResult(Json json) {
            message = Members.required(json, "message", Message::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("message", Members.json(message, Message::toJson))
                .build();
        }
    }

    /**
     * What is given to `message.reactions`.
     *
     * msgId: The message.
     */
    public static final class ReactionsRequest {
        private final String msgId;
        private String reaction;
        private String cursor;
        private Long limit;

        public ReactionsRequest(String msgId) {
            this.msgId = msgId;
        }

        /** Lists this reaction alone. */
        public ReactionsRequest reaction(String reaction) {
            this.reaction = reaction;
            return this;
        }

        /** Where the page before ended. */
        public ReactionsRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many. */
        public ReactionsRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("reaction", reaction)
                .put("cursor", cursor)
                .put("limit", limit)
                .build();
        }
    }

    public static final class ReactionsResultReaction extends Value {
        public final String reaction;
        public final String userID;
        public final long time;

        public ReactionsResultReaction(Json json) {
            reaction = Members.required(json, "reaction", Json::asString);
            userID = Members.required(json, "userID", Json::asString);
            time = Members.required(json, "time", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("reaction", reaction)
                .put("userID", userID)
                .put("time", time)
                .build();
        }
    }

    /** The result of `message.reactions`. */
    public static final class ReactionsResult extends Value {
        /** Kind by kind, each in the order in which the users reacted. */
        public final List<ReactionsResultReaction> reactions;
        /** Send it as `cursor` for the next page; absent at the end. */
        public final String next;

        public ReactionsResult(Json json) {
            reactions = Members.required(json, "reactions", Members.list(ReactionsResultReaction::new));
            next = Members.optional(json, "next", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("reactions", Members.json(reactions, Members.listJson(ReactionsResultReaction::toJson)))
                .put("next", next)
                .build();
        }
    }

    /** The result of `message.delete`. */
    public static final class DeleteResult extends Value {
        /** Those that are deleted now and were not before. */
        public final List<String> msgIds;

        public DeleteResult(Json json) {
            msgIds = Members.required(json, "msgIds", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgIds", Members.json(msgIds, Members.listJson(Json::of)))
                .build();
        }
    }

    /**
     * What is given to `message.replies`.
     *
     * msgId: The message.
     */
    public static final class RepliesRequest {
        private final String msgId;
        private HistoryDirection direction;
        private String cursor;
        private Long limit;

        public RepliesRequest(String msgId) {
            this.msgId = msgId;
        }

        /** From the newest message back, or from the oldest forward. */
        public RepliesRequest direction(HistoryDirection direction) {
            this.direction = direction;
            return this;
        }

        /** Where the page before ended. */
        public RepliesRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many messages. */
        public RepliesRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("direction", Members.json(direction, HistoryDirection::toJson))
                .put("cursor", cursor)
                .put("limit", limit)
                .build();
        }
    }

    /** The result of `message.replies`. */
    public static final class RepliesResult extends Value {
        /** The replies in the order of `direction`. */
        public final List<Message> messages;
        /** Send it as `cursor` for the next page; absent at the end. */
        public final String next;

        public RepliesResult(Json json) {
            messages = Members.required(json, "messages", Members.list(Message::new));
            next = Members.optional(json, "next", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("messages", Members.json(messages, Members.listJson(Message::toJson)))
                .put("next", next)
                .build();
        }
    }

    /** The result of `message.pin`. */
    public static final class PinResult extends Value {
        public final Message message;

        public PinResult(Json json) {
            message = Members.required(json, "message", Message::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("message", Members.json(message, Message::toJson))
                .build();
        }
    }

    /** The result of `message.unpin`. */
    public static final class UnpinResult extends Value {
        public final Message message;

        public UnpinResult(Json json) {
            message = Members.required(json, "message", Message::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("message", Members.json(message, Message::toJson))
                .build();
        }
    }

    /** The result of `message.pins`. */
    public static final class PinsResult extends Value {
        /** The one that was pinned last first, as many as fit into a reply. */
        public final List<Message> messages;
        /** All of them, in the same order: `message.get` reads those that did not fit. */
        public final List<String> msgIds;
        /** The place of the last change in the conversation; 0: there was none. */
        public final long change;

        public PinsResult(Json json) {
            messages = Members.required(json, "messages", Members.list(Message::new));
            msgIds = Members.required(json, "msgIds", Members.list(Json::asString));
            change = Members.required(json, "change", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("messages", Members.json(messages, Members.listJson(Message::toJson)))
                .put("msgIds", Members.json(msgIds, Members.listJson(Json::of)))
                .put("change", change)
                .build();
        }
    }

    /**
     * What is given to `message.signal`.
     *
     * conversationID: `c2c_` and a user's id, or `group_` and a group's.
     * name: What it is, such as `typing`.
     */
    public static final class SignalRequest {
        private final String conversationID;
        private final String name;
        private Json data;

        public SignalRequest(String conversationID, String name) {
            this.conversationID = conversationID;
            this.name = name;
        }

        /** A JSON object of up to 1024 bytes. */
        public SignalRequest data(Json data) {
            this.data = data;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("name", name)
                .put("data", Members.json(data, Members.ANY))
                .build();
        }
    }

    /** What is given to `message.stars`. */
    public static final class StarsRequest {
        private String cursor;
        private Long limit;

        public StarsRequest() {
        }

        /** The value from the last page. Left out: from the newest star on. */
        public StarsRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many messages. */
        public StarsRequest limit(Long limit) {
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

    /** The result of `message.stars`. */
    public static final class StarsResult extends Value {
        /** Their copies, without reactions and pins. */
        public final List<Message> messages;
        /** Send it for the next page; absent at the end. */
        public final String cursor;

        public StarsResult(Json json) {
            messages = Members.required(json, "messages", Members.list(Message::new));
            cursor = Members.optional(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("messages", Members.json(messages, Members.listJson(Message::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    public static final class GetResultResult extends Value {
        public final String msgId;
        public final long code;
        public final Message message;

        public GetResultResult(Json json) {
            msgId = Members.required(json, "msgId", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            message = Members.optional(json, "message", Message::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("code", code)
                .put("message", Members.json(message, Message::toJson))
                .build();
        }
    }

    /** The result of `message.get`. */
    public static final class GetResult extends Value {
        /**
         * In the order asked for, as many as fit into a reply; `code` 0, or 1010: there is no such message for the
         * caller.
         */
        public final List<GetResultResult> results;

        public GetResult(Json json) {
            results = Members.required(json, "results", Members.list(GetResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(GetResultResult::toJson)))
                .build();
        }
    }

    /**
     * What is given to `message.changes`.
     *
     * conversationID: `c2c_` and a user's id, or `group_` and a group's.
     */
    public static final class ChangesRequest {
        private final String conversationID;
        private Long after;
        private Long limit;

        public ChangesRequest(String conversationID) {
            this.conversationID = conversationID;
        }

        /** The place of the last change that the client has. */
        public ChangesRequest after(Long after) {
            this.after = after;
            return this;
        }

        /** At most this many changes. */
        public ChangesRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("after", after)
                .put("limit", limit)
                .build();
        }
    }

    /** The result of `message.changes`. */
    public static final class ChangesResult extends Value {
        /** In their order. */
        public final List<Change> changes;
        /** Send it as `after` for the next page. */
        public final long change;
        /** Whether this was the last page. */
        public final boolean isFinished;

        public ChangesResult(Json json) {
            changes = Members.required(json, "changes", Members.list(Change::new));
            change = Members.required(json, "change", Json::asLong);
            isFinished = Members.required(json, "isFinished", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("changes", Members.json(changes, Members.listJson(Change::toJson)))
                .put("change", change)
                .put("isFinished", isFinished)
                .build();
        }
    }

    /** The result of `message.forward`. */
    public static final class ForwardResult extends Value {
        /** The new message's id. */
        public final String msgId;
        /** The conversation. */
        public final String conversationID;
        /** The message's number in the conversation. */
        public final long seq;
        /** When the gateway accepted the message. */
        public final long time;

        public ForwardResult(Json json) {
            msgId = Members.required(json, "msgId", Json::asString);
            conversationID = Members.required(json, "conversationID", Json::asString);
            seq = Members.required(json, "seq", Json::asLong);
            time = Members.required(json, "time", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("conversationID", conversationID)
                .put("seq", seq)
                .put("time", time)
                .build();
        }
    }

    /**
     * What is given to `message.merged`.
     *
     * msgId: The message.
     */
    public static final class MergedRequest {
        private final String msgId;
        private Long cursor;
        private Long limit;

        public MergedRequest(String msgId) {
            this.msgId = msgId;
        }

        /** The value from the last page. 0: from the oldest one on. */
        public MergedRequest cursor(Long cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many. */
        public MergedRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("cursor", cursor)
                .put("limit", limit)
                .build();
        }
    }

    /** The result of `message.merged`. */
    public static final class MergedResult extends Value {
        /** The copies, the oldest first, as many as fit into a reply. */
        public final List<MergedMessage> messages;
        /** Send it for the next page; 0 at the end. */
        public final long cursor;

        public MergedResult(Json json) {
            messages = Members.required(json, "messages", Members.list(MergedMessage::new));
            cursor = Members.required(json, "cursor", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("messages", Members.json(messages, Members.listJson(MergedMessage::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }
}
