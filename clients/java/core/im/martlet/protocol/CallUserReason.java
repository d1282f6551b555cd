// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class CallUserReason extends OpenEnumeration {
    public static final CallUserReason CANCELLED = new CallUserReason("cancelled");
    public static final CallUserReason TIMEOUT = new CallUserReason("timeout");
    public static final CallUserReason DISCONNECTED = new CallUserReason("disconnected");
    public static final CallUserReason REMOVED = new CallUserReason("removed");
    public static final CallUserReason ENDED = new CallUserReason("ended");

    public CallUserReason(String text) {
        super(text);
    }

    public CallUserReason(Json json) {
        super(json.asString());
    }
}
