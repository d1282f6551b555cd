// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class RoomEnterResultRole extends OpenEnumeration {
    public static final RoomEnterResultRole PARTICIPANT = new RoomEnterResultRole("participant");
    public static final RoomEnterResultRole ADMIN = new RoomEnterResultRole("admin");
    public static final RoomEnterResultRole OWNER = new RoomEnterResultRole("owner");

    public RoomEnterResultRole(String text) {
        super(text);
    }

    public RoomEnterResultRole(Json json) {
        super(json.asString());
    }
}
