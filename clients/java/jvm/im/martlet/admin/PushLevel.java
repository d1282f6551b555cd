// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class PushLevel extends OpenEnumeration {
    public static final PushLevel PASSIVE = new PushLevel("passive");
    public static final PushLevel ACTIVE = new PushLevel("active");
    public static final PushLevel TIME_SENSITIVE = new PushLevel("time-sensitive");

    public PushLevel(String text) {
        super(text);
    }

    public PushLevel(Json json) {
        super(json.asString());
    }
}
