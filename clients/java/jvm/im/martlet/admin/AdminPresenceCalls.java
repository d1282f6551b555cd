// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.presence.…`. */
public final class AdminPresenceCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminPresenceCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminPresenceCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminPresenceCalls with(RequestOptions options) {
        return new AdminPresenceCalls(caller, options);
    }

    /**
     * Reads the presence of any users.
     *
     * @param userIds The users; each counts once.
     */
    public CompletableFuture<GetResult> get(List<String> userIds) {
        return caller.request("admin.presence.get", Json.object()
            .put("userIds", Members.json(userIds, Members.listJson(Json::of)))
            .build(), options).thenApply(GetResult::new);
    }

    public static final class GetResultUserDetail extends Value {
        public final long eventValue;
        public final long changeTime;
        public final long platform;

        public GetResultUserDetail(Json json) {
            eventValue = Members.required(json, "eventValue", Json::asLong);
            changeTime = Members.required(json, "changeTime", Json::asLong);
            platform = Members.required(json, "platform", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("eventValue", eventValue)
                .put("changeTime", changeTime)
                .put("platform", platform)
                .build();
        }
    }

    public static final class GetResultUserStatus extends Value {
        /** The line. */
        public final String text;
        /** Until when it is shown. Absent: until it is changed. */
        public final Long until;

        public GetResultUserStatus(Json json) {
            text = Members.required(json, "text", Json::asString);
            until = Members.optional(json, "until", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("text", text)
                .put("until", until)
                .build();
        }
    }

    public static final class GetResultUser extends Value {
        public final String userId;
        public final List<GetResultUserDetail> details;
        public final GetResultUserStatus status;

        public GetResultUser(Json json) {
            userId = Members.required(json, "userId", Json::asString);
            details = Members.required(json, "details", Members.list(GetResultUserDetail::new));
            status = Members.optional(json, "status", GetResultUserStatus::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userId", userId)
                .put("details", Members.json(details, Members.listJson(GetResultUserDetail::toJson)))
                .put("status", Members.json(status, GetResultUserStatus::toJson))
                .build();
        }
    }

    /** The result of `admin.presence.get`. */
    public static final class GetResult extends Value {
        /**
         * The users who exist, in the order asked for. `details` and `status` as in `subscription.eventChanged`,
         * `details` for every platform that the user was ever on.
         */
        public final List<GetResultUser> users;

        public GetResult(Json json) {
            users = Members.required(json, "users", Members.list(GetResultUser::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("users", Members.json(users, Members.listJson(GetResultUser::toJson)))
                .build();
        }
    }
}
