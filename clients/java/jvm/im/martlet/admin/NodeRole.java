// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class NodeRole extends OpenEnumeration {
    public static final NodeRole LEADER = new NodeRole("leader");
    public static final NodeRole CANDIDATE = new NodeRole("candidate");
    public static final NodeRole FOLLOWER = new NodeRole("follower");
    public static final NodeRole JOINING = new NodeRole("joining");
    public static final NodeRole GONE = new NodeRole("gone");
    public static final NodeRole HALTED = new NodeRole("halted");

    public NodeRole(String text) {
        super(text);
    }

    public NodeRole(Json json) {
        super(json.asString());
    }
}
