// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class MessageEndedEventReason extends OpenEnumeration {
    public static final MessageEndedEventReason ABORTED = new MessageEndedEventReason("aborted");
    public static final MessageEndedEventReason IDLE = new MessageEndedEventReason("idle");
    public static final MessageEndedEventReason TOO_LONG = new MessageEndedEventReason("tooLong");
    public static final MessageEndedEventReason TOO_LARGE = new MessageEndedEventReason("tooLarge");
    public static final MessageEndedEventReason DRAINING = new MessageEndedEventReason("draining");
    public static final MessageEndedEventReason STOPPED = new MessageEndedEventReason("stopped");
    public static final MessageEndedEventReason REFUSED = new MessageEndedEventReason("refused");
    public static final MessageEndedEventReason FAILED = new MessageEndedEventReason("failed");

    public MessageEndedEventReason(String text) {
        super(text);
    }

    public MessageEndedEventReason(Json json) {
        super(json.asString());
    }
}
