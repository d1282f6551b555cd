// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class GroupReceipts extends OpenEnumeration {
    public static final GroupReceipts MESSAGES = new GroupReceipts("messages");
    public static final GroupReceipts POSITIONS = new GroupReceipts("positions");

    public GroupReceipts(String text) {
        super(text);
    }

    public GroupReceipts(Json json) {
        super(json.asString());
    }
}
