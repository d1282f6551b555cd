// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class RoomEnterResultMessagePriority extends OpenEnumeration {
    public static final RoomEnterResultMessagePriority HIGH = new RoomEnterResultMessagePriority("high");
    public static final RoomEnterResultMessagePriority NORMAL = new RoomEnterResultMessagePriority("normal");
    public static final RoomEnterResultMessagePriority LOW = new RoomEnterResultMessagePriority("low");

    public RoomEnterResultMessagePriority(String text) {
        super(text);
    }

    public RoomEnterResultMessagePriority(Json json) {
        super(json.asString());
    }
}
