// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.Map;

public final class Profile extends Value {
    /** The user. */
    public final String userID;
    /** The name that others see. */
    public final String nickname;
    /** Who may add the user. 0: all; 1: the user is asked; 2: nobody. */
    public final long allowType;
    /** The avatar. */
    public final String faceUrl;
    public final Bytes selfSignature;
    /** As it was set. */
    public final long gender;
    /** As it was set. */
    public final long birthday;
    public final Bytes location;
    /** As it was set. */
    public final long language;
    /** As it was set. */
    public final long level;
    /** As it was set. */
    public final long role;
    /** The custom fields that were set, by their names. */
    public final Map<String, CustomValue> customInfo;
    /** Another one after each change; 0: never changed. */
    public final long version;

    public Profile(Json json) {
        userID = Members.required(json, "userID", Json::asString);
        nickname = Members.required(json, "nickname", Json::asString);
        allowType = Members.required(json, "allowType", Json::asLong);
        faceUrl = Members.required(json, "faceUrl", Json::asString);
        selfSignature = Members.required(json, "selfSignature", Bytes::new);
        gender = Members.required(json, "gender", Json::asLong);
        birthday = Members.required(json, "birthday", Json::asLong);
        location = Members.required(json, "location", Bytes::new);
        language = Members.required(json, "language", Json::asLong);
        level = Members.required(json, "level", Json::asLong);
        role = Members.required(json, "role", Json::asLong);
        customInfo = Members.required(json, "customInfo", Members.map(CustomValue::new));
        version = Members.required(json, "version", Json::asLong);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("userID", userID)
            .put("nickname", nickname)
            .put("allowType", allowType)
            .put("faceUrl", faceUrl)
            .put("selfSignature", Members.json(selfSignature, Bytes::toJson))
            .put("gender", gender)
            .put("birthday", birthday)
            .put("location", Members.json(location, Bytes::toJson))
            .put("language", language)
            .put("level", level)
            .put("role", role)
            .put("customInfo", Members.json(customInfo, Members.mapJson(CustomValue::toJson)))
            .put("version", version)
            .build();
    }
}
