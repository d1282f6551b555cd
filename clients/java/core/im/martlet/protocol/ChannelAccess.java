// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class ChannelAccess extends OpenEnumeration {
    public static final ChannelAccess OPEN = new ChannelAccess("open");
    public static final ChannelAccess CLAIM = new ChannelAccess("claim");
    public static final ChannelAccess GUESTS = new ChannelAccess("guests");

    public ChannelAccess(String text) {
        super(text);
    }

    public ChannelAccess(Json json) {
        super(json.asString());
    }
}
