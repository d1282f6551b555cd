// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class BroadcastAudience extends OpenEnumeration {
    public static final BroadcastAudience ALL = new BroadcastAudience("all");
    public static final BroadcastAudience ONLINE = new BroadcastAudience("online");

    public BroadcastAudience(String text) {
        super(text);
    }

    public BroadcastAudience(Json json) {
        super(json.asString());
    }
}
