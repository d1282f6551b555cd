// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class StreamedEvent extends Value {
    /** The event's number in its stream. */
    public final long seq;
    /** The event's name. */
    public final String event;
    /** The event's data. */
    public final Json data;

    public StreamedEvent(Json json) {
        seq = Members.required(json, "seq", Json::asLong);
        event = Members.required(json, "event", Json::asString);
        data = Members.required(json, "data", Members.ANY);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("seq", seq)
            .put("event", event)
            .put("data", Members.json(data, Members.ANY))
            .build();
    }
}
