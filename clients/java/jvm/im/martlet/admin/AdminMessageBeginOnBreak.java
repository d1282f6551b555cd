// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class AdminMessageBeginOnBreak extends OpenEnumeration {
    public static final AdminMessageBeginOnBreak KEEP = new AdminMessageBeginOnBreak("keep");
    public static final AdminMessageBeginOnBreak DROP = new AdminMessageBeginOnBreak("drop");

    public AdminMessageBeginOnBreak(String text) {
        super(text);
    }

    public AdminMessageBeginOnBreak(Json json) {
        super(json.asString());
    }
}
