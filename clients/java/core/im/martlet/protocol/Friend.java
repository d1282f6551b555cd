// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.Map;

public final class Friend extends Value {
    /** The friend. */
    public final String userID;
    /** The caller's name for the friend. */
    public final String remark;
    /** The friend groups that the friend is in. */
    public final List<String> groups;
    /** The reason of the request. */
    public final String addWording;
    /** The source of the request. */
    public final String addSource;
    /** When the two became friends. */
    public final long addTime;
    /** The custom fields that were set, by their names. */
    public final Map<String, CustomValue> customInfo;
    public final Profile profile;

    public Friend(Json json) {
        userID = Members.required(json, "userID", Json::asString);
        remark = Members.required(json, "remark", Json::asString);
        groups = Members.required(json, "groups", Members.list(Json::asString));
        addWording = Members.required(json, "addWording", Json::asString);
        addSource = Members.required(json, "addSource", Json::asString);
        addTime = Members.required(json, "addTime", Json::asLong);
        customInfo = Members.required(json, "customInfo", Members.map(CustomValue::new));
        profile = Members.required(json, "profile", Profile::new);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("userID", userID)
            .put("remark", remark)
            .put("groups", Members.json(groups, Members.listJson(Json::of)))
            .put("addWording", addWording)
            .put("addSource", addSource)
            .put("addTime", addTime)
            .put("customInfo", Members.json(customInfo, Members.mapJson(CustomValue::toJson)))
            .put("profile", Members.json(profile, Profile::toJson))
            .build();
    }
}
