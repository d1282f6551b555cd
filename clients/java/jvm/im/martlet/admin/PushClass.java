// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class PushClass extends OpenEnumeration {
    public static final PushClass CHAT = new PushClass("chat");
    public static final PushClass CALL = new PushClass("call");
    public static final PushClass NOTICE = new PushClass("notice");
    public static final PushClass PROMOTION = new PushClass("promotion");

    public PushClass(String text) {
        super(text);
    }

    public PushClass(Json json) {
        super(json.asString());
    }
}
