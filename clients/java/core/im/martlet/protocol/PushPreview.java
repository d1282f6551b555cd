// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class PushPreview extends OpenEnumeration {
    public static final PushPreview NONE = new PushPreview("none");
    public static final PushPreview SENDER = new PushPreview("sender");
    public static final PushPreview FULL = new PushPreview("full");

    public PushPreview(String text) {
        super(text);
    }

    public PushPreview(Json json) {
        super(json.asString());
    }
}
