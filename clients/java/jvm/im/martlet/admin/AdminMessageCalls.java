// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.HistoryDirection;
import im.martlet.protocol.MergedMessage;
import im.martlet.protocol.Message;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.message.…`. */
public final class AdminMessageCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminMessageCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminMessageCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminMessageCalls with(RequestOptions options) {
        return new AdminMessageCalls(caller, options);
    }

    /**
     * Sends a message to a user, to a group, or to many users, as a user or as the system sender; now, or to one
     * conversation `at` a time. Rates, quotas, blacklists, mutes and the rule that only friends may write do not
     * hold. To many users a repeat with the same `key`, or the same `clientMsgId`, sends what is missing.
     *
     * @param type text, image, audio, video, location, file, tip, elements, custom.
     * @param body The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to
     *     `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
     */
    public CompletableFuture<SendResult> send(long type, Json body) {
        return send(new SendRequest(type, body));
    }

    /**
     * Sends a message to a user, to a group, or to many users, as a user or as the system sender; now, or to one
     * conversation `at` a time. Rates, quotas, blacklists, mutes and the rule that only friends may write do not
     * hold. To many users a repeat with the same `key`, or the same `clientMsgId`, sends what is missing.
     */
    public CompletableFuture<SendResult> send(SendRequest request) {
        return caller.request("admin.message.send", request.toJson(), options).thenApply(SendResult::new);
    }

    /**
     * Begins a message whose text comes by `admin.message.append`. It is judged as one that is sent, and nothing
     * is stored before `admin.message.finish`. With `Martlet-As` the user's own rules hold. A repeated
     * `clientMsgId` gets the same `streamID`, and after the end the message.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param clientMsgId The sender's own id for the message, such as a UUID. No other message of the sender
     *     has it.
     */
    public CompletableFuture<BeginResult> begin(String conversationID, String clientMsgId) {
        return begin(new BeginRequest(conversationID, clientMsgId));
    }

    /**
     * Begins a message whose text comes by `admin.message.append`. It is judged as one that is sent, and nothing
     * is stored before `admin.message.finish`. With `Martlet-As` the user's own rules hold. A repeated
     * `clientMsgId` gets the same `streamID`, and after the end the message.
     */
    public CompletableFuture<BeginResult> begin(BeginRequest request) {
        return caller.request("admin.message.begin", request.toJson(), options).thenApply(BeginResult::new);
    }

    /**
     * Appends to a message that is being streamed. Text that is there already is a success. With a hole before
     * it, or another text, the refusal (gw 1006) has the `length` that there is. 20 a second to a message.
     *
     * @param streamID The id of the message while it is streamed.
     * @param offset Where the chunk begins: so many bytes of UTF-8 there are before it.
     * @param text The chunk.
     */
    public CompletableFuture<AppendResult> append(String streamID, long offset, String text) {
        return caller.request("admin.message.append", Json.object()
            .put("streamID", streamID)
            .put("offset", offset)
            .put("text", text)
            .build(), options).thenApply(AppendResult::new);
    }

    /**
     * Sends the message with the text that has come. It is judged again. A repeat gets the same reply for 30
     * seconds.
     *
     * @param streamID The id of the message while it is streamed.
     */
    public CompletableFuture<FinishResult> finish(String streamID) {
        return caller.request("admin.message.finish", Json.object()
            .put("streamID", streamID)
            .build(), options).thenApply(FinishResult::new);
    }

    /**
     * Gives a message up: what has come is sent, with `broken`, or nothing, as `onBreak` said.
     *
     * @param streamID The id of the message while it is streamed.
     */
    public CompletableFuture<AbortResult> abort(String streamID) {
        return caller.request("admin.message.abort", Json.object()
            .put("streamID", streamID)
            .build(), options).thenApply(AbortResult::new);
    }

    /**
     * Takes messages along that were sent elsewhere: they keep their senders and times, and of each conversation
     * the oldest comes first. They are read, and nobody is told of them. A conversation takes them until the
     * first message is sent in it. A message that was taken before is not taken again.
     *
     * @param messages The messages. `conversationID` is as the sender `from` names it; `clientMsgId` is the
     *     message's id there, and no other message of the conversation and its time has it; `time` is in
     *     milliseconds since 1970; `type` and `body` as in `message.send`; `media` has the uploads to which it
     *     refers, also those of its elements; one of type 21 has in `merged` what it holds, up to 256 KiB.
     */
    public CompletableFuture<ImportResult> import_(List<ImportMessage> messages) {
        return caller.request("admin.message.import", Json.object()
            .put("messages", Members.json(messages, Members.listJson(ImportMessage::toJson)))
            .build(), options).thenApply(ImportResult::new);
    }

    /**
     * Reads all messages of a conversation, a page at a time: also those that its members do not see.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     */
    public CompletableFuture<HistoryResult> history(String conversationID) {
        return history(new HistoryRequest(conversationID));
    }

    /** Reads all messages of a conversation, a page at a time: also those that its members do not see. */
    public CompletableFuture<HistoryResult> history(HistoryRequest request) {
        return caller.request("admin.message.history", request.toJson(), options).thenApply(HistoryResult::new);
    }

    /**
     * Reads what any message of type 21 holds, a page at a time.
     *
     * @param msgId The message.
     */
    public CompletableFuture<MergedResult> merged(String msgId) {
        return merged(new MergedRequest(msgId));
    }

    /** Reads what any message of type 21 holds, a page at a time. */
    public CompletableFuture<MergedResult> merged(MergedRequest request) {
        return caller.request("admin.message.merged", request.toJson(), options).thenApply(MergedResult::new);
    }

    /**
     * Takes a message back, whoever sent it and whenever.
     *
     * @param msgId The message.
     */
    public CompletableFuture<RecallResult> recall(String msgId) {
        return recall(new RecallRequest(msgId));
    }

    /** Takes a message back, whoever sent it and whenever. */
    public CompletableFuture<RecallResult> recall(RecallRequest request) {
        return caller.request("admin.message.recall", request.toJson(), options).thenApply(RecallResult::new);
    }

    /**
     * Deletes messages out of a user's own history, as `message.delete` of the user does. `admin.message.recall`
     * takes a message from all.
     *
     * @param userID The user.
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param msgIds The messages, of this conversation.
     */
    public CompletableFuture<DeleteResult> delete(String userID, String conversationID, List<String> msgIds) {
        return caller.request("admin.message.delete", Json.object()
            .put("userID", userID)
            .put("conversationID", conversationID)
            .put("msgIds", Members.json(msgIds, Members.listJson(Json::of)))
            .build(), options).thenApply(DeleteResult::new);
    }

    /** Lists the messages that wait to be sent, in the order in which they are due. */
    public CompletableFuture<ScheduledResult> scheduled() {
        return scheduled(new ScheduledRequest());
    }

    /** Lists the messages that wait to be sent, in the order in which they are due. */
    public CompletableFuture<ScheduledResult> scheduled(ScheduledRequest request) {
        return caller.request("admin.message.scheduled", request.toJson(), options)
            .thenApply(ScheduledResult::new);
    }

    /**
     * Takes back a message that waits to be sent. One that has been sent is recalled instead.
     *
     * @param scheduleID The id from the reply to `admin.message.send`.
     */
    public CompletableFuture<CancelResult> cancel(String scheduleID) {
        return caller.request("admin.message.cancel", Json.object()
            .put("scheduleID", scheduleID)
            .build(), options).thenApply(CancelResult::new);
    }

    /**
     * Searches all messages that are kept, whoever can read them, the newest first. Each page looks at 5,000
     * messages, so that it may have none and not be the last.
     */
    public CompletableFuture<SearchResult> search() {
        return search(new SearchRequest());
    }

    /**
     * Searches all messages that are kept, whoever can read them, the newest first. Each page looks at 5,000
     * messages, so that it may have none and not be the last.
     */
    public CompletableFuture<SearchResult> search(SearchRequest request) {
        return caller.request("admin.message.search", request.toJson(), options).thenApply(SearchResult::new);
    }

    /**
     * Takes back what a user has written since a time, the oldest first, from everybody, as
     * `admin.message.recall` does: up to 32 messages of 2,000 that are looked at. Ask again with `cursor` until
     * there is none.
     *
     * @param userID The user.
     * @param since Messages of this `time` or later, in milliseconds since 1970.
     */
    public CompletableFuture<ClearResult> clear(String userID, long since) {
        return clear(new ClearRequest(userID, since));
    }

    /**
     * Takes back what a user has written since a time, the oldest first, from everybody, as
     * `admin.message.recall` does: up to 32 messages of 2,000 that are looked at. Ask again with `cursor` until
     * there is none.
     */
    public CompletableFuture<ClearResult> clear(ClearRequest request) {
        return caller.request("admin.message.clear", request.toJson(), options).thenApply(ClearResult::new);
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
     * What is given to `admin.message.send`.
     *
     * type: text, image, audio, video, location, file, tip, elements, custom.
     * body: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`;
     * type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
     */
    public static final class SendRequest {
        private final long type;
        private final Json body;
        private String from;
        private String conversationID;
        private List<String> userIDs;
        private String clientMsgId;
        private Long at;
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

        public SendRequest(long type, Json body) {
            this.type = type;
            this.body = body;
        }

        /** The user who sends. Left out: the system sender (`accounts.systemSender`). */
        public SendRequest from(String from) {
            this.from = from;
            return this;
        }

        /** `c2c_` and a user's id, or `group_` and a group's. */
        public SendRequest conversationID(String conversationID) {
            this.conversationID = conversationID;
            return this;
        }

        /** Instead of `conversationID`: the users who get the message, each for itself. */
        public SendRequest userIDs(List<String> userIDs) {
            this.userIDs = userIDs;
            return this;
        }

        /** The sender's own id for the message. Left out: one that is made of the request's `key`. */
        public SendRequest clientMsgId(String clientMsgId) {
            this.clientMsgId = clientMsgId;
            return this;
        }

        /** To one conversation: when to send it, in milliseconds since 1970, up to a year ahead. Left out: now. */
        public SendRequest at(Long at) {
            this.at = at;
            return this;
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

        public Json toJson() {
            return Json.object()
                .put("from", from)
                .put("conversationID", conversationID)
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("clientMsgId", clientMsgId)
                .put("at", at)
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
                .build();
        }
    }

    public static final class SendResultResult extends Value {
        public final String userID;
        public final long code;
        public final String msgId;
        public final Long seq;

        public SendResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            msgId = Members.optional(json, "msgId", Json::asString);
            seq = Members.optional(json, "seq", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .put("msgId", msgId)
                .put("seq", seq)
                .build();
        }
    }

    /** The result of `admin.message.send`. */
    public static final class SendResult extends Value {
        /** To one conversation: the message's id, in digits. */
        public final String msgId;
        /** Likewise: the conversation. */
        public final String conversationID;
        /** Likewise: the message's number in the conversation. */
        public final Long seq;
        /** Likewise: when the gateway accepted the message. */
        public final Long time;
        /** Instead, while it waits for `at`: the id to cancel it by. */
        public final String scheduleID;
        /** Likewise: when it will be sent. */
        public final Long at;
        /**
         * To many users: one for each, in the order sent; `code` 0: sent, 404: no such user, 1006: the `clientMsgId`
         * was used for another message to this user.
         */
        public final List<SendResultResult> results;

        public SendResult(Json json) {
            msgId = Members.optional(json, "msgId", Json::asString);
            conversationID = Members.optional(json, "conversationID", Json::asString);
            seq = Members.optional(json, "seq", Json::asLong);
            time = Members.optional(json, "time", Json::asLong);
            scheduleID = Members.optional(json, "scheduleID", Json::asString);
            at = Members.optional(json, "at", Json::asLong);
            results = Members.optional(json, "results", Members.list(SendResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("conversationID", conversationID)
                .put("seq", seq)
                .put("time", time)
                .put("scheduleID", scheduleID)
                .put("at", at)
                .put("results", Members.json(results, Members.listJson(SendResultResult::toJson)))
                .build();
        }
    }

    public static final class BeginApnsMemberOption {
        private Boolean forcePush;
        private List<String> userIds;
        private String apnsContent;

        public BeginApnsMemberOption() {
        }

        public BeginApnsMemberOption forcePush(Boolean forcePush) {
            this.forcePush = forcePush;
            return this;
        }

        public BeginApnsMemberOption userIds(List<String> userIds) {
            this.userIds = userIds;
            return this;
        }

        public BeginApnsMemberOption apnsContent(String apnsContent) {
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

    public static final class BeginApnsPayload {
        private String sound;
        private Boolean badge;
        private String channel;
        private String category;
        private String collapseId;
        private String subtitle;
        private String thread;
        private Json custom;

        public BeginApnsPayload() {
        }

        public BeginApnsPayload sound(String sound) {
            this.sound = sound;
            return this;
        }

        public BeginApnsPayload badge(Boolean badge) {
            this.badge = badge;
            return this;
        }

        public BeginApnsPayload channel(String channel) {
            this.channel = channel;
            return this;
        }

        public BeginApnsPayload category(String category) {
            this.category = category;
            return this;
        }

        public BeginApnsPayload collapseId(String collapseId) {
            this.collapseId = collapseId;
            return this;
        }

        public BeginApnsPayload subtitle(String subtitle) {
            this.subtitle = subtitle;
            return this;
        }

        public BeginApnsPayload thread(String thread) {
            this.thread = thread;
            return this;
        }

        public BeginApnsPayload custom(Json custom) {
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

    public static final class BeginReplyTo {
        private final String msgId;

        public BeginReplyTo(String msgId) {
            this.msgId = msgId;
        }

        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .build();
        }
    }

    /**
     * What is given to `admin.message.begin`.
     *
     * conversationID: `c2c_` and a user's id, or `group_` and a group's.
     * clientMsgId: The sender's own id for the message, such as a UUID. No other message of the sender has it.
     */
    public static final class BeginRequest {
        private final String conversationID;
        private final String clientMsgId;
        private String from;
        private AdminMessageBeginOnBreak onBreak;
        private Json body;
        private String apnsContent;
        private BeginApnsMemberOption apnsMemberOption;
        private BeginApnsPayload apnsPayload;
        private List<String> atUserList;
        private BeginReplyTo replyTo;
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

        public BeginRequest(String conversationID, String clientMsgId) {
            this.conversationID = conversationID;
            this.clientMsgId = clientMsgId;
        }

        /** The user who sends. Left out: the one of `Martlet-As`. The system sender does not stream. */
        public BeginRequest from(String from) {
            this.from = from;
            return this;
        }

        /**
         * If the text does not come to its end. `keep`: what there is of it is sent, with `broken`; `drop` (default):
         * nothing is sent.
         */
        public BeginRequest onBreak(AdminMessageBeginOnBreak onBreak) {
            this.onBreak = onBreak;
            return this;
        }

        /** Members of the message's body beside `text`, as with `message.send`. */
        public BeginRequest body(Json body) {
            this.body = body;
            return this;
        }

        /** The text of the message's push, up to 500 characters. */
        public BeginRequest apnsContent(String apnsContent) {
            this.apnsContent = apnsContent;
            return this;
        }

        /**
         * Sets the pushes to some receivers: whether they are forced, default false; the receivers, up to 100,
         * default all; and the text. See [pushes.md](pushes.md).
         */
        public BeginRequest apnsMemberOption(BeginApnsMemberOption apnsMemberOption) {
            this.apnsMemberOption = apnsMemberOption;
            return this;
        }

        /**
         * How the push looks and sounds. `sound`: 0–64 characters, empty: none; `badge`: boolean, default true;
         * `channel`, `category`, `collapseId`, `thread`: 1–64 characters. All are ASCII without spaces. `subtitle`:
         * 1–64 characters. `custom`: an object of up to 1024 bytes. See [pushes.md](pushes.md).
         */
        public BeginRequest apnsPayload(BeginApnsPayload apnsPayload) {
            this.apnsPayload = apnsPayload;
            return this;
        }

        /** In a group: the members that the message mentions; `__kImSDK_MesssageAtALL__` means all. */
        public BeginRequest atUserList(List<String> atUserList) {
            this.atUserList = atUserList;
            return this;
        }

        /**
         * The message of the conversation that this one replies to: `msgId`. Receivers get its `seq` and sender, too.
         */
        public BeginRequest replyTo(BeginReplyTo replyTo) {
            this.replyTo = replyTo;
            return this;
        }

        /** So many seconds after it was sent, up to a year, the message is gone for everybody. */
        public BeginRequest expireSeconds(Long expireSeconds) {
            this.expireSeconds = expireSeconds;
            return this;
        }

        /** `message.history` returns the message. */
        public BeginRequest history(Boolean history) {
            this.history = history;
            return this;
        }

        /** Devices that log in later get the message. */
        public BeginRequest roaming(Boolean roaming) {
            this.roaming = roaming;
            return this;
        }

        /** The sender's other devices get the message. */
        public BeginRequest sync(Boolean sync) {
            this.sync = sync;
            return this;
        }

        /** The message is kept for receivers who are offline. */
        public BeginRequest persist(Boolean persist) {
            this.persist = persist;
            return this;
        }

        /** The message raises the receivers' unread counts. */
        public BeginRequest shouldBeCounted(Boolean shouldBeCounted) {
            this.shouldBeCounted = shouldBeCounted;
            return this;
        }

        /** The message may be pushed. */
        public BeginRequest apnsEnabled(Boolean apnsEnabled) {
            this.apnsEnabled = apnsEnabled;
            return this;
        }

        /** The push begins with the sender's name. */
        public BeginRequest apnsWithPrefix(Boolean apnsWithPrefix) {
            this.apnsWithPrefix = apnsWithPrefix;
            return this;
        }

        /** Accepted, but has no effect. */
        public BeginRequest route(Boolean route) {
            this.route = route;
            return this;
        }

        /** Asks the members of a group for receipts. */
        public BeginRequest teamReceipt(Boolean teamReceipt) {
            this.teamReceipt = teamReceipt;
            return this;
        }

        /** A user's next reaction takes the place of its last, as in a poll with one vote each. */
        public BeginRequest exclusiveReactions(Boolean exclusiveReactions) {
            this.exclusiveReactions = exclusiveReactions;
            return this;
        }

        /** The uploads to which it refers: own ones, and those that the sender can read (docs/media.md). */
        public BeginRequest media(List<String> media) {
            this.media = media;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("from", from)
                .put("conversationID", conversationID)
                .put("clientMsgId", clientMsgId)
                .put("onBreak", Members.json(onBreak, AdminMessageBeginOnBreak::toJson))
                .put("body", Members.json(body, Members.ANY))
                .put("apnsContent", apnsContent)
                .put("apnsMemberOption", Members.json(apnsMemberOption, BeginApnsMemberOption::toJson))
                .put("apnsPayload", Members.json(apnsPayload, BeginApnsPayload::toJson))
                .put("atUserList", Members.json(atUserList, Members.listJson(Json::of)))
                .put("replyTo", Members.json(replyTo, BeginReplyTo::toJson))
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
                .build();
        }
    }

    /** The result of `admin.message.begin`. */
    public static final class BeginResult extends Value {
        /** The id while it is streamed, and afterwards in the message. */
        public final String streamID;
        /** If it was sent: the message's id, in digits. */
        public final String msgId;
        /** Likewise: the conversation. */
        public final String conversationID;
        /** Likewise: the message's number in the conversation. */
        public final Long seq;
        /** Likewise: when it was sent. */
        public final Long time;

        public BeginResult(Json json) {
            streamID = Members.optional(json, "streamID", Json::asString);
            msgId = Members.optional(json, "msgId", Json::asString);
            conversationID = Members.optional(json, "conversationID", Json::asString);
            seq = Members.optional(json, "seq", Json::asLong);
            time = Members.optional(json, "time", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("streamID", streamID)
                .put("msgId", msgId)
                .put("conversationID", conversationID)
                .put("seq", seq)
                .put("time", time)
                .build();
        }
    }

    /** The result of `admin.message.append`. */
    public static final class AppendResult extends Value {
        /** So many bytes there are now. */
        public final long length;

        public AppendResult(Json json) {
            length = Members.required(json, "length", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("length", length)
                .build();
        }
    }

    /** The result of `admin.message.finish`. */
    public static final class FinishResult extends Value {
        /** The id while it is streamed, and afterwards in the message. */
        public final String streamID;
        /** If it was sent: the message's id, in digits. */
        public final String msgId;
        /** Likewise: the conversation. */
        public final String conversationID;
        /** Likewise: the message's number in the conversation. */
        public final Long seq;
        /** Likewise: when it was sent. */
        public final Long time;

        public FinishResult(Json json) {
            streamID = Members.optional(json, "streamID", Json::asString);
            msgId = Members.optional(json, "msgId", Json::asString);
            conversationID = Members.optional(json, "conversationID", Json::asString);
            seq = Members.optional(json, "seq", Json::asLong);
            time = Members.optional(json, "time", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("streamID", streamID)
                .put("msgId", msgId)
                .put("conversationID", conversationID)
                .put("seq", seq)
                .put("time", time)
                .build();
        }
    }

    /** The result of `admin.message.abort`. */
    public static final class AbortResult extends Value {
        /** The id while it is streamed, and afterwards in the message. */
        public final String streamID;
        /** If it was sent: the message's id, in digits. */
        public final String msgId;
        /** Likewise: the conversation. */
        public final String conversationID;
        /** Likewise: the message's number in the conversation. */
        public final Long seq;
        /** Likewise: when it was sent. */
        public final Long time;

        public AbortResult(Json json) {
            streamID = Members.optional(json, "streamID", Json::asString);
            msgId = Members.optional(json, "msgId", Json::asString);
            conversationID = Members.optional(json, "conversationID", Json::asString);
            seq = Members.optional(json, "seq", Json::asLong);
            time = Members.optional(json, "time", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("streamID", streamID)
                .put("msgId", msgId)
                .put("conversationID", conversationID)
                .put("seq", seq)
                .put("time", time)
                .build();
        }
    }

    public static final class ImportMessageMerged {
        private final String from;
        private final long time;
        private final long type;
        private final Json body;
        private List<String> media;

        public ImportMessageMerged(String from, long time, long type, Json body) {
            this.from = from;
            this.time = time;
            this.type = type;
            this.body = body;
        }

        public ImportMessageMerged media(List<String> media) {
            this.media = media;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("from", from)
                .put("time", time)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("media", Members.json(media, Members.listJson(Json::of)))
                .build();
        }
    }

    public static final class ImportMessage {
        private final String conversationID;
        private final String from;
        private final String clientMsgId;
        private final long time;
        private final long type;
        private final Json body;
        private List<String> media;
        private List<ImportMessageMerged> merged;

        public ImportMessage(
                String conversationID, String from, String clientMsgId, long time, long type, Json body) {
            this.conversationID = conversationID;
            this.from = from;
            this.clientMsgId = clientMsgId;
            this.time = time;
            this.type = type;
            this.body = body;
        }

        public ImportMessage media(List<String> media) {
            this.media = media;
            return this;
        }

        public ImportMessage merged(List<ImportMessageMerged> merged) {
            this.merged = merged;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("from", from)
                .put("clientMsgId", clientMsgId)
                .put("time", time)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("media", Members.json(media, Members.listJson(Json::of)))
                .put("merged", Members.json(merged, Members.listJson(ImportMessageMerged::toJson)))
                .build();
        }
    }

    public static final class ImportResultResult extends Value {
        public final String clientMsgId;
        public final long code;
        public final String msgId;
        public final Long seq;
        public final Long time;
        /** Why it was not taken. */
        public final String info;

        public ImportResultResult(Json json) {
            clientMsgId = Members.required(json, "clientMsgId", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            msgId = Members.optional(json, "msgId", Json::asString);
            seq = Members.optional(json, "seq", Json::asLong);
            time = Members.optional(json, "time", Json::asLong);
            info = Members.optional(json, "info", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("clientMsgId", clientMsgId)
                .put("code", code)
                .put("msgId", msgId)
                .put("seq", seq)
                .put("time", time)
                .put("info", info)
                .build();
        }
    }

    /** The result of `admin.message.import`. */
    public static final class ImportResult extends Value {
        /**
         * One for each, in the order sent; `code` 0: taken, now or before; 40003, 404, 605: there is no such sender,
         * user, group; 1006: the conversation has newer messages, or some that were sent here; 1010: there is no such
         * upload; 1013: too many messages have its time; 1007: its body is too large; 414: it is too old or in the
         * future, or `info` names a member that is not valid.
         */
        public final List<ImportResultResult> results;

        public ImportResult(Json json) {
            results = Members.required(json, "results", Members.list(ImportResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(ImportResultResult::toJson)))
                .build();
        }
    }

    /**
     * What is given to `admin.message.history`.
     *
     * conversationID: `c2c_` and a user's id, or `group_` and a group's.
     */
    public static final class HistoryRequest {
        private final String conversationID;
        private String userID;
        private HistoryDirection direction;
        private Long cursor;
        private Long limit;
        private String around;

        public HistoryRequest(String conversationID) {
            this.conversationID = conversationID;
        }

        /** Of a conversation between two: the one for whom `conversationID` names the other. */
        public HistoryRequest userID(String userID) {
            this.userID = userID;
            return this;
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
                .put("userID", userID)
                .put("conversationID", conversationID)
                .put("direction", Members.json(direction, HistoryDirection::toJson))
                .put("cursor", cursor)
                .put("limit", limit)
                .put("around", around)
                .build();
        }
    }

    /** The result of `admin.message.history`. */
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
     * What is given to `admin.message.merged`.
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

    /** The result of `admin.message.merged`. */
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

    /**
     * What is given to `admin.message.recall`.
     *
     * msgId: The message.
     */
    public static final class RecallRequest {
        private final String msgId;
        private String reason;

        public RecallRequest(String msgId) {
            this.msgId = msgId;
        }

        /** Why, for all to read. */
        public RecallRequest reason(String reason) {
            this.reason = reason;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("reason", reason)
                .build();
        }
    }

    /** The result of `admin.message.recall`. */
    public static final class RecallResult extends Value {
        /** The message. */
        public final String msgId;

        public RecallResult(Json json) {
            msgId = Members.required(json, "msgId", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .build();
        }
    }

    /** The result of `admin.message.delete`. */
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

    /** What is given to `admin.message.scheduled`. */
    public static final class ScheduledRequest {
        private String cursor;
        private Long limit;

        public ScheduledRequest() {
        }

        /** The value from the last page. Left out: from the start. */
        public ScheduledRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many messages. */
        public ScheduledRequest limit(Long limit) {
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

    public static final class ScheduledResultMessage extends Value {
        public final String scheduleID;
        public final long at;
        public final String from;
        public final String conversationID;
        public final String clientMsgId;
        public final long type;
        public final Json body;
        public final Long expireSeconds;
        public final List<String> media;

        public ScheduledResultMessage(Json json) {
            scheduleID = Members.required(json, "scheduleID", Json::asString);
            at = Members.required(json, "at", Json::asLong);
            from = Members.required(json, "from", Json::asString);
            conversationID = Members.required(json, "conversationID", Json::asString);
            clientMsgId = Members.required(json, "clientMsgId", Json::asString);
            type = Members.required(json, "type", Json::asLong);
            body = Members.required(json, "body", Members.ANY);
            expireSeconds = Members.optional(json, "expireSeconds", Json::asLong);
            media = Members.optional(json, "media", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("scheduleID", scheduleID)
                .put("at", at)
                .put("from", from)
                .put("conversationID", conversationID)
                .put("clientMsgId", clientMsgId)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("expireSeconds", expireSeconds)
                .put("media", Members.json(media, Members.listJson(Json::of)))
                .build();
        }
    }

    /** The result of `admin.message.scheduled`. */
    public static final class ScheduledResult extends Value {
        /** As they were given to `admin.message.send`. */
        public final List<ScheduledResultMessage> messages;
        /** Send it for the next page; absent at the end. */
        public final String cursor;

        public ScheduledResult(Json json) {
            messages = Members.required(json, "messages", Members.list(ScheduledResultMessage::new));
            cursor = Members.optional(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("messages", Members.json(messages, Members.listJson(ScheduledResultMessage::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /** The result of `admin.message.cancel`. */
    public static final class CancelResult extends Value {
        public final String scheduleID;
        public final long at;
        public final String from;
        public final String conversationID;
        public final String clientMsgId;

        public CancelResult(Json json) {
            scheduleID = Members.required(json, "scheduleID", Json::asString);
            at = Members.required(json, "at", Json::asLong);
            from = Members.required(json, "from", Json::asString);
            conversationID = Members.required(json, "conversationID", Json::asString);
            clientMsgId = Members.required(json, "clientMsgId", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("scheduleID", scheduleID)
                .put("at", at)
                .put("from", from)
                .put("conversationID", conversationID)
                .put("clientMsgId", clientMsgId)
                .build();
        }
    }

    /** What is given to `admin.message.search`. */
    public static final class SearchRequest {
        private String query;
        private String from;
        private Long since;
        private Long until;
        private String cursor;
        private Long limit;

        public SearchRequest() {
        }

        /**
         * Up to 10 words: each begins a word of the message; Chinese, Japanese, Korean, Thai and emoji are found
         * anywhere.
         */
        public SearchRequest query(String query) {
            this.query = query;
            return this;
        }

        /** Only messages of this user. */
        public SearchRequest from(String from) {
            this.from = from;
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

        /** At most this many messages. */
        public SearchRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("query", query)
                .put("from", from)
                .put("since", since)
                .put("until", until)
                .put("cursor", cursor)
                .put("limit", limit)
                .build();
        }
    }

    /** The result of `admin.message.search`. */
    public static final class SearchResult extends Value {
        /** Between two users, as the sender sees it. */
        public final List<Message> messages;
        /** Send it for the next page; absent at the end. */
        public final String cursor;

        public SearchResult(Json json) {
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

    /**
     * What is given to `admin.message.clear`.
     *
     * userID: The user.
     * since: Messages of this `time` or later, in milliseconds since 1970.
     */
    public static final class ClearRequest {
        private final String userID;
        private final long since;
        private String cursor;
        private String reason;

        public ClearRequest(String userID, long since) {
            this.userID = userID;
            this.since = since;
        }

        /** Where the page before ended. */
        public ClearRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** Why, for all to read. */
        public ClearRequest reason(String reason) {
            this.reason = reason;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("since", since)
                .put("cursor", cursor)
                .put("reason", reason)
                .build();
        }
    }

    /** The result of `admin.message.clear`. */
    public static final class ClearResult extends Value {
        /** Those that were taken back. */
        public final List<String> msgIds;
        /** There may be more behind it. */
        public final String cursor;

        public ClearResult(Json json) {
            msgIds = Members.required(json, "msgIds", Members.list(Json::asString));
            cursor = Members.optional(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgIds", Members.json(msgIds, Members.listJson(Json::of)))
                .put("cursor", cursor)
                .build();
        }
    }
}
