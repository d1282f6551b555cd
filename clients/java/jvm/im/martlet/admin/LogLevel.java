// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class LogLevel extends OpenEnumeration {
    public static final LogLevel DEBUG = new LogLevel("debug");
    public static final LogLevel INFO = new LogLevel("info");
    public static final LogLevel WARNING = new LogLevel("warning");
    public static final LogLevel ERROR = new LogLevel("error");

    public LogLevel(String text) {
        super(text);
    }

    public LogLevel(Json json) {
        super(json.asString());
    }
}
