// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class MatchedMember extends OpenEnumeration {
    public static final MatchedMember TEXT = new MatchedMember("text");
    public static final MatchedMember NAME = new MatchedMember("name");

    public MatchedMember(String text) {
        super(text);
    }

    public MatchedMember(Json json) {
        super(json.asString());
    }
}
