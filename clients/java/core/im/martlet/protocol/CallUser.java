// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class CallUser extends Value {
    public final String userID;
    /** `ringing`, `accepted`, `rejected`, `busy`, `missed` or `left`. */
    public final String state;
    /** The device that has decided. */
    public final String device;
    /** If it was no act of the user's: `cancelled`, `timeout`, `disconnected`, `removed`, `ended`. */
    public final String reason;

    public CallUser(Json json) {
        userID = Members.required(json, "userID", Json::asString);
        state = Members.required(json, "state", Json::asString);
        device = Members.optional(json, "device", Json::asString);
        reason = Members.optional(json, "reason", Json::asString);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("userID", userID)
            .put("state", state)
            .put("device", device)
            .put("reason", reason)
            .build();
    }
}
