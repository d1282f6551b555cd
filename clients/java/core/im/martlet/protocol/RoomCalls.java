// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The operations `room.…`. */
public final class RoomCalls {
    private final Caller caller;
    private final RequestOptions options;

    public RoomCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private RoomCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public RoomCalls with(RequestOptions options) {
        return new RoomCalls(caller, options);
    }

    /**
     * Enters a room: from here on the session gets `room.frame`. The room is left when the session ends. A
     * session that is in the room already gets the same reply.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<EnterResult> enter(String roomID) {
        return enter(new EnterRequest(roomID));
    }

    /**
     * Enters a room: from here on the session gets `room.frame`. The room is left when the session ends. A
     * session that is in the room already gets the same reply.
     */
    public CompletableFuture<EnterResult> enter(EnterRequest request) {
        return caller.request("room.enter", request.toJson(), options).thenApply(EnterResult::new);
    }

    /**
     * Leaves a room. A room that the session is not in is no fault.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<Void> leave(String roomID) {
        return caller.request("room.leave", Json.object()
            .put("roomID", roomID)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Lists the users in a room that the caller is in: all of them up to 200. Of more, `isSample` is true, and
     * the list has the owner, admins and those who entered last.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<ParticipantsResult> participants(String roomID) {
        return caller.request("room.participants", Json.object()
            .put("roomID", roomID)
            .build(), options).thenApply(ParticipantsResult::new);
    }

    /**
     * Says something in a room that the caller is in. The reply comes with the room's next frame. A message that
     * was not drawn is refused (gw 1024): nothing was done. A `clientMsgId` repeated within a minute gets the
     * same reply.
     *
     * @param roomID The room's id.
     * @param clientMsgId The sender's own id for the message, such as a UUID. No other message of the sender
     *     has it.
     * @param type text, image, audio, video, location, file, tip, custom.
     * @param body The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to
     *     `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
     */
    public CompletableFuture<SendResult> send(String roomID, String clientMsgId, long type, Json body) {
        return send(new SendRequest(roomID, clientMsgId, type, body));
    }

    /**
     * Says something in a room that the caller is in. The reply comes with the room's next frame. A message that
     * was not drawn is refused (gw 1024): nothing was done. A `clientMsgId` repeated within a minute gets the
     * same reply.
     */
    public CompletableFuture<SendResult> send(SendRequest request) {
        return caller.request("room.send", request.toJson(), options).thenApply(SendResult::new);
    }

