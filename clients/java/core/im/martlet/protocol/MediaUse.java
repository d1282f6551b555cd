// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class MediaUse extends OpenEnumeration {
    public static final MediaUse MESSAGE = new MediaUse("message");
    public static final MediaUse AVATAR = new MediaUse("avatar");

    public MediaUse(String text) {
        super(text);
    }

    public MediaUse(Json json) {
        super(json.asString());
    }
}
