// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class RoomLeftEventReason extends OpenEnumeration {
    public static final RoomLeftEventReason KICKED = new RoomLeftEventReason("kicked");
    public static final RoomLeftEventReason BANNED = new RoomLeftEventReason("banned");

    public RoomLeftEventReason(String text) {
        super(text);
    }

    public RoomLeftEventReason(Json json) {
        super(json.asString());
    }
}
