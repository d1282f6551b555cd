// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.blacklist.…`. */
public final class AdminBlacklistCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminBlacklistCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminBlacklistCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminBlacklistCalls with(RequestOptions options) {
        return new AdminBlacklistCalls(caller, options);
    }

    /**
     * Writes users into a user's blacklist, or corrects the times of users that are in it.
     *
     * @param userID The user.
     * @param users Users, written as in `blacklist.list`. Without `addTime`: from now on.
     */
    public CompletableFuture<ImportResult> import_(String userID, List<ImportUser> users) {
        return import_(new ImportRequest(userID, users));
    }

    /** Writes users into a user's blacklist, or corrects the times of users that are in it. */
    public CompletableFuture<ImportResult> import_(ImportRequest request) {
        return caller.request("admin.blacklist.import", request.toJson(), options).thenApply(ImportResult::new);
    }

    public static final class ImportUser {
        private final String userID;
        private Long addTime;

        public ImportUser(String userID) {
            this.userID = userID;
        }

        public ImportUser addTime(Long addTime) {
            this.addTime = addTime;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("addTime", addTime)
                .build();
        }
    }

    /**
     * What is given to `admin.blacklist.import`.
     *
     * userID: The user.
     * users: Users, written as in `blacklist.list`. Without `addTime`: from now on.
     */
    public static final class ImportRequest {
        private final String userID;
        private final List<ImportUser> users;
        private Boolean keepFriends;

        public ImportRequest(String userID, List<ImportUser> users) {
            this.userID = userID;
            this.users = users;
        }

        /** True: friendships with these users stay, on both sides. */
        public ImportRequest keepFriends(Boolean keepFriends) {
            this.keepFriends = keepFriends;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("users", Members.json(users, Members.listJson(ImportUser::toJson)))
                .put("keepFriends", keepFriends)
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

    /** The result of `admin.blacklist.import`. */
    public static final class ImportResult extends Value {
        /** One for each id, in the order sent. `code`: 0, 30003 or 30013. */
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
