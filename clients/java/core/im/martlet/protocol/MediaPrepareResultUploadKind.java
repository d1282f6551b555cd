// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class MediaPrepareResultUploadKind extends OpenEnumeration {
    public static final MediaPrepareResultUploadKind OFFSETS = new MediaPrepareResultUploadKind("offsets");
    public static final MediaPrepareResultUploadKind PUT = new MediaPrepareResultUploadKind("put");
    public static final MediaPrepareResultUploadKind FORM = new MediaPrepareResultUploadKind("form");
    public static final MediaPrepareResultUploadKind PARTS = new MediaPrepareResultUploadKind("parts");

    public MediaPrepareResultUploadKind(String text) {
        super(text);
    }

    public MediaPrepareResultUploadKind(Json json) {
        super(json.asString());
    }
}
