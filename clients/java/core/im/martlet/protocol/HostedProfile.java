// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.Map;

public final class HostedProfile extends Value {
    /** The user. */
    public final String userId;
    /** The nickname. */
    public final String name;
    /** The avatar. */
    public final String portraitUri;
    /** Like all that follows, only if the caller may see it. */
    public final String uniqueId;
    /** As it was set. */
    public final String email;
    /** As it was set. */
    public final String birthday;
    /** 0: unknown; 1: male; 2: female. */
    public final Long gender;
    /** As it was set. */
    public final String location;
    /** As it was set. */
    public final Long role;
    /** As it was set. */
    public final Long level;
    /** The extensions that were set, by their names. */
    public final Map<String, String> userExtProfile;

    public HostedProfile(Json json) {
        userId = Members.required(json, "userId", Json::asString);
        name = Members.required(json, "name", Json::asString);
        portraitUri = Members.required(json, "portraitUri", Json::asString);
        uniqueId = Members.optional(json, "uniqueId", Json::asString);
        email = Members.optional(json, "email", Json::asString);
        birthday = Members.optional(json, "birthday", Json::asString);
        gender = Members.optional(json, "gender", Json::asLong);
        location = Members.optional(json, "location", Json::asString);
        role = Members.optional(json, "role", Json::asLong);
        level = Members.optional(json, "level", Json::asLong);
        userExtProfile = Members.optional(json, "userExtProfile", Members.map(Json::asString));
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("userId", userId)
            .put("name", name)
            .put("portraitUri", portraitUri)
            .put("uniqueId", uniqueId)
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
