// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.HostedProfile;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.userProfile.…`. */
public final class AdminUserProfileCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminUserProfileCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminUserProfileCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminUserProfileCalls with(RequestOptions options) {
        return new AdminUserProfileCalls(caller, options);
    }

    /**
     * Gives a user a unique id that nobody else has.
     *
     * @param userId The user.
     * @param uniqueId The unique id; empty: removes it.
     */
    public CompletableFuture<Void> setUniqueId(String userId, String uniqueId) {
        return caller.request("admin.userProfile.setUniqueId", Json.object()
            .put("userId", userId)
            .put("uniqueId", uniqueId)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Sets who may see the profiles of users who have not set it themselves.
     *
     * @param visibility 1: only name and portrait are seen; 2: everybody sees all; 3: friends see all.
     */
    public CompletableFuture<Void> setVisibility(long visibility) {
        return caller.request("admin.userProfile.setVisibility", Json.object()
            .put("visibility", visibility)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Reads whole hosted profiles, whatever their visibility.
     *
     * @param userIds The users.
     */
    public CompletableFuture<GetResult> get(List<String> userIds) {
        return caller.request("admin.userProfile.get", Json.object()
            .put("userIds", Members.json(userIds, Members.listJson(Json::of)))
            .build(), options).thenApply(GetResult::new);
    }

    /** The result of `admin.userProfile.get`. */
    public static final class GetResult extends Value {
        /** The profiles of the users who exist, in the order asked for, each once. */
        public final List<HostedProfile> profiles;

        public GetResult(Json json) {
            profiles = Members.required(json, "profiles", Members.list(HostedProfile::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("profiles", Members.json(profiles, Members.listJson(HostedProfile::toJson)))
                .build();
        }
    }
}
