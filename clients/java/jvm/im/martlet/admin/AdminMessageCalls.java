// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.HistoryDirection;
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
     * @param type text, image, audio, video, location, file, tip, custom.
     * @param body The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to
     *     `messages.textCharacters`.
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
     * Takes messages along that were sent elsewhere: they keep their senders and times, and of each conversation
     * the oldest comes first. They are read, and nobody is told of them. A conversation takes them until the
     * first message is sent in it. A message that was taken before is not taken again.
     *
     * @param messages The messages. `conversationID` is as the sender `from` names it; `clientMsgId` is the
     *     message's id there, and no other message of the conversation and its time has it; `time` is in
     *     milliseconds since 1970; `type` and `body` as in `message.send`.
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
     * type: text, image, audio, video, location, file, tip, custom.
     * body: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`.
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
        private List<String> media;

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

        /** The uploads to which it refers: own ones, and those that the sender can read (docs/media.md). */
        public SendRequest media(List<String> media) {
            this.media = media;
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
                .put("media", Members.json(media, Members.listJson(Json::of)))
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

    public static final class ImportMessage {
        private final String conversationID;
        private final String from;
        private final String clientMsgId;
        private final long time;
        private final long type;
        private final Json body;

        public ImportMessage(
                String conversationID, String from, String clientMsgId, long time, long type, Json body) {
            this.conversationID = conversationID;
            this.from = from;
            this.clientMsgId = clientMsgId;
            this.time = time;
            this.type = type;
            this.body = body;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("from", from)
                .put("clientMsgId", clientMsgId)
                .put("time", time)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
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
         * user, group; 1006: the conversation has newer messages, or some that were sent here; 1013: too many
         * messages have its time; 1007: its body is too large; 414: it is too old or in the future, or `info` names a
         * member that is not valid.
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

        public ScheduledResultMessage(Json json) {
            scheduleID = Members.required(json, "scheduleID", Json::asString);
            at = Members.required(json, "at", Json::asLong);
            from = Members.required(json, "from", Json::asString);
            conversationID = Members.required(json, "conversationID", Json::asString);
            clientMsgId = Members.required(json, "clientMsgId", Json::asString);
            type = Members.required(json, "type", Json::asLong);
            body = Members.required(json, "body", Members.ANY);
            expireSeconds = Members.optional(json, "expireSeconds", Json::asLong);
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
}
