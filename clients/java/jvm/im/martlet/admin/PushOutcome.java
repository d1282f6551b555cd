// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class PushOutcome extends OpenEnumeration {
    public static final PushOutcome DELIVERED = new PushOutcome("delivered");
    public static final PushOutcome OPENED = new PushOutcome("opened");
    public static final PushOutcome NOT_SHOWN = new PushOutcome("notShown");
    public static final PushOutcome DEAD = new PushOutcome("dead");

    public PushOutcome(String text) {
        super(text);
    }

    public PushOutcome(Json json) {
        super(json.asString());
    }
}
