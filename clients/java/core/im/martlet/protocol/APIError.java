// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;

public final class APIError extends Value {
    /** The system whose number it is. */
    public final ErrorSystem system;
    /** The number. */
    public final long code;
    /** As stable as the number. */
    public final ErrorName name;
    /** For people; it may change. */
    public final String message;
    /** What is at fault: parameters, members, headers, or values. */
    public final List<String> keys;
    /** Of `admin.message.append` with gw 1006: the bytes that are there, behind which the text goes on. */
    public final Long length;

    public APIError(Json json) {
        system = Members.required(json, "system", ErrorSystem::new);
        code = Members.required(json, "code", Json::asLong);
        name = Members.required(json, "name", ErrorName::new);
        message = Members.required(json, "message", Json::asString);
        keys = Members.optional(json, "keys", Members.list(Json::asString));
        length = Members.optional(json, "length", Json::asLong);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("system", Members.json(system, ErrorSystem::toJson))
            .put("code", code)
            .put("name", Members.json(name, ErrorName::toJson))
            .put("message", message)
            .put("keys", Members.json(keys, Members.listJson(Json::of)))
            .put("length", length)
            .build();
    }
}
