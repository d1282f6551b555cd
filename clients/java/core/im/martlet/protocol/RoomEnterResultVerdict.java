// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class RoomEnterResultVerdict extends OpenEnumeration {
    public static final RoomEnterResultVerdict RECOVERED = new RoomEnterResultVerdict("recovered");
    public static final RoomEnterResultVerdict GAP = new RoomEnterResultVerdict("gap");

    public RoomEnterResultVerdict(String text) {
        super(text);
    }

    public RoomEnterResultVerdict(Json json) {
        super(json.asString());
    }
}
