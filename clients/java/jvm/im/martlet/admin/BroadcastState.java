// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class BroadcastState extends OpenEnumeration {
    public static final BroadcastState TELLING = new BroadcastState("telling");
    public static final BroadcastState TOLD = new BroadcastState("told");
    public static final BroadcastState STOPPED = new BroadcastState("stopped");
    public static final BroadcastState EXPIRED = new BroadcastState("expired");
    public static final BroadcastState PAST = new BroadcastState("past");

    public BroadcastState(String text) {
        super(text);
    }

    public BroadcastState(Json json) {
        super(json.asString());
    }
}
