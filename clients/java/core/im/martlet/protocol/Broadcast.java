// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class Broadcast extends Value {
    /** The broadcast's number: it rises without gaps, and is its place in the stream. */
    public final long seq;
    /** As it was sent. */
    public final long type;
    /** As it was sent. */
    public final Json body;
    /** When the gateway accepted it. */
    public final long time;
    /** From when on nobody is told any more; absent: it does not end. */
    public final Long expiresAt;

    public Broadcast(Json json) {
        seq = Members.required(json, "seq", Json::asLong);
        type = Members.required(json, "type", Json::asLong);
        body = Members.required(json, "body", Members.ANY);
        time = Members.required(json, "time", Json::asLong);
        expiresAt = Members.optional(json, "expiresAt", Json::asLong);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("seq", seq)
            .put("type", type)
            .put("body", Members.json(body, Members.ANY))
            .put("time", time)
            .put("expiresAt", expiresAt)
            .build();
    }
}
