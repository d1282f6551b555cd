// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class Platform extends OpenEnumeration {
    public static final Platform OTHER = new Platform("other");
    public static final Platform IOS = new Platform("ios");
    public static final Platform ANDROID = new Platform("android");
    public static final Platform WEB = new Platform("web");
    public static final Platform PC = new Platform("pc");
    public static final Platform MINIWEB = new Platform("miniweb");
    public static final Platform HARMONY = new Platform("harmony");

    public Platform(String text) {
        super(text);
    }

    public Platform(Json json) {
        super(json.asString());
    }
}
