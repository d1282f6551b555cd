// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.ChannelAccess;
import im.martlet.protocol.RoomEnterResultMessagePriority;
import im.martlet.protocol.RoomEnterResultValuesBy;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.room.…`. */
public final class AdminRoomCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminRoomCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminRoomCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminRoomCalls with(RequestOptions options) {
        return new AdminRoomCalls(caller, options);
    }

    /**
     * Sets and removes values of a room, all of these or none. For the owner and admins, or with `valuesBy` `all`
     * for every user who may enter. A key that another user has set is for the owner and admins. Participants
     * hear `room.valuesChanged`. A backend does it, in nobody's name and with an admin's rights.
     *
     * @param roomID The room's id.
     * @param values 1 to 10, with different keys. Without `value` the key goes. `ifVersion`: only if the key
     *     has this version; 0: only if there is none. `isTransient`: it goes when its user has left the room for
     *     `rooms.leaveSeconds`.
     */
    public CompletableFuture<SetValuesResult> setValues(String roomID, List<SetValuesValue> values) {
        return caller.request("admin.room.setValues", Json.object()
            .put("roomID", roomID)
            .put("values", Members.json(values, Members.listJson(SetValuesValue::toJson)))
            .build(), options).thenApply(SetValuesResult::new);
    }

    /**
     * Returns the values of a room that the caller may enter. A backend does it, in nobody's name and with an
     * admin's rights.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<ValuesResult> values(String roomID) {
        return caller.request("admin.room.values", Json.object()
            .put("roomID", roomID)
            .build(), options).thenApply(ValuesResult::new);
    }

    /**
     * Puts an element into the queue of a room, or changes the one of this key. The same rights as with
     * `room.setValues`. Participants hear `room.queueChanged`. A backend does it, in nobody's name and with an
     * admin's rights.
     *
     * @param roomID The room's id.
     * @param key The element's key.
     */
    public CompletableFuture<OfferResult> offer(String roomID, String key) {
        return offer(new OfferRequest(roomID, key));
    }

    /**
     * Puts an element into the queue of a room, or changes the one of this key. The same rights as with
     * `room.setValues`. Participants hear `room.queueChanged`. A backend does it, in nobody's name and with an
     * admin's rights.
     */
    public CompletableFuture<OfferResult> offer(OfferRequest request) {
        return caller.request("admin.room.offer", request.toJson(), options).thenApply(OfferResult::new);
    }

    /**
     * Takes an element out of the queue of a room: that of the key, or the first one. One caller alone gets it.
     * The owner and admins take any, others with `valuesBy` `all` their own. A backend does it, in nobody's name
     * and with an admin's rights.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<PollResult> poll(String roomID) {
        return poll(new PollRequest(roomID));
    }

    /**
     * Takes an element out of the queue of a room: that of the key, or the first one. One caller alone gets it.
     * The owner and admins take any, others with `valuesBy` `all` their own. A backend does it, in nobody's name
     * and with an admin's rights.
     */
    public CompletableFuture<PollResult> poll(PollRequest request) {
        return caller.request("admin.room.poll", request.toJson(), options).thenApply(PollResult::new);
    }

    /**
     * Returns the queue of a room that the caller may enter. A backend does it, in nobody's name and with an
     * admin's rights.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<QueueResult> queue(String roomID) {
        return caller.request("admin.room.queue", Json.object()
            .put("roomID", roomID)
            .build(), options).thenApply(QueueResult::new);
    }

    /**
     * Adds to a counter of a room that the caller is in. Frames tell of the sums, every second. For likes: a
     * client gathers what its user taps and says it together, twice a second at most. A backend does it, in
     * nobody's name and with an admin's rights.
     *
     * @param roomID The room's id.
     * @param counter The counter's name.
     */
    public CompletableFuture<Void> count(String roomID, String counter) {
        return count(new CountRequest(roomID, counter));
    }

    /**
     * Adds to a counter of a room that the caller is in. Frames tell of the sums, every second. For likes: a
     * client gathers what its user taps and says it together, twice a second at most. A backend does it, in
     * nobody's name and with an admin's rights.
     */
    public CompletableFuture<Void> count(CountRequest request) {
        return caller.request("admin.room.count", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Creates a room.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<Void> create(String roomID) {
        return create(new CreateRequest(roomID));
    }

    /** Creates a room. */
    public CompletableFuture<Void> create(CreateRequest request) {
        return caller.request("admin.room.create", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Changes the given fields of a room. `admins` and `speakers` are whole lists.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<Void> modify(String roomID) {
        return modify(new ModifyRequest(roomID));
    }

    /** Changes the given fields of a room. `admins` and `speakers` are whole lists. */
    public CompletableFuture<Void> modify(ModifyRequest request) {
        return caller.request("admin.room.modify", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Ends a room (`room.ended`): nobody is in it any more. `admin.room.info` shows it for 7 days; its id can be
     * used again at once.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<Void> end(String roomID) {
        return caller.request("admin.room.end", Json.object()
            .put("roomID", roomID)
            .build(), options).thenApply(done -> null);
    }

    /** Lists the rooms that have not ended. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists the rooms that have not ended. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("admin.room.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /**
     * Returns a room with the users who have a role there. One that has ended for 7 days, too.
     *
     * @param roomID The room's id.
     */
    public CompletableFuture<InfoResult> info(String roomID) {
        return caller.request("admin.room.info", Json.object()
            .put("roomID", roomID)
            .build(), options).thenApply(InfoResult::new);
    }

    /**
     * Returns which of the users are in a room now. On a cluster all nodes are asked; `silent` names those that
     * have not answered within a second.
     *
     * @param roomID The room's id.
     * @param userIDs The users.
     */
    public CompletableFuture<FindResult> find(String roomID, List<String> userIDs) {
        return caller.request("admin.room.find", Json.object()
            .put("roomID", roomID)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(FindResult::new);
    }

    /**
     * Says something in a room, in a user's name or in nobody's. Slow mode, mutes and the rate of a user are not
     * for backends. The reply comes with the room's next frame. A message that was not drawn is refused (gw
     * 1024): nothing was done. A `clientMsgId` repeated within a minute gets the same reply.
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
     * Says something in a room, in a user's name or in nobody's. Slow mode, mutes and the rate of a user are not
     * for backends. The reply comes with the room's next frame. A message that was not drawn is refused (gw
     * 1024): nothing was done. A `clientMsgId` repeated within a minute gets the same reply.
     */
    public CompletableFuture<SendResult> send(SendRequest request) {
        return caller.request("admin.room.send", request.toJson(), options).thenApply(SendResult::new);
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

    /** The result of `admin.room.setValues`. */
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

    /** The result of `admin.room.values`. */
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
     * What is given to `admin.room.offer`.
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

    /** The result of `admin.room.offer`. */
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
     * What is given to `admin.room.poll`.
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

    /** The result of `admin.room.poll`. */
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

    /** The result of `admin.room.queue`. */
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
     * What is given to `admin.room.count`.
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
     * What is given to `admin.room.create`.
     *
     * roomID: The room's id.
     */
    public static final class CreateRequest {
        private final String roomID;
        private String title;
        private String ext;
        private ChannelAccess access;
        private Long slowSeconds;
        private RoomEnterResultValuesBy valuesBy;
        private Boolean showsEntries;
        private Long endsEmptySeconds;
        private List<String> counters;
        private String owner;
        private List<String> admins;

        public CreateRequest(String roomID) {
            this.roomID = roomID;
        }

        /** The room's title. */
        public CreateRequest title(String title) {
            this.title = title;
            return this;
        }

        /** Data of the application. */
        public CreateRequest ext(String ext) {
            this.ext = ext;
            return this;
        }

        /**
         * Who may enter. `open` (default): every user; `claim`: those whose token names the room in the claim
         * `channels`; `guests`: every user, and guests may hear it over HTTP.
         */
        public CreateRequest access(ChannelAccess access) {
            this.access = access;
            return this;
        }

        /** Slow mode: so many seconds lie between two messages of a user; 0: none. */
        public CreateRequest slowSeconds(Long slowSeconds) {
            this.slowSeconds = slowSeconds;
            return this;
        }

        /**
         * Who sets values and offers elements. `admins` (default): the owner and admins; `all`: also every user who
         * may enter.
         */
        public CreateRequest valuesBy(RoomEnterResultValuesBy valuesBy) {
            this.valuesBy = valuesBy;
            return this;
        }

        /** Whether frames name the last users who have entered, 5 at most. */
        public CreateRequest showsEntries(Boolean showsEntries) {
            this.showsEntries = showsEntries;
            return this;
        }

        /**
         * The room ends when nobody was in it for so long, or half as long again: 60 seconds to 30 days. 0: it stays.
         */
        public CreateRequest endsEmptySeconds(Long endsEmptySeconds) {
            this.endsEmptySeconds = endsEmptySeconds;
            return this;
        }

        /** The names of the room's counters. One that is named no more is gone with its sum. */
        public CreateRequest counters(List<String> counters) {
            this.counters = counters;
            return this;
        }

        /** The owner. It acts on all others in the room. */
        public CreateRequest owner(String owner) {
            this.owner = owner;
            return this;
        }

        /** The admins. They act on those who are neither admins nor the owner. */
        public CreateRequest admins(List<String> admins) {
            this.admins = admins;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("title", title)
                .put("ext", ext)
                .put("access", Members.json(access, ChannelAccess::toJson))
                .put("slowSeconds", slowSeconds)
                .put("valuesBy", Members.json(valuesBy, RoomEnterResultValuesBy::toJson))
                .put("showsEntries", showsEntries)
                .put("endsEmptySeconds", endsEmptySeconds)
                .put("counters", Members.json(counters, Members.listJson(Json::of)))
                .put("owner", owner)
                .put("admins", Members.json(admins, Members.listJson(Json::of)))
                .build();
        }
    }

    /**
     * What is given to `admin.room.modify`.
     *
     * roomID: The room's id.
     */
    public static final class ModifyRequest {
        private final String roomID;
        private String title;
        private String ext;
        private ChannelAccess access;
        private Long slowSeconds;
        private RoomEnterResultValuesBy valuesBy;
        private Boolean showsEntries;
        private Long endsEmptySeconds;
        private List<String> counters;
        private String owner;
        private List<String> admins;
        private List<String> speakers;

        public ModifyRequest(String roomID) {
            this.roomID = roomID;
        }

        /** The room's title. */
        public ModifyRequest title(String title) {
            this.title = title;
            return this;
        }

        /** Data of the application. */
        public ModifyRequest ext(String ext) {
            this.ext = ext;
            return this;
        }

        /**
         * Who may enter. `open` (default): every user; `claim`: those whose token names the room in the claim
         * `channels`; `guests`: every user, and guests may hear it over HTTP.
         */
        public ModifyRequest access(ChannelAccess access) {
            this.access = access;
            return this;
        }

        /** Slow mode: so many seconds lie between two messages of a user; 0: none. */
        public ModifyRequest slowSeconds(Long slowSeconds) {
            this.slowSeconds = slowSeconds;
            return this;
        }

        /**
         * Who sets values and offers elements. `admins` (default): the owner and admins; `all`: also every user who
         * may enter.
         */
        public ModifyRequest valuesBy(RoomEnterResultValuesBy valuesBy) {
            this.valuesBy = valuesBy;
            return this;
        }

        /** Whether frames name the last users who have entered, 5 at most. */
        public ModifyRequest showsEntries(Boolean showsEntries) {
            this.showsEntries = showsEntries;
            return this;
        }

        /**
         * The room ends when nobody was in it for so long, or half as long again: 60 seconds to 30 days. 0: it stays.
         */
        public ModifyRequest endsEmptySeconds(Long endsEmptySeconds) {
            this.endsEmptySeconds = endsEmptySeconds;
            return this;
        }

        /** The names of the room's counters. One that is named no more is gone with its sum. */
        public ModifyRequest counters(List<String> counters) {
            this.counters = counters;
            return this;
        }

        /** The owner. It acts on all others in the room. */
        public ModifyRequest owner(String owner) {
            this.owner = owner;
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
                .put("title", title)
                .put("ext", ext)
                .put("access", Members.json(access, ChannelAccess::toJson))
                .put("slowSeconds", slowSeconds)
                .put("valuesBy", Members.json(valuesBy, RoomEnterResultValuesBy::toJson))
                .put("showsEntries", showsEntries)
                .put("endsEmptySeconds", endsEmptySeconds)
                .put("counters", Members.json(counters, Members.listJson(Json::of)))
                .put("owner", owner)
                .put("admins", Members.json(admins, Members.listJson(Json::of)))
                .put("speakers", Members.json(speakers, Members.listJson(Json::of)))
                .build();
        }
    }

    /** What is given to `admin.room.list`. */
    public static final class ListRequest {
        private Long cursor;
        private Long pageSize;

        public ListRequest() {
        }

        /** The value from the last page; 0: from the start. */
        public ListRequest cursor(Long cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many entries. */
        public ListRequest pageSize(Long pageSize) {
            this.pageSize = pageSize;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("cursor", cursor)
                .put("pageSize", pageSize)
                .build();
        }
    }

    public static final class ListResultRoomStatistics extends Value {
        /** The life of the room that they are about. */
        public final long epoch;
        /** Sessions and users' streams in the room. */
        public final long participants;
        /** Streams of guests. Absent: none. */
        public final Long guests;
        /** The most that there were. */
        public final long peak;
        /** How often a session has entered. */
        public final long entries;
        /** Messages that were offered: those of the next three and those that wait. */
        public final long offered;
        /** Messages that were told. */
        public final long drawn;
        /** Messages that were not drawn (gw 1024). */
        public final long shed;
        /** Messages that were refused for another reason. */
        public final long refused;

        public ListResultRoomStatistics(Json json) {
            epoch = Members.required(json, "epoch", Json::asLong);
            participants = Members.required(json, "participants", Json::asLong);
            guests = Members.optional(json, "guests", Json::asLong);
            peak = Members.required(json, "peak", Json::asLong);
            entries = Members.required(json, "entries", Json::asLong);
            offered = Members.required(json, "offered", Json::asLong);
            drawn = Members.required(json, "drawn", Json::asLong);
            shed = Members.required(json, "shed", Json::asLong);
            refused = Members.required(json, "refused", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("epoch", epoch)
                .put("participants", participants)
                .put("guests", guests)
                .put("peak", peak)
                .put("entries", entries)
                .put("offered", offered)
                .put("drawn", drawn)
                .put("shed", shed)
                .put("refused", refused)
                .build();
        }
    }

    public static final class ListResultRoom extends Value {
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
        /** `open`, `claim` or `guests`. */
        public final ChannelAccess access;
        /** Whether frames name those who enter. */
        public final boolean showsEntries;
        /** It ends when it was empty for so long; 0: it stays. */
        public final long endsEmptySeconds;
        /** When it was made. */
        public final long createdAt;
        /** When it ended. */
        public final Long endedAt;
        /** What the room does. Absent: nobody has used it for an hour, or since the gateway started. */
        public final ListResultRoomStatistics statistics;

        public ListResultRoom(Json json) {
            roomID = Members.required(json, "roomID", Json::asString);
            title = Members.required(json, "title", Json::asString);
            ext = Members.required(json, "ext", Json::asString);
            slowSeconds = Members.required(json, "slowSeconds", Json::asLong);
            isMuted = Members.required(json, "isMuted", Json::asBoolean);
            valuesBy = Members.required(json, "valuesBy", RoomEnterResultValuesBy::new);
            access = Members.required(json, "access", ChannelAccess::new);
            showsEntries = Members.required(json, "showsEntries", Json::asBoolean);
            endsEmptySeconds = Members.required(json, "endsEmptySeconds", Json::asLong);
            createdAt = Members.required(json, "createdAt", Json::asLong);
            endedAt = Members.optional(json, "endedAt", Json::asLong);
            statistics = Members.optional(json, "statistics", ListResultRoomStatistics::new);
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
                .put("access", Members.json(access, ChannelAccess::toJson))
                .put("showsEntries", showsEntries)
                .put("endsEmptySeconds", endsEmptySeconds)
                .put("createdAt", createdAt)
                .put("endedAt", endedAt)
                .put("statistics", Members.json(statistics, ListResultRoomStatistics::toJson))
                .build();
        }
    }

    /** The result of `admin.room.list`. */
    public static final class ListResult extends Value {
        /** The rooms. */
        public final List<ListResultRoom> rooms;
        /** Send it for the next page; 0 at the end. A page has as much as fits into one reply. */
        public final long cursor;

        public ListResult(Json json) {
            rooms = Members.required(json, "rooms", Members.list(ListResultRoom::new));
            cursor = Members.required(json, "cursor", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("rooms", Members.json(rooms, Members.listJson(ListResultRoom::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    public static final class InfoResultStatistics extends Value {
        /** The life of the room that they are about. */
        public final long epoch;
        /** Sessions and users' streams in the room. */
        public final long participants;
        /** Streams of guests. Absent: none. */
        public final Long guests;
        /** The most that there were. */
        public final long peak;
        /** How often a session has entered. */
        public final long entries;
        /** Messages that were offered: those of the next three and those that wait. */
        public final long offered;
        /** Messages that were told. */
        public final long drawn;
        /** Messages that were not drawn (gw 1024). */
        public final long shed;
        /** Messages that were refused for another reason. */
        public final long refused;

        public InfoResultStatistics(Json json) {
            epoch = Members.required(json, "epoch", Json::asLong);
            participants = Members.required(json, "participants", Json::asLong);
            guests = Members.optional(json, "guests", Json::asLong);
            peak = Members.required(json, "peak", Json::asLong);
            entries = Members.required(json, "entries", Json::asLong);
            offered = Members.required(json, "offered", Json::asLong);
            drawn = Members.required(json, "drawn", Json::asLong);
            shed = Members.required(json, "shed", Json::asLong);
            refused = Members.required(json, "refused", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("epoch", epoch)
                .put("participants", participants)
                .put("guests", guests)
                .put("peak", peak)
                .put("entries", entries)
                .put("offered", offered)
                .put("drawn", drawn)
                .put("shed", shed)
                .put("refused", refused)
                .build();
        }
    }

    /** The result of `admin.room.info`. */
    public static final class InfoResult extends Value {
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
        /** `open`, `claim` or `guests`. */
        public final ChannelAccess access;
        /** Whether frames name those who enter. */
        public final boolean showsEntries;
        /** It ends when it was empty for so long; 0: it stays. */
        public final long endsEmptySeconds;
        /** When it was made. */
        public final long createdAt;
        /** When it ended. */
        public final Long endedAt;
        /** What the room does. Absent: nobody has used it for an hour, or since the gateway started. */
        public final InfoResultStatistics statistics;
        /** The owner. */
        public final String owner;
        /** The admins. */
        public final List<String> admins;
        /** The counters, as they were written last: every 10 seconds. */
        public final Map<String, Long> counters;

        public InfoResult(Json json) {
            roomID = Members.required(json, "roomID", Json::asString);
            title = Members.required(json, "title", Json::asString);
            ext = Members.required(json, "ext", Json::asString);
            slowSeconds = Members.required(json, "slowSeconds", Json::asLong);
            isMuted = Members.required(json, "isMuted", Json::asBoolean);
            valuesBy = Members.required(json, "valuesBy", RoomEnterResultValuesBy::new);
            access = Members.required(json, "access", ChannelAccess::new);
            showsEntries = Members.required(json, "showsEntries", Json::asBoolean);
            endsEmptySeconds = Members.required(json, "endsEmptySeconds", Json::asLong);
            createdAt = Members.required(json, "createdAt", Json::asLong);
            endedAt = Members.optional(json, "endedAt", Json::asLong);
            statistics = Members.optional(json, "statistics", InfoResultStatistics::new);
            owner = Members.optional(json, "owner", Json::asString);
            admins = Members.required(json, "admins", Members.list(Json::asString));
            counters = Members.required(json, "counters", Members.map(Json::asLong));
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
                .put("access", Members.json(access, ChannelAccess::toJson))
                .put("showsEntries", showsEntries)
                .put("endsEmptySeconds", endsEmptySeconds)
                .put("createdAt", createdAt)
                .put("endedAt", endedAt)
                .put("statistics", Members.json(statistics, InfoResultStatistics::toJson))
                .put("owner", owner)
                .put("admins", Members.json(admins, Members.listJson(Json::of)))
                .put("counters", Members.json(counters, Members.mapJson(Json::of)))
                .build();
        }
    }

    /** The result of `admin.room.find`. */
    public static final class FindResult extends Value {
        /** Those of them that are in the room. */
        public final List<String> users;
        /** Nodes that may have others of them. */
        public final List<String> silent;

        public FindResult(Json json) {
            users = Members.required(json, "users", Members.list(Json::asString));
            silent = Members.required(json, "silent", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("users", Members.json(users, Members.listJson(Json::of)))
                .put("silent", Members.json(silent, Members.listJson(Json::of)))
                .build();
        }
    }

    /**
     * What is given to `admin.room.send`.
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
        private String from;

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

        /** The user in whose name it is said. Left out: the message has no `from`. */
        public SendRequest from(String from) {
            this.from = from;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("clientMsgId", clientMsgId)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("priority", Members.json(priority, RoomEnterResultMessagePriority::toJson))
                .put("from", from)
                .build();
        }
    }

    /** The result of `admin.room.send`. */
    public static final class SendResult extends Value {
        /** The message's id. */
        public final String msgId;
        /** Its number in the room's epoch: from 1, without gaps. */
        public final long seq;
        /** When it was drawn. */
        public final long time;

        public SendResult(Json json) {
            msgId = Members.required(json, "msgId", Json::asString);
            seq = Members.required(json, "seq", Json::asLong);
            time = Members.required(json, "time", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("seq", seq)
                .put("time", time)
                .build();
        }
    }
}