    /**
     * Recalls a message: the sender within `messages.recallSeconds`, the owner and admins any that the room still
     * keeps. The next frame has it in `cleared`.
     *
     * @param roomID The room's id.
     * @param msgId The message's id.
     */
    public CompletableFuture<Void> recall(String roomID, String msgId) {
        return caller.request("room.recall", Json.object()
            .put("roomID", roomID)
            .put("msgId", msgId)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Sets and removes values of a room, all of these or none. For the owner and admins, or with `valuesBy` `all`
     * for every user who may enter. A key that another user has set is for the owner and admins. Participants
     * hear `room.valuesChanged`.
     *
     * @param roomID The room's id.
     * @param values 1 to 10, with different keys. Without `value` the key goes. `ifVersion`: only if the key
     *     has this version; 0: only if there is none. `isTransient`: it goes when its user has left the room for
     *     `rooms.leaveSeconds`.
     */
    public CompletableFuture<SetValuesResult> setValues(String roomID, List<SetValuesValue> values) {
        return caller.request("room.setValues", Json.object()
            .put("roomID", roomID)
            .put("values", Members.json(values, Members.listJson(SetValuesValue::toJson)))
            .build(), options).thenApply(SetValuesResult::new);
    }

    /**
     * Returns the values of a room that the caller may enter.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<ValuesResult> values(String roomID) {
        return caller.request("room.values", Json.object()
            .put("roomID", roomID)
            .build(), options).thenApply(ValuesResult::new);
    }

    /**
     * Puts an element into the queue of a room, or changes the one of this key. The same rights as with
     * `room.setValues`. Participants hear `room.queueChanged`.
     *
     * @param roomID The room's id.
     * @param key The element's key.
     */
    public CompletableFuture<OfferResult> offer(String roomID, String key) {
        return offer(new OfferRequest(roomID, key));
    }

    /**
     * Puts an element into the queue of a room, or changes the one of this key. The same rights as with
     * `room.setValues`. Participants hear `room.queueChanged`.
     */
    public CompletableFuture<OfferResult> offer(OfferRequest request) {
        return caller.request("room.offer", request.toJson(), options).thenApply(OfferResult::new);
    }

    /**
     * Takes an element out of the queue of a room: that of the key, or the first one. One caller alone gets it.
     * The owner and admins take any, others with `valuesBy` `all` their own.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<PollResult> poll(String roomID) {
        return poll(new PollRequest(roomID));
    }

    /**
     * Takes an element out of the queue of a room: that of the key, or the first one. One caller alone gets it.
     * The owner and admins take any, others with `valuesBy` `all` their own.
     */
    public CompletableFuture<PollResult> poll(PollRequest request) {
        return caller.request("room.poll", request.toJson(), options).thenApply(PollResult::new);
    }

    /**
     * Returns the queue of a room that the caller may enter.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<QueueResult> queue(String roomID) {
        return caller.request("room.queue", Json.object()
            .put("roomID", roomID)
            .build(), options).thenApply(QueueResult::new);
    }

    /**
     * Adds to a counter of a room that the caller is in. Frames tell of the sums, every second. For likes: a
     * client gathers what its user taps and says it together, twice a second at most.
     *
     * @param roomID The room's id.
     * @param counter The counter's name.
     */
    public CompletableFuture<Void> count(String roomID, String counter) {
        return count(new CountRequest(roomID, counter));
    }

    /**
     * Adds to a counter of a room that the caller is in. Frames tell of the sums, every second. For likes: a
     * client gathers what its user taps and says it together, twice a second at most.
     */
    public CompletableFuture<Void> count(CountRequest request) {
        return caller.request("room.count", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Changes the given fields of a room. For its owner. `admins` and `speakers` are whole lists.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<Void> modify(String roomID) {
        return modify(new ModifyRequest(roomID));
    }

    /** Changes the given fields of a room. For its owner. `admins` and `speakers` are whole lists. */
    public CompletableFuture<Void> modify(ModifyRequest request) {
        return caller.request("room.modify", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Keeps a user from sending in a room, in it or not. The owner acts on all, admins on those who are neither.
     *
     * @param roomID The room's id.
     * @param userID The user.
     * @param seconds For so many seconds; −1: for ever; 0: no longer.
     */
    public CompletableFuture<Void> mute(String roomID, String userID, long seconds) {
        return caller.request("room.mute", Json.object()
            .put("roomID", roomID)
            .put("userID", userID)
            .put("seconds", seconds)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Lets only the owner, admins and speakers send, or all again. For the owner and admins.
     *
     * @param roomID The room's id.
     * @param isMuted Whether only the owner, admins and speakers may send.
     */
    public CompletableFuture<Void> muteAll(String roomID, boolean isMuted) {
        return caller.request("room.muteAll", Json.object()
            .put("roomID", roomID)
            .put("isMuted", isMuted)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Puts a user out of a room (`room.left`) and keeps it out, in it now or not. Its role there ends.
     *
     * @param roomID The room's id.
     * @param userID The user.
     * @param seconds For so many seconds; −1: for ever; 0: no longer.
     */
    public CompletableFuture<Void> ban(String roomID, String userID, long seconds) {
        return ban(new BanRequest(roomID, userID, seconds));
    }

    /** Puts a user out of a room (`room.left`) and keeps it out, in it now or not. Its role there ends. */
    public CompletableFuture<Void> ban(BanRequest request) {
        return caller.request("room.ban", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Puts a user out of a room (`room.left`). The user may enter again.
     *
     * @param roomID The room's id.
     * @param userID The user.
     */
    public CompletableFuture<Void> kick(String roomID, String userID) {
        return kick(new KickRequest(roomID, userID));
    }

    /** Puts a user out of a room (`room.left`). The user may enter again. */
    public CompletableFuture<Void> kick(KickRequest request) {
        return caller.request("room.kick", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * What is given to `room.enter`.
     *
     * roomID: The room's id.
     */
    public static final class EnterRequest {
        private final String roomID;
        private Long epoch;
        private Long seq;
        private Long state;

        public EnterRequest(String roomID) {
            this.roomID = roomID;
        }

        /** With `seq`: the epoch that the client knows. */
        public EnterRequest epoch(Long epoch) {
            this.epoch = epoch;
            return this;
        }

        /** The last message that the client has in that epoch. */
        public EnterRequest seq(Long seq) {
            this.seq = seq;
            return this;
        }

        /** The state of the values that the client has: they come if it is another. */
        public EnterRequest state(Long state) {
            this.state = state;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("epoch", epoch)
                .put("seq", seq)
                .put("state", state)
                .build();
        }
    }

    public static final class EnterResultOccupancy extends Value {
        /** Sessions and users' streams in the room. */
        public final long participants;
        /** Streams of guests. Absent: none. */
        public final Long guests;

        public EnterResultOccupancy(Json json) {
            participants = Members.required(json, "participants", Json::asLong);
            guests = Members.optional(json, "guests", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("participants", participants)
                .put("guests", guests)
                .build();
        }
    }

    public static final class EnterResultMessage extends Value {
        /** The message's number in the epoch: from 1, without gaps. */
        public final long seq;
        /** The message's id. */
        public final String msgId;
        /** The sender's own id for it. */
        public final String clientMsgId;
        /** The user who has sent it; absent: a backend has, in nobody's name. */
        public final String from;
        /** As with `message.send`. */
        public final long type;
        /** The content; `{}` if it was recalled. */
        public final Json body;
        /** When it was drawn. */
        public final long time;
        /** `high`, `normal` or `low`. */
        public final RoomEnterResultMessagePriority priority;
        /** Only `true`: it was recalled or cleared. */
        public final Boolean isRecalled;

        public EnterResultMessage(Json json) {
            seq = Members.required(json, "seq", Json::asLong);
            msgId = Members.required(json, "msgId", Json::asString);
            clientMsgId = Members.required(json, "clientMsgId", Json::asString);
            from = Members.optional(json, "from", Json::asString);
            type = Members.required(json, "type", Json::asLong);
            body = Members.required(json, "body", Members.ANY);
            time = Members.required(json, "time", Json::asLong);
            priority = Members.required(json, "priority", RoomEnterResultMessagePriority::new);
            isRecalled = Members.optional(json, "isRecalled", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("seq", seq)
                .put("msgId", msgId)
                .put("clientMsgId", clientMsgId)
                .put("from", from)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("time", time)
                .put("priority", Members.json(priority, RoomEnterResultMessagePriority::toJson))
                .put("isRecalled", isRecalled)
                .build();
        }
    }

    public static final class EnterResultValue extends Value {
        /** The key. */
        public final String key;
        /** What was set. */
        public final String value;
        /** The `state` that began with it, for `ifVersion`. */
        public final long version;
        /** The user who has set it; absent: a backend has. */
        public final String by;
        /** Only `true`: it goes when that user has left. */
        public final Boolean isTransient;
        /** In the queue: the order, the head first. For values it means nothing. */
        public final long position;

        public EnterResultValue(Json json) {
            key = Members.required(json, "key", Json::asString);
            value = Members.required(json, "value", Json::asString);
            version = Members.required(json, "version", Json::asLong);
            by = Members.optional(json, "by", Json::asString);
            isTransient = Members.optional(json, "isTransient", Json::asBoolean);
            position = Members.required(json, "position", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("key", key)
                .put("value", value)
                .put("version", version)
                .put("by", by)
                .put("isTransient", isTransient)
                .put("position", position)
                .build();
        }
    }

    /** The result of `room.enter`. */
    public static final class EnterResult extends Value {
        /** The room's id. */
        public final String roomID;
        /** As the backend has set it. */
        public final String title;
        /** Data of the application, as the backend has set it. */
        public final String ext;
        /** So many seconds lie between two messages of a user; 0: no slow mode. */
        public final long slowSeconds;
        /** Only the owner, admins and speakers may send. */
        public final boolean isMuted;
        /** Who sets values. */
        public final RoomEnterResultValuesBy valuesBy;
        /** The life of the room in which messages are numbered. */
        public final long epoch;
        /** The seq of the last message. */
        public final long seq;
        /** The caller's role. */
        public final RoomEnterResultRole role;
        /** Until then the caller may not send. */
        public final Long mutedUntil;
        /** How many are in the room. */
        public final EnterResultOccupancy occupancy;
        /**
         * With `epoch` and `seq`: `recovered`, `messages` are all that was missed; `gap`: more was missed, or the
         * epoch is another.
         */
        public final RoomEnterResultVerdict verdict;
        /** The last messages, the newest last. */
        public final List<EnterResultMessage> messages;
        /** The state of the room's values. */
        public final long state;
        /** The values. Absent: the client has them, or they do not fit, and `room.values` returns them. */
        public final List<EnterResultValue> values;
        /** The sums of the room's counters, if it has any. */
        public final Map<String, Long> counters;
        /** The state of the room's queue, which `room.queue` returns. */
        public final long queueState;

        public EnterResult(Json json) {
            roomID = Members.required(json, "roomID", Json::asString);
            title = Members.required(json, "title", Json::asString);
            ext = Members.required(json, "ext", Json::asString);
            slowSeconds = Members.required(json, "slowSeconds", Json::asLong);
            isMuted = Members.required(json, "isMuted", Json::asBoolean);
            valuesBy = Members.required(json, "valuesBy", RoomEnterResultValuesBy::new);
            epoch = Members.required(json, "epoch", Json::asLong);
            seq = Members.required(json, "seq", Json::asLong);
            role = Members.required(json, "role", RoomEnterResultRole::new);
            mutedUntil = Members.optional(json, "mutedUntil", Json::asLong);
            occupancy = Members.required(json, "occupancy", EnterResultOccupancy::new);
            verdict = Members.optional(json, "verdict", RoomEnterResultVerdict::new);
            messages = Members.required(json, "messages", Members.list(EnterResultMessage::new));
            state = Members.required(json, "state", Json::asLong);
            values = Members.optional(json, "values", Members.list(EnterResultValue::new));
            counters = Members.optional(json, "counters", Members.map(Json::asLong));
            queueState = Members.required(json, "queueState", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("title", title)
                .put("ext", ext)
                .put("slowSeconds", slowSeconds)
                .put("isMuted", isMuted)
                .put("valuesBy", Members.json(valuesBy, RoomEnterResultValuesBy::toJson))
                .put("epoch", epoch)
                .put("seq", seq)
                .put("role", Members.json(role, RoomEnterResultRole::toJson))
                .put("mutedUntil", mutedUntil)
                .put("occupancy", Members.json(occupancy, EnterResultOccupancy::toJson))
                .put("verdict", Members.json(verdict, RoomEnterResultVerdict::toJson))
                .put("messages", Members.json(messages, Members.listJson(EnterResultMessage::toJson)))
                .put("state", state)
                .put("values", Members.json(values, Members.listJson(EnterResultValue::toJson)))
                .put("counters", Members.json(counters, Members.mapJson(Json::of)))
                .put("queueState", queueState)
                .build();
        }
    }

    public static final class ParticipantsResultParticipant extends Value {
        /** The user. */
        public final String userID;
        /** The user's role. */
        public final RoomEnterResultRole role;
        /** When its first session entered. */
        public final long since;
        /** Until then the user may not send. */
        public final Long mutedUntil;

        public ParticipantsResultParticipant(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            role = Members.required(json, "role", RoomEnterResultRole::new);
            since = Members.required(json, "since", Json::asLong);
            mutedUntil = Members.optional(json, "mutedUntil", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("role", Members.json(role, RoomEnterResultRole::toJson))
                .put("since", since)
                .put("mutedUntil", mutedUntil)
                .build();
        }
    }

    public static final class ParticipantsResultOccupancy extends Value {
        /** Sessions and users' streams in the room. */
        public final long participants;
        /** Streams of guests. Absent: none. */
        public final Long guests;

        public ParticipantsResultOccupancy(Json json) {
            participants = Members.required(json, "participants", Json::asLong);
            guests = Members.optional(json, "guests", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("participants", participants)
                .put("guests", guests)
                .build();
        }
    }

    /** The result of `room.participants`. */
    public static final class ParticipantsResult extends Value {
        /** The users. */
        public final List<ParticipantsResultParticipant> participants;
        /** Whether there are more. */
        public final boolean isSample;
        /** How many are in the room. */
        public final ParticipantsResultOccupancy occupancy;

        public ParticipantsResult(Json json) {
            participants = Members.required(json, "participants", Members.list(ParticipantsResultParticipant::new));
            isSample = Members.required(json, "isSample", Json::asBoolean);
            occupancy = Members.required(json, "occupancy", ParticipantsResultOccupancy::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("participants", Members.json(participants, Members.listJson(ParticipantsResultParticipant::toJson)))
                .put("isSample", isSample)
                .put("occupancy", Members.json(occupancy, ParticipantsResultOccupancy::toJson))
                .build();
        }
    }

    /**
     * What is given to `room.send`.
     *
     * roomID: The room's id.
     * clientMsgId: The sender's own id for the message, such as a UUID. No other message of the sender has it.
     * type: text, image, audio, video, location, file, tip, custom.
     * body: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`;
     * type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
     */
    public static final class SendRequest {
        private final String roomID;
        private final String clientMsgId;
        private final long type;
        private final Json body;
        private RoomEnterResultMessagePriority priority;

        public SendRequest(String roomID, String clientMsgId, long type, Json body) {
            this.roomID = roomID;
            this.clientMsgId = clientMsgId;
            this.type = type;
            this.body = body;
        }

        /** `high` is for the owner, admins and backends, and always told; `low` is told when nothing else is left. */
        public SendRequest priority(RoomEnterResultMessagePriority priority) {
            this.priority = priority;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("clientMsgId", clientMsgId)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("priority", Members.json(priority, RoomEnterResultMessagePriority::toJson))
                .build();
        }
    }

    public static final class SendResultMessage extends Value {
        /** The message's number in the epoch: from 1, without gaps. */
        public final long seq;
        /** The message's id. */
        public final String msgId;
        /** The sender's own id for it. */
        public final String clientMsgId;
        /** The user who has sent it; absent: a backend has, in nobody's name. */
        public final String from;
        /** As with `message.send`. */
        public final long type;
        /** The content; `{}` if it was recalled. */
        public final Json body;
        /** When it was drawn. */
        public final long time;
        /** `high`, `normal` or `low`. */
        public final RoomEnterResultMessagePriority priority;
        /** Only `true`: it was recalled or cleared. */
        public final Boolean isRecalled;

        public SendResultMessage(Json json) {
            seq = Members.required(json, "seq", Json::asLong);
            msgId = Members.required(json, "msgId", Json::asString);
            clientMsgId = Members.required(json, "clientMsgId", Json::asString);
            from = Members.optional(json, "from", Json::asString);
            type = Members.required(json, "type", Json::asLong);
            body = Members.required(json, "body", Members.ANY);
            time = Members.required(json, "time", Json::asLong);
            priority = Members.required(json, "priority", RoomEnterResultMessagePriority::new);
            isRecalled = Members.optional(json, "isRecalled", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("seq", seq)
                .put("msgId", msgId)
                .put("clientMsgId", clientMsgId)
                .put("from", from)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("time", time)
                .put("priority", Members.json(priority, RoomEnterResultMessagePriority::toJson))
                .put("isRecalled", isRecalled)
                .build();
        }
    }

    /** The result of `room.send`. */
    public static final class SendResult extends Value {
        /** The message's id. */
        public final String msgId;
        /** Its number in the room's epoch: from 1, without gaps. */
        public final long seq;
        /** When it was drawn. */
        public final long time;
        /** What all are told, if a hook has replaced it. */
        public final SendResultMessage message;

        public SendResult(Json json) {
            msgId = Members.required(json, "msgId", Json::asString);
            seq = Members.required(json, "seq", Json::asLong);
            time = Members.required(json, "time", Json::asLong);
            message = Members.optional(json, "message", SendResultMessage::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("seq", seq)
                .put("time", time)
                .put("message", Members.json(message, SendResultMessage::toJson))
                .build();
        }
    }

    public static final class SetValuesValue {
        private final String key;
        private String value;
        private Long ifVersion;
        private Boolean isTransient;

        public SetValuesValue(String key) {
            this.key = key;
        }

        public SetValuesValue value(String value) {
            this.value = value;
            return this;
        }

        public SetValuesValue ifVersion(Long ifVersion) {
            this.ifVersion = ifVersion;
            return this;
        }

        public SetValuesValue isTransient(Boolean isTransient) {
            this.isTransient = isTransient;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("key", key)
                .put("value", value)
                .put("ifVersion", ifVersion)
                .put("isTransient", isTransient)
                .build();
        }
    }

    /** The result of `room.setValues`. */
    public static final class SetValuesResult extends Value {
        /** The number of their last change, as `room.enter` and events say it. */
        public final long state;

        public SetValuesResult(Json json) {
            state = Members.required(json, "state", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("state", state)
                .build();
        }
    }

    public static final class ValuesResultValue extends Value {
        /** The key. */
        public final String key;
        /** What was set. */
        public final String value;
        /** The `state` that began with it, for `ifVersion`. */
        public final long version;
        /** The user who has set it; absent: a backend has. */
        public final String by;
        /** Only `true`: it goes when that user has left. */
        public final Boolean isTransient;
        /** In the queue: the order, the head first. For values it means nothing. */
        public final long position;

        public ValuesResultValue(Json json) {
            key = Members.required(json, "key", Json::asString);
            value = Members.required(json, "value", Json::asString);
            version = Members.required(json, "version", Json::asLong);
            by = Members.optional(json, "by", Json::asString);
            isTransient = Members.optional(json, "isTransient", Json::asBoolean);
            position = Members.required(json, "position", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("key", key)
                .put("value", value)
                .put("version", version)
                .put("by", by)
                .put("isTransient", isTransient)
                .put("position", position)
                .build();
        }
    }

    /** The result of `room.values`. */
    public static final class ValuesResult extends Value {
        /** The number of their last change, as `room.enter` and events say it. */
        public final long state;
        /** The values. */
        public final List<ValuesResultValue> values;

        public ValuesResult(Json json) {
            state = Members.required(json, "state", Json::asLong);
            values = Members.required(json, "values", Members.list(ValuesResultValue::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("state", state)
                .put("values", Members.json(values, Members.listJson(ValuesResultValue::toJson)))
                .build();
        }
    }

    /**
     * What is given to `room.offer`.
     *
     * roomID: The room's id.
     * key: The element's key.
     */
    public static final class OfferRequest {
        private final String roomID;
        private final String key;
        private String value;
        private Boolean first;
        private Long ifVersion;
        private Boolean isTransient;

        public OfferRequest(String roomID, String key) {
            this.roomID = roomID;
            this.key = key;
        }

        /** The element's value. */
        public OfferRequest value(String value) {
            this.value = value;
            return this;
        }

        /** True: before all others; false: behind them. One that is there keeps its place. */
        public OfferRequest first(Boolean first) {
            this.first = first;
            return this;
        }

        /** Only if the element has this version; 0: only if there is none. */
        public OfferRequest ifVersion(Long ifVersion) {
            this.ifVersion = ifVersion;
            return this;
        }

        /** True: it goes when its user has left the room for `rooms.leaveSeconds`. */
        public OfferRequest isTransient(Boolean isTransient) {
            this.isTransient = isTransient;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("key", key)
                .put("value", value)
                .put("first", first)
                .put("ifVersion", ifVersion)
                .put("isTransient", isTransient)
                .build();
        }
    }

    /** The result of `room.offer`. */
    public static final class OfferResult extends Value {
        /** The number of their last change, as `room.enter` and events say it. */
        public final long state;

        public OfferResult(Json json) {
            state = Members.required(json, "state", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("state", state)
                .build();
        }
    }

    /**
     * What is given to `room.poll`.
     *
     * roomID: The room's id.
     */
    public static final class PollRequest {
        private final String roomID;
        private String key;
        private Long ifVersion;

        public PollRequest(String roomID) {
            this.roomID = roomID;
        }

        /** The element's key. */
        public PollRequest key(String key) {
            this.key = key;
            return this;
        }

        /** Only if the element has this version; 0: only if there is none. */
        public PollRequest ifVersion(Long ifVersion) {
            this.ifVersion = ifVersion;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("key", key)
                .put("ifVersion", ifVersion)
                .build();
        }
    }

    public static final class PollResultElement extends Value {
        /** The key. */
        public final String key;
        /** What was set. */
        public final String value;
        /** The `state` that began with it, for `ifVersion`. */
        public final long version;
        /** The user who has set it; absent: a backend has. */
        public final String by;
        /** Only `true`: it goes when that user has left. */
        public final Boolean isTransient;
        /** In the queue: the order, the head first. For values it means nothing. */
        public final long position;

        public PollResultElement(Json json) {
            key = Members.required(json, "key", Json::asString);
            value = Members.required(json, "value", Json::asString);
            version = Members.required(json, "version", Json::asLong);
            by = Members.optional(json, "by", Json::asString);
            isTransient = Members.optional(json, "isTransient", Json::asBoolean);
            position = Members.required(json, "position", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("key", key)
                .put("value", value)
                .put("version", version)
                .put("by", by)
                .put("isTransient", isTransient)
                .put("position", position)
                .build();
        }
    }

    /** The result of `room.poll`. */
    public static final class PollResult extends Value {
        /** The number of their last change, as `room.enter` and events say it. */
        public final long state;
        /** The element; absent: there is none. */
        public final PollResultElement element;

        public PollResult(Json json) {
            state = Members.required(json, "state", Json::asLong);
            element = Members.optional(json, "element", PollResultElement::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("state", state)
                .put("element", Members.json(element, PollResultElement::toJson))
                .build();
        }
    }

    public static final class QueueResultElement extends Value {
        /** The key. */
        public final String key;
        /** What was set. */
        public final String value;
        /** The `state` that began with it, for `ifVersion`. */
        public final long version;
        /** The user who has set it; absent: a backend has. */
        public final String by;
        /** Only `true`: it goes when that user has left. */
        public final Boolean isTransient;
        /** In the queue: the order, the head first. For values it means nothing. */
        public final long position;

        public QueueResultElement(Json json) {
            key = Members.required(json, "key", Json::asString);
            value = Members.required(json, "value", Json::asString);
            version = Members.required(json, "version", Json::asLong);
            by = Members.optional(json, "by", Json::asString);
            isTransient = Members.optional(json, "isTransient", Json::asBoolean);
            position = Members.required(json, "position", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("key", key)
                .put("value", value)
                .put("version", version)
                .put("by", by)
                .put("isTransient", isTransient)
                .put("position", position)
                .build();
        }
    }

    /** The result of `room.queue`. */
    public static final class QueueResult extends Value {
        /** The number of their last change, as `room.enter` and events say it. */
        public final long state;
        /** The elements, the head first. */
        public final List<QueueResultElement> elements;

        public QueueResult(Json json) {
            state = Members.required(json, "state", Json::asLong);
            elements = Members.required(json, "elements", Members.list(QueueResultElement::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("state", state)
                .put("elements", Members.json(elements, Members.listJson(QueueResultElement::toJson)))
                .build();
        }
    }

    /**
     * What is given to `room.count`.
     *
     * roomID: The room's id.
     * counter: The counter's name.
     */
    public static final class CountRequest {
        private final String roomID;
        private final String counter;
        private Long count;

        public CountRequest(String roomID, String counter) {
            this.roomID = roomID;
            this.counter = counter;
        }

        /** So much is added. */
        public CountRequest count(Long count) {
            this.count = count;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("counter", counter)
                .put("count", count)
                .build();
        }
    }

    /**
     * What is given to `room.modify`.
     *
     * roomID: The room's id.
     */
    public static final class ModifyRequest {
        private final String roomID;
        private Long slowSeconds;
        private List<String> admins;
        private List<String> speakers;

        public ModifyRequest(String roomID) {
            this.roomID = roomID;
        }

        /** Slow mode: so many seconds lie between two messages of a user; 0: none. */
        public ModifyRequest slowSeconds(Long slowSeconds) {
            this.slowSeconds = slowSeconds;
            return this;
        }

        /** The admins. They act on those who are neither admins nor the owner. */
        public ModifyRequest admins(List<String> admins) {
            this.admins = admins;
            return this;
        }

        /** Users who may send while all are muted, beside the owner and admins. */
        public ModifyRequest speakers(List<String> speakers) {
            this.speakers = speakers;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("slowSeconds", slowSeconds)
                .put("admins", Members.json(admins, Members.listJson(Json::of)))
                .put("speakers", Members.json(speakers, Members.listJson(Json::of)))
                .build();
        }
    }

    /**
     * What is given to `room.ban`.
     *
     * roomID: The room's id.
     * userID: The user.
     * seconds: For so many seconds; −1: for ever; 0: no longer.
     */
    public static final class BanRequest {
        private final String roomID;
        private final String userID;
        private final long seconds;
        private Boolean clear;

        public BanRequest(String roomID, String userID, long seconds) {
            this.roomID = roomID;
            this.userID = userID;
            this.seconds = seconds;
        }

        /** Also removes what the user has said. */
        public BanRequest clear(Boolean clear) {
            this.clear = clear;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("userID", userID)
                .put("seconds", seconds)
                .put("clear", clear)
                .build();
        }
    }

    /**
     * What is given to `room.kick`.
     *
     * roomID: The room's id.
     * userID: The user.
     */
    public static final class KickRequest {
        private final String roomID;
        private final String userID;
        private Boolean clear;

        public KickRequest(String roomID, String userID) {
            this.roomID = roomID;
            this.userID = userID;
        }

        /** Also removes what the user has said. */
        public KickRequest clear(Boolean clear) {
            this.clear = clear;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("userID", userID)
                .put("clear", clear)
                .build();
        }
    }
}
