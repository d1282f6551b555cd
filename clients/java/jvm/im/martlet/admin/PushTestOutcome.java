// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class PushTestOutcome extends OpenEnumeration {
    public static final PushTestOutcome ACCEPTED = new PushTestOutcome("accepted");
    public static final PushTestOutcome REFUSED = new PushTestOutcome("refused");
    public static final PushTestOutcome UNREGISTERED = new PushTestOutcome("unregistered");
    public static final PushTestOutcome LATER = new PushTestOutcome("later");

    public PushTestOutcome(String text) {
        super(text);
    }

    public PushTestOutcome(Json json) {
        super(json.asString());
    }
}
