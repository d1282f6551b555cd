// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class MediaCompleteResultState extends OpenEnumeration {
    public static final MediaCompleteResultState READY = new MediaCompleteResultState("ready");
    public static final MediaCompleteResultState PENDING = new MediaCompleteResultState("pending");
    public static final MediaCompleteResultState REFUSED = new MediaCompleteResultState("refused");

    public MediaCompleteResultState(String text) {
        super(text);
    }

    public MediaCompleteResultState(Json json) {
        super(json.asString());
    }
}
