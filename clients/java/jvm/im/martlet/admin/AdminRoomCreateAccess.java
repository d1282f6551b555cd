// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class AdminRoomCreateAccess extends OpenEnumeration {
    public static final AdminRoomCreateAccess OPEN = new AdminRoomCreateAccess("open");
    public static final AdminRoomCreateAccess CLAIM = new AdminRoomCreateAccess("claim");

    public AdminRoomCreateAccess(String text) {
        super(text);
    }

    public AdminRoomCreateAccess(Json json) {
        super(json.asString());
    }
}
