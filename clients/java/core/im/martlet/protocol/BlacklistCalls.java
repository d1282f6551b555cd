// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `blacklist.…`. */
public final class BlacklistCalls {
    private final Caller caller;
    private final RequestOptions options;

    public BlacklistCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private BlacklistCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public BlacklistCalls with(RequestOptions options) {
        return new BlacklistCalls(caller, options);
    }

    /**
     * Blocks users: their messages are refused; friendships and requests between them and the caller end.
     *
     * @param userIDs The users.
     */
    public CompletableFuture<AddResult> add(List<String> userIDs) {
        return add(new AddRequest(userIDs));
    }

    /** Blocks users: their messages are refused; friendships and requests between them and the caller end. */
    public CompletableFuture<AddResult> add(AddRequest request) {
        return caller.request("blacklist.add", request.toJson(), options).thenApply(AddResult::new);
    }

    /**
     * Unblocks users. Friendships and requests that have ended do not come back.
     *
     * @param userIDs The users.
     */
    public CompletableFuture<DeleteResult> delete(List<String> userIDs) {
        return caller.request("blacklist.delete", Json.object()
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(DeleteResult::new);
    }

    /** Lists the blocked users, newest first. */
    public CompletableFuture<ListResult> list() {
        return caller.request("blacklist.list", Json.object().build(), options).thenApply(ListResult::new);
    }

    /**
     * Tells whether users are in the caller's blacklist.
     *
     * @param userIDs The users.
     */
    public CompletableFuture<CheckResult> check(List<String> userIDs) {
        return caller.request("blacklist.check", Json.object()
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(CheckResult::new);
    }

    /**
     * What is given to `blacklist.add`.
     *
     * userIDs: The users.
     */
    public static final class AddRequest {
        private final List<String> userIDs;
        private Boolean keepFriends;

        public AddRequest(List<String> userIDs) {
            this.userIDs = userIDs;
        }

        /** True: friendships with these users stay, on both sides. */
        public AddRequest keepFriends(Boolean keepFriends) {
            this.keepFriends = keepFriends;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("keepFriends", keepFriends)
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

    /** The result of `blacklist.add`. */
    public static final class AddResult extends Value {
        /** One for each id, in the order sent. `code`: 0, 31307, 30013 or 30003. */
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

    /** The result of `blacklist.delete`. */
    public static final class DeleteResult extends Value {
        /** One for each id, in the order sent. `code`: 0, 31503 or 30003. */
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

    public static final class ListResultUser extends Value {
        public final String userID;
        public final long addTime;

        public ListResultUser(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            addTime = Members.required(json, "addTime", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("addTime", addTime)
                .build();
        }
    }

    /** The result of `blacklist.list`. */
    public static final class ListResult extends Value {
        /** `addTime` in seconds. */
        public final List<ListResultUser> users;
        /** Rises with every change of the friends, friend groups or blacklist. */
        public final long version;

        public ListResult(Json json) {
            users = Members.required(json, "users", Members.list(ListResultUser::new));
            version = Members.required(json, "version", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("users", Members.json(users, Members.listJson(ListResultUser::toJson)))
                .put("version", version)
                .build();
        }
    }

    public static final class CheckResultResult extends Value {
        public final String userID;
        public final long code;
        public final String info;
        /** Whether the caller has blocked the user. */
        public final boolean blocked;

        public CheckResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            info = Members.required(json, "info", Json::asString);
            blocked = Members.required(json, "blocked", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .put("info", info)
                .put("blocked", blocked)
                .build();
        }
    }

    /** The result of `blacklist.check`. */
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
