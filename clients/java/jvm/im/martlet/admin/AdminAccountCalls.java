// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.account.…`. */
public final class AdminAccountCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminAccountCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminAccountCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminAccountCalls with(RequestOptions options) {
        return new AdminAccountCalls(caller, options);
    }

    /**
     * Creates accounts. An account that exists already does not change.
     *
     * @param accounts The accounts. `nickname` and `faceUrl` may be left out.
     */
    public CompletableFuture<CreateResult> create(List<CreateAccount> accounts) {
        return caller.request("admin.account.create", Json.object()
            .put("accounts", Members.json(accounts, Members.listJson(CreateAccount::toJson)))
            .build(), options).thenApply(CreateResult::new);
    }

    /**
     * Changes a user's name or avatar. Users who have a conversation with the user are told.
     *
     * @param userID The user.
     */
    public CompletableFuture<Void> update(String userID) {
        return update(new UpdateRequest(userID));
    }

    /** Changes a user's name or avatar. Users who have a conversation with the user are told. */
    public CompletableFuture<Void> update(UpdateRequest request) {
        return caller.request("admin.account.update", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Ends the users' sessions and refuses new ones. Others can still write to them.
     *
     * @param userIDs The users.
     */
    public CompletableFuture<DisableResult> disable(List<String> userIDs) {
        return disable(new DisableRequest(userIDs));
    }

    /** Ends the users' sessions and refuses new ones. Others can still write to them. */
    public CompletableFuture<DisableResult> disable(DisableRequest request) {
        return caller.request("admin.account.disable", request.toJson(), options).thenApply(DisableResult::new);
    }

    /**
     * Forbids users to add friends.
     *
     * @param userIDs The users.
     */
    public CompletableFuture<BarAddingResult> barAdding(List<String> userIDs) {
        return barAdding(new BarAddingRequest(userIDs));
    }

    /** Forbids users to add friends. */
    public CompletableFuture<BarAddingResult> barAdding(BarAddingRequest request) {
        return caller.request("admin.account.barAdding", request.toJson(), options)
            .thenApply(BarAddingResult::new);
    }

    /**
     * Ends the users' sessions and deletes their data. The messages that they sent stay with the receivers.
     *
     * @param userIDs The users.
     */
    public CompletableFuture<DeleteResult> delete(List<String> userIDs) {
        return caller.request("admin.account.delete", Json.object()
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(DeleteResult::new);
    }

    /**
     * Deletes accounts like `admin.account.delete`. With `messages` also everything that the users have written
     * goes, from all files: `admin.account.erasures` lists users whose texts are still being erased.
     *
     * @param userIDs The users.
     */
    public CompletableFuture<EraseResult> erase(List<String> userIDs) {
        return erase(new EraseRequest(userIDs));
    }

    /**
     * Deletes accounts like `admin.account.delete`. With `messages` also everything that the users have written
     * goes, from all files: `admin.account.erasures` lists users whose texts are still being erased.
     */
    public CompletableFuture<EraseResult> erase(EraseRequest request) {
        return caller.request("admin.account.erase", request.toJson(), options).thenApply(EraseResult::new);
    }

    /**
     * Lists the users of `admin.account.erase` whose texts are not erased yet, the first one first, up to 1000.
     */
    public CompletableFuture<ErasuresResult> erasures() {
        return caller.request("admin.account.erasures", Json.object().build(), options)
            .thenApply(ErasuresResult::new);
    }

    /**
     * Reads accounts. Unknown users are left out.
     *
     * @param userIDs The users.
     */
    public CompletableFuture<GetResult> get(List<String> userIDs) {
        return caller.request("admin.account.get", Json.object()
            .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(GetResult::new);
    }

    /** Lists all accounts in the order in which they were made, a page at a time. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists all accounts in the order in which they were made, a page at a time. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("admin.account.list", request.toJson(), options).thenApply(ListResult::new);
    }

    public static final class CreateAccount {
        private final String userID;
        private String nickname;
        private String faceUrl;

        public CreateAccount(String userID) {
            this.userID = userID;
        }

        public CreateAccount nickname(String nickname) {
            this.nickname = nickname;
            return this;
        }

        public CreateAccount faceUrl(String faceUrl) {
            this.faceUrl = faceUrl;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("nickname", nickname)
                .put("faceUrl", faceUrl)
                .build();
        }
    }

    public static final class CreateResultResult extends Value {
        public final String userID;
        public final long code;
        /** False if the account existed already. */
        public final Boolean created;
        /** Only with 7003: which rule the id breaks. */
        public final String info;

        public CreateResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
            created = Members.optional(json, "created", Json::asBoolean);
            info = Members.optional(json, "info", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .put("created", created)
                .put("info", info)
                .build();
        }
    }

    /** The result of `admin.account.create`. */
    public static final class CreateResult extends Value {
        /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
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

    /**
     * What is given to `admin.account.update`.
     *
     * userID: The user.
     */
    public static final class UpdateRequest {
        private final String userID;
        private String nickname;
        private String faceUrl;

        public UpdateRequest(String userID) {
            this.userID = userID;
        }

        /** The name that others see, up to `profiles.nicknameCharacters`. */
        public UpdateRequest nickname(String nickname) {
            this.nickname = nickname;
            return this;
        }

        /** The avatar, up to `profiles.faceUrlCharacters`. */
        public UpdateRequest faceUrl(String faceUrl) {
            this.faceUrl = faceUrl;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("nickname", nickname)
                .put("faceUrl", faceUrl)
                .build();
        }
    }

    /**
     * What is given to `admin.account.disable`.
     *
     * userIDs: The users.
     */
    public static final class DisableRequest {
        private final List<String> userIDs;
        private Boolean disabled;

        public DisableRequest(List<String> userIDs) {
            this.userIDs = userIDs;
        }

        /** False: the users may open sessions again. */
        public DisableRequest disabled(Boolean disabled) {
            this.disabled = disabled;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("disabled", disabled)
                .build();
        }
    }

    public static final class DisableResultResult extends Value {
        public final String userID;
        public final long code;

        public DisableResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .build();
        }
    }

    /** The result of `admin.account.disable`. */
    public static final class DisableResult extends Value {
        /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
        public final List<DisableResultResult> results;

        public DisableResult(Json json) {
            results = Members.required(json, "results", Members.list(DisableResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(DisableResultResult::toJson)))
                .build();
        }
    }

    /**
     * What is given to `admin.account.barAdding`.
     *
     * userIDs: The users.
     */
    public static final class BarAddingRequest {
        private final List<String> userIDs;
        private Boolean barred;

        public BarAddingRequest(List<String> userIDs) {
            this.userIDs = userIDs;
        }

        /** False: the users may add friends again. */
        public BarAddingRequest barred(Boolean barred) {
            this.barred = barred;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("barred", barred)
                .build();
        }
    }

    public static final class BarAddingResultResult extends Value {
        public final String userID;
        public final long code;

        public BarAddingResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .build();
        }
    }

    /** The result of `admin.account.barAdding`. */
    public static final class BarAddingResult extends Value {
        /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
        public final List<BarAddingResultResult> results;

        public BarAddingResult(Json json) {
            results = Members.required(json, "results", Members.list(BarAddingResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(BarAddingResultResult::toJson)))
                .build();
        }
    }

    public static final class DeleteResultResult extends Value {
        public final String userID;
        public final long code;

        public DeleteResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .build();
        }
    }

    /** The result of `admin.account.delete`. */
    public static final class DeleteResult extends Value {
        /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
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
     * What is given to `admin.account.erase`.
     *
     * userIDs: The users.
     */
    public static final class EraseRequest {
        private final List<String> userIDs;
        private Boolean messages;

        public EraseRequest(List<String> userIDs) {
            this.userIDs = userIDs;
        }

        /** Whether what they have written to others goes, too; also of accounts deleted before. */
        public EraseRequest messages(Boolean messages) {
            this.messages = messages;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("messages", messages)
                .build();
        }
    }

    public static final class EraseResultResult extends Value {
        public final String userID;
        public final long code;

        public EraseResultResult(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            code = Members.required(json, "code", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("code", code)
                .build();
        }
    }

    /** The result of `admin.account.erase`. */
    public static final class EraseResult extends Value {
        /** One for each id, in the order sent; `code` 0: done. A repeated id counts once. */
        public final List<EraseResultResult> results;

        public EraseResult(Json json) {
            results = Members.required(json, "results", Members.list(EraseResultResult::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("results", Members.json(results, Members.listJson(EraseResultResult::toJson)))
                .build();
        }
    }

    public static final class ErasuresResultErasure extends Value {
        public final String userID;
        /** All rows are gone; what they have left in files is not yet. */
        public final boolean leavesTraces;
        /** A damaged row has stopped it, which the log names. Mend the store, then ask for the erasure again. */
        public final boolean hasStopped;

        public ErasuresResultErasure(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            leavesTraces = Members.required(json, "leavesTraces", Json::asBoolean);
            hasStopped = Members.required(json, "hasStopped", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("leavesTraces", leavesTraces)
                .put("hasStopped", hasStopped)
                .build();
        }
    }

    /** The result of `admin.account.erasures`. */
    public static final class ErasuresResult extends Value {
        public final List<ErasuresResultErasure> erasures;

        public ErasuresResult(Json json) {
            erasures = Members.required(json, "erasures", Members.list(ErasuresResultErasure::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("erasures", Members.json(erasures, Members.listJson(ErasuresResultErasure::toJson)))
                .build();
        }
    }

    public static final class GetResultAccount extends Value {
        public final String userID;
        public final String nickname;
        public final String faceUrl;
        public final boolean disabled;
        public final long createdAt;
        public final boolean online;

        public GetResultAccount(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            nickname = Members.required(json, "nickname", Json::asString);
            faceUrl = Members.required(json, "faceUrl", Json::asString);
            disabled = Members.required(json, "disabled", Json::asBoolean);
            createdAt = Members.required(json, "createdAt", Json::asLong);
            online = Members.required(json, "online", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("nickname", nickname)
                .put("faceUrl", faceUrl)
                .put("disabled", disabled)
                .put("createdAt", createdAt)
                .put("online", online)
                .build();
        }
    }

    /** The result of `admin.account.get`. */
    public static final class GetResult extends Value {
        /** `createdAt` is in milliseconds since 1970; `online`: the user has a session. */
        public final List<GetResultAccount> accounts;

        public GetResult(Json json) {
            accounts = Members.required(json, "accounts", Members.list(GetResultAccount::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("accounts", Members.json(accounts, Members.listJson(GetResultAccount::toJson)))
                .build();
        }
    }

    /** What is given to `admin.account.list`. */
    public static final class ListRequest {
        private Long cursor;
        private Long limit;

        public ListRequest() {
        }

        /** The value from the last page; 0: from the start. */
        public ListRequest cursor(Long cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many accounts. */
        public ListRequest limit(Long limit) {
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

    public static final class ListResultAccount extends Value {
        public final String userID;
        public final String nickname;
        public final String faceUrl;
        public final boolean disabled;
        public final long createdAt;
        public final boolean online;

        public ListResultAccount(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            nickname = Members.required(json, "nickname", Json::asString);
            faceUrl = Members.required(json, "faceUrl", Json::asString);
            disabled = Members.required(json, "disabled", Json::asBoolean);
            createdAt = Members.required(json, "createdAt", Json::asLong);
            online = Members.required(json, "online", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("nickname", nickname)
                .put("faceUrl", faceUrl)
                .put("disabled", disabled)
                .put("createdAt", createdAt)
                .put("online", online)
                .build();
        }
    }

    /** The result of `admin.account.list`. */
    public static final class ListResult extends Value {
        /** `createdAt` is in milliseconds since 1970; `online`: the user has a session. */
        public final List<ListResultAccount> accounts;
        /** Send it for the next page; 0 at the end. */
        public final long cursor;

        public ListResult(Json json) {
            accounts = Members.required(json, "accounts", Members.list(ListResultAccount::new));
            cursor = Members.required(json, "cursor", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("accounts", Members.json(accounts, Members.listJson(ListResultAccount::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }
}
