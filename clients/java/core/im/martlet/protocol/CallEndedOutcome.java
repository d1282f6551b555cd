// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class CallEndedOutcome extends OpenEnumeration {
    public static final CallEndedOutcome ANSWERED = new CallEndedOutcome("answered");
    public static final CallEndedOutcome REJECTED = new CallEndedOutcome("rejected");
    public static final CallEndedOutcome BUSY = new CallEndedOutcome("busy");
    public static final CallEndedOutcome MISSED = new CallEndedOutcome("missed");
    public static final CallEndedOutcome CANCELLED = new CallEndedOutcome("cancelled");

    public CallEndedOutcome(String text) {
        super(text);
    }

    public CallEndedOutcome(Json json) {
        super(json.asString());
    }
}
