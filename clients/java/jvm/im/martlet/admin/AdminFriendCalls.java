// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.CustomValue;
import im.martlet.protocol.Friend;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.friend.…`. */
public final class AdminFriendCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminFriendCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminFriendCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminFriendCalls with(RequestOptions options) {
        return new AdminFriendCalls(caller, options);
    }

    /**
     * Lists a user's friends in the order of their ids, as `friend.list` does for the user.
     *
     * @param userID The user.
     */
    public CompletableFuture<ListResult> list(String userID) {
        return list(new ListRequest(userID));
    }

    /** Lists a user's friends in the order of their ids, as `friend.list` does for the user. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("admin.friend.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /**
     * Adds friends in the name of a user, or asks them. The rate is not limited.
     *
     * @param userID The user.
     * @param friends The users to add. Only `userID` is required.
     */
    public CompletableFuture<AddResult> add(String userID, List<AddFriend> friends) {
        return add(new AddRequest(userID, friends));
    }

    /** Adds friends in the name of a user, or asks them. The rate is not limited. */
    public CompletableFuture<AddResult> add(AddRequest request) {
        return caller.request("admin.friend.add", request.toJson(), options).thenApply(AddResult::new);
    }

    /**
     * Writes friends into a user's list, or corrects friends that are in it. Nobody is asked, and the others'
     * lists do not change.
     *
     * @param userID The user.
     * @param friends Friends, written as in `friend.list`. Only `userID` is required; `profile` is ignored.
     */
    public CompletableFuture<ImportResult> import_(String userID, List<ImportFriend> friends) {
        return caller.request("admin.friend.import", Json.object()
            .put("userID", userID)
            .put("friends", Members.json(friends, Members.listJson(ImportFriend::toJson)))
            .build(), options).thenApply(ImportResult::new);
    }

    /**
     * What is given to `admin.friend.list`.
     *
     * userID: The user.
     */
    public static final class ListRequest {
        private final String userID;
        private String next;
        private Long count;
        private Long sinceVersion;

        public ListRequest(String userID) {
            this.userID = userID;
        }

        /** The value from the last page; left out: from the start. */
        public ListRequest next(String next) {
            this.next = next;
            return this;
        }

        /** At most this many friends. */
        public ListRequest count(Long count) {
            this.count = count;
            return this;
        }

        /** The `version` of the caller's copy: lists only changes since then; left out: all friends. */
        public ListRequest sinceVersion(Long sinceVersion) {
            this.sinceVersion = sinceVersion;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("next", next)
                .put("count", count)
                .put("sinceVersion", sinceVersion)
                .build();
        }
    }

    /** The result of `admin.friend.list`. */
    public static final class ListResult extends Value {
        /** The friends. */
        public final List<Friend> friends;
        /** Only with `sinceVersion`: users who were friends then or later, but are not now. */
        public final List<String> deleted;
        /** Only with `sinceVersion`: friend groups were created, deleted or renamed since then; read them again. */
        public final Boolean friendGroupsChanged;
        /** Only with `sinceVersion`: the blacklist has changed since then. */
        public final Boolean blacklistChanged;
        /** Send it for the next page; empty at the end. */
        public final String next;
        /** Whether this was the last page. */
        public final boolean isFinished;
        /** Rises with every change of the friends, friend groups or blacklist. */
        public final long version;

        public ListResult(Json json) {
            friends = Members.required(json, "friends", Members.list(Friend::new));
            deleted = Members.optional(json, "deleted", Members.list(Json::asString));
            friendGroupsChanged = Members.optional(json, "friendGroupsChanged", Json::asBoolean);
            blacklistChanged = Members.optional(json, "blacklistChanged", Json::asBoolean);
            next = Members.required(json, "next", Json::asString);
            isFinished = Members.required(json, "isFinished", Json::asBoolean);
            version = Members.required(json, "version", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("friends", Members.json(friends, Members.listJson(Friend::toJson)))
                .put("deleted", Members.json(deleted, Members.listJson(Json::of)))
                .put("friendGroupsChanged", friendGroupsChanged)
                .put("blacklistChanged", blacklistChanged)
                .put("next", next)
                .put("isFinished", isFinished)
                .put("version", version)
                .build();
        }
    }

    public static final class AddFriend {
        private final String userID;
        private String remark;
        private String addWording;
        private String addSource;
        private String group;

        public AddFriend(String userID) {
            this.userID = userID;
        }

        public AddFriend remark(String remark) {
            this.remark = remark;
            return this;
        }

        public AddFriend addWording(String addWording) {
            this.addWording = addWording;
            return this;
        }

        public AddFriend addSource(String addSource) {
            this.addSource = addSource;
            return this;
        }

        public AddFriend group(String group) {
            this.group = group;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("remark", remark)
                .put("addWording", addWording)
                .put("addSource", addSource)
                .put("group", group)
                .build();
        }
    }

    /**
     * What is given to `admin.friend.add`.
     *
     * userID: The user.
     * friends: The users to add. Only `userID` is required.
     */
    public static final class AddRequest {
        private final String userID;
        private final List<AddFriend> friends;
        private Long addType;
        private Boolean force;

        public AddRequest(String userID, List<AddFriend> friends) {
            this.userID = userID;
            this.friends = friends;
        }

        /** 1: only the caller's list gets the other. 2: both lists do. */
        public AddRequest addType(Long addType) {
            this.addType = addType;
            return this;
        }

        /** True: nobody is asked, whatever the others' `allowType` is, and a barred user can add friends too. */
        public AddRequest force(Boolean force) {
            this.force = force;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("friends", Members.json(friends, Members.listJson(AddFriend::toJson)))
                .put("addType", addType)
                .put("force", force)
                .build();
        }
    }

    public static final class AddResultResult extends Value {
        public final String userID;
        public final long code;
        public final String info;

        public AddResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            info = Members.required(json, "info", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .put("info", info)
                .build();
        }
    }

    /** The result of `admin.friend.add`. */
    public static final class AddResult extends Value {
        /** One for each id, in the order sent. `code`: those of `friend.add`; 30003 also for the user itself. */
        public final List<AddResultResult> results;

        public AddResult(Json json) {
            results = Members.required(json, "results", Members.list(AddResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(AddResultResult::toJson)))
                .build();
        }
    }

    public static final class ImportFriend {
        private final String userID;
        private String remark;
        private List<String> groups;
        private String addWording;
        private String addSource;
        private Long addTime;
        private Map<String, CustomValue> customInfo;

        public ImportFriend(String userID) {
            this.userID = userID;
        }

        public ImportFriend remark(String remark) {
            this.remark = remark;
            return this;
        }

        public ImportFriend groups(List<String> groups) {
            this.groups = groups;
            return this;
        }

        public ImportFriend addWording(String addWording) {
            this.addWording = addWording;
            return this;
        }

        public ImportFriend addSource(String addSource) {
            this.addSource = addSource;
            return this;
        }

        public ImportFriend addTime(Long addTime) {
            this.addTime = addTime;
            return this;
        }

        public ImportFriend customInfo(Map<String, CustomValue> customInfo) {
            this.customInfo = customInfo;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("remark", remark)
                .put("groups", Members.json(groups, Members.listJson(Json::of)))
                .put("addWording", addWording)
                .put("addSource", addSource)
                .put("addTime", addTime)
                .put("customInfo", Members.json(customInfo, Members.mapJson(CustomValue::toJson)))
                .build();
        }
    }

    public static final class ImportResultResult extends Value {
        public final String userID;
        public final long code;
        public final String info;

        public ImportResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            info = Members.required(json, "info", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .put("info", info)
                .build();
        }
    }

    /** The result of `admin.friend.import`. */
    public static final class ImportResult extends Value {
        /** One for each id, in the order sent. `code`: 0, 30003, 30010 or 30011. */
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
}
