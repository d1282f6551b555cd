// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class MediaPrepareResultState extends OpenEnumeration {
    public static final MediaPrepareResultState UPLOADING = new MediaPrepareResultState("uploading");
    public static final MediaPrepareResultState READY = new MediaPrepareResultState("ready");
    public static final MediaPrepareResultState PENDING = new MediaPrepareResultState("pending");
    public static final MediaPrepareResultState REFUSED = new MediaPrepareResultState("refused");

    public MediaPrepareResultState(String text) {
        super(text);
    }

    public MediaPrepareResultState(Json json) {
        super(json.asString());
    }
}
