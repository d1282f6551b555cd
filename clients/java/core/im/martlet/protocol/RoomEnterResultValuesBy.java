// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class RoomEnterResultValuesBy extends OpenEnumeration {
    public static final RoomEnterResultValuesBy ADMINS = new RoomEnterResultValuesBy("admins");
    public static final RoomEnterResultValuesBy ALL = new RoomEnterResultValuesBy("all");

    public RoomEnterResultValuesBy(String text) {
        super(text);
    }

    public RoomEnterResultValuesBy(Json json) {
        super(json.asString());
    }
}
