// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `friendGroup.…`. */
public final class FriendGroupCalls {
    private final Caller caller;
    private final RequestOptions options;

    public FriendGroupCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private FriendGroupCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public FriendGroupCalls with(RequestOptions options) {
        return new FriendGroupCalls(caller, options);
    }

    /** Lists friend groups in the order of their creation. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists friend groups in the order of their creation. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("friendGroup.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /**
     * Creates friend groups: all of them or none.
     *
     * @param names The friend groups.
     */
    public CompletableFuture<CreateResult> create(List<String> names) {
        return create(new CreateRequest(names));
    }

    /** Creates friend groups: all of them or none. */
    public CompletableFuture<CreateResult> create(CreateRequest request) {
        return caller.request("friendGroup.create", request.toJson(), options).thenApply(CreateResult::new);
    }

    /**
     * Deletes friend groups: all of them or none. The friends stay.
     *
     * @param names The friend groups.
     */
    public CompletableFuture<Void> delete(List<String> names) {
        return caller.request("friendGroup.delete", Json.object()
            .put("names", Members.json(names, Members.listJson(Json::of)))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Adds friends to a friend group.
     *
     * @param name The friend group.
     * @param userIDs The users.
     */
    public CompletableFuture<AddFriendsResult> addFriends(String name, List<String> userIDs) {
        return caller.request("friendGroup.addFriends", Json.object()
            .put("name", name)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(AddFriendsResult::new);
    }

    /**
     * Removes friends from a friend group.
     *
     * @param name The friend group.
     * @param userIDs The users.
     */
    public CompletableFuture<RemoveFriendsResult> removeFriends(String name, List<String> userIDs) {
        return caller.request("friendGroup.removeFriends", Json.object()
            .put("name", name)
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(RemoveFriendsResult::new);
    }

    /**
     * Renames a friend group.
     *
     * @param name The friend group.
     * @param newName The new name.
     */
    public CompletableFuture<Void> rename(String name, String newName) {
        return caller.request("friendGroup.rename", Json.object()
            .put("name", name)
            .put("newName", newName)
            .build(), options).thenApply(done -> null);
    }

    /** What is given to `friendGroup.list`. */
    public static final class ListRequest {
        private List<String> names;
        private Long next;

        public ListRequest() {
        }

        /** The friend groups; left out: all. */
        public ListRequest names(List<String> names) {
            this.names = names;
            return this;
        }

        /** The value from the last page; 0: from the start. */
        public ListRequest next(Long next) {
            this.next = next;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("names", Members.json(names, Members.listJson(Json::of)))
                .put("next", next)
                .build();
        }
    }

    public static final class ListResultGroup extends Value {
        public final String name;
        public final long userCnt;
        public final List<String> friends;

        public ListResultGroup(Json json) {
            name = Members.required(json, "name", Json::asString);
            userCnt = Members.required(json, "userCnt", Json::asLong);
            friends = Members.required(json, "friends", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("name", name)
                .put("userCnt", userCnt)
                .put("friends", Members.json(friends, Members.listJson(Json::of)))
                .build();
        }
    }

    /** The result of `friendGroup.list`. */
    public static final class ListResult extends Value {
        /** `friends`: the friends' ids in order. Unknown groups are left out. */
        public final List<ListResultGroup> groups;
        /** Send it for the next page; 0 at the end. A page has as much as fits into one reply. */
        public final long next;
        /** Whether this was the last page. */
        public final boolean isFinished;
        /** Rises with every change of the friends, friend groups or blacklist. */
        public final long version;

        public ListResult(Json json) {
            groups = Members.required(json, "groups", Members.list(ListResultGroup::new));
            next = Members.required(json, "next", Json::asLong);
            isFinished = Members.required(json, "isFinished", Json::asBoolean);
            version = Members.required(json, "version", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("groups", Members.json(groups, Members.listJson(ListResultGroup::toJson)))
                .put("next", next)
                .put("isFinished", isFinished)
                .put("version", version)
                .build();
        }
    }

    /**
     * What is given to `friendGroup.create`.
     *
     * names: The friend groups.
     */
    public static final class CreateRequest {
        private final List<String> names;
        private List<String> userIDs;

        public CreateRequest(List<String> names) {
            this.names = names;
        }

        /** Friends to put into the new groups. */
        public CreateRequest userIDs(List<String> userIDs) {
            this.userIDs = userIDs;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("names", Members.json(names, Members.listJson(Json::of)))
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .build();
        }
    }

    public static final class CreateResultResult extends Value {
        public final String userID;
        public final long code;
        public final String info;

        public CreateResultResult(Json json) {
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

    /** The result of `friendGroup.create`. */
    public static final class CreateResult extends Value {
        /** One for each id, in the order sent. `code`: 0 or 32216. */
        public final List<CreateResultResult> results;

        public CreateResult(Json json) {
            results = Members.required(json, "results", Members.list(CreateResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(CreateResultResult::toJson)))
                .build();
        }
    }

    public static final class AddFriendsResultResult extends Value {
        public final String userID;
        public final long code;
        public final String info;

        public AddFriendsResultResult(Json json) {
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

    /** The result of `friendGroup.addFriends`. */
    public static final class AddFriendsResult extends Value {
        /** One for each id, in the order sent. `code`: 0, 32518 or 32519. */
        public final List<AddFriendsResultResult> results;

        public AddFriendsResult(Json json) {
            results = Members.required(json, "results", Members.list(AddFriendsResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(AddFriendsResultResult::toJson)))
                .build();
        }
    }

    public static final class RemoveFriendsResultResult extends Value {
        public final String userID;
        public final long code;
        public final String info;

        public RemoveFriendsResultResult(Json json) {
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

    /** The result of `friendGroup.removeFriends`. */
    public static final class RemoveFriendsResult extends Value {
        /** One for each id, in the order sent. `code`: 0, 32518 or 32520. */
        public final List<RemoveFriendsResultResult> results;

        public RemoveFriendsResult(Json json) {
            results = Members.required(json, "results", Members.list(RemoveFriendsResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(RemoveFriendsResultResult::toJson)))
                .build();
        }
    }
}
