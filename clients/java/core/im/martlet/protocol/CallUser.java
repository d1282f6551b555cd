// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class CallUser extends Value {
    public final String userID;
    public final CallUserState state;
    /** The device that has decided. */
    public final String device;
    /** If it was no act of the user's. */
    public final CallUserReason reason;

    public CallUser(Json json) {
        userID = Members.required(json, "userID", Json::asString);
        state = Members.required(json, "state", CallUserState::new);
        device = Members.optional(json, "device", Json::asString);
        reason = Members.optional(json, "reason", CallUserReason::new);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("userID", userID)
            .put("state", Members.json(state, CallUserState::toJson))
            .put("device", device)
            .put("reason", Members.json(reason, CallUserReason::toJson))
            .build();
    }
}
