// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class Draft extends Value {
    public final String text;
    /** For the next `conversation.setDraft`. */
    public final long version;

    public Draft(Json json) {
        text = Members.required(json, "text", Json::asString);
        version = Members.required(json, "version", Json::asLong);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("text", text)
            .put("version", version)
            .build();
    }
}
