// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class ErrorSystem extends OpenEnumeration {
    public static final ErrorSystem TIM = new ErrorSystem("tim");
    public static final ErrorSystem RC = new ErrorSystem("rc");
    public static final ErrorSystem EM = new ErrorSystem("em");
    public static final ErrorSystem NIM = new ErrorSystem("nim");
    public static final ErrorSystem GW = new ErrorSystem("gw");
    public static final ErrorSystem APP = new ErrorSystem("app");

    public ErrorSystem(String text) {
        super(text);
    }

    public ErrorSystem(Json json) {
        super(json.asString());
    }
}
