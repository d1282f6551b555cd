// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class MediaVerified extends OpenEnumeration {
    public static final MediaVerified DIGEST = new MediaVerified("digest");
    public static final MediaVerified SIZE = new MediaVerified("size");

    public MediaVerified(String text) {
        super(text);
    }

    public MediaVerified(Json json) {
        super(json.asString());
    }
}
