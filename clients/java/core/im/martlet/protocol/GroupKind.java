// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class GroupKind extends OpenEnumeration {
    public static final GroupKind TEAM = new GroupKind("team");
    public static final GroupKind SUPER_TEAM = new GroupKind("superTeam");

    public GroupKind(String text) {
        super(text);
    }

    public GroupKind(Json json) {
        super(json.asString());
    }
}
