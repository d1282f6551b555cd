// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Value;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.token.…`. */
public final class AdminTokenCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminTokenCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminTokenCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminTokenCalls with(RequestOptions options) {
        return new AdminTokenCalls(caller, options);
    }

    /**
     * Revokes a user's tokens and ends the sessions that use them. A token without `iat` is revoked, too.
     *
     * @param userID The user.
     */
    public CompletableFuture<RevokeResult> revoke(String userID) {
        return revoke(new RevokeRequest(userID));
    }

    /** Revokes a user's tokens and ends the sessions that use them. A token without `iat` is revoked, too. */
    public CompletableFuture<RevokeResult> revoke(RevokeRequest request) {
        return caller.request("admin.token.revoke", request.toJson(), options).thenApply(RevokeResult::new);
    }

    /**
     * What is given to `admin.token.revoke`.
     *
     * userID: The user.
     */
    public static final class RevokeRequest {
        private final String userID;
        private Long issuedBefore;

        public RevokeRequest(String userID) {
            this.userID = userID;
        }

        /** Tokens with an `iat` of this second or an earlier one are revoked; left out: up to now. */
        public RevokeRequest issuedBefore(Long issuedBefore) {
            this.issuedBefore = issuedBefore;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("issuedBefore", issuedBefore)
                .build();
        }
    }

    /** The result of `admin.token.revoke`. */
    public static final class RevokeResult extends Value {
        /** Up to which second tokens are revoked now; never earlier than before. */
        public final long issuedBefore;

        public RevokeResult(Json json) {
            issuedBefore = Members.required(json, "issuedBefore", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("issuedBefore", issuedBefore)
                .build();
        }
    }
}
