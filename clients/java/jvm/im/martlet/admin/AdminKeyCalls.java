// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.key.…`. */
public final class AdminKeyCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminKeyCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminKeyCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminKeyCalls with(RequestOptions options) {
        return new AdminKeyCalls(caller, options);
    }

    /** Lists the keys and certificates in force, without their secrets. */
    public CompletableFuture<ListResult> list() {
        return caller.request("admin.key.list", Json.object().build(), options).thenApply(ListResult::new);
    }

    public static final class ListResultAdminKey extends Value {
        public final String name;
        public final List<String> scopes;
        public final List<String> addresses;
        public final Long requestsPerSecond;

        public ListResultAdminKey(Json json) {
            name = Members.required(json, "name", Json::asString);
            scopes = Members.optional(json, "scopes", Members.list(Json::asString));
            addresses = Members.optional(json, "addresses", Members.list(Json::asString));
            requestsPerSecond = Members.optional(json, "requestsPerSecond", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("name", name)
                .put("scopes", Members.json(scopes, Members.listJson(Json::of)))
                .put("addresses", Members.json(addresses, Members.listJson(Json::of)))
                .put("requestsPerSecond", requestsPerSecond)
                .build();
        }
    }

    public static final class ListResultTokenKey extends Value {
        public final String issuer;
        public final String kid;
        public final String algorithm;

        public ListResultTokenKey(Json json) {
            issuer = Members.optional(json, "issuer", Json::asString);
            kid = Members.optional(json, "kid", Json::asString);
            algorithm = Members.required(json, "algorithm", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("issuer", issuer)
                .put("kid", kid)
                .put("algorithm", algorithm)
                .build();
        }
    }

    public static final class ListResultCertificate extends Value {
        public final String file;
        public final List<String> names;
        public final long begins;
        public final long ends;

        public ListResultCertificate(Json json) {
            file = Members.required(json, "file", Json::asString);
            names = Members.required(json, "names", Members.list(Json::asString));
            begins = Members.required(json, "begins", Json::asLong);
            ends = Members.required(json, "ends", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("file", file)
                .put("names", Members.json(names, Members.listJson(Json::of)))
                .put("begins", begins)
                .put("ends", ends)
                .build();
        }
    }

    /** The result of `admin.key.list`. */
    public static final class ListResult extends Value {
        /** Without `scopes` a key may do everything, without `addresses` from everywhere. */
        public final List<ListResultAdminKey> adminKeys;
        /** Of `auth.keysFile`, without `issuer`, and of `auth.jwks`. */
        public final List<ListResultTokenKey> tokenKeys;
        /** Of `tls.certificates` and `tls.acme`. */
        public final List<ListResultCertificate> certificates;

        public ListResult(Json json) {
            adminKeys = Members.required(json, "adminKeys", Members.list(ListResultAdminKey::new));
            tokenKeys = Members.required(json, "tokenKeys", Members.list(ListResultTokenKey::new));
            certificates = Members.required(json, "certificates", Members.list(ListResultCertificate::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("adminKeys", Members.json(adminKeys, Members.listJson(ListResultAdminKey::toJson)))
                .put("tokenKeys", Members.json(tokenKeys, Members.listJson(ListResultTokenKey::toJson)))
                .put("certificates", Members.json(certificates, Members.listJson(ListResultCertificate::toJson)))
                .build();
        }
    }
}
