// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class OwnedMedia extends Value {
    /** The user who has uploaded it. */
    public final String owner;
    /** Its id. */
    public final String mediaID;
    /** As it was prepared. */
    public final MediaUse use;
    /** How far it is. */
    public final MediaState state;
    /** Its media type. */
    public final String type;
    /** If it has a name. */
    public final String name;
    /** In bytes. */
    public final long size;
    /** When it was prepared. */
    public final long time;
    /** Of a complete one: `digest` if its bytes are those of `sha256`. */
    public final MediaVerified verified;
    /** In pixels, if known. */
    public final Long width;
    /** In pixels, if known. */
    public final Long height;
    /** The id of its small picture, if it has one. */
    public final String thumbnail;

    public OwnedMedia(Json json) {
        owner = Members.required(json, "owner", Json::asString);
        mediaID = Members.required(json, "mediaID", Json::asString);
        use = Members.required(json, "use", MediaUse::new);
        state = Members.required(json, "state", MediaState::new);
        type = Members.required(json, "type", Json::asString);
        name = Members.optional(json, "name", Json::asString);
        size = Members.required(json, "size", Json::asLong);
        time = Members.required(json, "time", Json::asLong);
        verified = Members.optional(json, "verified", MediaVerified::new);
        width = Members.optional(json, "width", Json::asLong);
        height = Members.optional(json, "height", Json::asLong);
        thumbnail = Members.optional(json, "thumbnail", Json::asString);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("owner", owner)
            .put("mediaID", mediaID)
            .put("use", Members.json(use, MediaUse::toJson))
            .put("state", Members.json(state, MediaState::toJson))
            .put("type", type)
            .put("name", name)
            .put("size", size)
            .put("time", time)
            .put("verified", Members.json(verified, MediaVerified::toJson))
            .put("width", width)
            .put("height", height)
            .put("thumbnail", thumbnail)
            .build();
    }
}
