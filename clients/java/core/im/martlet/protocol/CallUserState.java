// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class CallUserState extends OpenEnumeration {
    public static final CallUserState RINGING = new CallUserState("ringing");
    public static final CallUserState ACCEPTED = new CallUserState("accepted");
    public static final CallUserState REJECTED = new CallUserState("rejected");
    public static final CallUserState BUSY = new CallUserState("busy");
    public static final CallUserState MISSED = new CallUserState("missed");
    public static final CallUserState LEFT = new CallUserState("left");

    public CallUserState(String text) {
        super(text);
    }

    public CallUserState(Json json) {
        super(json.asString());
    }
}
