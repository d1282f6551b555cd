// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class MessageMediaState extends OpenEnumeration {
    public static final MessageMediaState READY = new MessageMediaState("ready");
    public static final MessageMediaState PENDING = new MessageMediaState("pending");
    public static final MessageMediaState REFUSED = new MessageMediaState("refused");
    public static final MessageMediaState DELETED = new MessageMediaState("deleted");

    public MessageMediaState(String text) {
        super(text);
    }

    public MessageMediaState(Json json) {
        super(json.asString());
    }
}
