// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.CustomValue;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.profile.…`. */
public final class AdminProfileCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminProfileCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminProfileCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminProfileCalls with(RequestOptions options) {
        return new AdminProfileCalls(caller, options);
    }

    /**
     * Changes fields of a user's profile: all of them or none. Forbidden words are accepted.
     *
     * @param userID The user.
     * @param values At least one of: `nickname` (up to `profiles.nicknameCharacters`), `faceUrl` (up to
     *     `profiles.faceUrlCharacters`), `allowType` and `gender` (0, 1 or 2), `birthday`, `language`, `level`
     *     and `role` (integers of 32 bits), `location` (16 bytes), `selfSignature`, `Tag_Profile_Custom_` and a
     *     configured name (an integer, or bytes). Texts and bytes are up to `profiles.valueBytes`; bytes are a
     *     string or `{"b": base64}`.
     */
    public CompletableFuture<Void> modify(String userID, ModifyValues values) {
        return caller.request("admin.profile.modify", Json.object()
            .put("userID", userID)
            .put("values", Members.json(values, ModifyValues::toJson))
            .build(), options).thenApply(done -> null);
    }

    public static final class ModifyValues {
        private String nickname;
        private String faceUrl;
        private Long allowType;
        private Long gender;
        private Long birthday;
        private Long language;
        private Long level;
        private Long role;
        private CustomValue location;
        private CustomValue selfSignature;
        private Map<String, Json> others = Collections.emptyMap();

        public ModifyValues() {
        }

        public ModifyValues nickname(String nickname) {
            this.nickname = nickname;
            return this;
        }

        public ModifyValues faceUrl(String faceUrl) {
            this.faceUrl = faceUrl;
            return this;
        }

        public ModifyValues allowType(Long allowType) {
            this.allowType = allowType;
            return this;
        }

        public ModifyValues gender(Long gender) {
            this.gender = gender;
            return this;
        }

        public ModifyValues birthday(Long birthday) {
            this.birthday = birthday;
            return this;
        }

        public ModifyValues language(Long language) {
            this.language = language;
            return this;
        }

        public ModifyValues level(Long level) {
            this.level = level;
            return this;
        }

        public ModifyValues role(Long role) {
            this.role = role;
            return this;
        }

        public ModifyValues location(CustomValue location) {
            this.location = location;
            return this;
        }

        public ModifyValues selfSignature(CustomValue selfSignature) {
            this.selfSignature = selfSignature;
            return this;
        }

        /** The members that have no names here. */
        public ModifyValues others(Map<String, Json> others) {
            this.others = others;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("nickname", nickname)
                .put("faceUrl", faceUrl)
                .put("allowType", allowType)
                .put("gender", gender)
                .put("birthday", birthday)
                .put("language", language)
                .put("level", level)
                .put("role", role)
                .put("location", Members.json(location, CustomValue::toJson))
                .put("selfSignature", Members.json(selfSignature, CustomValue::toJson))
                .putAll(Json.object(others))
                .build();
        }
    }
}
