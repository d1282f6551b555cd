// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The operations `friend.…`. */
public final class FriendCalls {
    private final Caller caller;
    private final RequestOptions options;

    public FriendCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private FriendCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public FriendCalls with(RequestOptions options) {
        return new FriendCalls(caller, options);
    }

    /** Lists the friends in the order of their ids, or the changes since a version. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists the friends in the order of their ids, or the changes since a version. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("friend.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /**
     * Reads friends by their ids.
     *
     * @param userIDs The users.
     */
    public CompletableFuture<GetResult> get(List<String> userIDs) {
        return caller.request("friend.get", Json.object()
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(GetResult::new);
    }

    /**
     * Adds a friend, or sends a request if the other user wants to be asked.
     *
     * @param userID The user.
     */
    public CompletableFuture<AddResult> add(String userID) {
        return add(new AddRequest(userID));
    }

    /** Adds a friend, or sends a request if the other user wants to be asked. */
    public CompletableFuture<AddResult> add(AddRequest request) {
        return caller.request("friend.add", request.toJson(), options).thenApply(AddResult::new);
    }

    /**
     * Changes fields of a friend in the caller's list: all of them or none.
     *
     * @param userID The user.
     * @param values At least one of: `remark` (96 bytes), `groups` (the names of all groups that the friend
     *     is in), `Tag_SNS_Custom_` and a configured name (an integer, or 500 bytes: a string or `{"b":
     *     base64}`).
     */
    public CompletableFuture<Void> modify(String userID, ModifyValues values) {
        return caller.request("friend.modify", Json.object()
            .put("userID", userID)
            .put("values", Members.json(values, ModifyValues::toJson))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Deletes friends.
     *
     * @param userIDs The users.
     * @param delType 1: deletes the other from the caller's list. 2: also the caller from the other's list.
     */
    public CompletableFuture<DeleteResult> delete(List<String> userIDs, long delType) {
        return caller.request("friend.delete", Json.object()
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .put("delType", delType)
            .build(), options).thenApply(DeleteResult::new);
    }

    /**
     * Answers a friend request.
     *
     * @param userID The user.
     * @param response 0: agree, the other's list gets the caller; 1: agree and add, both lists do; 2: reject.
     */
    public CompletableFuture<RespondResult> respond(String userID, long response) {
        return respond(new RespondRequest(userID, response));
    }

    /** Answers a friend request. */
    public CompletableFuture<RespondResult> respond(RespondRequest request) {
        return caller.request("friend.respond", request.toJson(), options).thenApply(RespondResult::new);
    }

    /**
     * Tells which users are friends.
     *
     * @param userIDs The users.
     * @param checkType 1: looks into the caller's list. 2: looks into both lists.
     */
    public CompletableFuture<CheckResult> check(List<String> userIDs, long checkType) {
        return caller.request("friend.check", Json.object()
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .put("checkType", checkType)
            .build(), options).thenApply(CheckResult::new);
    }

    /** What is given to `friend.list`. */
    public static final class ListRequest {
        private String next;
        private Long count;
        private Long sinceVersion;

        public ListRequest() {
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
                .put("next", next)
                .put("count", count)
                .put("sinceVersion", sinceVersion)
                .build();
        }
    }

    /** The result of `friend.list`. */
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

    /** The result of `friend.get`. */
    public static final class GetResult extends Value {
        /** The friends. */
        public final List<Friend> friends;
        /** Users who did not fit into the reply; ask for them again. */
        public final List<String> left;
        /** Rises with every change of the friends, friend groups or blacklist. */
        public final long version;

        public GetResult(Json json) {
            friends = Members.required(json, "friends", Members.list(Friend::new));
            left = Members.required(json, "left", Members.list(Json::asString));
            version = Members.required(json, "version", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("friends", Members.json(friends, Members.listJson(Friend::toJson)))
                .put("left", Members.json(left, Members.listJson(Json::of)))
                .put("version", version)
                .build();
        }
    }

    /**
     * What is given to `friend.add`.
     *
     * userID: The user.
     */
    public static final class AddRequest {
        private final String userID;
        private String remark;
        private String addWording;
        private String addSource;
        private String group;
        private Long addType;

        public AddRequest(String userID) {
            this.userID = userID;
        }

        /** The caller's name for the friend; empty: none. */
        public AddRequest remark(String remark) {
            this.remark = remark;
            return this;
        }

        /** The reason, for the other user to read. */
        public AddRequest addWording(String addWording) {
            this.addWording = addWording;
            return this;
        }

        /** `AddSource_Type_` and one to eight letters; empty: unknown. */
        public AddRequest addSource(String addSource) {
            this.addSource = addSource;
            return this;
        }

        /** The friend group for the new friend. It is created if it does not exist. */
        public AddRequest group(String group) {
            this.group = group;
            return this;
        }

        /** 1: only the caller's list gets the other. 2: both lists do. */
        public AddRequest addType(Long addType) {
            this.addType = addType;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("remark", remark)
                .put("addWording", addWording)
                .put("addSource", addSource)
                .put("group", group)
                .put("addType", addType)
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

    /** The result of `friend.add`. */
    public static final class AddResult extends Value {
        /**
         * `code`: 0, 30003, 30009, 30515, 30525, 30516, 30010, 30011, 30014, 30012 or 30539; `info` says it in words.
         */
        public final AddResultResult result;

        public AddResult(Json json) {
            result = Members.required(json, "result", AddResultResult::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("result", Members.json(result, AddResultResult::toJson))
                .build();
        }
    }

    public static final class ModifyValues {
        private String remark;
        private List<String> groups;
        private Map<String, Json> others = Collections.emptyMap();

        public ModifyValues() {
        }

        public ModifyValues remark(String remark) {
            this.remark = remark;
            return this;
        }

        public ModifyValues groups(List<String> groups) {
            this.groups = groups;
            return this;
        }

        /** The members that have no names here. */
        public ModifyValues others(Map<String, Json> others) {
            this.others = others;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("remark", remark)
                .put("groups", Members.json(groups, Members.listJson(Json::of)))
                .putAll(Json.object(others))
                .build();
        }
    }

    public static final class DeleteResultResult extends Value {
        public final String userID;
        public final long code;
        public final String info;

        public DeleteResultResult(Json json) {
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

    /** The result of `friend.delete`. */
    public static final class DeleteResult extends Value {
        /** One for each id, in the order sent. `code`: 0, 31704 or 30003. */
        public final List<DeleteResultResult> results;

        public DeleteResult(Json json) {
            results = Members.required(json, "results", Members.list(DeleteResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(DeleteResultResult::toJson)))
                .build();
        }
    }

    /**
     * What is given to `friend.respond`.
     *
     * userID: The user.
     * response: 0: agree, the other's list gets the caller; 1: agree and add, both lists do; 2: reject.
     */
    public static final class RespondRequest {
        private final String userID;
        private final long response;
        private String remark;

        public RespondRequest(String userID, long response) {
            this.userID = userID;
            this.response = response;
        }

        /** The caller's name for the friend; empty: none. */
        public RespondRequest remark(String remark) {
            this.remark = remark;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("response", response)
                .put("remark", remark)
                .build();
        }
    }

    public static final class RespondResultResult extends Value {
        public final String userID;
        public final long code;
        public final String info;

        public RespondResultResult(Json json) {
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

    /** The result of `friend.respond`. */
    public static final class RespondResult extends Value {
        /** `code`: 0, 30614, 30010 or 30014; `info` says it in words. */
        public final RespondResultResult result;

        public RespondResult(Json json) {
            result = Members.required(json, "result", RespondResultResult::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("result", Members.json(result, RespondResultResult::toJson))
                .build();
        }
    }

    public static final class CheckResultResult extends Value {
        public final String userID;
        public final long code;
        public final String info;
        /** 0: none; 1: the caller has the other; 2: the other has the caller; 3: each has the other. */
        public final long relation;

        public CheckResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            info = Members.required(json, "info", Json::asString);
            relation = Members.required(json, "relation", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .put("info", info)
                .put("relation", relation)
                .build();
        }
    }

    /** The result of `friend.check`. */
    public static final class CheckResult extends Value {
        /** One for each id, in the order sent. `code`: 0 or 30003. */
        public final List<CheckResultResult> results;

        public CheckResult(Json json) {
            results = Members.required(json, "results", Members.list(CheckResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(CheckResultResult::toJson)))
                .build();
        }
    }
}
