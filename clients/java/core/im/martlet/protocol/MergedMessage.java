// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;

public final class MergedMessage extends Value {
    /** The sender. */
    public final String from;
    /** When it was sent. */
    public final long time;
    /** As it was sent. */
    public final long type;
    /** As it was when it was forwarded; of another message of type 21 its `title` and `count` alone. */
    public final Json body;
    /** The uploads to which it refers, as they are now. */
    public final List<MessageMedia> media;

    public MergedMessage(Json json) {
        from = Members.required(json, "from", Json::asString);
        time = Members.required(json, "time", Json::asLong);
        type = Members.required(json, "type", Json::asLong);
        body = Members.required(json, "body", Members.ANY);
        media = Members.optional(json, "media", Members.list(MessageMedia::new));
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("from", from)
            .put("time", time)
            .put("type", type)
            .put("body", Members.json(body, Members.ANY))
            .put("media", Members.json(media, Members.listJson(MessageMedia::toJson)))
            .build();
    }
}
