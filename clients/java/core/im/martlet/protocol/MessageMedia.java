// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class MessageMedia extends Value {
    /** Its id, for `media.url`. */
    public final String mediaID;
    /** `pending`: it waits for a review; of `refused` and `deleted` ones nothing else is told. */
    public final MessageMediaState state;
    /** Its media type. */
    public final String type;
    /** As its owner calls it, if it has a name. */
    public final String name;
    /** In bytes. */
    public final Long size;
    /** In pixels, if known. */
    public final Long width;
    /** In pixels, if known. */
    public final Long height;
    /** The id of its small picture, if it has one. */
    public final String thumbnail;

    public MessageMedia(Json json) {
        mediaID = Members.required(json, "mediaID", Json::asString);
        state = Members.required(json, "state", MessageMediaState::new);
        type = Members.optional(json, "type", Json::asString);
        name = Members.optional(json, "name", Json::asString);
        size = Members.optional(json, "size", Json::asLong);
        width = Members.optional(json, "width", Json::asLong);
        height = Members.optional(json, "height", Json::asLong);
        thumbnail = Members.optional(json, "thumbnail", Json::asString);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("mediaID", mediaID)
            .put("state", Members.json(state, MessageMediaState::toJson))
            .put("type", type)
            .put("name", name)
            .put("size", size)
            .put("width", width)
            .put("height", height)
            .put("thumbnail", thumbnail)
            .build();
    }
}
