// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class ParkedState extends OpenEnumeration {
    public static final ParkedState PARKED = new ParkedState("parked");
    public static final ParkedState SET_ASIDE = new ParkedState("setAside");

    public ParkedState(String text) {
        super(text);
    }

    public ParkedState(Json json) {
        super(json.asString());
    }
}
