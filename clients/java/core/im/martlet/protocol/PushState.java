// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class PushState extends OpenEnumeration {
    public static final PushState WAITING = new PushState("waiting");
    public static final PushState ACCEPTED = new PushState("accepted");
    public static final PushState REFUSED = new PushState("refused");
    public static final PushState UNREGISTERED = new PushState("unregistered");
    public static final PushState EXPIRED = new PushState("expired");

    public PushState(String text) {
        super(text);
    }

    public PushState(Json json) {
        super(json.asString());
    }
}
