// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class GroupValue extends Value {
    /** The key. */
    public final String key;
    /** What was set. */
    public final String value;
    /** The seq in the group's stream of the event that told of it, for `ifVersion`. */
    public final long version;
    /** The user who has set it; absent: a backend has. */
    public final String by;

    public GroupValue(Json json) {
        key = Members.required(json, "key", Json::asString);
        value = Members.required(json, "value", Json::asString);
        version = Members.required(json, "version", Json::asLong);
        by = Members.optional(json, "by", Json::asString);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("key", key)
            .put("value", value)
            .put("version", version)
            .put("by", by)
            .build();
    }
}
