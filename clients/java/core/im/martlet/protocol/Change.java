// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class Change extends Value {
    /** The place of the change. */
    public final long change;
    /** The message's id. */
    public final String msgId;
    /** The message's number in the conversation. */
    public final long seq;
    /** Only if it was recalled: true. */
    public final Boolean isRecalled;
    public final Message message;

    public Change(Json json) {
        change = Members.required(json, "change", Json::asLong);
        msgId = Members.required(json, "msgId", Json::asString);
        seq = Members.required(json, "seq", Json::asLong);
        isRecalled = Members.optional(json, "isRecalled", Json::asBoolean);
        message = Members.optional(json, "message", Message::new);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("change", change)
            .put("msgId", msgId)
            .put("seq", seq)
            .put("isRecalled", isRecalled)
            .put("message", Members.json(message, Message::toJson))
            .build();
    }
}
