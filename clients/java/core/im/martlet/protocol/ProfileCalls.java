// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The operations `profile.…`. */
public final class ProfileCalls {
    private final Caller caller;
    private final RequestOptions options;

    public ProfileCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private ProfileCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public ProfileCalls with(RequestOptions options) {
        return new ProfileCalls(caller, options);
    }

    /** Reads the caller's profile. */
    public CompletableFuture<GetSelfResult> getSelf() {
        return caller.request("profile.getSelf", Json.object().build(), options).thenApply(GetSelfResult::new);
    }

    /**
     * Reads the profiles of any users.
     *
     * @param userIDs The users.
     */
    public CompletableFuture<GetResult> get(List<String> userIDs) {
        return get(new GetRequest(userIDs));
    }

    /** Reads the profiles of any users. */
    public CompletableFuture<GetResult> get(GetRequest request) {
        return caller.request("profile.get", request.toJson(), options).thenApply(GetResult::new);
    }

    /**
     * Changes fields of the caller's profile: all of them or none.
     *
     * @param values At least one of: `nickname` (up to `profiles.nicknameCharacters`), `faceUrl` (up to
     *     `profiles.faceUrlCharacters`), `allowType` and `gender` (0, 1 or 2), `birthday`, `language`, `level`
     *     and `role` (integers of 32 bits), `location` (16 bytes), `selfSignature`, `Tag_Profile_Custom_` and a
     *     configured name (an integer, or bytes). Texts and bytes are up to `profiles.valueBytes`; bytes are a
     *     string or `{"b": base64}`.
     */
    public CompletableFuture<Void> modifySelf(ModifySelfValues values) {
        return caller.request("profile.modifySelf", Json.object()
            .put("values", Members.json(values, ModifySelfValues::toJson))
            .build(), options).thenApply(done -> null);
    }

    /**
     * Sets whether others find the caller by `profile.search`.
     *
     * @param findable Whether others find the caller by its nickname. At first they do not.
     */
    public CompletableFuture<Void> setFindable(boolean findable) {
        return caller.request("profile.setFindable", Json.object()
            .put("findable", findable)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Finds up to 20 users by their nicknames: those who can be found, and have not blocked the caller.
     *
     * @param query Up to 10 words: each begins a word of the nickname; Chinese, Japanese, Korean, Thai and
     *     emoji are found anywhere.
     */
    public CompletableFuture<SearchResult> search(String query) {
        return caller.request("profile.search", Json.object()
            .put("query", query)
            .build(), options).thenApply(SearchResult::new);
    }

    /** The result of `profile.getSelf`. */
    public static final class GetSelfResult extends Value {
        public final Profile profile;

        public GetSelfResult(Json json) {
            profile = Members.required(json, "profile", Profile::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("profile", Members.json(profile, Profile::toJson))
                .build();
        }
    }

    /**
     * What is given to `profile.get`.
     *
     * userIDs: The users.
     */
    public static final class GetRequest {
        private final List<String> userIDs;
        private Map<String, Long> have;

        public GetRequest(List<String> userIDs) {
            this.userIDs = userIDs;
        }

        /**
         * The versions of the profiles that the caller has, by user, of up to 100: those that are unchanged are left
         * out.
         */
        public GetRequest have(Map<String, Long> have) {
            this.have = have;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("have", Members.json(have, Members.mapJson(Json::of)))
                .build();
        }
    }

    /** The result of `profile.get`. */
    public static final class GetResult extends Value {
        /** The profiles of the users who exist, in the order asked for, each once. */
        public final List<Profile> profiles;
        /** Only with `have`: users whose profiles have the version that the caller has. */
        public final List<String> unchanged;
        /** Users whose profiles did not fit into the reply; ask for them again. */
        public final List<String> left;

        public GetResult(Json json) {
            profiles = Members.required(json, "profiles", Members.list(Profile::new));
            unchanged = Members.optional(json, "unchanged", Members.list(Json::asString));
            left = Members.required(json, "left", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("profiles", Members.json(profiles, Members.listJson(Profile::toJson)))
                .put("unchanged", Members.json(unchanged, Members.listJson(Json::of)))
                .put("left", Members.json(left, Members.listJson(Json::of)))
                .build();
        }
    }

    public static final class ModifySelfValues {
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

        public ModifySelfValues() {
        }

        public ModifySelfValues nickname(String nickname) {
            this.nickname = nickname;
            return this;
        }

        public ModifySelfValues faceUrl(String faceUrl) {
            this.faceUrl = faceUrl;
            return this;
        }

        public ModifySelfValues allowType(Long allowType) {
            this.allowType = allowType;
            return this;
        }

        public ModifySelfValues gender(Long gender) {
            this.gender = gender;
            return this;
        }

        public ModifySelfValues birthday(Long birthday) {
            this.birthday = birthday;
            return this;
        }

        public ModifySelfValues language(Long language) {
            this.language = language;
            return this;
        }

        public ModifySelfValues level(Long level) {
            this.level = level;
            return this;
        }

        public ModifySelfValues role(Long role) {
            this.role = role;
            return this;
        }

        public ModifySelfValues location(CustomValue location) {
            this.location = location;
            return this;
        }

        public ModifySelfValues selfSignature(CustomValue selfSignature) {
            this.selfSignature = selfSignature;
            return this;
        }

        /** The members that have no names here. */
        public ModifySelfValues others(Map<String, Json> others) {
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

    public static final class SearchResultUser extends Value {
        public final String userID;
        public final String nickname;
        public final String faceUrl;

        public SearchResultUser(Json json) {
            userID = Members.required(json, "userID", Json::asString);
            nickname = Members.required(json, "nickname", Json::asString);
            faceUrl = Members.required(json, "faceUrl", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("nickname", nickname)
                .put("faceUrl", faceUrl)
                .build();
        }
    }

    /** The result of `profile.search`. */
    public static final class SearchResult extends Value {
        /** Those who have been there longest first. */
        public final List<SearchResultUser> users;

        public SearchResult(Json json) {
            users = Members.required(json, "users", Members.list(SearchResultUser::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("users", Members.json(users, Members.listJson(SearchResultUser::toJson)))
                .build();
        }
    }
}
