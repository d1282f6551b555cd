// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class Bytes extends Value {
    /** In padded base64. */
    public final String b;

    public Bytes(Json json) {
        b = Members.required(json, "b", Json::asString);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("b", b)
            .build();
    }
}
