// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The operations `userProfile.…`. */
public final class UserProfileCalls {
    private final Caller caller;
    private final RequestOptions options;

    public UserProfileCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private UserProfileCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public UserProfileCalls with(RequestOptions options) {
        return new UserProfileCalls(caller, options);
    }

    /** Changes properties of the caller's hosted profile: all of them or none. */
    public CompletableFuture<Void> update() {
        return update(new UpdateRequest());
    }

    /** Changes properties of the caller's hosted profile: all of them or none. */
    public CompletableFuture<Void> update(UpdateRequest request) {
        return caller.request("userProfile.update", request.toJson(), options).thenApply(done -> null);
    }

    /** Reads the caller's hosted profile. */
    public CompletableFuture<GetMineResult> getMine() {
        return caller.request("userProfile.getMine", Json.object().build(), options).thenApply(GetMineResult::new);
    }

    /**
     * Reads hosted profiles, as far as the caller may see them.
     *
     * @param userIds The users.
     */
    public CompletableFuture<GetResult> get(List<String> userIds) {
        return caller.request("userProfile.get", Json.object()
            .put("userIds", Members.json(userIds, Members.listJson(Json::of)))
            .build(), options).thenApply(GetResult::new);
    }

    /**
     * Sets who may see the caller's hosted profile.
     *
     * @param visibility 0: the application's default; 1: only name and portrait are seen; 2: everybody sees
     *     all; 3: friends see all.
     */
    public CompletableFuture<Void> setVisibility(long visibility) {
        return caller.request("userProfile.setVisibility", Json.object()
            .put("visibility", visibility)
            .build(), options).thenApply(done -> null);
    }

    /** Tells who may see the caller's hosted profile. */
    public CompletableFuture<GetVisibilityResult> getVisibility() {
        return caller.request("userProfile.getVisibility", Json.object().build(), options)
            .thenApply(GetVisibilityResult::new);
    }

    /**
     * Finds the user with a unique id.
     *
     * @param uniqueId The unique id.
     */
    public CompletableFuture<SearchResult> search(String uniqueId) {
        return caller.request("userProfile.search", Json.object()
            .put("uniqueId", uniqueId)
            .build(), options).thenApply(SearchResult::new);
    }

    /** What is given to `userProfile.update`. */
    public static final class UpdateRequest {
        private String name;
        private String portraitUri;
        private String email;
        private String birthday;
        private Long gender;
        private String location;
        private Long role;
        private Long level;
        private Map<String, String> userExtProfile;

        public UpdateRequest() {
        }

        /** Also changes the nickname of `profile.…`. */
        public UpdateRequest name(String name) {
            this.name = name;
            return this;
        }

        /** Also changes the avatar of `profile.…`. */
        public UpdateRequest portraitUri(String portraitUri) {
            this.portraitUri = portraitUri;
            return this;
        }

        /** Empty: none. This holds for the other texts too. */
        public UpdateRequest email(String email) {
            this.email = email;
            return this;
        }

        /** In the application's own form. */
        public UpdateRequest birthday(String birthday) {
            this.birthday = birthday;
            return this;
        }

        /** 0: unknown; 1: male; 2: female. */
        public UpdateRequest gender(Long gender) {
            this.gender = gender;
            return this;
        }

        /** In the application's own form. */
        public UpdateRequest location(String location) {
            this.location = location;
            return this;
        }

        /** Its meaning is up to the application. */
        public UpdateRequest role(Long role) {
            this.role = role;
            return this;
        }

        /** Its meaning is up to the application. */
        public UpdateRequest level(Long level) {
            this.level = level;
            return this;
        }

        /** Configured extensions (`hosting.extensions`) of 0–256 characters; an empty one is deleted. */
        public UpdateRequest userExtProfile(Map<String, String> userExtProfile) {
            this.userExtProfile = userExtProfile;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("name", name)
                .put("portraitUri", portraitUri)
                .put("email", email)
                .put("birthday", birthday)
                .put("gender", gender)
                .put("location", location)
                .put("role", role)
                .put("level", level)
                .put("userExtProfile", Members.json(userExtProfile, Members.mapJson(Json::of)))
                .build();
        }
    }

    /** The result of `userProfile.getMine`. */
    public static final class GetMineResult extends Value {
        public final HostedProfile profile;

        public GetMineResult(Json json) {
            profile = Members.required(json, "profile", HostedProfile::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("profile", Members.json(profile, HostedProfile::toJson))
                .build();
        }
    }

    /** The result of `userProfile.get`. */
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

    /** The result of `userProfile.getVisibility`. */
    public static final class GetVisibilityResult extends Value {
        /** The value that was set; 0 at first. */
        public final long visibility;

        public GetVisibilityResult(Json json) {
            visibility = Members.required(json, "visibility", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("visibility", visibility)
                .build();
        }
    }

    /** The result of `userProfile.search`. */
    public static final class SearchResult extends Value {
        public final HostedProfile profile;

        public SearchResult(Json json) {
            profile = Members.required(json, "profile", HostedProfile::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("profile", Members.json(profile, HostedProfile::toJson))
                .build();
        }
    }
}
