// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.RoomEnterResultMessagePriority;
import im.martlet.protocol.Value;
import java.util.List;
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
     *     `messages.textCharacters`.
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

    /**
     * What is given to `admin.room.create`.
     *
     * roomID: The room's id.
     */
    public static final class CreateRequest {
        private final String roomID;
        private String title;
        private String ext;
        private AdminRoomCreateAccess access;
        private Long slowSeconds;
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
         * `channels`.
         */
        public CreateRequest access(AdminRoomCreateAccess access) {
            this.access = access;
            return this;
        }

        /** Slow mode: so many seconds lie between two messages of a user; 0: none. */
        public CreateRequest slowSeconds(Long slowSeconds) {
            this.slowSeconds = slowSeconds;
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
                .put("access", Members.json(access, AdminRoomCreateAccess::toJson))
                .put("slowSeconds", slowSeconds)
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
        private AdminRoomCreateAccess access;
        private Long slowSeconds;
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
         * `channels`.
         */
        public ModifyRequest access(AdminRoomCreateAccess access) {
            this.access = access;
            return this;
        }

        /** Slow mode: so many seconds lie between two messages of a user; 0: none. */
        public ModifyRequest slowSeconds(Long slowSeconds) {
            this.slowSeconds = slowSeconds;
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
                .put("access", Members.json(access, AdminRoomCreateAccess::toJson))
                .put("slowSeconds", slowSeconds)
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
        /** Sessions in the room. */
        public final long participants;
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
        /** `open` or `claim`. */
        public final AdminRoomCreateAccess access;
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
            access = Members.required(json, "access", AdminRoomCreateAccess::new);
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
                .put("access", Members.json(access, AdminRoomCreateAccess::toJson))
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
        /** Sessions in the room. */
        public final long participants;
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
        /** `open` or `claim`. */
        public final AdminRoomCreateAccess access;
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

        public InfoResult(Json json) {
            roomID = Members.required(json, "roomID", Json::asString);
            title = Members.required(json, "title", Json::asString);
            ext = Members.required(json, "ext", Json::asString);
            slowSeconds = Members.required(json, "slowSeconds", Json::asLong);
            isMuted = Members.required(json, "isMuted", Json::asBoolean);
            access = Members.required(json, "access", AdminRoomCreateAccess::new);
            createdAt = Members.required(json, "createdAt", Json::asLong);
            endedAt = Members.optional(json, "endedAt", Json::asLong);
            statistics = Members.optional(json, "statistics", InfoResultStatistics::new);
            owner = Members.optional(json, "owner", Json::asString);
            admins = Members.required(json, "admins", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("roomID", roomID)
                .put("title", title)
                .put("ext", ext)
                .put("slowSeconds", slowSeconds)
                .put("isMuted", isMuted)
                .put("access", Members.json(access, AdminRoomCreateAccess::toJson))
                .put("createdAt", createdAt)
                .put("endedAt", endedAt)
                .put("statistics", Members.json(statistics, InfoResultStatistics::toJson))
                .put("owner", owner)
                .put("admins", Members.json(admins, Members.listJson(Json::of)))
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
     * body: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`.
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
