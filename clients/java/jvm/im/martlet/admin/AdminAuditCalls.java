// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.audit.…`. */
public final class AdminAuditCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminAuditCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminAuditCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminAuditCalls with(RequestOptions options) {
        return new AdminAuditCalls(caller, options);
    }

    /**
     * Lists the entries of the audit log, the newest first, a page at a time. At the operators' listener alone
     * (`admin.listen`).
     */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /**
     * Lists the entries of the audit log, the newest first, a page at a time. At the operators' listener alone
     * (`admin.listen`).
     */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("admin.audit.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /** What is given to `admin.audit.list`. */
    public static final class ListRequest {
        private Long since;
        private Long until;
        private String actor;
        private String userID;
        private String operation;
        private AuditKind kind;
        private String cursor;
        private Long limit;

        public ListRequest() {
        }

        /** Only what happened then or later, in milliseconds since 1970. */
        public ListRequest since(Long since) {
            this.since = since;
            return this;
        }

        /** Only what happened before then. */
        public ListRequest until(Long until) {
            this.until = until;
            return this;
        }

        /** Only entries with this actor, or whose actor has this name behind the colon. */
        public ListRequest actor(String actor) {
            this.actor = actor;
            return this;
        }

        /** Only entries that concern this user. */
        public ListRequest userID(String userID) {
            this.userID = userID;
            return this;
        }

        /** Only entries of this operation. */
        public ListRequest operation(String operation) {
            this.operation = operation;
            return this;
        }

        /** Only entries of this kind. */
        public ListRequest kind(AuditKind kind) {
            this.kind = kind;
            return this;
        }

        /** The value from the last page. Left out: the newest entries. */
        public ListRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /**
         * At most this many entries. With `actor`, `operation` or `kind` a page may have fewer and not be the last.
         */
        public ListRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("since", since)
                .put("until", until)
                .put("actor", actor)
                .put("userID", userID)
                .put("operation", operation)
                .put("kind", Members.json(kind, AuditKind::toJson))
                .put("cursor", cursor)
                .put("limit", limit)
                .build();
        }
    }

    public static final class ListResultEntry extends Value {
        public final String id;
        public final long time;
        public final AuditKind kind;
        /**
         * `key:` or `console:` with the name of an admin key, or `user:` with a user's id. Absent where nobody knows.
         */
        public final String actor;
        /** The client's. */
        public final String address;
        public final String operation;
        /** Whom it concerns, 100 at most; the first one may be the user in whose name it was done. */
        public final List<String> users;
        /** The request's ids, numbers and flags. Never a text. */
        public final Json parameters;
        public final String device;
        public final String platform;
        /** `ok`, `begun`, or the number of an error, like `gw 1002`. */
        public final String result;
        public final String reason;
        /** The entry stands for so many. */
        public final Long count;

        public ListResultEntry(Json json) {
            id = Members.required(json, "id", Json::asString);
            time = Members.required(json, "time", Json::asLong);
            kind = Members.required(json, "kind", AuditKind::new);
            actor = Members.optional(json, "actor", Json::asString);
            address = Members.optional(json, "address", Json::asString);
            operation = Members.optional(json, "operation", Json::asString);
            users = Members.required(json, "users", Members.list(Json::asString));
            parameters = Members.required(json, "parameters", Members.ANY);
            device = Members.optional(json, "device", Json::asString);
            platform = Members.optional(json, "platform", Json::asString);
            result = Members.optional(json, "result", Json::asString);
            reason = Members.optional(json, "reason", Json::asString);
            count = Members.optional(json, "count", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("id", id)
                .put("time", time)
                .put("kind", Members.json(kind, AuditKind::toJson))
                .put("actor", actor)
                .put("address", address)
                .put("operation", operation)
                .put("users", Members.json(users, Members.listJson(Json::of)))
                .put("parameters", Members.json(parameters, Members.ANY))
                .put("device", device)
                .put("platform", platform)
                .put("result", result)
                .put("reason", reason)
                .put("count", count)
                .build();
        }
    }

    /** The result of `admin.audit.list`. */
    public static final class ListResult extends Value {
        public final List<ListResultEntry> entries;
        /** Send it for the next page; absent at the end. */
        public final String cursor;

        public ListResult(Json json) {
            entries = Members.required(json, "entries", Members.list(ListResultEntry::new));
            cursor = Members.optional(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("entries", Members.json(entries, Members.listJson(ListResultEntry::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }
}
