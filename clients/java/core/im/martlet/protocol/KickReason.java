// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class KickReason extends OpenEnumeration {
    public static final KickReason SAME_DEVICE = new KickReason("sameDevice");
    public static final KickReason EXCLUSIVE_PLATFORM = new KickReason("exclusivePlatform");
    public static final KickReason TOO_MANY_SESSIONS = new KickReason("tooManySessions");
    public static final KickReason CLOSED_BY_USER = new KickReason("closedByUser");
    public static final KickReason ACCOUNT_ENDED = new KickReason("accountEnded");
    public static final KickReason TOKEN_REVOKED = new KickReason("tokenRevoked");
    public static final KickReason KICKED = new KickReason("kicked");

    public KickReason(String text) {
        super(text);
    }

    public KickReason(Json json) {
        super(json.asString());
    }
}
