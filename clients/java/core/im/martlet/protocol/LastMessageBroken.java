// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class LastMessageBroken extends OpenEnumeration {
    public static final LastMessageBroken ABORTED = new LastMessageBroken("aborted");
    public static final LastMessageBroken IDLE = new LastMessageBroken("idle");
    public static final LastMessageBroken TOO_LONG = new LastMessageBroken("tooLong");
    public static final LastMessageBroken TOO_LARGE = new LastMessageBroken("tooLarge");
    public static final LastMessageBroken DRAINING = new LastMessageBroken("draining");
    public static final LastMessageBroken STOPPED = new LastMessageBroken("stopped");

    public LastMessageBroken(String text) {
        super(text);
    }

    public LastMessageBroken(Json json) {
        super(json.asString());
    }
}
