// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class MediaState extends OpenEnumeration {
    public static final MediaState UPLOADING = new MediaState("uploading");
    public static final MediaState PENDING = new MediaState("pending");
    public static final MediaState READY = new MediaState("ready");
    public static final MediaState REFUSED = new MediaState("refused");
    public static final MediaState DELETED = new MediaState("deleted");

    public MediaState(String text) {
        super(text);
    }

    public MediaState(Json json) {
        super(json.asString());
    }
}
